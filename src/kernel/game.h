/* A game as the kernel sees it: tables and callbacks. The kernel includes no header of a game. */
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
struct Eval;
struct AbilityDef;

/* Piles of a deck: the main one, which starts in Game.deck_zone, and up to three others. */
enum { PILE_MAIN, PILES = 4 };

/* Amount of Game.rule_open_cards: which hidden cards it opens. */
enum { OPEN_TOP = 1, OPEN_HAND = 2 };

/* How places lie to one another (Game.next_to). */
enum { NEXT_ADJACENT, NEXT_BEFORE, NEXT_BEHIND };

enum ZoneFlags {
    ZONE_PUBLIC = 1,      /* everybody sees the faces, unless turned down */
    ZONE_HOLDER_SEES = 2, /* hidden, but its player sees the faces, even of cards turned down */
    ZONE_ORDERED = 4,
    ZONE_ORIENTED = 8,
    ZONE_SEATED = 16,    /* cards occupy numbered seats */
    ZONE_FIELD = 32,     /* in play: its cards have last known information */
    ZONE_TIED = 64,      /* its cards are attached to other cards */
    ZONE_SHUFFLED = 128, /* shuffled whenever a card arrives */
    /* cards normally lie face down here: they keep their information, and abilities that are
     * valid here work */
    ZONE_LIES_DOWN = 256,
    ZONE_TELLS_IN = 512,       /* Game.entered is called for arriving cards */
    ZONE_TELLS_OUT = 1024,     /* Game.redirect is called for leaving cards */
    ZONE_GOES_ALONG = 1 << 13, /* ZoneInfo.follows or keeps is not empty */
    /* cards of other players may lie here; moving from one player's to another's, a card keeps
     * its life */
    ZONE_FOREIGN = 2048,
    ZONE_READ_LEAVING = 4096,   /* triggers on leaving read the card as it was here */
    ZONE_PUT_DOWN = 1 << 14,    /* cards arrive face down unless they are put face up */
    ZONE_ALL_SEE = 1 << 15,     /* everybody sees the faces, even of cards turned down */
    ZONE_TELLS_SHIFT = 1 << 16, /* Game.entered is called for cards that change seats, too */
};

/* Among the flags: how many cards the zone can hold; rule processing sees to it. */
#define ZONE_HOLDS(n) ((unsigned)(n) << 24)

typedef struct ZoneInfo {
    const char *key;  /* English word in files and reports */
    const char *name; /* the game's own word */
    unsigned flags;
    ZoneSet follows; /* destinations to which effects on a card follow it */
    ZoneSet keeps;   /* destinations where a card keeps its orientation */
    uint8_t seats;   /* with ZONE_SEATED: number of seats; 0: Player.seats */
    /* zones of one area (not 0) are parts of one zone by the rules: a move between them triggers
     * nothing, is not replaced and leaves no last known information */
    uint8_t area;
} ZoneInfo;

typedef void (*ProcFn)(struct Run *, struct Frame *);
typedef struct ProcInfo {
    const char *name;
    ProcFn fn;
} ProcInfo;

/* A named row of a game's table: the word in files, and the printed word or (rule changes,
 * facts) the meaning. */
typedef struct NameInfo {
    const char *key, *name;
} NameInfo;

/* An action that the game defines for texts. Operand letters as in vm/ops.def. */
typedef struct GameOp {
    const char *name, *operands, *doc;
} GameOp;

/* A format of play: number of players, teams, and who is an opponent of whom. */
typedef struct FormatInfo {
    const char *key;
    uint8_t least, most; /* players */
    uint8_t team;        /* players in a team; 1: no teams */
    uint8_t circle;      /* only neighbours in turn order are opponents */
    /* clauses: of the format itself, of its turn order, of "opponent" and "player" in texts */
    uint16_t clause, clause_turns, clause_players;
} FormatInfo;

/* A hook may be null only where its comment says what that means. Sections follow the vocabulary
 * that all games share: each game maps its own rules onto these points. */
typedef struct Game {
    /* ---- Identity and tables ---- */
    const char *key;    /* word in files and on the command line */
    const char *name;   /* the game's own name */
    const char *prefix; /* of its clauses in code: PREFIX_1_2_3 */
    unsigned nzones, nkinds, npoints, nkeywords, nprocs, nrules, nfacts, nops, nasks;
    /* roles of an attack, ways of moving, deeds, predicates of a card, numbers that texts name */
    unsigned nroles, nhows, ndeeds, ncard_facts, nnumbers;
    const FormatInfo *formats; /* ends with a null key; the first one is the default */
    const ZoneInfo *zones;
    const NameInfo *kinds, *points, *keywords; /* key and printed word */
    const NameInfo *rules, *facts;             /* key and meaning, for texts */
    const NameInfo *asks;                      /* questions, numbered from ASK_GAME */
    const ProcInfo *procs; /* KERNEL_PROCS first, the game's own from PROC_GAME on */
    const GameOp *ops;     /* actions of its own, numbered from 0 */
    const MarkRow *marks;  /* clauses of each kernel mark: KM_COUNT rows, each ends with 0 */
    uint8_t deck_zone, hand_zone;
    uint8_t pile_zone[PILES];    /* where the other piles of a deck start; 0: in no zone */
    uint8_t seat_zone;           /* the zone with seats; 0: none */
    uint8_t seats;               /* Player.seats at the start of a game */
    uint8_t how_draw;            /* ways of moving that the kernel itself uses */
    uint8_t how_discard;         /* 0: the game has no such way of moving */
    uint8_t how_kill;            /* 0: likewise */
    KindSet numbered_kinds;      /* kinds that have printed numbers beside the cost */
    bool bare_is_undefined;      /* no comparison with such a number of other kinds is true */
    bool compound_traits;        /* a trait AxB counts as A and as B */
    void (*begin)(struct Run *); /* pushes the first frame of a game */
    /* Pushes the frames for a point of the turn, by its word. False: there is no such point. */
    bool (*start_at)(struct Run *, const char *point);
    const char *(*check)(struct Run *); /* the first broken invariant, or null; may be null */

    /* ---- Orientation and face ---- */
    uint8_t rule_enters_rested; /* rule change: the card enters rested; 0: none */
    bool face_down_is_blank;    /* a card face down in the open has no information and gets none */
    ZoneSet given_face_down;    /* except in these zones: there it gets what effects give it */
    bool (*orient_forbidden)(struct Run *, uint16_t card, unsigned rest); /* rest: else stand */
    /* CARD_DOWN or 0 for a card that arrives where its face is not given by the zone alone. */
    uint16_t (*put_face)(struct Run *, const struct Event *);

    /* ---- Owner and controller ---- */
    ZoneSet shared_zones; /* zones that all players share: a text's owner does not narrow them */
    bool master_zones;    /* a zone without a stated player is the master's, not the owner's */
    /* Changes a move before it happens; called for zones with ZONE_TELLS_OUT and for moves to
     * another player. False: the move does not happen. */
    bool (*redirect)(struct Run *, struct Event *);

    /* ---- Abilities ---- */
    bool hears_being_turned;   /* a card turned face down still triggers on what turned it */
    bool loss_takes_granted;   /* "loses all abilities" includes granted ones */
    uint32_t delayed_keywords; /* keywords of the delayed triggers that texts create */
    RuleSet rules_of_entry;    /* rule changes that open another way to play cards */
    /* Is the ability valid, beyond its zone and condition? */
    bool (*playable)(struct Run *, uint16_t card, uint16_t abil, unsigned player);

    /* ---- Check point, window to act, rule processing ---- */
    /* Rule processing that happens at once: called after moves that leave a deck empty, and among
     * three or more players after all moves. */
    void (*interrupt)(struct Run *);
    EventSet interrupt_kinds; /* kinds of event after which 'interrupt' is called, too */
    /* Called for every batch before replacement effects see it: rewrites its moves. True: it has
     * pushed a frame that asks first, rewrites them and calls batch_go. Null: nothing to do. */
    bool (*intercept)(struct Run *, unsigned first);
    uint8_t intercept_proc; /* the procedure of that frame; the batch stays open meanwhile */
    void (*did)(struct Run *, const struct Event *); /* a deed (EV_DEED) is done; may be null */
    /* For debug checks, on a copy: is rule processing due although State.unchecked says it is not?
     * Null: not checked. */
    bool (*processing_overlooked)(struct Run *);
    /* For caches_ok, called on a copy: can a player do something who is cached as idle? Null:
     * the game caches nothing of the kind. */
    bool (*idle_wrong)(struct Run *);
    uint8_t pass_option; /* kind of option that passes in a window to act; 0: none */

    /* ---- Who picks the next trigger ---- */
    /* Could a state trigger be played if it triggered now? If not, it does not trigger. Null: it
     * always can. */
    bool (*state_enterable)(struct Run *, uint16_t card, uint16_t abil, unsigned player);

    /* ---- Layers ---- */
    const uint8_t *layer_of; /* layer of each Change */
    /* Changes numbers by rule: before all layers, or (last) after that of numbers. With it, what
     * the numbers depend on (DEPENDS_*) and which they are (TOUCH_*). Null: no rule does. */
    void (*rule_numbers)(struct Run *, bool last);
    Depends rule_reads;
    Touch rule_touches;
    bool loss_is_hit;        /* lowering defence counts as a hit by its source (Card.hit_by) */
    bool set_replaces_value; /* "becomes N" sets the number; else it adds the difference */
    bool hidden_sets_open;   /* an effect on the cards of a hidden zone covers later ones, too */
    uint8_t mask_stat;  /* STAT_* whose number is a set of bits, to which bits are added; or 0 */
    bool dated_by_play; /* an effect is as old as the play of its ability */
    bool (*in_attack)(struct Run *); /* is an attack going on? null: always */
    /* Has this turn passed the point? May be null only if no text lasts until a point. */
    bool (*point_passed)(struct Run *, unsigned point);

    /* ---- Replacements, and what is forbidden to happen ---- */
    bool turn_player_replaces; /* the turn player picks among replacements; else the affected one */
    uint8_t damage_deeds;      /* bitmask of deeds that record damage; undone if it is replaced */
    bool (*draw_forbidden)(struct Run *, unsigned player); /* null: never */
    /* By how much texts change the damage that the card takes from the source. Null: not at all. */
    int (*damage_added)(struct Run *, uint16_t c, uint16_t source);
    /* How many more cards than told the player draws. Null: none. */
    unsigned (*draws_more)(struct Run *, unsigned player);
    bool (*damage_forbidden)(struct Run *, uint16_t card); /* null: never */

    /* ---- Tied cards, in zones with ZONE_TIED ---- */
    ZoneSet following_zones; /* zones of tied cards that go wherever their host goes */
    ZoneSet beside_zones;    /* zones of tied cards that lie on the seats of their host */
    /* Cards that follow their host stay known as its own: they keep the tie to its old life until
     * the game calls ties_forget(). */
    bool ties_kept;
    /* Cards that follow their host to an ordered zone are ordered with it; else they lie beyond it.
     */
    bool followers_ordered;
    /* Last information of a card tells how many cards were tied to it. Excludes ties_kept. */
    bool ties_counted;

    /* ---- Moves, and several cards moved at once ---- */
    /* Is it forbidden to put the card into one of the zones? */
    bool (*move_forbidden)(struct Run *, uint16_t card, unsigned zones, unsigned put, unsigned how);
    /* Would the rules keep the card from leaving for one of the zones and do something else in
     * place of the move, so that it pays no cost? Null: never. */
    bool (*move_kept)(struct Run *, uint16_t card, unsigned zones);
    /* The event has moved a card into a zone with ZONE_TELLS_IN, or one of entered_kinds, or one
     * that was beaten, or from seat to seat of a zone with ZONE_TELLS_SHIFT. Null: nothing to do.
     */
    void (*entered)(struct Run *, const struct Event *);
    KindSet entered_kinds; /* kinds that 'entered' is called for in every zone */
    /* Marks the clauses by which a card lies where it arrived; called only when observed. */
    void (*mark_entered)(const struct Run *, const struct Event *);
    /* Writes the sets of seats that the card may occupy. Null: any one seat. */
    unsigned (*seatings)(struct Run *, uint16_t card, unsigned player, unsigned zone, SeatSet *out,
                         unsigned max);
    bool master_orders_hidden; /* who makes open cards hidden by an effect orders them */
    /* Zone and way for a card that loses its seat; zone 0: cards share a seat until the game's own
     * rule processing sees to it. */
    uint8_t displaced_to, how_displaced;
    /* Adds the places that lie next to a seat of the player, or before or behind it (NEXT_*), to
     * 'out'. Null: no text asks. */
    void (*next_to)(const struct Run *, unsigned how, unsigned player, unsigned seat, Places *out);
    /* Adds the places that the game calls by this number (GPLACES). Null: there are none. */
    void (*places)(const struct Run *, unsigned which, Places *out);

    /* ---- Losing ---- */
    void (*decide_result)(struct Run *, unsigned lost);    /* ends the game if that decides it */
    void (*conceded)(struct Run *, unsigned player);       /* marks the clauses of conceding */
    bool (*lose_forbidden)(struct Run *, unsigned player); /* by a text; null: never */
    /* The players leave a game that continues: ends what they were doing. */
    void (*players_left)(struct Run *, unsigned players);
    /* Rebuilds the pending question afterwards. False: the kernel removes options that are gone. */
    bool (*rebuild_question)(struct Run *);

    /* ---- Loops ---- */
    uint32_t ordering_asks; /* bitmask of questions that only order things: no way out of a loop */

    /* ---- What texts do and ask ---- */
    /* Carries out an op that the VM delegates (OP_PAY and others), or as OP_COUNT_ + n number n
     * of 'ops'. */
    void (*op)(struct Run *, struct Frame *, unsigned op);
    uint32_t ordered_ops; /* bit each: ops that order an act of the rules, which has no cause */
    /* Could op number 'op' of 'ops', with operands at pc, be paid as a cost? Null: always. */
    bool (*op_payable)(struct Run *, unsigned ctx, unsigned op, unsigned pc);
    /* Zones in which that op, as a part of a cost, takes or turns cards; parts in other zones do
     * not touch it. Null, or 0: any zone. Not for games in which currency is paid beside such a
     * cost (vm_can_beside). */
    ZoneSet (*op_zones)(unsigned op);
    /* Cheap test: is it certain that the player cannot pay n of it? Null: unknown. */
    bool (*op_unpayable)(struct Run *, unsigned player, unsigned op, int n);
    bool (*fact)(struct Run *, unsigned fact, int arg, unsigned you); /* a row of 'facts' */
    /* How many more times the ability of that player triggers. Null: none. */
    unsigned (*triggers_more)(struct Run *, unsigned player, uint16_t ability);
    /* Does a note (ADD_ACCEPTS, ADD_ACCEPTS_ALL) make up for the ability's condition? Null: never.
     */
    bool (*condition_waived)(struct Run *, const struct Eval *, const struct AbilityDef *);
    /* FGAME: the game's own predicate of a card. Null: it has none. */
    bool (*card_fact)(struct Run *, unsigned which, unsigned arg, unsigned you, uint16_t card);
    int (*number)(struct Run *, unsigned which, unsigned player); /* the game's own counters */
    struct CardRef (*role)(const struct Run *, unsigned role);    /* in the current attack */

    /* ---- Choices ---- */
    /* Writes the cards of a list of the game's own (Pick.list), returns how many. */
    unsigned (*candidates)(struct Run *, struct Frame *, unsigned list, struct CardRef *out);
    bool hidden_triggers_forced; /* hidden cards with triggered abilities are shown, not asked about
                                  */
    bool cost_cards_differ;      /* no card is chosen for two parts of one cost */
    bool (*choosable)(struct Run *, unsigned player, uint16_t card, unsigned ctx); /* by a text */
    /* A text had the player choose the cards of REG_IT from number 'base' on. Null: nothing. */
    void (*chosen)(struct Run *, unsigned player, unsigned ctx, unsigned base);
    /* Keeps the candidates that must be preferred, returns how many. Sets *others if it keeps
     * others beside them, so that not all that are kept need be taken. Null: all are equal. */
    unsigned (*prefer)(struct Run *, unsigned player, struct CardRef *list, unsigned n,
                       bool *others);
    /* With Pick.leads: keeps the candidates after which the next choice has one, too. */
    unsigned (*narrow_pick)(struct Run *, struct Frame *pick, struct CardRef *list, unsigned n);
    bool arrivals_belong;   /* a card that comes into play counts as one there in its own event */
    bool chooser_sees_zone; /* who chooses from a hidden zone sees all of it */
    /* The first clause that forbids the option to the player. Null: not supported. */
    unsigned (*why_not)(struct Run *, unsigned player, const struct Option *);

    /* ---- Payment ---- */
    /* Could the player pay n with cards that are not reserved? Reserves those it would take. */
    bool (*payable)(struct Run *, unsigned player, int n, uint16_t *reserved, unsigned *nreserved);
    /* Pushes the payment of N of the currency, which rests cards of pay_zone. */
    void (*pay)(struct Run *, unsigned ctx, unsigned player, unsigned n);
    /* A payment in the text of an ability, its code from 'from' to 'end': can it be made, in some
     * order of its parts? Null: in the printed order only. */
    bool (*parts_payable)(struct Run *, unsigned ctx, unsigned from, unsigned end, unsigned player);
    /* Pushes such a payment if the player has an order to choose. False: it is paid as printed. */
    bool (*pay_parts)(struct Run *, unsigned ctx, unsigned from, unsigned end, unsigned player);
    ZoneId pay_zone;
    bool parts_any_order; /* the payer settles the order of a cost's parts */
    bool replaced_undone; /* what something else happened for has not been done ("if so") */
    bool tops_in_full;    /* a cost of N top cards needs so many: the deck is not made anew */
    bool none_unpaid;     /* "all" of no cards pays for nothing: zero times is not done */

    /* ---- Sight ---- */
    KindSet open_kinds; /* kinds that are visible on a hidden card */
    /* Kinds that the viewer knows of a card whose face is hidden. Null: none. */
    KindSet (*kinds_known)(struct Run *, unsigned viewer, uint16_t card);
    uint8_t rule_open_cards; /* rule change that opens cards, its number is OPEN_*; 0: none */

    /* ---- Clauses of the kernel's questions; 0: not asked ---- */
    uint16_t clause_choose, clause_seat, clause_place, clause_order, clause_replace, clause_reveal,
        clause_may, clause_mode, clause_number, clause_upto_draw, clause_upto_look, clause_loop;
    uint16_t clause_age; /* which of two static effects that arose together is older */
    uint16_t clause_opponent, clause_opponent_acts; /* which opponent a text means */
    uint16_t clause_opponent_static;                /* likewise for a static ability */
} Game;

enum {
    PROC_NONE,
    PROC_TEXT,
    PROC_PICK,
    PROC_REPLACE,
    PROC_MODES,
    PROC_EACH,
    PROC_ROUNDS,
    PROC_REVEAL,
    PROC_PLACE,
    PROC_SEQUENCE,
    PROC_AGE,
    PROC_UPTO,
    PROC_ASKWORD,
    PROC_OPPONENT,
    PROC_PLACES,
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
    ASK_TIMES, /* how often to repeat a loop: the parts of a number, the largest first */
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
    OPT_REPEAT, /* name how often to repeat the loop that was just gone through twice */
    OPT_TIMES,  /* a + 256 b */
    OPT_GAME
};

/* Where a pile of a deck starts; 0: in no zone. */
static inline ZoneId pile_zone(const Game *g, unsigned pile) {
    return pile == PILE_MAIN ? g->deck_zone : g->pile_zone[pile];
}
/* The pile that starts in the zone, the main one if none does: cards of different piles have
 * different backs. */
static inline unsigned pile_at(const Game *g, ZoneId zone) {
    for (unsigned pile = 1; pile < PILES; pile++)
        if (zone && g->pile_zone[pile] == zone) return pile;
    return PILE_MAIN;
}
/* The built-in games; null if there is no such key. Index order is that of games.def. */
const Game *game_by_key(const char *key);
const Game *game_at(unsigned i);                   /* null past the last */
int format_by_key(const Game *g, const char *key); /* index in formats; -1: unknown */
