#!/usr/bin/env bash
# The command line in general: help, version, unknown commands and options.
set -euo pipefail
source tests/cli/lib.bash

run 0 --help
has "$out" "usage: fuda COMMAND"
list=$out
for command in games rules text cards deck play scenario replay sim bench; do
    has "$list" "fuda $command"
    run 0 $command --help
    has "$out" 'usage: fuda '
done
run 0 help sim
has "$out" 'usage: fuda sim'
run 0 --version
has "$out" 'fuda '

run 2
has "$err" 'usage'
run 2 simm
has "$err" "unknown command 'simm'; did you mean 'sim'?"
run 2 xyzzy
has "$err" "unknown command 'xyzzy'"
run 2 sim
has "$err" 'missing KEY'
run 2 sim rebrith
has "$err" "did you mean 'rebirth'?"
run 2 sim rebirth --gmaes 3
has "$err" "did you mean '--games'?"
run 2 sim rebirth --games
has "$err" '--games needs a value'
run 2 sim rebirth --games many
has "$err" "--games needs a number, not 'many'"
run 2 sim rebirth --games -1
run 2 sim rebirth --games 0
run 2 sim rebirth --games 99999999999999999999
run 2 sim rebirth --threads 1000
run 2 sim rebirth --player grady
has "$err" "did you mean 'greedy'?"
run 2 sim rebirth --player search:fast
has "$err" "unknown player 'search:fast'; a search needs a time or a number of playouts"
run 2 sim rebirth --player search
has "$err" 'as in search:300ms'
run 2 play rebirth --opponent search:0
has "$err" "unknown player 'search:0'; a search needs"
run 2 play rebirth --player human --player stockfish
has "$err" "unknown player 'stockfish'; use human, random, first, greedy, search:300ms or search:2000"
run 2 sim rebirth --check=yes
has "$err" '--check takes no value'
run 2 games extra
run 2 replay
run 2 play rebirth --lang fr
