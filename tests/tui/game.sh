#!/usr/bin/env bash
# A first game in 80x24: three times Enter, the guide, then a whole game by keys; the saved replay verifies.
set -euo pipefail
source tests/tui/lib.bash

open 80 24 play --seed 3
shows 'Which game?'
keys Enter
shows 'Against whom?'
keys Enter
shows 'Which deck is yours?'
keys Enter
shows 'Your first turn' # no game was kept yet: the guide begins
keys Enter
shows 'Before the game'
keys Enter
shows 'Choose your first entry'
keys Enter
shows 'Energy phase'
keys s
shows 'Put a partner into your energy?'
keys Enter
shows 'face down?' # no further page of the guide
keys C-c
shows '[exit 0]'

open 80 24 "${game[@]}" # there is a game now: no guide
shows 'Choose your first entry'
keys Enter
shows 'Put a partner'
type_in 'h4'
keys Enter
shows 'face down?'
keys Down Enter
shows 'Your main phase'
# fits: the first and the last row are on the screen
head -n 1 <<<"$(screen)" | grep -q '^Turn' || die "the first row is lost: $(screen)"
screen | sed -n 24p | grep -q '^>' || die "the last row is lost: $(screen)"
[ "$(screen | sed -n '$=')" -le 24 ] || die 'more than 24 rows'
command_line 'no such thing'
shows 'please answer 1 to'
command_line 'why'
shows '[7.4.2]'
keys Enter
shows 'Your main phase'
command_line 'why not h2'
shows 'Why not?'
keys Enter
command_line 'card h1'
shows '= '
keys Enter
shows 'Your main phase'
command_line 'e'
shows 'Esc: all options'
keys Escape
gone 'Esc: all options'
keys '?'
shows 'Help'
keys Enter
shows 'Your main phase'

# take the option under the cursor until the game is over
to_the_end
! ls "$dir"/saves/*.new 2>/dev/null || die 'something half-written was left'
