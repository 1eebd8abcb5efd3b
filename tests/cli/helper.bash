# SPDX-License-Identifier: MIT
# helper.bash - what every test of the command line starts from.
#
# BIN is the folder of the built programs, TOP_SRCDIR the source folder; make
# sets both.  By hand: BIN=/path/to/build bats tests/cli/convert.bats

bats_require_minimum_version 1.5.0

TOP_SRCDIR=${TOP_SRCDIR:-$(cd "$BATS_TEST_DIRNAME/../.." && pwd)}
BIN=${BIN:-$TOP_SRCDIR/build}
SAMPLES=$TOP_SRCDIR/samples

# A private folder with the programs and a link for every X2Y name, first on
# PATH; the current folder is fresh and writable.  Messages are in English.
setup_commands() {
    local bin=$BATS_FILE_TMPDIR/bin name

    unset LC_ALL LC_MESSAGES LANGUAGE
    export LANG=C
    if [ ! -d "$bin" ]; then
        mkdir "$bin"
        for name in shogi-convert shogi-validate shogi-analyze shogi-usi; do
            [ ! -x "$BIN/$name" ] || ln -s "$BIN/$name" "$bin/$name"
        done
        for name in $("$BIN/shogi-convert" --list-commands); do
            ln -s "$BIN/shogi-convert" "$bin/$name"
        done
    fi
    PATH=$bin:$PATH
    mkdir -p "$BATS_TEST_TMPDIR/work"
    cd "$BATS_TEST_TMPDIR/work" || return 1
}
