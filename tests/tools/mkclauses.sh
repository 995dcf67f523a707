#!/usr/bin/env bash
# mkclauses: output for valid ledgers, error positions for faulty ones.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/gen"

die() {
    echo "mkclauses.sh: $1" >&2
    exit 1
}

# ledger KEY ROW...: writes a ledger; '|' means tab
ledger() {
    local file=$dir/$1.tsv
    shift
    printf 'id\tkind\tgist\tgist_ja\n' >"$file"
    printf '%s\n' "$@" | tr '|' '\t' >>"$file"
}

# refused PLACE MESSAGE [KEY...]: the generator fails, names the place and writes nothing
refused() {
    rm -f "$dir"/gen/*
    said=$("$MKCLAUSES" "$dir" "$dir/gen" "${@:3}" 2>&1) && die "accepted: $2"
    case $said in
    *"$1: $2"*) ;;
    *) die "expected '$1: $2', got '$said'" ;;
    esac
    [ -z "$(ls "$dir/gen")" ] || die "wrote a file in spite of: $2"
}

# The project's ledgers are well formed, including those of games not implemented yet.
"$MKCLAUSES" rules "$dir/gen"
for file in rules/*.tsv; do
    [ "$(awk -F'\t' 'FNR > 1 && $3 !~ /\.$/ || FNR > 1 && $4 !~ /。$/' "$file")" = '' ] ||
        die "$file: a gist is no sentence"
done
rm "$dir"/gen/*

# Without ledgers there are no clauses.
"$MKCLAUSES" "$dir" "$dir/gen"
grep -q 'CLAUSE_NONE = 0,' "$dir/gen/clauses.h"

# Games in their fixed order, separators as underscores, trigraphs and quotes escaped.
ledger ninja '1204.2e-3|rule|a "quoted" gist??/|「要点」'
ledger rebirth '8|heading|Attacks|アタック' '8.2.4.1|rule|own words|自分の言葉' '9.14.3.2|void||'
"$MKCLAUSES" "$dir" "$dir/gen"
names=$(sed -n 's/^    \([A-Z][A-Z]_[0-9][^,]*\),$/\1/p' "$dir/gen/clauses.h" | tr '\n' ' ')
[ "$names" = 'RB_8 RB_8_2_4_1 RB_9_14_3_2 NS_1204_2e_3 ' ] || die "names: $names"
grep -qF '[NS_1204_2e_3] = {"ninja", "1204.2e-3", CLAUSE_KIND_RULE, "a \"quoted\" gist\?\?/", "「要点」"},' "$dir/gen/clauses.c"

# With keys, writes only the ledgers of these games but checks all.
"$MKCLAUSES" "$dir" "$dir/gen" rebirth
! grep -q NS_ "$dir/gen/clauses.h" || die 'wrote a ledger without its game'
grep -q RB_8_2_4_1 "$dir/gen/clauses.h" || die 'left out the ledger of a game that is there'
"$MKCLAUSES" "$dir" "$dir/gen" rebirth go 2>/dev/null && die 'accepted a game that nobody knows'
ledger ninja '1204.2e-3|rules|x|y'
refused "$dir/ninja.tsv:2" "unknown kind 'rules'" rebirth
ledger ninja '1204.2e-3|rule|a "quoted" gist??/|「要点」'
"$MKCLAUSES" "$dir" "$dir/gen"

# An unchanged file is not rewritten.
touch -d '2001-01-01' "$dir/gen/clauses.h"
ledger rebirth '8|heading|Attack|攻撃' '8.2.4.1|rule|own words|自分の言葉' '9.14.3.2|void||'
"$MKCLAUSES" "$dir" "$dir/gen"
[ "$(date -r "$dir/gen/clauses.h" +%Y)" = 2001 ] || die 'a new gist rewrote clauses.h'
grep -qF '"Attack", "攻撃"' "$dir/gen/clauses.c" || die 'a new gist is not in clauses.c'

ledger rebirth '1|rule|x|y' '1.1|rules|x|y'
refused "$dir/rebirth.tsv:3" "unknown kind 'rules'"
ledger rebirth '1|rule'
refused "$dir/rebirth.tsv:2" 'a row has four fields'
ledger rebirth '1|rule|x|y' '1.1|rule|x'
refused "$dir/rebirth.tsv:3" 'a row has four fields'
ledger rebirth '1|rule|x|y|z'
refused "$dir/rebirth.tsv:2" 'a row has four fields'
ledger rebirth '1.1|rule|x|y' '1-1|rule|x|y'
refused "$dir/rebirth.tsv:3" "a second row for clause '1-1'"
ledger rebirth '1 1|rule|x|y'
refused "$dir/rebirth.tsv:2" "not a clause id: '1 1'"
ledger rebirth '|rule|x|y'
refused "$dir/rebirth.tsv:2" "not a clause id: ''"
ledger rebirth '1.1|rule||y'
refused "$dir/rebirth.tsv:2" "no gist for clause '1.1'"
ledger rebirth '1|rule|x|y' '1.1|rule|x|'
refused "$dir/rebirth.tsv:3" "no gist_ja for clause '1.1'"
printf 'id\tkind\tgist\n' >"$dir/rebirth.tsv"
refused "$dir/rebirth.tsv:1" 'the header must be'
: >"$dir/rebirth.tsv"
refused "$dir/rebirth.tsv:1" 'empty file'
