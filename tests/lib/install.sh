#!/usr/bin/env bash
# Installs the library into an empty directory, and builds and runs the examples against what is there: with the
# shared library, with the archive, and as C++. Only names fuda_* are seen from outside.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "install: $*" >&2; exit 1; }
unset FUDA_DATA

"$CMAKE" --install "$FUDA_BUILD" --prefix "$dir/usr" >/dev/null
so=$(find "$dir/usr" -name libfuda.so)
archive=$(find "$dir/usr" -name libfuda.a)
export PKG_CONFIG_PATH=${so%/*}/pkgconfig
read -ra cflags < <(pkg-config --cflags fuda)
read -ra libs < <(pkg-config --libs fuda)
read -ra private < <(pkg-config --static --libs-only-l --libs-only-other fuda | sed 's/-lfuda //')

# what is installed
for file in bin/fuda include/fuda.h share/man/man3/fuda.3 share/fuda/cards/rebirth/starter.csv share/fuda/decks; do
    [ -e "$dir/usr/$file" ] || fail "$file is missing"
done
[ "$(pkg-config --modversion fuda)" = "$(sed -n 's/#define FUDA_VERSION *"\(.*\)"/\1/p' include/fuda.h)" ] ||
    fail "fuda.pc, fuda.h: different versions"
! grep -n '#include "' include/fuda.h examples/*.c || fail "an include of the sources"

# names, and that each declared function exists
nm -D --defined-only "$so" | awk '$3 !~ /^fuda_/ { print $3; bad = 1 } END { exit bad }' || fail "$so exports those"
nm -g --defined-only "$archive" | awk 'NF == 3 && $3 !~ /^fuda_/ { print $3; bad = 1 } END { exit bad }' ||
    fail "$archive shows those"
declared=$(grep -v '^#' include/fuda.h | tr '\n' ' ' | grep -o 'FUDA_API [a-z][^;]*' | sed 's/(.*//; s/.*[ *]//' | sort)
exported=$(nm -D --defined-only "$so" | awk '{ print $3 }' | sort)
[ "$declared" = "$exported" ] || fail "declared and exported differ: $(diff <(echo "$declared") <(echo "$exported"))"
grep -q 'fuda_batch_step' "$dir/usr/share/man/man3/fuda.3" || fail "the manual lacks functions"
if command -v man >/dev/null; then
    warnings=$(MANWIDTH=120 man --warnings -l "$dir/usr/share/man/man3/fuda.3" 2>&1 >/dev/null)
    [ -z "$warnings" ] || fail "the manual: $warnings"
fi

# build NAME SOURCE OPTION...: C11, strict
build() {
    local name=$1 source=$2
    shift 2
    "$CC" -std=c11 -pedantic -Wall -Wextra -Werror "${cflags[@]}" -o "$dir/$name" "$source" "$@"
}
cd "$dir" # nothing of the sources is beside the programs
examples=$OLDPWD/examples
export LD_LIBRARY_PATH=${so%/*}
for name in random bot judge; do
    build "$name" "$examples/$name.c" "${libs[@]}"
done
build random-static "$examples/random.c" "$archive" "${private[@]}"
for game in rebirth ninja vividz luck granblue; do
    ./random $game 5 >shared.txt || fail "random $game"
    FUDA_DATA=$dir/usr/share/fuda ./random-static $game 5 >static.txt || fail "random-static $game"
    cmp shared.txt static.txt || fail "$game: the archive plays otherwise"
    grep -q '^result [12]' shared.txt || fail "$game: no result"
    ./judge $game >judge.txt || fail "judge $game"
    grep -q 'is asked by' judge.txt || fail "judge $game: $(cat judge.txt)"
done
! ldd ./random-static | grep -q libfuda || fail "random-static needs libfuda.so"
./bot rebirth 1 | grep -q 'the bot won' || fail bot
said=$(./random chess 2>&1) && fail 'random chess plays'
[[ $said == *'null was given where a game is expected'* ]] || fail "random chess: $said"

# a file that includes <fuda.h> alone, as C and as C++, in two versions of each language
cat >own.c <<'END'
#include <fuda.h>
int main(void) { return fuda_version()[0] == 0 || FUDA_VERSION_NUMBER < 1 || !fuda_game_find("luck"); }
END
cp own.c own.cpp
for std in c11 c17; do
    "$CC" -std=$std -pedantic -Wall -Wextra -Werror "${cflags[@]}" -o own own.c "${libs[@]}"
    ./own || fail "$std"
done
for std in c++11 c++20; do
    c++ -std=$std -pedantic -Wall -Wextra -Werror "${cflags[@]}" -o own own.cpp "${libs[@]}"
    ./own || fail "$std"
done

# the Python package, which finds the library beside it
if /usr/bin/python3 -c 'import numpy, cffi' 2>/dev/null; then
    unset LD_LIBRARY_PATH
    said=$(PYTHONPATH=$dir/usr/share/fuda/python /usr/bin/python3 -B -c '
import fuda
print(fuda.Game.new("luck", ["forest", "swords"], seed=1).legal()[0], fuda.ffi.string(fuda.lib.fuda_version()))') ||
        fail python
    [[ $said == *"b'0.1.0'" ]] || fail "python: $said"
fi
echo ok
