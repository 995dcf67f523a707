# fuda scenario: output and exit codes
set -euo pipefail
fuda=${FUDA:-build/fuda}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# says EXIT TEXT COMMAND...: checks the exit code and that the output contains the text
says() {
    local want=$1 text=$2 got=0 out
    shift 2
    out=$("$@" 2>&1) || got=$?
    if [ "$got" -ne "$want" ] || ! grep -qF -- "$text" <<<"$out"; then
        echo "$*: ended with $got, expected $want and: $text"
        echo "$out"
        exit 1
    fi
}

printf 'scenario good\nat main\nexpect asked P1 action\nexpect P1 deck 20\n' >"$dir/a.fuda"
printf 'scenario bad\nat main\nexpect P1 deck 19\n' >"$dir/b.fuda"
printf 'scenario worse\nat mian\n' >"$dir/c.fuda"
mkdir "$dir/d"
printf 'scenario deeper\nat main\n' >"$dir/d/e.fuda"

says 0 '1 passed, 0 failed' "$fuda" scenario "$dir/a.fuda"
says 0 '1 passed, 0 failed' "$fuda" scenario "$dir/d"
says 1 '2 passed, 2 failed' "$fuda" scenario "$dir"
says 1 "$dir/b.fuda:3:1: not true: expect P1 deck 19; 20 cards" "$fuda" scenario "$dir"
says 1 "$dir/c.fuda:2:4: \`mian\`" "$fuda" scenario "$dir"
says 0 '1 passed, 0 failed' "$fuda" scenario "$dir" --filter good
says 0 '7.4.2' "$fuda" scenario "$dir/a.fuda" --trace
says 1 '"passed": 2, "failed": 2' "$fuda" scenario --json "$dir"
mkdir "$dir/none"
says 1 'no *.fuda file below' "$fuda" scenario "$dir/none/"
rmdir "$dir/none"
says 2 'missing PATH' "$fuda" scenario
says 2 '--nonsense' "$fuda" scenario --nonsense "$dir"
says 0 'usage: fuda scenario' "$fuda" scenario --help

printf 'scenario a\ndo P1 \377\n' >"$dir/bytes.fuda"
: >"$dir/empty.fuda"
says 1 "$dir/bytes.fuda:2:7: " "$fuda" scenario "$dir/bytes.fuda"
says 1 "$dir/empty.fuda:1:1: " "$fuda" scenario "$dir/empty.fuda"
head -c 100000000 /dev/zero | tr '\0' x >"$dir/long.fuda"
says 1 "$dir/long.fuda:1:" "$fuda" scenario "$dir/long.fuda"

# ---- warnings fail nothing
card='card 甲 1/3\n  起【メンバー】【ターン1回】あなたは1枚引く。\n'
printf "scenario short\n${card}P1\n  member 1 甲\nat main\ndo P1 甲\n" >"$dir/w.fuda"
says 0 "w.fuda:7:7: warning: \`甲\` is taken as \`use 甲\` (question action)" "$fuda" scenario "$dir/w.fuda"
says 0 '1 passed, 0 failed' "$fuda" scenario "$dir/w.fuda"
says 0 '"errors": [], "warnings": [{"line": 7, "column": 7, "message": ' "$fuda" scenario --json "$dir/w.fuda"
if "$fuda" scenario --quiet "$dir/w.fuda" | grep -q warning; then echo 'a warning in spite of --quiet' && exit 1; fi
rm "$dir/w.fuda"

# ---- questions by name, single answers, the present round
printf 'scenario a\nat energy\nrefuse P1 enregy: 兵\n' >"$dir/q.fuda"
says 1 'q.fuda:3:11: unknown kind of question `enregy`; did you mean `energy`?' "$fuda" scenario "$dir/q.fuda"
printf 'scenario a\nat main\nrefuse P1 energy 兵\n' >"$dir/q.fuda"
says 1 'q.fuda:3:11: P1 is not asked energy; P1 is asked action: ' "$fuda" scenario "$dir/q.fuda"
printf 'scenario a\nat main\nrun to asked P1 mode\n' >"$dir/q.fuda"
says 1 'q.fuda:3:1: `run` cannot reach a question mode to P1; ' "$fuda" scenario "$dir/q.fuda"
printf 'as-of tomorrow\nscenario a\n' >"$dir/q.fuda"
says 1 'q.fuda:1:7: `tomorrow`; expected a day such as 2026-02-13' "$fuda" scenario "$dir/q.fuda"
rm "$dir/q.fuda"

# ---- ninja: its own words, points and cards
ninja() { printf 'game ninja\nscenario a\n'"$1" >"$dir/n.fuda"; }
ninja 'P1\n  hand 甲(1/1/1/1), 術(KO)\ndo P1 enter 甲\nexpect options = enter 術; pass\nresolve all\nexpect P1 field = 甲\n'
says 0 '1 passed, 0 failed' "$fuda" scenario "$dir/n.fuda"
ninja 'resolve\n'
says 1 "n.fuda:3:1: there is nothing on the stack to resolve" "$fuda" scenario "$dir/n.fuda"
ninja 'P1\n  hand 甲(9/1/1/1)\n  ether none\ndo P1 enter 甲\n'
says 1 "n.fuda:6:7: P1 cannot answer" "$fuda" scenario "$dir/n.fuda"
ninja 'P1\n  space 兵\n'
says 1 "n.fuda:4:3: cards only pass through" "$fuda" scenario "$dir/n.fuda"
ninja 'card 甲 2/3\n'
says 1 'n.fuda:3:8: `2/3`; expected COST/KARATE/ENDURANCE/SABOTAGE' "$fuda" scenario "$dir/n.fuda"
ninja 'card 甲 1/1/1/1\n  ◆1枚ドローする。\n'
says 1 'n.fuda:4:4: the text is not understood from here: this is an action' "$fuda" scenario "$dir/n.fuda"
ninja 'card 甲 1/1/1/1\n  ◆これが登場した時、あなたの場に〈忍〉がいるかぎり、これは+1/+0を得る。\n'
says 1 'an effect that lasts while a condition holds is not supported here' "$fuda" scenario "$dir/n.fuda"
ninja 'card 甲 1/1/1/1\n  ◆これが登場した時、あなたのデッキをシャッフルし、1枚をデッキの一番上に置く。\n'
says 1 'no cards were looked at or revealed that this could refer to' "$fuda" scenario "$dir/n.fuda"
ninja 'expect stack = 兵\n'
says 1 'on the stack: nothing' "$fuda" scenario "$dir/n.fuda"
ninja 'P1\n  hand 術(KO)\nP2\n  hand 甲(1/1/1/1)\ndo P1 enter 術\ndo now P2 enter 甲\n'
says 1 'n.fuda:8:11: P2 was not asked for `enter 甲` before the game went on; declined: P1 priority, P2 priority' \
    "$fuda" scenario "$dir/n.fuda"
printf 'card 甲 1/1\ngame ninja\nscenario a\n' >"$dir/n.fuda"
says 1 'n.fuda:2:1: `game` is too late here' "$fuda" scenario "$dir/n.fuda"
printf 'scenario a\nresolve\n' >"$dir/n.fuda"
says 1 'unknown statement `resolve`' "$fuda" scenario "$dir/n.fuda"
