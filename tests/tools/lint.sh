#!/usr/bin/env bash
# scripts/lint: finds what it documents, without false positives.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir"/src/{kernel,vm,games/rebirth/host,text,cards,play,scenario,sim,lib,tui,cli}

die() {
    echo "lint.sh: $1" >&2
    exit 1
}

# good FILE: lint accepts stdin as this file
good() {
    cat >"$dir/$1"
    said=$(scripts/lint "$dir" 2>&1) || die "refused in $1: $said"
    rm "$dir/$1"
}

# bad FILE LINE MESSAGE: lint reports stdin as this file, with this line and message
bad() {
    cat >"$dir/$1"
    said=$(scripts/lint "$dir" 2>&1) && die "not found in $1: $3"
    grep -qF -- "$1:$2: $3" <<<"$said" || die "expected '$1:$2: $3', got '$said'"
    rm "$dir/$1"
}

printf '%s\n' '#include <string.h>' '#include "vm/vm.h"' '#include "gen/clauses.h"' '/* malloc( in a' ' * comment: printf(x) */' \
    'const char *s = "free(x)"; // exit(1)' 'if (game == NULL) return;' 'carefree(x);' | good src/kernel/a.c
printf '%s\n' 'int x; /* 札 */' | good src/games/rebirth/a.c
printf '%s\n' '#include <stdio.h>' 'int main(void) { printf("札"); }' | good src/cli/main.c
printf '%s\n' '/* what */' '#ifndef A_H' '#define A_H' '#endif' | good src/vm/a.h
printf 'int %d;\n' $(seq 1200) | good src/kernel/a.c

printf '%s\n' 'int x;' '/* 札 */' | bad src/kernel/a.c 2 Japanese
printf '%s\n' 'X(A, "ア")' | bad src/vm/a.def 1 Japanese
printf '%s\n' '#include <stdlib.h>' | bad src/vm/a.c 1 'the core includes no such header'
printf '%s\n' '' 'p = malloc(3);' | bad src/games/rebirth/a.c 2 'no allocation'
printf '%s\n' 'snprintf(b, 3, "x");' | bad src/kernel/a.c 1 'no input or output'
printf '%s\n' 'vsnprintf(b, 3, "x", v);' | bad src/kernel/a.c 1 'no input or output'
printf '%s\n' 'if (s->game == 3) x();' | bad src/kernel/a.c 1 'the kernel never asks which game it is'
printf '%s\n' 'if (r->g == &game_luck) x();' | bad src/vm/a.c 1 'the kernel never asks which game it is'
printf '%s\n' 'int x;' | bad src/vm/a.h 1 'neither #pragma once nor an include guard'
printf '%s\n' 'int x; ' | bad src/cli/a.c 1 'blanks at the end'
printf '%0111d\n' 0 | bad src/cli/a.c 1 'longer than 110'
printf 'int %d;\n' $(seq 1201) | bad src/cli/a.c 1 '1201 lines'

# Layers: each includes what stands before it, and what is below a game's folder is that game's own.
include() { printf '#include "%s"\n' "$@"; }
include kernel/run.h games/deck.h games/rebirth/a.h | good src/games/rebirth/b.c
include fuda.h sim/sim.h cards/form.h | good src/lib/a.c
include games/host.h text/text.h cards/form.h scenario/tables.h tui/mat.h games/rebirth/a.h | good src/games/rebirth/host/a.c
include games/host.h sim/sim.h tui/mat.h text/text.h own.h | good src/cli/a.c
include kernel/run.h games/host.h | good src/text/a.c
include games/deck.h | bad src/kernel/a.c 1 'engine stands below games'
include vm/vm.h games/rebirth/rebirth.h | bad src/vm/a.c 2 'engine stands below games'
include cards/card.h | bad src/games/rebirth/a.c 1 'games stands below cards'
include games/host.h | bad src/games/rebirth/a.c 1 'games stands below games/host.h'
include text/tongue.h | bad src/games/host.h 1 'games/host.h stands below text'
include cards/builder.h | bad src/text/a.h 1 'text stands below cards'
include play/words.h | bad src/cards/a.c 1 'cards stands below play'
include scenario/ast.h | bad src/play/a.c 1 'play stands below scenario'
include sim/sim.h | bad src/scenario/a.c 1 'scenario stands below sim'
include fuda.h | bad src/sim/a.c 1 'sim stands below lib'
include tui/mat.h | bad src/lib/a.c 1 'lib stands below tui'
include games/rebirth/host/a.h | bad src/tui/a.c 1 'tui stands below games/KEY/host'
include cli/cli.h | bad src/games/rebirth/host/a.c 1 'games/KEY/host stands below cli'
include games/rebirth/rebirth.h | bad src/cli/a.c 1 'what is below games/rebirth is included by that game alone'
include games/luck/luck.h | bad src/games/rebirth/a.c 1 'what is below games/luck is included by that game alone'
include extra/a.h | bad src/cli/a.c 1 'extra/a.h belongs to no layer'

# Words: of two games, one of which has no table but these.
mkdir -p "$dir"/src/games/luck
printf '%s\n' '    .prefix = "RB",' '    {"entry", "エントリー"}, {"deck", "デッキ"}, {"x", "魂"},' >"$dir"/src/games/rebirth/game.c
printf '%s\n' 'R("zone", "{リタイア|<own>控え室}", "X", "entry room")' 'R("act", "引く", "X", "")' >"$dir"/src/games/rebirth/lexicon.def
printf '%s\n' '    .prefix = "LL",' '    {"deck", "デッキ"},' >"$dir"/src/games/luck/game.c
printf '%s\n' 'R("act", "<own>デッキから引く", "X", "draw")' '/* エントリー in a' ' * comment リタイア */' | good src/text/a.def
printf '%s\n' 'say("魂"); /* entry, lucky, CHARZ_A, ROLE_A, GRB_1 */' | good src/tui/a.c
printf '%s\n' 'x;' 'say("エントリーへ");' | bad src/tui/a.c 2 'エントリー is a word of rebirth alone'
printf '%s\n' '/* */ R("set", "控え室に", "X", "") /* */' | bad src/text/a.def 1 '控え室 is a word of rebirth alone'
printf '%s\n' 'R("set", "リタイアに", "X", "")' | bad src/text/a.def 1 'リタイア is a word of rebirth alone'
printf '%s\n' '/* as in rebirth */' | bad src/vm/a.c 1 'names the game rebirth'
printf '%s\n' 'game_by_key("luck");' | bad src/scenario/a.c 1 'names the game luck'
printf '%s\n' '&game_luck' | bad src/sim/a.c 1 'names the game luck'
printf '%s\n' '/* RB_8_2_4 */' | bad src/kernel/a.h 1 'names a clause of rebirth'
printf '%s\n' 'LL_8_2' | bad src/play/a.c 1 'names a clause of luck'
printf '%s\n' 'x = RZ_ENTRY;' | bad src/cards/a.c 1 'uses an enumerator of rebirth'
printf '%s\n' 'x = LOPT_PLAY;' | bad src/cli/a.c 1 'uses an enumerator of luck'
rm -r "$dir"/src/games/luck "$dir"/src/games/rebirth/game.c "$dir"/src/games/rebirth/lexicon.def

# The compiled core. A constant table of addresses is not mutable data.
cc=$(command -v cc || command -v gcc || command -v clang)
# library: compiles stdin as the core's library
library() {
    "$cc" -O1 -x c -c -o "$dir/core.o" -
    rm -f "$dir/core.a"
    ar rcs "$dir/core.a" "$dir/core.o"
}
echo 'int f(void); static const char *const t[] = {"a", "b"}; const char *g(int i) { return t[i & 1]; }
      int f(void) { return 1; } int h(void) { return f(); }
      void *memcpy(void *, const void *, __SIZE_TYPE__); void c(void *a, void *b) { memcpy(a, b, 4096); }' | library
said=$(scripts/lint --lib "$dir/core.a" "$dir") || die "refused in the library: $said"
echo 'int calls(void) { static int n; return ++n; }' | library
said=$(scripts/lint --lib "$dir/core.a" "$dir") && die 'a static variable was not found'
grep -q 'mutable data: n' <<<"$said" || die "got '$said'"
echo 'static const char *t[] = {"a", "b"}; void set(int i, char *s) { t[i & 1] = s; } const char *g(int i) { return t[i & 1]; }' | library
said=$(scripts/lint --lib "$dir/core.a" "$dir") && die 'a mutable table was not found'
echo 'int getpid(void); int f(void) { return getpid(); }' | library
said=$(scripts/lint --lib "$dir/core.a" "$dir") && die 'a foreign function was not found'
grep -q 'foreign to the core: getpid' <<<"$said" || die "got '$said'"

# External names of a game, in the objects beside the library.
objects=$dir/CMakeFiles/fuda_core.dir/src/games/rebirth
mkdir -p "$objects"
: >"$dir"/src/games/rebirth/a.c
echo 'int f(void); int f(void) { return 1; }' | library
# names: the input as an object of the game
names() { "$cc" -x c -c -o "$objects/a.c.o" -; }
echo 'int game_rebirth, host_rebirth; static int own(void) { return 1; } int rebirth_a(void) { return own(); }' | names
said=$(scripts/lint --lib "$dir/core.a" "$dir") || die "refused names: $said"
for name in attack rebirths game_luck rebirth; do
    echo "int $name;" | names
    said=$(scripts/lint --lib "$dir/core.a" "$dir") && die "an external name was not found: $name"
    grep -q "src/games/rebirth/a.c:1: external name without the game's: $name" <<<"$said" || die "got '$said'"
done
