# SPDX-License-Identifier: MIT
# rules.sh - the rules core beside a peer; sourced by bench/run.

start='lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'
matsuri='l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1'

# Debian puts it where few paths lead.
fairy=$(PATH=$PATH:/usr/games command -v fairy-stockfish) || fairy=

# ask_fairy FILE LINE...: a session of it, as its standard input.
ask_fairy() {
    session=$1
    shift
    printf '%s\n' uci 'setoption name UCI_Variant value shogi' \
        'setoption name Hash value 16' isready "$@" quit >"$session"
}

# ---- perft: nodes a second, and instructions a node ----

# row_perft NAME NODES: a row of what was just taken, beside $peer nodes/s.
row_perft() {
    speed=$(per_second "$2" "$user")
    end_take nodes "$2" nodes_per_s "$speed" ${peer:+peer_nodes_per_s "$peer"}
    printf '%-34s %12s %9.0f %12s %12s %8s\n' "$1" "$2" "$user" "$speed" "${peer:--}" \
        "$(ratio "$speed" "${peer:-0}")"
}

# take_perft NAME SFEN DEPTH PEER-DEPTH: counting the last ply, and with lists.
take_perft() {
    peer=
    if [ -n "$fairy" ]; then
        leaves=$("$perft" "$2" "$4") || exit 2
        ask_fairy "$scratch/session" "position sfen $2" "go perft $4"
        take "perft $1 $4, fairy-stockfish" "$runs" "$scratch/session" "$fairy"
        end_take nodes "$leaves"
        peer=$(per_second "$leaves" "$user")
    fi
    leaves=$("$perft" "$2" "$3") || exit 2
    take "perft $1 $3" "$runs" /dev/null "$perft" "$2" "$3"
    row_perft "$1 $3, counting the last ply" "$leaves"
    take "perft $1 $3, lists" "$runs" /dev/null "$perft" "$2" "$3" --list
    row_perft "$1 $3, a list at every node" "$leaves"
}

printf '\n%-34s %12s %9s %12s %12s %8s\n' perft leaves 'user ms' nodes/s fairy x
take_perft startpos "$start" 6 5
take_perft matsuri "$matsuri" 4 3

# Of a whole process; the same whatever else the machine is doing.
instructions() { # INPUT COMMAND...
    instructions_input=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" \
        <"$instructions_input" 2>&1 >/dev/null | awk '/Collected :/ { print $NF }'
}

# say_instructions JOB COUNT LIMIT: a line, and one of JSON.
say_instructions() {
    printf '%-50s %9s, to be at most %s\n' "$1" "$2" "$3"
    printf '{"job":"%s","value":%s,"limit":%s}\n' "$1" "$2" "$3" >>"$json"
}

# Instructions for each of the 719,731 positions four plies on.
per_parent() { # OPTION...
    few=$(instructions /dev/null "$perft" startpos 1 "$@")
    many=$(instructions /dev/null "$perft" startpos 5 "$@")
    echo $(((many - few) / 719731))
}

# Instructions of the audit for each of those of a conversion to SFEN, start-up left out.
audit_ratio() { # FORMAT
    for count in 100 500; do
        "$make_games" "$1" $count cp932 >"$scratch/in"
        instructions "$scratch/in" "$validate" -q -f "$1" -j1
        instructions "$scratch/in" "$convert" -q -f "$1" -t sfen -j1
    done | awk '{ n[NR] = $1 } END { printf "%.2f", (n[3] - n[1]) / (n[4] - n[2]) }'
}

if command -v valgrind >/dev/null; then
    printf '\ninstructions\n'
    say_instructions 'a parent of leaves, a list at every node' "$(per_parent --list)" 1700
    say_instructions 'a parent of leaves, counting' "$(per_parent)" 1168
    say_instructions 'audit / kif2sfen' "$(audit_ratio kif)" 1.3
    say_instructions 'audit / csa2sfen' "$(audit_ratio csa)" 1.3
else
    printf '\ninstructions: valgrind is not installed\n'
fi

# ---- a given move: is it legal, and playing it ----

# row_legality NAME RECORDS: beside $peer nanoseconds a move.
row_legality() {
    set -- "$1" $("$legality" 20 <"$2")
    [ $# = 4 ] || exit 2
    printf '%-24s %9s %9s %9s %9s %8s\n' "$1" "$2" "$3" "$4" "${peer:--}" \
        "$(ratio "${peer:-0}" "$4")"
    printf '{"job":"legality %s","games":%s,"moves":%s,"ns_per_move":%s,"peer":%s}\n' \
        "$1" "$2" "$3" "$4" "${peer:-null}" >>"$json"
}

# fairy_legality RECORDS: its nanoseconds a move, by what it needs to follow them all.
fairy_legality() {
    "$convert" -q -t sfen --main-line "$1" | sed 's/^sfen/position &/; s/^startpos/position &/' \
        >"$scratch/positions"
    ask_fairy "$scratch/session"
    set -- $("$measure" "$runs" "$scratch/session" "$fairy")
    idle=$1
    { sed '$d' "$scratch/session"; cat "$scratch/positions"; echo quit; } >"$scratch/lines"
    set -- $("$measure" "$runs" "$scratch/lines" "$fairy")
    awk -v ms="$1" -v idle="$idle" '
        { for (i = 1; i <= NF; i++) if (seen) n++; else if ($i == "moves") seen = 1; seen = 0 }
        END { printf "%.0f", (ms - idle) * 1e6 / n }' "$scratch/positions"
}

printf '\n%-24s %9s %9s %9s %9s %8s\n' 'judging and playing' games moves 'ns/move' fairy x
"$make_games" sfen 1000 >"$scratch/made-up"
take_legality() { # NAME RECORDS
    peer=
    [ -z "$fairy" ] || peer=$(fairy_legality "$2")
    row_legality "$1" "$2"
}
take_legality made-up "$scratch/made-up"
if [ -d "${SHOGI_SHARED:-}/corpus/dev" ]; then
    find "$SHOGI_SHARED/corpus/dev/kif" "$SHOGI_SHARED/corpus/dev/csa" -type f |
        sort | while read -r record; do
        "$convert" -q -t sfen --main-line "$record" 2>/dev/null
    done >"$scratch/corpus"
    take_legality 'public records' "$scratch/corpus"
fi
