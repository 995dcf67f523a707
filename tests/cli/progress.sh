#!/usr/bin/env bash
# Stopping long work: SIGINT keeps and prints what was done, as text and as JSON; nothing of the progress reaches a pipe.
set -euo pipefail
source tests/cli/lib.bash

# stopped WORD...: runs fuda, stops it after a second; it must end with 130 within half a minute
stopped() {
    local code=0
    "$FUDA" "$@" >"$dir/out" 2>"$dir/err" </dev/null &
    local pid=$!
    sleep 1.5
    kill -INT "$pid" 2>/dev/null || die "$*: was over too soon: $(<"$dir/out")"
    for _ in {1..300}; do
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.1
    done
    wait "$pid" || code=$?
    out=$(<"$dir/out") err=$(<"$dir/err")
    [ "$code" -eq 130 ] || die "$*: exit code $code, not 130: $err $out"
    case $out$err in *$'\r'* | *$'\e'*) die "$*: progress in a pipe" ;; esac
}
# bash starts background programs with SIGINT ignored; fuda sets it anyway
stopped sim rebirth --games 100000000 --threads 2
has "$out" ' games of rebirth in '
has "$out" 'of 100000000 games were played'
has "$out" 'seat 1 (random): won '
stopped sim rebirth --games 100000000 --check --json
has "$out" '"stopped": true'
grep -q '^}$\|}$' <<<"$out" || die 'no whole JSON'
stopped sim rebirth --games 100000000 --lang ja
has "$out" '途中で止めました'
stopped cards try rebirth --least 500 --json
has "$out" '"stopped": true'
stopped bench rebirth --seconds 1000
has "$out" 'decisions a second'
has "$out" 'not counted (stopped)'
mkdir "$dir/many"
for i in {1..400}; do cp scenarios/rebirth/ch14-loops.fuda "$dir/many/$i.fuda"; done
stopped scenario "$dir/many"
has "$out" '(stopped)'
stopped scenario "$dir/many" --json
has "$out" '"stopped": true'

# what is not stopped says so
run 0 sim rebirth --games 2 --json
has "$out" '"stopped": false'
