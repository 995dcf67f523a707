#!/usr/bin/env bash
# The usual opponent searches; the table shows that it thinks, and `hint` tells what it would do in the player's
# place and how sure it is; in both languages, on the full screen and line by line.
set -euo pipefail
source tests/tui/lib.bash
decks=(--deck hoshimi-combo --deck shiomi-control)

# ---- who sits there if nobody says so
open 80 24 play rebirth --no-guide "${decks[@]}" --seed 3
shows 'Against whom?'
keys Enter
shows 'Choose your first entry'
keys Enter
shows 'Put a partner' 30
keys C-c
shows '[exit 0]'
grep -qx '# table seats human search:300ms' "$dir"/saves/*.replay || die 'the usual opponent is another one'

# hinted QUESTION TITLE TRIES CHANCE NOTICE OTHERS WAITS LANG: asks for a hint at the first question, and has the
# opponent think long enough to be seen
hinted() {
    open 110 24 play rebirth --no-guide "${decks[@]}" --seed 3 --opponent search:4s --lang "$8"
    shows "$1"
    command_line "$9"
    shows "$5" # meanwhile
    shows "$2" 30
    shows "$3"
    shows "$4"
    shows "$6"
    keys Enter
    shows "$1"
    keys Enter
    shows "$7" 30
    keys C-c # leaves without waiting for the answer
    shows '[exit 0]'
}
hinted 'Choose your first entry' 'What the computer would do' '% of its tries (' 'chance to win    about ' \
    'what would the computer do? .' 'It knows what you know' 'Computer: thinking .' en hint
hinted '最初のエントリー' 'コンピュータならどうするか' '確かさ        試した手順の' '勝つ見込み    約' \
    'コンピュータなら？ .' 'あなたが知っていることだけから' 'コンピュータ：考えています .' ja ヒント

# ---- keys typed while it thinks are for the next question
open 80 24 play rebirth --no-guide "${decks[@]}" --seed 3 --opponent search:1s
shows 'Choose your first entry'
keys Enter
shows 'thinking .' 30
type_in 'why'
keys Enter
shows 'Why?' 30
keys Enter C-c
shows '[exit 0]'

# ---- line by line
open 80 40 play rebirth --plain --no-guide "${decks[@]}" --seed 3 --opponent search:1s
shows 'Choose your first entry'
command_line 'hint'
shows '(thinking ...)'
shows 'In your place the computer would take' 30
command_line '1'
shows '(Computer: thinking ...)' 30
shows 'Put a partner' 30
command_line 'q'
shows '[exit 0]'
open 80 40 play rebirth --plain --no-guide "${decks[@]}" --seed 3 --opponent search:1s --lang ja
shows '最初のエントリー'
command_line 'ヒント'
shows '（考えています）'
shows 'コンピュータなら、これを選びます。' 30
command_line '1'
shows '（コンピュータ：考えています）' 30
keys C-c
