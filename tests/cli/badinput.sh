#!/usr/bin/env bash
# Bad input to fuda cards, deck and text: the right exit code (1 bad input, 2 wrong usage), a one-line message with file
# and position, no crash, and no file written.
set -euo pipefail
source tests/cli/lib.bash
fuda=$FUDA
export FUDA_DATA=$PWD
cd "$dir"

# refused LINE COMMAND...: exits with 1, and stderr is exactly this line
refused() {
    local line=$1 code=0 out
    shift
    out=$("$fuda" "$@" 2>err) || code=$?
    [ "$code" -eq 1 ] || die "'$*' ends with $code instead of 1: $out $(<err)"
    [ "$(<err)" = "$line" ] || die "'$*' says '$(<err)' instead of '$line'"
    [ -z "$out" ] || die "'$*' prints '$out'"
    [ ! -e c.db ] || die "'$*' left a base behind"
}

# usage MESSAGE COMMAND...: exits with 2, and stderr contains the message
usage() {
    local message=$1 code=0
    shift
    "$fuda" "$@" >out 2>err || code=$?
    [ "$code" -eq 2 ] || die "'$*' ends with $code instead of 2"
    grep -qF -- "$message" err || die "'$*' says '$(<err)' instead of '$message'"
    [ ! -s out ] || die "'$*' prints to stdout"
}

printf 'name,type\n\346\234\255,P\377\n' >broken
: >empty
head -c 100000000 /dev/zero | tr '\0' a >long
printf 'a\0b' >zero
printf '4 no such card\n' >unknown

for command in 'cards import rebirth FILE --db c.db' 'deck check rebirth FILE' 'text rebirth -f FILE' \
    'cards show rebirth NAME --cards FILE' 'deck check rebirth --cards FILE unknown'; do
    # shellcheck disable=SC2086
    for file in broken empty long zero missing .; do
        case $file in
        broken) line='broken:2:4: broken UTF-8 (byte 0xff); save the file as UTF-8' ;;
        empty) line='empty: the file is empty' ;;
        long) line='long:1:1: the file is larger than 64 MiB' ;;
        zero) line='zero:1:2: control character 0x00: this is not a text file' ;;
        missing) line='missing: cannot be opened: No such file or directory' ;;
        .) line='.: is a directory' ;;
        esac
        if [ "$file ${command:0:10}" = 'missing deck check' ] && [ "${command#*--cards}" = "$command" ]; then
            line='missing: there is no such deck or file; `fuda deck list rebirth` lists the decks'
        fi
        refused "$line" ${command//FILE/$file}
    done
done

# an overlong line in a file within the size limit
head -c 3000000 long >line
refused 'line:1:1: record longer than 1048576 bytes' cards import rebirth line --db c.db
refused 'line:1:1: line longer than 1048576 bytes' deck check rebirth line
refused 'line:1:1: line longer than 1048576 bytes' text rebirth -f line
refused $'TEXT:1:1: broken UTF-8 (byte 0xff); save the file as UTF-8' text rebirth $'\xff'
refused 'TEXT: the file is empty' text rebirth ''

# bases
refused 'c.db: no such card base (`fuda cards import` creates one)' cards show rebirth x --db c.db
refused 'c.db: no such card base (`fuda cards import` creates one)' cards report rebirth --db c.db --html r.html
refused 'c.db: no such card base (`fuda cards import` creates one)' deck check rebirth --db c.db unknown
refused 'long: is not a card base; name another file with --db or FUDA_DB' cards show rebirth x --db long
refused 'no/c.db: cannot be created: No such file or directory' cards import rebirth "$FUDA_DATA/cards/rebirth/starter.csv" --db no/c.db
[ ! -e r.html ] || die 'a report was written'

# decks
code=0
"$fuda" deck check rebirth unknown >out 2>err || code=$?
[ "$code" -eq 1 ] || die 'an unknown card is no fault'
grep -qxF "unknown:1:1: unknown card 'no such card'" out || die "unknown card: $(<out)"

# usage
usage 'which subcommand? there are' cards
usage "unknown subcommand 'eat'" cards eat
usage 'missing KEY' cards import
usage 'unknown game' cards import chess x --db c.db
usage 'missing FILE' cards import rebirth --db c.db
usage 'missing NAME' cards show rebirth
usage 'unknown option' cards import rebirth empty --dp c.db
usage 'which subcommand? there are' deck
usage 'missing deck FILE' deck check rebirth
usage "unknown format 'solitaire'" deck check rebirth --format solitaire unknown
usage 'missing KEY' text
usage 'unknown game' text chess x
usage 'missing TEXT or -f FILE' text rebirth
usage 'either -f FILE or TEXT' text rebirth -f empty x
for command in cards deck text 'cards import' 'deck check'; do
    # shellcheck disable=SC2086
    "$fuda" $command --help >out || die "$command --help"
    grep -qF usage: out || die "$command --help says nothing"
done

echo ok
