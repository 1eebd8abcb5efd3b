# SPDX-License-Identifier: MIT
# analyze.bats - shogi-analyze: what is written, and how a long run begins, stops and
# goes on.
load helper

setup() {
    setup_commands
    cp "$SAMPLES/kif/good/yokofudori.kif" game.kif
    cp "$SAMPLES/csa/good/two-games.csa" two.csa
}

# analyze [OPTION]...: quickly.
analyze() {
    shogi-analyze --nodes=500 --no-progress "$@"
}

# without_analysis FILE: the record as KIF without what an analysis adds.
without_analysis() {
    shogi-convert -q -t kif --drop=evals "$1" |
        grep -v -e '^\*\*Engines' -e '^\*【\(解析\|緩手\|疑問手\|悪手\|大悪手\|詰み逃し\|頓死\)'
}

need_jq() {
    command -v jq >/dev/null || skip "jq is not installed"
}

@test "shogi-analyze: the record stays as it is but for evaluations and verdicts" {
    for game in game.kif two.csa "$SAMPLES"/kif/good/nested.kif "$SAMPLES"/ki2/good/*.ki2 \
                "$SAMPLES"/jkf/good/*.jkf; do
        shogi-convert -q -t kif --drop=evals "$game" >plain
        # Some samples hold a foul, or have no king: they are written all the same.
        analyze -q --lang=en -t kif "$game" >analyzed 2>err || [ $? = 1 ]
        without_analysis analyzed >again
        cmp plain again
    done
}

@test "shogi-analyze: every position has an evaluation, which is read back" {
    need_jq
    analyze game.kif >out.kif
    [ "$(grep -c '^\*\*解析 0 ' out.kif)" = 17 ]
    shogi-convert -t jsonl out.kif | jq -c '[.evaluation.cp] + [.moves[].evaluation.cp]' >read
    analyze --format=jsonl game.kif |
        jq -sc '[.[] | select(.type == "position") | .score.cp]' >told
    cmp read told
}

@test "shogi-analyze: a filter, from any format to any format" {
    analyze <two.csa >out.csa
    [ "$(grep -c "^'\*\* " out.csa)" = 14 ]
    [ "$(grep -c '^/$' out.csa)" = 1 ]
    analyze -t kif <two.csa | grep -q '^\*\*解析 0 '
    analyze "$SAMPLES/sfen/good/"*.sfen | grep -q '^手合割：'
    [ "$(analyze -t jsonl two.csa | wc -l)" = 2 ]
    [ "$(analyze -t sfen -q two.csa | wc -l)" = 2 ]
}

@test "shogi-analyze: ShogiHome and ShogiGUI read every line of evaluations" {
    analyze --multipv=2 game.kif >out.kif
    grep '^\*\*' out.kif | grep -v '^\*\*Engines' >lines
    # What ShogiHome looks for in a comment, behind the star of KIF.
    run -1 grep -vE '^\*\*解析 .* 評価値 [+-]?[0-9]+' lines
    # The shape of ShogiGUI.
    start='^\*\*解析 0( (○|△))? 候補[12] 深さ [0-9]+/[0-9]+( ノード数 [0-9]+)?'
    value=' 評価値 ([+-]?[0-9]+|[+-]詰( [0-9]+)?)(↑|↓)?( 読み筋( (▲|△)[^ ]+)+)?$'
    run -1 grep -vE "$start$value" lines
    [ "$(grep -c 候補2 lines)" = 17 ]
}

@test "shogi-analyze: twice is once, with --replace and without" {
    analyze --multipv=2 --lines game.kif >once
    analyze --multipv=2 --lines once >twice
    cmp once twice
    analyze --multipv=2 --lines --replace once >twice
    cmp once twice
    shogi-analyze --nodes=700 --replace once >more
    run -1 grep -q '候補2' more
    [ "$(grep -c '^\*\*解析 0 ' more)" -ge 17 ]
    [ "$(grep -c '^\*【解析】' more)" = 1 ]
    # Without it another opinion stands beside the first.
    shogi-analyze --nodes=700 once >both
    [ "$(grep -c '^\*【解析】' both)" = 2 ]
}

@test "shogi-analyze: --replace leaves foreign comments as they are" {
    {
        printf '%s\n' '手合割：平手' '*初手の前' '手数----指手---------消費時間--' \
            '   1 ７六歩(77)' '*【悪手】これは私の意見' '**評価値=55' '*  空白  ' \
            '*#評価値=12' '*最後'
    } >foreign.kif
    analyze --replace foreign.kif >out.kif
    for line in '*初手の前' '*【悪手】これは私の意見' '*  空白  ' '*最後'; do
        grep -qxF -e "$line" out.kif
    done
    run -1 grep -e 評価値=55 -e 評価値=12 out.kif
    analyze foreign.kif | grep -qxF -e '**評価値=55'
}

@test "shogi-analyze: --skip-analyzed takes what the record says, in any dialect" {
    printf '%s\n' '手合割：平手' '   1 ７六歩(77)' '**評価値=55' '   2 ３四歩(33)' \
        '** 66 +2726FU' '   3 ２六歩(27)' '**解析 評価値 77' '   4 ８四歩(83)' >some.kif
    analyze --skip-analyzed some.kif >out.kif
    [ "$(grep -c '^\*\*解析 0' out.kif)" = 2 ]
    need_jq
    analyze --skip-analyzed --format=jsonl some.kif |
        jq -sc '[.[] | select(.type == "position") | .score.cp][1:4]' >got
    [ "$(cat got)" = "[55,66,77]" ]
}

@test "shogi-analyze: --from-ply, --to-ply and --side say where" {
    analyze --from-ply=5 --to-ply=6 game.kif >out.kif
    [ "$(grep -c '^\*\*解析 0' out.kif)" = 3 ]
    analyze --side=gote game.kif >out.kif
    [ "$(grep -c '^\*\*解析 0' out.kif)" = 9 ]
    run -2 --separate-stderr analyze --from-ply=7 --to-ply=6 game.kif
}

@test "shogi-analyze: --jobs, --cache and what was asked before change no byte" {
    for _ in 1 2 3 4; do cat two.csa; echo /; cat two.csa; echo /; done >many.csa
    analyze -j 1 many.csa >one
    analyze -j 4 many.csa >four
    cmp one four
    analyze -j 2 --cache=answers many.csa >cached
    cmp one cached
    analyze -j 3 --cache=answers many.csa >cached
    cmp one cached
    analyze --from-ply=3 two.csa | grep "^'\*\* " | sort >part
    analyze two.csa | grep "^'\*\* " | sort >whole
    run -0 comm -23 part whole
    [ -z "$output" ]
    analyze --format=jsonl -j 1 many.csa >one
    analyze --format=jsonl -j 4 many.csa >four
    cmp one four
}

@test "shogi-analyze: a cache that was broken off is used and mended" {
    analyze --cache=answers game.kif >whole
    [ "$(wc -l <answers)" = 17 ]
    head -c 1234 answers >half
    cp half answers
    analyze --cache=answers game.kif >again
    cmp whole again
    cp answers before
    analyze --cache=answers game.kif >again
    cmp whole again
    cmp before answers
    # What no engine could have said is not believed.
    sed 's/"pv":\["[^"]*"/"pv":["5e5d"/' before >answers
    analyze --cache=answers game.kif >again
    cmp whole again
}

@test "shogi-analyze: a cache is for one process, and for nothing but answers" {
    run -2 --separate-stderr analyze --cache=game.kif two.csa
    [[ "$stderr" = *"no cache of answers: 'game.kif'"* ]]
    cmp game.kif "$SAMPLES/kif/good/yokofudori.kif"
    run -2 analyze --cache=/nowhere/answers two.csa
    command -v flock >/dev/null || skip "flock is not installed"
    (sleep 3 | shogi-analyze --nodes=500 --cache=answers >/dev/null) &
    for _ in $(seq 50); do [ -e answers ] && break; sleep 0.1; done
    sleep 0.3
    run -2 --separate-stderr analyze --cache=answers game.kif
    [[ "$stderr" = *"another process uses 'answers'"* ]]
    wait
}

@test "shogi-analyze: the analysis ends where a rule is broken" {
    run -1 --separate-stderr analyze "$SAMPLES/fouls/nifu/nifu.kif"
    where=$SAMPLES/fouls/nifu/nifu.kif:15:6
    what="the analysis ends before move 11 ▲7五歩打, which breaks a rule [analysis-ends]"
    [ "$stderr" = "$where: warning: $what" ]
    [ "$(grep -c '^\*\*解析 0' <<<"$output")" = 11 ]
}

@test "shogi-analyze: a position without a king is told, and the rest goes on" {
    printf '%s\n' 'lnsg1gsnl/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h' \
        'startpos moves 7g7f' >in.sfen
    run -1 --separate-stderr analyze in.sfen
    what="the start position cannot be analysed: a king is missing [not-analyzed]"
    [ "$stderr" = "in.sfen:1:1: error: $what" ]
    [ "$(grep -c '^\*\*解析 0' <<<"$output")" = 2 ]
}

@test "shogi-analyze: what cannot be read is told, and the rest is analysed" {
    { printf 'V2.2\nPI\n+\n+77\n/\n'; cat two.csa; } >bad.csa
    run -3 --separate-stderr analyze bad.csa
    [[ "$stderr" = *"[syntax]"* ]]
    [ "$(grep -c "^'\*\* " <<<"$output")" = 14 ]
    run -2 --separate-stderr analyze nothing.kif game.kif
    [ "$(grep -c '^\*\*解析 0' <<<"$output")" = 17 ]
}

@test "shogi-analyze: bad moves are named" {
    # The bishop for nothing.
    printf '%s\n' 'startpos moves 7g7f 3c3d 8h7g 8c8d 7g5e 8d8e 5e3c+ 2a3c' >in.sfen
    shogi-analyze --nodes=5000 in.sfen >out.kif
    grep -A1 '７ \|   7 ' out.kif | grep -qE '^\*【(悪手|大悪手|疑問手)】勝率 [0-9.]+% → [0-9.]+% 最善手 ▲'
    shogi-analyze --nodes=5000 --no-verdicts in.sfen >out.kif
    run -1 grep -q 勝率 out.kif
    run -2 analyze --thresholds=5,3,2,1 in.sfen
    run -2 analyze --thresholds=x in.sfen
}

@test "shogi-analyze: a missed mate and a win thrown away are named" {
    printf '%s\n' '4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5h' \
        '4k4/9/9/9/8R/B8/4p4/9/4K4 b g 1 moves 1e1d' >in.sfen
    shogi-analyze --nodes=5000 in.sfen >out.kif
    grep -q '^\*【詰み逃し】1手詰 ▲５二金打$' out.kif
    grep -q '^\*【頓死】1手詰$' out.kif
    grep -q '^\*【大悪手】勝率 ' out.kif
}

@test "shogi-analyze: --graph draws each game, --summary reports all" {
    analyze --graph=g.svg --summary=report.txt two.csa >out.csa
    head -c 4 g.svg | grep -q '^<svg'
    [ -s g-2.svg ]
    [ "$(grep -c '^Engine: ' report.txt)" = 2 ]
    analyze --graph='{n}.svg' two.csa >again.csa
    cmp out.csa again.csa
    cmp g.svg 1.svg
    cmp g-2.svg 2.svg
    run -2 analyze --graph=/nowhere/g.svg two.csa
}

@test "shogi-analyze: reports have all games, and no time of the day" {
    for format in jsonl csv text; do
        analyze --format=$format two.csa >one
        sleep 0.1
        analyze --format=$format two.csa >two
        [ -s one ]
        cmp one two
    done
    [ "$(analyze --format=csv two.csa | grep -c '^path,')" = 1 ]
    run -2 analyze --format=csv --to=kif two.csa
}

@test "shogi-analyze: --nnue wants a network" {
    run -2 --separate-stderr analyze --nnue=game.kif two.csa
    [[ "$stderr" = "shogi-analyze: 'game.kif': "* ]]
    run -2 --separate-stderr analyze --nnue=nothing two.csa
    run -2 --separate-stderr analyze --nnue=/dev/null two.csa
    run -2 --separate-stderr analyze --nnue=game.kif --engine=x two.csa
}

@test "shogi-analyze: -o appears whole" {
    analyze -o out.kif game.kif
    analyze game.kif | cmp - out.kif
    run -2 --separate-stderr analyze -o game.kif game.kif
    cmp game.kif "$SAMPLES/kif/good/yokofudori.kif"
}

# A run that gets SIGNAL after two positions: out.kif, err and $status.
interrupted() {
    local signal=$1

    rm -f answers
    # A shell ignores SIGINT for what it puts into the background.
    env --default-signal=INT shogi-analyze --time=500 --no-progress --cache=answers \
        game.kif >out.kif 2>err &
    for _ in $(seq 200); do
        [ ! -e answers ] || [ "$(wc -l <answers)" -lt 2 ] || break
        sleep 0.1
    done
    kill -"$signal" $!
    status=0
    wait $! || status=$?
}

@test "shogi-analyze: SIGINT and SIGTERM write what is done and end by the signal" {
    env --default-signal=INT true 2>/dev/null || skip "env cannot set signals"
    for signal in INT TERM; do
        interrupted $signal
        [ "$status" = $((128 + $(kill -l $signal))) ]
        grep -q 'interrupted: what was analysed so far is written' err
        grep -q '^\*【解析】0 時間 0.500秒 候補手 1 中断$' out.kif
        done=$(grep -c '^\*\*解析 0' out.kif)
        [ "$done" -ge 2 ]
        [ "$done" -lt 17 ]
        without_analysis out.kif >again
        shogi-convert -q -t kif game.kif | cmp - again
    done
}

@test "shogi-analyze: a signal that comes while input is awaited ends the run" {
    mkfifo pipe
    shogi-analyze --from=csa --nodes=500 <pipe >out.csa &
    pid=$!
    exec 9>pipe
    cat two.csa >&9
    for _ in $(seq 50); do [ -s out.csa ] && break; sleep 0.1; done
    kill -TERM $pid
    status=0
    wait $pid || status=$?
    exec 9>&-
    [ "$status" = 143 ]
    grep -q '^%CHUDAN' out.csa
}

@test "shogi-analyze: a reader that goes away is no error" {
    for _ in 1 2 3 4 5 6; do cat two.csa; echo /; done >many.csa
    run -0 bash -c 'shogi-analyze --nodes=500 many.csa 2>err | head -n 1'
    [ ! -s err ]
}

# ---- USI engines ---------------------------------------------------------------------

# ask MODE [OPTION]...: the fake engine in one of its modes, with short deadlines.
ask() {
    local mode=$1

    shift
    [ -x "$BIN/tests/fake-usi" ] || skip "tests/fake-usi is not built"
    analyze --engine="$BIN/tests/fake-usi $mode" --engine-timeout=2 --engine-grace=1 "$@"
}

# no_engine_left: none of the fake engines of this test lives on.
no_engine_left() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        pgrep -f "$BIN/tests/fake-usi $1" >/dev/null || return 0
        sleep 0.2
    done
    return 1
}

@test "shogi-analyze: --engine asks a USI engine, and tells who it was" {
    ask normal two.csa >out.csa
    [ "$(grep -c "^'\*\* " out.csa)" = 14 ]
    name=$(printf 'usi\nquit\n' | "$BIN/tests/fake-usi" normal | sed -n 's/^id name //p')
    grep -qxF "'**Engines 0 $name" out.csa
    for _ in 1 2 3; do cat two.csa; echo /; done >many.csa
    ask normal -j 1 many.csa >one
    ask normal -j 3 many.csa >three
    cmp one three
    ask normal --cache=answers many.csa | cmp - one
    ask normal --cache=answers many.csa | cmp - one
    # Another engine has other answers.
    analyze --cache=answers many.csa >builtin
    run -1 cmp -s one builtin
    no_engine_left normal
}

# The whole text, with an engine that never changes.  After a change that was meant:
# look at the difference, then copy what the test says.
@test "shogi-analyze: a record looks as it did" {
    for to in kif csa; do
        golden=$TOP_SRCDIR/tests/cli/analyzed.$to
        ask normal --multipv=2 --lines --to-ply=6 -q -t $to game.kif >analyzed.$to
        diff "$golden" analyzed.$to || {
            cp analyzed.$to "$BIN/"
            echo "see $BIN/analyzed.$to"
            false
        }
    done
}

@test "shogi-analyze: the samples of the built-in engine can be made again" {
    [ "$SHOGI_LONG" ] || skip "takes a minute; SHOGI_LONG=1 runs it"
    for name in sansa-1607 builtin-fairy; do
        analyzed=$SAMPLES/analyzed/$name.builtin.kif
        shogi-convert -q -t kif --drop=evals "$analyzed" |
            grep -v -e '^\*\*Engines' -e '^\*【' >plain.kif
        shogi-analyze --graph=$name.svg plain.kif >again.kif
        cmp "$analyzed" again.kif
        [ ! -e "$SAMPLES/analyzed/$name.svg" ] || cmp "$SAMPLES/analyzed/$name.svg" $name.svg
    done
}

@test "shogi-analyze: a mate is proved, whatever the engine says" {
    printf '%s\n' '4k4/9/4P4/9/9/9/9/9/4K4 b G 1' >mate.sfen
    ask normal mate.sfen >out.kif
    grep -q '^\*\*解析 0 候補1 .* 評価値 +詰 1 読み筋 ▲５二金打$' out.kif
    grep -qxF '*#詰み=先手勝ち:1手' out.kif
    ask normal --no-mate mate.sfen >out.kif
    run -1 grep -q 詰 out.kif
    printf '%s\n' '4k4/9/4P4/9/9/9/9/9/4K4 w G 1 moves 5a6a' >threat.sfen
    ask normal --threatmate -t kif threat.sfen >out.kif
    run -1 grep -q 詰めろ out.kif
    printf '%s\n' '4k4/9/9/4P4/9/9/9/9/4K4 b G 1 moves 5d5c' >threat.sfen
    ask normal --threatmate threat.sfen >out.kif
    grep -qxF '*【詰めろ】1手詰' out.kif
    # Two golds above a king in the corner.
    printf '%s\n' '8k/9/p6G1/6G2/9/9/9/9/4K4 b - 1 moves 3d3c' >brink.sfen
    ask normal --threatmate brink.sfen >out.kif
    grep -qxF '*【必至】1手詰' out.kif
    run -2 analyze --no-mate --threatmate mate.sfen
}

@test "shogi-analyze: --transcript tells what was said" {
    ask normal --transcript=said two.csa >out.csa
    grep -qE '^[0-9]+\.[0-9]{3} 1> usi$' said
    grep -qE '^[0-9]+\.[0-9]{3} 1< usiok$' said
    grep -q '> position startpos moves 7g7f 3c3d$' said
    grep -q '> go nodes 500$' said
    grep -q '> quit$' said
    run -2 analyze --transcript=said two.csa
    run -2 analyze --engine-option=A=1 two.csa
    run -2 ask normal --engine-option=nonsense two.csa
}

@test "shogi-analyze: an engine that cannot be used is trouble, before anything is read" {
    for mode in no-usiok exit-at-usi crash-at-isready; do
        run -2 --separate-stderr ask $mode two.csa
        [ -z "$output" ]
        [[ "$stderr" = "shogi-analyze: engine "* ]]
        no_engine_left $mode
    done
    run -2 --separate-stderr analyze --engine=/nowhere/engine two.csa
    [[ "$stderr" = *"/nowhere/engine"* ]]
}

@test "shogi-analyze: an engine that fails at a position has answers for the others" {
    for mode in crash-in-search exit-in-search closes-stdout hang-in-search \
                illegal-bestmove-only; do
        run -1 --separate-stderr ask $mode two.csa
        [ "$(grep -c "^'\*\* " <<<"$output")" = 12 ]
        [ "$(grep -c '【解析失敗】$' <<<"$output")" = 2 ]
        [ "$(grep -c '\[engine-failed\]$' <<<"$stderr")" = 2 ]
        what="two.csa:8:1: error: no analysis of the position after move 1: "
        [[ "${stderr_lines[0]}" = "$what"* ]]
        no_engine_left $mode
    done
}

@test "shogi-analyze: what an engine says is never believed blindly" {
    for mode in binary-noise escapes-in-name illegal-pv words-in-pv cp932-name \
                unknown-words huge-numbers; do
        ask $mode -t kif two.csa >out.kif 2>err
        [ "$(grep -c '^\*\*解析 0' out.kif)" = 14 ]
        run -1 grep -q "$(printf '[\001-\010\013-\037]')" out.kif
        iconv -f utf-8 -t utf-8 out.kif >/dev/null
        shogi-convert -q --check -t kif out.kif
    done
}

@test "shogi-analyze: a signal ends an engine that is stuck, too" {
    for mode in hang-in-search ignores-quit-and-term; do
        ask $mode --engine-grace=20 two.csa >out.csa 2>err &
        sleep 1
        # The program is the only child of the subshell.
        kill -TERM "$(pgrep -P $!)" 2>/dev/null || true
        wait $! || true
        no_engine_left $mode
    done
}

@test "shogi-analyze: engines of the system" {
    found=
    for engine in /usr/games/fairy-stockfish /usr/games/gpsusi; do
        [ -x $engine ] || continue
        found=1
        # gpsusi reads its evaluation for seconds, and does not count nodes.
        shogi-analyze --engine=$engine --engine-timeout=120 --time=500 two.csa >out.csa
        [ "$(grep -c "^'\*\* " out.csa)" = 14 ]
    done
    [ "$found" ] || skip "neither fairy-stockfish nor gpsusi is installed"
}
