# SPDX-License-Identifier: MIT
# search.sh - the engine beside a peer, mates, a network; sourced after rules.sh.

nodes=1000000

# fairy_speed SFEN: its nodes a second.  The second search begins when the first has
# ended, so that it is not cut short by "quit".
fairy_speed() {
    ask_fairy "$scratch/session" "position sfen $1" "go nodes $((nodes / 4))" 'go nodes 1'
    set -- $("$measure" "$runs" "$scratch/session" "$fairy")
    per_second $((nodes / 4)) "$1"
}

printf '\n%-24s %14s %14s %8s\n' search nodes/s fairy x
"$engine" $nodes >"$scratch/search" || exit 2
"$engine" positions | while IFS="$(printf '\t')" read -r name sfen; do
    speed=$(sed -n "s/^$name  *\([0-9]*\) nodes.*/\1/p" "$scratch/search")
    peer=
    [ -z "$fairy" ] || peer=$(fairy_speed "$sfen")
    printf '%-24s %14s %14s %8s\n' "$name" "$speed" "${peer:--}" \
        "$(ratio "$speed" "${peer:-0}")"
    printf '{"job":"search %s","nodes_per_s":%s,"peer_nodes_per_s":%s}\n' "$name" \
        "$speed" "${peer:-null}" >>"$json"
done

printf '\nnetworks of random weights\n'
"$nnue" >"$scratch/nnue" || exit 2
cat "$scratch/nnue"
awk -v OFS= '
    / FV_SCALE / { network = $1 " " $2 }
    $NF == "ns" {
        n = $(NF - 1)
        sub(/  .*/, "")
        print "{\"job\":\"network ", network, ", ", $0, "\",\"ns\":", n, "}"
    }' "$scratch/nnue" >>"$json"

if [ -f "${SHOGI_SHARED:-}/vectors/tsume.tsv" ]; then
    printf '\nmates\n'
    "$mate" "$SHOGI_SHARED/vectors/tsume.tsv" >"$scratch/mate" || exit 2
    cat "$scratch/mate"
    awk -v OFS= '$1 ~ /^[0-9]+$/ {
        print "{\"job\":\"mate in ", $1, "\",\"problems\":", $2, ",\"solved\":", $3,
            ",\"cpu_ms\":", $(NF - 1) * 1000, "}"
    }' "$scratch/mate" >>"$json"
fi
