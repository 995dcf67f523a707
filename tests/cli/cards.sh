#!/usr/bin/env bash
# fuda cards and fuda text: import into a base, show, report; texts that compile and texts that do not.
set -euo pipefail
source tests/cli/lib.bash
fuda=$FUDA
export FUDA_DATA=$PWD

# gives CODE COMMAND...: checks the exit code; stores stdout and stderr in $out and $err
gives() {
    local want=$1 code=0
    shift
    out=$("$@" 2>"$dir/err") || code=$?
    err=$(<"$dir/err")
    [ "$code" -eq "$want" ] || die "'$*' ends with $code instead of $want: $out $err"
}
has() { grep -qF -- "$1" <<<"$out" || die "expected '$1' in '$out'"; }
# json EXPRESSION: checks a Python expression about the JSON output 'd'; skipped without python3
json() {
    command -v python3 >/dev/null || return 0
    python3 -c "import json, sys
d = json.load(sys.stdin)
sys.exit(0 if $1 else 1)" <<<"$out" || die "not true: $1 in '$out'"
}

# ---- text
spark='【スパーク】：あなたは１枚引く。'
gives 0 "$fuda" text rebirth "$spark"
has "$spark"
gives 0 "$fuda" text rebirth --json "$spark"
json "d['total'] == 1 and d['compiled'] == 1 and d['abilities'][0]['ok'] and d['abilities'][0]['explain_en']"
json "d['abilities'][0]['text'] == '$spark' and d['abilities'][0]['error'] is None"

printf '%s\n\n%s\r\n' "$spark" '【スパーク】：\n札を食べる。' >"$dir/a.txt"
gives 1 "$fuda" text rebirth -f "$dir/a.txt"
has '1 of 2 compiled'
has "$dir/a.txt:3:"
has '^'
gives 1 "$fuda" text rebirth -f - --json <"$dir/a.txt"
json "d['total'] == 2 and d['compiled'] == 1 and d['abilities'][1]['line'] == 3"
json "d['abilities'][1]['text'] == '【スパーク】：\\n札を食べる。' and not d['abilities'][1]['ok']"
json "d['abilities'][1]['error']['char'] >= 7 and d['abilities'][1]['error']['message']"

# the hash of the code: equal for other spellings, different for another name, number, limit or granted ability
cat >"$dir/codes.txt" <<'EOF'
起【メンバー】[①]1枚引く。
【起】【メンバー】:[エネ1]あなたは1枚引く。
起【メンバー】[①]2枚引く。
起【メンバー】【ターン1】[①]1枚引く。
永【メンバー】あなたの《甲》を+1/±0。
永【メンバー】あなたの《乙》を+1/±0。
永【メンバー】あなたの《甲》に『永【メンバー】あなたの《乙》を+1/±0。』を与える。
永【メンバー】あなたの《甲》に『永【メンバー】あなたの《甲》を+1/±0。』を与える。
EOF
gives 0 "$fuda" text rebirth -f "$dir/codes.txt" --json
json "d['abilities'][0]['code'] == d['abilities'][1]['code'] and len({a['code'] for a in d['abilities']}) == 7"
gives 0 "$fuda" text rebirth --code '起【メンバー】[①]1枚引く。'
has 'DRAW YOU NUM 1 0'

# ---- import
cat >"$dir/one.csv" <<'EOF'
name,type,cost,atk,def,traits,text,mood
灯台守,CH,1,2,5,海/空,【スパーク】：あなたは１枚引く。,glad
相棒,PA,,,,,,
EOF
cat >"$dir/two.json" <<'EOF'
[{"id": "X-1", "name": "岬の祭", "type": "RE", "text": ["【スパーク】：あなたは１枚引く。", "【永】：札を食べる。"]}]
EOF
gives 0 "$fuda" cards import rebirth "$dir/one.csv" "$dir/two.json" --db "$dir/c.db"
has 'total     3 cards      3 abilities      2 compiled     1 refused'
grep -qF "one.csv:1:" <<<"$err" || die "no note about the column: $err"
[ -z "$(ls "$dir" | grep -E 'wal|shm|journal')" ] || die 'the base is not one file'
gives 0 "$fuda" cards import rebirth "$dir/two.json" --db "$dir/c.db" --json
json "d['sets'][0]['set'] == 'two' and d['sets'][0]['refused'] == 1 and d['total']['cards'] == 1"

# a bad file changes nothing; the other files are imported
cp "$dir/c.db" "$dir/before.db"
printf 'name,type\n岬,XX\n' >"$dir/two.csv"
gives 1 "$fuda" cards import rebirth "$dir/two.csv" --db "$dir/c.db"
cmp -s "$dir/c.db" "$dir/before.db" || die 'a bad file changed the base'
gives 1 "$fuda" cards import rebirth "$dir/two.csv" --db "$dir/none.db"
[ ! -e "$dir/none.db" ] || die 'a bad file left a base behind'
gives 1 "$fuda" cards import rebirth "$dir/two.csv" "$dir/one.csv" --db "$dir/d.db"
has '2 cards'
gives 1 "$fuda" cards import rebirth "$dir/two.json" "$dir/two.csv" --db "$dir/d.db"
grep -qF 'has the same set name' <<<"$err" || die "two sets of one name: $err"

# ---- show
gives 0 "$fuda" cards show rebirth 岬の祭 --db "$dir/c.db"
has 'NOT understood'
gives 0 "$fuda" cards show rebirth X-1 --db "$dir/c.db" --json
json "d['cards'][0]['name'] == '岬の祭' and len(d['cards'][0]['abilities']) == 2"
gives 0 "$fuda" cards show rebirth '白い海鳥 スナオ'
has 'cost 0  1/2'
gives 1 "$fuda" cards show rebirth 灯台主 --db "$dir/c.db"
[ "$err" = "no card is called '灯台主'; did you mean '灯台守'?" ] || die "suggestion: $err"

# ---- report
gives 0 "$fuda" cards report rebirth --db "$dir/c.db" --html "$dir/r.html" --json
json "d['total'] == 2 and d['compiled'] == 1 and d['groups'] == 1"
grep -qF '</html>' "$dir/r.html" || die 'the page is not whole'
grep -qF '食べる' "$dir/r.html" || die 'the page lacks the text'
! grep -qE 'https?://' "$dir/r.html" || die 'the page is not self-contained'
gives 1 "$fuda" cards report rebirth --db "$dir/c.db" --html "$dir/no/r.html"

echo ok
