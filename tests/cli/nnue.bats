# SPDX-License-Identifier: MIT
# nnue.bats - networks that evaluate positions, in shogi-analyze and shogi-usi.
load helper

setup() {
    setup_commands
    [ -x "$BIN/tests/make-nnue" ] || skip "tests/make-nnue is not built"
    if [ ! -e "$BATS_FILE_TMPDIR/kp.bin" ]; then
        "$BIN/tests/make-nnue" kp 256 32 32 >"$BATS_FILE_TMPDIR/kp.bin"
        "$BIN/tests/make-nnue" kp 256 32 32 'K-P,fv_scale=28' >"$BATS_FILE_TMPDIR/28.bin"
    fi
    net=$BATS_FILE_TMPDIR/kp.bin
    cp "$SAMPLES/kif/good/yokofudori.kif" game.kif
}

# usi WORDS...: a session, a line each.
usi() {
    printf '%s\n' "$@" quit | "$BIN/shogi-usi"
}

# bestmove_after WORDS...: what it plays; the session waits for the answer.
bestmove_after() {
    printf '%s\n' "$@" | "$BIN/shogi-usi" | sed -n 's/^bestmove //p'
}

@test "shogi-analyze --nnue: the network evaluates, and its name is in the record" {
    shogi-analyze --nodes=300 --no-progress --nnue="$net" game.kif >with.kif
    shogi-analyze --nodes=300 --no-progress game.kif >without.kif
    grep -q '^\*\*Engines 0 shogi-utils [^ ]* with K-P 256x2-32-32 [0-9a-f]\{8\}, FV_SCALE 16$' \
        with.kif
    [ "$(grep -c '^\*\*解析 0 ' with.kif)" = "$(grep -c '^\*\*解析 0 ' without.kif)" ]
    run ! cmp -s with.kif without.kif
}

@test "shogi-analyze --nnue: the same nodes, the same bytes, also with -j" {
    for _ in 1 2 3 4 5 6; do cat game.kif; done >games.kif
    shogi-analyze --nodes=300 --no-progress --nnue="$net" -j1 games.kif >one
    shogi-analyze --nodes=300 --no-progress --nnue="$net" -j3 games.kif >three
    cmp one three
}

@test "shogi-analyze --fv-scale: goes before what the file says" {
    scale() {
        shogi-analyze --nodes=300 --no-progress --to-ply=1 "$@" game.kif |
            sed -n 's/^\*\*Engines 0 .*FV_SCALE //p'
    }
    [ "$(scale --nnue="$net")" = 16 ]
    [ "$(scale --nnue="$BATS_FILE_TMPDIR/28.bin")" = 28 ]
    [ "$(scale --nnue="$BATS_FILE_TMPDIR/28.bin" --fv-scale=20)" = 20 ]
    run -2 --separate-stderr shogi-analyze --nnue="$net" --fv-scale=129 game.kif
    [[ "$stderr" = *"--fv-scale: 128 at most"* ]]
}

@test "shogi-analyze --cache: answers of one network are not those of another" {
    shogi-analyze --nodes=100 --no-progress --cache=cache --to-ply=2 game.kif >/dev/null
    before=$(wc -l <cache)
    shogi-analyze --nodes=100 --no-progress --cache=cache --to-ply=2 --nnue="$net" \
        game.kif >/dev/null
    [ "$(wc -l <cache)" -gt "$before" ]
}

@test "shogi-analyze --nnue: a file that is none is trouble, told before any output" {
    head -c 500000 "$net" >short.bin
    run -2 --separate-stderr shogi-analyze --nnue=short.bin game.kif
    [ "$output" = "" ]
    [[ "$stderr" = *"'short.bin': byte 500000: the file ends "*" bytes early for K-P 256x2-32-32" ]]
    run -2 --separate-stderr shogi-analyze --nnue=game.kif game.kif
    [[ "$stderr" = *"'game.kif': byte 0: not a network that can be read: version "* ]]
    run -2 --separate-stderr shogi-analyze --nnue=no-such-file game.kif
    [[ "$stderr" = *"cannot read 'no-such-file': "* ]]
    run -2 --separate-stderr shogi-analyze --nnue=. game.kif
    [[ "$stderr" = *"cannot read '.': "* ]]
}

@test "shogi-analyze --nnue: an odd hash is remarked, and the file is used" {
    { head -c 4 "$net"; printf 'odd!'; tail -c +9 "$net"; } >odd.bin
    run --separate-stderr shogi-analyze --nodes=300 --no-progress --nnue=odd.bin game.kif
    [ "$status" = 0 ]
    [[ "$stderr" = *"'odd.bin': the hash 0x2164646F is not that of K-P 256x2-32-32"* ]]
}

@test "shogi-usi EvalFile: is read when the engine gets ready, blanks and all" {
    mkdir "a folder"
    cp "$net" "a folder/nn.bin"
    run usi "setoption name EvalFile value a folder/nn.bin" \
        "setoption name FV_SCALE value 24" isready isready
    [[ "${lines[0]}" = "info string evaluating with K-P 256x2-32-32 "*", FV_SCALE 24" ]]
    [ "${lines[1]}" = readyok ]
    [ "${lines[2]}" = readyok ]
    [ "${#lines[@]}" = 3 ]
}

@test "shogi-usi EvalFile: decides moves until it is taken back" {
    with=$(bestmove_after "setoption name EvalFile value $net" isready "go nodes 2000")
    without=$(bestmove_after isready "go nodes 2000")
    again=$(bestmove_after "setoption name EvalFile value $net" isready \
        "setoption name EvalFile value <empty>" isready "go nodes 2000")
    [ "$with" != "$without" ]
    [ "$again" = "$without" ]
}

@test "shogi-usi EvalFile: what cannot be read is said, and the engine plays on" {
    run usi "setoption name EvalFile value no-such-file" isready \
        "setoption name FV_SCALE value 129"
    [[ "${lines[0]}" = "info string evaluating without EvalFile: cannot read 'no-such-file': "* ]]
    [ "${lines[1]}" = readyok ]
    [ "${lines[2]}" = "info string no such value for this option: FV_SCALE" ]
}
