#!/usr/bin/env bash
# A stranger's path: import cards, search, build a legal deck, check it, play it - no file is named twice. With the
# published sets if they are beside the checkout, else with our own cards.
set -euo pipefail
source tests/cli/lib.bash
sets=(../shared/corpus/rebirth/*.r4uset)
if [ ! -e "${sets[0]}" ]; then # our own cards under other serials and names
    sed '1!s/^\([^,]*\),\([^,]*\),/S\1,\2改,/' cards/rebirth/starter.csv >"$dir/own.csv"
    sets=("$dir/own.csv")
fi

run 0 cards import rebirth "${sets[@]}"
has "$out" 'imported into'
run 0 cards search rebirth kind:CH understood:yes --db "$dir/home/fuda/cards.db" --limit 3
has "$out" '3 of them shown'

# the serials of imported cards: 12 characters for four copies each, one for two, three partners
serials() {
    run 0 cards search rebirth "$@" understood:yes --limit 400 --json
    grep -o '"id": "[^"]*", "name": "[^"]*"' <<<"$out" | awk -F'"' -v have="$shipped" '
        index(have, "\n" $4 ",") == 0 && !seen[$8]++ { print $4 }'
}
shipped=$(printf '\n'; cut -d, -f1 cards/rebirth/starter.csv | sed 's/$/,/')
mapfile -t characters < <(serials kind:CH | head -13)
mapfile -t partners < <(serials kind:PA | head -3)
[ ${#characters[@]} -eq 13 ] && [ ${#partners[@]} -eq 3 ] || die "not enough cards: ${characters[*]} / ${partners[*]}"
{
    for i in {0..11}; do echo "+ ${characters[i]} x4"; done
    echo "+ ${characters[12]} x2"
    for partner in "${partners[@]}"; do echo "+ $partner"; done
    echo curve
    echo check
} >"$dir/commands"
"$FUDA" deck new rebirth mine <"$dir/commands" >"$dir/out" 2>"$dir/err" || die "deck new: $(<"$dir/err") $(<"$dir/out")"
has "$(<"$dir/out")" '= 50 main, 3 partners: legal'
has "$(<"$dir/out")" 'on average'

run 0 deck check rebirth mine
has "$out" 'legal: 50 main, 3 partners; all cards understood'
run 0 deck list rebirth
has "$out" 'yours    mine: 50 main, 3 partners'
run 0 sim rebirth --deck mine --games 4 --check
has "$out" 'mine: won'
"$FUDA" play rebirth --deck mine --seed 7 --plain >"$dir/out" 2>"$dir/err" < <(yes 1 | head -2000) || die "play: $(<"$dir/err")"
grep -q 'saved as' "$dir/out" "$dir/err" || die "play: $(tail -5 "$dir/out")"
game=$(echo "$dir"/home/fuda/*.replay)
run 0 replay "$game"
has "$out" 'decisions verified'
