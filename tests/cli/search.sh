#!/usr/bin/env bash
# fuda cards search: words, fields, numbers, what is understood; ranking, JSON, refusals.
set -euo pipefail
source tests/cli/lib.bash
cat >"$dir/mine.csv" <<'END'
id,name,type,cost,atk,def,traits,text
M-1,カラス,CH,1,2,3,鳥/森,
M-2,カラスの親方,CH,2,4,5,鳥,【起】：あなたは１枚引く。
M-3,猫,CH,3,6,7,森,【自】このキャラが登場した時、カラスを１枚引く。
M-4,謎,CH,1,2,3,,【永】：札を食べる。
M-5,カラス,CH,1,2,3,鳥/森,
M-6,CROW Ｘ,RE,,,,,
END
search() { run 0 cards search rebirth --cards "$dir/mine.csv" "$@"; }
ids() { grep -o '^M-[0-9]' <<<"$out" | tr '\n' ' ' || true; } # in the order they are listed
is() { [ "$(ids)" = "$1" ] || die "found '$(ids)' instead of '$1' in '$out'"; }

search からす # kana make no difference; the name first, then names that contain it, then texts
is 'M-1 M-2 M-3 '
has "$out" '×2'
has "$out" '3 cards'
search 引く # shorter than a trigram
is 'M-2 M-3 '
search 1枚引く 親方
is 'M-2 '
search crow x
is 'M-6 '
search ＣＲＯＷ
is 'M-6 '
search M-3
is 'M-3 '
search trait:鳥
is 'M-1 M-2 '
search 特徴:鳥 コスト:2+
is 'M-2 '
search name:カラス
is 'M-1 M-2 '
search text:カラス
is 'M-3 '
search kind:RE
is 'M-6 '
search 'atk>=4'
is 'M-2 M-3 '
search cost:1-2 def:5
is 'M-2 '
search 'cost<2'
is 'M-1 M-4 '
search understood:no
is 'M-3 M-4 '
has "$out" '(not understood)'
search 解釈:済 鳥
is 'M-1 M-2 '
search -- カラス -親方
is 'M-1 M-3 '
search --text 謎
has "$out" '      【永】：札を食べる。'
search --limit 1 カラス
has "$out" '3 cards, 1 of them shown'
search --lang ja カラス
has "$out" '3枚見つかりました'
LANG=ja_JP.UTF-8 search カラス
has "$out" '3枚見つかりました'
search --json 親方
has "$out" '"id": "M-2", "name": "カラスの親方", "type": "CH", "cost": 2, "atk": 4, "def": 5, "traits": ["鳥"]'
has "$out" '"understood": true'
! grep -q ' $' <<<"$out" || die 'blanks at the end of a line'

run 1 cards search rebirth --cards "$dir/mine.csv" カラズ
has "$err" "no card matches; did you mean 'カラス'?"
[ -z "$out" ] || die 'something on stdout'
run 1 cards search rebirth --cards "$dir/mine.csv" --json zzz
has "$out" '"found": 0, "cards": []'
run 2 cards search rebirth
has "$err" 'missing WORD'
run 2 cards search rebirth kost:2
has "$err" "'kost:2': no such field; there are name, text, "
run 2 cards search rebirth cost:many
has "$err" 'a number is written 2, 1-3, 4+, <5 or >=6'
run 2 cards search rebirth kind:XX
has "$err" 'no such kind; there are CH'
run 2 cards search rebirth name:
run 2 cards search rebirth $'\xff'
run 2 cards search rebirth --lang fr x
has "$err" "--lang must be en or ja, not 'fr'"
for word in '"' "'" '*' 'AND' 'NEAR(' 'a"b"c' '()' '%__' 'の"の"の'; do # nothing reaches SQLite unquoted
    code=0
    "$FUDA" cards search rebirth -- "$word" >"$dir/out" 2>"$dir/err" || code=$?
    [ "$code" -le 1 ] || die "'$word' ends with $code"
    ! grep -q 'syntax\|error' "$dir/err" || die "'$word': $(<"$dir/err")"
done
for key in rebirth ninja vividz luck granblue; do
    run 0 cards search $key understood:yes --limit 1
done
