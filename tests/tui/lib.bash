# Shared by the tests that drive the table through a pseudo terminal: `source tests/tui/lib.bash`.
# tmux is the terminal; every test has a server of its own, which ends with it.
source tests/cli/lib.bash
command -v tmux >/dev/null || die 'tmux is missing: scripts/setup test installs it'
export FUDA_SAVES=$dir/saves LC_ALL=C.UTF-8
unset NO_COLOR LANG LC_MESSAGES TMUX
# the leak check at the end of a program whose terminal is gone may spin for ever; other tests look for leaks
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
socket=fuda-test-$$
terminal() { tmux -L "$socket" -f /dev/null "$@"; }
# what runs there still keeps its game when the terminal goes
trap 'terminal kill-server 2>/dev/null || true; sleep 0.3; rm -rf "$dir"' EXIT

terminal new-session -d -s base cat # the server stays while sessions come and go

# open COLS ROWS WORD...: fuda with these words in a new terminal; "[exit N]" follows when it ends
open() {
    local cols=$1 rows=$2
    shift 2
    terminal kill-session -t table 2>/dev/null || true
    terminal new-session -d -s table -x "$cols" -y "$rows" \
        "stty -echo; $(printf '%q ' env ${extra[@]+"${extra[@]}"} "$FUDA" "$@"); echo \"[exit \$?]\"; exec cat >/dev/null"
    terminal set-option -t table status off >/dev/null
}
extra=()

screen() { terminal capture-pane -p -t table; }
keys() { terminal send-keys -t table "$@"; }
type_in() { terminal send-keys -t table -l "$1"; }

# command TEXT: typed, and Enter
command_line() {
    type_in "$1"
    keys Enter
}

# shows TEXT [SECONDS]: waits until it is on the screen
shows() {
    local i
    for ((i = 0; i < ${2:-10} * 20; i++)); do
        case $(screen) in
        *"$1"*) return ;;
        esac
        sleep 0.05
    done
    die "'$1' does not come:
$(screen)"
}

# gone TEXT: waits until it is not on the screen any more
gone() {
    local i
    for ((i = 0; i < 200; i++)); do
        case $(screen) in
        *"$1"*) sleep 0.05 ;;
        *) return ;;
        esac
    done
    die "'$1' does not go:
$(screen)"
}

# lacks TEXT WHAT
lacks() {
    case $1 in
    *"$2"*) die "unexpected '$2' in '$1'" ;;
    esac
}

# to_the_end: the option under the cursor, again and again; the game is kept, and its replay verified
to_the_end() {
    local i file
    for ((i = 0; i < 400; i++)); do
        keys -N 10 Enter
        case $(screen) in
        *'[exit '*) break ;;
        esac
    done
    shows '[exit 0]'
    shows 'saved as'
    case $(screen) in
    *'You win.'* | *'You lose.'* | *'A draw.'*) ;;
    *) die "no result: $(screen)" ;;
    esac
    file=$(ls -t "$dir"/saves/*.replay | head -n 1)
    run 0 replay "$file"
    has "$out" 'decisions verified'
    lacks "$out" 'not finished'
    kept=$file
}

game=(play rebirth --no-guide --opponent random --deck hoshimi-combo --deck shiomi-control --seed 3)
