#!/usr/bin/env bash
# The same study of decks played by one process, and by two that share it under MPI: equal byte for byte.
#
#     examples/two-processes.sh [KEY [GAMES]]
#
# On a cluster only the command differs: mpirun -n 64 --hostfile HOSTS fuda sim ... (docs/CLUSTER.md). FUDA names
# the program, MPIRUN the command that starts it.
set -euo pipefail

key=${1-luck}
games=${2-200}
fuda=${FUDA-fuda}
read -ra mpirun <<<"${MPIRUN-mpirun}"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

"$fuda" sim "$key" --games "$games" --seed 1 --out "$dir/one"
"${mpirun[@]}" -n 2 "$fuda" sim "$key" --games "$games" --seed 1 --out "$dir/two" >/dev/null
diff -r "$dir/one" "$dir/two"
echo "$(find "$dir/one" -type f | wc -l) files, the same"
