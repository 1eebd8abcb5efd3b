# SPDX-License-Identifier: MIT
# usi.bats - shogi-usi: what it answers to what a graphical interface says.
load helper
setup() { setup_commands; }

# The words of the last line that begins with $1.
last() { grep "^$1" <<<"$output" | tail -n 1; }

# Wait until $1 stands in the file $2, for half a minute at most.
await() {
    local i
    for i in $(seq 300); do
        ! grep -q "$1" "$2" || return 0
        sleep 0.1
    done
    echo "no '$1' came:"
    cat "$2"
    return 1
}

@test "usi: names itself and its options, then usiok" {
    run -0 shogi-usi <<<'usi'
    [ "${lines[0]%% [0-9]*}" = "id name shogi-utils" ]
    [[ $output == *"option name USI_Hash type spin default 64 min 1 max 65536"* ]]
    [[ $output == *"option name MultiPV type spin default 1 min 1 max 32"* ]]
    [ "${lines[-1]}" = usiok ]
}

@test "isready: readyok, and again" {
    run -0 shogi-usi <<<$'isready\nisready'
    [ "$output" = $'readyok\nreadyok' ]
}

@test "go nodes: info lines that add up, and one bestmove" {
    run -0 shogi-usi <<<$'isready\nposition startpos moves 7g7f 3c3d\ngo nodes 5000'
    [ "$(grep -c ^bestmove <<<"$output")" -eq 1 ]
    last info | sed -E 's/-?[0-9]+/N/; s/([a-z]) -?[0-9]+/\1 N/g; s/ pv .*/ pv/' >form
    [ "$(cat form)" = 'info depth N seldepth N score cp N nodes N nps N time N hashfull N pv' ]
    [[ $(last info) == *' nodes 5000 '* ]]
    [[ $(last bestmove) =~ ^bestmove\ [1-9].*\ ponder\ [1-9] ]]
}

@test "go nodes: the same answer each time" {
    for i in 1 2; do
        shogi-usi <<<$'position startpos\ngo nodes 20000' |
            sed 's/ nps.* hashfull/ hashfull/' >answer.$i
    done
    grep -q "^bestmove [1-9]" answer.1
    cmp answer.1 answer.2
}

@test "go depth: no deeper" {
    run -0 shogi-usi <<<$'position startpos\ngo depth 3'
    [[ $(last info) == "info depth 3 "* ]]
}

@test "go movetime, byoyomi, clocks: an answer in time" {
    for go in 'movetime 50' 'btime 0 wtime 0 byoyomi 250' \
              'btime 3000 wtime 3000 binc 10 winc 10'; do
        run -0 timeout 20 shogi-usi <<<"go $go"
        [[ $(last bestmove) == "bestmove "* ]]
    done
}

@test "MultiPV: lines are numbered" {
    run -0 shogi-usi <<<$'setoption name MultiPV value 3\nposition startpos\ngo nodes 3000'
    [[ $output == *" multipv 1 pv "* ]]
    [[ $output == *" multipv 3 pv "* ]]
    [[ $output != *" multipv 4 pv "* ]]
}

@test "go infinite: no bestmove before stop, even with a mate" {
    mkfifo say
    shogi-usi <say >heard &
    exec 9>say
    echo 'position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1' >&9
    echo 'go infinite' >&9
    await 'score mate 1 ' heard
    sleep 0.2
    run ! grep bestmove heard
    echo isready >&9
    echo stop >&9
    echo quit >&9
    exec 9>&-
    wait
    run -0 cat heard
    echo "$output"
    [ "${lines[-1]}" = 'bestmove G*5b' ]
    [[ $output == *readyok* ]]
    [[ $output == *'score mate 1 '* ]]
}

@test "go ponder, ponderhit: thinks on for the time of the clock" {
    mkfifo say
    timeout 30 shogi-usi <say >heard &
    exec 9>say
    echo 'position startpos moves 7g7f' >&9
    echo 'go ponder btime 0 wtime 0 byoyomi 300' >&9
    await 'info depth 2 ' heard
    sleep 0.2
    run ! grep bestmove heard
    echo ponderhit >&9
    await bestmove heard
    exec 9>&-
    wait
}

@test "mated: bestmove resign" {
    run -0 shogi-usi <<<$'position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1\ngo nodes 10'
    [ "$(last info)" = 'info depth 0 score mate -0' ]
    [ "$(last bestmove)" = 'bestmove resign' ]
}

@test "go mate: the line, or nomate" {
    run -0 shogi-usi <<<$'position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1\ngo mate 1000'
    [ "$output" = 'checkmate G*5b' ]
    run -0 shogi-usi <<<$'position sfen 4k4/9/9/9/9/9/9/9/9 b G 1\ngo mate infinite'
    [ "$output" = 'checkmate nomate' ]
    run -0 shogi-usi <<<'go mate soon'
    [ "$output" = 'info string neither a number nor infinite behind go mate: soon' ]
}

@test "a declared win: bestmove win" {
    run -0 shogi-usi <<<$'position sfen K+R+R+B5/+P+P+P+P5/+P+P+P+P5/9/9/9/9/9/8k b B10P 1
go nodes 10'
    [ "$(last bestmove)" = 'bestmove win' ]
}

@test "bad commands: said in an info string, nothing else happens" {
    while IFS='|' read -r command answer; do
        run -0 shogi-usi <<<"$command"
        [ "$output" = "info string $answer" ] || { echo "$command: $output"; false; }
    done <<'END'
hello|no such command: hello
go nodes|no number behind this word of go: nodes
go fast 3|no such word of go: fast
position|this is neither startpos nor sfen
position sfen 9/9 b - 1|the board has fewer than nine ranks:  b - 1
position startpos moves 7g7e 3c3d|this move is illegal, it and what follows are left out: 7g7e
position startpos 7g7f|moves were expected: 7g7f
setoption USI_Hash 3|this is no setoption name NAME value VALUE
setoption name Colour value 3|no such option: Colour
setoption name USI_Hash value 0|no such value for this option: USI_Hash
setoption name MultiPV value many|no such value for this option: MultiPV
END
}

@test "an illegal move: what came before it is played" {
    run -0 shogi-usi <<<$'position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b 1a1b\ngo nodes 10'
    [ "$(last bestmove)" = 'bestmove resign' ]
}

@test "a side not to move in check: said, bestmove resign" {
    run -0 shogi-usi <<<$'position sfen 4k4/4G4/9/9/9/9/9/9/4K4 b - 1\ngo nodes 10'
    [ "${lines[0]}" = 'info string no answer: the side not to move is in check' ]
    [ "${lines[1]}" = 'bestmove resign' ]
}

@test "end of input: a question with a limit is answered, one without ends" {
    run -0 timeout 60 shogi-usi <<<'go infinite'
    [[ $(last bestmove) == "bestmove "* ]]
    run -0 timeout 60 bash -c 'printf "go nodes 100" | shogi-usi'
    [[ $(last bestmove) == "bestmove "* ]]
}

@test "carriage returns and blanks do no harm" {
    run -0 shogi-usi <<<$'  isready \r\n\r\nposition   startpos\r\ngo  depth 1 \r'
    [ "${lines[0]}" = readyok ]
    [[ $(last bestmove) == "bestmove "* ]]
}

@test "a line of a megabyte and more is refused, the next one is obeyed" {
    run -0 bash -c '{ head -c 3000000 /dev/zero | tr "\0" x; printf "\nisready\n"; } | shogi-usi'
    [ "${lines[-1]}" = readyok ]
}

@test "an operand or an unknown option is trouble" {
    run -2 shogi-usi game.kif
    run -2 shogi-usi --nonsense
}
