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

# A record in samples/fouls/CODE/ shows what shogi-validate says about CODE.  Beside it
# lie NAME.text, its report in English and in Japanese, and NAME.json.

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

# Every record in samples/fouls, one a line, relative to that folder.
golden_fouls() {
    (cd "$TOP_SRCDIR/samples/fouls" && find . -path './*/*' -type f) |
        sed 's/^\.\///' | grep -vE '\.(text|json)$' | LC_ALL=C sort
}

# golden_validate RECORD TEXT JSON: what is found in the record of samples/fouls.
golden_validate() (
    cd "$TOP_SRCDIR/samples/fouls/${1%/*}" || exit 1
    { "$BIN/shogi-validate" -v --lang=en -- "${1##*/}"
      "$BIN/shogi-validate" -v --lang=ja -- "${1##*/}"; } >"$2" 2>&1
    "$BIN/shogi-validate" --json --lang=en -- "${1##*/}" >"$3" 2>/dev/null
)
