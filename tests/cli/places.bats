#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# places.bats - the same bytes wherever the program runs: no locale, no time zone and no
# other variable of the environment shows in what is converted.
load helper

setup() {
    setup_commands
    cp "$SAMPLES"/kif/good/*.kif "$SAMPLES"/csa/good/*.csa "$SAMPLES"/awkward/*.ki2 .
    rm -f ./*.dump
}

# All that the programs write for the samples, but the words of the system.
everything() {
    for to in kif ki2 csa sfen jkf jsonl; do
        "$@" shogi-convert -q --lang=en -t $to ./*.kif ./*.csa ./*.ki2 || true
    done
    "$@" shogi-convert -q --lang=en -t kif --output-encoding=cp932 ./*.kif || true
    "$@" shogi-validate --lang=en --json ./*.kif ./*.csa || true
    "$@" shogi-validate --lang=en -v ./*.csa || true
    "$@" shogi-analyze --no-progress -q --lang=en --nodes=50 --no-mate --format=csv \
        two-games.csa || true
}

@test "places: ten locales and time zones give the same bytes" {
    everything >here 2>&1
    [ -s here ]
    places=0
    for place in LC_ALL=C LC_ALL=C.UTF-8 LC_ALL=ja_JP.UTF-8 LC_ALL=ja_JP.SJIS LC_ALL=tr_TR.UTF-8 \
        LC_ALL=de_DE.UTF-8 LC_ALL=ar_EG.UTF-8 TZ=UTC+14 TZ=UTC-14 TZ=Asia/Tokyo \
        POSIXLY_CORRECT=1 MALLOC_PERTURB_=165; do
        everything env $place >there 2>&1
        cmp here there
        places=$((places + 1))
    done
    echo "# figure P15: $places places, $(wc -c <here) bytes each, 0 differences" >&3
}
