#!/usr/bin/env bash
# fuda cards try: every compiled ability of the shipped cards is used in checked games; unused abilities are reported
# with a reason; equal seeds give equal games.
set -euo pipefail
source tests/cli/lib.bash

field() { sed -n "s/.*\"$1\": \([^,}]*\).*/\1/p" <<<"$out" | head -n 1; }

run 0 cards try rebirth --json
[ "$(field violations)" = 0 ] || die "violations: $(field violations)"
[ "$(field tries)" = "$(field compiled)" ] || die "$(field tries) of $(field compiled) abilities were tried"
[ "$(field used)" = "$(field compiled)" ] || die "$(field used) of $(field compiled) abilities were used: $(grep '"used": false' <<<"$out")"
games=$(field games) decisions=$(field decisions)
run 0 cards try rebirth --json
[ "$(field games) $(field decisions)" = "$games $decisions" ] || die 'the same seed plays otherwise'
run 0 cards try rebirth --json --seed 2
[ "$(field decisions)" != "$decisions" ] || die 'another seed plays the same'
[ "$(field violations)" = 0 ] || die "violations with seed 2: $(field violations)"

# ---- boxes are tried too. Nothing that is shipped can bring two cards that cost 4 out of the ohigan by an ambush.
run 0 cards try ninja --json
[ "$(field violations)" = 0 ] || die "violations of ninja: $(field violations)"
[ "$(field tries)" = "$(field compiled)" ] || die "ninja: $(field tries) of $(field compiled) abilities were tried"
unused=$(grep '"used": false' <<<"$out" | sed 's/.*"card": "\([^"]*\)".*"ability": \([0-9]*\).*/\1#\2/' | sort | tr '\n' ' ')
[ "$unused" = 'KK-03#1 RZ-56#1 ' ] || die "ninja: not used: $unused"
run 0 cards try ninja --json --only 'RZ-12#2'
has "$out" '"card": "RZ-12", "name": "紅提灯", "ability": 2, "used": true'

# ---- every ability of the other starter sets is used
for key in vividz luck granblue; do
    run 0 cards try $key --json
    [ "$(field violations)" = 0 ] || die "violations of $key: $(field violations)"
    [ "$(field used)" = "$(field compiled)" ] || die "$key: $(field used) of $(field compiled) abilities were used"
done

# ---- --only reproduces the games of a full run
run 0 cards try rebirth --json
all=$(grep '"card": "SK-04"' <<<"$out" | head -n 1 | sed 's/.*"games": \([0-9]*\).*/\1/')
run 0 cards try rebirth --json --only 'SK-04#1'
[ "$(field tries)" = 1 ] || die "--only tries $(field tries)"
one=$(grep '"card": "SK-04"' <<<"$out" | sed 's/.*"games": \([0-9]*\).*/\1/')
[ "$one" = "$all" ] || die "alone it takes $one games, among all $all"
run 0 cards try rebirth --only SK-04 --least 3
has "$out" '0 violations'

# ---- reasons for unused abilities: no card has the name; contradictory; does not compile
cat >"$dir/cards.csv" <<'CSV'
id,name,type,cost,atk,def,text
T-1,呼び手,CH,1,1,3,【永】【メンバー】：あなたのエントリーの《いない札》を＋１/±０。
T-2,迷い手,CH,1,1,3,【自】【メンバー】：このキャラが手札からエントリーに置かれた時、あなたは１枚引く。
T-3,謎の手,CH,1,1,3,【永】：札を食べる。
T-4,引き手,CH,1,1,3,【起】【メンバー】【ターン１回】：あなたは１枚引く。
T-5,相棒,PA,,,,
T-6,祭,RE,,,,
CSV
run 0 cards try rebirth "$dir/cards.csv" --games 20
has "$out" 'never used: T-1#1 呼び手: refers to 《いない札》, which no card has'
has "$out" 'never used: T-2#1 迷い手: never possible'
has "$out" '4 different abilities, 3 compiled, 3 tried: 1 used'
"$FUDA" cards import rebirth "$dir/cards.csv" --db "$dir/c.db" >/dev/null
run 0 cards try rebirth --db "$dir/c.db" --games 20 --json
has "$out" '"card": "T-2", "name": "迷い手", "ability": 1, "used": false'
has "$out" '"why": "never possible'

# ---- wrong usage
run 1 cards try rebirth "$dir/none.csv"
one_line "$err"
run 2 cards try rebirth --games many
run 2 cards attempt rebirth
has "$err" 'import, search, show, boosters, report, try'
