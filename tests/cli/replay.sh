#!/usr/bin/env bash
# fuda play and fuda replay: a saved game verifies; a damaged file is refused with the position.
set -euo pipefail
source tests/cli/lib.bash

# play ANSWERS...: plays a game with these input lines and saves it as $dir/game.replay
play() {
    printf '%s\n' "$@" | "$FUDA" play rebirth --seed 3 --opponent random --save "$dir/game.replay" >"$dir/out" 2>"$dir/err" ||
        die "play failed: $(cat "$dir/err")"
    out=$(cat "$dir/out")
}

play q
[ ! -e "$dir/game.replay" ] || die 'a game without an answer was kept'
play 1 1 99 x b 1 1 1 "save $dir/part.replay" 1 q
has "$out" 'please answer 1 to'
has "$out" "saved as $dir/part.replay"
run 0 replay "$dir/part.replay" "$dir/game.replay"
has "$out" 'decisions verified'
has "$out" 'not finished'
play 1 1 concede 2
has "$out" 'You lose.'
run 0 replay "$dir/game.replay" --json
has "$out" '"ok": true'
has "$out" '"result": "win"'
"$FUDA" play rebirth --seed 3 --lang ja --opponent random --save "$dir/ja.replay" >"$dir/out" < <(yes 1)
run 0 replay "$dir/ja.replay"

# spoiled LINE MESSAGE: $bad must be refused at this line with this message
good=$dir/game.replay bad=$dir/bad.replay
spoiled() {
    local place=$1 message=$2
    run 1 replay "$bad"
    has "$err" "$bad:$place"
    has "$err" "$message"
    one_line "$err"
}
last=$(wc -l <"$good") first=$(grep -n '^play$' "$good" | cut -d: -f1)
sed 's/^seed .*/seed 4/' "$good" >"$bad"
spoiled $((first + 1)) 'decision 1: the state is another one'
sed '$d' "$good" >"$bad"
spoiled "$last" 'truncated file'
sed 4q "$good" >"$bad"
spoiled 5 'no `play`'
sed '1s/1/2/' "$good" >"$bad"
spoiled 1 'the first line must be'
sed 's/^game .*/game whist/' "$good" >"$bad"
spoiled 2 "unknown game 'whist'"
sed "$((first + 1))s,/[0-9]*,/200," "$good" >"$bad"
spoiled $((first + 1)) 'decision 1:'
sed "$((first + 1))s,^[0-9]*,199," "$good" >"$bad"
spoiled $((first + 1)) 'answer 199 of'
sed "$((first + 1))s/.*/garbage/" "$good" >"$bad"
spoiled $((first + 1)) 'expected '
sed 's/^  main .*/  main 1 9999/' "$good" >"$bad"
spoiled '' 'expected a card number'
sed '$s/P2/P1/' "$good" >"$bad"
spoiled "$last" 'ends otherwise'
{ cat "$good"; echo more; } >"$bad"
spoiled $((last + 1)) 'unexpected text after'
: >"$bad"
spoiled '' ''
printf 'fuda replay 1\n\xff\xfe\n' >"$bad"
spoiled 2 ''
head -c 3000000 /dev/zero | tr '\0' 'x' >"$bad"
spoiled '' ''
head -c 3000 /dev/urandom >"$bad"
spoiled '' ''
run 1 replay "$dir/no-such-file"
has "$err" "$dir/no-such-file"
run 1 replay "$dir"
# a replay of another engine: answers are verified, hashes are not
sed 's/^engine .*/engine 0.0.1 00000000/; s/[0-9a-f]\{16\}$/0123456789abcdef/' "$good" >"$bad"
run 0 replay "$bad"
has "$out" 'not compared'
