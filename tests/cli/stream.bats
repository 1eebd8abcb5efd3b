#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# stream.bats - streams of any length: memory, order, early ends, slow and mixed
# producers, full disks.
load helper

setup() {
    setup_commands
    printf '%s\n' V2.2 N+KOU N-OTSU PI + +7776FU T3 -3334FU T5 "'a comment" +2726FU T1 \
        %TORYO / >game.csa
    printf '%s\n' '先手：甲' '後手：乙' '手数----指手---------消費時間--' \
        '   1 ７六歩(77)   ( 0:03/00:00:03)' '   2 ３四歩(33)   ( 0:05/00:00:05)' \
        '   3 投了' >game.kif
    line='startpos moves 7g7f 3c3d 2g2f'
}

# games N: the CSA game N times.
games() {
    yes "$(cat game.csa)" | head -n $(($1 * 14))
}

# Sanitizers need more address space than any limit leaves.
limited() (
    ulimit -v "$1"
    shift
    "$@"
)

need_limits() {
    limited 100000 shogi-convert --version >/dev/null 2>&1 || skip "a sanitizer needs its space"
}

@test "csa2sfen: a long stream needs no more memory than a short one" {
    need_limits
    games 150000 | limited 40000 csa2sfen -q -j1 | tail -n 1 >out
    [ "$(cat out)" = "$line" ]
}

@test "csa2kif -j4: a long stream needs no more memory than a short one" {
    need_limits
    games 150000 | limited 600000 csa2kif -j4 2>err | grep -c 投了 >out
    [ "$(cat out)" = 150000 ]
}

@test "csa2sfen: one endless line does not fill the memory" {
    need_limits
    head -c 300000000 /dev/zero | tr '\0' x |
        limited 200000 csa2sfen --max-game-size=1M -j1 >out 2>err || status=$?
    [ "$status" = 3 ]
    [ ! -s out ]
    [ -s err ]
}

@test "every number of jobs gives the same bytes, also on standard error" {
    {
        games 3000
        printf '%s\n' PI + +7776FU +5556FU / PI + +9999XX /
        games 3000
    } >in.csa
    for to in sfen kif csa jsonl; do
        shogi-convert -t "$to" -j1 in.csa >one 2>one.err || [ $? = 3 ]
        for jobs in 2 4 8; do
            shogi-convert -t "$to" -j$jobs in.csa >many 2>many.err || [ $? = 3 ]
            cmp one many
            cmp one.err many.err
        done
        shogi-convert -t "$to" -j1 <in.csa >one 2>/dev/null || [ $? = 3 ]
        shogi-convert -t "$to" -j4 <in.csa >many 2>/dev/null || [ $? = 3 ]
        cmp one many
    done
    [ -s one.err ]
}

@test "head -1 ends an endless stream at once and quietly" {
    start=$(date +%s%N)
    yes "$(cat game.csa)" | csa2sfen -q 2>err | head -n 1 >out
    took=$((($(date +%s%N) - start) / 1000000))
    [ "$(cat out)" = "$line" ]
    [ ! -s err ]
    # Half a second on a quiet machine; tests run beside each other.
    [ $took -lt 3000 ]
}

@test "a parent that ignores SIGPIPE does not make the stream endless" {
    (
        trap '' PIPE
        yes "$(cat game.csa)" 2>/dev/null | timeout 10 csa2sfen -q 2>/dev/null | head -n 1 >out
    )
    [ "$(cat out)" = "$line" ]
}

@test "what a slow producer has sent comes out before it sends more" {
    for jobs in 1 4; do
        mkfifo in
        csa2sfen -j$jobs <in >out &
        exec 5>in
        for games in 1 2 3; do
            cat game.csa game.csa >&5
            for _ in $(seq 50); do
                [ "$(wc -l <out)" -lt $((2 * games)) ] || break
                sleep 0.1
            done
            [ "$(wc -l <out)" = $((2 * games)) ]
        done
        exec 5>&-
        wait $!
        [ "$(wc -l <out)" = 6 ]
        rm in
    done
}

@test "a producer of single bytes changes nothing" {
    cat game.csa game.csa >in.csa
    dd if=in.csa bs=1 status=none | csa2kif >one
    csa2kif in.csa >two
    cmp one two
    dd if=game.kif bs=1 status=none | auto2csa >one
    auto2csa game.kif >two
    cmp one two
}

@test "each game of a stream has an encoding of its own" {
    {
        cat game.kif
        iconv -f UTF-8 -t CP932 game.kif
        iconv -f UTF-8 -t EUC-JP game.kif
        cat game.kif
    } >mixed.kif
    run -0 --separate-stderr kif2csa mixed.kif
    [ "$(grep -c '^N+甲$' <<<"$output")" = 4 ]
    [ "$(grep -c '^N-乙$' <<<"$output")" = 4 ]
    [ "$(grep -c '^+7776FU' <<<"$output")" = 4 ]
}

@test "a stream in UTF-16 is read as one in UTF-8" {
    kif2csa game.kif >one
    iconv -f UTF-8 -t UTF-16 game.kif | kif2csa >two
    cmp one two
    iconv -f UTF-8 -t UTF-16BE game.kif | kif2csa --input-encoding=utf-16be >two
    cmp one two
}

@test "an escape sequence that only terminals know changes nothing else" {
    sed "s/甲/$(printf '\033')[31m甲/" game.kif >red.kif
    sed "s/甲/$(printf '\033')\$B甲/" game.kif >odd.kif
    for to in utf-8 cp932; do
        for file in red.kif odd.kif; do
            iconv -f utf-8 -t $to $file >coloured.kif
            for limit in 1 2 3 7 100000; do
                dd if=coloured.kif bs=$limit 2>/dev/null | shogi-convert -f kif -t sfen >out 2>err
                [ "$(cat out)" = 'startpos moves 7g7f 3c3d resign' ] ||
                    [ "$(cat out)" = 'startpos moves 7g7f 3c3d' ]
                [ ! -s err ] || ! grep -q error err
            done
        done
    done
    iconv -f utf-8 -t iso-2022-jp game.kif >jis.kif
    shogi-convert -t dump jis.kif | grep 'header black "先手" "甲"'
}

@test "no input is no game, and no output; an empty file is a mistake" {
    run -0 csa2kif </dev/null
    [ -z "$output" ]
    : >empty.csa
    run -3 --separate-stderr csa2kif empty.csa
    [ -z "$output" ]
    [[ "$stderr" = empty.csa:1:1:* ]]
}

@test "a full disk is reported by every command, also for --help" {
    [ -c /dev/full ] || skip "no /dev/full"
    for arg in --help --version --list-formats; do
        for program in shogi-convert shogi-validate kif2csa; do
            run -2 bash -c "$program $arg >/dev/full"
            [[ "$output" = *"write error"* ]]
        done
    done
    run -2 bash -c "shogi-convert --list-commands >/dev/full"
    for name in $(shogi-convert --list-commands); do
        case $name in
        csa2*) run -2 bash -c "$name game.csa >/dev/full" ;;
        auto2*) run -2 bash -c "$name game.kif >/dev/full" ;;
        *) continue ;;
        esac
        [[ "$output" = *"$name: write error"* ]]
    done
    run -2 bash -c "shogi-validate --json game.kif >/dev/full"
}

@test "a closed standard output is reported" {
    run -2 bash -c 'csa2kif game.csa >&-'
    [[ "$output" = *"write error"* ]]
    run -2 bash -c 'csa2kif --help >&-'
}

@test "a file that is no record says what was looked at" {
    printf 'Dear diary,\nnothing happened.\n' >diary.txt
    run -3 --separate-stderr shogi-convert -t csa diary.txt
    [ -z "$output" ]
    [[ "$stderr" = diary.txt:1:1:*not-a-record* ]]
    for format in kif csa sfen jkf; do
        [[ "$stderr" = *"$format "[0-9]* ]]
    done
}

@test "no progress line where standard error is no terminal" {
    {
        cat game.csa
        sleep 2.3
        games 200
    } | csa2sfen -q 2>err >out
    [ ! -s err ]
    [ "$(wc -l <out)" = 201 ]
}

# on_a_terminal COMMAND: run it with a terminal for standard error.
on_a_terminal() {
    command -v script >/dev/null || skip "script is not installed"
    script -qec true /dev/null </dev/null >/dev/null 2>&1 || skip "no terminal can be made here"
    script -qec "$1" typescript </dev/null >/dev/null || true
}

@test "work that lasts has a progress line on a terminal, unless --no-progress" {
    cat >slow <<'SH'
for _ in 1 2 3 4 5 6; do cat game.csa; sleep 0.6; done
SH
    on_a_terminal "sh slow | csa2sfen >out"
    grep -a 'games, ' typescript
    on_a_terminal "sh slow | csa2sfen --no-progress >out"
    run -1 grep -a 'games, ' typescript
    on_a_terminal "csa2sfen game.csa >out"
    run -1 grep -a 'games, ' typescript
}
