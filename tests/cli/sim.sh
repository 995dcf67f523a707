#!/usr/bin/env bash
# fuda sim and fuda bench --signature: equal seeds give equal games, whatever the number of threads.
set -euo pipefail
source tests/cli/lib.bash

field() { sed -n "s/.*\"$1\": \([^,}]*\).*/\1/p" <<<"$out" | head -n 1; }

run 0 sim rebirth --games 60 --seed 7 --json
first=$(field decisions) wins=$(sed -n 's/.*"wins": \(\[[^]]*\]\).*/\1/p' <<<"$out")
[ "$(field games)" = 60 ] || die "games: $(field games)"
[ "$(field finished)" = 60 ] || die "finished: $(field finished)"
[ "$(field violations)" = 0 ] || die "violations: $(field violations)"
for name in draws seconds decisions_per_second games_per_second mean_turns; do [ -n "$(field $name)" ] || die "no $name"; done
run 0 sim rebirth --games 60 --seed 7 --json --threads 3
[ "$(field decisions)" = "$first" ] || die 'three threads play otherwise'
has "$out" "\"wins\": $wins"
run 0 sim rebirth --games 60 --seed 7 --json --check
[ "$(field decisions)" = "$first" ] || die 'checked games are played otherwise'
run 0 sim rebirth --games 60 --seed 8 --json
[ "$(field decisions)" != "$first" ] || die 'another seed plays the same'
run 0 sim rebirth --games 6 --player greedy --player random
has "$out" 'seat 1 (greedy)'
run 0 sim rebirth --games 3 --player search:8 --player search:8x2 --json
first=$(field decisions)
has "$out" '"players": ["search:8", "search:8x2"]'
run 0 sim rebirth --games 3 --player search:8 --player search:8x2 --json --threads 3
[ "$(field decisions)" = "$first" ] || die 'three threads search otherwise'

deck=decks/rebirth/$(ls decks/rebirth | head -n 1)
run 0 sim rebirth --games 5 --deck "$deck" --json
run 1 sim rebirth --deck "$dir/none.txt"
has "$err" "$dir/none.txt"
one_line "$err"
printf '4 no such card\n' >"$dir/bad.txt"
run 1 sim rebirth --deck "$dir/bad.txt"
has "$err" "$dir/bad.txt:1:"
one_line "$err"
head -n 8 "$deck" >"$dir/short.txt"
run 1 sim rebirth --deck "$dir/short.txt"
has "$err" "$dir/short.txt"
one_line "$err"
: >"$dir/empty.txt"
run 1 sim rebirth --deck "$dir/empty.txt"
has "$err" "$dir/empty.txt"
printf 'name\n' >"$dir/bad.csv"
run 1 sim rebirth --cards "$dir/bad.csv"
has "$err" "$dir/bad.csv"
