#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# validate.bats - shogi-validate: statuses, reports, rules, mending.
load helper
setup() { setup_commands; }

# kif MOVE...: an even game of those moves, numbered, with the tail of LAST.
kif() {
    local n=0 move
    printf '手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n'
    for move; do
        n=$((n + 1))
        printf '%4d %s\n' "$n" "$move"
    done
}

clean() { kif '７六歩(77)' '３四歩(33)' '投了'; }
nifu() { kif '２六歩(27)' '８四歩(83)' '２五歩(26)' '８五歩(84)' '２四歩(25)' \
             '同　歩(23)' '同　飛(28)' '８六歩(85)' '７五歩打' '投了'; }
not_mate() { printf 'V2.2\nPI\n+\n+7776FU\n-3334FU\n%%TSUMI\n'; }

@test "status 0: nothing was found" {
    clean >clean.kif
    run -0 shogi-validate clean.kif
    [ -z "$output" ]
    run -0 shogi-validate - <clean.kif
    [ -z "$output" ]
}

@test "status 1: a foul and a wrong result are told with place and code" {
    nifu >nifu.kif
    run -1 shogi-validate nifu.kif
    [ "${#lines[@]}" -eq 2 ]
    [[ ${lines[0]} == "nifu.kif:13:6: foul: move 9 ▲7五歩打: "*"[nifu]" ]]
    [[ ${lines[1]} == "nifu.kif:14:6: warning: "*"[result-mismatch]" ]]
}

@test "status 1: a move that cannot be carried out is a foul, not an unreadable game" {
    kif '７六歩(77)' '５五歩打' >hand.kif
    run -1 shogi-validate hand.kif
    [[ $output == *"[not-in-hand]"* ]]
}

@test "status 2: options and files that are wrong" {
    run -2 shogi-validate missing.kif
    run -2 shogi-validate --rules=house </dev/null
    run -2 shogi-validate --only=no-such-code </dev/null
    run -2 shogi-validate --severity=nifu </dev/null
    run -2 shogi-validate --severity=nifu=awful </dev/null
    run -2 shogi-validate --fix=luck </dev/null
    run -2 shogi-validate --in-place </dev/null
    run -2 shogi-validate --explain=no-such-code
    run -2 bash -c 'shogi-validate --list-codes >/dev/full'
}

@test "status 3: what cannot be read; the rest is judged" {
    nifu >nifu.kif
    echo 'no record at all' >text.kif
    run -3 shogi-validate text.kif nifu.kif
    [[ $output == *"[not-a-record]"* && $output == *"[nifu]"* ]]
}

@test "in a shell if" {
    clean >clean.kif
    nifu >nifu.kif
    shogi-validate -q clean.kif
    if shogi-validate -q nifu.kif; then false; fi
    run -1 shogi-validate -q nifu.kif
    [ -z "$output" ]
}

@test "games of a stream have their numbers, whatever the number of jobs" {
    for i in $(seq 300); do
        clean && nifu && echo
    done >many.kif
    shogi-validate -j 1 many.kif >one || [ $? -eq 1 ]
    shogi-validate -j 4 many.kif >four || [ $? -eq 1 ]
    cmp one four
    [ "$(grep -c 'game 600: .*\[nifu\]' one)" -eq 1 ]
    [ "$(wc -l <one)" -eq 600 ]
}

@test "--json: findings and a verdict for every game, each a line" {
    clean >clean.kif
    nifu >nifu.kif
    run -1 shogi-validate --json clean.kif nifu.kif
    [ "${#lines[@]}" -eq 4 ]
    [[ ${lines[0]} == '{"type":"verdict","path":"clean.kif","game":1,"event":"none",'* ]]
    [[ ${lines[0]} == *'"codes":[],"ply":null,"offender":null,"winner":null,'* ]]
    [[ ${lines[0]} == *'"continued":false,"recorded":{"end":"resign","winner":"white",'* ]]
    [[ ${lines[0]} == *'},"result":"ok","rules":"jsa"}' ]]
    [[ ${lines[1]} == '{"type":"finding","path":"nifu.kif","game":1,"line":13,"column":6,'* ]]
    [[ ${lines[1]} == *'"ply":9,"move":"P*7e","severity":"foul","code":"nifu","message":'* ]]
    [[ ${lines[1]} == *'"offender":"black"}' ]]
    [[ ${lines[3]} == *'"event":"foul","codes":["nifu"],"ply":9,"offender":"black",'* ]]
    [[ ${lines[3]} == *'"winner":"white","continued":false,'*'"result":"wrong"'* ]]
    command -v jq >/dev/null || skip "jq is not installed"
    printf '%s\n' "${lines[@]}" | jq -e -s 'length == 4'
}

@test "lines of positions and moves are judged, with the endings of CSA" {
    printf '%s\n' 'sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1 moves G*5b' \
        'sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1 moves G*5b %TORYO' >in.sfen
    run -0 shogi-validate --json in.sfen
    [[ ${lines[0]} == *'"event":"checkmate","codes":[],"ply":1,"offender":null,'* ]]
    [[ ${lines[0]} == *'"winner":"black"'*'"unfinished"'* ]]
    [[ ${lines[1]} == *'"result":"ok"'* ]]
}

@test "--format=github: annotations" {
    nifu >'a,b.kif'
    run -1 shogi-validate --format=github 'a,b.kif'
    [[ ${lines[0]} == '::error file=a%2Cb.kif,line=13,col=6::'*' [nifu]' ]]
    [[ ${lines[1]} == '::warning file='* ]]
}

@test "--format=sarif: one document, also without findings" {
    command -v jq >/dev/null || skip "jq is not installed"
    nifu >nifu.kif
    clean >clean.kif
    cat nifu.kif nifu.kif >two.kif
    shogi-validate --format=sarif two.kif nifu.kif >out || [ $? -eq 1 ]
    jq -e '.version == "2.1.0" and (.runs[0].results | length) == 6' out
    jq -e '.runs[0].results[0] | .ruleId == "nifu" and .level == "error"
           and .locations[0].physicalLocation.region.startLine == 13' out
    shogi-validate --format=sarif clean.kif >out
    jq -e '.runs[0].results == []' out
}

@test "--only, --ignore, --severity, --max-findings and --strict choose" {
    nifu >nifu.kif
    run -1 shogi-validate --only=nifu nifu.kif
    [ "${#lines[@]}" -eq 1 ]
    run -1 shogi-validate --ignore=nifu nifu.kif
    [[ $output != *"[nifu]"* ]]
    run -0 shogi-validate --ignore=nifu --ignore=result-mismatch nifu.kif
    [ -z "$output" ]
    run -1 shogi-validate --severity=nifu=error --severity=result-mismatch=off nifu.kif
    [[ $output == *": error: "*"[nifu]" ]]
    run -0 shogi-validate --severity=nifu=note --severity=result-mismatch=note nifu.kif
    run -1 shogi-validate --max-findings=1 nifu.kif
    [ "${#lines[@]}" -eq 1 ]
    kif '７六歩(77)' '３四歩(33)' >open.kif
    run -0 shogi-validate open.kif
    run -1 shogi-validate --strict open.kif
    [[ $output == *": error: "*"[missing-end]" ]]
}

@test "--verbose shows notes" {
    kif '７六歩(77)' '３四歩(33)' >open.kif
    run -0 shogi-validate -v open.kif
    [[ $output == *": note: "*"[missing-end]" ]]
}

@test "--summary names the rules and counts the codes" {
    nifu >nifu.kif
    clean >clean.kif
    run -1 shogi-validate -q --summary nifu.kif clean.kif
    [ "${lines[0]}" = "nifu.kif: 1 game by the rules of jsa, 1 with findings, 0 unreadable" ]
    [ "${lines[1]}" = "clean.kif: 1 game by the rules of jsa, 0 with findings, 0 unreadable" ]
    [ "${lines[2]}" = "total: 2 games by the rules of jsa, 1 with findings, 0 unreadable" ]
    [ "${lines[3]}" = "       1 nifu" ]
    [ "${#lines[@]}" -eq 5 ]
}

@test "colours: never into a pipe, always when told, not with NO_COLOR on auto" {
    nifu >nifu.kif
    run -1 shogi-validate nifu.kif
    [[ $output != *$'\033'* ]]
    NO_COLOR=1 run -1 shogi-validate --color=always nifu.kif
    [[ ${lines[0]} == *$'\033[31mfoul\033[0m'* ]]
}

@test "--lang=ja: Japanese messages, the same codes" {
    nifu >nifu.kif
    run -1 shogi-validate --lang=ja nifu.kif
    [[ ${lines[0]} == *"二歩です"*"[nifu]" ]]
}

@test "--rules and its switches" {
    nifu >nifu.kif
    run -1 shogi-validate --json --rules=jsa-2013 nifu.kif
    [[ $output == *'"result":"ok","rules":"jsa-2013"'* ]]
    run -1 shogi-validate --json --resignation=first nifu.kif
    [[ $output == *'"result":"ok","rules":"jsa"'* ]]
    run -1 shogi-validate --json --rules=jsa-2013 --resignation=foul-first nifu.kif
    [[ $output == *'"result":"wrong"'* ]]
    echo 'sfen K+R+B6/+P+P+P+P+P+P+P+P1/9/9/9/9/9/9/8k b RB 1 moves win' >win.sfen
    run -1 shogi-validate --json --rules=jsa win.sfen
    [[ $output == *'"winner":null'*'"result":"wrong"'* ]]
    run -0 shogi-validate --json --rules=csa win.sfen
    [[ $output == *'"event":"declaration"'*'"winner":"black"'*'"result":"ok"'* ]]
    run -0 shogi-validate --json --rules=jsa --declaration=27 win.sfen
    run -0 shogi-validate --json --declaration=none win.sfen
    [[ $output == *'"result":"unverifiable"'* ]]
    echo 'sfen 4K4/9/9/9/9/9/9/9/k8 b - 1 moves win' >try.sfen
    run -0 shogi-validate --json --declaration=try try.sfen
    [[ $output == *'"winner":"black"'* ]]
    echo 'position startpos moves 7g7f 3c3d 2g2f' >three.sfen
    run -1 shogi-validate --json --max-moves=2 three.sfen
    [[ $output == *'"event":"max-moves","codes":[],"ply":2,'*'"continued":true'* ]]
}

@test "--variations=all looks at variations, and leaves the verdict alone" {
    { kif '７六歩(77)' '３四歩(33)' '投了'
      printf '\n変化：2手\n   2 ３五歩(33)\n'; } >variation.kif
    run -0 shogi-validate variation.kif
    run -1 shogi-validate --variations=all --json variation.kif
    [[ $output == *'"code":"bad-move"'*'"event":"none"'* ]]
}

@test "--explain and --list-codes" {
    run -0 shogi-validate --explain=uchifuzume
    [[ ${lines[0]} == "uchifuzume (foul)" && $output == *"Source: "* && $output == *"打"* ]]
    run -0 shogi-validate --list-codes
    [[ $output == *"nifu "*"foul"* ]]
    for code in $(shogi-validate --list-codes | sed 's/ .*//'); do
        shogi-validate --explain="$code" >out
        [ "$(wc -l <out)" -ge 4 ]
    done
}

@test "--fix writes mended games and lists every mend" {
    { kif '７六歩(77)   ( 0:10/00:00:10)' '３四歩(33)   ( 0:05/00:00:05)' \
          '２六歩(27)   ( 0:10/00:00:30)' '投了'; } | sed 's/^   3/   7/' >in.kif
    run -0 --separate-stderr shogi-validate --fix=totals,numbers in.kif
    [[ $output == *"   3 ２六歩(27)   ( 0:10/00:00:20)"* ]]
    [[ $stderr == *"[mended-total]"* && $stderr == *"[mended-numbers]"* ]]
}

@test "--fix=result ends the game as it ended on the board" {
    nifu >nifu.kif
    shogi-validate --fix=result nifu.kif >out.kif 2>err
    grep -q 'mended-result' err
    grep -q '反則' out.kif
    run -1 shogi-validate --json out.kif
    [[ $output == *'"result":"ok"'* ]]
}

@test "--fix=handicap goes by the board" {
    { printf '後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n'
      printf '|v香v桂v銀v金v玉v金v銀v桂v香|一\n| ・v飛 ・ ・ ・ ・ ・ ・ ・|二\n'
      printf '|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n'
      printf '| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n'
      printf '| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七\n| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八\n'
      printf '| 香 桂 銀 金 玉 金 銀 桂 香|九\n+---------------------------+\n'
      printf '先手の持駒：なし\n後手番\n手合割：香落ち\n   1 ３四歩(33)\n   2 投了\n'; } >in.kif
    run -1 shogi-validate in.kif
    [[ $output == *"[handicap-mismatch]"* ]]
    run -0 --separate-stderr shogi-validate --fix=handicap in.kif
    [[ $output == *"手合割：角落ち"* && $stderr == *"[mended-handicap]"* ]]
}

@test "--in-place keeps encoding, line ends, byte order mark and rights" {
    local name
    kif '７六歩(77)   ( 0:10/00:00:10)' '３四歩(33)   ( 0:05/00:00:05)' \
        '２六歩(27)   ( 0:10/00:00:30)' '投了' >lf.kif
    sed 's/$/\r/' lf.kif >crlf.kif
    iconv -f utf-8 -t cp932 crlf.kif >cp932.kif
    iconv -f utf-8 -t euc-jp lf.kif >euc.kif
    { printf '\377\376'; iconv -f utf-8 -t utf-16le crlf.kif; } >utf16.kif
    { printf '\357\273\277'; cat lf.kif; } >bom.kif
    chmod 640 cp932.kif
    for name in lf crlf cp932 euc utf16 bom; do
        cp "$name.kif" "$name.before"
        shogi-validate -q --fix=totals --in-place="~" "$name.kif"
        cmp "$name.kif~" "$name.before"
        run -0 shogi-validate "$name.kif"
    done
    grep -q $'00:00:20)\r$' crlf.kif
    ! grep -q $'\r' lf.kif
    iconv -f cp932 -t utf-8 cp932.kif | grep -q $'２六歩(27)   ( 0:10/00:00:20)\r$'
    iconv -f euc-jp -t utf-8 euc.kif | grep -q '２六歩(27)   ( 0:10/00:00:20)$'
    iconv -f utf-16 -t utf-8 utf16.kif | grep -q '２六歩(27)   ( 0:10/00:00:20)'
    [ "$(head -c 3 bom.kif)" = $'\357\273\277' ]
    [ "$(ls -l cp932.kif | cut -c1-10)" = "-rw-r-----" ]
}

@test "--in-place leaves alone what needs no mending, and what it would shorten" {
    clean >clean.kif
    cp clean.kif clean.before
    shogi-validate --fix=totals,result,numbers,handicap --in-place=.old clean.kif
    cmp clean.kif clean.before
    [ ! -e clean.kif.old ]
    { kif '７六歩(77)   ( 0:10/00:00:20)' '投了'; echo '   3 ２六歩(27)'; } >after.kif
    cp after.kif after.before
    run -1 shogi-validate --fix=totals --in-place after.kif
    [[ $output == *"left as it is"* ]]
    cmp after.kif after.before
    echo 'no record' >text.kif
    run -3 shogi-validate --fix=totals --in-place text.kif
    [ "$(cat text.kif)" = 'no record' ]
}

@test "--fix keeps games of one file apart" {
    { not_mate; echo /; printf 'V2.2\nPI\n+\n+7776FU\n%%TORYO\n'; } >two.csa
    shogi-validate --fix=result two.csa >out.csa
    [ "$(grep -c '^V2' out.csa)" -eq 2 ]
    run -1 shogi-validate --json out.csa
    [ "$(grep -c '"type":"verdict"' <<<"$output")" -eq 2 ]
}
