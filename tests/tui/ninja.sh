#!/usr/bin/env bash
# ninja in 80x24: the guide, a first turn by tags, priority with items on the stack, then a whole game by keys, also in
# Japanese. The saved replay verifies.
set -euo pipefail
source tests/tui/lib.bash

seats=(--opponent random --deck andon-rush --deck sokkou-control)

open 80 24 play ninja --guide --seed 3 "${seats[@]}"
shows 'Your first turn'
shows 'コトダマ空間'
keys Enter
shows 'Start phase: ether'
keys s
shows 'Put a card of your hand into the ether zone?' # no further page of the guide
head -n 1 <<<"$(screen)" | grep -q '^Turn' || die "the first row is lost: $(screen)"
screen | sed -n 24p | grep -q '^>' || die "the last row is lost: $(screen)"
has "$(screen)" 'damage 0/10'
command_line 'h1'
shows 'Your character phase, the space is empty'
has "$(screen)" 'ether 1/1'
has "$(screen)" 'into the ether zone'
command_line 'why'
shows '[802.4]'
keys Enter
shows 'Your character phase'
command_line 'card h1'
shows 'karate/endurance/sabotage'
keys Enter
shows 'Your character phase'
keys '?'
shows 'F1 is the opponent'
keys Enter
shows 'Your character phase'
keys C-c
shows '[exit 0]'

# seek TEXT SEED...: plays games with Enter until the text is on the screen. Enter is pressed only at a question, and once:
# on a slow machine the computer thinks for a while, and keys that wait would answer what comes next.
seek() {
    local text=$1 seed i wait before
    shift
    for seed; do
        open 80 24 play ninja --no-guide --seed "$seed" "${seats[@]}" ${lang[@]+"${lang[@]}"}
        for ((i = 0; i < 60; i++)); do
            for ((wait = 0; wait < 300; wait++)); do
                before=$(screen)
                case $before in
                *"$text"*) return ;;
                *'[exit '*) break 2 ;;
                *'Enter '*) break ;;
                esac
                sleep 0.1
            done
            keys Enter
            for ((wait = 0; wait < 300; wait++)); do
                [[ $(screen) == "$before" ]] || break
                sleep 0.05
            done
        done
    done
    die "'$text' never comes"
}

# a player who can only pass is not asked; a question names the top of the stack
lang=()
seats=(--opponent greedy --deck nagashi-yatai --deck nagashi-yatai)
seek 'on the space, next: ' 1 2 3 4 5 6 7 8
has "$(screen)" 'You: You have priority'
has "$(screen)" 'is resolved once both pass'
has "$(screen)" 'コトダマ空間 1 '
[ "$(screen | grep -c ' is resolved once both pass')" = 1 ] || die "who passes what? $(screen)"
screen | grep -qE '^( |>) ?[0-9]+ (enter|use)' || die "only passing is possible, and it is asked: $(screen)"
lang=(--lang ja)
seek '次に解決：' 1 2 3 4 5 6 7 8
has "$(screen)" '2人ともパスなら'

# a whole game with the option under the cursor
seats=(--opponent random --deck andon-rush --deck sokkou-control)
open 80 24 play ninja --no-guide --seed 3 "${seats[@]}"
shows 'ether zone?'
to_the_end
run 0 replay "$kept" --watch
has "$out" 'damage check: '
has "$out" 'comes to the field'
