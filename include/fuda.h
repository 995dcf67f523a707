/* fuda.h: the C interface of Fuda, a rules engine for Japanese trading card games.
 *
 *     const fuda_game *game = fuda_game_find(key);
 *     fuda_cards *cards = fuda_cards_default(game, &error);
 *     fuda_deck *deck = fuda_deck_default(game, 0, &error);
 *     const fuda_deck *decks[] = {deck};
 *     fuda_pack *pack = fuda_pack_new(cards, decks, 1, 0, 0, &error);
 *     fuda_state *s = fuda_new(pack, &(fuda_setup){.players = 2, .first = FUDA_BY_LOT}, &error);
 *     while (fuda_run(s) == FUDA_DECISION) fuda_answer(s, choose(s), &error);
 *
 * Objects. A game is one of the built-in sets of rules. Cards are printed cards, a deck is a list
 * of them, and a pack holds the decks of a game, compiled; none of them changes once it is made
 * (cards: once a pack is). A state is one game in progress. The caller frees what a function makes,
 * in any order but one: cards outlive the packs made of them, and packs outlive their states.
 * Functions that free accept null.
 *
 * Errors. A function that can fail returns null or false, fills in the fuda_error it was given
 * (null: nobody wants to know) and has changed nothing. The message is one line of English that
 * says what is wrong, where, and what to do. Null where an object is expected, and numbers that are
 * out of range, are refused like any other error. Running out of memory is an error
 * (FUDA_ERROR_MEMORY), but for the compilation of texts, which then ends the process.
 *
 * Threads. Nothing is global. Any number of threads may use an object at the same time through
 * functions that take it as const; all others need it for themselves. So a pack can be shared, and
 * each thread play states of its own.
 *
 * Who sees what. Functions with a parameter 'viewer' tell only what that player may know:
 * fuda_view_read, fuda_moves, fuda_listen. FUDA_SPECTATOR is somebody who does not play. Options
 * and reasons are for the player who is asked. A state itself, its save and its replay hold
 * everything.
 *
 * Strings are UTF-8, and belong to the object that they come from. Functions that write into a
 * buffer write at most 'size' bytes with the final NUL, and return the length of the whole. */
#ifndef FUDA_H
#define FUDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define FUDA_API __attribute__((visibility("default")))
#else
#define FUDA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version and errors ---- */

/* The version of this header; as a number major * 10000 + minor * 100 + patch. */
#define FUDA_VERSION        "0.1.0"
#define FUDA_VERSION_NUMBER 100

/* The version of the library, "0.1.0". Before 1.0, different versions do not fit each other. */
FUDA_API const char *fuda_version(void);

enum {
    FUDA_OK,
    FUDA_ERROR_MEMORY,   /* no memory left */
    FUDA_ERROR_ARGUMENT, /* a null pointer, or a number out of range */
    FUDA_ERROR_INPUT,    /* a file, deck, card or text that cannot be used */
    FUDA_ERROR_STATE,    /* not possible now: the game is over, or nobody is asked that */
    FUDA_ERROR_VERSION,  /* a save of another version, layout or pack */
    FUDA_ERROR_DAMAGED   /* a save that is cut off or changed */
};

typedef struct fuda_error {
    int code;          /* FUDA_ERROR_* */
    char message[640]; /* one line */
} fuda_error;

/* ---- Games ---- */

enum { FUDA_MAX_PLAYERS = 6, FUDA_MAX_ZONES = 24, FUDA_MAX_OPTIONS = 160, FUDA_MAX_CARDS = 456 };
enum { FUDA_SPECTATOR = -1, FUDA_NOBODY = -1 };

/* The rules of one game. Constant. */
typedef struct fuda_game fuda_game;

/* The game of that key, null if there is none; the games by number, null past the last. */
FUDA_API const fuda_game *fuda_game_find(const char *key);
FUDA_API const fuda_game *fuda_game_at(unsigned i);
/* Its key, its own name, and the version of the rulebook that is implemented. */
FUDA_API const char *fuda_game_key(const fuda_game *game);
FUDA_API const char *fuda_game_name(const fuda_game *game);
FUDA_API const char *fuda_game_rulebook(const fuda_game *game);

/* A format of play. */
typedef struct fuda_format {
    const char *key;
    unsigned least, most; /* players */
    unsigned team;        /* players in a team; 1: no teams */
} fuda_format;
/* Reads format number i of the game, from 0; 0 is the usual one. False: there is none. */
FUDA_API bool fuda_format_at(const fuda_game *game, unsigned i, fuda_format *out);
/* The number of the format of that key; -1: there is none. */
FUDA_API int fuda_format_find(const fuda_game *game, const char *key);

/* Words for the numbers in views, options and moves: the key of files and scenarios ("hand") or,
 * with japanese, the word of the game. Null: no such number. Zones count from 1; 0 is outside the
 * game. A point is a step of the turn. */
FUDA_API const char *fuda_zone_word(const fuda_game *game, unsigned zone, bool japanese);
FUDA_API const char *fuda_kind_word(const fuda_game *game, unsigned kind, bool japanese);
FUDA_API const char *fuda_point_word(const fuda_game *game, unsigned point, bool japanese);
/* The key of a kind of question: "card", "yesno", "action". Null: no such kind. */
FUDA_API const char *fuda_question_word(const fuda_game *game, unsigned question);

/* A clause of a rulebook, in our words. */
typedef struct fuda_clause {
    const char *id; /* as in the rulebook, "8.2.4.1" */
    const char *gist, *gist_ja;
} fuda_clause;
/* Reads a clause by the number that questions and reasons give. False: there is none. */
FUDA_API bool fuda_clause_at(unsigned number, fuda_clause *out);

/* ---- Texts ---- */

/* A printed text, compiled or refused. */
typedef struct fuda_text {
    bool ok;
    unsigned at;                    /* if refused: where, in characters from 0 */
    const char *message;            /* if refused: why */
    const char *english, *japanese; /* if compiled: what was understood */
    const char *code;               /* if compiled: the code, one operation a line */
    const char *warning; /* if compiled: "", or how a reminder text contradicts the ability */
} fuda_text;
/* Compiles one printed ability for a card of the kinds (a key or word of fuda_kind_word, several
 * with '/'; null: any), or for the box of a card (the word for it in card files). A text that is
 * not understood is a result, not an error. Null: no such kind, or no memory. */
FUDA_API fuda_text *fuda_text_compile(const fuda_game *game, const char *kinds, const char *printed,
                                      fuda_error *error);
FUDA_API void fuda_text_free(fuda_text *text);

/* ---- Cards and decks ---- */

/* Printed cards of one game. */
typedef struct fuda_cards fuda_cards;

/* No cards yet. */
FUDA_API fuda_cards *fuda_cards_new(const fuda_game *game, fuda_error *error);
/* The cards that come with Fuda, corrected as by fuda_cards_correct without a date. They are in
 * cards/KEY of $FUDA_DATA, of share/fuda beside the program or the library, or of the current
 * directory. */
FUDA_API fuda_cards *fuda_cards_default(const fuda_game *game, fuda_error *error);
FUDA_API void fuda_cards_free(fuda_cards *cards);
/* Adds the cards of a file (CSV, JSON or .r4uset), of such a file in memory ('name' is for
 * messages), or those of the game in a card base (an SQLite file that `fuda cards import` makes).
 * On failure none is added. Not once a pack was made of the cards. */
FUDA_API bool fuda_cards_add_file(fuda_cards *cards, const char *path, fuda_error *error);
FUDA_API bool fuda_cards_add_memory(fuda_cards *cards, const char *name, const void *bytes,
                                    size_t size, fuda_error *error);
FUDA_API bool fuda_cards_add_base(fuda_cards *cards, const char *path, fuda_error *error);
/* Applies the corrections among what was added that are in force on a day, YYYY-MM-DD (null: all).
 * Fails if one does not fit the cards. Not once a pack was made of the cards. */
FUDA_API bool fuda_cards_correct(fuda_cards *cards, const char *day, fuda_error *error);

/* A card as printed. A number that the card does not have is 0, a cost -1. */
typedef struct fuda_printed {
    const char *name, *name_en, *serial; /* "" if there is none */
    unsigned kinds;                      /* bit per kind */
    int cost, attack, defence, third;
    unsigned nabilities, ntraits;
    const char *const *abilities; /* printed entries, in order */
    const char *const *traits;
    const char *box; /* text of the box that is read when the card is checked, or "" */
} fuda_printed;
FUDA_API unsigned fuda_cards_count(const fuda_cards *cards);
/* Reads card i, from 0. False: there is none. */
FUDA_API bool fuda_cards_at(const fuda_cards *cards, unsigned i, fuda_printed *out);

/* A deck as written: names or serials of cards, and how many of each. */
typedef struct fuda_deck fuda_deck;
/* Reads a deck from a file (text or .r4udek). A path that is no file is the name of a deck that
 * comes with Fuda. Whether the cards exist is seen when a pack is made. */
FUDA_API fuda_deck *fuda_deck_file(const fuda_game *game, const char *path, fuda_error *error);
/* The same for such a file in memory; 'name' is for messages. */
FUDA_API fuda_deck *fuda_deck_memory(const fuda_game *game, const char *name, const void *bytes,
                                     size_t size, fuda_error *error);
/* Deck i of those that come with Fuda, from 0, in order of their names. */
FUDA_API fuda_deck *fuda_deck_default(const fuda_game *game, unsigned i, fuda_error *error);
FUDA_API void fuda_deck_free(fuda_deck *deck);
FUDA_API const char *fuda_deck_name(const fuda_deck *deck);
/* How many cards. */
FUDA_API unsigned fuda_deck_size(const fuda_deck *deck);

/* ---- Packs ---- */

/* The cards of some decks, compiled, for games in one format. */
typedef struct fuda_pack fuda_pack;

enum {
    /* Leaves out abilities that are not understood; else such a card is an error. */
    FUDA_PARTIAL = 1
};
/* Compiles the cards of the decks and checks the decks against the rules of the format. The decks
 * may be freed afterwards. Fails with the first card that is unknown or not understood, or the
 * first broken rule of deck building. */
FUDA_API fuda_pack *fuda_pack_new(fuda_cards *cards, const fuda_deck *const *decks, unsigned ndecks,
                                  unsigned format, unsigned flags, fuda_error *error);
FUDA_API void fuda_pack_free(fuda_pack *pack);
FUDA_API const fuda_game *fuda_pack_game(const fuda_pack *pack);
FUDA_API unsigned fuda_pack_format(const fuda_pack *pack);
FUDA_API unsigned fuda_pack_decks(const fuda_pack *pack);
/* The definitions in the pack are 1 to this number. */
FUDA_API unsigned fuda_pack_cards(const fuda_pack *pack);
/* Reads the printed card of a definition. False: there is none. */
FUDA_API bool fuda_pack_card(const fuda_pack *pack, unsigned def, fuda_printed *out);
/* How many abilities of the card were left out (FUDA_PARTIAL). */
FUDA_API unsigned fuda_pack_left_out(const fuda_pack *pack, unsigned def);
/* Identifies what was compiled: the same for equal packs. Saves are bound to it. */
FUDA_API uint64_t fuda_pack_hash(const fuda_pack *pack);

/* ---- A game in progress ---- */

/* A game in progress. It stands still except in fuda_run. */
typedef struct fuda_state fuda_state;

enum {
    FUDA_BY_LOT = -1, /* who goes first is drawn */
    /* Keeps no moves, handles and answers. For search and mass play: several times as fast. */
    FUDA_QUIET = 1
};
typedef struct fuda_setup {
    unsigned players;                 /* as many as the format asks for */
    unsigned decks[FUDA_MAX_PLAYERS]; /* the deck of each, by its number in the pack */
    uint64_t seed;                    /* setup, seed and answers decide the whole game */
    int first;                        /* the player who goes first, or FUDA_BY_LOT */
    unsigned flags;                   /* FUDA_QUIET */
} fuda_setup;

/* Begins a game. */
FUDA_API fuda_state *fuda_new(const fuda_pack *pack, const fuda_setup *setup, fuda_error *error);
FUDA_API void fuda_free(fuda_state *state);
FUDA_API const fuda_pack *fuda_state_pack(const fuda_state *state);

enum { FUDA_DECISION, FUDA_OVER };
/* Plays until somebody has to decide (FUDA_DECISION) or the game is over (FUDA_OVER). Does nothing
 * if that is so already. */
FUDA_API int fuda_run(fuda_state *state);

/* The pending question. Its options are numbered from 0. */
typedef struct fuda_question {
    int player;           /* who is asked */
    unsigned kind;        /* fuda_question_word */
    unsigned clause;      /* by which it is asked */
    unsigned least, most; /* how many more picks are to come in this series, with this one */
    unsigned options;
} fuda_question;
/* Reads the pending question. False: nobody is asked (run first, or the game is over). */
FUDA_API bool fuda_asked(const fuda_state *state, fuda_question *out);
/* Writes an option in words ("attack Zoe", "play Rin hand"), as the player who is asked sees it.
 * Returns the length, 0 if there is no such option. */
FUDA_API size_t fuda_option_words(const fuda_state *state, unsigned option, char *out, size_t size);
/* The option that these words describe; -1: none. The words of fuda_option_words are found. */
FUDA_API int fuda_option_find(const fuda_state *state, const char *words);

/* Answers the pending question. FUDA_ERROR_STATE: nobody is asked. FUDA_ERROR_ARGUMENT: there is
 * no such option. */
FUDA_API bool fuda_answer(fuda_state *state, unsigned option, fuda_error *error);
/* The player concedes, which is possible at any time. FUDA_ERROR_STATE: the game is over or the
 * player has left. */
FUDA_API bool fuda_concede(fuda_state *state, int player, fuda_error *error);

enum { FUDA_OPEN, FUDA_WIN, FUDA_DRAW, FUDA_ALL_LOST, FUDA_FAULT };
typedef struct fuda_result {
    int result;         /* FUDA_OPEN: not over; FUDA_FAULT: a limit of the engine was exceeded */
    unsigned winners;   /* bit per player */
    unsigned turns;     /* the number of this turn, from 1; 0 before the first */
    unsigned decisions; /* answers so far, without those that were the only option */
} fuda_result;
FUDA_API void fuda_state_result(const fuda_state *state, fuda_result *out);
FUDA_API unsigned fuda_state_players(const fuda_state *state);

/* ---- Copies and saves ---- */

/* A copy that goes on by itself, quiet if the state is or with FUDA_QUIET. It has no listener. */
FUDA_API fuda_state *fuda_clone(const fuda_state *state, unsigned flags, fuda_error *error);
/* Makes 'to' a copy of 'from', quiet if 'to' is; cheaper than a new one. FUDA_ERROR_ARGUMENT: they
 * are of different packs or numbers of players, or only 'from' is quiet. */
FUDA_API bool fuda_copy(fuda_state *to, const fuda_state *from, fuda_error *error);
/* A hash of all that the game depends on; equal games have equal hashes. It differs between
 * versions. */
FUDA_API uint64_t fuda_hash(const fuda_state *state);
/* Writes the state, to go on later with the same version of the library and an equal pack. Returns
 * the number of bytes; writes nothing if 'size' is smaller. A save is no format for exchange: to
 * keep a game, or to read one of a stranger, use replays. */
FUDA_API size_t fuda_save(const fuda_state *state, void *out, size_t size);
/* Reads it back. FUDA_ERROR_DAMAGED: it is cut off, or bytes have changed. FUDA_ERROR_VERSION: it
 * is of another version, layout, game or pack. */
FUDA_API fuda_state *fuda_load(const fuda_pack *pack, const void *bytes, size_t size,
                               fuda_error *error);

/* ---- Views ---- */

enum {
    FUDA_RESTED = 1,
    FUDA_DOWN = 2,          /* face down */
    FUDA_KINDS_CHANGED = 4, /* it is of other kinds than printed */
    FUDA_HIT = 8,           /* the game's "was hit" status */
    FUDA_SHOWN = 16         /* a hidden card that is revealed for a waiting ability */
};
/* A card as the viewer may see it. Numbers are after all effects. */
typedef struct fuda_card {
    /* Names the card for the viewer as long as the viewer sees its face: after it was out of sight
     * it gets another number, so that nobody can follow it through a hand or deck. 0: the face is
     * hidden, or the state is quiet. */
    uint32_t handle;
    uint16_t def;         /* definition in the pack; 0: the face is hidden */
    uint8_t player, zone; /* where it lies; zone 0: a card of the viewer's that waits outside */
    uint8_t index;        /* place in the zone, from the bottom */
    uint8_t seats;        /* seats that it lies on, bit each; 0: the zone has none */
    uint16_t flags;       /* FUDA_RESTED and the like */
    uint16_t kinds;       /* kinds that the viewer may know, even of a hidden card; bit each */
    int16_t cost, third;  /* 0: unknown */
    int16_t tied;         /* index in the view of the card it is attached to; -1: none */
    int32_t attack, defence, damage;
} fuda_card;
/* An option as data. What a and b mean depends on the kind; the words tell. */
typedef struct fuda_option {
    uint8_t kind, a, b;
    uint8_t ability; /* number of the ability on the card, from 1; 0: not about one */
    int16_t card;    /* index in the view; -1: not about a card */
} fuda_option;
/* FUDA_TARGET_PAID: a card that the cost was paid with, if the effect speaks of it; no target. */
enum { FUDA_TARGET_CARD, FUDA_TARGET_PLAYER, FUDA_TARGET_STACKED, FUDA_TARGET_PAID };
typedef struct fuda_target {
    uint8_t kind;  /* FUDA_TARGET_* */
    uint8_t share; /* its share of a divided amount */
    int16_t which; /* index of the card, the player, or the index in the stack; -1: gone */
} fuda_target;
enum { FUDA_STACKED_CARD = 1, FUDA_STACKED_ABILITY, FUDA_STACKED_CHECKS };
/* What waits to be resolved, the last of them next. */
typedef struct fuda_stacked {
    uint8_t sort;     /* FUDA_STACKED_CARD and the like */
    uint8_t player;   /* whose it is */
    uint8_t count;    /* of checks */
    uint8_t modes;    /* chosen modes, bit each */
    int16_t x;        /* declared number */
    int16_t card;     /* index of the card, or the card of the ability; -1: gone or hidden */
    uint8_t first, n; /* its targets */
} fuda_stacked;

/* All that one viewer may know. */
typedef struct fuda_view {
    int viewer, asked, turn_player; /* FUDA_NOBODY: nobody is asked */
    unsigned players, turn, point, result;
    unsigned in, winners; /* players still in the game, and who won; bit each */
    uint8_t count[FUDA_MAX_PLAYERS][FUDA_MAX_ZONES]; /* cards in each zone */
    int16_t role[6]; /* cards in a role of the game's (attacking and the like); -1: none */
    unsigned ncards, noptions, nstacked, ntargets;
    const fuda_card *cards;
    const fuda_option *options; /* none unless the viewer is asked */
    const fuda_stacked *stack;
    const fuda_target *targets;
} fuda_view;

/* An empty view, to be read into any number of times. */
FUDA_API fuda_view *fuda_view_new(fuda_error *error);
FUDA_API void fuda_view_free(fuda_view *view);
/* Reads what the viewer may know. */
FUDA_API bool fuda_view_read(fuda_view *view, const fuda_state *state, int viewer,
                             fuda_error *error);

/* The view as a flat array of numbers, for programs that learn. Players are counted from the viewer
 * (0: the viewer, or player 0 for a spectator; 1: the next seat). In order:
 *
 *   16 numbers   players; 1 + who is asked, 0 nobody; kind of question; least; most; options; turn;
 *                1 + turn player; point; result; players in (bits); winners (bits); clause; size of
 *                the stack; seat of the viewer, -1 a spectator; 0
 *   24 a player  cards in each zone
 *   14 a card,   for 75 cards a player, the viewer's zones first: 1 + player, 0 no card; zone;
 *                index; seats; def; flags; kinds; cost; attack; defence; third; damage; 1 + row of
 *                the card it is attached to; roles (bits)
 *   5 an option, for FUDA_MAX_OPTIONS of them, if the viewer is asked: 1 + kind, 0 no option; a; b;
 *                1 + row of its card; ability
 *
 * Returns how many numbers that is, which depends on the number of players only; writes nothing if
 * 'n' is smaller. 0: no such viewer, or no memory. */
FUDA_API size_t fuda_observe(const fuda_state *state, int viewer, int32_t *out, size_t n);
enum {
    FUDA_OBSERVED_HEAD = 16,
    FUDA_OBSERVED_CARD = 14,
    FUDA_OBSERVED_CARDS = 75,
    FUDA_OBSERVED_OPTION = 5
};

/* ---- What happened ---- */

enum {
    FUDA_MOVE_MOVED = 1, /* from one zone or seat to another */
    FUDA_MOVE_TURNED,    /* amount 1: rested, 0: upright */
    FUDA_MOVE_FACED,     /* amount 1: face down, 0: face up */
    FUDA_MOVE_DAMAGED,
    FUDA_MOVE_POINT, /* amount: the point of the turn that is reached */
    FUDA_MOVE_ATTACKED,
    FUDA_MOVE_SUPPORTED,
    FUDA_MOVE_BLOCKED,
    FUDA_MOVE_BEATEN, /* card has beaten other */
    FUDA_MOVE_PLAYED, /* a card, or an ability of it */
    FUDA_MOVE_COUNTERED,
    FUDA_MOVE_CANCELLED,
    FUDA_MOVE_SHUFFLED, /* zone 'from' */
    FUDA_MOVE_CHECKED,  /* amount 1: won, 2: lost */
    FUDA_MOVE_TIED,     /* card is attached to other */
    FUDA_MOVE_SHOWN,    /* to all */
    FUDA_MOVE_LOOKED,   /* player looks at it */
    FUDA_MOVE_LEFT,     /* player leaves the game */
    FUDA_MOVE_HEALED,
    FUDA_MOVE_COUNTERS /* amount: how many counters come or go */
};
/* Something that happened, as a viewer may see it. */
typedef struct fuda_move {
    uint8_t kind;            /* FUDA_MOVE_* */
    int8_t player;           /* who does it, or whom it happens to */
    int8_t to_player;        /* MOVED: into whose zone */
    uint8_t from, to;        /* zones; 0: outside */
    uint8_t seat;            /* MOVED: the first seat that it lies on now; 0: none */
    uint16_t def, other_def; /* definitions of the card and the other card; 0: none or hidden */
    uint32_t before, handle; /* handles of the card before and after; 0: hidden */
    uint32_t other;          /* handle of the other card; 0: none or hidden */
    int32_t amount;          /* 0 if the viewer may not know it */
} fuda_move;
/* Reads what happened since the last answer or concession, up to n moves from number 'from' on.
 * Returns how many there are in all. A quiet state has none. */
FUDA_API unsigned fuda_moves(const fuda_state *state, int viewer, unsigned from, fuda_move *out,
                             unsigned n);
/* Writes a move in words, one line in English or Japanese. Returns the length. */
FUDA_API size_t fuda_move_words(const fuda_state *state, const fuda_move *move, bool japanese,
                                char *out, size_t size);
/* Called for each move as it happens. It must not use the state but to read 'move' in words. */
typedef void fuda_listener(void *context, const fuda_state *state, const fuda_move *move);
/* Has the listener called with what this viewer may see; null: no more. A state has one listener.
 * FUDA_ERROR_STATE: the state is quiet. */
FUDA_API bool fuda_listen(fuda_state *state, int viewer, fuda_listener *listener, void *context,
                          fuda_error *error);

/* ---- Reasons ---- */

typedef struct fuda_reason {
    int option;          /* why not: the option, if it is on offer after all; else -1 */
    unsigned clause;     /* number of the clause; 0: none */
    fuda_clause rule;    /* the clause; empty strings if there is none */
    const char *card;    /* why: the card whose ability asks; "": a rule asks */
    const char *ability; /* why: its printed text, "" if it has none */
} fuda_reason;
/* Why is this asked? FUDA_ERROR_STATE: nobody is asked. */
FUDA_API bool fuda_why(const fuda_state *state, fuda_reason *out, fuda_error *error);
/* Why is this not among the options? The words are those of an option (fuda_option_words); a card
 * is named by a name that the player who is asked can see, or by '@' and its index in that player's
 * view. Names may stand in "quotes". FUDA_ERROR_INPUT: the words describe no option of the game, or
 * no such card. FUDA_ERROR_STATE: nobody is asked. */
FUDA_API bool fuda_why_not(const fuda_state *state, const char *words, fuda_reason *out,
                           fuda_error *error);

/* ---- Samples and computer players ---- */

/* Makes 'to' a copy of 'from' in which all that the player cannot know is dealt anew: another game
 * that looks the same to that player. What comes depends on the seed and on what the player knows,
 * not on what is true. Errors as for fuda_copy. */
FUDA_API bool fuda_sample(fuda_state *to, const fuda_state *from, int player, uint64_t seed,
                          fuda_error *error);

/* A computer player. It has its own random stream and uses nothing that its player cannot see. */
typedef struct fuda_bot fuda_bot;
/* Makes one by name: "random", "greedy" and whatever `fuda sim --player` takes.
 * FUDA_ERROR_ARGUMENT: there is no such player. */
FUDA_API fuda_bot *fuda_bot_new(const char *name, uint64_t seed, fuda_error *error);
FUDA_API void fuda_bot_free(fuda_bot *bot);
/* The option it would take, for whoever is asked; -1: nobody is asked. A search uses again what it
 * found out when it was last asked about this state, for the same player: after another game was
 * started or loaded in the state, or it went back, make a new bot. */
FUDA_API int fuda_bot_choose(fuda_bot *bot, const fuda_state *state);

/* ---- Replays ---- */

/* A recorded game: its cards, decks, seed and answers, as text. */
typedef struct fuda_replay fuda_replay;

/* Writes the game so far as a replay. Returns the number of bytes; writes nothing if 'size' is
 * smaller. 0: the state is quiet or a sample, or no memory. */
FUDA_API size_t fuda_replay_save(const fuda_state *state, void *out, size_t size);
/* Reads a replay from a file, or from bytes ('name' is for messages), and compiles its cards. */
FUDA_API fuda_replay *fuda_replay_file(const char *path, fuda_error *error);
FUDA_API fuda_replay *fuda_replay_memory(const char *name, const void *bytes, size_t size,
                                         fuda_error *error);
FUDA_API void fuda_replay_free(fuda_replay *replay);
/* Its pack, which lives as long as the replay, and how many answers it has. */
FUDA_API const fuda_pack *fuda_replay_pack(const fuda_replay *replay);
FUDA_API unsigned fuda_replay_answers(const fuda_replay *replay);
/* The game after so many answers, at its next question or at its end. FUDA_ERROR_INPUT: an answer
 * does not fit, or the game is not the one of the file, with the line. */
FUDA_API fuda_state *fuda_replay_seek(const fuda_replay *replay, unsigned answers,
                                      fuda_error *error);
/* Plays all of it and compares every hash, if the file is of this version, and the result. */
FUDA_API bool fuda_replay_verify(const fuda_replay *replay, fuda_error *error);

/* ---- Many games at once ---- */

/* Many quiet games of one setup, which go on together. A game that is over begins anew with the
 * next seed at the next step. Some hundred games a thread are fastest: their states stay in the
 * cache. */
typedef struct fuda_batch fuda_batch;

typedef struct fuda_batch_setup {
    unsigned games;
    unsigned threads; /* 0: one */
    fuda_setup setup; /* of each; game i has a seed of its own, derived from setup.seed and i */
    bool observe;     /* fills in 'observation' */
} fuda_batch_setup;
/* One element per game. They stay where they are as long as the batch exists, and change with each
 * step. */
typedef struct fuda_batch_arrays {
    unsigned games, width;  /* width: numbers of an observation */
    const int32_t *player;  /* who is asked; FUDA_NOBODY: the game is over */
    const int32_t *options; /* how many options; 0: the game is over */
    const int32_t *kind;    /* of the question */
    const int32_t *result;  /* FUDA_OPEN, or how it ended */
    const int32_t *winners; /* bit per player */
    const int32_t *turn;
    const int32_t *refused;     /* 1: the last answer was no option, and nothing changed */
    const uint64_t *finished;   /* how many games have ended here */
    const uint8_t *mask;        /* games x FUDA_MAX_OPTIONS: 1 for each option */
    const int32_t *observation; /* games x width, of who is asked; null without 'observe' */
} fuda_batch_arrays;
/* Begins all games and runs each to its first question. */
FUDA_API fuda_batch *fuda_batch_new(const fuda_pack *pack, const fuda_batch_setup *setup,
                                    fuda_error *error);
FUDA_API void fuda_batch_free(fuda_batch *batch);
FUDA_API void fuda_batch_read(const fuda_batch *batch, fuda_batch_arrays *out);
/* Answers the question of every game: answers[i] in game i, which is ignored if that game is over
 * and begins anew. Runs each to its next question or its end. */
FUDA_API void fuda_batch_step(fuda_batch *batch, const int32_t *answers);
/* So many steps with random answers. */
FUDA_API void fuda_batch_random(fuda_batch *batch, unsigned steps, uint64_t seed);
/* Copies game i into a state of the pack, to look at it closer. Errors as for fuda_copy. */
FUDA_API bool fuda_batch_copy(const fuda_batch *batch, unsigned i, fuda_state *to,
                              fuda_error *error);

/* Plays whole games between computer players in one call. */
typedef struct fuda_series {
    uint64_t games, seed;
    unsigned players, threads;         /* threads 0: one */
    const char *bot[FUDA_MAX_PLAYERS]; /* null: random */
} fuda_series;
typedef struct fuda_totals {
    uint64_t games, finished, draws, decisions, turns;
    uint64_t wins[FUDA_MAX_PLAYERS]; /* by seat */
    double seconds;
} fuda_totals;
/* All decks of the pack meet each other in turn, in both seats. The totals depend on the seed, not
 * on the number of threads. FUDA_ERROR_ARGUMENT: no such computer player, or the number of players
 * does not fit. */
FUDA_API bool fuda_play(const fuda_pack *pack, const fuda_series *series, fuda_totals *out,
                        fuda_error *error);

#ifdef __cplusplus
}
#endif
#endif
