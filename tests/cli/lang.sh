#!/usr/bin/env bash
# The language of the command line: help, results and refusals in Japanese, by LANG or --lang.
set -euo pipefail
source tests/cli/lib.bash

# ---- help ----

run 0 --help --lang ja
has "$out" '使い方：fuda コマンド'
run 0 --lang ja --help
has "$out" '使い方：fuda コマンド'
has "$(env LC_MESSAGES=ja_JP.UTF-8 LANG=C "$FUDA" help)" '遊ぶ' # env: bash would try to use it
has "$(env LC_ALL=C LANG=ja_JP.UTF-8 "$FUDA" help)" 'Play' # the first variable that is set decides
for variable in FUDA_DB FUDA_DECKS FUDA_SAVES FUDA_DATA XDG_DATA_HOME LANG NO_COLOR TERM; do
    for lang in en ja; do
        run 0 --help --lang $lang
        has "$out" "$variable"
    done
done
# every command has help in both languages, with the same options
for command in games rules text cards deck play scenario replay sim bench; do
    run 0 $command --help
    has "$out" 'usage: fuda '
    options=$(grep -o '^ *\(-., \)\?--[a-z][a-z-]*' <<<"$out" | grep -o -- '--.*' | sort -u | grep -v -- '--lang' || true)
    LANG=ja_JP.UTF-8 run 0 $command --help
    has "$out" '使い方：fuda '
    japanese=$(grep -o '^ *\(-., \)\?--[a-z][a-z-]*' <<<"$out" | grep -o -- '--.*' | sort -u | grep -v -- '--lang' || true)
    [ "$options" = "$japanese" ] || die "the help of $command: $(diff <(echo "$options") <(echo "$japanese") || true)"
done
LANG=ja run 0 cards import --help
has "$out" '使い方：fuda cards import'

# ---- refusals: what, where, what to do ----

# both CODE ENGLISH JAPANESE WORD...: refused in both languages
both() {
    local code=$1 english=$2 japanese=$3
    shift 3
    run "$code" "$@"
    has "$err$out" "$english"
    LANG=ja_JP.UTF-8 run "$code" "$@"
    has "$err$out" "$japanese"
    run "$code" "$@" --lang ja
    has "$err$out" "$japanese"
}
both 2 "unknown option '--gmaes'; did you mean '--games'?" 'オプション「--gmaes」はありません。「--games」ではありませんか' sim rebirth --gmaes 3
both 2 '(see `fuda sim --help`)' '（使い方は fuda sim --help で）' sim rebirth --gmaes 3
both 2 "unknown game 'rebrith'" 'ゲーム「rebrith」はありません。「rebirth」ではありませんか' sim rebrith
both 2 "--games needs a number, not 'many'" '--gamesには数を指定してください：「many」' sim rebirth --games many
both 2 "--as-of needs a date" '--as-of には 2026-02-13 のような日付を指定してください' cards show rebirth x --as-of x
both 2 "no such field" 'その項目はありません' cards search rebirth kost:2
both 2 "cannot be the name of a deck" 'デッキの名前にできません' deck new rebirth a/b
: >"$dir/empty"
both 1 "$dir/empty: the file is empty" "$dir/empty: ファイルが空です" cards import rebirth "$dir/empty"
both 1 "$dir/none: cannot be opened: No such file or directory" "$dir/none: 開けません：そのファイルはありません" \
    deck check rebirth "$dir/none"
printf 'name,type\nx,QQ\n' >"$dir/bad.csv"
both 1 "$dir/bad.csv:2:3: unknown type 'QQ'; one of CH" "$dir/bad.csv:2:3: 知らない種類「QQ」です。使えるのは CH" \
    cards import rebirth "$dir/bad.csv"
printf '4 灯をともす子 トモル\n' >"$dir/d.txt"
both 1 "d.txt:1:1: unknown card '灯をともす子 トモル'; did you mean '灯をともす子 トモリ'?" \
    'd.txt:1:1: 知らないカード「灯をともす子 トモル」です。「灯をともす子 トモリ」ではありませんか' deck check rebirth "$dir/d.txt"
both 1 'there is no card base' "カードベース$dir/home/fuda/cards.dbはまだありません" deck check rebirth "$dir/d.txt"
both 1 '6.1.1.1: the main deck has 4 cards; it must have exactly 50' '6.1.1.1: メインデッキが4枚です。ちょうど50枚にしてください' \
    deck check rebirth "$dir/d.txt"
echo '1 灯をともす子 トモリ' >"$dir/one.txt"
both 1 'illegal deck, clause 6.1.1.1' '構築ルール違反です（6.1.1.1）：メインデッキが1枚です' \
    sim rebirth --deck "$dir/one.txt"
both 1 'not understood from 「札を食べる。」; expected' '「札を食べる。」から解釈できません。来るはずの言葉' \
    text rebirth '【永】：札を食べる。'
echo x >"$dir/x.replay"
both 1 'not a replay: the first line must be' 'リプレイではありません（最初の行は' replay "$dir/x.replay"
both 1 "no card is called 'zzz'" '「zzz」というカードはありません' cards show rebirth zzz
both 2 "unknown subcommand 'chek'" 'サブコマンド「chek」はありません' deck chek
run 2 simm --lang ja
has "$err" 'fuda：コマンド「simm」はありません。「sim」ではありませんか'

# results
LANG=ja_JP.UTF-8 run 0 deck check rebirth yoimachi-rush
has "$out" '構築ルールに合っています'
LANG=ja_JP.UTF-8 run 0 sim rebirth --games 2
has "$out" '2戦（rebirth、'
LANG=ja_JP.UTF-8 run 0 cards import rebirth cards/rebirth/starter.csv
has "$out" '取り込みました：'

# a base does not depend on the language it was filled in
printf 'name,type,cost,atk,def,text\n謎,CH,1,2,3,【永】：札を食べる。\n' >"$dir/riddle.csv"
for lang in en ja; do
    run 0 cards import rebirth "$dir/riddle.csv" --db "$dir/$lang.db" --lang $lang
    run 0 cards report rebirth --db "$dir/$lang.db" --html "$dir/$lang.html"
done
cmp "$dir/en.html" "$dir/ja.html" || die 'the base depends on the language'
