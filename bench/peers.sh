# SPDX-License-Identifier: MIT
# peers.sh - conversion beside two packages of npm; sourced by bench/run.

modules=${BENCH_MODULES:-$BIN/node_modules}

# take_package PACKAGE FROM TO GAMES: both convert the same made-up games.
take_package() {
    [ -d "$modules/$1" ] || return 0
    "$make_games" "$2" "$4" >"$scratch/in" || exit 2
    bytes=$(size_of "$scratch/in")
    theirs=$(node "$parts/peers.mjs" "$modules" "$1" "$2" "$3" "$scratch/in")
    good=${theirs% *} theirs=${theirs#* }
    take "${2}2$3 beside $1" "$runs" "$scratch/in" "$convert" -q -f "$2" -t "$3" -j1
    end_take bytes "$bytes" games "$4" peer_games "${good:-0}" peer_cpu_ms "${theirs:-0}"
    printf '%-10s %-18s %9s %9s %9s %9.1f %9s\n' "${2}2$3" "$1" "$4" "${good:-0}" \
        "${theirs:--}" "$(cpu)" "$(ratio "${theirs:-0}" "$(cpu)")"
}

if command -v node >/dev/null && [ -d "$modules" ]; then
    printf '\n%-10s %-18s %9s %9s %9s %9s %9s\n' pair 'beside' games 'its games' 'its ms' \
        'our ms' x
    take_package tsshogi kif sfen 500
    take_package tsshogi kif csa 500
    take_package tsshogi csa sfen 500
    take_package tsshogi csa kif 500
    take_package tsshogi kif jkf 500
    take_package json-kifu-format kif jkf 500
else
    printf '\npackages of npm: no node, or nothing in %s\n' "$modules"
fi
