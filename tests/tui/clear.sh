#!/usr/bin/env bash
# The table shows everything that matters: the guide reaches the attack phase, options name costs and displaced cards,
# forced choices and skipped news are announced, equal cards share a line, public moves are named.
set -euo pipefail
source tests/tui/lib.bash
decks=(--deck hoshimi-combo --deck shiomi-control)

# ---- the guide completes the first turn, even if the main phase passes automatically
# guided LANG TITLE...: these pages appear in this order; questions in between are answered with Enter
guided() {
    local lang=$1 title i
    shift
    open 80 24 play rebirth --guide --opponent greedy "${decks[@]}" --seed 3 --lang "$lang"
    for title in "$@"; do
        shows "$title"
        keys Enter
        for ((i = 0; i < 40; i++)); do # the option may open into the places of its card: its default is taken
            case $(screen) in
            *'Esc: all options'* | *'Esc：すべて'*) keys Enter && break ;;
            *"$title"*) sleep 0.05 ;;
            *) break ;;
            esac
        done
        gone "$title"
    done
}
guided en 'Your first turn' 'Before the game' 'Choose your first entry' 'Energy phase: a partner' \
    'Put a partner' 'Energy phase: a card' 'face down?' 'Main phase' 'Your main phase' 'Attack phase'
shows 'the main phase passes'
shows 'more: Space shows all'
keys Space
shows 'Since you were last asked'
shows 'You: no attack is possible: the turn ends'
shows '-- Turn 2: Computer --'
shows 'Computer: draw a card'
keys Enter
shows 'Put a partner'
guided ja 'はじめてのターン' '準備：最初の' '最初のエントリーを選んで' 'エネルギーフェイズ：パートナー' \
    'パートナーをエネルギーに置きますか' 'エネルギーフェイズ：手札から' '裏向きでエネルギーに置きますか' \
    'メンバーの席にプレイする' 'メインフェイズです' 'スタンドしているメンバーを1枚レスト'
shows 'メインフェイズを終えます'
shows 'Spaceで表示'

# ---- with three or more players nobody is called the opponent
open 80 24 play rebirth --guide --format rumble --seats 4 --opponent random "${decks[@]}" --seed 3
shows 'the last one left wins'
lacks "$(screen)" 'opponent'
open 80 24 play rebirth --guide --format rumble --seats 4 --opponent random "${decks[@]}" --seed 3 --lang ja
shows '最後に残った人の勝ち'
lacks "$(screen)" '相手'

# ---- options say what they do; the cursor does not start on an option that displaces one's own card
open 80 24 "${game[@]}"
shows 'Choose your first entry'
keys Enter
shows 'Put a partner'
keys Enter
shows 'face down?'
keys Enter
shows '> 1 play 薪割りの日課 コダマ (2) to … (4 places)'
keys Enter
shows '1 play 薪割りの日課 コダマ (2) to entry (replaces 山小屋の朝 コダマ)'
shows '> 2 play 薪割りの日課 コダマ (2) to member 1'
keys Escape
gone 'Esc: all options'
command_line 'move'
shows 'move the entry to member 1 (cost 1)'
keys Escape
gone 'Esc: all options'
command_line 'why not h1'
shows '(it costs 3, and you have 2 to pay with)'
keys Enter
command_line 'h2 e'
gone 'Your main phase'

# ---- a whole game line by line: asking abilities and public moves are named, equal cards counted, no question repeated
for seed in 1 2 8; do
    for lang in en ja; do
        "$FUDA" play rebirth --no-guide --opponent greedy "${decks[@]}" --seed $seed --lang $lang >"$dir/$lang.$seed" \
            < <(yes 1)
    done
    ! grep -E 'a card from (entry|member|retire|waiting|Re birth|memory)' "$dir/en.$seed" || die 'a public move is not named'
    ! grep -E 'カード1枚を(エントリー|メンバー|リタイア|控え室|Reバース|思い出)から' "$dir/ja.$seed" ||
        die 'a public move is not named'
    awk '/^You: (Choose a card|Do it|Pay:)/ { getline; getline; if ($0 !~ /^  [^ 0-9]/) print NR ": " $0 }' \
        "$dir/en.$seed" >"$dir/bare"
    [ ! -s "$dir/bare" ] || die "a choice that does not say who asks: $(cat "$dir/bare")"
done
grep -qE '^ +[0-9]+  .* \(x[2-9]\)$' "$dir"/en.* || die 'equal cards are not counted'
grep -qE '^ +[0-9]+  .*（[2-9]枚）$' "$dir"/ja.* || die 'equal cards are not counted'
