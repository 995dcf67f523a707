#!/usr/bin/env bash
# Scenarios at the table: the goal, whether it was reached, undo; the board of a game as a scenario. Menus: unfinished games, Esc.
set -euo pipefail
source tests/tui/lib.bash

cat >"$dir/win.fuda" <<'END'
scenario seven in the retire zone win
card 大男 9/9
P1
  entry 大男
  member 1 兵
  member 2 兵
P2
  entry 先
  retire 兵 x6
at attack
do P1 attack with 兵
expect winner P1
END
open 80 24 play --no-guide --scenario "$dir/win.fuda" seven
shows 'seven in the retire zone win'
shows 'expect winner P1'
keys Enter
shows 'Attack?'
keys End Enter # no attack: the turn is over
shows 'the goal was not reached'
keys Enter
command_line undo
shows 'Attack?'
command_line goal
shows 'expect winner P1'
keys Enter
keys Home Enter
shows 'You reached the goal.'
keys Enter
shows 'You win.'
keys Enter
shows 'watch the game from the start'
keys 3 Enter
shows '0/'
keys q
shows 'watch the game from the start'
keys 1 Enter
shows '[exit 0]'
run 1 play --scenario "$dir/win.fuda" nosuch </dev/null
has "$err" "no scenario whose title contains 'nosuch'"

# the board of a running game, in each game: what was written passes as a scenario
for key in rebirth ninja vividz granblue luck; do
    { printf '1\n%.0s' {1..14}; printf ':scenario %s\nq\n' "$dir/$key.fuda"; } |
        "$FUDA" play "$key" --plain --opponent random --seed 3 >"$dir/out" 2>&1
    grep -q 'hidden cards included' "$dir/out" || die "$key: $(tail -n 5 "$dir/out")"
    run 0 scenario "$dir/$key.fuda"
    has "$out" '1 passed, 0 failed'
done

# unfinished games are offered; Esc goes back a menu
rm -rf "$dir/saves"
open 80 24 "${game[@]}"
shows 'Choose your first entry'
keys Enter
shows 'Put a partner'
keys C-c
shows '[exit 0]'
open 80 24 play
shows 'You have unfinished games.'
keys Enter
shows 'Put a partner'
keys C-c
shows '[exit 0]'
open 80 24 play
shows 'You have unfinished games.'
keys 2 Enter
shows 'Which game?'
keys Enter
shows 'Against whom?'
keys Enter
shows 'Which deck is yours?'
keys Escape
shows 'Against whom?'
keys 4 Enter
shows 'Which format?'
keys Escape
shows 'Against whom?'
keys Escape
shows 'Which game?'
keys q
shows '[exit 0]'
