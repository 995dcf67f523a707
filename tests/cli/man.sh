#!/usr/bin/env bash
# The manual pages say what the program's help says; completion of commands, options, games, decks and cards.
set -euo pipefail
source tests/cli/lib.bash

# ---- manual ----

mkdir -p "$dir/root/scripts" "$dir/root/share/man/man1" "$dir/root/share/man/ja/man1"
cp scripts/man "$dir/root/scripts/man"
"$dir/root/scripts/man" "$(realpath "$FUDA")"
for page in share/man/man1/fuda.1 share/man/ja/man1/fuda.1; do
    cmp -s "$page" "$dir/root/$page" || die "$page is not current: run scripts/man"
done
for page in share/man/man1/fuda.1 share/man/ja/man1/fuda.1; do
    if command -v man >/dev/null && env LC_ALL=C.UTF-8 man -l $page >"$dir/page" 2>"$dir/err"; then
        [ ! -s "$dir/err" ] || die "man: $(<"$dir/err")"
        has "$(<"$dir/page")" 'FUDA_DB'
    fi
done

# ---- completion ----

# completes WORD... :: CANDIDATE...: all of these are offered
completes() {
    local words=()
    while [ "$1" != :: ]; do
        words+=("$1")
        shift
    done
    shift
    "$FUDA" --complete "${words[@]}" >"$dir/out" 2>/dev/null || die "--complete ${words[*]} fails"
    for word in "$@"; do
        grep -qxF -- "$word" "$dir/out" || die "'${words[*]}' does not offer '$word': $(head -30 "$dir/out")"
    done
}
only() { [ "$(wc -l <"$dir/out")" -eq "$1" ] || die "$1 candidates expected: $(<"$dir/out")"; }

completes '' :: games rules text cards deck play scenario replay sim bench
completes de :: deck
only 1
completes deck '' :: new edit check list import export
completes cards se :: search
only 1
completes sim '' :: rebirth ninja vividz luck granblue
completes sim rebirth --ga :: --games
only 1
completes sim rebirth --player '' :: random greedy
completes play --player g :: greedy
completes play --lang '' :: en ja
completes play --lang = j :: ja
completes play --lang=j :: --lang=ja
completes play --format '' :: standard
completes deck check rebirth '' :: hoshimi-combo :files
completes deck edit luck f :: forest
completes deck export rebirth x --as '' :: text serials r4udek
completes play rebirth --deck y :: yoimachi-rush
completes cards show rebirth 灯 :: '灯をともす子 トモリ'
completes cards import rebirth '' :: :files
completes rules rebirth 10.2 :: 10.2.1.1
completes scenario '' :: :files
completes nonsense '' ::
only 0
completes ::
# no option of a command is forgotten: every one in its help is offered
for command in games rules text play scenario replay sim bench 'cards import' 'deck check'; do
    # shellcheck disable=SC2086
    run 0 $command --help
    # shellcheck disable=SC2046,SC2086
    completes $command -- :: $(grep -o '^ *\(-., \)\?--[a-z][a-z-]*' <<<"$out" | grep -o -- '--.*' || true)
done

# bash uses it
mkdir "$dir/bin"
ln -s "$(realpath "$FUDA")" "$dir/bin/fuda"
export FUDA_DATA=$PWD PATH=$dir/bin:$PATH
source share/completion/fuda.bash
COMP_WORDS=(fuda cards show rebirth 灯をと)
COMP_CWORD=4
_fuda
[ "${COMPREPLY[*]}" = '灯をともす子\ トモリ' ] || die "bash: ${COMPREPLY[*]}"
COMP_WORDS=(fuda sim --la)
COMP_CWORD=2
_fuda
[ "${COMPREPLY[*]}" = --lang ] || die "bash: ${COMPREPLY[*]}"
if command -v zsh >/dev/null; then zsh -n share/completion/_fuda || die 'zsh'; fi
