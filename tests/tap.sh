# SPDX-License-Identifier: MIT
# tap.sh - the results of tests in shell, as TAP.  Sourced; `count` is how many there were.

count=0

# report NAME WRONG: a test, and what is wrong; "" when nothing is.
report() {
    count=$((count + 1))
    if [ -z "$2" ]; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
        echo "$2" | sed -n '1,40s/^/# /p'
    fi
}

# report_file NAME: the same with what $scratch/bad holds.
report_file() {
    report "$1" "$(cat "$scratch/bad")"
}
