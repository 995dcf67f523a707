#!/usr/bin/env bash
# fuda deck check: every deck building rule with its clause, unknown cards, cards that do not compile.
set -euo pipefail
source tests/cli/lib.bash
fuda=$FUDA
export FUDA_DATA=$PWD

# deck LINE...: writes a deck; check CODE: checks it with the cards below
deck() { printf '%s\n' "$@" >"$dir/d.txt"; }
check() {
    local want=$1 code=0
    shift
    out=$("$fuda" deck check rebirth --cards "$dir/cards.csv" "$@" "$dir/d.txt" 2>&1) || code=$?
    [ "$code" -eq "$want" ] || die "ends with $code instead of $want: $out"
}
has() { grep -qF -- "$1" <<<"$out" || die "expected '$1' in '$out'"; }
lacks() { ! grep -qF -- "$1" <<<"$out" || die "unexpected '$1' in '$out'"; }

deer=0
{
    echo 'id,name,type,cost,atk,def,text'
    for i in $(seq 14); do echo "A-$i,兵$i,CH,1,1,3,"; done
    for i in $(seq 3); do echo "R-$i,祭$i,RE,,,,"; done
    for i in $(seq 3); do echo "P-$i,相$i,PA,,,,"; done
    echo 'F-1,群れ,CH,1,1,3,【永】：このカードはデッキに何枚でも入れることができる。'
    echo 'N-1,謎,CH,1,1,3,【永】：札を食べる。'
    for name in シカ '共鳴 シカ' 'シカコレ シカ' '激動 シカ' ツノださん; do echo "D-$((++deer)),$name,DEER,0,1,1,"; done
} >"$dir/cards.csv"

soldiers=() partners=('partners' '1 相1' '1 相2' '1 相3')
for i in $(seq 12); do soldiers+=("4 兵$i"); done

deck "${soldiers[@]}" '2 兵13' "${partners[@]}"
check 0
has 'legal: 50 main, 3 partners; all cards understood'

deck "${soldiers[@]}" '1 兵13' "${partners[@]}"
check 1
has '6.1.1.1: the main deck has 49 cards'

deck "${soldiers[@]}" '1 兵1' '1 A-2' "${partners[@]}"
check 1
has '6.1.1.2: 5 copies of 兵1;'
has '6.1.1.2: 5 copies of 兵2;'
lacks '6.1.1.1'

deck "${soldiers[@]:3}" '4 祭1' '4 祭2' '1 祭3' '4 兵13' '1 兵14' "${partners[@]}"
check 1
has '6.1.1.3: 9 Re birth cards'

deck "${soldiers[@]}" '1 兵13' '1 相1' "${partners[@]}"
check 1
has '6.1.1.4: 相1 is a partner'

deck "${soldiers[@]}" '2 兵13' 'partners' '2 相1'
check 1
has '6.1.1.5: 2 partners'

deck "${soldiers[@]}" '2 兵13' "${partners[@]}" '1 兵14'
check 1
has '6.1.1.5: 兵14 is no partner'

# 6.1.2.1: a card may lift its own limit
deck "${soldiers[@]:6}" '26 群れ' "${partners[@]}"
check 0
has 'legal'

deck "${soldiers[@]}" '1 兵13' '1 シカ' "${partners[@]}"
check 1
has '12.2.1.2: シカ is a deer character'

five=('deer' '1 シカ' '1 共鳴 シカ' '1 シカコレ シカ' '1 激動 シカ')
deck "${soldiers[@]}" '2 兵13' "${partners[@]}" "${five[@]}" '1 ツノださん'
check 0
has '5 deer'
deck "${soldiers[@]}" '2 兵13' "${partners[@]}" "${five[@]}"
check 1
has '12.2.1.3: the deer deck lacks one'

# unknown cards get a suggestion and still count
deck "${soldiers[@]}" '2 兵13号' "${partners[@]}"
check 1
has "d.txt:13:1: unknown card '兵13号'; did you mean '兵13'?"
lacks '6.1.1.1'

# a card that does not compile: the deck is legal, but refused for play without --allow-partial
deck "${soldiers[@]}" '2 謎' "${partners[@]}"
check 1
has 'd.txt:13:1: not understood: 謎: ability 1, character '
has ': legal: 50 main'
has '15 of 16 different cards understood, 1 refused for play'
check 1 --json
has '"legal": true, "playable": false'
has '"different": 16, "understood": 15, "not_understood": 1'
has '"name": "謎", "known": true, "understood": false, "why": "ability 1, character '
check 0 --allow-partial
has 'not understood: 謎: ability 1, character '
has '1 played in part'
check 0 --json --allow-partial
has '"playable": true'
deck "${soldiers[@]}" '2 兵13' "${partners[@]}"
check 0 --json
has '"playable": true, "unknown": 0, "different": 16, "understood": 16, "not_understood": 0'

# .r4udek files
{
    echo '{"Name": "夜", "Remarks": "", "Ratios": {"P-1": 1, "P-2": 1, "P-3": 1, "A-13": 2'
    for i in $(seq 12); do echo ", \"A-$i\": 4"; done
    echo '}}'
} >"$dir/d.r4udek"
"$fuda" deck check rebirth --cards "$dir/cards.csv" "$dir/d.r4udek" >/dev/null || die '.r4udek'

# cards from a base
"$fuda" cards import rebirth "$dir/cards.csv" --db "$dir/c.db" >/dev/null
"$fuda" deck check rebirth --db "$dir/c.db" "$dir/d.r4udek" >/dev/null || die '--db'

# shipped decks are legal, given by path or by name
"$fuda" deck check rebirth decks/rebirth/*.txt >/dev/null || die 'a shipped deck is not legal'
"$fuda" deck check rebirth --format standard yoimachi-rush --json | grep -qF '"legal": true' || die 'by name'

echo ok
