#!/usr/bin/env bash
# Resizing the terminal redraws everything and loses no input.
set -euo pipefail
source tests/tui/lib.bash

# at COLS ROWS: resizes and checks what every size must show
at() {
    terminal resize-window -t table -x "$1" -y "$2"
    local i
    for ((i = 0; i < 100; i++)); do
        if screen | sed -n "$2p" | grep -q '^>' && screen | sed -n 1p | grep -q '^Turn 1'; then return; fi
        sleep 0.05
    done
    die "no table at $1x$2: $(screen)"
}

open 80 24 "${game[@]}"
shows 'Choose your first entry'
keys Enter
shows 'Put a partner'
before=$(screen)
at 120 40
shows '|' # the panel at the side
shows 'リンドウ'
at 60 18
shows 'put none'
at 40 10
terminal resize-window -t table -x 20 -y 5 # too small for anything but the prompt
shows '>'
at 200 60
at 80 24
for ((i = 0; i < 100; i++)); do
    [ "$(screen)" != "$before" ] || break
    sleep 0.05
done
[ "$(screen)" = "$before" ] || die "not the same as before: $(diff <(echo "$before") <(screen))"
keys Enter
shows 'face down?'
