#!/usr/bin/env bash
# fuda rules KEY WORD...: gists in both languages, scenarios that assert a clause, places in the code.
set -euo pipefail
source tests/cli/lib.bash

run 0 rules rebirth refresh empty
has "$out" '1.2.2.2     rule     A player who must refresh'
has "$out" 'scenario scenarios/rebirth/ch01-game.fuda:'
has "$out" 'code     src/games/rebirth/game.c:'
has "$out" 'more (--where shows all)'
run 0 rules rebirth REFRESH リフレッシュ # a word of each language
has "$out" '10.2 '
run 0 rules rebirth リフレッシュ --lang ja
has "$out" 'シナリオ scenarios/rebirth/'
has "$out" 'コード   src/games/rebirth/'
run 0 rules rebirth 7.2.1 --where
has "$out" 'code     src/games/rebirth/turn.c:'
! grep -q 'more (--where' <<<"$out" || die '--where leaves something out'

# every place it prints is there, and every clause of the word list has its mark in that line
run 0 rules rebirth wins --where
grep -o '\(src\|scenarios\)/[^ ]*:[0-9]*' <<<"$out" | sort -u >"$dir/places"
[ "$(wc -l <"$dir/places")" -gt 5 ] || die "hardly any places: $out"
while IFS=: read -r file line; do
    sed -n "${line}p" "$file" | grep -q 'RB_\|KM_\|^scenario' || die "$file:$line: $(sed -n "${line}p" "$file")"
done <"$dir/places"
has "$(<"$dir/places")" 'src/kernel/' # what the kernel does for every game
for key in ninja vividz luck granblue; do
    run 0 rules $key draw
    has "$out" "code     src/games/$key/"
    has "$out" "scenario scenarios/$key/"
done
run 0 rules rebirth refresh --json
python3 -c 'import json, sys; x = json.load(sys.stdin); assert x[0]["scenarios"] and x[0]["code"][0]["file"]' <<<"$out" ||
    die 'no valid JSON'

run 1 rules rebirth zzzz
has "$err" 'no clause of rebirth says that'
run 1 rules rebirth zzzz --json
run 1 rules rebirth 99.9
has "$err" "has no clause '99.9'"
run 2 rules rebirth a $'\xff'
run 2 rules

# without sources and scenarios beside it
mkdir -p "$dir/data/cards/rebirth"
FUDA_DATA=$dir/data run 0 rules rebirth refresh
has "$err" 'the sources are not beside the program'
