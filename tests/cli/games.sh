#!/usr/bin/env bash
# fuda games and fuda rules.
set -euo pipefail
source tests/cli/lib.bash

run 0 games
has "$out" 'rebirth   ver. 1.20'
run 0 games --json
python3 -c 'import json,sys; g = json.load(open(sys.argv[1])); assert [x["key"] for x in g][0] == "rebirth"' "$dir/out" 2>/dev/null ||
    has "$out" '"key": "rebirth"'

run 0 rules rebirth
[ "$(wc -l <<<"$out")" -eq $(($(wc -l <rules/rebirth.tsv) - 1)) ] || die 'not one line a clause'
run 0 rules rebirth 8.2.4
has "$out" '8.2.4 '
has "$out" '8.2.4.1 '
has "$out" '8 '
case $out in *8.2.3*) die '8.2.3 is not below 8.2.4' ;; esac
run 0 rules rebirth 1.1
case $out in *1.10* | *11.1*) die '1.10 is not below 1.1' ;; esac
run 0 rules rebirth 8.2.
has "$out" '8.2.3'
run 0 rules rebirth 8.2.4 --json
has "$out" '"id": "8.2.4", "kind": "rule"'
has "$out" '"gist_ja": "アタックするには、'
run 1 rules rebirth 99.9
has "$err" "no clause '99.9'"
one_line "$err"
run 2 rules
run 2 rules rebirth --chapters 1-12
run 2 rules --coverage --chapters 1-
run 2 rules --coverage --chapters a

# The language of the gist follows the locale or --lang; every clause has a Japanese gist.
out=$(env LC_ALL=C "$FUDA" rules rebirth 8.2.4)
has "$out" 'To attack, the turn player'
out=$(env LC_ALL=ja_JP.UTF-8 "$FUDA" rules rebirth 8.2.4)
has "$out" 'アタックするには、'
case $out in *'the turn player'*) die 'English in spite of the locale' ;; esac
out=$(env LC_ALL=ja_JP.UTF-8 "$FUDA" rules rebirth 8.2.4 --lang en)
has "$out" 'To attack, the turn player'
run 0 rules rebirth --lang ja
[ "$(grep -c '。$' <<<"$out")" -eq $(($(wc -l <rules/rebirth.tsv) - 1)) ] || die 'a clause without a Japanese gist'
run 2 rules rebirth 8.2.4 --lang fr
has "$err" '--lang must be en or ja'

# Coverage of one small scenario: its clauses count, all others are missing.
mkdir "$dir/none"
run 1 rules rebirth --coverage --json --scenarios "$dir/none"
has "$out" '"rebirth": {"clauses": 685'
has "$out" '"executed": 0, "asserted": 0'
has "$out" '"not_executed": ["'
