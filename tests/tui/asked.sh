#!/usr/bin/env bash
# --ask-all: who can only decline is asked, too, so that being asked tells nothing; such a game is replayed and resumed.
set -euo pipefail
source tests/tui/lib.bash

for key in rebirth ninja luck granblue vividz; do
    decks=(decks/$key/*.txt)
    for ask in '' --ask-all; do
        file=$dir/$key$ask.replay
        # shellcheck disable=SC2086
        yes 1 | head -n 600 | "$FUDA" play $key --hotseat --plain --no-guide --seed 5 --deck "${decks[0]}" --deck "${decks[1]}" \
            --save "$file" $ask >"$dir/out" 2>&1 || true
        run 0 replay "$file"
        has "$out" ' verified'
        grep -c '^[0-9]*/1 ' "$file" >"$dir/single$ask" || true
    done
    [ "$(<"$dir/single")" -eq 0 ] || die "$key: a question with one answer was asked"
    [ "$(<"$dir/single--ask-all")" -gt 0 ] || die "$key: --ask-all asked nothing more"
    grep -q '^asks all$' "$dir/$key--ask-all.replay" || die "$key: the replay does not say it"
done
open 80 24 play --load "$dir/rebirth--ask-all.replay"
sleep 0.5
lacks "$(screen)" 'decision'
open 80 24 play rebirth --hotseat --ask-all --no-guide --deck hoshimi-combo --deck shiomi-control --seed 5
shows 'Choose your first entry'
for i in {1..60}; do
    case $(screen) in *'Block?'*) break ;; esac
    keys Enter
    sleep 0.1
done
shows 'Block?'
shows 'do not block'
command_line 'help'
keys Space
shows 'fuda play --ask-all'
