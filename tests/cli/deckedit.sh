#!/usr/bin/env bash
# fuda deck new, edit, list, import, export: building a deck with typed commands, and plain lists.
set -euo pipefail
source tests/cli/lib.bash
decks=$dir/home/fuda/decks/rebirth

# edit CODE WORD...: runs `fuda deck WORD...` with the commands on standard input
edit() {
    local want=$1 code=0
    shift
    "$FUDA" deck "$@" >"$dir/out" 2>"$dir/err" || code=$?
    out=$(<"$dir/out") err=$(<"$dir/err")
    [ "$code" -eq "$want" ] || die "deck $*: exit code $code, not $want: $err $out"
}
deck_is() { [ "$(<"$decks/$1.txt")" = "$2" ] || die "the deck is '$(<"$decks/$1.txt")'"; }

# ---- building ----

edit 0 new rebirth mine <<'END'
# search, then add by number, twice from the same list
トモリ
+2 x4
+ 1
4 SK-02
add 朝市の呼び声 ウシオ x2
undo
-2
remove SK-02 x2

END
has "$out" '   2  SK-01  灯をともす子 トモリ'
has "$out" '  1 x トモリ to partners'
has "$out" '6.1.1.2: 6 copies of 朝市の呼び声 ウシオ; at most 4 are allowed'
has "$out" '6.1.1.5: 1 partner; there must be exactly 3'
has "$out" '  = 5 main, 1 partner'
has "$out" '  partners (1)'
deck_is mine $'3 灯をともす子 トモリ\n2 朝市の呼び声 ウシオ\npartners\n1 トモリ'
edit 0 edit rebirth mine <<<'curve'
has "$out" '       1   3 ###'
has "$out" '       2   2 ##'
has "$out" '  1.40 on average'
edit 0 edit rebirth mine --lang ja <<<$'追加 SK-06　x2\nヘルプ\nカーブ\n終了\n+1'
has "$out" '2 x 霧笛を鳴らす トモリ'
has "$out" '  検索 WORD...'
has "$out" '平均'
edit 0 edit rebirth mine <<<$'-  霧笛を鳴らす トモリ x9\nshow SK-01\nexport'
has "$out" '  0 x 霧笛を鳴らす トモリ'
has "$out" 'CH  cost 1  2/5'
deck_is mine $'3 灯をともす子 トモリ\n2 朝市の呼び声 ウシオ\npartners\n1 トモリ'

# long lists go on; an empty deck has no curve
edit 0 edit rebirth mine <<<$'kind:CH\nmore\n31'
has "$out" ' 30  '
has "$out" '`more` shows them'
has "$out" ' 31  '
has "$out" 'CH  cost'
edit 0 edit rebirth mine <<<$'search 霧笛'
has "$out" '霧笛を鳴らす トモリ'
edit 1 edit rebirth mine <<<'more'
has "$err" 'there is no more of the last search'
edit 1 edit rebirth mine <<<'add 謎の人'
has "$err" "unknown card '謎の人'; a part of its name or text finds it"
edit 0 new rebirth nothing-yet <<<'curve'
has "$out" 'no cards yet'
run 0 deck list rebirth --lang ja
has "$out" '付属  yoimachi-rush: メインデッキ50枚、パートナー3枚'

# what cannot be done is said, and a script then fails, but what was done stays
for command in '+99' '-SK-06' 'add' 'add 謎の人' 'remove 99' 'undo' 'find cost:x' 'import none.txt' 'import' '0 SK-01' \
    'xyzzy'; do
    edit 1 edit rebirth mine <<<"$command"
    [ -n "$err" ] || die "'$command' is refused without a word"
done
edit 1 edit rebirth mine <<<$'\xff\n'
has "$err" 'UTF-8'
head -c 3000 /dev/urandom | "$FUDA" deck edit rebirth mine >"$dir/out" 2>&1 || [ $? -eq 1 ] || die 'noise'
edit 1 edit rebirth mine <<<$'+99\n+SK-01'
deck_is mine $'4 灯をともす子 トモリ\n2 朝市の呼び声 ウシオ\npartners\n1 トモリ'

# a deck emptied is a deck still
edit 0 edit rebirth mine <<<$'-SK-01 x4\n-SK-02 x2\n-トモリ to partners'
deck_is mine '# mine'
edit 0 edit rebirth mine <<<'+SK-01'
edit 1 new rebirth mine <<<''
has "$err" 'there is such a deck already'

# a shipped deck is edited as a copy
before=$(sha256sum <decks/rebirth/hoshimi-combo.txt)
edit 0 edit rebirth hoshimi-combo <<<''
has "$out" '= 50 main, 3 partners: legal'
[ -s "$decks/hoshimi-combo.txt" ] || die 'no copy'
[ "$(sha256sum <decks/rebirth/hoshimi-combo.txt)" = "$before" ] || die 'the shipped deck was changed'
run 0 deck check rebirth hoshimi-combo
has "$out" "$decks/hoshimi-combo.txt: legal: 50 main, 3 partners; all cards understood"
edit 0 new rebirth copy --from yoimachi-rush <<<'check'
has "$out" ': legal'

run 1 deck edit rebirth nothing
has "$err" '`fuda deck new rebirth nothing` makes it'
for name in ../x a/b .x '' -- $'\n' 'x~'; do
    code=0
    "$FUDA" deck new rebirth -- "$name" >"$dir/out" 2>"$dir/err" </dev/null || code=$?
    [ "$code" -eq 2 ] || die "a deck called '$name': $code"
done
run 2 deck new rebirth
run 2 deck
run 2 deck edot
run 2 deck edit rebirth mine --format sealed
mkdir -p "$dir/full" && chmod 500 "$dir/full"
if [ ! -w "$dir/full" ]; then FUDA_DECKS=$dir/full edit 1 new rebirth x <<<'+SK-01'; fi

# two editors at once
mkfifo "$dir/fifo"
"$FUDA" deck edit rebirth mine <"$dir/fifo" >"$dir/first" 2>&1 &
exec 9>"$dir/fifo"
for _ in {1..300}; do # until the first one has the deck
    [ ! -s "$dir/first" ] || break
    sleep 0.1
done
run 1 deck edit rebirth mine </dev/null
has "$err" 'is in use by another fuda'
exec 9>&-
wait

# ---- lists ----

run 0 deck list rebirth
has "$out" 'yours    copy: 50 main, 3 partners'
has "$out" 'yours    mine: 1 main - not legal'
has "$out" 'shipped  yoimachi-rush: 50 main, 3 partners'
run 0 deck list rebirth --json
has "$out" '"name": "mine", "file": "'
has "$out" '"own": true, "legal": false, "playable": false'
for key in rebirth ninja vividz luck granblue; do # what is exported is the same deck
    for deck in decks/$key/*.txt; do
        for form in text serials; do
            run 0 deck export "$key" "$deck" --as $form --out "$dir/deck.txt"
            run 0 deck check "$key" "$dir/deck.txt"
            "$FUDA" deck check "$key" "$deck" | sed 's/.*legal/legal/' >"$dir/want"
            [ "$(sed 's/.*legal/legal/' <<<"$out")" = "$(<"$dir/want")" ] || die "$deck as $form: $out"
        done
    done
done
run 0 deck export rebirth copy --as r4udek --out "$dir/other.r4udek"
run 0 deck import rebirth "$dir/other.r4udek"
run 0 deck check rebirth other
run 1 deck import rebirth "$dir/other.r4udek"
has "$err" 'there is such a deck already'
printf 'トモリ x3\nmy list\n灯をともす子 トモリ,2\n3枚 朝市の呼び声 ウシオ\r\nSK-06 4枚\n"霧笛を鳴らす トモリ"\n２ SK-13\n' >"$dir/plain.txt"
run 0 deck import rebirth "$dir/plain.txt" plain
has "$out" '15 cards imported as'
has "$err" 'note: 1 lines are no cards: my list'
deck_is plain $'2 灯をともす子 トモリ\n3 朝市の呼び声 ウシオ\n2 凪の見張り トモリ\n5 霧笛を鳴らす トモリ\npartners\n3 トモリ'
printf '3 灯をともす子 トモル\n4 トモリ\n' >"$dir/wrong.txt"
run 1 deck import rebirth "$dir/wrong.txt"
has "$err" "unknown card '灯をともす子 トモル'; did you mean '灯をともす子 トモリ'?"
has "$err" '(looked in the '
[ ! -e "$decks/wrong.txt" ] || die 'a wrong list became a deck'
run 1 deck import rebirth /dev/null
run 1 deck export rebirth nothing
run 2 deck export rebirth mine --as pdf

# sealed: only opened cards are found, and the rules compare with them
edit 0 new ninja sealed --format sealed --pool decks/sealed/ninja/pool.txt --from decks/sealed/ninja/deck.txt <<<'check'
has "$out" '= 40 main: legal'
edit 1 edit ninja sealed --format sealed --pool decks/sealed/ninja/pool.txt <<<'RZ-01'
edit 0 edit ninja sealed --format sealed --pool decks/sealed/ninja/pool.txt <<<'+夜番の鉄◆拍子木'
has "$out" '402.3'
