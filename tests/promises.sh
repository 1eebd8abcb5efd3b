#!/bin/sh
# SPDX-License-Identifier: MIT
# promises.sh - puts the figures of the last run into the table of promises.
#
#     promises.sh BUILD HACKING.md
#
# A row is "| P3 | promise | `tests/a.test` `tests/b` | figure |".  The figure is made of the
# lines "# figure P3: ..." of the logs of these tests, and of how many checks passed.

build=$1 page=$2
next=$(mktemp) || exit 1
trap 'rm -f "$next"' EXIT

# figures P3 "TESTS": what the logs say.
figures() {
    said= passed=0 failed=0
    for name in $(echo "$2" | tr -d '`'); do
        log=$build/${name%.*}.log
        [ -f "$log" ] || continue
        line=$(sed -n "s/^# figure $1: //p" "$log" | tail -n 1)
        said="$said${line:+$line; }"
        passed=$((passed + $(grep -cE '^ok ' "$log")))
        failed=$((failed + $(grep -cE '^not ok ' "$log")))
    done
    [ $((passed + failed)) -eq 0 ] || echo "$said$passed checks passed, $failed failed"
}

while IFS= read -r line; do
    case $line in
    "| P"[0-9]*)
        number=$(echo "$line" | awk -F ' *[|] *' '{ print $2 }')
        promise=$(echo "$line" | awk -F ' *[|] *' '{ print $3 }')
        tests=$(echo "$line" | awk -F ' *[|] *' '{ print $4 }')
        line="| $number | $promise | $tests | $(figures "$number" "$tests") |"
        echo "$line" ;;
    esac
    printf '%s\n' "$line" >&3
done <"$page" 3>"$next"
if ! cmp -s "$next" "$page" && [ -w "$page" ]; then
    cat "$next" >"$page"
fi
