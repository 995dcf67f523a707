#!/usr/bin/env bash
# `why not` at the table answers for whatever one can name, in every game: cards, places, actions, players.
set -euo pipefail
source tests/cli/lib.bash

# ask KEY LANG ANSWERS WORD...: the answers to `why not WORD` after so many first options, one after the other
ask() {
    local key=$1 lang=$2 n=$3 word
    shift 3
    {
        for ((; n > 0; n--)); do echo 1; done
        for word in "$@"; do echo "why not $word"; done
        echo q
    } | "$FUDA" play "$key" --plain --no-guide --seed 3 --opponent random --lang "$lang" >"$dir/out" 2>&1 || die "$key: $(tail -3 "$dir/out")"
    out=$(sed -n '/> why not/,$p' "$dir/out")
}

# places, hidden cards, seats without a card, a card that the player has but does not see
ask rebirth en 3 w d H M1 n 'アスハ' Computer attack block 'attack with h3' 'set' zzz ''
has "$out" 'w 控え室 (waiting room), You: 0'
has "$out" 'cards whose faces you may not see'
has "$out" 'There is no card there that you can see.'
has "$out" 'attack, supported by …'
has "$out" '[8.2.4] To attack, the turn player'
has "$out" 'block by discarding'
has "$out" '[8.3.3]'
has "$out" 'set … (and draw one)'
has "$out" 'Computer: it is not among the things that can be done now.'
has "$out" "There is no card, place or action 'zzz'."
has "$out" 'Why not what?'
has "$out" '(now asked: '
ask rebirth ja 3 アタック ブロック コンピュータ パートナー zzz
has "$out" '…のサポートでアタック'
has "$out" '[8.3.3]'
has "$out" 'コンピュータ：今の選択では使えません。'
has "$out" '「zzz」というカードも場所も行動もありません。'

# the other games: an action, a card of the hand, a place
for key in ninja vividz luck granblue; do
    ask $key en 2 attack h1 d
    [ "$(grep -c '^  \[' <<<"$out")" -ge 2 ] || die "$key names too few clauses: $out"
    case $out in *'There is no card, place or action'*) die "$key: $out" ;; esac
    ask $key ja 2 attack h1 d
    case $out in *'というカードも場所も行動も'*) die "$key: $out" ;; esac
done
