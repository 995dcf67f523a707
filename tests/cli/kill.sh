#!/usr/bin/env bash
# kill -9 at random moments, KILLS times (default 20; `make kill` runs 200): a save is always a whole game, the old or
# the new one, and a base has all cards of an import or none of them.
set -euo pipefail
source tests/cli/lib.bash
export LC_ALL=C.UTF-8
kills=${KILLS:-20}
RANDOM=${SEED:-$$}
echo "seed ${SEED:-$$}"

# strike: kills $victim after at most $reach milliseconds; returns whether it was still running
strike() {
    local after=$((RANDOM % reach))
    sleep "$((after / 1000)).$(printf %03d $((after % 1000)))"
    local code=0
    kill -9 "$victim" 2>/dev/null || true
    wait "$victim" 2>/dev/null || code=$?
    [ "$code" -eq 137 ]
}

# farther, nearer: adapt $reach to the speed of the program
farther() { reach=$((reach < 5000 ? reach * 5 / 4 : reach)); }
nearer() { reach=$((reach > 20 ? reach * 4 / 5 : reach)); }

# answers FILE: its answers
answers() { sed -n '/^play$/,/^over/{/^[0-9]/p}' "$1"; }

# One player on all sides who always takes the first option: every save is the beginning of the same game.
printf '1\n%.0s' {1..4000} >"$dir/lines"
run_game() { "$FUDA" play "$@" --solo <"$dir/lines" >/dev/null 2>"$dir/err"; }
run_game rebirth --seed 4 --save "$dir/whole.replay" || die "the whole game failed: $(cat "$dir/err")"
answers "$dir/whole.replay" >"$dir/whole"
game=$dir/game.replay
reach=250 done=0 started=0 landed=0 grew=0 had=0
while [ "$done" -lt "$kills" ]; do
    if [ -e "$game" ]; then
        "$FUDA" play --load "$game" --solo <"$dir/lines" >/dev/null 2>"$dir/err" &
    else
        "$FUDA" play rebirth --seed 4 --solo --save "$game" <"$dir/lines" >/dev/null 2>"$dir/err" &
        started=$((started + 1)) had=0
    fi
    victim=$!
    if strike; then landed=$((landed + 1)); fi
    done=$((done + 1))
    if [ ! -e "$game" ]; then # killed before the game began
        farther
        continue
    fi
    "$FUDA" replay "$game" >"$dir/out" 2>&1 || die "kill $done: $(cat "$dir/out")"
    one_line "$(cat "$dir/out")" # no note about the checksum
    answers "$game" >"$dir/now"
    n=$(wc -l <"$dir/now")
    head -n "$n" "$dir/whole" | cmp -s - "$dir/now" || die "kill $done: the save is not the beginning of the game"
    [ "$n" -ge "$had" ] || die "kill $done: $had answers were saved before, now $n"
    if [ "$n" -gt "$had" ]; then grew=$((grew + 1)) && nearer; else farther; fi
    [ "$(find "$dir" -name '.fuda-*' | wc -l)" -le 1 ] || die "kill $done: temporary files pile up"
    had=$n
    if grep -q '^over [^o]' "$game"; then rm "$game"; fi # the game is finished; the next one begins
done
[ "$landed" -gt 0 ] && [ "$grew" -gt 0 ] || die 'no game was killed while it was played'
[ -e "$game" ] || run_game rebirth --seed 4 --save "$game"
printf 'q\n' | "$FUDA" play --load "$game" >/dev/null || die 'the last save cannot be continued'
[ -z "$(find "$dir" -name '.fuda-*')" ] || die 'temporary files are left'
echo "saves: $done kills, $landed of a running program, $started games, $grew times further than before"

# A base with a set of one card, replaced by all cards, and back.
base=$dir/cards.db set=$dir/set.csv
few=$dir/few/set.csv
mkdir "$dir/few"
cp cards/rebirth/starter.csv "$set"
head -n 2 "$set" >"$few"
"$FUDA" cards import rebirth "$few" --db "$base" >"$dir/out"
all=$("$FUDA" cards import rebirth "$set" --db "$dir/all.db" | awk 'NR == 1 { print $2 }')
reach=60 landed=0 replaced=0
for ((done = 0; done < kills; done++)); do
    if [ $((done % 2)) -eq 0 ]; then from=$set; else from=$few; fi
    "$FUDA" cards import rebirth "$from" --db "$base" >"$dir/out" 2>&1 &
    victim=$!
    if strike; then landed=$((landed + 1)) && farther; else nearer; fi
    "$FUDA" cards report rebirth --db "$base" --html "$dir/page.html" --json >"$dir/out" 2>&1 ||
        die "kill $done of an import: $(cat "$dir/out")"
    n=$(grep -o '"cards": [0-9]*' "$dir/out" | grep -o '[0-9]*')
    [ "$n" -eq 1 ] || [ "$n" -eq "$all" ] || die "kill $done of an import: $n cards"
    [ "$n" -eq 1 ] || replaced=$((replaced + 1))
done
[ "$landed" -gt 0 ] || die 'no import was killed'
echo "imports: $done kills, $landed of a running program, $replaced with all cards"
