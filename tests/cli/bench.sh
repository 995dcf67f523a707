#!/usr/bin/env bash
# fuda bench: every figure is there. No figure is compared with anything.
set -euo pipefail
source tests/cli/lib.bash

run 0 bench rebirth --seconds 1 --no-instructions --json
python3 - "$dir/out" <<'END' || die "a figure is missing: $out"
import json, sys
found = json.load(open(sys.argv[1]))["rebirth"]
for name in ("decisions_per_second", "best_tenth", "games_per_second", "decisions_per_game", "clone_ns", "state_bytes",
             "new_game_us", "hash_ns", "view_ns", "text_us", "texts", "playouts_per_second"):
    assert found[name] > 0, name
assert found["instructions_per_decision"] is None and len(found["signature"]) == 16
END

run 0 bench luck --growth --seconds 1
awk -F, 'NR == 1 { exit $0 != "game,by,value,decisions,ns" }' "$dir/out" || die "head: $out"
for by in 'cards in play' effects 'listening abilities' 'players (standard)' threads 'threads (processor time)'; do
    awk -F, -v by="$by" '$1 == "luck" && $2 == by && $4 > 0 && $5 > 0 { found = 1 } END { exit !found }' "$dir/out" ||
        die "no line for $by: $out"
done

run 2 bench chess
has "$err" "unknown game 'chess'"
run 2 bench --seconds x
