#!/usr/bin/env bash
# Three to six players from the command line: every format played to the end, humans and computers mixed, resuming, replays.
set -euo pipefail
source tests/cli/lib.bash
export FUDA_SAVES=$dir/saves LC_ALL=C.UTF-8

# whole NAME WORD...: plays a game to the end by always answering 1, saves it as $dir/NAME.replay and verifies it; the
# output is in $out
whole() {
    local name=$1
    shift
    "$FUDA" play rebirth --save "$dir/$name.replay" "$@" >"$dir/play" 2>"$dir/err" < <(yes 1) ||
        die "play $* failed: $(cat "$dir/err")"
    run 0 replay "$dir/$name.replay"
    case $out in *'not finished'*) die "$name was not finished" ;; esac
    out=$(cat "$dir/play")
}
result() { grep -E '^(You (win|lose)\.|.* wins?[. (]|All players lose)' "$dir/play" | tail -n 1; }
lacks() { case $1 in *"$2"*) die "unexpected '$2'" ;; esac; }

# ---- every format ends with named winners; the replay can be verified and watched
for format in rumble rumble-one-out circle circle-one-out double-team triple-team double-seven blackjack; do
    "$FUDA" play rebirth --format $format --opponent random --seed 5 --save "$dir/$format.replay" >"$dir/play" < <(yes 1)
    [ -n "$(result)" ] || die "$format: no result: $(tail -n 5 "$dir/play")"
    grep -q "^($(sed 's/-one-out/, one out/; s/-/ /; s/blackjack/black jack/' <<<"$format") " "$dir/play" ||
        die "$format is not named on the board"
    run 0 replay "$dir/$format.replay"
    has "$out" 'decisions verified'
    has "$out" ', win P'
    won=$(grep -o ' P[1-6]' <<<"$out" | wc -l)
    case $format in
    rumble*) [ "$won" -eq 1 ] || die "$format: $won winners" ;;
    double-*) [ "$won" -eq 2 ] || die "$format: $won winners" ;;
    triple-* | blackjack) [ "$won" -eq 3 ] || die "$format: $won winners" ;;
    esac
    case $format in
    triple-*) result | grep -qE '\[A [0-9] : [0-9] B\]' || die "no points: $(result)" ;;
    double-seven) result | grep -qE '\[retire A [0-9]+/14  B [0-9]+/14\]' || die "no sums: $(result)" ;;
    blackjack) result | grep -qE '\[retire A [0-9]+/21  B [0-9]+/21\]' || die "no sums: $(result)" ;;
    esac
    "$FUDA" replay "$dir/$format.replay" --watch --lang ja >"$dir/out" </dev/null
    tail -n 1 "$dir/out" | grep -q 'の勝ちです' || die "$format: watched, it has no end"
    run 0 deck check rebirth --format $format hoshimi-combo
done

# ---- seats: as named, then you, then computers
whole mixed --player human --player greedy --player human --player random --seed 4
has "$out" 'rumble ランブル'
has "$out" 'Player 3: take your seat'
has "$out" 'Computer 2'
grep -qx '# table seats human greedy human random' "$dir/mixed.replay" || die 'the seats are not in the file'
whole last --player random --player random --player human --seed 4
has "$out" 'You: Choose your first entry'
has "$out" 'Computer 1'
lacks "$out" 'take your seat'
whole solo --solo --seats 3 --seed 4
has "$out" 'Player 3: Choose your first entry'
lacks "$out" 'take your seat'
whole ja --format circle --one-out --opponent random --seed 4 --lang ja
has "$out" 'サークル（1人脱落）'
has "$out" 'コンピュータ3'

# ---- the screen is handed over between teams only: team mates share all information (13.5.6)
whole team --format double-team --hotseat --seed 4
calls=$(grep -o '^Player [1-4]: take your seat' "$dir/play" | sed 's/^Player [12].*/A/; s/^Player [34].*/B/')
[ "$(wc -l <<<"$calls")" -gt 4 ] || die 'the screen is not handed over'
[ "$(uniq <<<"$calls")" = "$calls" ] || die 'the screen is handed over within a team'
whole pair --format double-team --player human --player human --seed 4
lacks "$out" 'take your seat'
# where the team acts as one, a human answers, also for a computer's cards
whole second --format double-team --player greedy --player human --seed 4
has "$out" 'You: Your main phase'
# the other side's hands are never listed
printf '1\nlook 3\nlook 4\nq\n' | "$FUDA" play rebirth --format double-team --seed 4 --opponent random >"$dir/out"
grep -q '2H1 ' "$dir/out" || die "the mate's hand is not shown"
! grep -qE '[34]H[0-9]' "$dir/out" || die "the other team's hand is shown"
printf '1\n1\n1\nlook 3\nlook 1\nlook 9\nlook\n3E\nhelp\nq\n' |
    "$FUDA" play rebirth --format rumble --seats 4 --seed 4 --opponent random >"$dir/out"
! grep -qE '[234]H[0-9]' "$dir/out" || die "a hand is shown"
[ "$(grep -c 'Which player?' "$dir/out")" -eq 2 ] || die 'one looks at oneself'
grep -q 'each alone' "$dir/out" || die 'help does not tell the format'

# ---- resuming restores the seats
printf '1\n1\nq\n' | "$FUDA" play rebirth --format rumble --player human --player random --player human --player random --seed 6 >"$dir/out"
printf 'q\n' | "$FUDA" play --continue >"$dir/out"
has "$(cat "$dir/out")" 'rumble ランブル'
has "$(cat "$dir/out")" 'Computer 2'
has "$(cat "$dir/out")" 'Player '
"$FUDA" play --continue >"$dir/out" < <(yes 1)
grep -qE ' wins?\. ' "$dir/out" || die 'a continued game has no end'
# after a concession the others play on
printf 'concede\n2\n' | "$FUDA" play rebirth --format rumble --seats 4 --opponent random --seed 6 --save "$dir/c.replay" >"$dir/out"
grep -qE '^You lose\. Computer [234] wins\.' "$dir/out" || die "conceding: $(tail -n 3 "$dir/out")"
run 0 replay "$dir/c.replay"

# ---- replays of older versions name only the opponent
printf '1\n1\nq\n' | "$FUDA" play rebirth --seed 6 --opponent random --save "$dir/old.replay" >/dev/null
sed -i 's/^# table .*/# table solo greedy/' "$dir/old.replay"
printf 'q\n' | "$FUDA" play --load "$dir/old.replay" >"$dir/out"
has "$(cat "$dir/out")" 'Player 2'

# ---- wrong usage
run 2 play rebirth --format rumbel
has "$err" "did you mean 'rumble'?"
run 2 play rebirth --format triple-team --seats 4
has "$err" 'a game for 6 players'
run 2 play rebirth --format rumble --seats 2
has "$err" '3 to 6 players'
run 2 play rebirth --format double-team --one-out
has "$err" '--one-out does not apply to double-team'
run 2 play rebirth --seats 7
run 2 play rebirth --seats 1
run 2 play rebirth --player greedy --player random
has "$err" 'no player is human'
run 2 play rebirth --player human --player nobody
has "$err" "unknown player 'nobody'"
run 2 play rebirth --player human --hotseat
run 2 play rebirth --format rumble --seats 3 --player human --player random --player random --player random
run 2 play rebirth --deck hoshimi-combo --deck hoshimi-combo --deck hoshimi-combo
has "$err" 'a game for 2 players'
run 0 sim rebirth --format rumble --one-out --games 3 --json
run 2 deck check rebirth --format circl hoshimi-combo
has "$err" "did you mean 'circle'?"

# ---- the formats are listed
run 0 games --lang en
has "$out" 'rumble          3-6 players'
has "$out" 'blackjack       6 players'
run 0 games --lang ja
has "$out" '3～6人'
run 0 games --json
has "$out" '{"key": "circle-one-out", "least": 3, "most": 6, "team": 1'
