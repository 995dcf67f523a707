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
printf 'card 甲 1/1\ngame ninja\nscenario a\n' >"$dir/n.fuda"
says 1 'n.fuda:2:1: `game` is too late here' "$fuda" scenario "$dir/n.fuda"
printf 'scenario a\nresolve\n' >"$dir/n.fuda"
says 1 'unknown statement `resolve`' "$fuda" scenario "$dir/n.fuda"
