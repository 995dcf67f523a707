#!/usr/bin/env bash
# Cards and decks of ninja: epithets, corrections by date, constructed and sealed decks.
set -euo pipefail
source tests/cli/lib.bash
export FUDA_DATA=$PWD FUDA_SAVES=$dir/saves LC_ALL=C.UTF-8

lacks() { ! grep -qF -- "$2" <<<"$1" || die "unexpected '$2' in '$1'"; }

# ---- cards
{
    echo 'id,name,epithet,type,cost,karate,endurance,sabotage,attributes,text,ukemi'
    for i in $(seq 13); do echo "A-$i,兵$i,,CH,1,1,1,★,流れ者,,"; done
    echo 'B-1,影,夜,CH,2,3,2,★★,忍×影,,'
    echo 'B-2,影,朝,CH,2,3,2,1,忍,,'
    echo 'K-1,雨,,KO,1,,,,,,'
} >"$dir/cards.csv"
cat >"$dir/errata.csv" <<'END'
id,from,what,value,clause
A-1,2025-05-02,attribute-,流れ者,1607.1
A-1,2026-02-13,attribute+,水,1605.1
END
mine=(--cards "$dir/cards.csv" --cards "$dir/errata.csv")

run 0 cards show ninja 影◆夜 "${mine[@]}"
has "$out" '影◆夜  [B-1]'
has "$out" 'CH  cost 2  karate 3  endurance 2  sabotage 2  〈忍×影〉'
run 0 cards show ninja 影 "${mine[@]}"
has "$out" '影◆夜'
has "$out" '影◆朝'
run 0 cards show ninja 雨 "${mine[@]}"
has "$out" 'KO  cost 1'
lacks "$out" karate
run 0 cards show ninja A-1 "${mine[@]}" --as-of 2025-05-01
has "$out" '〈流れ者〉'
lacks "$out" corrected
run 0 cards show ninja A-1 "${mine[@]}" --as-of 2025-05-02
lacks "$out" '〈流れ者〉'
has "$out" '(corrected from 2025-05-02 on: attribute- 流れ者, clause 1607.1)'
lacks "$out" 水
run 0 cards show ninja A-1 "${mine[@]}" --json
has "$out" '"attributes": ["水"]'
has "$out" '{"from": "2026-02-13", "what": "attribute+", "clause": "1605.1"}'

run 0 cards import ninja "$dir/cards.csv" "$dir/errata.csv" --db "$dir/c.db"
has "$out" '2 corrections'
run 0 cards show ninja A-1 --db "$dir/c.db"
has "$out" '〈水〉'

# ---- errors are one line, with the position if there is one
for day in 2026-02-30 yesterday ''; do
    run 2 cards show ninja A-1 "${mine[@]}" --as-of "$day"
    has "$err" '--as-of needs a date'
done
for command in 'sim ninja' 'play ninja' 'bench ninja' "deck check ninja $dir/errata.csv" 'cards try ninja'; do
    run 2 $command --as-of 13.2.2026
    has "$err" '--as-of needs a date'
done
sed 's/^A-1,2026/Z-9,2026/' "$dir/errata.csv" >"$dir/bad.csv"
run 1 cards show ninja A-1 --cards "$dir/cards.csv" --cards "$dir/bad.csv"
[ "$err" = "$dir/bad.csv:3:1: Z-9: no card has this number" ] || die "unknown id: $err"
sed 's/2026-02-13/2026-13-02/' "$dir/errata.csv" >"$dir/bad.csv"
run 1 sim ninja --cards "$dir/cards.csv" --cards "$dir/bad.csv"
[ "$err" = "$dir/bad.csv:3:5: '2026-13-02' is not a date; write it as 2026-02-13" ] || die "bad day: $err"
sed 's/attribute+/flavour/' "$dir/errata.csv" >"$dir/bad.csv"
run 1 cards import ninja "$dir/bad.csv" --db "$dir/c.db"
one_line "$err"
has "$err" "bad.csv:3:16: 'flavour' cannot be corrected"

# ---- constructed
for i in $(seq 12); do echo "4 兵$i"; done >"$dir/deck.txt"
echo '2 影◆夜' >>"$dir/deck.txt"
run 0 deck check ninja "${mine[@]}" "$dir/deck.txt"
has "$out" 'legal: 50 main; all cards understood'
{ cat "$dir/deck.txt" && echo '3 影◆夜' && echo '4 影◆朝'; } >"$dir/over.txt"
run 1 deck check ninja "${mine[@]}" "$dir/over.txt"
has "$out" '402.4a: the deck has 57 cards'
has "$out" '402.4b: 5 copies of 影◆夜; at most 4'
lacks "$out" 影◆朝
echo '1 影' >"$dir/which.txt"
run 1 deck check ninja "${mine[@]}" "$dir/which.txt"
has "$out" 'which.txt:1:1: several cards are called 影; write 影◆夜 or 影◆朝'

# ---- sealed (G-11)
{ echo '7 影◆夜' && for i in $(seq 8); do echo "4 兵$i"; done && echo '1 雨'; } >"$dir/pool.txt"
sealed=(deck check ninja --format sealed --pool "$dir/pool.txt" "${mine[@]}")
run 0 "${sealed[@]}" "$dir/pool.txt"
has "$out" 'legal: 40 main'
sed 's/1 雨/1 兵13/' "$dir/pool.txt" >"$dir/other.txt"
run 1 "${sealed[@]}" "$dir/other.txt"
has "$out" '402.3a: 兵13 was not opened'
{ cat "$dir/pool.txt" && echo '1 雨'; } >"$dir/more.txt"
run 1 "${sealed[@]}" "$dir/more.txt"
has "$out" '402.3a: 41 cards'
has "$out" '402.3a: 2 of 雨, but the opened boosters hold 1'
run 1 "${sealed[@]}" "$dir/deck.txt"
has "$out" '402.3a: 50 cards'
run 1 deck check ninja "${mine[@]}" "$dir/pool.txt"
has "$out" '402.4a: the deck has 40 cards'
run 2 deck check ninja --format sealed "${mine[@]}" "$dir/pool.txt"
has "$err" '--pool FILE'
run 2 deck check ninja --pool "$dir/pool.txt" "${mine[@]}" "$dir/deck.txt"
run 1 deck check ninja --format sealed --pool "$dir/none.txt" "${mine[@]}" "$dir/deck.txt"

# ---- a game with the cards of a date, which the replay records
run 0 sim ninja "${mine[@]}" --deck "$dir/deck.txt" --games 2 --as-of 2025-06-01
run 0 sim ninja "${mine[@]}" --deck "$dir/pool.txt" --games 2 --format sealed
run 1 sim ninja "${mine[@]}" --deck "$dir/pool.txt" --games 2
has "$err" 'illegal deck, clause 402.4a'
"$FUDA" play ninja --plain "${mine[@]}" -d "$dir/deck.txt" -d "$dir/deck.txt" --as-of 2025-06-01 --save "$dir/g.replay" \
    <<<$'concede\n2' >/dev/null 2>&1 || die 'no game'
grep -qx 'date 2025-06-01' "$dir/g.replay" || die 'the replay lacks its day'
grep -qx '  third 1' "$dir/g.replay" || die 'the replay lacks the third number'
grep -qx '  epithet 夜' "$dir/g.replay" || die 'the replay lacks the epithet'
[ "$(grep -c '  trait 流れ者' "$dir/g.replay")" -eq 11 ] || die 'the replay holds other texts than were used'
run 0 replay "$dir/g.replay"

echo ok
