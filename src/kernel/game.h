/* What a game is to the kernel: tables and a few functions. The kernel knows this type and no game.
 */
#pragma once
#include "kernel/types.h"

struct Run;
typedef enum KernelMark {
#define KMARK(name, doc) KM_##name,
#include "kernel/marks.def"
#undef KMARK
    KM_COUNT
} KernelMark;
typedef uint16_t MarkRow[5];
struct State;
struct Frame;
struct Event;
struct Option;
struct CardRef;

/* What Game.top_open shows: the top card of an ordered zone, all of a hand. */
enum { OPEN_TOP = 1, OPEN_HAND = 2 };

enum ZoneFlags {
    ZONE_PUBLIC = 1,      /* faces are open to all unless turned down */
    ZONE_HOLDER_SEES = 2, /* hidden, but its player sees the faces; also face-down cards there */
    ZONE_ORDERED = 4,
    ZONE_ORIENTED = 8,
    ZONE_SEATED = 16,      /* cards lie on numbered seats */
    ZONE_FIELD = 32,       /* in play: its cards have last known information */
    ZONE_TIED = 64,        /* its cards are tied to other cards */
    ZONE_SHUFFLED = 128,   /* shuffled whenever a card comes */
    ZONE_LIES_DOWN = 256,  /* cards lie face down here as a rule: they keep their information, and
                              abilities valid here work */
    ZONE_TELLS_IN = 512,   /* Game.entered wants to know who comes here */
    ZONE_TELLS_OUT = 1024, /* Game.redirect wants to know who leaves */
    ZONE_GOES_ALONG = 1 << 13, /* ZoneInfo.follows or keeps names a zone */
    ZONE_FOREIGN = 2048,      /* cards of other players may lie here; from one player's to another's
                                 such a card stays the same one */
    ZONE_READ_LEAVING = 4096, /* who triggers on a card leaving it reads the card as it was here */
};

typedef struct ZoneInfo {
    const char *key;  /* English word used in files and reports */
    const char *name; /* the game's own word */
    unsigned flags;
    ZoneSet follows; /* into these zones effects on a card go along with it */
    ZoneSet keeps;   /* into these zones it keeps its orientation */
    uint8_t seats;   /* with ZONE_SEATED: how many; 0: Player.seats tells */
} ZoneInfo;

typedef void (*ProcFn)(struct Run *, struct Frame *);
typedef struct ProcInfo {
    const char *name;
    ProcFn fn;
} ProcInfo;

typedef struct NameInfo {
    const char *key, *name;
} NameInfo;

/* An action of the game's own that texts can ask for: operand letters as in vm/ops.def. */
typedef struct GameOp {
    const char *name, *operands, *doc;
} GameOp;

/* A way to play: how many, in teams of how many, and who is whose opponent. */
typedef struct FormatInfo {
    const char *key;
    uint8_t least, most; /* players */
    uint8_t team;        /* players in a team, 1: each for himself */
    uint8_t circle;      /* opponents are the neighbours in the order of turns */
    /* clauses: what it is, how turns go round, whom a text means by opponent and player */
    uint16_t clause, clause_turns, clause_players;
} FormatInfo;

typedef struct Game {
    const char *key, *name, *prefix;
    RuleSet entry_rules; /* rule changes by which cards can be played otherwise, bit each */
    unsigned nzones, nkinds, npoints, nkeywords, nprocs, nrules, nfacts, nops, nasks;
    /* roles of an attack, ways to move, deeds, questions (FGAME), numbers (GNUM) that texts name */
    unsigned nroles, nhows, ndeeds, nquestions, nnumbers;
    uint32_t asks_of_order;    /* questions of order alone: no answer to them can stop a chain */
    const FormatInfo *formats; /* ends with a null key; the first is the usual one */
    const ZoneInfo *zones;
    const NameInfo *kinds, *points, *keywords, *rules, *facts;
    const ProcInfo *procs; /* KERNEL_PROCS first, the game's own from PROC_GAME on */
    const GameOp *ops;     /* numbered from 0 */
    const NameInfo *asks;  /* kinds of question, numbered from ASK_GAME */

    void (*begin)(struct Run *);     /* push the first frame of a game */
    void (*interrupt)(struct Run *); /* rule processing that waits for nothing */
    /* a card came to a zone that tells, or is of a kind that is told of, or was beaten */
    void (*entered)(struct Run *, const struct Event *);
    /* marks the clauses by which a card lies where it came; only while somebody watches */
    void (*mark_entered)(const struct Run *, const struct Event *);
    KindSet numbered_kinds; /* by print these have numbers beside their cost */
    uint8_t damage_deeds;   /* deeds that damage is kept as, bit each; not if it was replaced */
    KindSet told_kinds;
    bool (*redirect)(struct Run *,
                     struct Event *); /* rules that change a move; false: it is not done */
    uint16_t (*put_face)(struct Run *,
                         const struct Event *); /* CARD_DOWN or 0 for a card just put */
    void (*op)(struct Run *, struct Frame *,
               unsigned op); /* carry out one of the game's own actions */
    bool (*op_can)(struct Run *, unsigned ctx, unsigned op,
                   unsigned pc); /* could it be paid as a cost? */
    /* null: not known; has the player less than n of what the action takes? */
    bool (*op_short)(struct Run *, unsigned player, unsigned op, int n);
    bool (*fact)(struct Run *, unsigned fact, int arg,
                 unsigned you); /* truths about the position texts ask for */
    int (*number)(struct Run *, unsigned which, unsigned player);
    struct CardRef (*role)(const struct Run *,
                           unsigned role); /* card in a role of the attack going on */
    void (*conceded)(struct Run *, unsigned player);
    bool (*start_at)(
        struct Run *,
        const char *point); /* judge scenarios: push the frames for a point of the turn */
    unsigned (*why_not)(struct Run *, unsigned player,
                        const struct Option *);   /* the first clause that forbids it */
    void (*settle)(struct Run *, unsigned lost);  /* players have lost: is the game over? */
    void (*left)(struct Run *, unsigned players); /* they leave: what they were doing ends */
    bool (*ask_again)(struct Run *); /* somebody left: the pending question is built anew */
    /* Could a state trigger go on if it triggered now? Null: always. */
    bool (*state_enterable)(struct Run *, uint16_t card, uint16_t abil, unsigned player);
    bool (*playable)(struct Run *, uint16_t card, uint16_t abil,
                     unsigned player); /* more conditions to use an ability */
    unsigned (*candidates)(struct Run *, struct Frame *, unsigned list, struct CardRef *out);
    /* Sets of seats on which a card may lie in a seated zone; null: any one seat. */
    unsigned (*seatings)(struct Run *, uint16_t card, unsigned player, unsigned zone, SeatSet *out,
                         unsigned max);
    ZoneSet shared_zones;    /* zones that all players share: a text's owner does not narrow them */
    ZoneSet following_zones; /* zones of tied cards that go wherever their host goes */
    bool (*choosable)(struct Run *, unsigned player, uint16_t card,
                      unsigned ctx); /* may be chosen by an effect */
    /* of the candidates of a pick those that leave something for the choice behind it; Pick.leads
     */
    unsigned (*leaves)(struct Run *, struct Frame *pick, struct CardRef *list, unsigned n);
    unsigned (*prefer)(struct Run *, unsigned player, unsigned ctx, struct CardRef *list,
                       unsigned n);
    const char *(*check)(struct Run *); /* game invariants for state_ok */
    bool dated_by_play;   /* effects are dated by when their ability was played, not made */
    const MarkRow *marks; /* clauses of the kernel's marks, KM_COUNT rows, zero ended */
    /* FGAME: the game's own question about a card */
    bool (*asked)(struct Run *, unsigned which, unsigned arg, unsigned you, uint16_t card);
    uint8_t pass_option; /* an option that does nothing but let things go on; 0: none */
    uint8_t top_open;    /* rule change with a number OPEN_*: all see cards; 0: none */
    uint8_t rested_in;   /* rule change: a card that comes is rested; 0: none */
    bool loses_given;    /* who loses all abilities loses those given to it as well */
    bool (*move_forbidden)(struct Run *, uint16_t card, unsigned zones, unsigned put,
                           unsigned how); /* prohibition beats instruction */
    bool (*orient_forbidden)(struct Run *, uint16_t card, unsigned rest);
    bool (*point_passed)(struct Run *, unsigned point); /* in this turn */
    /* Asked of a copy: is rule processing due though nothing says that it should be looked at?
     * Null: not asked. */
    bool (*unsettled)(struct Run *);
    bool (*in_attack)(struct Run *); /* null: what lasts for an attack begins at any time */
    bool (*draw_forbidden)(struct Run *, unsigned player); /* null: drawing is never forbidden */
    bool (*lose_forbidden)(struct Run *, unsigned player); /* null: losing by a text never is */
    bool (*damage_forbidden)(struct Run *, uint16_t card); /* null: damage is always taken */
    bool (*payable)(struct Run *, unsigned player, int n, uint16_t *reserved, unsigned *nreserved);

    KindSet (*kinds_known)(struct Run *, unsigned viewer,
                           uint16_t card); /* kinds seen of a hidden card */

    const uint8_t *layer_of; /* of each Change, its layer */
    bool value_set;          /* "becomes N" is the number itself, not a difference that is added */
    bool looks_through;      /* who chooses from a hidden zone sees all of it */
    bool blank_down;         /* a card turned down in the open has no information and gets none */
    bool compound_traits;    /* AxB is one trait that contains A and B */
    KindSet open_kinds;      /* kinds that everybody can tell of a hidden card, bit per kind */
    uint8_t seats, extra_zone, deck_zone, hand_zone, seat_zone, displaced_to, how_displaced,
        how_draw;
    uint8_t how_discard, how_kill; /* 0: the game has no such way to move */
    uint16_t clause_age; /* who says which of two static effects is older; 0: nobody is asked */
    uint16_t clause_choose, clause_seat, clause_order, clause_replace, clause_reveal, clause_may,
        clause_mode, clause_number, clause_upto_draw, clause_upto_look, clause_opponent_static,
        clause_opponent, clause_opponent_acts;
} Game;

enum {
    PROC_NONE,
    PROC_TEXT,
    PROC_PICK,
    PROC_REPLACE,
    PROC_MODES,
    PROC_EACH,
    PROC_REVEAL,
    PROC_PLACE,
    PROC_SEQUENCE,
    PROC_AGE,
    PROC_UPTO,
    PROC_ASKWORD,
    PROC_OPPONENT,
    PROC_GAME
};
enum {
    ASK_CARD,
    ASK_YESNO,
    ASK_NUMBER,
    ASK_MODE,
    ASK_WORD,
    ASK_ORDER,
    ASK_REPLACE,
    ASK_PLAYER,
    ASK_REVEAL,
    ASK_SEAT,
    ASK_GAME
};
enum {
    OPT_NONE,
    OPT_CARD,
    OPT_DONE,
    OPT_YES,
    OPT_NO,
    OPT_NUMBER,
    OPT_MODE,
    OPT_WORD,
    OPT_APPLY,
    OPT_DECLINE,
    OPT_PLAYER,
    OPT_REVEAL,
    OPT_NO_REVEAL,
    OPT_SEAT,
    OPT_GAME
};

const Game *game_by_key(const char *key);
const Game *game_at(unsigned i);                   /* null past the last */
int format_by_key(const Game *g, const char *key); /* -1: unknown */
