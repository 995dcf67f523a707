#!/usr/bin/env bash
# Card bases and card files: damage, full disks, several programs, FIFOs, doubled serials. Each gets its true reason.
set -euo pipefail
source tests/cli/lib.bash
fuda=$FUDA
FUDA_DATA=$PWD
export FUDA_DATA
cd "$dir"
cp "$FUDA_DATA/cards/rebirth/starter.csv" a.csv
cards=$(($("$fuda" cards import rebirth a.csv --db a.db --json | grep -o '"cards": [0-9]*' | tail -1 | grep -o '[0-9]*')))

# refused MESSAGE COMMAND...: exits with 1 and one line that contains the message; never waits
refused() {
    local message=$1 code=0
    shift
    timeout 60 "$fuda" "$@" >out 2>err </dev/null || code=$?
    [ "$code" -eq 1 ] || die "'$*' ends with $code instead of 1: $(<out) $(<err)"
    has "$(<err)" "$message"
    one_line "$(<err)"
}

# count BASE: number of its cards
count() { "$fuda" cards report rebirth --db "$1" --html page.html --json | grep -o '"cards": [0-9]*' | grep -o '[0-9]*'; }

# alone BASE: SQLite left no other files
alone() { [ "$(ls "$1"*)" = "$1" ] || die "left behind: $(ls "$1"*)"; }

# ---- files that are no bases ----

mkfifo fifo
mkdir folder
for base in 'fifo: is a FIFO, not a file' 'folder: is a directory' '/dev/null: is a device, not a file' \
    'a.csv: is not a card base; name another file with --db or FUDA_DB'; do
    refused "$base" cards import rebirth a.csv --db "${base%%:*}"
    refused "$base" cards show rebirth x --db "${base%%:*}"
    refused "$base" cards report rebirth --db "${base%%:*}" --html page.html
done
cmp -s a.csv "$FUDA_DATA/cards/rebirth/starter.csv" || die 'a card list was changed'
: >empty.db
refused 'empty.db: contains no cards' cards show rebirth x --db empty.db
refused 'a.csv/x.db: cannot be created: Not a directory' cards import rebirth a.csv --db a.csv/x.db

# FIFOs and devices as input: no command waits for a writer
for command in 'cards show rebirth x --cards FILE' 'cards import rebirth FILE --db c.db' 'deck check rebirth FILE' \
    'text rebirth -f FILE' 'replay FILE' 'replay --watch FILE' 'scenario FILE' 'play rebirth --deck FILE' \
    'play rebirth --cards FILE' 'sim rebirth --deck FILE'; do
    for file in fifo /dev/zero; do
        code=0
        # shellcheck disable=SC2086
        timeout 60 "$fuda" ${command//FILE/$file} >out 2>&1 </dev/null || code=$?
        [ "$code" -eq 1 ] || die "'$command' with $file ends with $code"
        has "$(<out)" "$file:"
        has "$(<out)" 'not a file'
    done
done
[ ! -e c.db ] || die 'a base was left behind'
"$fuda" deck check rebirth <(cat "$FUDA_DATA/decks/rebirth/hoshimi-combo.txt") >out || die 'a pipe of the shell is refused'
"$fuda" deck check rebirth - <"$FUDA_DATA/decks/rebirth/hoshimi-combo.txt" >out || die 'standard input is refused'

# pages
for page in 'a.csv: is not an HTML page' 'fifo: is a FIFO' '/dev/full: is a device' 'folder: is a directory'; do
    refused "$page" cards report rebirth --db a.db --html "${page%%:*}"
done
cmp -s a.csv "$FUDA_DATA/cards/rebirth/starter.csv" || die 'a card list was replaced by a page'

# ---- damage ----

size=$(stat -c %s a.db)
head -c $((size / 2)) a.db >half.db
refused 'half.db: is damaged (' cards show rebirth x --db half.db
refused 'half.db: is damaged (' cards import rebirth a.csv --db half.db
head -c "$size" /dev/urandom >random.db
refused 'random.db: is not a card base; name another file with --db or FUDA_DB' cards show rebirth x --db random.db
{ head -c 100 a.db; printf 'XXXXXXXX'; tail -c +109 a.db; } >head.db
refused 'head.db: is damaged (' cards show rebirth x --db head.db
sed 's/CH/C\xff/' a.db >text.db # not noticed by SQLite
refused 'is damaged; import the cards into a new file' cards show rebirth x --db text.db
if python3 -c 'import sqlite3' 2>/dev/null; then # damage to an index, which reading cards does not use
    page=$(python3 -c 'import sqlite3
print(*sqlite3.connect("a.db").execute("SELECT rootpage FROM sqlite_master WHERE name = ?", ("card_by_name",)).fetchone())')
    cp a.db index.db
    dd if=/dev/zero of=index.db bs=4096 seek=$((page - 1)) count=1 conv=notrunc status=none
    refused 'index.db: is damaged (' cards show rebirth x --db index.db
fi
RANDOM=5
for i in {1..40}; do # whatever is damaged, no crash
    cp a.db flipped.db
    printf "\\x$(printf %02x $((RANDOM % 256)))" |
        dd of=flipped.db bs=1 seek=$(((RANDOM * 32768 + RANDOM) % size)) conv=notrunc status=none
    code=0
    timeout 60 "$fuda" cards show rebirth 灯台 --db flipped.db >out 2>err || code=$?
    [ "$code" -le 1 ] || die "a damaged base: exit code $code"
    [ "$code" -eq 0 ] || [ -s err ] || die 'a damaged base without a message'
done

# ---- full disks ----

limit() (ulimit -f "$1" && shift && "$@") # no file may exceed so many KiB
code=0
limit 8 "$fuda" cards import rebirth a.csv --db full.db >out 2>err || code=$?
[ "$code" -eq 1 ] || die "an import without room ends with $code"
has "$(<err)" 'full.db: disk I/O error: File too large'
! ls full.db* >/dev/null 2>&1 || die "left behind: $(ls full.db*)"
{ cat a.csv; sed '1d; s/^\([^,]*\),/\1X,/; s/,\([^,]*\),CH,/,\1別,CH,/' a.csv; } >b.csv
code=0
limit $((size / 1024 + 4)) "$fuda" cards import rebirth b.csv --db a.db >out 2>err || code=$?
[ "$code" -eq 1 ] || die "an import without room ends with $code"
has "$(<err)" 'a.db: disk I/O error: File too large'
alone a.db
[ "$(count a.db)" -eq "$cards" ] || die 'an import that failed changed the base'
code=0
limit 1 "$fuda" cards report rebirth --db a.db --html small.html >out 2>err || code=$?
[ "$code" -eq 1 ] && [ ! -e small.html ] || die 'half a page was written'
[ -z "$(find . -name '.fuda-*')" ] || die 'a temporary file was left'

# ---- several programs ----

for i in 1 2 3 4 5 6; do cp a.csv "set$i.csv"; done
for i in 1 2 3 4 5 6; do # all create the same base
    "$fuda" cards import rebirth "set$i.csv" --db many.db >"out$i" 2>"err$i" &
done
for i in {1..10}; do # and one reads it meanwhile
    code=0
    "$fuda" cards show rebirth x --db many.db >out 2>err || code=$?
    [ "$code" -eq 1 ] || die "reading during an import: exit code $code"
    grep -q 'no card is called\|contains no card\|no such card base' err || die "reading during an import: $(<err)"
done
wait
[ -z "$(cat err?)" ] || die "imports at once: $(cat err?)"
[ "$(count many.db)" -eq $((6 * cards)) ] || die "imports at once lost cards: $(count many.db)"
alone many.db
mkdir tiny
for i in 1 2 3 4 5 6; do head -n 2 a.csv >"tiny/$i.csv"; done
for round in {1..10}; do # small imports: the moments of creation meet more often
    for i in 1 2 3 4 5 6; do "$fuda" cards import rebirth "tiny/$i.csv" --db "tiny/$round.db" >/dev/null 2>"err$i" & done
    wait
    [ -z "$(cat err?)" ] || die "imports at once: $(cat err?)"
    [ "$(count "tiny/$round.db")" -eq 6 ] || die "imports at once lost cards: $(count "tiny/$round.db")"
done
# one import fails while others fill the same new base: it must not delete theirs
for i in 1 2 3 4; do
    "$fuda" cards import rebirth "set$i.csv" --db mixed.db >"out$i" 2>"err$i" &
    limit 8 "$fuda" cards import rebirth b.csv --db mixed.db >/dev/null 2>&1 &
done
wait
[ -z "$(cat err[1-4])" ] || die "imports beside one that fails: $(cat err[1-4])"
[ "$(count mixed.db)" -eq $((4 * cards)) ] || die "imports beside one that fails lost cards: $(count mixed.db)"

# ---- doubled serials ----

head='id,name,type,cost,atk,def,text'
printf '%s\nX-1,甲,CH,1,2,3,\nX-2,乙,CH,1,2,3,\nX-1,丙,CH,1,2,3,\n' "$head" >double.csv
message='double.csv: card 3 (丙): its serial X-1 is also that of card 1 (甲)'
refused "$message" cards import rebirth double.csv --db double.db
refused "$message" cards show rebirth 甲 --cards double.csv
[ ! -e double.db ] || die 'a base was left behind'
printf '[{"id": "X-1", "name": "丁", "type": "CH", "cost": 1, "atk": 2, "def": 3}]' >one.json
printf '%s\nX-1,甲,CH,1,2,3,\n' "$head" >one.csv
refused 'one.json: card 1 (丁): its serial X-1 is also that of card 1 (甲) of one.csv' \
    cards show rebirth 甲 --cards one.csv --cards one.json
"$fuda" cards import rebirth one.csv --db double.db >out
printf '%s\nX-1,戊,CH,1,2,3,\n' "$head" >two.csv
refused "two.csv: card 1 (戊): its serial X-1 already belongs to 甲 in set 'one' of double.db" \
    cards import rebirth two.csv --db double.db
[ "$(count double.db)" -eq 1 ] || die 'the card was imported all the same'
cp two.csv one.csv # a file of the same name replaces the set
"$fuda" cards import rebirth one.csv --db double.db >out || die 'a set cannot be replaced'
printf '%s\nX-1,甲,CH,1,2,3,\nX-1,甲,CH,1,2,3,\n' "$head" >twice.csv # the same card twice: a note
"$fuda" cards import rebirth twice.csv --db twice.db >out 2>err || die "the same card twice: $(<err)"
has "$(<err)" 'note: twice.csv: card 2 (甲): the same as card 1, serial X-1'
if python3 -c 'import sqlite3' 2>/dev/null; then # a base that another version filled
    printf '%s\nX-1,甲,CH,1,2,3,\nX-2,乙,CH,1,2,3,\n' "$head" >pair.csv
    "$fuda" cards import rebirth pair.csv --db pair.db >out
    python3 -c 'import sqlite3; b = sqlite3.connect("pair.db"); b.execute("UPDATE card SET serial = \"X-1\""); b.commit()'
    refused 'pair.db: card 2 (乙): its serial X-1 is also that of card 1 (甲)' cards show rebirth 甲 --db pair.db
fi
echo ok
