#!/usr/bin/env bash
# Saved games: none is lost in silence. Two programs at once, full disks, foreign files, damaged saves.
set -euo pipefail
source tests/cli/lib.bash
export FUDA_SAVES=$dir/saves LC_ALL=C.UTF-8
game=$dir/game.replay

# play LINES WORD...: plays with these input lines (blanks separate them); stores $out, $err and $code
play() {
    local lines=$1
    shift
    code=0
    # shellcheck disable=SC2086
    printf '%s\n' $lines | timeout 60 "$FUDA" play --opponent random "$@" >"$dir/out" 2>"$dir/err" || code=$?
    out=$(cat "$dir/out")
    err=$(cat "$dir/err")
}

# refused MESSAGE: the last play ended with 1 and this message in one line
refused() {
    [ "$code" -eq 1 ] || die "exit code $code, not 1: $err $out"
    has "$err" "$1"
    one_line "$err"
}

# fine: the last play ended with 0
fine() { [ "$code" -eq 0 ] || die "exit code $code: $err $out"; }

# same A B: the files are equal
same() { cmp -s "$1" "$2" || die "$1 is not as before"; }

# nothing_else: no temporary file is left
nothing_else() { [ -z "$(find "$dir" -name '.fuda-*')" ] || die "left behind: $(find "$dir" -name '.fuda-*')"; }

# seat NAME WORD...: starts a game that waits for lines on descriptor 3
seat() {
    local name=$1
    shift
    mkfifo "$dir/$name.in"
    "$FUDA" play "$@" <"$dir/$name.in" >"$dir/$name.out" 2>"$dir/$name.err" 3>&- &
    seated=$!
    exec 3>"$dir/$name.in"
    await grep -q '^  1 ' "$dir/$name.out"
}

# leave CODE: ends the input of that game, which must end with this code
leave() {
    local code=0
    exec 3>&-
    wait "$seated" || code=$?
    [ "$code" -eq "$1" ] || die "the waiting game ended with $code, not $1"
}

# await COMMAND...: until the command succeeds
await() {
    for _ in {1..600}; do
        ! "$@" >/dev/null 2>&1 || return 0
        sleep 0.05
    done
    die "waited in vain for: $*"
}

# flip FILE OFFSET BIT: flips one bit
flip() {
    local byte
    byte=$(od -An -tu1 -j "$2" -N 1 "$1")
    # shellcheck disable=SC2059
    printf "\\x$(printf %02x $((byte ^ (1 << $3))))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# ---- several programs ----

# games that begin in the same second have files of their own
for i in 1 2 3 4 5 6; do
    printf '1\n1\nq\n' | "$FUDA" play rebirth --seed "$i" >"$dir/out$i" 2>&1 &
done
wait
[ "$(ls "$dir/saves" | wc -l)" -eq 6 ] || die "six games, but these files: $(ls "$dir/saves")"
run 0 replay "$dir"/saves/*.replay
[ "$(cat "$dir"/saves/*.replay | grep -c '^seed [1-6]$')" -eq 6 ] || die 'a game was replaced'
[ "$(cat "$dir"/saves/*.replay | grep '^seed' | sort -u | wc -l)" -eq 6 ] || die 'a game is there twice'
rm -r "$dir/saves"

# a game is locked while it is played, before and after answers
seat one rebirth --seed 3
await ls "$dir"/saves/*.replay
one=$(ls "$dir"/saves/*.replay)
for again in before after; do
    play 'q' --continue
    refused "$one: is in use by another fuda (process $seated); leave it there first"
    play 'q' --load "$one"
    refused 'is in use by another fuda'
    play '1 q' rebirth --seed 4 --save "$one"
    refused 'is in use by another fuda'
    run 0 replay "$one" # reading is allowed
    [ $again = after ] || { echo 1 >&3; await grep -q '^[0-9]*/' "$one"; }
done
printf '1\nsave %s\nq\n' "$one" | "$FUDA" play rebirth --seed 5 --save "$dir/five.replay" >"$dir/out"
has "$(cat "$dir/out")" "$one: is in use by another fuda"
leave 0
play 'q' --continue
fine
run 0 replay "$one"
nothing_else

# a save that vanishes is written again; one that another program replaced is left alone
seat two rebirth --seed 3 --save "$game"
await ls "$game"
rm "$game"
echo 1 >&3
await grep -q '^[0-9]*/' "$game"
cp "$one" "$dir/other.replay"
mv "$dir/other.replay" "$game"
echo 1 >&3
leave 1
has "$(cat "$dir/two.err")" "$game: was replaced by another program"
same "$game" "$one"
nothing_else

# a program that is killed leaves no lock, and its temporary file is removed
seat three rebirth --seed 3 --save "$dir/three.replay"
kill -9 "$seated"
wait "$seated" 2>/dev/null || true
exec 3>&-
echo half >"$dir/.fuda-1-0.tmp"
play '1 1 q' --load "$dir/three.replay"
fine
nothing_else

# ---- what is there already ----

play '1 1 q' rebirth --seed 3 --save "$dir/a.replay"
fine
cp "$dir/a.replay" "$dir/first"
play 'q' rebirth --seed 4 --save "$dir/a.replay"
fine
same "$dir/a.replay" "$dir/first"
for kept in 'a.replay~' 'a.replay~2'; do
    play '1 1 q' rebirth --seed 4 --save "$dir/a.replay"
    fine
    has "$out" "the game that was there is kept as"
    [ -e "$dir/$kept" ] || die "$kept is missing"
done
same "$dir/a.replay~" "$dir/first"
play "1 1 q" --load "$dir/a.replay"
[ ! -e "$dir/a.replay~3" ] || die 'a game that is continued was kept'
ln -s a.replay "$dir/link.replay"
play '1 q' --load "$dir/link.replay"
fine
[ -L "$dir/link.replay" ] || die 'a symbolic link was replaced'

# files that are no games stay as they are
echo 'my diary' >"$dir/diary"
cp "$dir/diary" "$dir/as_it_was"
mkfifo "$dir/fifo"
mkdir "$dir/folder"
ln -s nowhere "$dir/dangling"
for kind in save load; do
    play '1 1 q' rebirth --$kind "$dir/fifo"
    refused "$dir/fifo: is a FIFO, not a file"
    play '1 1 q' rebirth --$kind "$dir/folder"
    refused "$dir/folder: is a directory"
    play '1 1 q' rebirth --$kind /dev/full
    refused '/dev/full: is a device, not a file'
    play '1 1 q' rebirth --$kind "$dir/dangling"
    refused "$dir/dangling: is a symbolic link to a file that does not exist"
done
play '1 1 q' rebirth --save "$dir/diary"
refused "$dir/diary: is not a saved game; left unchanged"
play '1 1 q' --load "$dir/diary"
refused "$dir/diary:1:1: not a replay"
printf '1\nsave %s\nsave %s\nsave /dev/full\nq\n' "$dir/diary" "$dir/fifo" |
    "$FUDA" play rebirth --save "$dir/b.replay" >"$dir/out"
has "$(cat "$dir/out")" "$dir/diary: is not a saved game"
has "$(cat "$dir/out")" "$dir/fifo: is a FIFO"
has "$(cat "$dir/out")" '/dev/full: is a device'
same "$dir/diary" "$dir/as_it_was"
[ -p "$dir/fifo" ] && [ -c /dev/full ] || die 'a FIFO or device was replaced'
: >"$dir/empty"
play '1 1 q' rebirth --save "$dir/empty"
fine

# ---- full disks, directories that cannot be made ----

limit() (ulimit -f 8 && "$@") # no file may exceed 8 KiB
code=0
printf '1\n1\nq\n' | limit "$FUDA" play rebirth --save "$dir/full.replay" >"$dir/out" 2>"$dir/err" || code=$?
err=$(cat "$dir/err") out=
refused "$dir/full.replay: cannot be written: File too large"
[ ! -e "$dir/full.replay" ] || die 'half a game was left'
cp "$dir/a.replay" "$dir/before"
code=0
printf '1\n1\nq\n' | limit "$FUDA" play --load "$dir/a.replay" >"$dir/out" 2>"$dir/err" || code=$?
err=$(cat "$dir/err") out=
refused "$dir/a.replay: cannot be written: File too large"
has "$(cat "$dir/out")" 'cannot be written: File too large' # at the prompt as well
same "$dir/a.replay" "$dir/before"
nothing_else
FUDA_SAVES=$dir/diary/x/y play '1 q' rebirth
refused "$dir/diary: is not a directory"
FUDA_SAVES='' XDG_DATA_HOME='' HOME=/proc/nobody play '1 q' rebirth
refused '/proc/nobody: cannot create the directory: No such file or directory (set FUDA_SAVES'
FUDA_SAVES=$dir/new/saves/here play '1 q' rebirth
fine
play '1 q' rebirth --save "$dir/missing/a.replay"
refused "$dir/missing/a.replay: cannot be written: there is no such folder"
if [ "$(id -u)" -ne 0 ]; then
    mkdir -m 555 "$dir/closed"
    FUDA_SAVES=$dir/closed/saves/x play '1 q' rebirth
    refused "$dir/closed/saves: cannot create the directory: Permission denied"
fi

# ---- damaged saves ----

export FUDA_SAVES=$dir/spoiled
play '1 1 q' rebirth --seed 3
old=$(ls "$dir"/spoiled/*.replay)
touch -d '1 hour ago' "$old"
new=$dir/spoiled/zz.replay
# spoil MESSAGE: --continue names the new save, and continues the old one
spoil() {
    local answers
    answers=$(grep -c '^[0-9]*/' "$old")
    play '1 q' --continue
    fine
    has "$err" "$new"
    has "$err" "$1"
    one_line "$err"
    has "$out" "$1" # at the first prompt
    [ "$(grep -c '^[0-9]*/' "$old")" -gt "$answers" ] || die 'the old game was not continued'
    touch -d '1 hour ago' "$old"
    play '1 q' --load "$new"
    refused "$1"
    same "$new" "$dir/spoiled.copy"
}
make() { tee "$new" >"$dir/spoiled.copy"; }
head -n -1 "$old" | make
spoil 'truncated file'
head -c 3000 "$old" | make
spoil "$new:"
sed '1s/1/2/' "$old" | make
spoil 'a replay of another version of fuda'
sed '0,/^card /s/^card /card 別/' "$old" | make # the name of a card is in no state hash
spoil 'was changed after it was saved: its checksum differs'
head -c 3000 /dev/urandom | make
spoil "$new:"
: | make
spoil 'the file is empty'
rm "$old"
play '1 q' --continue
[ "$code" -eq 1 ] || die 'nothing to continue, but no error'
has "$err" "$new: the file is empty"
has "$err" 'there is no unfinished game to continue'
grep -v '^# sum' "$dir/a.replay" >"$dir/edited.replay" # without a checksum the file is taken as it is
play 'q' --load "$dir/edited.replay"
fine

# flipped bits: always named, unless in a comment
size=$(stat -c %s "$dir/first")
play 'q' --load "$dir/first"
fine
RANDOM=7
for i in {1..40}; do
    cp "$dir/first" "$dir/flipped.replay"
    at=$(((RANDOM * 32768 + RANDOM) % size))
    flip "$dir/flipped.replay" "$at" $((RANDOM % 8))
    comments=$(grep -a '^#' "$dir/first" | cmp -s - <(grep -a '^#' "$dir/flipped.replay") || echo changed)
    play 'q' --load "$dir/flipped.replay"
    [ "$code" -eq 1 ] || [ -n "$comments" ] || die "a flipped bit at byte $at went unnoticed"
    [ "$code" -le 1 ] || die "a flipped bit at byte $at: exit code $code"
    [ "$code" -eq 0 ] || has "$err" "$dir/flipped.replay:"
done
echo ok
