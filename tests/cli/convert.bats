#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# convert.bats - shogi-convert and every X2Y: names, operands, where results go,
# exit status, what is said of losses.
load helper

setup() {
    setup_commands
    printf '%s\n' '先手：甲' '後手：乙' '手数----指手---------消費時間--' \
        '   1 ７六歩(77)   ( 0:03/00:00:03)' '*良い手' \
        '   2 ３四歩(33)   ( 0:05/00:00:05)' '   3 投了' '' '変化：2手' \
        '   2 ８四歩(83)' >one.kif
    printf '%s\n' '先手：丙' '手数----指手--' '   1 ２六歩(27)' '   2 中断' >two.kif
    printf '%s\n' '手数----指手--' '   1 ７六歩(77)' '   2 ７六歩(77)' >broken.kif
}

# A record of one move whose player has the name $1.
named() {
    printf '%s\n' "先手：$1" '手数----指手--' '   1 ２六歩(27)'
}

@test "every X2Y reads X and writes Y" {
    for name in $(shogi-convert --list-commands); do
        from=${name%%2[a-z]*}
        to=${name#"$from"2}
        [ "$from" = auto ] && from=kif
        [ -e "in.$from" ] || kif2kif two.kif | shogi-convert -q -f kif -t "$from" >"in.$from"
        "$name" -q "in.$from" >out || { echo "$name"; return 1; }
        [ -s out ]
        shogi-convert -q -f "$from" -t "$to" "in.$from" | cmp - out
    done
}

@test "a name with several 2s is read where both halves are formats" {
    kif2ki2 -q two.kif >two.ki2
    run -0 ki22sfen -q two.ki2
    [ "$output" = "startpos moves 2g2f" ]
    run -0 ki22ki2 -q two.ki2
}

@test "a name that is no pair is shogi-convert, and wants --to" {
    ln -s "$BIN/shogi-convert" kif2nothing
    run -2 --separate-stderr ./kif2nothing two.kif
    [[ "$stderr" = *"no output format"* ]]
    run -0 ./kif2nothing -q -t sfen two.kif
    [ "$output" = "startpos moves 2g2f" ]
}

@test "--help and --version say what a person wants to know" {
    run -0 kif2csa --help
    [[ "$output" = "Usage: kif2csa [OPTION]... [FILE]..."* ]]
    [[ "$output" = *"from kif to csa"* ]]
    [[ "$output" = *"Exit status"* ]]
    run -0 kif2csa --version
    [[ "$output" = *shogi-utils* ]]
}

@test "operands are read in their order, '-' is standard input, -- ends options" {
    run -0 bash -c 'kif2sfen two.kif -q - one.kif <one.kif'
    [ "$output" = "startpos moves 2g2f
startpos moves 7g7f 3c3d
startpos moves 7g7f 3c3d" ]
    cp two.kif ./-q
    run -0 kif2sfen -q -- -q
    [ "$output" = "startpos moves 2g2f" ]
}

@test "--from-list takes paths by lines, -0 by NUL" {
    mkdir 'a b'
    cp one.kif "a b/$(printf 'new\nline').kif"
    printf 'two.kif\none.kif\n' >list
    run -0 kif2sfen -q --from-list=list
    [ "$output" = "startpos moves 2g2f
startpos moves 7g7f 3c3d" ]
    run -0 bash -c "find . -name 'new*' -print0 | kif2sfen -q -0 --from-list=- two.kif"
    [ "$output" = "startpos moves 7g7f 3c3d
startpos moves 2g2f" ]
    for _ in $(seq 3000); do echo two.kif; done >list
    kif2sfen -q --from-list=list >out
    [ "$(wc -l <out)" = 3000 ]
    run -2 kif2sfen --from-list=missing
}

@test "what cannot be opened is named, and the rest is converted" {
    mkdir folder
    run -2 --separate-stderr kif2sfen -q missing.kif folder two.kif
    [ "$output" = "startpos moves 2g2f" ]
    [[ "$stderr" = *"cannot open 'missing.kif'"* ]]
    [[ "$stderr" = *"cannot read 'folder'"* ]]
}

@test "what may not be read is named" {
    [ "$(id -u)" != 0 ] || skip "root may read everything"
    chmod 0 one.kif
    run -2 --separate-stderr kif2sfen -q one.kif two.kif
    [[ "$stderr" = *"cannot open 'one.kif'"* ]]
}

@test "a broken game is left out with status 3, and --keep-broken writes what was read" {
    run -3 --separate-stderr kif2sfen -q one.kif broken.kif two.kif
    [ "${#lines[@]}" = 2 ]
    [[ "$stderr" = *broken.kif:3:* ]]
    run -3 --separate-stderr kif2sfen -q --keep-broken broken.kif
    [ "$output" = "startpos moves 7g7f" ]
}

@test "wrong usage is status 2" {
    run -2 kif2csa --no-such-option
    run -2 kif2csa -j0 one.kif
    run -2 shogi-convert -t nothing one.kif
    run -2 shogi-convert -f nothing -t csa one.kif
    run -2 kif2csa --input-encoding=nothing one.kif
    run -2 kif2csa --output-encoding=nothing one.kif
    run -2 kif2csa -o a -d b one.kif
    run -2 kif2csa -d b --name='{nothing}' one.kif
    run -2 kif2csa --final one.kif
}

@test "each kind of loss is told once for a path, with its place, then counted" {
    cat one.kif one.kif one.kif >three.kif
    run -0 --separate-stderr kif2csa three.kif
    [ "$(grep -c lost-variation <<<"$stderr")" = 2 ]
    [[ "$stderr" = "three.kif:1:1: warning: "*"[lost-variation]"* ]]
    [[ "$stderr" = *"three.kif: warning: the same in 2 more games [lost-variation]"* ]]
    run -0 --separate-stderr kif2csa one.kif
    [[ "$stderr" != *"the same"* ]]
    run -0 --separate-stderr kif2csa -q three.kif
    [ -z "$stderr" ]
}

@test "--strict makes a loss status 1, and only a loss" {
    run -1 --separate-stderr kif2csa --strict one.kif
    [ -n "$output" ]
    run -1 kif2csa --strict -q one.kif
    run -0 kif2csa --strict two.kif
    run -0 kif2kif --strict one.kif
}

@test "-o: the file appears whole, when all is done" {
    kif2csa -q one.kif >expected
    run -0 kif2csa -q -o out.csa one.kif
    [ -z "$output" ]
    cmp expected out.csa
    echo old >old.csa
    run -2 kif2csa -q -o old.csa missing.kif
    [ "$(cat old.csa)" = old ]
    kif2csa -q -o old.csa one.kif
    cmp expected old.csa
    run -2 kif2csa -q -o no/folder/out.csa one.kif
    [ -z "$(find . -name '.shogi-*')" ]
}

@test "-o: an input is never overwritten, under any of its names" {
    cp one.kif copy
    ln one.kif hard
    ln -s one.kif soft
    for name in one.kif ./one.kif hard soft; do
        run -2 --separate-stderr kif2kif -q -o "$name" two.kif one.kif
        [[ "$stderr" = *"would overwrite 'one.kif'"* ]]
        cmp one.kif copy
    done
}

@test "-o: a symbolic link stays one, and what it leads to is written" {
    mkdir elsewhere
    echo old >elsewhere/target
    ln -s elsewhere/target link
    kif2csa -q -o link one.kif
    [ -L link ]
    kif2csa -q one.kif | cmp - elsewhere/target
    run -2 kif2csa -q -o /dev/full one.kif
    [ -c /dev/full ]
}

@test "-o: a file keeps its rights" {
    echo old >out.csa
    chmod 640 out.csa
    kif2csa -q -o out.csa one.kif
    [ "$(stat -c %a out.csa)" = 640 ]
}

@test "-o and -d: an interruption leaves no draft and no half file" {
    mkfifo in
    env --default-signal=INT,TERM,HUP true || skip "env cannot undo that SIGINT is ignored"
    for signal in INT TERM HUP; do
        # What runs in the background of a script has SIGINT ignored, and behind nohup
        # SIGHUP.
        env --default-signal=INT,TERM,HUP sh -c 'echo $$ >pid; exec kif2csa -q -o out.csa' <in &
        exec 5>in
        cat one.kif >&5
        for _ in $(seq 50); do
            [ -z "$(find . -name '.shogi-*')" ] || break
            sleep 0.1
        done
        [ -n "$(find . -name '.shogi-*')" ]
        kill -s $signal "$(cat pid)"
        exec 5>&-
        wait || true
        [ -z "$(find . -name '.shogi-*')" ]
        [ ! -e out.csa ]
    done
}

@test "-o: an interruption while the draft is being made leaves none either" {
    local slow="strace -f -o trace -e trace=openat -e inject=openat:delay_exit=100000"
    $slow true 2>/dev/null || skip "strace cannot slow a call down"
    mkfifo in
    $slow sh -c 'echo $$ >pid; exec kif2csa -q -o out.csa' <in &
    exec 5>in
    cat one.kif >&5
    for _ in $(seq 500); do
        [ -z "$(find . -name '.shogi-*')" ] || break
        sleep 0.02
    done
    [ -n "$(find . -name '.shogi-*')" ]
    kill -s TERM "$(cat pid)"
    exec 5>&-
    wait || true
    [ -z "$(find . -name '.shogi-*')" ]
}

@test "-d: a file for each game, named after the path and its number" {
    cat one.kif two.kif one.kif >three.kif
    kif2csa -q -d out three.kif two.kif
    [ "$(ls out)" = "$(printf '%s\n' three-2.csa three-3.csa three.csa two.csa)" ]
    kif2csa -q two.kif | cmp - out/two.csa
    kif2csa -q <one.kif -d out
    [ -e out/game.csa ]
}

@test "-d: files that exist are replaced with --force only" {
    mkdir out
    echo old >out/one.csa
    run -2 kif2csa -q -d out one.kif
    [ "$(cat out/one.csa)" = old ]
    kif2csa -q --force -d out one.kif
    kif2csa -q one.kif | cmp - out/one.csa
}

@test "-d: an input is never overwritten, not even with --force" {
    mkdir out
    cp one.kif two.kif out
    cp out/two.kif copy
    run -2 --separate-stderr kif2kif -q --force -d . one.kif
    [[ "$stderr" = *one.kif* ]]
    cmp one.kif out/one.kif
    run -2 --separate-stderr kif2kif -q --force -d out two.kif out/two.kif
    cmp out/two.kif copy
}

@test "-d --name: no name that a record has leaves the folder" {
    mkdir jail
    for name in ../escape ../../etc/x /tmp/absolute .. . .hidden -rf 'a/b' "$(printf 'a\tb')" \
        CON nul.txt COM1 "$(printf '\342\200\256gpj')" "$(printf 'x%.0s' $(seq 10000))" \
        '  ' 'a:b*c?"<>|' '$(touch pwned)' '{n}' '%s%n'; do
        named "$name"
    done >hostile.kif
    kif2csa -q -d jail/out --name='{black}' hostile.kif
    [ "$(ls jail)" = out ]
    [ "$(find jail/out -type f | wc -l)" = 19 ]
    [ -z "$(find jail/out -mindepth 1 ! -type f)" ]
    [ -z "$(find jail/out -name '.*' -type f)" ]
    # Letters, digits, kana, kanji: nothing that a shell or a terminal reads.
    run -1 bash -c "ls jail/out | LC_ALL=C grep '[^A-Za-z0-9._-]'"
    run -1 bash -c "ls jail/out | grep -xiE '(con|nul|com1)(\..*)?'"
    [ ! -e escape.csa ] && [ ! -e jail/escape.csa ]
}

@test "-d --name: names that differ in case only do not meet" {
    { named Aoi; named AOI; named aoi; named aoi-2; } >four.kif
    kif2csa -q -d out --name='{black}' four.kif
    [ "$(ls out | tr A-Z a-z | sort -u | wc -l)" = 4 ]
}

@test "-d: a symbolic link that was planted is not followed" {
    mkdir out
    echo precious >precious
    ln -s ../precious out/one.csa
    run -2 kif2csa -q -d out one.kif
    [ "$(cat precious)" = precious ]
    kif2csa -q --force -d out one.kif
    [ "$(cat precious)" = precious ]
    [ ! -L out/one.csa ]
    ln -s ../nowhere out/two.csa
    run -2 kif2csa -q -d out two.kif
    [ ! -e nowhere ]
}

@test "-d --name: fields of the record make the name" {
    printf '%s\n' '開始日時：2024/05/01 10:00:00' '棋戦：順位戦' '先手：甲' '後手：乙' \
        '手数----指手--' '   1 ７六歩(77)' >in.kif
    kif2csa -q -d out --name='{date}_{event}_{black}-{white}_{n}_{stem}' in.kif
    [ "$(ls out)" = "2024_05_01_10_00_00_順位戦_甲-乙_1_in.csa" ]
}

@test "--output-encoding=cp932 writes CRLF, and reads back the same" {
    kif2kif --output-encoding=cp932 one.kif >sjis.kif
    grep -q $'\r$' sjis.kif
    kif2kif one.kif >here
    iconv -f CP932 -t UTF-8 sjis.kif | tr -d '\r' | grep -v '^#KIF' >converted
    grep -v '^#KIF' here | cmp - converted
    kif2kif sjis.kif | cmp - here
}

@test "messages name the place as path:line:column" {
    run -3 --separate-stderr kif2csa broken.kif
    [[ "$stderr" =~ ^broken\.kif:3:[0-9]+:\ (error|foul): ]]
}
