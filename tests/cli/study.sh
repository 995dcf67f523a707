#!/usr/bin/env bash
# fuda sim --out: tables and a page of a study, the same however it was played.
set -euo pipefail
source tests/cli/lib.bash

# study NAME ARG...: plays 60 games into $dir/NAME
study() {
    local name=$1
    shift
    run 0 sim rebirth --games 60 --seed 5 --out "$dir/$name" "$@"
}
same() { diff -r "$dir/$1" "$dir/$2" >/dev/null || die "$1 and $2 differ"; }

study one
has "$out" "$dir/one/index.html: 60 games, 60 finished"
for f in matrix.csv decks.csv cards.csv study.json index.html; do [ -s "$dir/one/$f" ] || die "no $f"; done
study three --threads 3
same one three

# ---- the games are those of a run without --out
run 0 sim rebirth --games 60 --seed 5 --json
decisions=$(sed -n 's/.*"decisions": \([0-9]*\).*/\1/p' <<<"$out" | head -n 1)
grep -q "\"decisions\": $decisions," "$dir/one/study.json" || die 'other games than without --out'

# ---- in two parts
run 0 sim rebirth --games 25 --seed 5 --out "$dir/parts" --threads 2
run 0 sim rebirth --games 60 --seed 5 --out "$dir/parts" --resume
same one parts
run 0 sim rebirth --games 60 --seed 5 --out "$dir/parts" --resume # nothing left to play
same one parts
run 1 sim rebirth --games 60 --seed 5 --out "$dir/parts"
has "$err" '--resume goes on with it'
run 1 sim rebirth --games 60 --seed 6 --out "$dir/parts" --resume
has "$err" 'a study of other games'
run 1 sim rebirth --games 60 --seed 5 --player greedy --out "$dir/parts" --resume
has "$err" 'a study of other games'
run 1 sim rebirth --out "$dir/none" --resume
has "$err" "$dir/none/counts"
sed -i '10s/.*/x/' "$dir/parts/counts"
run 1 sim rebirth --games 60 --seed 5 --out "$dir/parts" --resume
has "$err" "$dir/parts/counts:10: "
printf 'mine\n' >"$dir/three/decks.csv"
rm "$dir/three/counts"
run 1 sim rebirth --games 60 --seed 5 --out "$dir/three"
has "$err" "$dir/three/decks.csv"
[ "$(cat "$dir/three/decks.csv")" = mine ] || die 'another file was overwritten'

# ---- Ctrl-C keeps what was played, and going on gives what an undisturbed run gives
"$FUDA" sim rebirth --games 100000000 --seed 5 --threads 2 --out "$dir/far" >"$dir/log" 2>"$dir/err" &
sleep 1
kill -INT $!
code=0
wait $! || code=$?
[ "$code" = 130 ] || die "interrupted: exit code $code"
grep -q 'of 100000000 games; --resume goes on' "$dir/log" || die 'does not say how to go on'
[ -s "$dir/far/index.html" ] || die 'no page after an interruption'
last=$(sed -n '3s/.*-//p' "$dir/far/counts")
run 0 sim rebirth --games $((last + 20)) --seed 5 --out "$dir/far" --resume
run 0 sim rebirth --games $((last + 20)) --seed 5 --threads 2 --out "$dir/whole"
same far whole
# games that are missing in the middle
sed -i '3s/.*/games 0-9 20-59/' "$dir/parts/counts"
run 1 sim rebirth --games 60 --seed 5 --out "$dir/parts" --resume
has "$err" "$dir/parts/counts:"
sed -i '3s/.*/games 20-59 0-9/' "$dir/parts/counts"
run 1 sim rebirth --games 60 --seed 5 --out "$dir/parts" --resume
has "$err" 'not the counts of a study'
# a killed run has saved what it had a few seconds before
"$FUDA" sim rebirth --games 100000000 --seed 5 --threads 2 --out "$dir/killed" >"$dir/log" 2>"$dir/err" &
for _ in $(seq 600); do
    [ ! -s "$dir/killed/counts" ] || break
    sleep 0.1
done
kill -KILL $!
wait $! || true
grep -q '^end$' "$dir/killed/counts" || die 'a killed run leaves no counts'

# ---- what is in it
grep -q '^"[^"]*","[^"]*",[0-9]*,[0-9]*,0\.[0-9]*,0\.[0-9]*,' "$dir/one/matrix.csv" || die 'matrix.csv'
awk -F, 'NR > 1 { if ($3 < $4) exit 1; games += $3; wins += $4 } END { exit games == 120 && wins <= 60 ? 0 : 1 }' \
    "$dir/one/matrix.csv" || die 'games of the matrix do not add up'
awk -F'",' 'NR > 1 { split($3, n, ","); if (n[3] > n[2] || n[4] > n[3]) exit 1; drawn += n[3] } END { exit drawn ? 0 : 1 }' \
    "$dir/one/cards.csv" || die 'cards.csv'
python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); assert sum(d["games_by_turns"]) == d["games"] == 60' \
    "$dir/one/study.json" || die 'study.json'
! grep -q '<script\|http' "$dir/one/index.html" || die 'the page is not self-contained'
grep -q 'Who beats whom.*相性' "$dir/one/index.html" || die 'the page is not in both languages'
for key in ninja vividz luck granblue; do run 0 sim $key --games 6 --out "$dir/$key"; done
run 0 sim rebirth --games 6 --format double-team --out "$dir/team"

LANG=ja run 0 sim rebirth --games 60 --seed 5 --out "$dir/one" --resume
has "$out" '60戦、終了60'

run 2 sim rebirth --resume
has "$err" '--resume needs --out DIR'
run 2 sim rebirth --out "$dir/x" --check
