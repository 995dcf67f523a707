# Shared by the tests that drive the table through a pseudo terminal: `source tests/tui/lib.bash`.
# tmux provides the terminal; every test runs its own server.
source tests/cli/lib.bash
command -v tmux >/dev/null || die 'tmux is missing: scripts/setup test installs it'
export FUDA_SAVES=$dir/saves FUDA_SPEED=off LC_ALL=C.UTF-8
unset NO_COLOR LANG LC_MESSAGES TMUX
# leak checking may hang in a program whose terminal is gone; other tests check for leaks
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
socket=fuda-test-$$
terminal() { tmux -L "$socket" -f /dev/null "$@"; }
# gives the program time to save its game when the terminal goes away
trap 'terminal kill-server 2>/dev/null || true; sleep 0.3; rm -rf "$dir"' EXIT

terminal new-session -d -s base cat # keeps the server alive between sessions

# open COLS ROWS WORD...: runs fuda in a new terminal; prints "[exit N]" when it ends
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

# command_line TEXT: types the text and Enter
command_line() {
    type_in "$1"
    keys Enter
}

# shows TEXT [SECONDS]: waits until the text is on the screen
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

# gone TEXT: waits until the text is no longer on the screen
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

# lacks TEXT WHAT: TEXT must not contain WHAT
lacks() {
    case $1 in
    *"$2"*) die "unexpected '$2' in '$1'" ;;
    esac
}

# to_the_end: takes the option under the cursor until the game is over; verifies the saved replay and sets $kept to it
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
