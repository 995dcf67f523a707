#!/usr/bin/env bash
# fuda cards boosters: sealed play by seed, from the booster to a game.
set -euo pipefail
source tests/cli/lib.bash

run 0 cards boosters ninja --seed 3
first=$out
has "$out" '# 5 boosters of 8 cards, seed 3'
run 0 cards boosters ninja --seed 3
[ "$out" = "$first" ] || die 'the same seed opens other boosters'
run 0 cards boosters ninja --seed 4
[ "$out" != "$first" ] || die 'another seed opens the same boosters'
[ "$(awk '/^[0-9]/ { n += $1 } END { print n }' <<<"$first")" -eq 40 ] || die "not 40 cards: $first"

# a booster does not depend on how many are opened, and has no card twice
run 0 cards boosters ninja --seed 3 --packs 1 --json
one=$out
run 0 cards boosters ninja --seed 3 --packs 7 --json
python3 - "$one" "$out" <<'END' || die 'boosters'
import json, sys
one, seven = (json.loads(x)["boosters"] for x in sys.argv[1:])
assert len(one) == 1 and len(seven) == 7 and one[0] == seven[0]
assert all(len(set(c["id"] for c in pack)) == 8 for pack in seven)
END

# from the boosters to a game
run 0 cards boosters ninja --seed 5 --set RZ --out "$dir/pool.txt"
has "$out" '40 cards written to'
! grep -v '^#' "$dir/pool.txt" | grep -q 'AM-' || die 'a card of another set'
run 0 deck check ninja --format sealed --pool "$dir/pool.txt" "$dir/pool.txt"
"$FUDA" deck new ninja sealed --format sealed --pool "$dir/pool.txt" --from "$dir/pool.txt" </dev/null >"$dir/out"
has "$(<"$dir/out")" '= 40 main: legal'
run 0 sim ninja --format sealed --deck sealed --games 2

# rarity: what is common comes more often
{
    echo 'id,name,type,cost,atk,def,rarity,set,text'
    for i in {1..20}; do echo "Z-$i,平$i,CH,1,1,3,C,Z,"; done
    for i in {21..40}; do echo "Z-$i,稀$i,CH,1,1,3,SP,Z,"; done
    echo 'Z-41,謎,CH,1,1,3,C,Z,【永】：札を食べる。'
    echo 'Y-1,他,CH,1,1,3,C,Y,'
} >"$dir/z.csv"
run 0 cards boosters rebirth --cards "$dir/z.csv" --set Z --packs 100
has "$err" 'note: 1 cards are left out'
common=$(awk '/平/ { n += $1 } END { print n }' <<<"$out") rare=$(awk '/稀/ { n += $1 } END { print n }' <<<"$out")
[ "$common" -gt $((3 * rare)) ] && [ "$rare" -gt 0 ] || die "$common common cards, $rare rare ones"
case $out in *謎* | *他*) die "a card that cannot come: $out" ;; esac

run 1 cards boosters rebirth --cards "$dir/z.csv" --set X
has "$err" 'sets: Z, Y'
run 1 cards boosters rebirth --cards "$dir/z.csv" --set Y
has "$err" '1 different cards are too few'
run 1 cards boosters ninja --out "$dir"
run 2 cards boosters ninja --packs 1000 --size 1000
run 2 cards boosters ninja x
