#!/usr/bin/env bash
# Both languages, colour and none, changes and numbers marked, a screen for two people, watching a replay.
set -euo pipefail
source tests/tui/lib.bash

# ---- languages: by the locale, or as told
extra=(LC_ALL=ja_JP.UTF-8)
open 80 24 "${game[@]}"
shows '最初のエントリーを選んでください'
keys Enter
shows 'パートナーをエネルギーに置きますか？'
for word in Turn You Computer Put card option Enter:; do
    lacks "$(screen | tr -d '\n')" "$word"
done
command_line 'ヘルプ'
shows '選択肢の番号'
keys Enter
command_line '２' # full-width digits count
shows '裏向きでエネルギーに置きますか'
keys Enter
shows 'メインフェイズです'
command_line 'why not h1'
shows '今は'
keys Enter q Enter
shows '続ける'
open 80 24 "${game[@]}" --lang en
shows 'Choose your first entry'
extra=()
open 80 24 "${game[@]}" --lang ja
shows '最初のエントリー'

# ---- colour
open 80 24 "${game[@]}"
shows 'Choose your first entry'
terminal capture-pane -p -e -t table | grep -q $'\e\\[[0-9;]*m' || die 'no colour in a terminal'
extra=(NO_COLOR=1)
open 80 24 "${game[@]}"
shows 'Choose your first entry'
keys Enter
shows 'Put a partner'
! terminal capture-pane -p -e -t table | grep -q $'\e\\[[0-9;]*m' || die 'colour in spite of NO_COLOR'
shows '*h1' # what changed is marked without colour, too
extra=()

# ---- two people: the hands are hidden in between
open 80 24 play rebirth --no-guide --hotseat --deck hoshimi-combo --deck shiomi-control --seed 3
shows 'Player 1: Choose your first entry'
keys Enter
shows 'Player 2: please sit down'
lacks "$(screen)" 'Choose'
keys Enter
shows 'Player 2: Choose your first entry'
keys Enter
shows 'You go second'
keys Enter
shows 'Player 1: please sit down'
lacks "$(screen)" 'h1'

# ---- both sides oneself
open 80 24 play rebirth --no-guide --solo --deck hoshimi-combo --deck shiomi-control --seed 3
shows 'Player 1: Choose your first entry'
keys Enter
shows 'Player 2: Choose your first entry'
keys Enter
shows 'Player'
keys C-c
shows '[exit 0]'
open 80 24 play --continue # solo as before
shows 'Player'
keys C-c
shows '[exit 0]'

# ---- cards that are played in part are named above the mats
partial_deck
open 80 24 play rebirth --no-guide --opponent random --cards "$dir/cards.csv" --deck "$dir/d.txt" --allow-partial --seed 3
shows 'PARTIAL CARDS (abilities left out): 謎の旅人'
keys Enter
shows 'Put a partner'
shows 'PARTIAL CARDS (abilities left out): 謎の旅人'
keys C-c
shows '[exit 0]'

# ---- a replay is watched
"$FUDA" "${game[@]}" --save "$dir/game.replay" >/dev/null < <(yes 1)
open 80 24 replay "$dir/game.replay" --watch
shows '0/'
keys Space # pause
shows '[|| '
keys Home
shows '0/'
keys Right Right
shows '2/'
keys Left
shows '1/'
keys + + v
keys End
shows 'wins.'
keys q
shows '[exit 0]'
"$FUDA" replay "$dir/game.replay" --watch --lang ja >"$dir/out" </dev/null
grep -q 'の勝ちです' "$dir/out" || die 'the replay in a pipe has no end'
! grep -q $'\e' "$dir/out" || die 'escapes in a pipe'
