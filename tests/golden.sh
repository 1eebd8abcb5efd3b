# SPDX-License-Identifier: MIT
# golden.sh - what golden.test and build-aux/update-golden agree on.
#
# A sample is samples/FORMAT/{good,odd,bad}/NAME.  Beside it lie NAME.dump, what
# "shogi-convert -v -t dump" writes for it, and NAME.diag, what it reports, notes
# included; a file that would be empty is not kept.  NAME.why may tell who writes such records.
#
#     good    nothing is reported
#     odd     tolerated: something is reported, the games are converted
#     bad     some game cannot be read

# Every sample, one a line, relative to the samples folder.
golden_samples() {
    (cd "$TOP_SRCDIR/samples" &&
     find . -path './*/good/*' -type f -o -path './*/odd/*' -type f \
            -o -path './*/bad/*' -type f) |
        sed 's/^\.\///' | grep -vE '\.(dump|diag|why)$' | LC_ALL=C sort
}

# golden_convert SAMPLE DUMP DIAG: convert the sample; returns the status.  It is
# named without folders, so that messages do not depend on where the tree lies.
golden_convert() {
    golden_format=${1%%/*}
    (cd "$TOP_SRCDIR/samples/${1%/*}" &&
     "$BIN/shogi-convert" -v --lang=en -f "$golden_format" -t dump -- "${1##*/}") >"$2" 2>"$3"
}
