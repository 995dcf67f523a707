#!/usr/bin/env bash
# --allow-partial: without it a card with an ability that does not compile is refused for play; with it every report and
# screen names the card.
set -euo pipefail
source tests/cli/lib.bash
export FUDA_SAVES=$dir/saves LC_ALL=C.UTF-8

partial_deck
with=(--cards "$dir/cards.csv" --deck "$dir/d.txt")

# ---- refused, with the position
run 1 sim rebirth "${with[@]}" --games 2
has "$err" "$dir/d.txt:"
has "$err" '謎の旅人 is not understood'
has "$err" 'ability 1, character '
has "$err" '--allow-partial'
one_line "$err"
run 1 play rebirth "${with[@]}" --plain
has "$err" '謎の旅人 is not understood'
one_line "$err"

# ---- allowed: fuda sim names the card on stderr and in the JSON
run 0 sim rebirth "${with[@]}" --games 20 --check --allow-partial
has "$err" 'partial cards (abilities left out): 謎の旅人 (1 of 2)'
one_line "$err"
run 0 sim rebirth "${with[@]}" --deck yoimachi-rush --deck "$dir/d.txt" --games 6 --json --allow-partial
has "$out" '"partial": ['
has "$out" '{"name": "謎の旅人", "left_out": 1, "why": "ability 1, character '
run 0 sim rebirth --games 2 --json --allow-partial
has "$out" '"partial": []'
[ -z "$err" ] || die "whole cards are called partial: $err"

# ---- at the table: on every board, on the card's page, and when the game is resumed
printf '1\ncard 謎の旅人\nhelp\nq\n' | "$FUDA" play rebirth "${with[@]}" --deck "$dir/d.txt" --seed 3 --allow-partial >"$dir/out"
boards=$(grep -c '^-- turn' "$dir/out") named=$(grep -c '^PARTIAL CARDS.*謎の旅人' "$dir/out")
[ "$named" -gt "$boards" ] || die "$boards boards, but the partial card is named $named times" # and in the help
has "$(cat "$dir/out")" 'not understood: ignored in this game'
printf 'q\n' | "$FUDA" play --continue --lang ja >"$dir/out"
has "$(cat "$dir/out")" '一部の能力を無視：謎の旅人'
grep -q '^cards partial$' "$dir"/saves/*.replay || die 'the replay does not say that cards are partial'
run 0 replay "$dir"/saves/*.replay
has "$out" 'partial cards: 謎の旅人'
run 0 replay "$dir"/saves/*.replay --json
has "$out" '"partial": ["謎の旅人"]'
run 0 replay "$dir"/saves/*.replay --watch
has "$out" 'PARTIAL CARDS (abilities left out): 謎の旅人'
sed '/^cards partial$/d' "$dir"/saves/*.replay >"$dir/strict.replay"
run 1 replay "$dir/strict.replay"
has "$err" "card '謎の旅人'"

# a malformed card is refused even so
sed 's/^ZZ-001,\(.*\),1,2,4/ZZ-001,\1,,2,4/' "$dir/cards.csv" >"$dir/faulty.csv"
run 1 sim rebirth --cards "$dir/faulty.csv" --deck "$dir/d.txt" --games 2 --allow-partial
