# SPDX-License-Identifier: MIT
# json.bats - JSON Lines through jq, and games in arrays and lines.
load helper

setup() {
    setup_commands
    cat >two.kif <<'KIF'
先手：A
後手：B
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:03/00:00:03)
*a comment
   2 ３四歩(33)   ( 0:05/00:00:05)
   3 投了
変化：2手
   2 ８四歩(83)
先手：C
後手：D
手数----指手---------消費時間--
   1 ２六歩(27)
   2 中断
KIF
}

need_jq() {
    command -v jq >/dev/null || skip "jq is not installed"
}

@test "jsonl2csa, jsonl2kif: a line of play that cannot be played is cut, and told" {
    for pv in '"5e5d"' '"P*5e"' '"2b8h","5e5d"'; do
        printf '{"moves":[{"usi":"7g7f","evaluation":{"cp":10,"pv":[%s]}}]}\n' "$pv" >cut.jsonl
        for style in shogihome shogigui floodgate csa3 both; do
            for to in csa kif; do
                run -0 --separate-stderr shogi-convert -t $to --eval-style=$style cut.jsonl
                [[ "$stderr" = *"[lost-evaluation]"* ]]
            done
        done
    done
    printf '%s\n' '{"moves":[{"usi":"7g7f","evaluation":{"cp":10,"pv":["6a6b+"]}}]}' >gold.jsonl
    run -0 shogi-convert -q -t csa gold.jsonl
    [[ "$output" = *"'** 10 -6162KI"* ]]
}

@test "kif2jsonl | jsonl2kif: nothing is lost" {
    kif2jsonl two.kif | jsonl2kif >back.kif
    kif2kif two.kif >same.kif
    cmp back.kif same.kif
}

@test "kif2jsonl | jq | jsonl2kif: nothing is lost, however jq writes" {
    need_jq
    kif2kif two.kif >same.kif
    kif2jsonl two.kif | jq . | jsonl2kif | cmp - same.kif
    kif2jsonl two.kif | jq -c . | jsonl2kif | cmp - same.kif
    kif2jsonl two.kif | jq -s . | jsonl2kif | cmp - same.kif
    kif2jsonl two.kif | jq -S --tab . | jsonl2kif | cmp - same.kif
}

# games FILTER: the moves of what jq makes of the games.
games() {
    kif2jsonl two.kif | jq -c "$1" | jsonl2sfen -q
}

@test "kif2jsonl | jq | jsonl2sfen: games are chosen and changed" {
    need_jq
    run --separate-stderr games 'select(.players.black == "C")'
    [ "$output" = "startpos moves 2g2f" ]
    run --separate-stderr games '.moves |= .[:1] | del(.variations, .result)'
    [ "$output" = "startpos moves 7g7f
startpos moves 2g2f" ]
    run --separate-stderr games '.moves |= map(.usi)'
    [ "$output" = "startpos moves 7g7f 3c3d
startpos moves 2g2f" ]
}

@test "kif2jsonl: a game a line, which jq understands" {
    need_jq
    kif2jsonl two.kif >games.jsonl
    [ "$(wc -l <games.jsonl)" -eq 2 ]
    [ "$(jq -r '[.players.black, .result.winner, .plies] | join(" ")' games.jsonl)" = "A white 2
C  1" ]
    [ "$(jq -r '.source.line' games.jsonl)" = "1
10" ]
}

@test "kif2jkf | jkf2kif: nothing is lost, one game or many" {
    kif2kif two.kif >same.kif
    kif2jkf two.kif | jkf2kif | cmp - same.kif
    { echo '['; kif2jkf two.kif | sed '$!s/$/,/'; echo ']'; } | jkf2kif | cmp - same.kif
}

@test "jkf2sfen: a broken line is reported with its place, the rest is converted" {
    printf '%s\n' '{"header":{},"moves":[{},{"special":"TORYO"}]}' \
        '{"header":{},"moves":[{},{"move":{"from":{"x":7' \
        '{"header":{},"moves":[{}]}' >in.jkf
    run -3 --separate-stderr jkf2sfen -q in.jkf
    [ "$output" = "startpos
startpos" ]
    [[ $stderr = "in.jkf:2:48: error: no JSON: "*" [bad-json]" ]]
}

@test "jkf2jsonl: -j 4 writes the same bytes as -j 1" {
    for _ in $(seq 300); do kif2jkf two.kif; done >many.jkf
    jkf2jsonl -j 1 many.jkf >one
    jkf2jsonl -j 4 many.jkf >four
    cmp one four
    [ "$(wc -l <one)" -eq 600 ]
}

@test "auto2sfen: JKF and JSON Lines are recognised by what they hold" {
    kif2jkf two.kif >a
    kif2jsonl two.kif >b
    run --separate-stderr auto2sfen -q a b
    [ "${#lines[@]}" -eq 4 ]
    [ "${lines[0]}" = "${lines[2]}" ]
}
