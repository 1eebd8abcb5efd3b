# SPDX-License-Identifier: MIT
# candidates.awk - every place of a C file where one token may be changed, one a
# line: line number, column, the token, what to put there.  Comments, strings,
# preprocessor lines and types are left alone, and so is the size of an array in its
# declaration: one that is larger makes the same program.  What stands between #if and
# #endif is one of several ways to the same, chosen by the compiler and the machine.

BEGIN {
    change["=="] = "!="; change["!="] = "=="; change["<"] = "<="; change[">"] = ">="
    change["<="] = "<"; change[">="] = ">"; change["&&"] = "||"; change["||"] = "&&"
    change["+"] = "-"; change["-"] = "+"; change["+="] = "-="; change["-="] = "+="
    change["&"] = "|"; change["|"] = "&"; change["^"] = "|"; change["|="] = "&="
    change["&="] = "|="; change["^="] = "|="; change["<<"] = ">>"; change[">>"] = "<<"
    change["%"] = "/"; change["/"] = "%"; change["!"] = ""; change["~"] = ""
    change["++"] = "--"; change["--"] = "++"
    word["true"] = "false"; word["false"] = "true"
    word["continue"] = "break"; word["break"] = "continue"
    word["SHOGI_BLACK"] = "SHOGI_WHITE"; word["SHOGI_WHITE"] = "SHOGI_BLACK"
}

function say(token, with) { print NR "\t" column "\t" token "\t" with }

# Take the token at the head of REST; what stood before it is PREVIOUS.
function take(    token) {
    if (match(rest, /^[A-Za-z_][A-Za-z_0-9]*/)) {
        token = substr(rest, 1, RLENGTH)
        if (token in word) say(token, word[token])
    } else if (match(rest, /^0[xX][0-9a-fA-F]+[uUlL]*/)) {
        token = substr(rest, 1, RLENGTH)
    } else if (match(rest, /^[0-9]+/)) {
        token = substr(rest, 1, RLENGTH)
        if (!(declares && in_brackets))
            say(token, token + 1)
        if (match(substr(rest, length(token) + 1), /^[uUlL]+/))
            token = token substr(rest, length(token) + 1, RLENGTH)
    } else if (match(rest, /^(->|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|\|=|&=|\^=|\+\+|--)/)) {
        token = substr(rest, 1, RLENGTH)
        if (token in change) say(token, change[token])
    } else {
        token = substr(rest, 1, 1)
        in_brackets += (token == "[") - (token == "]")
        # A sign, an address, a pointer: only between two values is it arithmetic.
        if (token in change &&
            (token ~ /[!~]/ || (previous ~ /[A-Za-z_0-9)\]]$/ && rest ~ /^. /)))
            say(token, change[token])
    }
    return token
}

/^ *# *if/ { conditional++ }
/^ *# *endif/ { conditional-- }
/^#/ || continued || conditional { continued = /\\$/; next }
{
    rest = $0; column = 1; previous = ""
    declares = /^ *(static|const|unsigned|char|int|bool|uint[0-9]+_t|shogi_[a-z]+|struct|enum) /
    while (rest != "") {
        if (in_comment) {
            end = index(rest, "*/")
            if (!end) break
            skip = end + 1; in_comment = 0
        } else if (substr(rest, 1, 2) == "/*") {
            in_comment = 1; skip = 2
        } else if (match(rest, /^[ \t]+/)) {
            skip = RLENGTH
        } else if (match(rest, /^("([^"\\]|\\.)*"|'([^'\\]|\\.)*')/)) {
            skip = RLENGTH; previous = "x"
        } else {
            token = take(); skip = length(token)
            previous = token == "return" ? "" : token
            if (token == "=") declares = 0
        }
        column += skip
        rest = substr(rest, skip + 1)
    }
}
