#!/usr/bin/env bash
# The menu of decks: more than nine, numbers of two digits, more than fit the screen, descriptions in both languages.
set -euo pipefail
source tests/tui/lib.bash
export FUDA_DECKS=$dir/decks
mkdir -p "$dir/decks/rebirth"
for i in {10..40}; do cp decks/rebirth/yoimachi-rush.txt "$dir/decks/rebirth/own$i.txt"; done
extra=("FUDA_DECKS=$dir/decks")

open 80 24 play rebirth --opponent random --no-guide
shows 'Which deck is yours?'
shows ' 9  own18: ヨイマチ特急: fast attack.'
shows 'of 34'
keys 1 2
shows '>12  own21'
keys End
shows '>34  yoimachi-rush'
shows 'to 34 of 34'
keys Up Up
shows '>32  hoshimi-combo'
keys Enter
shows 'Choose your first entry'
open 80 24 play rebirth --opponent random --no-guide --lang ja
shows 'own10：ヨイマチ特急：最初のターンから速攻'
shows '全34件のうち1～16'
keys End Enter
shows '最初のエントリー'
