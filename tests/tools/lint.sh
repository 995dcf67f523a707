#!/usr/bin/env bash
# scripts/lint: finds what it documents, without false positives.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir"/src/{kernel,vm,games/rebirth,cli}

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

printf '%s\n' '#include <string.h>' '#include "games/game.h"' '/* malloc( in a' ' * comment: printf(x) */' \
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
printf '%s\n' '#include "cards/card.h"' | bad src/games/rebirth/a.c 1 'the core knows nothing outside'
printf '%s\n' '#include "games/rebirth/rebirth.h"' | bad src/kernel/a.c 1 'the kernel knows no game'
printf '%s\n' 'if (s->game == 3) x();' | bad src/kernel/a.c 1 'the kernel never asks which game it is'
printf '%s\n' 'if (r->g == &game_luck) x();' | bad src/vm/a.c 1 'the kernel never asks which game it is'
printf '%s\n' 'int x;' | bad src/vm/a.h 1 'neither #pragma once nor an include guard'
printf '%s\n' 'int x; ' | bad src/cli/a.c 1 'blanks at the end'
printf '%0111d\n' 0 | bad src/cli/a.c 1 'longer than 110'
printf 'int %d;\n' $(seq 1201) | bad src/cli/a.c 1 '1201 lines'

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
