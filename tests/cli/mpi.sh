#!/usr/bin/env bash
# fuda sim under MPI: the results of several processes are those of one. Skipped where there is no MPI.
set -euo pipefail
source tests/cli/lib.bash

# ---- without mpirun's help
if ! grep -q libmpi <<<"$(ldd "$FUDA")"; then
    OMPI_COMM_WORLD_SIZE=2 run 1 sim rebirth --games 2
    has "$err" 'without MPI'
    echo 'skipped: fuda was built without MPI'
    exit 0
fi
if ! command -v mpirun >/dev/null; then
    echo 'skipped: there is no mpirun'
    exit 0
fi
# root may run it, on a machine with fewer processors than processes; MPI's own leaks are not ours
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export ASAN_OPTIONS=${ASAN_OPTIONS-}:detect_leaks=0 TMPDIR=/tmp # a short name: sockets lie there

# mpi CODE N WORD...: runs fuda in N processes
mpi() {
    local want=$1 n=$2 code=0
    shift 2
    mpirun -n "$n" "$FUDA" "$@" >"$dir/out" 2>"$dir/err" </dev/null || code=$?
    out=$(<"$dir/out")
    err=$(<"$dir/err")
    [ "$code" -eq "$want" ] || die "mpirun -n $n fuda $*: exit code $code, not $want: $err $out"
}
same() { diff -r "$dir/$1" "$dir/$2" >/dev/null || die "$1 and $2 differ"; }

# ---- the example
for key in rebirth ninja vividz luck granblue; do
    examples/two-processes.sh $key 20 >"$dir/out" 2>"$dir/err" || die "two-processes.sh $key: $(cat "$dir/out" "$dir/err")"
    has "$(<"$dir/out")" '6 files, the same'
done

# ---- a study: more processes, threads, in parts, another player
run 0 sim rebirth --games 30 --seed 3 --player greedy --out "$dir/one"
mpi 0 3 sim rebirth --games 30 --seed 3 --player greedy --threads 2 --out "$dir/three"
has "$out" '30 games, 30 finished'
[ "$(grep -c index.html "$dir/out")" = 1 ] || die "not one process alone prints: $out"
same one three
mpi 0 2 sim rebirth --games 9 --seed 3 --player greedy --out "$dir/parts"
run 0 sim rebirth --games 20 --seed 3 --player greedy --out "$dir/parts" --resume
mpi 0 2 sim rebirth --games 30 --seed 3 --player greedy --out "$dir/parts" --resume
same one parts
mpi 0 4 sim rebirth --games 2 --seed 3 --out "$dir/few" # more processes than games
has "$out" '2 games, 2 finished'

# ---- totals
plain() { sed 's/"seconds": [^,]*, "decisions_per_second": [^,]*, "games_per_second": [^,]*,//' <<<"$1"; }
run 0 sim ninja --games 31 --json --check
one=$(plain "$out")
mpi 0 2 sim ninja --games 31 --json --check
[ "$(plain "$out")" = "$one" ] || die "totals differ: $one $out"

# ---- stopped: SIGUSR1 loses nothing; going on gives the study of one process
"$(command -v mpirun)" -n 2 "$FUDA" sim rebirth --games 100000000 --seed 4 --out "$dir/far" >"$dir/out" 2>"$dir/err" &
sleep 2
kill -USR1 $!
code=0
wait $! || code=$?
[ "$code" = 130 ] || die "stopped: exit code $code: $(cat "$dir/out" "$dir/err")"
has "$(<"$dir/out")" 'of 100000000 games; --resume goes on'
last=$(sed -n '3s/.*-//p' "$dir/far/counts")
run 0 sim rebirth --games $((last + 10)) --seed 4 --out "$dir/far" --resume
run 0 sim rebirth --games $((last + 10)) --seed 4 --out "$dir/whole"
same far whole

# ---- refused once, whichever process finds it
mpi 1 2 sim rebirth --games 30 --seed 3 --player greedy --out "$dir/one"
[ "$(grep -c 'a study is there already' "$dir/err")" = 1 ] || die "not once: $err"
mpi 1 2 sim rebirth --deck "$dir/nowhere"
[ "$(grep -c nowhere: "$dir/err")" = 1 ] || die "not once: $err"
mpi 2 2 sim rebirth --games x
printf 'name\n' >"$dir/bad.csv"
mpirun -n 1 "$FUDA" sim rebirth --games 5 --seed 1 : -n 1 "$FUDA" sim rebirth --games 5 --seed 2 >"$dir/out" 2>"$dir/err" &&
    die 'two different runs go on together'
has "$(<"$dir/err")" 'process 1 would play other games'
mpirun -n 1 "$FUDA" sim rebirth --games 5 : -n 1 "$FUDA" sim rebirth --games 5 --cards "$dir/bad.csv" >"$dir/out" 2>"$dir/err" &&
    die 'one process without cards goes on'
has "$(<"$dir/err")" "process 1: $dir/bad.csv"
