#!/usr/bin/env bash
# The user's own cards and decks: every command finds them, without an option and beside the shipped ones.
set -euo pipefail
source tests/cli/lib.bash
base=$dir/home/fuda/cards.db
decks=$dir/home/fuda/decks/rebirth

# lacks TEXT WHAT: TEXT must not contain WHAT
lacks() { case $1 in *"$2"*) die "unexpected '$2' in '$1'" ;; esac }

# ---- nothing there yet ----

run 1 cards show rebirth 兵1
has "$err" "no card is called '兵1'"
cat >"$dir/mine.csv" <<'END'
id,name,type,cost,atk,def,text
M-1,兵1,CH,1,2,3,
M-2,兵2,CH,1,2,3,【起】：あなたは１枚引く。
M-3,謎,CH,1,2,3,【永】：札を食べる。
END
awk '/^[0-9]/ && ++n <= 2 { sub(/ .*/, n == 1 ? " 兵1" : " 兵2") } { print }' decks/rebirth/hoshimi-combo.txt >"$dir/army.txt"
run 1 deck check rebirth "$dir/army.txt"
has "$out" "unknown card '兵1'"
has "$out" 'unknown cards (looked in the '
has "$out" "; there is no card base $base yet, \`fuda cards import rebirth FILE\` makes one)"
run 1 sim rebirth --games 1 --deck "$dir/army.txt"
has "$err" "unknown card '兵1'"
has "$err" "there is no card base $base yet"
one_line "$err"
[ ! -e "$dir/home/fuda" ] || die 'a command that only reads made a folder'

# ---- imported ----

run 0 cards import rebirth "$dir/mine.csv"
has "$out" "imported into $base"
[ -s "$base" ] || die 'no base was made'
run 0 cards show rebirth 兵2
has "$out" '[M-2]'
run 0 cards show rebirth R-0 --cards <(sed 's/^M-1/R-0/' "$dir/mine.csv")
run 1 cards show rebirth M-1 --cards <(sed 's/^M-1/R-0/' "$dir/mine.csv") # --cards: nothing but these
run 0 cards report rebirth --html "$dir/page.html"
has "$out" 'abilities understood'
run 0 sim ninja --games 1 # other games are not disturbed

# a deck by name, from the user's folder: check, play and sim agree
mkdir -p "$decks"
cp "$dir/army.txt" "$decks/army.txt"
run 0 deck check rebirth army
has "$out" 'legal'
run 0 sim rebirth --games 1 --deck army
run 0 play rebirth --deck army --seed 1 --plain
run 0 sim rebirth --games 4 # no deck is named: the user's decks as well
has "$out" 'army: won'
[ -z "$err" ] || die "sim says '$err'"

# an unknown card says where it was looked for
sed 's/兵1/兵11/' "$dir/army.txt" >"$decks/lost.txt"
run 1 deck check rebirth lost
has "$out" "did you mean '兵1'?"
has "$out" " and the 3 of $base; \`fuda cards import rebirth FILE\` adds more)"
run 1 play rebirth --deck lost --plain
has "$err" "and the 3 of $base"

# a deck that cannot be played spoils nothing
run 0 sim rebirth --games 2
has "$err" "note: a deck is left out: $decks/lost.txt:"
has "$out" 'army: won'
run 0 play rebirth --seed 1 --plain
has "$err" 'note: a deck is left out:'
rm "$decks/lost.txt"

# the user's deck comes before a shipped one of the same name
cp "$dir/army.txt" "$decks/hoshimi-combo.txt"
run 0 deck check rebirth hoshimi-combo --json
has "$out" '兵1'
run 0 sim rebirth --games 8 --json
[ "$(grep -o '"name": "hoshimi-combo"' <<<"$out" | wc -l)" -eq 1 ] || die 'a deck is there twice'
rm "$decks/hoshimi-combo.txt"

# ---- what is imported does not change what is shipped ----

sed "s/,CH,1,/,CH,9,/" cards/rebirth/starter.csv >"$dir/changed.csv" # the same serials
run 0 cards import rebirth "$dir/changed.csv"
run 0 deck check rebirth yoimachi-rush hoshimi-combo
run 0 sim rebirth --games 2
run 0 cards show rebirth 兵1
has "$err" 'is left out:'
has "$err" 'has the same serial'
printf 'id,from,what,value,clause\nM-2,2026-01-01,text,,\nNO-1,2026-01-01,text,,\n' >"$dir/fixes.csv"
run 0 cards import rebirth "$dir/fixes.csv" # a correction of a card that is not there yet
run 0 cards show rebirth 兵2
has "$out" 'corrected from 2026-01-01'

# ---- scenarios ----

cat >"$dir/own.fuda" <<'END'
game rebirth
scenario a card of the user's base
card 兵1 number M-1
P1
  entry 兵1
expect 兵1 in P1 entry
END
run 0 scenario "$dir/own.fuda"
sed -i 's/M-1/M-9/' "$dir/own.fuda"
run 1 scenario "$dir/own.fuda"
has "$out" 'no card `兵1` has the number M-9 (looked in the '

# ---- other places ----

cp "$base" "$dir/other.db"
run 0 cards show rebirth 兵1 --db "$dir/other.db"
FUDA_DB=$dir/other.db run 0 cards show rebirth 兵1
FUDA_DB= run 1 cards show rebirth 兵1
FUDA_DB= run 2 cards import rebirth "$dir/mine.csv"
has "$err" 'there is no place for your card base'
mkdir -p "$dir/d/rebirth" && cp "$dir/army.txt" "$dir/d/rebirth/elsewhere.txt"
FUDA_DECKS=$dir/d run 0 deck check rebirth elsewhere
env -u XDG_DATA_HOME HOME="$dir/h" "$FUDA" cards import rebirth "$dir/mine.csv" >"$dir/out"
[ -s "$dir/h/.local/share/fuda/cards.db" ] || die 'not below ~/.local/share'
run 0 sim rebirth --games 1 --db "$dir/other.db" --deck army

# a damaged base is said where it is
head -c 9000 "$dir/other.db" >"$base"
run 1 cards show rebirth 兵1
has "$err" "$base: is damaged"
one_line "$err"
run 0 scenario scenarios/ninja/ch16-corrections.fuda
