#!/usr/bin/env bash
# scripts/race: a program against itself is as fast as itself, and against a slower one it is not.
set -euo pipefail

fail() { echo "race: $*" >&2; exit 1; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

said=$(scripts/race --pairs 4 --seconds 0.05 "$FUDA" "$FUDA" rebirth)
[[ $said =~ rebirth\ +B/A\ ([0-9.]+)\ \[([0-9.]+),\ ([0-9.]+)\]\ +4\ pairs\ of\ [0-9]+\ games ]] || fail "$said"
awk -v low="${BASH_REMATCH[2]}" -v high="${BASH_REMATCH[3]}" 'BEGIN { exit low <= 1.2 && high >= 0.8 ? 0 : 1 }' ||
    fail "not as fast as itself: $said"

# twice the work
cat >"$dir/slow" <<END
#!/bin/sh
"$FUDA" "\$@" >/dev/null
exec "$FUDA" "\$@"
END
chmod +x "$dir/slow"
said=$(scripts/race --pairs 4 --seconds 0.2 "$FUDA" "$dir/slow" rebirth)
[[ $said =~ B/A\ ([0-9.]+) ]] || fail "$said"
awk -v ratio="${BASH_REMATCH[1]}" 'BEGIN { exit ratio > 1.5 ? 0 : 1 }' || fail "half as fast is not noticed: $said"

scripts/race --pairs 1 no-such-commit . luck >"$dir/out" 2>&1 && fail 'a commit that does not exist'
grep -q 'no-such-commit' "$dir/out" || fail "$(cat "$dir/out")"

# commits and the working tree are unpacked and built, here by a cmake that only puts the program there
if git rev-parse HEAD >/dev/null 2>&1; then
    mkdir "$dir/bin"
    cat >"$dir/bin/cmake" <<END
#!/bin/sh
[ "\$1" != -S ] || { mkdir -p "\$4" && touch "\$4/configured"; }
[ "\$1" != --build ] || { [ -e "\$2/configured" ] && cp "$FUDA" "\$2/fuda"; }
END
    chmod +x "$dir/bin/cmake"
    dates=()
    for _ in 1 2; do
        said=$(PATH=$dir/bin:$PATH scripts/race --pairs 1 --seconds 0.02 --scratch "$dir/scratch" HEAD . rebirth 2>"$dir/err") ||
            fail "$(cat "$dir/err")"
        [[ $said == *'A HEAD, B .;'*'1 pairs of'* ]] || fail "$said"
        [ -e "$dir/scratch/tree/build/configured" ] || fail 'there is no build'
        dates+=("$(stat -c %y "$dir/scratch/tree/src/cli/main.c")")
    done
    [ "${dates[0]}" = "${dates[1]}" ] || fail 'a file that is the same has another date: all is built again'
    cmp -s src/cli/main.c "$dir/scratch/tree/src/cli/main.c" || fail 'the files are not there'
fi
