/* A game in progress at the table: seats, pending question, log, undo, saving. Independent of
 * terminals; the frontends (front.h) display it.
 *
 * Undo, --continue and the replay viewer all work by replaying answers from the initial state
 * (table_seek); there are no snapshots. */
#pragma once
#include "play/player.h"
#include "scenario/puzzle.h"
#include "sim/stock.h"
#include "tui/mat.h"
#include "tui/text.h"

/* Against computers; humans taking turns at one screen; one human for all sides; replay viewer. */
typedef enum Mode { MODE_COMPUTER, MODE_HOTSEAT, MODE_SOLO, MODE_WATCH } Mode;

/* One log entry, rendered separately for each player at the time of the event. text[p] is null if
 * the entry says nothing to player p. */
typedef struct LogLine {
    unsigned step; /* answers applied before it */
    uint16_t turn;
    CardId shown; /* entry only reveals this card; a following move of it replaces the entry */
    bool notice;  /* a forced choice went by: display it even if other news is skipped */
    CardId lost;  /* a card that its owner lost by it; NONE: none */
    char *text[MAX_PLAYERS];
} LogLine;

/* One line of the pending question: an option, or several that are interchangeable. */
typedef struct Line {
    uint8_t first, last, n; /* option indices, and how many options */
    uint8_t macro;          /* MACRO_*: not an option but a macro answer */
} Line;
/* Macro answers stand for a sequence of engine answers. As an answer number: MAX_OPTIONS + MACRO_*.
 */
enum {
    MACRO_NONE,
    MACRO_PAY, /* pay the whole cost with any cards */
    MACRO_PASS /* pass until something happens */
};

/* Auto-pass lasts until another kind of question comes, something is put on the stack, or the
 * attack or turn changes. */
typedef struct AutoPass {
    bool on;
    uint16_t turn;
    MatAttack attack;
} AutoPass;

/* The table. It owns its states, log, computer players and replay; a zeroed Table is empty. Pack
 * and builder belong to the stock, or to 'loaded'. */
enum { DECIDING = 5 };
enum { BY_ITSELF = 0x40 };            /* in Table.answered_by: the table answered for its player */
enum { SPEEDS = 5, SPEED_USUAL = 3 }; /* of the computers' deeds, from 1 */
typedef struct Table {
    Run run;
    State *initial; /* start of the game, for table_seek */
    State *scratch; /* copy for views: building one derives state and must not touch the game */
    Observer observer;
    const Mat *mat;
    const Builder *builder;
    Puzzle *puzzle;     /* the game began in a scenario's position; else null. Not owned */
    bool puzzle_told;   /* whether its goal was reached has been said */
    ReplayGame *loaded; /* owns pack and builder of a game read from a file; else null */
    Lang lang;
    Mode mode;
    bool practice;   /* undo has no limit */
    bool guide;      /* the tutorial is on */
    PlayerSet human; /* players who answer at this terminal */
    PlayerId me;     /* the viewing player */
    PlayerId focus;  /* three or more players: whose mat is shown in full, or NOBODY */
    Chooser computer[MAX_PLAYERS]; /* for seats that are not human */
    Chooser adviser;               /* for hints (think.h); zeroed until the first one */
    /* Shows that a computer thinks and what part of its time is over; NOBODY: the adviser. False:
     * the player leaves. Null: nothing is shown. */
    bool (*thinking)(void *front, struct Table *, PlayerId who, double part);
    void *front;
    Replay replay;        /* MODE_WATCH: the whole file; else the answers so far */
    unsigned napplied;    /* answers applied to run.s */
    uint8_t *answered_by; /* player of each applied answer, | BY_ITSELF */
    bool by_itself;       /* the next answer is given for its player */
    /* Undo must not go below this many answers: then something hidden became known. */
    unsigned undo_limit;
    unsigned
        decided[DECIDING]; /* the last clauses carried out: of a game that is over, why it is */
    LogLine *log;
    unsigned nlog, nread;              /* nread: entries that existed at the last prompt of 'me' */
    unsigned speed;                    /* at which computers' deeds are played out, 0: not at all */
    FudaView deed_view;                /* as seen by 'me' before the last of them */
    unsigned nread_by[MAX_PLAYERS];    /* the same for every player */
    uint16_t log_turn;                 /* last turn that got a heading */
    FudaView view;                     /* as seen by 'me', set by table_refresh */
    FudaView prompt_view[MAX_PLAYERS]; /* each player's view at the last prompt */
    bool has_prompt_view[MAX_PLAYERS];
    bool changed[FUDA_MAX_SEEN];  /* card of 'view' differs from prompt_view */
    Line line[MAX_OPTIONS];       /* lines of the pending question, set by table_refresh */
    uint8_t line_of[MAX_OPTIONS]; /* option index to line */
    unsigned nlines;
    AutoPass auto_pass[MAX_PLAYERS];
    /* [viewer][card]: the face was visible before the current event */
    bool face_seen[MAX_PLAYERS][CARD_IDS];
    Option last_action[MAX_PLAYERS]; /* the last option of the game's own kinds each player took */
    uint64_t forced_kinds; /* kinds of forced options since the last prompt, bit per kind */
    uint32_t guide_shown;  /* tutorial pages shown, bit per page */
    LockedFile save;       /* locked while the game is played; none: do not save */
    bool save_named;       /* the player chose the file, not saves_new */
    char **explanation;    /* English text by ability, built on demand; entries null until then */
    char *partial;         /* names of cards that are played in part; null: none */
} Table;

/* Reads a speed: 0 to SPEEDS, or "off" (切). Returns false if the word is none. */
bool speed_read(const char *word, unsigned *speed);
/* Starts a new game. which[p] is p's deck in the stock; the stock must outlive the table. Returns
 * false with *e set if the decks do not fit the game. */
bool table_new(Table *t, const Stock *stock, const FudaSetup *setup, const unsigned *which,
               FileError *e);
/* Before the first answer: players are also asked where they can only decline, so that being asked
 * tells nothing. */
void table_ask_all(Table *t);
/* Loads a game from a replay file: at its end, or with 'watch' at its start. Returns false with *e
 * set if the file is damaged or its answers are not accepted. */
bool table_load(Table *t, const char *path, bool watch, FileError *e);
/* Opens a scenario's position, which the puzzle must outlive. Such a game is not saved. */
bool table_scenario(Table *t, Puzzle *p, FileError *e);
void table_free(Table *t);
/* Seats the players; call once after table_new or table_load. who[p] is "human" or a computer
 * player's name; who is null for watching a replay. With a single human the mode becomes
 * MODE_COMPUTER. Returns false if a computer player cannot be created. */
bool table_seats(Table *t, Mode mode, const char *const *who);

/* Rebuilds the view of 'me' and the lines of the question, and marks what changed since the last
 * prompt. */
void table_refresh(Table *t);
/* Before a computer answers: remembers the view of 'me'. */
void table_before_deed(Table *t);
/* After it: as table_refresh, but what changed and what is news is counted from the entry 'from' of
 * the log and from table_before_deed. */
void table_refresh_deed(Table *t, unsigned from);
/* Groups the options of the pending question into lines. Called by table_refresh. */
void table_group_options(Table *t);
/* Records that the prompt was shown: later changes count as new. */
void table_mark_read(Table *t);
/* Applies an option index to the pending question and runs to the next one. */
void table_answer(Table *t, unsigned option);
/* Converts a line to an answer: its first option, or a macro answer. */
unsigned table_line_answer(const Table *t, unsigned line);
/* Applies a macro answer (MAX_OPTIONS + MACRO_*). */
void table_answer_macro(Table *t, unsigned macro);
/* If the asked player has auto-pass on, answers with a pass. Returns false if the player must be
 * asked. */
bool table_auto_pass(Table *t);
/* Answers a payment for the asked player if any card is as good as any other. Returns false if the
 * player must be asked. */
bool table_auto_pay(Table *t);
/* The player concedes; with three or more players the game may continue. */
void table_concede(Table *t, PlayerId p);
/* Puts the game into the state after that many answers, and rebuilds the log. */
void table_seek(Table *t, unsigned answers);
/* MODE_WATCH: applies the next answer of the file. Returns false at the end of the file or if the
 * answer does not fit. */
bool table_step(Table *t);
/* Returns to the player's last decision. Returns false with the reason in *why if that is not
 * allowed. */
bool table_undo(Table *t, Words *why);
/* Saves the game to its file. Does not replace another game before the first answer. */
bool table_save(Table *t, FileError *e);
/* Saves a copy of the game. A game that is in the file is kept as FILE~. */
bool table_save_copy(Table *t, const char *path, FileError *e);

/* Writes the board as it was at the first question of this turn, and the answers since then, as a
 * scenario file (board.c). Refuses to replace a file. */
bool board_write(Table *t, const char *path, FileError *e);

static inline bool table_human(const Table *t, PlayerId p) { return t->human >> p & 1; }
/* Who answers the pending question: the asked player; or, if a computer is asked in a question
 * where the team acts as one, a human team mate. */
PlayerId table_responder(const Table *t);
/* Do the two share all information: the same player, or team mates (13.5.6)? */
bool table_same_side(const Table *t, PlayerId a, PlayerId b);
/* The i-th other player in turn order, from 1. */
PlayerId table_other_player(const Table *t, unsigned i);
/* Moves the focus to the next other player who is still in, and after the last to nobody. */
void table_next_focus(Table *t);
/* Index of the card in 'view', -1 if it is in no zone. */
int table_view_index(const Table *t, CardId c);
/* Number of face-down cards in the zone whose kind the viewer may know to be 'kind'. */
unsigned table_count_known(const Table *t, unsigned player, unsigned zone, unsigned kind);
/* The card behind an entry of the view. Valid only while the view is current. */
CardId table_card_id(const Table *t, const FudaSeen *x);
