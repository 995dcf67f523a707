#!/usr/bin/env bash
# Three to six players in 80x24: formats in the start menu, a rumble of four and a team game played by keys in both
# languages, another player's full mat, larger terminals, the replay viewer.
set -euo pipefail
source tests/tui/lib.bash

decks=(--deck hoshimi-combo --deck shiomi-control --deck yoimachi-rush)

# fits: the first and the last row are on the screen
fits() {
    local now
    now=$(screen)
    grep -qE '^(Turn|ターン|.*setup|.*準備)' <<<"$(head -n 1 <<<"$now")" || die "the first row is lost: $now"
    sed -n 24p <<<"$now" | grep -q '^>' || die "the last row is lost: $now"
}

# to_the_end: takes the option under the cursor until the game is over
to_the_end() {
    local i
    for ((i = 0; i < 600; i++)); do
        keys -N 10 Enter
        case $(screen) in
        *'[exit '*) break ;;
        esac
    done
    shows '[exit 0]'
}
verified() {
    local file
    file=$(ls -t "$dir"/saves/*.replay | head -n 1)
    run 0 replay "$file"
    has "$out" 'decisions verified'
    lacks "$out" 'not finished'
}

# ---- the start menu
open 80 24 play --seed 3 --no-guide
shows 'Which game?'
keys Enter
shows 'three to six players'
keys 4 Enter
shows 'Which format?'
shows 'rumble ランブル (3 to 6 players)'
shows 'black jack'
keys Enter
shows 'How many players?'
keys Down Enter
shows 'How many of them are people'
keys Enter
shows 'Which deck is yours?'
keys Enter
shows 'You: Choose your first entry'
shows 'Computer 4'
lacks "$(screen)" 'Computer 5'
keys C-c
shows '[exit 0]'

# ---- a rumble of four, in English
open 80 24 play rebirth --format rumble --seats 4 --no-guide --opponent random "${decks[@]}" --seed 3
shows 'Choose your first entry'
fits
keys Enter
shows 'You do not go first'
keys Enter
shows 'Put a partner'
for name in 'Computer 2' 'Computer 3' 'Computer 4' 'rumble ランブル' 'v You' 'e エントリー' 'T retire 0/7' 'N energy'; do
    shows "$name"
done
grep -qE 'H hand [0-9]+ PA[1-3]' <<<"$(screen)" || die "the partners are not told: $(screen)" # 4.10.4
fits
keys v # the next one in full, one's own in brief
shows 'M3 メンバー'
fits
keys Escape
gone 'M3 メンバー'
command_line 'look 3'
shows 'M3 メンバー'
keys Escape
gone 'M3 メンバー'
command_line 'look 1'
shows 'Which player?'
command_line 'help'
for _ in {1..3}; do # the help has several pages
    case $(screen) in *'each alone, attack whom you like'*) break ;; esac
    keys Space
    sleep 0.3
done
shows 'each alone, attack whom you like'
shows 'v              one of the others in full'
keys Enter
target=
for ((i = 0; i < 300 && !${#target}; i++)); do
    case $(screen) in
    *'Whom do you attack?'*) target=yes ;;
    *'[exit '*) break ;;
    *) keys Enter ;;
    esac
    sleep 0.02
done
[ -n "$target" ] || die "nobody was asked whom to attack: $(screen)"
shows 'Whom do you attack?'
grep -qE '[0-9] Computer [234]: .*retire [0-9]/7' <<<"$(screen)" || die "the targets are not described: $(screen)"
fits
to_the_end
shows 'saved as'
case $(screen) in
*'You win.'* | *'You lose. Computer '*' wins.'*) ;;
*) die "no result: $(screen)" ;;
esac
verified

# ---- a rumble of four, in Japanese
open 80 24 play rebirth --format rumble --seats 4 --no-guide --opponent random "${decks[@]}" --seed 5 --lang ja
shows '最初のエントリー'
keys Enter
shows 'エネルギーに置'
shows 'コンピュータ4'
shows 'T リタイア 0/7'
for word in Turn You Computer Put option Enter: attack; do
    lacks "$(screen | tr -d '\n' | sed 's/でEnter//')" "$word"
done
fits
command_line '見る 3'
shows 'M3 メンバー'
keys Escape
gone 'M3 メンバー'
to_the_end
case $(screen) in
*の勝ちです* | *全員の敗北です*) ;;
*) die "no result: $(screen)" ;;
esac
verified

# ---- teams: only the team mate's hand is open; one player answers for the team
for lang in en ja; do
    open 80 24 play rebirth --format double-team --no-guide --opponent random "${decks[@]}" --seed 3 --lang $lang
    if [ $lang = en ]; then who=Computer you='You (A) against Computer 4'; else who=コンピュータ you='あなた (A)（アタック先：コンピュータ4）'; fi
    shows "$you"
    fits
    for ((i = 0; i < 40; i++)); do
        case $(screen) in
        *メイン]*"（${who}2）"* | *メイン]*"($who 2)"*) break ;;
        *) keys Enter ;;
        esac
        sleep 0.05
    done
    case $(screen) in
    *"（${who}2）"* | *"($who 2)"*) ;;
    *) die "the mate's cards are not offered: $(screen)" ;;
    esac
    shows '2H1 '
    lacks "$(screen)" '3H1 '
    fits
    to_the_end
    if [ $lang = en ]; then
        grep -qE 'Team [AB] wins \(' <<<"$(screen)" || die "no result: $(screen)"
    else
        grep -qE 'チーム[AB]の勝ちです' <<<"$(screen)" || die "no result: $(screen)"
    fi
    verified
done

# ---- six players fit, with points; a tall terminal shows every mat in full
open 80 24 play rebirth --format triple-team --no-guide --opponent random "${decks[@]}" --seed 3
shows 'triple team トリプルチーム  A 0 : 0 B'
fits
keys Enter
shows 'Computer 6 (B)'
fits
keys v
shows 'M3 メンバー'
fits
open 80 60 play rebirth --format rumble --seats 4 --no-guide --opponent random "${decks[@]}" --seed 3
shows 'Choose your first entry'
[ "$(screen | grep -c 'M3 メンバー')" -eq 3 ] || die "not every mat is shown in full: $(screen)"

# ---- humans at one screen: hands are hidden at the handover; computers are not called
open 80 24 play rebirth --no-guide --player human --player random --player human "${decks[@]}" --seed 3
shows 'Player 1: Choose your first entry'
keys Enter
shows 'Player 3: take your seat'
lacks "$(screen)" 'Choose'
keys Enter
shows 'Player 3: Choose your first entry'
keys C-c
shows '[exit 0]'
open 80 24 play --continue
shows 'Player 3: '

# ---- replay viewer with four players, from each side
"$FUDA" play rebirth --format circle --seats 4 --opponent random --seed 3 --save "$dir/game.replay" >/dev/null < <(yes 1)
open 80 24 replay "$dir/game.replay" --watch
shows '0/'
keys Space
shows '[|| '
keys Home Right Right
shows '2/'
shows 'circle サークル'
shows 'v Player 1 against Player 2'
keys v
shows 'v Player 2 against Player 3'
keys Tab
shows 'M3 メンバー'
keys End
shows 'wins.'
keys q
shows '[exit 0]'
