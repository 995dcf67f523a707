/* The run context: a state, the tables it is played by, and an optional observer.
 *
 * Every function of the core takes 'Run *r'. Nothing about a position lives outside r->s. */
#pragma once
#include "gen/clauses.h"
#include "kernel/game.h"
#include "kernel/pack.h"
#include "kernel/cache.h"

typedef struct Run Run;

/* What somebody outside may watch. Never part of the state; null costs nothing. */
typedef struct Observer {
    void (*mark)(struct Observer *, const Run *, Clause);         /* a clause is carried out */
    void (*event)(struct Observer *, const Run *, const Event *); /* an event was applied */
    void (*forced)(struct Observer *, const Run *, const Decision *,
                   const Option *); /* answered without asking */
    /* An ability does what it says: it begins to be carried out, or its static effect is written,
     * or what it is asked for is so. The card is 0 where there is no game yet. */
    void (*used)(struct Observer *, const Run *, CardId, AbilId);
    Clause clause; /* the last clause marked */
} Observer;

struct Run {
    State *s;
    const Game *g;
    const Pack *pack;
    Observer *obs;
    State *scratch;       /* a second block of the same size, for trials: never null in play */
    uint32_t ask_single;  /* judges: kinds of question that are asked even if they have a single
                             answer, bit per kind */
    struct Undo *undo;    /* while an effect is tried: what it changes */
    const CardId *silent; /* while it is derived: cards whose abilities do nothing */
    unsigned nsilent;
    bool deriving;             /* values are being derived */
    bool lost;                 /* meanwhile: abilities were taken away */
    struct Departed *departed; /* while a batch is applied: who listened before it and has left */
    const struct Departed *before; /* while triggers look at it: what its cards were */
};

/* Listeners that went with the batch being applied, and the life of their card; granted ones first.
 */
typedef struct Departed {
    unsigned n, granted;
    Listener at[2 * MAX_LISTENERS];
    uint16_t life[2 * MAX_LISTENERS];
    unsigned nwere, nextra; /* cards that left play: what they had lost and got */
    struct {
        CardRef ref;
        uint16_t lost;
        bool masked;
    } were[MAX_BATCH];
    Extra extra[MAX_EXTRA];
} Departed;

/* ---- ok.c: what always holds
 * ---------------------------------------------------------------------------------- */

const char *hashes_ok(const Run *r);
const char *state_ok(Run *r); /* null, or the name of the invariant that does not hold */
/* cache.c: null, or which invariant of cache.h does not hold at this decision. copy->s is a copy of
 * the state, and is clobbered. */
const char *caches_ok(Run *copy, const State *is);
#ifdef FUDA_DEBUG
void core_assert_failed(const char *what, const char *file,
                        int line); /* the host prints and aborts */
void core_assert(bool ok, const char *what, const char *file, int line);
#define ASSERT(x) core_assert((x), #x, __FILE__, __LINE__)
#else
#define ASSERT(x) ((void)0)
#endif

/* Games are mostly played unwatched: telling marks is kept out of the way. */
#define WATCHED(r) __builtin_expect((r)->obs != 0, 0)
__attribute__((cold, noinline)) void run_mark(const Run *r, unsigned clause);
__attribute__((cold, noinline)) void run_kernel_mark(const Run *r, KernelMark m);

/* RULE(clause): it is carried out here. Uses the local 'r'. */
#define RULE(c)                                                                                    \
    do {                                                                                           \
        if (WATCHED(r)) run_mark(r, (c));                                                          \
    } while (0)
/* For clauses named by tables and texts; 0: none. */
static inline void run_rule(const Run *r, unsigned c) {
    if (WATCHED(r) && c) run_mark(r, c);
}

static inline void run_used(const Run *r, CardId c, AbilId a) {
    if (!WATCHED(r)) return;
    unsigned beside = r->pack->abil[a].reminder;
    bool box = r->pack->abil[a].kind == ABIL_CHECKED;
    if (beside & BESIDE_REMINDER) run_kernel_mark(r, KM_REMINDER);
    if (beside & BESIDE_NAME) run_kernel_mark(r, box ? KM_BOX_NAME : KM_ABILITY_NAME);
    if (r->obs->used) r->obs->used(r->obs, r, c, a);
}

/* What the kernel does for every game, told as the game's clauses. */
static inline void kmark(const Run *r, KernelMark m) {
    if (WATCHED(r)) run_kernel_mark(r, m);
}

/* ---- run.c: the scheduler ---------------------------------------------------------------------
 */

typedef enum Status { STATUS_DECISION, STATUS_OVER } Status;
Status run_on(Run *r);                    /* until a decision is due or the game is over */
bool run_answer(Run *r, unsigned option); /* false: refused, nothing changed */
Frame *frame_push(Run *r, unsigned proc); /* callee runs before the caller goes on */
Frame *frame_push_under(Run *r, unsigned proc, unsigned over); /* below the 'over' frames on top */
void frame_pop(Run *r);
void frame_cut(Run *r); /* it is broken off, with what it holds */
static inline Frame *frame_top(Run *r) { return &r->s->frame[r->s->nframes - 1]; }
/* Would the scheduler come back to this frame next? Then a procedure may go on by itself. */
static inline bool frame_goes_on(Run *r, const Frame *f, unsigned proc) {
    const State *s = r->s;
    if (f != frame_top(r) || f->proc != proc) return false;
    if (s->ask.pending | s->result | s->leaving) return false;
    ASSERT(!state_ok(r));
    return true;
}
void run_fault(Run *r, unsigned fault);
/* What was just pushed begins at once, as the scheduler would do next; the caller only returns. */
static inline void frame_begin(Run *r, Frame *f, ProcFn begins) {
    if (!r->s->result) begins(r, f);
}
unsigned ctx_open(Run *r, AbilId abil, PlayerId master, CardRef source); /* 0: no room (fault) */
void ctx_close(Run *r, unsigned ctx);
bool ctx_room(const State *s); /* abilities inside one another: is there room for one more? */

/* Registers of a context (State.reg). Pointers into a register hold until any register changes. */
void reg_resize(Run *r, Context *x, unsigned reg, unsigned n); /* new cards are zero */
static inline void reg_clear(Run *r, Context *x, unsigned reg) {
    if (x->n[reg]) reg_resize(r, x, reg, 0);
}
void reg_set(Run *r, Context *x, unsigned reg, const CardRef *c, unsigned n);
void reg_copy(Run *r, Context *x, unsigned to, unsigned from);
void reg_push(Run *r, Context *x, unsigned reg, CardRef c);

/* ---- decision.c: the one door for choice -------------------------------------------------------
 */

void options_clear(State *s, unsigned n); /* eight at a time: there are seldom more */
/* Offers one of a card if 'yes', without a branch. At least 64 fit behind what is there. */
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
void ask_begin(Run *r, PlayerId p, unsigned kind, unsigned clause);
void ask_add(Run *r, Option o);
void ask_add_cards(Run *r, const CardRef *c, unsigned n); /* OPT_CARD each */
/* One option: taken at once; more: the game waits for an answer, and true is told. */
bool ask_done(Run *r);
/* A question whose only answer is known: told to an observer, not asked. Changes nothing. */
void ask_forced(Run *r, PlayerId p, unsigned kind, unsigned clause, Option only);
bool ask_player(Run *r, PlayerId p, PlayerSet among, unsigned clause);
void ask_drop(Run *r); /* the pending question is gone */

/* ---- zone.c ------------------------------------------------------------------------------------
 */

static inline unsigned zone_count(const State *s, PlayerId p, ZoneId z) {
    return s->player[p].count[z];
}
static inline CardId zone_top(const State *s, PlayerId p, ZoneId z) {
    unsigned n = s->player[p].count[z];
    return n ? zone_card(&s->player[p], z, n - 1) : NONE;
}
void zone_link(Player *q, ZoneId z, CardId c,
               unsigned i); /* only the list: as the i-th card from below */
void zone_insert(Run *r, CardId c, PlayerId p, ZoneId z, unsigned pos);
void zone_remove(Run *r, CardId c);
/* From where it lies, if anywhere, to the zone; NONE: to nowhere. */
void zone_move(Run *r, CardId c, PlayerId p, ZoneId z, unsigned pos);
void zone_shuffle(Run *r, PlayerId p, ZoneId z);
CardId seat_card(const State *s, PlayerId p, ZoneId z,
                 unsigned seat); /* the one placed last, 0 = empty */
/* How many seats the player's zone has. */
static inline unsigned zone_seats(const Run *r, PlayerId p, ZoneId z) {
    unsigned n = r->g->zones[z].seats;
    return n ? n : r->s->player[p].seats;
}
unsigned seats_empty(const Run *r, PlayerId p, ZoneId z);
bool card_visible(const Run *r, PlayerId viewer, CardId c);
/* Turned face down where cards lie open: its information is lost. */
static inline bool card_masked(const Run *r, const Card *k) {
    return (k->flags & CARD_DOWN) && !(r->g->zones[k->zone].flags & ZONE_LIES_DOWN);
}
/* … and nothing can be given to it, where the game says so. */
static inline bool card_blank(const Run *r, const Card *k) {
    return r->g->face_down_is_blank && card_masked(r, k);
}
void listen_enter(Run *r, CardId c); /* abilities valid where it lies begin to listen */
void listen_leave(Run *r, CardId c);
void listen_add(Run *r, CardId c, AbilId a);
void listen_drop_granted(Run *r);
void heard_again(Run *r);
/* The same ability was given to the same card before: one of them is enough to be offered. */
static inline bool listener_again(const State *s, unsigned i) {
    for (unsigned j = s->nfixed; j < i; j++)
        if (s->listen[j].card == s->listen[i].card && s->listen[j].abil == s->listen[i].abil)
            return true;
    return false;
}

/* ---- event.c: the one door for change ----------------------------------------------------------
 */

enum { POS_TOP, POS_BOTTOM };
enum PutFlags {
    PUT_RESTED = 1,
    PUT_DOWN = 2,
    PUT_UP = 4,
    PUT_EMPTY_SEAT = 8,
    PUT_UPRIGHT = 16,
    PUT_TOGETHER = 32, /* simultaneous although out of an ordered zone */
    PUT_INFO = 64,
    PUT_MASTERS = 128, /* into the zone of the text's master */
    PUT_BOTTOM = 256,
    PUT_ORDERED = 512,
    PUT_SHUFFLED = 1024,
    PUT_OWNER_ASKED = 2048, /* each owner names the seat */
    PUT_NAMED_PLAYER = 4096,
    PUT_NAMED_KIND = 8192, /* the text names a kind of card that does not go there otherwise */
    PUT_OPPONENTS = 16384, /* into the zone of the opponent of the text's master */
    PUT_AS_LIKED = 32768   /* who puts them says in which order, not whose zone it is */
};
typedef enum EventKind {
#define EVENT(name, doc) EV_##name,
#include "kernel/events.def"
#undef EVENT
    EV_COUNT
} EventKind;
_Static_assert(EV_COUNT <= 64, "event kinds fit one mask");
static inline EventSet ev_bit(unsigned k) { return UINT64_C(1) << k; }

unsigned batch_open(const Run *r);
Event *batch_add(Run *r, unsigned kind, PlayerId player, CardId card);
void batch_orient(Run *r, PlayerId player, CardId card, bool rest);
Event *batch_move(Run *r, CardId card, PlayerId to_player, ZoneId to, unsigned how);
/* All at once. True: something comes first (replacements, a card shown, the end of the game). */
bool batch_do(Run *r, unsigned first);
bool replace_compulsory(Run *r, unsigned first); /* some event of the batch must be replaced */
const Event *replaced_event(State *s);           /* what the running text stands in the place of */
void batch_drop(Run *r, unsigned first);         /* it is not done after all */
bool batch_apply(Run *r, unsigned first);        /* after replacements */
void event_one(Run *r, unsigned kind, PlayerId player, CardId card, CardId other, int amount);
/* One that changes no fact: told to those who listen. */
void event_tell(Run *r, unsigned kind, PlayerId player, CardId card, CardId other, int amount);
/* A deed of the game's own is added to the batch, if anybody listens for such. */
void batch_deed(Run *r, unsigned deed, PlayerId player, CardId card, CardId other, int amount);
void event_show(Run *r, PlayerId player, CardId card); /* to all */
bool move_possible(const Run *r, CardId c, PlayerId to_player, ZoneId to);

/* ---- stack.c ------------------------------------------------------------------------------------
 */

Stacked *stack_push(Run *r, unsigned sort, PlayerId master);
Stacked *stack_row(State *s, unsigned serial);     /* null: it is not there any more */
Stacked stack_take(State *s, unsigned serial);     /* removes it; what it was */
void stack_aim(Run *r, Stacked *t, Target target); /* only of the newest */
static inline Stacked *stack_top(State *s) { return s->nstack ? &s->stack[s->nstack - 1] : 0; }
void deed_add(Run *r, unsigned kind, CardRef by, CardRef on);
void deeds_forget(State *s, unsigned kinds); /* bit per kind */
void deeds_undo(State *s, unsigned kinds, CardId by, CardId on);

/* ---- counter.c: counters by kind on cards (card) and players (card NONE) -----------------------
 */

int counter_of(const State *s, CardId card, PlayerId player, unsigned kind);
/* Adds to them, at least down to 0. Only for EV_COUNTERS and for laying a board. */
void counter_add(Run *r, CardId card, PlayerId player, unsigned kind, int by);
void counters_drop(State *s, CardId card); /* all that lie on the card */

/* ---- trigger.c ----------------------------------------------------------------------------------
 */

void trigger_point(Run *r, unsigned point, PlayerId player);
/* As trigger_point, but only for abilities that have not had their time yet; returns how many began
 * to wait. */
unsigned trigger_point_once(Run *r, unsigned point, PlayerId player);
void trigger_fired_clear(Run *r);
bool ability_valid(Run *r, CardId c, AbilId a);  /* zone, face, conditions, not lost */
bool ability_usable(Run *r, CardId c, AbilId a); /* valid, not forbidden, not used up */
void waiting_add(Run *r, AbilId a, PlayerId master, CardRef source, const Event *e,
                 unsigned effect);
void hide_again(Run *r, CardRef c);
/* Events that a card still hears which leaves with them. */
static inline EventSet heard_leaving(const Run *r) {
    return ev_bit(EV_MOVE) | (r->g->how_kill ? ev_bit(EV_BEAT) : 0);
}
void waiting_drop(Run *r, unsigned i);
void waiting_state(Run *r, unsigned touched); /* state triggers that read the zones (DEPENDS_*) */
void trigger_scan(Run *r, const Event *e, const Departed *gone);
void questions_in_order(Run *r, unsigned from); /* what came up together, by turn order */
void ability_used(Run *r, CardRef source, AbilId a);
void state_trigger_resolved(Run *r, CardRef source, AbilId a);

/* ---- effect.c: continuous effects, layers; info.c: asking for what they make
 * --------------------------------------------------------- */

enum Lost { LOST_ABILITIES = 1, LOST_TRAITS = 2, LOST_NAMES = 4 };
enum Add {
    ADD_NAME = 1,
    ADD_TRAIT,
    ADD_KIND,
    ADD_KEYWORD,
    SET_KIND,
    LOSE_KEYWORD,
    LOSE_TRAIT,
    SET_TRAIT
};
Touch effect_touches(const Run *r, const Effect *e); /* TOUCH_* */
RuleSet effect_rules(const Run *r, const Effect *e); /* rule changes it makes, bit each */
/* The layer of something gained: ADD_* and its like. */
static inline unsigned gain_layer(const Game *g, unsigned what) {
    return g->layer_of[what == ADD_TRAIT     ? CHANGE_TRAIT
                       : what == ADD_KEYWORD ? CHANGE_KEYWORD
                                             : CHANGE_INFO];
}
static inline unsigned loss_layer(const Game *g, unsigned what) {
    return g->layer_of[what & LOST_ABILITIES ? CHANGE_LOSS : CHANGE_INFO];
}
/* TOUCH_* of something gained or lost. */
static inline Touch gain_touches(const Game *g, unsigned what) {
    static const Touch told[] = {
        [ADD_NAME] = TOUCH_NAMES,    [ADD_TRAIT] = TOUCH_TRAITS, [ADD_KIND] = TOUCH_KINDS,
        [ADD_KEYWORD] = TOUCH_KEYS,  [SET_KIND] = TOUCH_KINDS,   [LOSE_KEYWORD] = TOUCH_KEYS,
        [LOSE_TRAIT] = TOUCH_TRAITS, [SET_TRAIT] = TOUCH_TRAITS};
    return 1u << gain_layer(g, what) | told[what];
}
static inline Touch loss_touches(const Game *g, unsigned what) {
    return 1u << loss_layer(g, what) | (what & LOST_ABILITIES ? TOUCH_KEYS : 0u) |
           (what & LOST_TRAITS ? TOUCH_TRAITS : 0u) | (what & LOST_NAMES ? TOUCH_NAMES : 0u);
}
/* The layer in which a number of the card becomes something. */
unsigned set_layer(const Run *r, CardId c, unsigned stat);
/* What a static ability of the card writes in a layer. */
void ability_apply(Run *r, CardId c, AbilId a, unsigned layer, uint64_t *probe);
void derive_now(Run *r);            /* values: all but rule changes */
void derive_rules(Run *r);          /* the rule changes in force */
static inline void derive(Run *r) { /* all of it */
    if (r->s->dirty & DIRTY_VALUES) derive_now(r);
    if (r->s->dirty & DIRTY_RULES) derive_rules(r);
}
void reach_again(Run *r);
/* Who listens to events of a kind, among the 64 listeners from 'first' on: bit each. Four at a
 * time; behind the last one there is nothing. */
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
/* Each of them in turn. */
#define LISTENING(i, s, kind)                                                                      \
    for (unsigned i##_ = 0, i = 0; i##_ < (s)->nlisteners; i##_ += 64)                             \
        for (uint64_t i##_left = listening(s, i##_, kind);                                         \
             i##_left && (i = i##_ + (unsigned)__builtin_ctzll(i##_left), true);                   \
             i##_left &= i##_left - 1)

/* May any of this (TOUCH_*) differ from what was derived last? */
static inline bool derive_due(Run *r, unsigned what) {
    const State *s = r->s;
    if (!(s->due & what)) return false;
    if (s->layers == TOUCH_ALL) reach_again(r);
    return s->due & what;
}
/* What a number is written by. */
static inline unsigned stat_touches(unsigned stat) {
    static const Touch touches[STAT_COUNT] = {
        [STAT_ATK] = TOUCH_ATK,     [STAT_DEF] = TOUCH_DEF,       [STAT_COST] = TOUCH_COST,
        [STAT_THIRD] = TOUCH_THIRD, [STAT_FOURTH] = TOUCH_FOURTH, [STAT_FIFTH] = TOUCH_FIFTH,
    };
    return touches[stat];
}
/* Enough for information of that kind: where nothing writes it, it may wait. */
static inline void derive_for(Run *r, unsigned what) {
    if (derive_due(r, what)) derive_now(r);
}
/* Whoever looks through State.listen first sees to it that abilities that are given are there. */
static inline void listeners_now(Run *r) {
    if (r->s->heard & ev_bit(EV_GRANTS)) derive_for(r, TOUCH_ABILITY);
}
/* Is any rule change of these kinds (bit each) in force? Then State.rule is up to date. */
static inline bool rules_among(Run *r, RuleSet kinds) {
    State *s = r->s;
    if (!(s->may_rule & kinds) || r->deriving) return false;
    if (s->layers == TOUCH_ALL) reach_again(r);
    if (!(s->may_rule & kinds)) return false;
    if ((s->dirty & DIRTY_RULES) && ((s->layers | s->derived) & TOUCH_RULE)) derive_rules(r);
    return s->rule_mask & kinds;
}
static inline bool rule_any(Run *r, unsigned rule) { return rules_among(r, rule_bit(rule)); }
/* As card_visible, for the game itself: with rule changes as they are now. */
static inline bool card_seen(Run *r, PlayerId viewer, CardId c) {
    if (r->g->rule_open_cards) rule_any(r, r->g->rule_open_cards);
    return card_visible(r, viewer, c);
}
/* ---- sleep.c: cards in a deck that tell what they are
 * --------------------------------------------------------- */

typedef struct Woken {
    Card card;
    uint8_t nextra, nmodified;
    Extra extra[MAX_EXTRA];
} Woken;
bool ability_sleeps(const Run *r, const Card *k, const AbilityDef *b); /* where the card lies */
void card_wake(Run *r, CardId c, Woken *w); /* its information is right until it sleeps again */
void card_sleep(Run *r, CardId c, const Woken *w);
static inline bool card_asleep(const State *s, CardId c) {
    return __builtin_expect(card_of(s, c)->flags & CARD_ASLEEP, 0);
}

/* What a face-down card counts as. */
static inline const Guise *guise_of(const Run *r, const Card *k) {
    static const Guise none;
    return k->guise ? &r->s->guise[k->guise - 1] : &none;
}
void card_printed(Run *r, CardId c); /* derived values as printed, for a card just put somewhere */
int card_stat(Run *r, CardRef c, unsigned stat); /* after all effects; last known if it left */
static inline unsigned card_kinds(Run *r, CardId c) {
    if (!c) return 0;
    derive_for(r, TOUCH_KINDS);
    return card_of(r->s, c)->kinds;
}
static inline int card_cost(Run *r, CardId c) {
    if (card_asleep(r->s, c)) return card_stat(r, ref_to(r->s, c), STAT_COST);
    derive_for(r, TOUCH_COST);
    return card_of(r->s, c)->now.cost;
}
static inline bool card_silent(Run *r, CardId c) { /* its abilities are lost */
    derive_for(r, TOUCH_KEYS);
    return card_of(r->s, c)->lost & LOST_ABILITIES;
}
bool card_named(Run *r, CardId c, TermId t);
/* Of a life of the card: as it was, while triggers look at its leaving. */
bool card_named_then(Run *r, CardRef c, TermId t);
bool card_trait_then(Run *r, CardRef c, TermId t);
bool card_named_wholly(Run *r, CardId c, TermId t); /* its name is the term, all of it */
bool card_trait(Run *r, CardId c, TermId t);
uint32_t card_keywords(Run *r, CardId c);
uint32_t keywords_lost(const State *s, CardId c);
Effect *effect_add(Run *r, unsigned kind, Duration d, PlayerId master);
/* Given once more for as long: it is as of now, and stands behind all others. */
void effect_renew(State *s, unsigned i);
void effect_remove(Run *r, unsigned i);
void effects_end(Run *r, Duration d);
/* DUR_WHILE_…SOURCE: is the card still there? */
bool source_stays(const Run *r, CardRef source, PlayerId master, Duration d);
void effects_new_turn(Run *r);
void effects_arrival(Run *r, CardId c);
/* Is a rule change of this kind in force for the player (and card)? Returns how many. */
unsigned rules_counted(Run *r, unsigned rule, PlayerId p, CardId c);
static inline unsigned rule_on(Run *r, unsigned rule, PlayerId p, CardId c) {
    return rule_any(r, rule) ? rules_counted(r, rule, p, c) : 0;
}
unsigned rules_summed(Run *r, unsigned rule, PlayerId p, CardId c);
/* The numbers of all rule changes of this kind in force for the player (and card) together. */
static inline unsigned rules_sum(Run *r, unsigned rule, PlayerId p, CardId c) {
    return rule_any(r, rule) ? rules_summed(r, rule, p, c) : 0;
}
void rule_now(Run *r, unsigned rule, PlayerSet players, PlayerId master, CardRef source, Pc pc,
              int amount);
void rule_now_card(Run *r, unsigned rule, PlayerSet players, PlayerId master, CardRef card,
                   int amount);
void stat_add(Run *r, CardId c, unsigned stat, int n);
void extra_add(Run *r, CardId c, unsigned kind, unsigned term);
void mark_given(const Run *r, unsigned op, unsigned what); /* by GAIN, LOSE */
void lost_add(Run *r, CardId c, unsigned lost);

/* ---- random.c, hash.c, player.c
 * ------------------------------------------------------------------- */

void random_seed(State *s, uint64_t seed);
uint32_t random_below(State *s, uint32_t n);
uint64_t state_hash(const State *s); /* of everything */
uint64_t zone_hash(const State *s, const Player *q, unsigned z, bool ordered);
uint64_t position_hash(Run *r);               /* of what "the very same position" means */
void loop_open(Run *r);                       /* a question at an open position has been built */
void loop_question(Run *r);                   /* any other question */
void loop_answered(Run *r, unsigned options); /* State.picked, out of so many */
void loop_closed(State *s);                   /* no open position follows in this phase */
void loop_forget(State *s);                   /* a new turn */

static inline bool player_in(const State *s, PlayerId p) {
    return !(s->player[p].flags & PLAYER_OUT);
}
PlayerSet players_in(const State *s);
static inline PlayerSet everyone(const State *s) { return (PlayerSet)((1u << s->nplayers) - 1); }
PlayerSet opponents(const Run *r, PlayerId p);
PlayerSet players_spoken_of(const Run *r, PlayerId you); /* "players" in a text of his */
PlayerSet team_mates(const State *s, PlayerId p);        /* himself included */
PlayerId team_speaker(const State *s, PlayerId p); /* who answers where the team acts as one */
PlayerId player_facing(const State *s, PlayerId p);
PlayerId player_beside(const State *s, PlayerId p, bool after);
PlayerId player_next(const State *s,
                     PlayerId p); /* whose turn comes after his, the team's speaker */
/* Whose turn it is: one player, or a team. */
static inline PlayerSet turn_side(const State *s) {
    return s->team_size > 1 ? team_mates(s, s->turn_player) : player_bit(s->turn_player);
}
/* Calls for each player in the order in which choices are made: turn player first. */
PlayerId player_nth(const State *s, unsigned i);
void player_lose(Run *r, PlayerSet set);
void player_win(Run *r, PlayerSet set);
void players_all_lose(Run *r);
void players_leave(Run *r); /* leave.c */
void opponent_pick(Run *r, CardId c, AbilId a, PlayerId p);
PlayerId opponent_picked(const Run *r, CardId c, AbilId a);
void opponents_ask(Run *r, CardId c);
bool run_concede(Run *r, PlayerId p);
