#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# awkward.bats - records that other programs read wrongly without a word
# (shogi-formats(7) has the table), against samples/awkward/expected.tsv.
load helper
setup() { setup_commands; }

# ends FILE: the endings of all games, "resign black / interrupt nobody".
ends() {
    shogi-convert -q -t dump "$1" |
    sed -n 's/^[0-9]* \([a-z-]*\) winner \([a-z]*\).*/\1 \2/p' | paste -s -d '|' | sed 's,|, / ,g'
}

# codes FILE: what is said besides the losses that any conversion to sfen has.
codes() {
    shogi-convert -v -t sfen "$1" 2>&1 >/dev/null |
    sed -n 's/.*\[\([a-z-]*\)\]$/\1/p' | sed '/^lost-/d' | paste -s -d ' '
}

@test "every awkward record gives its games, its result and its codes" {
    local file status games end code got rows=0
    while IFS=$'\t' read -r file status games end code; do
        case $file in '#'*) continue ;; esac
        rows=$((rows + 1))
        got=0
        shogi-convert -q -t sfen "$SAMPLES/awkward/$file" >out 2>err || got=$?
        echo "$file: status $got, wanted $status"
        [ "$got" -eq "$status" ]
        echo "$file: $(paste -s -d '|' out | sed 's,|, / ,g')"
        [ "$(paste -s -d '|' out | sed 's,|, / ,g')" = "${games#-}" ]
        echo "$file: $(ends "$SAMPLES/awkward/$file")"
        [ "$(ends "$SAMPLES/awkward/$file")" = "${end#-}" ]
        echo "$file: $(codes "$SAMPLES/awkward/$file")"
        [ "$(codes "$SAMPLES/awkward/$file")" = "${code#-}" ]
    done <"$SAMPLES/awkward/expected.tsv"
    [ "$rows" -ge 27 ]
    [ "$rows" -eq "$(ls "$SAMPLES/awkward" | grep -vc 'expected.tsv')" ]
}

@test "every awkward record that can be read survives being written and read again" {
    local file
    for file in "$SAMPLES"/awkward/*; do
        case $file in *.tsv | */wrong-sign.csa) continue ;; esac
        for to in kif csa; do
            run -0 shogi-convert -q --check -t "$to" "$file"
            [ -z "$output" ]
        done
    done
}
