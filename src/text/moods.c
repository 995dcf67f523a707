/* Moods that a template cannot express: what this effect did (置いたら), what has happened this
 * turn (このターン…ていたら), what must not happen (…できない), cards described by what happened to
 * them. */
#include "text/chart.h"
#include "text/explain.h"
#include "text/tongue.h"

/* The op of a comparison, as rows of the phrases 'limit' and 'than' number them. */
static Code comparison(unsigned how) {
    static const Code op[] = {OP_GE, OP_LE, OP_EQ, OP_GT, OP_LT};
    return op[how % 5];
}

/* ---- what this effect did ---- */

/* "控え室からメンバーに置いたら": the action before took the cards from there. Which ones came from
 * where is only known of cards that were in play; otherwise the place must be the only one that the
 * action took cards from. Narrows the set of cards that were put somewhere. */
static void narrow_to_source(Emit *e, const Node *from, Words *put_there) {
    Words set, came;
    set.n = came.n = 0;
    Pc pc = 1;
    emit_node(e, from, &set);
    if (e->failed) return;
    if (set.w[0] == OP_CARDS) vm_skip(e->t->game, set.w, &pc);
    unsigned zones = set.w[0] == OP_CARDS ? set.w[pc] : 0;
    if (zones && zones == e->last_from) return;
    bool in_play = zones && put_there->w[0] == OP_PUT;
    for (ZoneId z = 1; z < e->t->game->nzones; z++)
        if ((zones >> z & 1) && !(e->t->game->zones[z].flags & ZONE_FIELD)) in_play = false;
    if (!in_play) fail(e, from, "the action before takes its cards from another place");
    put(e, &came, OP_CAME);
    put(e, &came, zones);
    narrow_set(e, put_there, &came);
}

/* The verb of a row's pattern, null if it has none. */
static const char *verb_of(const Emit *e, const Node *n) {
    const char *s = n ? strchr(grammar_row(e->t->grammar, n->row)->pattern, '~') : 0;
    return s ? s + 1 : 0;
}

/* "置いたら" asks about the last action; it must be of that verb, because only the last is known.
 */
static bool asks_last(const Emit *e, const Node *n) {
    const char *asked = verb_of(e, n), *done = verb_of(e, e->last_act);
    if (!asked || !done) return false;
    size_t len = strcspn(asked, "^");
    return !strncmp(asked, done, len) && (!done[len] || done[len] == '^');
}
static void check_verb(Emit *e, const Node *n) {
    if (verb_of(e, n) && verb_of(e, e->last_act) && !asks_last(e, n))
        fail(e, n, "another action stands between this and the one it asks about");
}

static Code zones_named(const Emit *e, const char *word) {
    const int zones = word ? words_find(e->t->grammar->words, word, strlen(word)) : 0;
    return zones > 0 ? (Code)zones : 0;
}

/* The zones that the verb of the clause implies as the destination, 0: it implies none. */
static Code implied_zones(const Emit *e, const Node *n) {
    return zones_named(e, grammar_row(e->t->grammar, n->row)->goal);
}

/* The zones in play that cards leave by the verb of the clause, 0: none are implied. */
static Code left_zones(const Emit *e, const Node *n) {
    const Code zones = zones_named(e, grammar_row(e->t->grammar, n->row)->left);
    for (ZoneId z = 1; z < e->t->game->nzones; z++)
        if ((zones >> z & 1) && !(e->t->game->zones[z].flags & ZONE_FIELD)) return 0;
    return zones;
}

/* The cards that the effect has put into the zones; with 'it' only those spoken of last. */
static void put_arrived(Emit *e, Code zones, bool it, Words *out) {
    put(e, out, it ? OP_ARRIVED : OP_PUT);
    put(e, out, zones);
}

/* The noun of a verb that is a noun and する, by its end: the characters before ~ in the pattern.
 */
static size_t noun_before(const char *pattern, const char *verb) {
    size_t n = 0;
    while (verb - n > pattern && !strchr("~{}|<>", verb[-(ptrdiff_t)n - 1])) n++;
    return n;
}

/* Are the verbs of these clauses the same? する and させる are, behind the same noun. */
static bool same_verb(const Emit *e, const Node *x, const Node *y) {
    const char *a = verb_of(e, x), *b = verb_of(e, y);
    if (!a || !b) return false;
    const size_t n = strcspn(a, "^|<{}"), m = strcspn(b, "^|<{}");
    if (n == m && !strncmp(a, b, n)) return true;
    const bool does = has_start(a, "する") || has_start(a, "させる");
    if (!does || !(has_start(b, "する") || has_start(b, "させる"))) return false;
    const char *p = grammar_row(e->t->grammar, x->row)->pattern,
               *q = grammar_row(e->t->grammar, y->row)->pattern;
    const size_t i = noun_before(p, a - 1), j = noun_before(q, b - 1);
    return i == j && !strncmp(a - 1 - i, b - 1 - j, i);
}

/* Is "it" what an action of the clause's verb, one of the first n, was about? No later action has
 * set it. */
static bool it_is_of(const Emit *e, const Node *clause, unsigned n) {
    const char *asked = verb_of(e, clause);
    for (unsigned i = e->nacts; asked && i > 0; i--) {
        const Node *act = e->acts[i - 1];
        if (i <= n && same_verb(e, clause, act)) return true;
        if (act_chooses(e->t, act) || (refer_sets_it(node_code(e, act)) && !acts_on_spoken(e, act)))
            return false;
    }
    return !asked;
}

/* "選んだキャラ" behind one more choice: the cards chosen before it, or "it" where that one was not
 * made. Writes nothing if it cannot be told. */
static void put_chosen_before(Emit *e, const Node *clause, Words *out) {
    static const Words not_done = {.n = 2, .w = {OP_NOT, OP_DID}};
    unsigned since = 0;
    for (unsigned i = e->nacts; i > 0; i--) {
        const Node *act = e->acts[i - 1];
        if (same_verb(e, clause, act)) break;
        if (act_chooses(e->t, act))
            since++;
        else if (refer_sets_it(node_code(e, act)) && !acts_on_spoken(e, act))
            return;
        if (i == 1) return;
    }
    const bool undone = e->last_if.n == 2 && !memcmp(e->last_if.w, not_done.w, 2 * sizeof(Code));
    if (since == 1) put(e, out, undone ? OP_IT : OP_KEPT);
}

/* Does one of the first n actions with the clause's verb belong to the ability's cost: what was
 * paid with, which the effect has not put anywhere? Only the cards of its last part are known
 * afterwards. */
static bool about_cost(Emit *e, const Node *clause, unsigned n) {
    const char *asked = verb_of(e, clause);
    bool earlier = false;
    for (unsigned i = n; asked && i > 0; i--) {
        if (same_verb(e, clause, e->acts[i - 1])) {
            if (earlier) fail(e, clause, "the cards spoken of last are of another action");
            return i <= e->cost_acts;
        }
        earlier |= i <= e->cost_acts && act_chooses(e->t, e->acts[i - 1]);
    }
    return false;
}

/* What the cost was paid with: a stack remembers it, elsewhere it is "it" until there is another.
 */
static void put_paid_with(Emit *e, const Node *n, bool it, Words *out) {
    if (!e->t->tongue->targets_on_entry && !it)
        fail(e, n, "the cards spoken of last are of another action");
    put(e, out, e->t->tongue->targets_on_entry ? OP_PAIDWITH : OP_IT);
}

/* The zones of a destination; 0: unknown. */
static Code goal_of(Emit *e, const Node *to) {
    Words place;
    place.n = 0;
    if (to) emit_node(e, to, &place);
    return place.n ? place.w[0] : 0;
}

/* The zones that the last action put its cards into; 0: unknown. */
static Code goal_of_last(Emit *e) {
    return goal_of(e, e->last_act ? role_filler(e->t, e->last_act, 'D') : 0);
}

/* The same, if that action is of the clause's verb. */
static Code last_goal(Emit *e, const Node *n) {
    return e->last_act && asks_last(e, n) ? goal_of_last(e) : 0;
}

void emit_counted(Emit *e, Words *out) {
    const Code goal = e->after_may || e->last_act == e->before_delay ? 0 : goal_of_last(e);
    put(e, out, OP_COUNT);
    if (goal)
        put_arrived(e, goal, true, out);
    else
        put(e, out, OP_IT);
}

/* The op that compares the number of cards with a bound. */
static Code done_compares(Emit *e, const Node *bound) {
    Words how;
    how.n = 0;
    emit_node(e, bound, &how);
    return comparison(how.n ? how.w[0] : 0);
}

/* "【A】を選んだら": X is the keyword that was chosen. */
static void emit_chosen_key(Emit *e, const Node *n, const Node *what, Words *out) {
    Words filter;
    filter.n = 0;
    if (what) emit_node(e, what, &filter);
    if (filter.n < 2 || filter.w[filter.n - 2] != OP_KEY) {
        fail(e, n, "the choice before this was one of keywords");
        return;
    }
    const Code same[] = {OP_EQ, OP_X, OP_NUM, filter.w[filter.n - 1]};
    for (unsigned i = 0; i < 4; i++) put(e, out, same[i]);
}

/* Is what was done to cards asked of them as they were in play? Not where they came into play. */
static bool leaves_play(const Emit *e, Code zones) {
    const int field = words_find(e->t->grammar->words, "FIELD", strlen("FIELD"));
    return field > 0 && !(zones & (Code)field);
}

/* Writes a truth about what the action before did, from the roles of the clause: w, k, g to which
 * cards, D where to, n how many, s out of which, F where from. */
void emit_done(Emit *e, const Node *n, Words *out) {
    const Node *to = role_filler(e->t, n, 'D'), *what = role_filler(e->t, n, 'w'),
               *many = role_filler(e->t, n, 'n'), *from = role_filler(e->t, n, 'F');
    const Node *with = role_filler(e->t, n, 'k');
    if (!what) what = with;
    if (with && e->partner_unknown)
        fail(e, with, "what it was swapped with is not known afterwards");
    if (!what) what = role_filler(e->t, n, 'g');
    const Node *which = role_filler(e->t, n, 's');
    if (which && same_word(node_code(e, which), "THIS")) what = which;
    if (which && what != which && limits_cards(e, node_child(e->t, which, 1)))
        fail(e, which, "only a place can stand here, but this says which cards there");
    Words set, place;
    set.n = place.n = 0;
    if (!e->last_act) fail(e, n, "nothing was done before this");
    if (n->value) {
        emit_chosen_key(e, n, what, out);
        return;
    }
    if (n->nchild > role_count(grammar_row(e->t->grammar, n->row))) { /* 〔A〕を与えたら */
        const Code gained[] = {OP_HAVE, OP_IT, OP_TRAIT};
        for (unsigned i = 0; i < 3; i++) put(e, out, gained[i]);
        emit_node(e, node_child(e->t, n, n->nchild - 1u), out);
        return;
    }
    Code goal = implied_zones(e, n);
    if (many && !to && !goal) goal = last_goal(e, n); /* only those that arrived count */
    if (to) emit_node(e, to, &place);
    if (to && goal && place.n && !(place.w[0] & goal))
        fail(e, to, "this can never happen: the verb implies another place");
    if (to) {
        put(e, &set, OP_PUT);
        put(e, &set, place.n ? place.w[0] : 0u);
    } else if (goal) {
        put_arrived(e, goal, asks_last(e, n), &set);
    } else {
        put(e, &set, OP_IT);
    }
    if (from) narrow_to_source(e, from, &set);
    bool plain = !what && !many && !to, whole = many && !what && !role_filler(e->t, n, 's');
    const bool there = to || goal; /* the cards are those that have arrived: it was done */
    if (!plain && !there && !whole) {
        put(e, out, OP_AND);
        put(e, out, 2);
    }
    if (plain) check_verb(e, n);
    if (plain || (!there && !whole)) put(e, out, OP_DID);
    if (plain) return;
    put(e, out, many ? done_compares(e, many) : OP_HAVE);
    if (to && place.n > 1 && (place.w[1] & ~(Code)PUT_BOTTOM))
        fail(e, to, "how the cards were put there is not known afterwards");
    if (many) put(e, out, OP_COUNT);
    if (many && what) put(e, out, OP_ONLY);
    if (what && leaves_play(e, to ? place.w[0] : goal)) put(e, out, OP_WAS);
    append(e, out, &set);
    if (what)
        emit_node(e, what, out);
    else if (!many)
        put(e, out, OP_ANY);
    if (many) emit_part(e, many, 1, out);
}

static const char *row_code(const TextTree *t, const Node *n) {
    return n->leaf ? "" : grammar_row(t->grammar, n->row)->code;
}

bool made_by_cost(const TextTree *t, const Node *n) {
    if (!same_word(row_code(t, n), "!made") && !code_is(row_code(t, n), "ONLY !made")) return false;
    return same_word(row_code(t, node_child(t, n, 0)), "1"); /* that row of "made" */
}

/* Did the effect make one choice since the cost, and speak of no other cards? */
static bool chose_once_since_cost(const Emit *e) {
    unsigned choices = 0;
    for (unsigned i = e->cost_acts; i < e->nacts; i++) {
        const Node *act = e->acts[i];
        if (act_chooses(e->t, act))
            choices++;
        else if (refer_sets_it(node_code(e, act)) && !acts_on_spoken(e, act))
            return false;
    }
    return choices == 1;
}

/* "コストで置いたカード": what the cost was paid with, whatever the effect has done since. */
static void emit_made_by_cost(Emit *e, const Node *n, Words *out) {
    const Node *clause = node_child(e->t, node_child(e->t, n, 0), 0);
    if (!about_cost(e, clause, e->cost_acts))
        fail(e, n, "the cost does no such thing");
    else if (!e->t->tongue->targets_on_entry && chose_once_since_cost(e))
        put(e, out, OP_KEPT);
    else
        put_paid_with(e, n, it_is_of(e, clause, e->cost_acts), out);
}

/* The cards that the effect has put into the zones out of play: not those that went along. */
static void put_left(Emit *e, Code goal, Code left, Words *out) {
    put(e, out, OP_ONLY);
    put(e, out, OP_PUT);
    put(e, out, goal);
    put(e, out, OP_CAME);
    put(e, out, left);
}

/* "トラッシュゾーンに置いたカード": those that the effect has put there. */
static void put_placed(Emit *e, const Node *to, Words *out) {
    Words place = {0};
    emit_node(e, to, &place);
    if (place.n > 1 && (place.w[1] & ~(Code)PUT_BOTTOM))
        fail(e, to, "how the cards were put there is not known afterwards");
    put(e, out, OP_PUT);
    put(e, out, place.n ? place.w[0] : 0);
}

/* "退場したキャラ" behind a trigger: no action of the effect could have done that to cards, and the
 * text does not say "by this effect". */
static bool by_event(const Emit *e, const Node *n) {
    const Node *clause = node_child(e->t, n, 0);
    const Code goal = implied_zones(e, clause);
    if (clause->start > n->start) return false; /* この効果で */
    for (unsigned i = 0; i < e->nacts; i++) {
        const Node *act = e->acts[i];
        if (same_verb(e, clause, act) || (goal && implied_zones(e, act) == goal)) return false;
        if (has_word(node_code(e, act), "GAME")) return false; /* it may do anything */
    }
    return true;
}

/* "置いたカード": the cards of the action before, none if it was declined. */
void emit_made(Emit *e, const Node *n, Words *out) {
    if (made_by_cost(e->t, n)) {
        emit_made_by_cost(e, n, out);
        return;
    }
    if (n->antecedent) {
        emit_node(e, &e->t->node[n->antecedent - 1], out);
        return;
    }
    const Node *clause = node_child(e->t, n, 0), *to = role_filler(e->t, clause, 'D');
    const Code goal = implied_zones(e, clause), left = left_zones(e, clause);
    const bool it = it_is_of(e, clause, e->nacts);
    if (about_cost(e, clause, e->nacts)) {
        put_paid_with(e, n, it, out);
        return;
    }
    if (e->trigger_events && e->t->tongue->event_made && !to && by_event(e, n)) {
        put(e, out, !e->last_act ? OP_IT : e->it_object ? OP_OBJ : OP_SUBJ);
        return;
    }
    if (!e->last_act) fail(e, n, "nothing was done before this");
    if (!it && !goal && !to && has_start(verb_of(e, clause) ? verb_of(e, clause) : "", "選ぶ")) {
        const unsigned from = out->n;
        put_chosen_before(e, clause, out);
        if (out->n > from) return;
    }
    if (!it && !goal && !to) fail(e, n, "the cards spoken of last are of another action");
    const bool remembered = it && e->last_act == e->before_delay; /* no card was put by it */
    const bool may = !goal && !to && !remembered && e->after_may;
    const Code at = remembered ? 0 : goal ? goal : last_goal(e, clause);
    if (may) put(e, out, OP_ONLY);
    if (to && !remembered)
        put_placed(e, to, out);
    else if (goal && left && !it)
        put_left(e, goal, left, out);
    else if (at)
        put_arrived(e, at, it, out);
    else
        put(e, out, OP_IT);
    if (may) put(e, out, OP_SO);
    if (may) put(e, out, OP_DID);
}

/* "いずれかのプレイヤーが置いたら": "it" must be what all players chose. */
void emit_anydid(Emit *e, const Node *n, Words *out) {
    if (!e->collected) fail(e, n, "what one of the players did is not known here");
    emit_node(e, node_child(e->t, n, 0), out);
}

/* ---- what has happened this turn ---- */

/* Does the role's item in the code of a frame ask about the other card of the event? */
static bool asks_other(const char *code, char role) {
    for (const char *s = strchr(code, '['); s && *s && *s != ']'; s += strcspn(s, ",]")) {
        while (*s == '[' || *s == ',' || *s == ' ') s++;
        for (const char *t = s; *t && *t != ',' && *t != ']'; t++)
            if (*t == '$' && t[1] == role) return has_start(s, "ON_OTHER");
    }
    return false;
}

/* Stores the pattern of the clause, without the role 'drop' (0: none), as a watch. */
static unsigned emit_watch(Emit *e, const Node *clause, char drop, const Words *also, bool other) {
    Words trig;
    trig.n = 0;
    AbilityDef a = {.kind = ABIL_WATCH, .flags = other ? ABIL_IT_OBJECT : 0u};
    char dropped = e->dropped;
    const Words *gap = e->gap;
    e->dropped = drop;
    e->gap = also;
    emit_node(e, clause, &trig);
    e->dropped = dropped;
    e->gap = gap;
    resolve_owners(e, &trig);
    if (e->failed) return 0;
    if (contains_op(e, &trig, OP_THIS) || contains_op(e, &trig, OP_IT)) {
        fail(e, clause,
             "the memory of the turn can ask about this card only as the subject or the object");
        return 0;
    }
    a.events = events_of(e, &trig);
    a.trig = (Pc)e->sink->code(e->sink->self, trig.w, trig.n);
    return e->sink->ability(e->sink->self, &a);
}

/* The code of the row behind its specials. */
static const char *frame_code(const Emit *e, const Node *n) {
    const char *s = node_code(e, n);
    while (*s == '!') {
        while (*s && *s != ' ') s++;
        while (*s == ' ') s++;
    }
    return s;
}

/* The role of an event that this card fills, as its subject or its object, 0 none. */
static char role_of_this(const Emit *e, const Node *clause) {
    for (const char *role = "gw"; *role; role++) {
        const Node *filler = role_filler(e->t, clause, *role);
        if (filler && same_word(node_code(e, filler), "THIS")) return *role;
    }
    return 0;
}

/* "このターンこのキャラがアタックしていたら" asks the card; what is not about it is counted. */
void emit_had(Emit *e, const Node *n, Words *out) {
    const Node *clause = node_child(e->t, n, 1);
    const char self =
        grammar_row(e->t->grammar, clause->row)->sort == ROW_FRAME ? role_of_this(e, clause) : 0;
    if (grammar_row(e->t->grammar, clause->row)->sort != ROW_FRAME) {
        fail(e, clause, "this cannot be remembered for the turn");
        return;
    }
    unsigned id = emit_watch(e, clause, self, 0, self && asks_other(frame_code(e, clause), self));
    if (self) {
        const Code code[] = {OP_HAVE, OP_SELF, OP_DONE};
        for (unsigned i = 0; i < 3; i++) put(e, out, code[i]);
        put(e, out, id);
    } else {
        const Code code[] = {OP_GE, OP_TIMES, (Code)id, OP_NUM, 1};
        for (unsigned i = 0; i < 5; i++) put(e, out, code[i]);
    }
}

void emit_hadnot(Emit *e, const Node *n, Words *out) {
    put(e, out, OP_NOT);
    emit_had(e, n, out);
}

/* A relative clause says nothing of the card it describes: !gap in its code stands for it. */
void emit_gap(Emit *e, const Node *n, Words *out) {
    (void)n;
    if (e->gap)
        append(e, out, e->gap);
    else
        put(e, out, OP_ANY);
}

static bool gap_is_other(const Emit *e, const Node *clause) {
    const char *at = strstr(node_code(e, clause), "!gap");
    while (at && at > node_code(e, clause) && at[-1] != ',' && at[-1] != '[') at--;
    while (at && *at == ' ') at++;
    return at && has_start(at, "ON_OTHER");
}

/* Where an event puts its cards, as the text or the verb says; 0: neither does. */
static Code event_goal(Emit *e, const Node *clause) {
    const Node *said = role_filler(e->t, clause, 'D');
    const char *verb = strstr(node_code(e, clause), " TO ");
    Words goal;
    goal.n = 0;
    if (said) emit_node(e, said, &goal);
    for (unsigned i = 0; i + 1 < goal.n; i++)
        if (goal.w[i] == OP_TO) return goal.w[i + 1];
    const int zones = verb ? words_find(e->t->grammar->words, verb + 4, strcspn(verb + 4, " ")) : 0;
    return zones > 0 ? (Code)zones : 0;
}

/* "このターン手札から置かれた〔A〕": cards that it has happened to. The clause is the last part. */
void emit_donethis(Emit *e, const Node *n, Words *out) {
    const Node *clause = node_child(e->t, n, n->nchild - 1u);
    unsigned id = emit_watch(e, clause, 0, 0, gap_is_other(e, clause));
    e->done_goal = event_goal(e, clause);
    put(e, out, OP_DONE);
    put(e, out, id);
}

/* "このターンリタイアしたキャラ": cards named without a zone, which an event of this turn took out
 * of play, lie where it put them. */
void look_where_put(Emit *e, const Node *n, unsigned from, Words *out) {
    const Game *g = e->t->game;
    const int field = words_find(e->t->grammar->words, "FIELD", strlen("FIELD"));
    const Code put_there = e->done_goal;
    Pc zones = (Pc)(from + 1);
    if (e->failed || !put_there || field <= 0 || (put_there & (Code)field)) return;
    if (!has_start(grammar_row(e->t->grammar, n->row)->code, "CARDS $1 FIELD")) return;
    for (ZoneId z = 1; z < g->nzones; z++)
        if ((put_there >> z & 1) && !(g->zones[z].flags & ZONE_PUBLIC))
            fail(e, n, "these cards are in a hidden zone by now, where nothing is known of them");
    vm_skip(g, out->w, &zones);
    if (out->w[zones] == (Code)field) out->w[zones] = put_there;
}

/* "このターン控え室に置かれたカード(が2枚以上)": how often it has happened to such a card. The card
 * is the row's last part but a number or a verb. */
void emit_times(Emit *e, const Node *n, Words *out) {
    Words filter;
    filter.n = 0;
    unsigned clause = 0, card = 0;
    for (unsigned i = 0; i < n->nchild; i++) {
        const Node *c = node_child(e->t, n, i);
        const char *phrase = c->leaf ? "" : grammar_row(e->t->grammar, c->row)->phrase;
        if (same_word(phrase, "rel")) clause = i;
        if (same_word(phrase, "subj") || same_word(phrase, "f")) card = i;
    }
    emit_node(e, node_child(e->t, n, card), &filter);
    put(e, out, OP_TIMES);
    put(e, out, emit_watch(e, node_child(e->t, n, clause), 0, &filter, false));
}

/* How often the pattern has been met this turn. */
static void put_times(Emit *e, Words *trig, Words *out) {
    AbilityDef a = {.kind = ABIL_WATCH};
    resolve_owners(e, trig);
    if (e->failed) return;
    a.events = events_of(e, trig);
    a.trig = (Pc)e->sink->code(e->sink->self, trig->w, trig->n);
    put(e, out, OP_TIMES);
    put(e, out, e->sink->ability(e->sink->self, &a));
}

/* The code behind the word is a pattern. */
void emit_how_often(Emit *e, const Node *n, Words *out) {
    Words trig = {0};
    emit_tail(e, n, &trig);
    put_times(e, &trig, out);
}

/* … is a number, and a pattern that must have been met at least so often. */
void emit_so_often(Emit *e, const Node *n, Words *out) {
    Words all = {0}, trig = {0};
    emit_tail(e, n, &all);
    if (e->failed || !all.n) return;
    const unsigned number = op_len(e, &all, 0);
    put(e, out, OP_LE);
    for (unsigned i = 0; i < number; i++) put(e, out, all.w[i]);
    for (unsigned i = number; i < all.n; i++) put(e, &trig, all.w[i]);
    put_times(e, &trig, out);
}

/* ---- where a card is that is named without a zone ---- */

/* The noun of a card named by kind, trait or name alone, without a zone; null if it is not. */
static const Node *bare_noun(const Emit *e, const Node *subject) {
    const char *pattern = subject ? grammar_row(e->t->grammar, subject->row)->pattern : "";
    bool own = same_word(pattern, "<own><f>");
    if (!own && !same_word(pattern, "<f>")) return 0;
    const Node *f = node_child(e->t, subject, own);
    while (!f->leaf && f->nchild && !node_child(e->t, f, f->nchild - 1u)->leaf)
        f = node_child(e->t, f, f->nchild - 1u);
    return f;
}

/* The word for the zones where a card lies that is named without a zone, null: anywhere.
 * "カード" may lie anywhere. */
static const char *home_of(const Emit *e, const Node *subject) {
    const Tongue *t = e->t->tongue;
    const Node *f = bare_noun(e, subject);
    const char *code = f ? node_code(e, f) : "";
    const size_t n = strlen(code);
    if (!f) return 0;
    if (t->clause_bare) return n < 3 || !same_word(code + n - 3, "ANY") ? "FIELD" : 0;
    for (const struct Home *h = t->homes; h && h->noun; h++)
        if (n >= strlen(h->noun) && same_word(code + n - strlen(h->noun), h->noun) &&
            (!h->owned || f != node_child(e->t, subject, 0)))
            return h->zones;
    return 0;
}

/* A card that is put somewhere and is named without a zone is one of its home, unless the text
 * says where it comes from or it is put there. */
void emit_afield(Emit *e, const Node *n, Words *out) {
    const Node *card = role_filler(e->t, n, 'g'), *to = role_filler(e->t, n, 'D');
    if (!card) card = role_filler(e->t, n, 'w');
    const char *home = role_filler(e->t, n, 'F') ? 0 : home_of(e, card);
    const int zones = home ? words_find(e->t->grammar->words, home, strlen(home)) : 0;
    Words goal;
    goal.n = 0;
    if (to) emit_node(e, to, &goal);
    bool enters = false;
    for (unsigned i = 0; i + 1 < goal.n; i++)
        enters |= goal.w[i] == OP_TO && zones > 0 && (goal.w[i + 1] & (Code)zones);
    put(e, out, zones > 0 && !enters ? OP_FROM : OP_TRUE);
    if (zones > 0 && !enters) put(e, out, (unsigned)zones);
}

/* ---- time ---- */

/* Is the player that of the text, the opponent, or another one (refused)? */
static bool is_master(Emit *e, const Node *n, const Node *player) {
    if (player->player != OP_YOU && player->player != OP_OPP)
        fail(e, n, "this can only be your next turn or the opponent's");
    return player->player == OP_YOU;
}

void emit_during(Emit *e, const Node *n, Words *out) {
    put(e, out, is_master(e, n, node_child(e->t, n, 0)) ? DUR_OWN_TURN : DUR_OPP_TURN);
}

/* Until a point of this turn (one part), or of a player's next turn (two). */
void emit_until(Emit *e, const Node *n, Words *out) {
    Words point;
    point.n = 0;
    emit_node(e, node_child(e->t, n, n->nchild - 1u), &point);
    /* the end of the turn by name, not the point at which its last phase begins */
    bool end = same_word(node_code(e, node_child(e->t, n, n->nchild - 1u)), "AT_TURN_END");
    if (!point.n) return;
    if (n->nchild == 1) {
        put(e, out, end ? DUR_TURN : DUR_UNTIL + point.w[0]);
        return;
    }
    bool own = is_master(e, n, node_child(e->t, n, 0));
    if (end)
        put(e, out, own ? DUR_OWN_TURN_END : DUR_OPP_TURN_END);
    else
        put(e, out, (own ? DUR_UNTIL_OWN : DUR_UNTIL_OPP) + point.w[0]);
}

/* The trigger is about a card that was used from the hand: it waits where such cards lie. */
void emit_lying(Emit *e, const Node *n, Words *out) {
    (void)n;
    (void)out;
    e->lying = true;
}

/* Until the end of that player's turn: this one if it is theirs, else the next. */
void emit_untilown(Emit *e, const Node *n, Words *out) {
    const bool end = same_word(node_code(e, node_child(e->t, n, 1)), "AT_TURN_END");
    if (end)
        put(e, out, is_master(e, n, node_child(e->t, n, 0)) ? DUR_OWN_END : DUR_OPP_END);
    else
        fail(e, n, "only the end of a turn is understood here");
}

/* A delayed trigger that waits for that player's next turn. */
void emit_turnof(Emit *e, const Node *n, Words *out) {
    (void)out;
    e->delay_turn = is_master(e, n, node_child(e->t, n, 0)) ? DUR_OWN_TURN : DUR_OPP_TURN;
    e->next_time = true;
}

/* "このキャラが…置かれた時かブロックした時": the second clause has the subject of the first. */
void emit_orelse(Emit *e, const Node *n, Words *out) {
    const Node *first = node_child(e->t, n, 0), *subject = role_filler(e->t, first, 'g');
    Words filter;
    filter.n = 0;
    if (!subject) {
        fail(e, node_child(e->t, n, 1), "the text does not say who does this");
        return;
    }
    put(e, out, OP_ON_ANY);
    put(e, out, 2);
    emit_node(e, first, out);
    emit_node(e, subject, &filter);
    const Words *gap = e->gap;
    e->gap = &filter;
    emit_node(e, node_child(e->t, n, 1), out);
    e->gap = gap;
}

/* "それが殺される": the event of the clause behind the set, as what happens to the cards of "it".
 */
void emit_ofit(Emit *e, const Node *n, Words *out) {
    const Words it = {.n = 2, .w = {OP_IN, OP_IT}}, *gap = e->gap;
    e->gap = &it;
    emit_node(e, node_child(e->t, n, 1), out);
    e->gap = gap;
}

/* ---- conditions ---- */

static bool is_negative(const Node *n) {
    return n->form == FORM_NOT || n->form == FORM_NOT_TE || n->form == FORM_NOT_BA;
}

/* すべて〔A〕でなければ, 〔A〕のみでなければ: unless all of them are. */
static bool is_unless_all(const Emit *e, const Node *n) {
    static const uint32_t all[] = U"すべて", only[] = U"のみ";
    const uint32_t *cp = e->t->cp;
    bool says = false;
    for (unsigned i = n->start; i + 3 <= n->end; i++)
        says |= !memcmp(cp + i, all, 3 * sizeof *cp) || !memcmp(cp + i, only, 2 * sizeof *cp);
    return n->form == FORM_NOT_BA && says;
}

/* Writes a truth, negated if the sentence is. "Not at least one" is written as "none", and of
 * several cards "are not so" means that none of them is. */
static void put_polar(Emit *e, const Node *n, Words *truth, Words *out) {
    unsigned k = truth->n;
    if (!is_negative(n)) {
        append(e, out, truth);
        return;
    }
    if (k && (truth->w[0] == OP_ALL || truth->w[0] == OP_HAVEALL) && !is_unless_all(e, n))
        truth->w[0] = OP_HAVE; /* none */
    if (k > 2 && truth->w[0] == OP_GE && truth->w[k - 2] == OP_NUM && truth->w[k - 1] == 1) {
        truth->w[0] = OP_EQ;
        truth->w[k - 1] = 0;
    } else {
        put(e, out, OP_NOT);
    }
    append(e, out, truth);
}

void emit_polar(Emit *e, const Node *n, Words *out) {
    Words truth;
    truth.n = 0;
    emit_tail(e, n, &truth);
    put_polar(e, n, &truth, out);
}

/* "このキャラは〔A〕を持つと": what follows is about the same card, the set of the condition. */
void emit_having(Emit *e, const Node *n, Words *out) {
    put(e, out, OP_ALL);
    emit_node(e, node_child(e->t, n, 0), out);
    if (!e->failed && (out->w[out->n - 1] != OP_SELF || !e->is_static))
        fail(e, n, "only a static ability can say this, of its own card");
    emit_node(e, node_child(e->t, n, 1), out);
}

/* "カード名がそれぞれ違う": as many names as cards, each of which has one. "リタイアもすべて違う"
 * asks for the same of other cards. */
void emit_distinct(Emit *e, const Node *n, Words *out) {
    Words kinds, set;
    kinds.n = set.n = 0;
    unsigned at = 0;
    if (n->nchild == 1)
        emit_node(e, node_child(e->t, n, 0), &kinds);
    else
        kinds = e->cond_number;
    while (at < kinds.n && kinds.w[at] == OP_NMARK) at += 2;
    if (e->failed || at >= kinds.n || kinds.w[at] != OP_KINDS || kinds.w[at + 1] != 1) {
        fail(e, n, "only card names can be compared here");
        return;
    }
    for (unsigned i = at + 2; i < kinds.n && n->nchild == 1; i++) put(e, &set, kinds.w[i]);
    if (n->nchild > 1) {
        put(e, &set, OP_CARDS);
        emit_node(e, node_child(e->t, n, 0), &set);
        emit_node(e, node_child(e->t, n, 1), &set);
        put_place_body(e, node_child(e->t, n, 1), &set);
    }
    put(e, out, OP_EQ);
    for (unsigned i = 0; i < at + 2; i++) put(e, out, kinds.w[i]);
    append(e, out, &set);
    put(e, out, OP_COUNT);
    append(e, out, &set);
}

/* "Even", of a number. A card that has no numbers is neither odd nor even. */
void emit_even(Emit *e, const Node *n, Words *out) {
    Words number, truth;
    number.n = truth.n = 0;
    emit_tail(e, n, &number);
    unsigned kind = e->t->tongue->unnumbered_kind;
    if (kind && number.n == 3 && number.w[0] == OP_STAT && number.w[2] == OP_IT) {
        const Code some[] = {OP_AND, 2, OP_ALL, OP_IT, OP_FNOT, OP_KIND, (Code)kind};
        for (unsigned i = 0; i < 7; i++) put(e, &truth, some[i]);
    }
    put(e, &truth, OP_NOT);
    put(e, &truth, OP_ODD);
    append(e, &truth, &number);
    put_polar(e, n, &truth, out);
}

/* "〔A〕もいるなら": in addition to the condition before it. */
void emit_too(Emit *e, const Node *n, Words *out) {
    if (e->last_if.n) {
        put(e, out, OP_AND);
        put(e, out, 2);
        append(e, out, &e->last_if);
    }
    emit_polar(e, n, out);
}

/* Remembers the greater number less the other one, of two that are compared. */
static void note_difference(Emit *e, const Words *truth) {
    Pc second = 1;
    e->difference.n = 0;
    if (e->failed || !truth->n) return;
    const bool more = truth->w[0] == OP_GT || truth->w[0] == OP_GE,
               less = truth->w[0] == OP_LT || truth->w[0] == OP_LE;
    if (!more && !less) return;
    vm_skip(e->t->game, truth->w, &second);
    put(e, &e->difference, OP_SUB);
    for (unsigned i = less ? second : 1; i < (less ? truth->n : second); i++)
        put(e, &e->difference, truth->w[i]);
    for (unsigned i = less ? 1 : second; i < (less ? second : truth->n); i++)
        put(e, &e->difference, truth->w[i]);
}

/* A comparison and the two numbers that it compares. */
void emit_compare(Emit *e, const Node *n, Words *out) {
    Words truth;
    truth.n = 0;
    emit_tail(e, n, &truth);
    if (truth.n) truth.w[0] = comparison(truth.w[0]);
    note_difference(e, &truth);
    put_polar(e, n, &truth, out);
}

/* "その差": by how much the last comparison holds. */
void emit_difference(Emit *e, const Node *n, Words *out) {
    if (!e->difference.n) fail(e, n, "no numbers were compared before this");
    append(e, out, &e->difference);
}

/* Who makes a check wins or loses it; it has no other side. */
void emit_checker(Emit *e, const Node *n, Words *out) {
    const Node *who = node_child(e->t, n, 0);
    if (who->player != n->player) fail(e, who, "only who makes a check wins or loses it");
    emit_tail(e, n, out);
}

/* "…いて、…": the second condition may refer to the place of the first. */
void emit_both(Emit *e, const Node *n, Words *out) {
    Words first;
    first.n = 0;
    bool outer = e->in_and;
    emit_node(e, node_child(e->t, n, 0), &first);
    put(e, out, OP_AND);
    put(e, out, 2);
    append(e, out, &first);
    note_condition(e, &first);
    e->in_and = true;
    emit_node(e, node_child(e->t, n, 1), out);
    e->in_and = outer;
}

/* "〔A〕がいる": in the place that the condition before it named, else in the field. */
void emit_thereis(Emit *e, const Node *n, Words *out) {
    const Node *set = node_child(e->t, n, 0);
    bool bare = !set->leaf &&
                same_word(grammar_row(e->t->grammar, set->row)->pattern, "<own><f>") &&
                node_child(e->t, set, 0)->start == node_child(e->t, set, 0)->end;
    Words cards, filter;
    cards.n = filter.n = 0;
    if (bare && e->in_and && e->cond_set.n) {
        append(e, &cards, &e->cond_set);
        emit_node(e, node_child(e->t, set, 1), &filter);
        narrow_set(e, &cards, &filter);
    } else {
        emit_node(e, set, &cards);
    }
    put(e, out, is_negative(n) ? OP_EQ : OP_GE);
    put(e, out, OP_COUNT);
    append(e, out, &cards);
    put(e, out, OP_NUM);
    put(e, out, !is_negative(n));
}

/* "メンバーに〔A〕が2枚以上いる": l where, g what, k all of these, n how many. */
void emit_exist(Emit *e, const Node *n, Words *out) {
    const Node *place = role_filler(e->t, n, 'l'), *what = role_filler(e->t, n, 'g'),
               *all = role_filler(e->t, n, 'k'), *many = role_filler(e->t, n, 'n');
    Words set, filter, how;
    set.n = filter.n = how.n = 0;
    bool no = is_negative(n);
    if (!what && !all && !many && !no) fail(e, n, "the text does not say what is there");
    emit_node(e, place, &set);
    if (what || all) emit_node(e, what ? what : all, &filter);
    if (e->failed) return;
    if (many || (no && !all)) {
        if (many) emit_node(e, many, &how);
        if (many && no) put(e, out, OP_NOT);
        put(e, out, many ? comparison(how.w[0]) : OP_EQ);
        put(e, out, OP_COUNT);
        narrow_set(e, &set, &filter);
        append(e, out, &set);
        if (many)
            emit_part(e, many, 1, out);
        else
            put(e, out, OP_NUM), put(e, out, 0);
        return;
    }
    if (no) put(e, out, OP_NOT);
    put(e, out, all && !no ? OP_HAVEALL : OP_HAVE); /* AとBがいない: neither */
    append(e, out, &set);
    append(e, out, &filter);
}

/* ---- what must not happen ---- */

/* Removes "ON_CARD IN IT" from the items of the pattern: the cards that the text spoke of are the
 * set that is bound. Returns false if it is not among them. */
static bool take_out_it(Emit *e, Words *w) {
    unsigned i = 3;
    if (w->n < 4 || w->w[0] != OP_ON) return false;
    for (unsigned k = w->w[2]; k > 0 && !e->failed; k--) {
        unsigned len = op_len(e, w, i);
        if (len == 3 && w->w[i] == OP_ON_CARD && w->w[i + 1] == OP_IN && w->w[i + 2] == OP_IT) {
            memmove(&w->w[i], &w->w[i + 3], (w->n - i - 3) * sizeof *w->w);
            w->n -= 3;
            w->w[2]--;
            return true;
        }
        i += len;
    }
    return false;
}

/* The topic of the sentence is who does it (bind.c). */
static void add_actor(Emit *e, unsigned player, Words *pattern) {
    if (e->failed || pattern->n < 3 || pattern->w[0] != OP_ON) return;
    put(e, pattern, OP_ACTOR);
    put(e, pattern, player);
    pattern->w[2]++;
}

/* The cards that a prohibition is about are what a verb without an object behind it goes on about:
 * this card, or all in play that pass the only filter. */
static void note_bound(Emit *e, const Words *pattern) {
    Words filter = {0};
    ZoneSet field = 0;
    unsigned i = 3, cards = 0;
    e->last_set.n = 0;
    if (e->failed || pattern->n < 3 || pattern->w[0] != OP_ON) return;
    for (unsigned k = pattern->w[2]; k > 0; k--) {
        const unsigned end = i + op_len(e, pattern, i);
        const bool card = pattern->w[i] == OP_ON_CARD || pattern->w[i] == OP_ON_OTHER;
        if (card && pattern->w[i + 1] == OP_THIS) {
            put(e, &e->last_set, OP_SELF);
            return;
        }
        for (unsigned j = i + 1; card && j < end; j++) put(e, &filter, pattern->w[j]);
        cards += card;
        i = end;
    }
    if (cards != 1) return;
    for (ZoneId z = 1; z < e->t->game->nzones; z++)
        if (e->t->game->zones[z].flags & ZONE_FIELD) field |= zone_bit(z);
    put(e, &e->last_set, OP_CARDS);
    put(e, &e->last_set, OP_EVERY);
    put(e, &e->last_set, field);
    put_body(e, &e->last_set, &filter);
}

/* "…を選び、このターン、退場しない", "そのキャラは、このターン、退場しない": the same of the cards
 * of "it" or of the set that is the topic, with the period between it and the verb. */
void emit_forbid_of(Emit *e, const Node *n, Words *out) {
    const Words it = {.n = 2, .w = {OP_IN, OP_IT}}, *gap = e->gap;
    Words pattern = {0}, set = {0}, period = {0};
    const bool topic = n->nchild == 3;
    if (!topic && e->topic_said) fail(e, n, "the text does not say which card is meant");
    if (e->is_static) fail(e, n, "this is only allowed in a text that is carried out");
    if (topic) {
        emit_node(e, node_child(e->t, n, 0), &set);
        emit_node(e, node_child(e->t, n, 1), &period);
    }
    e->gap = &it;
    emit_node(e, node_child(e->t, n, n->nchild - 1u), &pattern);
    e->gap = gap;
    if (e->failed) return;
    if (!take_out_it(e, &pattern)) {
        fail(e, n, "only the card that the event happens to can be one spoken of before");
        return;
    }
    if (set.n && set.w[0] != OP_IT) {
        put(e, out, OP_SETIT);
        append(e, out, &set);
    }
    put(e, out, OP_FORBIDSET);
    put(e, out, OP_IT);
    put(e, out, period.n ? period.w[0] : e->duration);
    put(e, out, pattern.n);
    append(e, out, &pattern);
}

/* "相手は…できない", "このキャラは…されない": no such event happens while this lasts. */
void emit_forbid(Emit *e, const Node *n, Words *out) {
    Words pattern;
    pattern.n = 0;
    const Node *event = node_child(e->t, n, 0);
    emit_node(e, event, &pattern);
    if (event->value) add_actor(e, (unsigned)event->value, &pattern);
    emit_kind_zone(e, &pattern);
    if (e->failed) return;
    bool it = contains_op(e, &pattern, OP_IT);
    if (it && !take_out_it(e, &pattern)) {
        fail(e, n, "only the card that the event happens to can be one spoken of before");
        return;
    }
    put(e, out, it ? OP_FORBIDSET : OP_FORBID);
    if (it) put(e, out, OP_IT);
    put(e, out, e->duration);
    put(e, out, pattern.n);
    append(e, out, &pattern);
    if (e->is_static && !it) note_bound(e, &pattern);
    if (e->is_static && !it) note_own_move(e, &pattern);
}
