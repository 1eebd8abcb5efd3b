#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# rewrite.bats - changing records while they are converted: variations, headers,
# what is dropped, evaluations, scripts, dialects, characters, the check.
load helper

setup() {
    setup_commands
    printf '%s\n' '手合割：平手' '先手：甲' '後手：乙' '手数----指手--' \
        '   1 ７六歩(77)   ( 0:05/00:00:05)' '*良い手' '**評価値=45' \
        '   2 ３四歩(33)   ( 0:03/00:00:03)' '&しおり' '   3 ２六歩(27)' '' \
        '変化：2手' '   2 ８四歩(83)' '   3 投了' >in.kif
}

@test "kif2sfen: --variations=split writes a game for each line of play" {
    run -0 kif2sfen -q --variations=split in.kif
    [ "${lines[0]}" = "startpos moves 7g7f 3c3d 2g2f" ]
    [ "${lines[1]}" = "startpos moves 7g7f 8c8d" ]
    [ "${#lines[@]}" -eq 2 ]
}

@test "kif2kif: --variations=split with -d gives each line of play a file" {
    kif2kif -q --variations=split -d out in.kif
    [ "$(ls out)" = "$(printf 'in-2.kif\nin.kif')" ]
    run -0 kif2sfen -q out/in-2.kif
    [ "$output" = "startpos moves 7g7f 8c8d" ]
}

@test "kif2kif: --variations=main and --main-line leave variations out, without a warning" {
    kif2kif --variations=main in.kif >one 2>err
    kif2kif --main-line in.kif >two 2>>err
    cmp one two
    [ ! -s err ]
    run -1 grep 変化 one
}

@test "kif2kif: --drop leaves out what it names" {
    kif2kif --drop=comments,times,bookmarks,headers in.kif >out
    run -1 grep -e '^\*' -e '^&' -e '00:00' -e 甲 out
    grep 手合割：平手 out
}

@test "kif2kif: --drop=evals keeps all other comments" {
    kif2kif --drop=evals in.kif >out
    grep '^\*良い手$' out
    run -1 grep 評価値 out
}

@test "kif2kif: --drop with an unknown word is trouble" {
    run -2 --separate-stderr kif2kif --drop=moves in.kif
    [[ "$stderr" = *"unknown word 'moves'"* ]]
}

@test "kif2csa: --header changes a header that is there and adds one that is not" {
    kif2csa -q --header '先手=丙' --header '場所=京都' in.kif >out
    grep -x 'N+丙' out
    grep -x '$SITE:京都' out
    run -2 kif2csa --header nonsense in.kif
}

@test "kif2kif: --eval-style writes evaluations as another program does" {
    kif2kif -q --eval-style=floodgate in.kif | grep -x '\*\* 45'
    kif2kif -q --eval-style=shogigui in.kif | grep -x '\*\*対局 評価値 45'
    kif2kif -q --eval-style=none in.kif >out
    run -1 grep -e 評価値 -e '\* 45' out
    grep '^\*良い手$' out
}

@test "csa2kif: a game of floodgate carries its evaluations into comments by default" {
    printf '%s\n' V2 'N+a' 'N-b' PI + +7776FU T1 "'** 30 -3334FU +2726FU" -3334FU T1 >in.csa
    csa2kif in.csa | grep -x '\*\* 30 -3334FU +2726FU'
    csa2kif --eval-style=shogihome in.csa >out
    grep -x '\*\*評価値=30' out
    grep -x '\*\*読み筋=△３四歩▲２六歩' out
}

@test "kif2kif: --glyphs writes Chinese characters, which are read back" {
    kif2kif --glyphs=zh-hans in.kif >out
    grep '７六步(77)' out
    grep -x '后手：乙' out
    run -0 kif2sfen -q out
    [ "$output" = "startpos moves 7g7f 3c3d 2g2f" ]
    kif2kif --glyphs=zh-hans --output-encoding=gb18030 in.kif >gb
    run -0 kif2sfen -q gb
    [ "$output" = "startpos moves 7g7f 3c3d 2g2f" ]
}

@test "csa2kif: --dialect chooses endings that a program knows" {
    printf '%s\n' PI + +7776FU %TIME_UP >time.csa
    csa2kif --dialect=81dojo time.csa | grep 'Time-up$'
    printf '%s\n' PI + +7776FU -3334FU %ILLEGAL_MOVE >foul.csa
    csa2kif -q --dialect=gekisashi foul.csa >out
    grep '  3 投了' out
    grep -x '\*反則負け' out
}

@test "kif2kif: --unmappable=error writes no game that loses a character" {
    sed 's/甲/森雞二/' in.kif >bad.kif
    run -0 --separate-stderr kif2kif --output-encoding=cp932 bad.kif
    [[ "$stderr" = *"cp932 has no character '雞' (line 3 of the output, 1 in all)"* ]]
    [[ "$stderr" = *"[lost-character]"* ]]
    run -1 --separate-stderr kif2kif --output-encoding=cp932 --unmappable=error bad.kif
    [ -z "$output" ]
}

@test "shogi-convert: --check writes nothing and is content with announced losses" {
    run -0 shogi-convert -q --check -t csa in.kif
    [ -z "$output" ]
    run -0 shogi-convert -q --check -t jsonl in.kif
    [ -z "$output" ]
}

@test "shogi-convert: --check finds evaluations again in every style" {
    floodgate=$TOP_SRCDIR/samples/csa/good/floodgate-max-moves.csa
    for style in keep shogihome shogigui floodgate csa3 both none; do
        for to in kif ki2 csa jkf jsonl; do
            run -0 shogi-convert -q --check --eval-style=$style -t $to "$floodgate"
        done
    done
}

@test "kif2csa: a mate of unknown length that becomes a number is announced" {
    printf '%s\n' '   1 ７六歩(77)' '*#詰み=先手勝ち' >mate.kif
    for style in floodgate csa3; do
        run -0 --separate-stderr kif2csa --eval-style=$style mate.kif
        [[ "$output" = *"'** 30000"* ]]
        [[ "$stderr" = *"[lost-evaluation]"* ]]
        run -0 kif2csa -q --check --eval-style=$style mate.kif
    done
}

@test "kif2jsonl: what jq leaves can be read again" {
    command -v jq >/dev/null || skip "no jq"
    kif2jsonl in.kif | jq -c '.moves |= .[:1] | del(.variations, .keys)' | jsonl2kif >out
    run -0 kif2sfen -q out
    [ "$output" = "startpos moves 7g7f" ]
}
