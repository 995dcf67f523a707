#!/usr/bin/env bash
# What the library does with bytes in memory is apart from what it does with files: only these objects of the hosted code
# that it is made of open, read or write any.
set -euo pipefail

objects=$FUDA_BUILD/CMakeFiles/fuda_host.dir/src
apart=' files.c.o store.c.o base.c.o home.c.o ' # cards/: files, saved files, the card base, the user's folder
found=
for object in "$objects"/cards/*.o "$objects"/text/*.o "$objects"/play/*.o "$FUDA_BUILD"/CMakeFiles/fuda_lib.dir/src/lib/*.o; do
    [[ $apart == *" ${object##*/} "* ]] && continue
    used=$(nm -u "$object" | awk '{ print $2 }' |
        { grep -xE '(f?open|fdopen|freopen|opendir|f?stat|lstat|read|write|rename|mkdir|unlink|flock|access|readlink)(64)?' || true; })
    [ -z "$used" ] || found+="${object##*/}: ${used//$'\n'/ }"$'\n'
done
[ -z "$found" ] || { printf 'memory: files are used by\n%s' "$found" >&2; exit 1; }
