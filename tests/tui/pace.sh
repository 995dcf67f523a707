#!/usr/bin/env bash
# The computer's turn is played out: each deed for a while, Space goes on, Esc goes to the next prompt, a speed and off.
set -euo pipefail
source tests/tui/lib.bash

pace=(play rebirth --no-guide --opponent greedy --deck hoshimi-combo --deck shiomi-control --seed 3)
open 80 24 "${pace[@]}" --speed 1
shows 'Choose your first entry'
keys Enter
shows 'the others play (speed 1 of 5)'
shows 'Space: go on'
lacks "$(screen)" 'You: the others'
keys +
shows 'speed 2 of 5'
keys -
shows 'speed 1 of 5'
keys Space Space
keys Escape
sleep 0.5
shows 'Put a partner'
keys Enter
shows 'face down?'
keys Enter
shows 'Your main phase'
command_line 'speed 9'
shows 'speed off'
command_line 'speed off'
shows 'no longer played out'
keys Enter # the card, then where
shows 'to member 2'
keys Enter
shows 'Turn 3: You'

# what was lost is named even where the news do not fit
open 80 24 "${pace[@]}" --speed off --lang ja
shows 'エントリーを選んでください'
command_line 'speed 4'
shows '速さ4／5'
keys Enter
shows '相手の番です（速さ4／5）'
keys 0
shows 'パートナーをエネルギーに'

FUDA_SPEED=off
run 2 play rebirth --speed fast
has "$err" '--speed must be off or a number from 1 to 5'
