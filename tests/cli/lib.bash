# Shared by the command line tests: `source tests/cli/lib.bash`. Sets $dir, a temporary directory, and defines:
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
test_name=$(basename "$0")
# a user of its own: no test sees the cards, decks and games of the one who runs it
export XDG_DATA_HOME=$dir/home
unset FUDA_DB FUDA_DECKS FUDA_SAVES
unset LC_ALL LC_MESSAGES LANG

die() {
    echo "$test_name: $1" >&2
    exit 1
}

# run CODE WORD...: runs fuda, stores its output in $out and $err, and checks the exit code
run() {
    local want=$1 code=0
    shift
    "$FUDA" "$@" >"$dir/out" 2>"$dir/err" </dev/null || code=$?
    out=$(cat "$dir/out")
    err=$(cat "$dir/err")
    [ "$code" -eq "$want" ] || die "fuda $*: exit code $code, not $want: $err $out"
}

# has TEXT WHAT: TEXT must contain WHAT
has() {
    case $1 in
    *"$2"*) ;;
    *) die "expected '$2' in '$1'" ;;
    esac
}

# one_line TEXT: TEXT must be a single line
one_line() { [ "$(wc -l <<<"$1")" -eq 1 ] || die "more than one line: '$1'"; }

# partial_deck: writes $dir/cards.csv, the starter set plus a card with an ability that does not compile, and $dir/d.txt,
# a deck with that card
partial_deck() {
    local column columns row=
    IFS=, read -ra columns <cards/rebirth/starter.csv
    for column in "${columns[@]}"; do
        case $column in
        id) row+='ZZ-001,' ;;
        name) row+='謎の旅人,' ;;
        type) row+='CH,' ;;
        cost) row+='1,' ;;
        atk) row+='2,' ;;
        def) row+='4,' ;;
        text) row+=$'"【永】：札を食べる。\n【起】：あなたは１枚引く。",' ;;
        *) row+=',' ;;
        esac
    done
    cp cards/rebirth/starter.csv "$dir/cards.csv"
    echo "${row%,}" >>"$dir/cards.csv"
    awk '!done && /^[0-9]/ { sub(/ .*/, " 謎の旅人"); done = 1 } { print }' decks/rebirth/hoshimi-combo.txt >"$dir/d.txt"
}
