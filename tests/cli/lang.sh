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
    'd.txt:1:1: 「灯をともす子 トモル」というカードは見つかりません。「灯をともす子 トモリ」ではありませんか' deck check rebirth "$dir/d.txt"
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

both 1 'nosuch: there is no such deck or file; `fuda deck list rebirth` lists the decks' \
    'nosuch: そのデッキもファイルもありません。デッキの一覧は fuda deck list rebirth で' deck check rebirth nosuch
echo partnres >"$dir/pile.txt"
both 1 'or one of `main`, `partners`, `deer`' 'main、partners、deer のどれか' deck check rebirth "$dir/pile.txt"
echo '{"a"' >"$dir/bad.r4udek"
both 1 "not JSON: ':' expected near end of file" 'JSONとして読めません：ファイルの終わりの近く' deck check rebirth "$dir/bad.r4udek"
both 1 'this is not Japanese' '日本語ではありません' text rebirth 'Draw a card.'
both 1 'expected 「' '来るはずの言葉：「' text rebirth 'あなたは１枚引く。'
both 2 'which subcommand? there are ' 'サブコマンドを指定してください。使えるのは ' cards
both 2 "unknown subcommand 'xyz'; there are " 'サブコマンド「xyz」はありません。使えるのは ' deck xyz
both 2 '--packs must be at least 1' '--packsは1以上にしてください' cards boosters rebirth --packs 0
both 2 '--seed is too large' '--seedが大きすぎます' sim rebirth --seed 99999999999999999999
both 2 'use only one of --continue, --load and --scenario' 'どれか1つだけです' play --continue --load x
both 1 'has all of these words' 'これらの言葉がすべてあるルールはありません' rules rebirth attack zzz
FUDA_SPEED=quick both 2 'FUDA_SPEED must be off or a number from 1 to 5' 'FUDA_SPEED は off か1から5までの数です' play rebirth
head -c 2000 /dev/urandom >"$dir/noise"
FUDA_DB=$dir/noise both 1 'is not a card base' 'カードベースではありません' cards search rebirth x
FUDA_SAVES=/dev/null/x both 1 '(set FUDA_SAVES, or use --save FILE)' 'FUDA_SAVES か --save FILE' play rebirth --deck yoimachi-rush
FUDA_DECKS=/dev/null/x run 0 deck list rebirth --lang ja
has "$err" 'フォルダではありません'

# scenarios: ten kinds of mistakes
# wrong ENGLISH JAPANESE LINE...
wrong() {
    local english=$1 japanese=$2
    shift 2
    printf '%s\n' "$@" >"$dir/wrong.fuda"
    both 1 "$english" "$japanese" scenario "$dir/wrong.fuda"
}
wrong 'unknown statement `scenaro`; did you mean `scenario`?' '`scenaro` という文はありません（`scenario` ではありませんか）' 'scenaro a'
wrong 'no game `chess`; expected one of rebirth' '`chess` というゲームはありません。使えるのは rebirth' 'game chess' 'scenario a'
wrong 'no card `だれか`' 'カード「だれか」はありません' 'scenario a' P1 '  entry だれか'
wrong 'no zone `entri`' '`entri` という領域はありません' 'scenario a' P1 '  entri 兵'
wrong 'is not a point of the turn' 'ターンの時点ではありません' 'scenario a' 'at nowhere'
wrong 'is neither a word of an option nor a card' '選択肢の語でもこのシナリオのカードでもありません' 'scenario a' 'at main' 'do P1 dance'
wrong 'not true: expect P1 hand 99; 0 cards: nothing' '成り立ちません：expect P1 hand 99。0枚：なし' 'scenario a' 'at main' 'expect P1 hand 99'
wrong 'the text is not understood from here' 'テキストをここから解釈できません' 'scenario a' 'card 励まし 2/3' '  これは読めません。'
wrong '9 is too large; at most 8' '9は大きすぎます。8までです' 'scenario a' P1 '  member 9 兵'
wrong 'the line ends too early; expected a clause such as' '行が途中で終わっています。9.6.2.1 のような番号が要ります' 'scenario a' 'at main' 'expect clause'
wrong 'a player has at most 75 cards' 'プレイヤー1人のカードは75枚までです' 'scenario a' P1 '  hand 兵 x999'
both 1 'no *.fuda file below this path' '*.fuda のファイルがありません' scenario decks
both 1 "no title contains 'zzz'" '「zzz」を題名に含むシナリオがありません' scenario scenarios/rebirth/ch01-game.fuda --filter zzz

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
