/* The run context: a state, the tables it is played by, and an optional observer.
 *
 * Every function of the core takes 'Run *r'. Nothing about a position lives outside r->s. */
#pragma once
#include "gen/clauses.h"
#include "kernel/game.h"
#include "kernel/pack.h"
#include "kernel/cache.h"

typedef struct Run Run;

/* Callbacks for tracing. Never part of the state, and must not change it; a null observer costs
 * nothing. */
typedef struct Observer {
    void (*mark)(struct Observer *, const Run *, Clause);         /* a clause is carried out */
    void (*event)(struct Observer *, const Run *, const Event *); /* an event was applied */
    void (*forced)(struct Observer *, const Run *, const Decision *,
                   const Option *); /* a question with a single option was answered */
    /* An ability takes effect: it begins to be carried out, its static effect is written, or a
     * keyword of it is tested and found. The card is 0 if there is no game yet. */
    void (*used)(struct Observer *, const Run *, CardId, AbilId);
    Clause clause; /* the last clause marked */
} Observer;

/* Everything that a function of the core needs. The fields below ask_single are valid only while
 * the function named in their comment runs. */
struct Run {
    State *s;
    const Game *g;
    const Pack *pack;
    Observer *obs;
    State *scratch; /* a second state, for trials (depends in effect.c): never null in play */
    /* for judges: kinds of question that are asked even with a single option, bit per kind */
    uint32_t ask_single;
    bool trying;    /* a trial of a cost (vm/trial.c): nothing is offered to anybody */
    uint8_t acting; /* text_step: the context whose op of the game is carried out; 0: none */
    unsigned batch_waiting; /* batch_commit: abilities that waited before its triggers */
    struct Undo *undo;      /* trial of an effect: what to restore afterwards */
    const CardId *silent;   /* derive_now, second pass: cards whose abilities are suppressed */
    unsigned nsilent;
    bool deriving;                 /* derive_now is running: no rule change is in force */
    bool lost;                     /* set by derive_now's pass if a card lost its abilities */
    struct Departed *departed;     /* batch_apply: collects listeners that leave with the batch */
    const struct Departed *before; /* trigger_scan: what departed cards were */
};

/* What left with the batch being applied: listeners with the life of their card (granted ones
 * first), and the changed values of cards that left play. */
typedef struct Departed {
    unsigned n, granted;
    Listener at[2 * MAX_LISTENERS];
    uint16_t life[2 * MAX_LISTENERS];
    unsigned nwere, nextra; /* cards that left play, and the Extra rows of then */
    struct {
        CardRef ref;
        uint16_t lost;
        bool masked;
    } were[MAX_BATCH];
    Extra extra[MAX_EXTRA];
} Departed;

/* ---- ok.c: invariants ------------------------------------------------------------------------ */

/* Null, or the broken invariant of the zone hashes. Not for a state whose hidden cards were dealt
 * anew. */
const char *hashes_ok(const Run *r);
const char *state_ok(Run *r);         /* null, or the name of the first broken invariant */
const char *event_ok(const Event *e); /* the same of an event that is applied or reported */
/* cache.c: null, or the first broken invariant of cache.h at this decision. copy->s is a copy of
 * the state and is clobbered. */
const char *caches_ok(Run *copy, const State *is);
#ifdef FUDA_DEBUG
void core_assert_failed(const char *what, const char *file,
                        int line); /* the host overrides it to print and abort */
void core_assert(bool ok, const char *what, const char *file, int line);
#define ASSERT(x) core_assert((x), #x, __FILE__, __LINE__)
#else
#define ASSERT(x) ((void)0)
#endif

/* Most games run without an observer, so marking clauses is kept off the hot path. */
#define WATCHED(r) __builtin_expect((r)->obs != 0, 0)
#define COLD       __attribute__((cold, noinline))
COLD void run_mark(const Run *r, unsigned clause);
COLD void run_kernel_mark(const Run *r, KernelMark m);

/* RULE(clause): marks that the clause is carried out here. Uses the local 'r'. */
#define RULE(c)                                                                                    \
    do {                                                                                           \
        if (WATCHED(r)) run_mark(r, (c));                                                          \
    } while (0)
/* Marks a clause that comes from a table or a text; 0: none. */
static inline void run_rule(const Run *r, unsigned c) {
    if (WATCHED(r) && c) run_mark(r, c);
}

/* Reports to the observer that an ability took effect, and marks what is printed beside it. */
static inline void run_used(const Run *r, CardId c, AbilId a) {
    if (!WATCHED(r)) return;
    unsigned beside = r->pack->abil[a].reminder;
    bool box = r->pack->abil[a].kind == ABIL_CHECKED;
    if (beside & BESIDE_REMINDER) run_kernel_mark(r, KM_REMINDER);
    if (beside & BESIDE_NAME) run_kernel_mark(r, box ? KM_BOX_NAME : KM_ABILITY_NAME);
    if (r->obs->used) r->obs->used(r->obs, r, c, a);
}

/* Marks the game's clauses for something that the kernel does for every game (marks.def). */
static inline void kmark(const Run *r, KernelMark m) {
    if (WATCHED(r)) run_kernel_mark(r, m);
}

/* ---- run.c: the scheduler -------------------------------------------------------------------- */

typedef enum Status { STATUS_DECISION, STATUS_OVER } Status;
Status run_on(Run *r); /* runs frames until a decision is due or the game is over */
bool run_answer(Run *r, unsigned option); /* false: refused, nothing changed */
Frame *frame_push(Run *r, unsigned proc); /* runs before the caller continues */
Frame *frame_push_under(Run *r, unsigned proc,
                        unsigned over); /* inserts it below the frames of proc 'over' on top */
void frame_pop(Run *r);
void frame_cut(Run *r); /* aborts the top frame and releases what it holds */
static inline Frame *frame_top(Run *r) { return &r->s->frame[r->s->nframes - 1]; }
/* Would the scheduler run this frame next? Then its procedure may run the next step itself. */
static inline bool frame_goes_on(Run *r, const Frame *f, unsigned proc) {
    const State *s = r->s;
    if (f + 1 != &s->frame[s->nframes] || f->proc != proc) return false;
    if (s->ask.pending | s->result | s->leaving) return false;
    ASSERT(!state_ok(r));
    return true;
}
void run_fault(Run *r, unsigned fault); /* ends the game with RESULT_FAULT */
/* Runs the first step of a frame just pushed, as the scheduler would. The caller must return
 * next. */
static inline void frame_begin(Run *r, Frame *f, ProcFn begins) {
    if (!r->s->result) begins(r, f);
}
unsigned ctx_open(Run *r, AbilId abil, PlayerId master, CardRef source); /* 0: no room (fault) */
void ctx_close(Run *r, unsigned ctx);
bool ctx_room(const State *s); /* is a context free? */
/* Lends context 0 to a question about an ability that is not being played, such as whether its cost
 * could be paid: who would play it, for which card. What is returned goes to ctx_give_back. */
Context ctx_borrow(Run *r, AbilId abil, PlayerId master, CardRef source);
void ctx_give_back(Run *r, const Context *lent);

/* Registers of a context (State.reg). Changing any register invalidates pointers into all of
 * them. reg_set: 'c' must not point into a register. */
void reg_resize(Run *r, Context *x, unsigned reg, unsigned n); /* new cards are zero */
static inline void reg_clear(Run *r, Context *x, unsigned reg) {
    if (x->n[reg]) reg_resize(r, x, reg, 0);
}
void reg_set(Run *r, Context *x, unsigned reg, const CardRef *c, unsigned n);
void reg_copy(Run *r, Context *x, unsigned to, unsigned from); /* within one context */
void reg_push(Run *r, Context *x, unsigned reg, CardRef c);

/* ---- decision.c: questions and answers ------------------------------------------------------- */

void options_clear(State *s, unsigned n); /* zeroes the first n, rounded up to a group of eight */
/* Adds an option for the card if 'yes', branch-free. The caller ensures room for 64 options. */
static inline void ask_add_if(State *s, unsigned kind, CardId c, bool yes) {
    const uint64_t keep = -(uint64_t)yes;
    Option o = {.kind = (uint8_t)kind, .card = c};
    uint64_t w;
    _Static_assert(sizeof o == sizeof w, "an option is one word");
    memcpy(&w, &o, sizeof w);
    w &= keep;
    memcpy(&s->option[s->ask.n], &w, sizeof w);
    s->ask.n = (uint8_t)(s->ask.n + yes);
}
/* Build a question: ask_begin, any number of ask_add, ask_done. */
void ask_begin(Run *r, PlayerId p, unsigned kind, unsigned clause);
void ask_add(Run *r, Option o);
void ask_add_cards(Run *r, const CardRef *c, unsigned n); /* OPT_CARD each */
/* Poses the question. With fewer than two options it is answered at once and State.picked is
 * set. True: the caller must return (an answer is pending, or the game is over). */
bool ask_done(Run *r);
/* Reports a question with a single known answer to the observer. Changes nothing. */
void ask_forced(Run *r, PlayerId p, unsigned kind, unsigned clause, Option only);
/* Asks p to choose one of the players; returns as ask_done. */
bool ask_player(Run *r, PlayerId p, PlayerSet among, unsigned clause);
void ask_drop(Run *r); /* drops the pending question */

/* ---- zone.c ---------------------------------------------------------------------------------- */

static inline unsigned zone_count(const State *s, PlayerId p, ZoneId z) {
    return s->player[p].count[z];
}
/* The top card of the zone; NONE if it is empty. */
static inline CardId zone_top(const State *s, PlayerId p, ZoneId z) {
    unsigned n = s->player[p].count[z];
    return n ? zone_card(&s->player[p], z, n - 1) : NONE;
}
void zone_link(Player *q, ZoneId z, CardId c,
               /* Inserts the card into the zone's list only, as the i-th from the bottom. */
               unsigned i);
/* Put the card into a zone, or take it out; pos is POS_TOP or POS_BOTTOM. Hashes are updated or
 * marked stale. */
void zone_insert(Run *r, CardId c, PlayerId p, ZoneId z, unsigned pos);
void zone_remove(Run *r, CardId c);
/* Moves the card from its zone, if any, to the given one; NONE removes it from all zones. */
void zone_move(Run *r, CardId c, PlayerId p, ZoneId z, unsigned pos);
void zone_shuffle(Run *r, PlayerId p, ZoneId z); /* and hides all faces */
CardId seat_card(const State *s, PlayerId p, ZoneId z,
                 /* The card on the seat, the last one placed if there are several; 0 = empty. */
                 unsigned seat);
/* Number of seats of the player's zone. */
static inline unsigned zone_seats(const Run *r, PlayerId p, ZoneId z) {
    unsigned n = r->g->zones[z].seats;
    return n ? n : r->s->player[p].seats;
}
unsigned seats_empty(const Run *r, PlayerId p, ZoneId z); /* number of empty seats */
/* Does the viewer see the card's face? Uses State.rule as last derived: see card_seen. */
bool card_visible(const Run *r, PlayerId viewer, CardId c);
bool card_visible_to_all(const Run *r, CardId c); /* the same for somebody who does not play */
/* Face down in a zone where cards normally lie open: it has no printed information. */
static inline bool card_masked(const Run *r, const Card *k) {
    return (k->flags & CARD_DOWN) && !(r->g->zones[k->zone].flags & ZONE_LIES_DOWN);
}
/* Masked, in a game where effects cannot give information to such a card. */
static inline bool card_blank(const Run *r, const Card *k) {
    return r->g->face_down_is_blank && card_masked(r, k);
}
/* Does a card that lies face down in this zone get what effects give it, and keep it when it is
 * turned? */
static inline bool given_face_down(const Run *r, const Card *k) {
    return r->g->given_face_down >> k->zone & 1;
}
void listen_enter(Run *r, CardId c); /* adds the abilities that are valid where the card lies */
void listen_leave(Run *r, CardId c); /* removes them; to be called before it moves */
/* Appends a listener and adds it to the unions (State.listened_events and others). */
void listen_add(Run *r, CardId c, AbilId a);
/* Removes granted abilities from the list and the unions; deriving adds them back. */
void listen_drop_granted(Run *r);
/* Recomputes the unions from the listeners, the effects and Pack.watched. */
void listen_rebuild(Run *r);
void listening_granted(Run *r, AbilId a); /* an effect grants the ability */
/* Was the same ability granted to the same card by an earlier row? Then only one of them is
 * offered. */
static inline bool listener_duplicate(const State *s, unsigned i) {
    for (unsigned j = s->nfixed; j < i; j++)
        if (s->listen[j].card == s->listen[i].card && s->listen[j].abil == s->listen[i].abil)
            return true;
    return false;
}

/* ---- event.c: the only code that changes facts about cards ----------------------------------- */

enum { POS_TOP, POS_BOTTOM };
/* How an effect puts cards somewhere. */
enum PutFlags {
    PUT_RESTED = 1,
    PUT_DOWN = 2,
    PUT_UP = 4,
    PUT_EMPTY_SEAT = 8,
    PUT_SWAPPED = 16,  /* in exchange for a card that was there until now */
    PUT_OVER = 32,     /* on top of Event.other, which it succeeds (succeed.c) */
    PUT_OWNERS = 64,   /* into the zone of each card's owner */
    PUT_MASTERS = 128, /* into the zone of the text's master */
    PUT_BOTTOM = 256,
    PUT_APART = 512, /* cards that are put together go to different seats */
    PUT_SHUFFLED = 1024,
    PUT_OWNER_ASKED = 2048, /* each owner picks the seat */
    PUT_NAMED_PLAYER = 4096,
    PUT_NAMED_KIND = 8192, /* the text names a kind of card that cannot otherwise go there */
    PUT_OPPONENTS = 16384, /* into the zone of the opponent of the text's master */
    PUT_AS_LIKED = 32768   /* whoever puts them picks the order, not the zone's player */
};
typedef enum EventKind {
#define EVENT(name, ...) EV_##name,
#include "kernel/events.def"
#undef EVENT
    EV_COUNT
} EventKind;
_Static_assert(EV_COUNT <= 64, "event kinds fit one mask");
static inline EventSet ev_bit(unsigned k) { return UINT64_C(1) << k; }
#define EVENTS_ALL (~(EventSet)0)

/* The aspects of an event that code can ask for (last column of events.def). */
enum Aspect {
    HAS_CARD = 1 << 0,
    HAS_OTHER = 1 << 1,
    HAS_PLAYER = 1 << 2, /* may happen to a player instead of a card */
    HAS_FROM = 1 << 3,
    HAS_TO = 1 << 4,
    HAS_HOW = 1 << 5, /* the way of moving */
    HAS_WHOSE = 1 << 6,
    HAS_ACTOR = 1 << 7,
    HAS_CAUSE = 1 << 8,  /* the effect that causes it: whose, and of which card */
    HAS_ATTACK = 1 << 9, /* the attack that the card falls to */
    HAS_AMOUNT = 1 << 10,
    HAS_ABILITY = 1 << 11, /* amount = ability, 0 = a card */
    HAS_POINT = 1 << 12,
    HAS_TURNED = 1 << 13, /* amount = 0 up, 1 rested or down */
    HAS_BATTLE = 1 << 14, /* whether it is damage of a battle */
    HAS_DEED = 1 << 15,
    HAS_STAT = 1 << 16,
    HAS_COUNTER = 1 << 17, /* the kind of counters */
};

/* Is that kind of event an act of its player? */
static inline bool event_is_act(unsigned kind) {
    return (ev_bit(EV_ATTACK) | ev_bit(EV_SUPPORT) | ev_bit(EV_BLOCK) | ev_bit(EV_PLAY) |
            ev_bit(EV_COUNTER) | ev_bit(EV_USED) | ev_bit(EV_CHECK) | ev_bit(EV_SHUFFLE) |
            ev_bit(EV_SHOW) | ev_bit(EV_LOOK)) &
           ev_bit(kind);
}
/* An event that no effect causes. */
static inline Event event_make(const State *s, unsigned kind, PlayerId player, CardId card) {
    return (Event){.kind = (uint8_t)kind,
                   .player = player,
                   .card = card,
                   .from =
                       card && (kind == EV_SHOW || kind == EV_LOOK) ? card_of(s, card)->zone : NONE,
                   .actor = event_is_act(kind) ? player : NOBODY,
                   .by = NOBODY,
                   .inc = card ? card_of(s, card)->inc : 0};
}
/* Records that the effect in the context, or its cost, causes the event, and who carries it out. */
static inline Event *event_caused(const State *s, Event *e, unsigned ctx, PlayerId actor) {
    e->by = s->ctx[ctx].master;
    e->ctx = (uint8_t)ctx;
    e->cost = s->ctx[ctx].paying != 0;
    e->actor = actor;
    return e;
}
/* The card whose effect causes the event, NONE = a rule. */
static inline CardId event_cause(const State *s, const Event *e) {
    return e->by == NOBODY ? NONE : s->ctx[e->ctx].source.card;
}

/* Events that happen at once: first = batch_open(r), any number of batch_add, batch_do(r,
 * first). The returned Event is valid until the next call. */
unsigned batch_open(const Run *r);
Event *batch_add(Run *r, unsigned kind, PlayerId player, CardId card);
/* Adds an event by which the player stands up or rests the card. */
void batch_orient(Run *r, PlayerId player, CardId card, bool rest);
/* Adds a move from where the card is; the caller may fill in put, seats_to, other, the actor and
 * the cause. */
Event *batch_move(Run *r, CardId card, PlayerId to_player, ZoneId to, unsigned how);
/* Offers the batch to replacement effects and applies it. True: the caller must return (a frame
 * was pushed, or the game is over). */
bool batch_do(Run *r, unsigned first);
void ties_forget(const Run *r); /* with Game.ties_kept: who followed whom is not known any more */
bool batch_go(Run *r, unsigned first);           /* the rest of batch_do, after Game.intercept */
bool replace_compulsory(Run *r, unsigned first); /* does a mandatory replacement apply? */
const Event *replaced_event(State *s);    /* the event that the running text replaces; null: none */
void batch_drop(Run *r, unsigned first);  /* discards the batch */
bool batch_apply(Run *r, unsigned first); /* applies it, after replacements */
/* A batch of a single event. */
void event_one(Run *r, unsigned kind, PlayerId player, CardId card, CardId other, int amount);
/* An event that changes no fact: only listeners and the observer see it. */
void event_tell(Run *r, unsigned kind, PlayerId player, CardId card, CardId other, int amount);
void event_report(Run *r, const Event *e); /* the same, for an event with actor and cause */
/* Adds a deed of the game to the batch if anything listens for deeds; else returns null. */
Event *batch_deed(Run *r, unsigned deed, PlayerId player, CardId card, CardId other, int amount);
void event_show(Run *r, PlayerId player, CardId card); /* shows the card to all players */
/* Can the card move there at all? It must exist, and belong to that player or the zone accept
 * foreign cards. */
bool move_possible(const Run *r, CardId c, PlayerId to_player, ZoneId to);

/* Are both zones parts of one area, so that the move changes no zone? */
static inline bool same_area(const Game *g, ZoneId from, ZoneId to) {
    return from != to && g->zones[from].area && g->zones[from].area == g->zones[to].area;
}

/* ---- succeed.c ------------------------------------------------------------------------------- */

/* 'now' takes the place of 'old': effects on it, its counters, tied cards, roles, deeds and all
 * references of waiting and running abilities are about 'now' from here on. */
void card_succeed(Run *r, CardRef old, CardRef now);

/* ---- stack.c --------------------------------------------------------------------------------- */

/* Pushes an empty row, to be filled by the caller. */
Stacked *stack_push(Run *r, unsigned sort, PlayerId master);
Stacked *stack_row(State *s, unsigned serial);     /* null: no such row any more */
Stacked stack_take(State *s, unsigned serial);     /* removes the row and returns it */
void stack_aim(Run *r, Stacked *t, Target target); /* adds a target to the row */
static inline Stacked *stack_top(State *s) { return s->nstack ? &s->stack[s->nstack - 1] : 0; }
/* Records that 'by' did something to 'on'; a record exists at most once. */
void deed_add(Run *r, unsigned kind, CardRef by, CardRef on);
void deeds_forget(State *s, unsigned kinds); /* drops all deeds of the kinds, bit each */
/* Drops the deeds of the kinds that 'by' did to 'on'. */
void deeds_undo(State *s, unsigned kinds, CardId by, CardId on);

/* ---- counter.c: counters by kind on cards (card) and players (card NONE) --------------------- */

/* Number of counters of the kind on the card, or on the player if card is NONE. */
int counter_of(const State *s, CardId card, PlayerId player, unsigned kind);
/* Adds 'by', not below 0. Call it only from EV_COUNTERS and when laying out a board. */
void counter_add(Run *r, CardId card, PlayerId player, unsigned kind, int by);
void counters_drop(State *s, CardId card); /* removes all counters from the card */

/* ---- memory.c: what has happened this turn, as far as texts ask ------------------------------ */

void memory_note(Run *r, const Event *e); /* records an applied event of a kind in Pack.watched */
void memory_forget(Run *r);               /* a turn begins */
/* Has the watch happened to the card in this life, from the player's point of view? */
bool memory_done(const State *s, unsigned watch, PlayerId you, CardRef c);

/* ---- trigger.c ------------------------------------------------------------------------------- */

/* Triggers abilities on a point of the turn. */
void trigger_point(Run *r, unsigned point, PlayerId player);
/* As trigger_point, but each ability fires once until trigger_fired_clear. Returns how many
 * triggered. */
unsigned trigger_point_once(Run *r, unsigned point, PlayerId player);
void trigger_fired_clear(Run *r); /* lets them fire again */
/* How often the ABIL_TALLY ability has matched; counters_drop begins anew. */
int tally_of(const Run *r, CardId c, AbilId a);
bool ability_valid(Run *r, CardId c,
                   AbilId a); /* in a valid zone, face up, condition holds, not lost */
/* The ability's keywords; those of Game.delayed_keywords if a text created it as a trigger. */
static inline uint32_t ability_keys(const Run *r, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    const bool delayed = (b->flags & ABIL_DELAYED) && b->kind == ABIL_TRIGGERED;
    return b->keywords | (delayed ? r->g->delayed_keywords : 0);
}
bool ability_usable(Run *r, CardId c, AbilId a); /* valid, and not used up this turn */
/* Adds a waiting ability; e is the event or null, 'effect' the index + 1 of a delayed trigger or
 * 0. */
void waiting_add(Run *r, AbilId a, PlayerId master, CardRef source, const Event *e,
                 unsigned effect);
/* Hides a card that was shown for its ability, unless another ability of it still waits. */
void hide_shown(Run *r, CardRef c);
/* Events that a card still listens to when it leaves play, or is turned down, with them. */
static inline EventSet leaving_events(const Run *r) {
    return ev_bit(EV_MOVE) | (r->g->how_kill ? ev_bit(EV_BEAT) : 0) |
           (r->g->hears_being_turned ? ev_bit(EV_FACE) | ev_bit(EV_DEED) : 0);
}
/* Index of the row of that ability which is being played (WAIT_PLAYED), nwaiting if it is gone. */
unsigned waiting_played(const State *s, AbilId a, CardRef source);
void waiting_drop(Run *r, unsigned i); /* removes row i, and hides its card */
/* Are there state triggers, or abilities that grant some? */
static inline bool states_listened(const State *s) {
    return (s->listened_events | s->grantable) & ev_bit(EV_STATE);
}
void waiting_state(Run *r,
                   unsigned touched); /* checks state triggers that read the zones (DEPENDS_*) */
/* Shows an applied event to every ability that listens now or, in 'gone', listened just before
 * it. */
void trigger_scan(Run *r, const Event *e, const Departed *gone);
void questions_in_order(Run *r, unsigned from); /* sorts the frames from 'from' on by turn order */
/* Counts a use of the ability against its limits; spent waiting rows are flagged. */
void ability_used(Run *r, CardRef source, AbilId a);
/* Has the ability, which has one use a turn, been used? */
bool ability_spent(const Run *r, CardId c, AbilId a);
/* A state trigger was resolved: it triggers again if its state still holds. */
void state_trigger_resolved(Run *r, CardRef source, AbilId a);

/* ---- effect.c: continuous effects and layers; info.c: reading the results -------------------- */

/* What a card can lose. */
enum Lost { LOST_ABILITIES = 1, LOST_TRAITS = 2, LOST_NAMES = 4 };
/* What a card can gain: Extra.kind, and operand of GAIN. */
enum Add {
    ADD_NAME = 1,
    ADD_TRAIT,
    ADD_KIND,
    ADD_KEYWORD,
    SET_KIND,
    LOSE_KEYWORD,
    LOSE_TRAIT,
    SET_TRAIT,
    /* Notes, which change no information of the card: others read them. Unlike rule changes they
     * can be read while values are derived. */
    ADD_ACCEPTS,      /* its conditional abilities are valid with that name, too; 0: in any case */
    ADD_ACCEPTS_ALL,  /* the same for all cards of its master */
    ADD_UNCOUNTED,    /* texts that count the cards of these zones leave it out */
    ADD_COUNTED_AS,   /* texts count its master's cards in a zone otherwise: tally_term */
    ADD_COUNTS_AS,    /* the same for texts of the card itself */
    ADD_COUNTED_LESS, /* texts and rules count its master's cards in a zone as so many less */
    ADD_STEADY,       /* effects of its master's opponents do not change its numbers */
    LOSE_NAME,        /* no note */
    /* notes again */
    ADD_IMMUNE, /* continuous effects do not apply to it: kinds of their source, IMMUNE_* */
    ADD_FLOOR,  /* effects of its master's opponents do not bring its defence below that */
    ADD_LEAST   /* nor does any effect */
};
enum { IMMUNE_OPPONENTS = 256, IMMUNE_LOWERING = 512 }; /* only theirs; only what lowers defence */
static inline bool is_note(unsigned what) {
    return (what >= ADD_ACCEPTS && what <= ADD_STEADY) || what >= ADD_IMMUNE;
}
/* Term of ADD_COUNTED_AS and its kin: zones, and above them a number up to TALLY_MAX. */
enum { TALLY_SHIFT = 12, TALLY_MAX = 15 };
static inline unsigned tally_term(unsigned zones, int n) {
    int most = n < TALLY_MAX ? n : TALLY_MAX;
    return zones | (unsigned)(most > 0 ? most : 0) << TALLY_SHIFT;
}
Touch effect_touches(const Run *r, const Effect *e); /* TOUCH_* */
Touch effects_touch(const Run *r);                   /* of all effects together */
RuleSet effect_rules(const Run *r, const Effect *e); /* rule changes it makes */
/* The layer in which a gain (enum Add) applies. What is lost is lost in the layer in which it would
 * be gained, so that the later one of the two wins. */
static inline unsigned gain_layer(const Game *g, unsigned what) {
    bool trait = what == ADD_TRAIT || what == LOSE_TRAIT,
         keyword = what == ADD_KEYWORD || what == LOSE_KEYWORD;
    return g->layer_of[trait ? CHANGE_TRAIT : keyword ? CHANGE_KEYWORD : CHANGE_INFO];
}
static inline unsigned loss_layer(const Game *g, unsigned what) {
    return g->layer_of[what & LOST_ABILITIES ? CHANGE_LOSS : CHANGE_INFO];
}
/* TOUCH_* of a gain or loss. */
static inline Touch gain_touches(const Game *g, unsigned what) {
    static const Touch told[] = {
        [ADD_NAME] = TOUCH_NAMES,    [ADD_TRAIT] = TOUCH_TRAITS, [ADD_KIND] = TOUCH_KINDS,
        [ADD_KEYWORD] = TOUCH_KEYS,  [SET_KIND] = TOUCH_KINDS,   [LOSE_KEYWORD] = TOUCH_KEYS,
        [LOSE_TRAIT] = TOUCH_TRAITS, [SET_TRAIT] = TOUCH_TRAITS, [LOSE_NAME] = TOUCH_NAMES};
    if (is_note(what)) return 1u << gain_layer(g, what) | TOUCH_KEYS;
    return 1u << gain_layer(g, what) | told[what];
}
static inline Touch loss_touches(const Game *g, unsigned what) {
    return 1u << loss_layer(g, what) | (what & LOST_ABILITIES ? TOUCH_KEYS : 0u) |
           (what & LOST_TRAITS ? TOUCH_TRAITS : 0u) | (what & LOST_NAMES ? TOUCH_NAMES : 0u);
}
/* TOUCH_* of whatever grants the ability, besides TOUCH_ABILITY. */
static inline Touch granted_touches(const AbilityDef *b) {
    return (b->touches & (TOUCH_INFORMATION | TOUCH_RULE)) |
           (b->events & ev_bit(EV_KEYWORD) ? TOUCH_KEYS : 0u);
}
/* The layer in which "becomes N" applies to a number of the card. */
unsigned set_layer(const Run *r, CardId c, unsigned stat);
/* Applies a static ability in one layer. With 'probe', writes nothing and hashes what it would
 * write. */
void ability_apply(Run *r, CardId c, AbilId a, unsigned layer, uint64_t *probe);
/* Is the condition of the ability true, or does a note make up for it? */
bool condition_met(Run *r, const struct Eval *e, const AbilityDef *b);
void derive_now(Run *r);            /* derives all values, but not rule changes */
void derive_rules(Run *r);          /* derives the rule changes in force */
static inline void derive(Run *r) { /* derives everything that is dirty */
    if (r->s->dirty & DIRTY_VALUES) derive_now(r);
    if (r->s->dirty & DIRTY_RULES) derive_rules(r);
}
/* Recomputes State.layers and may_rule without deriving. Abilities that will be granted count
 * through those that grant them. */
void layers_recompute(Run *r);
/* Bitmask of the listeners to one kind of event among the 64 from 'first' on. Unrolled by four;
 * rows behind the last are zero. */
static inline uint64_t listening(const State *s, unsigned first, unsigned kind) {
    uint64_t out = 0;
    const unsigned n = s->nlisteners - first < 64 ? s->nlisteners - first : 64;
    for (unsigned i = 0; i < n; i += 4) {
        const Listener *l = &s->listen[first + i];
        uint64_t four = (l[0].events >> kind & 1) | (l[1].events >> kind & 1) << 1 |
                        (l[2].events >> kind & 1) << 2 | (l[3].events >> kind & 1) << 3;
        out |= four << i;
    }
    return out;
}
/* Loops over the listeners to one kind of event. */
#define LISTENING(i, s, kind)                                                                      \
    for (unsigned i##_ = 0, i = 0; i##_ < (s)->nlisteners; i##_ += 64)                             \
        for (uint64_t i##_left = listening(s, i##_, kind);                                         \
             i##_left && (i = i##_ + (unsigned)__builtin_ctzll(i##_left), true);                   \
             i##_left &= i##_left - 1)

/* May any of this (TOUCH_*) be out of date? */
static inline bool derive_due(Run *r, unsigned what) {
    const State *s = r->s;
    if (!(s->due & what)) return false;
    if (s->layers == TOUCH_ALL) layers_recompute(r);
    return s->due & what;
}
/* TOUCH_* of a number. */
static inline unsigned stat_touches(unsigned stat) {
    static const Touch touches[STAT_COUNT] = {
        [STAT_ATK] = TOUCH_ATK,     [STAT_DEF] = TOUCH_DEF,       [STAT_COST] = TOUCH_COST,
        [STAT_THIRD] = TOUCH_THIRD, [STAT_FOURTH] = TOUCH_FOURTH, [STAT_FIFTH] = TOUCH_FIFTH,
    };
    return touches[stat];
}
/* Derives if information of these kinds (TOUCH_*) may be out of date. Call it before reading
 * any. */
static inline void derive_for(Run *r, unsigned what) {
    if (derive_due(r, what)) derive_now(r);
}
/* Are there notes (ADD_ACCEPTS and its kin) on cards? If so, State.extra is up to date. */
static inline bool notes_made(Run *r) {
    if (__builtin_expect(!(r->pack->rules & rule_bit(RULE_NOTED)), 1)) return false;
    derive_for(r, TOUCH_KEYS);
    return r->s->nextra;
}
/* How many cards the player has in the zone, as rules count them: a text may take some off. */
static inline unsigned zone_tally(Run *r, PlayerId p, ZoneId z) {
    unsigned n = r->s->player[p].count[z];
    if (!n || !notes_made(r)) return n;
    for (unsigned i = 0; i < r->s->nextra; i++) {
        const Extra *x = &r->s->extra[i];
        unsigned less = x->term >> TALLY_SHIFT;
        if (x->kind == ADD_COUNTED_LESS && (x->term >> z & 1) &&
            card_of(r->s, x->card)->holder == p)
            n -= less < n ? less : n;
    }
    return n;
}
/* Makes sure that the granted abilities that listen to one of these kinds are in State.listen and
 * in its unions. Call it before reading them. */
static inline void listeners_derive(Run *r, EventSet kinds) {
    if (r->s->grantable & kinds) derive_for(r, TOUCH_ABILITY);
}
/* rules_among, once one of the kinds may be in force. */
bool rules_derived(Run *r, RuleSet kinds);
/* Is a rule change of these kinds in force? If so, State.rule is up to date. Mostly none can be, so
 * that test alone is inlined. */
static inline bool rules_among(Run *r, RuleSet kinds) {
    return __builtin_expect((r->s->may_rule & kinds) != 0, 0) && rules_derived(r, kinds);
}
static inline bool rule_any(Run *r, unsigned rule) { return rules_among(r, rule_bit(rule)); }
/* As card_visible, with rule changes brought up to date. */
static inline bool card_seen(Run *r, PlayerId viewer, CardId c) {
    if (r->g->rule_open_cards) rule_any(r, r->g->rule_open_cards);
    return card_visible(r, viewer, c);
}
/* ---- sleep.c: deck cards with static abilities about themselves ------------------------------ */

/* What card_sleep restores. */
typedef struct Woken {
    Card card;
    uint8_t nextra, nmodified;
    Extra extra[MAX_EXTRA];
} Woken;
bool ability_sleeps(const Run *r, const Card *k,
                    const AbilityDef *b);   /* may the ability sleep where the card lies? */
void card_wake(Run *r, CardId c, Woken *w); /* derives it alone; card_sleep must follow */
void card_sleep(Run *r, CardId c, const Woken *w);
static inline bool card_asleep(const State *s, CardId c) {
    return __builtin_expect(card_of(s, c)->flags & CARD_ASLEEP, 0);
}

/* Values of a face-down card. */
static inline const Guise *guise_of(const Run *r, const Card *k) {
    static const Guise none;
    return k->guise ? &r->s->guise[k->guise - 1] : &none;
}
void card_printed(Run *r, CardId c); /* resets derived values to the printed ones */
int card_stat(Run *r, CardRef c,
              unsigned stat); /* after all effects; last known if the card left */
static inline unsigned card_kinds(Run *r, CardId c) {
    if (!c) return 0;
    derive_for(r, TOUCH_KINDS);
    return card_of(r->s, c)->kinds;
}
/* The card's cost after all effects. */
static inline int card_cost(Run *r, CardId c) {
    if (card_asleep(r->s, c)) return card_stat(r, ref_to(r->s, c), STAT_COST);
    derive_for(r, TOUCH_COST);
    return card_of(r->s, c)->now.cost;
}
static inline bool card_silent(Run *r, CardId c) { /* has the card lost its abilities? */
    derive_for(r, TOUCH_KEYS);
    return card_of(r->s, c)->lost & LOST_ABILITIES;
}
/* Does the card have this name (or part of a name), trait, keyword? After all effects. */
bool card_named(Run *r, CardId c, TermId t);
/* The same for a reference to a life of the card: while triggers look at its departure, as it
 * was before. */
bool card_named_then(Run *r, CardRef c, TermId t);
bool card_trait_then(Run *r, CardRef c, TermId t);
bool card_named_wholly(Run *r, CardId c, TermId t); /* its whole name equals the term */
bool card_trait(Run *r, CardId c, TermId t);
/* Writes the traits of that sort (from 1) that the card has now. */
unsigned card_terms(Run *r, CardId c, unsigned sort, TermId out[MAX_TRAITS]);
uint32_t card_keywords(Run *r, CardId c);
uint32_t keywords_lost(const State *s, CardId c); /* as last derived */
/* Appends an effect and invalidates derived values. The caller fills in the rest. */
Effect *effect_add(Run *r, unsigned kind, Duration d, PlayerId master);
/* Renews effect i: gives it a new time stamp and moves it to the end. */
void effect_renew(State *s, unsigned i);
void effect_remove(Run *r, unsigned i); /* ends effect i at once */
/* Removes effects whose duration ends now: d is DUR_TURN, DUR_ATTACK, DUR_UNTIL +
 * point, or DUR_WHILE_SOURCE. */
void effects_end(Run *r, Duration d);
/* For DUR_WHILE_*SOURCE: does the condition on the source still hold? */
bool source_stays(const Run *r, CardRef source, PlayerId master, Duration d);
void effects_new_turn(Run *r);          /* wakes effects that were made for this turn */
void effects_arrival(Run *r, CardId c); /* applies EFF_NEXT to a card just put somewhere */
/* Number of rule changes of this kind in force for the player (NOBODY: any) and card. */
unsigned rules_counted(Run *r, unsigned rule, PlayerId p, CardId c);
static inline unsigned rule_on(Run *r, unsigned rule, PlayerId p, CardId c) {
    return rule_any(r, rule) ? rules_counted(r, rule, p, c) : 0;
}
unsigned rules_summed(Run *r, unsigned rule, PlayerId p, CardId c);
/* Sum of their amounts. */
static inline unsigned rules_sum(Run *r, unsigned rule, PlayerId p, CardId c) {
    return rule_any(r, rule) ? rules_summed(r, rule, p, c) : 0;
}
/* While deriving: puts a rule change in force, for cards that pass pc or for one card. */
void rule_now(Run *r, unsigned rule, PlayerSet players, PlayerId master, CardRef source, Pc pc,
              int amount);
void rule_now_card(Run *r, unsigned rule, PlayerSet players, PlayerId master, CardRef card,
                   int amount);
/* While deriving: what effects write to a card. */
void stat_add(Run *r, CardId c, unsigned stat, int n);
void grant_now(Run *r, CardId c, AbilId a);
void stat_join(Run *r, CardRef c, unsigned stat, int n); /* likewise; bits to Game.mask_stat */
bool stat_kept(Run *r, CardId c, PlayerId by); /* ADD_STEADY: against effects of that player */
/* ADD_IMMUNE: does the effect of that player and source not apply to the card? */
bool effect_refused(Run *r, CardId c, PlayerId by, CardId source);
/* ADD_IMMUNE, ADD_FLOOR, ADD_LEAST: after an effect was applied, limits how far it lowered the
 * defence. */
void effect_bounded(Run *r, CardId c, PlayerId by, CardId source, int before);
void extra_add(Run *r, CardId c, unsigned kind, unsigned term);
void mark_given(const Run *r, unsigned op, unsigned what); /* marks the clauses of a GAIN or LOSE */
void lost_add(Run *r, CardId c, unsigned lost);

/* While deriving: puts a prohibition in force, for all cards or (card) for one. */
void ban_now(Run *r, PlayerId master, CardRef source, Pc pattern, CardId card);

/* ---- forbid.c: prohibitions by pattern ------------------------------------------------------- */

/* Is any prohibition by pattern in force? If no text of the pack makes one, this is one test. */
static inline bool bans_in_force(Run *r) {
    return __builtin_expect((r->pack->rules & rule_bit(RULE_FORBID)) != 0, 0) &&
           rule_any(r, RULE_FORBID);
}
COLD bool event_banned(Run *r, const Event *e);
/* Is it forbidden that the event happens? */
static inline bool event_forbidden(Run *r, const Event *e) {
    return bans_in_force(r) && event_banned(r, e);
}
COLD bool act_banned(Run *r, unsigned kind, PlayerId player, CardId card, CardId other, int amount);
/* The same for an event that a rule would cause. */
static inline bool act_forbidden(Run *r, unsigned kind, PlayerId player, CardId card, CardId other,
                                 int amount) {
    return bans_in_force(r) && act_banned(r, kind, player, card, other, amount);
}
/* The same for a move from where the card lies; 'like' has how, by and the other fields. */
COLD bool move_banned(Run *r, CardId card, PlayerId to_player, ZoneId to, const Event *like);
/* The same for a move by a rule. */
static inline bool rule_move_forbidden(Run *r, CardId card, PlayerId to_player, ZoneId to,
                                       unsigned how) {
    if (!bans_in_force(r)) return false;
    const Event like = {.how = (uint8_t)how, .actor = to_player, .by = NOBODY};
    return move_banned(r, card, to_player, to, &like);
}
/* The same for a move by a rule to these seats. */
static inline bool rule_seat_forbidden(Run *r, CardId card, PlayerId to_player, ZoneId to,
                                       unsigned seats, unsigned how) {
    if (!bans_in_force(r)) return false;
    const Event like = {
        .how = (uint8_t)how, .actor = to_player, .by = NOBODY, .seats_to = (SeatSet)seats};
    return move_banned(r, card, to_player, to, &like);
}
COLD void batch_strike(Run *r, unsigned first); /* removes events of effects that are forbidden */

/* ---- random.c, hash.c, player.c -------------------------------------------------------------- */

void random_seed(State *s, uint64_t seed);
/* Uniform in 0 .. n-1. */
uint32_t random_below(State *s, uint32_t n);
uint64_t state_hash(const State *s); /* of all bytes */
/* Hash of a zone, computed from scratch. */
uint64_t zone_hash(const State *s, const Player *q, unsigned z, bool ordered);
uint64_t position_hash(Run *r); /* of what makes two positions "the same" for the loop rules */
void loop_open(Run *r);         /* an open position's question is complete */
void loop_question(Run *r);     /* any other question */
void loop_answered(Run *r, unsigned options); /* State.picked was chosen out of so many */
void loop_closed(State *s);                   /* no open position follows in this phase */
void loop_forget(State *s);                   /* a new turn */
uint64_t loop_shape(const Run *r); /* of what stays the same in a loop that makes a number grow */
uint64_t action_key(const Option *o);

/* ---- repeat.c: loops that make something grow ------------------------------------------------ */

void repeat_note(State *s);        /* the choices of State.path are an action that is over */
void repeat_forget(State *s);      /* another position follows */
COLD void repeat_open(Run *r);     /* an open position's question: offers OPT_REPEAT, or goes on */
COLD bool repeat_answered(Run *r); /* was the answer about repeating? Then it is dealt with */
COLD int repeat_choice(Run *r);    /* the option that the repeated round takes, -1: ask */
COLD void repeat_did(Run *r, const Option *o); /* an action begins at an open position */

/* Is the player still in the game? */
static inline bool player_in(const State *s, PlayerId p) {
    return !(s->player[p].flags & PLAYER_OUT);
}
PlayerSet players_in(const State *s);
static inline PlayerSet everyone(const State *s) { return (PlayerSet)((1u << s->nplayers) - 1); }
PlayerSet opponents(const Run *r, PlayerId p); /* those still in the game */
PlayerSet players_spoken_of(const Run *r,
                            PlayerId you);        /* the players that "players" means in his text */
PlayerSet team_mates(const State *s, PlayerId p); /* including himself */
PlayerId team_speaker(const State *s, PlayerId p); /* who answers when the team acts as one */
/* The player opposite at the table; the neighbour in turn order who has not left in an earlier
 * turn. */
PlayerId player_facing(const State *s, PlayerId p);
PlayerId player_beside(const State *s, PlayerId p, bool after);
PlayerId player_next(const State *s,
                     /* The player (of a team: its speaker) whose turn follows. */
                     PlayerId p);
/* The players whose turn it is: one, or a team. */
static inline PlayerSet turn_side(const State *s) {
    return s->team_size > 1 ? team_mates(s, s->turn_player) : player_bit(s->turn_player);
}
/* The i-th player in the order in which choices are made: turn player first. */
PlayerId player_nth(const State *s, unsigned i);
/* Losing and winning. Losers leave before the next step (State.leaving). */
void player_lose(Run *r, PlayerSet set);
void player_win(Run *r, PlayerSet set);
void players_all_lose(Run *r);
void players_leave(Run *r); /* leave.c */
/* The opponent that the master picked for an ABIL_ONE_OPPONENT ability; NOBODY: none. */
void opponent_pick(Run *r, CardId c, AbilId a, PlayerId p);
PlayerId opponent_picked(const Run *r, CardId c, AbilId a);
/* Asks the master for these opponents when the card arrives. */
void opponents_ask(Run *r, CardId c);
/* False: the game is over or the player is out. */
bool run_concede(Run *r, PlayerId p);
