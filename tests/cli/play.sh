#!/usr/bin/env bash
# fuda play without a terminal: the line-based frontend.
set -euo pipefail
source tests/cli/lib.bash
export FUDA_SAVES=$dir/saves LC_ALL=C.UTF-8

# lines LINE...: plays a game with these input lines
lines() {
    printf '%s\n' "$@" | "$FUDA" play rebirth --opponent random --seed 3 ${more[@]+"${more[@]}"} >"$dir/out" 2>"$dir/err" ||
        die "play failed: $(cat "$dir/err")"
    out=$(cat "$dir/out")
}
more=()

printf 'q\n' | "$FUDA" play >"$dir/out" || die 'q does not end with 0'
! grep -q $'\e' "$dir/out" || die 'escapes in a pipe'
[ ! -e "$dir"/saves/*.replay ] || die 'a game without an answer was kept'
"$FUDA" play </dev/null >/dev/null || die 'the end of input does not end with 0'

lines 1 1 1 why 'why not h1' 'card h1' 'card 無い' log help e undo undo undo undo q
has "$out" '[7.4.2]'
has "$out" '= '
has "$out" "no card called '無い'"
has "$out" 'capitals are'
has "$out" 'Cannot undo: you have seen new information'
has "$out" 'play --continue'
[ "$(ls "$dir/saves" | wc -l)" -eq 1 ] || die 'not one game was kept'
run 0 replay "$dir"/saves/*.replay
printf 'q\n' | "$FUDA" play --continue >"$dir/out"
has "$(cat "$dir/out")" 'Put a partner' # as far as it could be undone
# the computer's hand appears nowhere in the output
printf '1\nlog\nq\n' | "$FUDA" play rebirth --seed 3 --deck hoshimi-combo --deck shiomi-control >"$dir/out"
! grep -q 'hand.*灯をともす子' "$dir/out" || die "the other one's hand is shown"

more=(--practice)
lines 1 1 1 undo undo undo q
has "$out" 'Choose your first entry'
more=(--lang ja)
lines 1 1 1 help q
has "$out" 'メインフェイズです'
has "$out" '選択肢の番号'
more=(--save "$dir/mine.replay")
lines 1 1 q
has "$out" "play --load $dir/mine.replay"
printf 'concede\n2\n' | "$FUDA" play --load "$dir/mine.replay" >"$dir/out"
has "$(cat "$dir/out")" 'You lose.'

# two humans: each is called before their cards are shown
printf '1\n\n1\nq\n' | "$FUDA" play rebirth --hotseat --seed 3 >"$dir/out"
has "$(cat "$dir/out")" 'Player 2: take your seat'
"$FUDA" play rebirth --solo --seed 4 >"$dir/out" < <(yes 1)
has "$(cat "$dir/out")" 'wins.'

# closed output: the game is saved, without an error message
set +o pipefail
{
    yes 1 | { "$FUDA" play rebirth --opponent random --seed 9 --save "$dir/broken.replay" 2>"$dir/err"; echo "$?" >"$dir/code"; } | head -n 80 >/dev/null
} || true
[ "$(cat "$dir/code")" -eq 0 ] || die "a broken pipe ends with $(cat "$dir/code"): $(cat "$dir/err")"
run 0 replay "$dir/broken.replay"
{
    { "$FUDA" replay "$dir/broken.replay" --watch 2>"$dir/err"; echo "$?" >"$dir/code"; } | head -n 1 >/dev/null
} || true
[ "$(cat "$dir/code")" -eq 0 ] || die "watching into a broken pipe ends with $(cat "$dir/code")"

# unwritable directory: reported in one line
FUDA_SAVES=/dev/null/x run 1 play rebirth --seed 3
one_line "$err"
run 2 play --hotseat --solo
run 2 play --lang fr
run 2 play --opponent nobody
