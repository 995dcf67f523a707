#!/usr/bin/env bash
# Display: both languages, colour, marked changes and stats, two humans at one screen, the replay viewer.
set -euo pipefail
source tests/tui/lib.bash

# ---- language: from the locale, or --lang
extra=(LC_ALL=ja_JP.UTF-8)
open 80 24 "${game[@]}"
shows '最初のエントリーを選んでください'
keys Enter
shows 'パートナーをエネルギーに置きますか？'
shows '[7.3.2.1] エネルギーフェイズには' # the reason is the ledger's Japanese gist
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
command_line 'why'
shows '`fuda rules rebirth 7.4.2 --lang ja`'
keys Enter
command_line 'why not h1'
shows '今は'
lacks "$(screen)" 'because'
keys Enter q Enter
shows '続ける'
open 80 24 "${game[@]}" --lang en
shows 'Choose your first entry'
extra=()
open 80 24 "${game[@]}" --lang ja
shows '最初のエントリー'

"$FUDA" "${game[@]}" --lang ja >"$dir/out" < <(yes 1) # every reason of a whole game
grep -q '^  \[[0-9.]*\] .*。$' "$dir/out" || die 'no reasons in a Japanese game'
! grep '^  \[[0-9.]*\] ' "$dir/out" | grep -v '。$' || die 'a reason that is not Japanese'

# ---- mat layout: the entries and the middle seats face each other; the opponent's hand shows its number of partners

# column TEXT: column where the text starts on the screen (a Japanese character is three bytes and two columns)
column() {
    local line before chars
    line=$(screen | grep -F -m 1 -- "$1") || die "no '$1' on the screen: $(screen)"
    before=${line%%"$1"*}
    chars=${#before}
    LC_ALL=C
    echo $((chars + (${#before} - chars) / 2))
    LC_ALL=C.UTF-8
}
for cols in 80 110; do
    open "$cols" 24 "${game[@]}" --lang ja
    shows '最初のエントリー'
    keys Enter
    shows 'パートナーをエネルギーに置きますか？'
    for pair in 'E エントリー|e エントリー' 'M2 メンバー|m2 メンバー' 'M3 メンバー|m1 メンバー'; do
        [ "$(column "${pair%|*}")" -eq "$(column "${pair#*|}")" ] || die "not in line: $pair in $(screen)"
    done
    [ "$(column 'e エントリー')" -lt $((cols / 2)) ] || die "the entry is not in the middle: $(screen)"
    [ "$(column 'd デッキ')" -gt $((cols / 2)) ] || die "the deck is not on the right: $(screen)"
    grep -qE 'H 手札 5[^ ]* PA2' <<<"$(screen)" || die "the partners are not told: $(screen)" # 4.10.4
    lacks "$(screen | grep -F 'h 手札')" 'PA'
done

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

# ---- two humans: hands are hidden at the handover
open 80 24 play rebirth --no-guide --hotseat --deck hoshimi-combo --deck shiomi-control --seed 3
shows 'Player 1: Choose your first entry'
keys Enter
shows 'Player 2: take your seat'
lacks "$(screen)" 'Choose'
keys Enter
shows 'Player 2: Choose your first entry'
keys Enter
shows 'You do not go first'
keys Enter
shows 'Player 1: take your seat'
lacks "$(screen)" 'h1'

# ---- --solo
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

# ---- partial cards are named above the mats
partial_deck
open 80 24 play rebirth --no-guide --opponent random --cards "$dir/cards.csv" --deck "$dir/d.txt" --allow-partial --seed 3
shows 'PARTIAL CARDS (abilities left out): 謎の旅人'
keys Enter
shows 'Put a partner'
shows 'PARTIAL CARDS (abilities left out): 謎の旅人'
keys C-c
shows '[exit 0]'

# ---- replay viewer
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
