#!/usr/bin/env bash
# Every way of leaving saves the game: Ctrl-C, q, a signal, a lost terminal. --continue resumes it.
set -euo pipefail
source tests/tui/lib.bash

# to_main: plays to the first main phase
to_main() {
    shows 'Choose your first entry'
    keys Enter
    shows 'Put a partner'
    keys Enter
    shows 'face down?'
    keys Enter
    shows 'Your main phase'
}
answers() { grep -c '^[0-9]*/' "$(ls -t "$dir"/saves/*.replay | head -n 1)"; }

open 80 24 "${game[@]}" --practice
to_main
keys C-c
shows '[exit 0]'
shows 'play --continue'
n=$(answers)
[ "$n" -ge 3 ] || die "not all answers were kept: $n"

open 80 24 play --continue
shows 'Your main phase'
shows 'practice' # as it was
shows 'アスハ'
command_line undo
shows 'face down?'
keys Enter
shows 'Your main phase'
command_line q
shows '[exit 0]'

open 80 24 play --continue
shows 'Your main phase'
terminal send-keys -t table C-d
shows '[exit 0]'

open 80 24 play --continue
shows 'Your main phase'
pid=$(terminal list-panes -t table -F '#{pane_pid}')
child=$(pgrep -P "$pid" | head -n 1)
kill -TERM "$child"
shows '[exit 0]'

# lost terminal
open 80 24 play --continue
shows 'Your main phase'
keys End Enter # to the attack phase, then the opponent's turn
gone 'Your main phase'
sleep 0.3
more=$(answers)
terminal kill-session -t table
sleep 0.5
[ "$(answers)" -ge "$more" ] && [ "$more" -gt "$n" ] || die "an answer was lost: $n, $more, $(answers)"
open 80 24 play --continue
shows 'Turn'
command_line concede
shows 'Give up?'
keys 2 Enter
shows 'You lose.'
keys Enter Enter
shows '[exit 0]'

# no unfinished game is left
run 1 play --continue
has "$err" 'no unfinished game'
one_line "$err"
