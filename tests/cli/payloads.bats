#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# payloads.bats - text of a record that tries to be something else, in every place that
# a record has for text, through everything that shows it.
load helper

setup() {
    setup_commands
    payloads >payloads
    games '先手：' '後手：' '棋戦：' '場所：' '備考：' KEY '*' '&' END LINE >all.kif
    games '先手：' '棋戦：' '*' >some.kif # for what takes longer
    count=$(grep -c '^手合割' all.kif)
}

# One a line; a record cannot have a line end in one.
payloads() {
    printf '%b\n' '\033[31mred\033[0m' '\033]0;title\007' '\033P1;1|1/AA\033\\' '\033c' \
        '\007\010\016' '\177' '\0302\0233 31m' '\0302\0220q\0302\0234' '\0302\0205next' \
        '\0342\0200\0256gpj.exe' '\0342\0201\0246isolated\0342\0201\0251' '\0342\0200\0217rtl' \
        '\0342\0200\0250line' '\0357\0273\0277bom' '\0355\0240\0200' '\0377\0376' '\0300\0257' \
        '\0360\0237\0230\0200' '<script>alert(1)</script>' '"><svg onload=alert(1)>' \
        "'><img src=x onerror=alert(1)>" '</text><text>' '</svg>' '<![CDATA[x]]>' '<!--' '-->' \
        '<?xml version="1.0"?>' '&lt;' '&amp;amp;' '&#0;' '&#x1b;' '&bogus;' 'Me&You' ']]>' \
        '<a href="javascript:alert(1)">' '<style>*{}</style>' '=1+1' '+1' '-1' '@SUM(A1)' \
        '=HYPERLINK("http://x","y")' "=cmd|' /C calc'!A0" '\0357\0274\0235\0357\0274\0221' \
        '\0357\0274\0213x' '\0357\0274\0215x' '\0357\0274\0240x' '"quoted", and comma' ';x;' \
        '{"a":1}' '\\u0000' '\\ud800' '\\' '\\\\n' '::error file=x::y' '%0A::error::y' \
        '##[error]y' '%s%n%x' '$(touch pwned)' '`touch pwned`' '; touch pwned' '{n}' '../x' \
        '/etc/passwd' '--help' '-rf' 'NUL' 'con.txt' '~' '*' '\t=1' 'a\tb' \
        "$(printf 'x%.0s' $(seq 3000))"
}

# games PLACE...: a game for each payload and place: names, event, site, a key, a comment,
# a bookmark, an unknown ending, a line that cannot be read.
games() {
    while IFS= read -r text; do
        for place; do
            echo '手合割：平手'
            case $place in
            *：) printf '%s%s\n' "$place" "$text" ;;
            KEY) printf 'x%s：value\n' "$text" ;;
            esac
            echo '手数----指手---------消費時間--'
            echo '   1 ７六歩(77)'
            case $place in
            '*'|'&') printf '%s%s\n' "$place" "$text" ;;
            LINE) printf '%s\n' "$text" ;;
            esac
            echo '   2 ３四歩(33)'
            [ "$place" != END ] || printf '   3 %s\n' "$text"
            echo
        done
    done <payloads
}

# The quickest analysis; some games have nothing to analyse.
analyse() {
    shogi-analyze -q --no-progress --nodes=1 --no-mate "$@" 2>/dev/null || true
}

# Bytes and characters that a terminal obeys.
must_be_clean() {
    run -1 env LC_ALL=C grep -nP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$@"
    run -1 env LC_ALL=C grep -nP '\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]' "$@"
}

@test "payloads: no message sends a control character" {
    LC_ALL=C grep -qP '\x1b' all.kif
    shogi-convert -v -t sfen all.kif >out 2>said || [ $? = 3 ]
    shogi-convert -v -t csa all.kif 2>>said >/dev/null || [ $? = 3 ]
    shogi-validate -v --summary all.kif >>said 2>&1 || [ $? = 3 ] || [ $? = 1 ]
    shogi-validate --lang=ja -v all.kif >>said 2>&1 || [ $? = 3 ] || [ $? = 1 ]
    shogi-validate --format=github all.kif >>said 2>&1 || [ $? = 3 ] || [ $? = 1 ]
    [ "$(wc -l <said)" -gt 500 ]
    must_be_clean said
    echo "# figure P10: $count games with payloads shown" >&3
}

@test "payloads: an annotation for CI is never begun by a record" {
    shogi-validate --format=github all.kif >said 2>&1 || [ $? = 3 ] || [ $? = 1 ]
    run -1 grep -vE '^::(notice|warning|error) file=all\.kif,line=[0-9]+,col=[0-9]+::' said
    run -1 grep -E '^##' said
}

@test "payloads: names of inputs are shown, not sent" {
    while IFS= read -r text; do
        case $text in */*|-*|??????????????????????????????????????????*) continue ;; esac
        printf '手数----指手--\n1 ７六歩(77)\n2 ９九歩(11)\n' >"$text" || continue
        printf '%s\0' "$text" >>list
    done <payloads
    shogi-validate -0 --from-list=list >said 2>&1 || [ $? = 3 ] || [ $? = 1 ]
    xargs -0 shogi-convert -t sfen -- <list >>said 2>&1 || true
    must_be_clean said
    [ ! -e pwned ]
}

@test "payloads: JSON of every kind is JSON" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    shogi-convert -q -t jsonl all.kif >lines 2>/dev/null || [ $? = 3 ]
    shogi-validate --json all.kif >>lines || [ $? = 3 ] || [ $? = 1 ]
    analyse --format=jsonl some.kif >>lines
    python3 -c 'import json, sys
for line in open("lines", "rb"): json.loads(line.decode("utf-8", "strict"))'
    shogi-validate --format=sarif all.kif >sarif || [ $? = 3 ] || [ $? = 1 ]
    python3 -c 'import json; json.load(open("sarif", encoding="utf-8"))'
    shogi-convert -q -t jkf all.kif >jkf 2>/dev/null || [ $? = 3 ]
    [ "$(wc -l <lines)" -gt $((2 * count)) ]
}

@test "payloads: a picture has the elements that it has without them" {
    command -v xmllint >/dev/null || skip "xmllint is not installed"
    head -n 5 all.kif | sed 's/^先手：.*/先手：甲/' >plain.kif
    analyse --graph=plain.svg plain.kif >out
    analyse --graph='g{n}.svg' some.kif >out
    xmllint --noout plain.svg
    grep -oE '<[^ >]+' plain.svg | sort -u >elements
    grep -ohE '<[^ >]+' g*.svg | sort -u >found
    pictures=$(ls g*.svg | wc -l)
    [ "$pictures" -ge $((2 * $(wc -l <payloads))) ]
    xmllint --noout g*.svg
    must_be_clean g*.svg
    [ -z "$(comm -13 elements found)" ]
    echo "# $pictures pictures" >&3
}

@test "payloads: no cell is a formula" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    analyse --format=csv some.kif >cells.csv
    python3 - <<'PY'
import csv, re
rows = list(csv.reader(open("cells.csv", encoding="utf-8", newline="")))
assert len(rows) > 400, len(rows)
assert len({len(row) for row in rows}) == 1
for row in rows:
    for cell in row:
        number = re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", cell)
        assert number or not re.match("[=+@\t\r\n\0\uff1d\uff0b\uff0d\uff20-]", cell), repr(cell)
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", cell), repr(cell)
PY
}

@test "payloads: names of files stay in their folder, each of them a file" {
    mkdir jail
    for field in '{black}' '{black}-{white}-{event}'; do
        shogi-convert -q -d jail/out --name="$field" -t csa some.kif 2>/dev/null || [ $? = 3 ]
        files=$(find jail -type f | wc -l)
        [ "$files" = $((3 * $(wc -l <payloads))) ]
        [ -z "$(find jail -mindepth 1 ! -path jail/out ! -path 'jail/out/*')" ]
        [ -z "$(find jail/out -mindepth 1 ! -type f)" ]
        find jail/out -mindepth 1 -printf '%f\n' >names
        run -1 env LC_ALL=C grep -P '^[.-]|[\x00-\x1f\x7f\\\\:*?"<>|]' names
        rm names
        [ "$(ls jail)" = out ]
        rm -r jail/out
    done
    [ "$(ls | sort | tr '\n' ' ')" = "all.kif jail payloads some.kif " ]
    echo "# figure P13: $((6 * $(wc -l <payloads))) names from records stayed in their folder" >&3
}
