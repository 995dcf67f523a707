/* Tree into code. Most rows say their code themselves; what needs more than a template is handled
 * here: abilities and their icons, sentences (topic, condition, duration, how verbs chain), delayed
 * triggers, modes, quoted abilities. */
#include "text/chart.h"
#include "text/tongue.h"
#include <stdio.h>
#include <stdlib.h>

bool fail(Emit *e, const Node *n, const char *what) {
    if (!e->failed) text_error(e->error, e->t->src[n->start], "%s", what);
    e->failed = true;
    return false;
}

void put(Emit *e, Words *w, unsigned x) {
    if (w->n == MAX_WORDS) {
        if (!e->failed) text_error(e->error, 0, "the ability is too long");
        e->failed = true;
        return;
    }
    w->w[w->n++] = (Code)x;
}

void append(Emit *e, Words *w, const Words *x) {
    for (unsigned i = 0; i < x->n; i++) put(e, w, x->w[i]);
}

void put_mark(Emit *e, Words *w, unsigned op, unsigned clause) {
    if (!clause) return;
    put(e, w, op);
    put(e, w, clause);
}

/* Wraps what was written since 'from' as "op operands length body". */
void wrap(Emit *e, Words *w, unsigned from, const Words *head) {
    Words body = {0};
    for (unsigned i = from; i < w->n; i++) put(e, &body, w->w[i]);
    w->n = from;
    append(e, w, head);
    put(e, w, body.n);
    append(e, w, &body);
}

static inline bool is_word(const char *s, size_t n, const char *w) {
    return strlen(w) == n && !memcmp(s, w, n);
}

static int symbol(Emit *e, const Node *node, const char *s, size_t n) {
    int value = words_find(e->t->grammar->words, s, n);
    if (value >= 0) return value;
    char message[80];
    snprintf(message, sizeof message, "grammar: unknown word %.*s", n < 50 ? (int)n : 50, s);
    fail(e, node, message);
    return 0;
}

static unsigned leaf_term(Emit *e, const Node *n) {
    char *s = leaf_text(e->t, n);
    size_t len = strlen(s);
    /* without the brackets, all three bytes long */
    if (len >= 6) {
        s[len - 3] = 0;
        char *name = text_name(s + 3);
        unsigned t = e->sink->term(e->sink->self, name ? name : s + 3);
        free(name);
        free(s);
        return t;
    }
    free(s);
    return fail(e, n, "empty name");
}

static void emit_segment(Emit *e, const Node *n, unsigned segment, Words *out);

/* What stands for the thing left unsaid at a node with Node.means. */
static const Node *meant(const Emit *e, const Node *n) { return &e->t->node[n->means - 1]; }

/* @p, @d and their like: what is known where the row stands. */
static void emit_known(Emit *e, const Node *n, char what, Words *out) {
    if (what == 'p')
        put(e, out, n->player);
    else if (what == 'd' && e->whilst)
        fail(e, n, "it would have to end by itself");
    else if (what == 'd')
        put(e, out, e->duration);
    else if (what == 'g')
        append(e, out, &e->gains);
    else if (what == 'm' && n->means)
        emit_node(e, meant(e, n), out);
    else if (what == 'm' && e->is_static && e->last_set.n)
        append(e, out, &e->last_set);
    else if (what == 'm')
        put(e, out, OP_IT);
    else if (what == 'v' || what == 's' || what == 'f')
        emit_asked(e, n, what, out);
    else
        fail(e, n, "grammar: unknown @");
}

/* "a and (b and c)" is "a and b and c". */
static void join_ands(Emit *e, Words *w) {
    unsigned head = 0;
    while (head < w->n && w->w[head] == OP_FMARK) head += 2;
    if (head >= w->n || w->w[head] != OP_FAND) return;
    unsigned i = head + 2;
    for (unsigned left = w->w[head + 1]; left > 0 && i < w->n && !e->failed;) {
        unsigned at = i;
        while (w->w[at] == OP_FMARK) at += 2;
        if (w->w[at] != OP_FAND) {
            i += op_len(e, w, i);
            left--;
            continue;
        }
        unsigned more = w->w[at + 1] - 1u;
        left += more;
        w->w[head + 1] = (Code)(w->w[head + 1] + more);
        w->n -= 2;
        memmove(&w->w[at], &w->w[at + 2], (w->n - at) * sizeof *w->w);
    }
}

/* One token of a template: $1 $2.1 child; @p @d @o; | a b; { … } with its length; numbers; words.
 */
const char *emit_token(Emit *e, const Node *n, const char *s, Words *out) {
    while (*s == ' ') s++;
    if (!*s || *s == ';') return s;
    const char *end = s;
    while (*end && *end != ' ' && *end != ';') end++;
    if (*s == '$') {
        unsigned child = (unsigned)(s[1] - '1'), seg = s[2] == '.' ? (unsigned)(s[3] - '0') : 0;
        if (child >= n->nchild)
            fail(e, n, "grammar: no such part");
        else
            emit_segment(e, node_child(e->t, n, child), seg, out);
    } else if (*s == '%') { /* a number, times what "for each" says */
        if (e->each.n) {
            e->each_used = true;
            put(e, out, OP_MUL);
            append(e, out, &e->each);
        }
        emit_segment(e, node_child(e->t, n, (unsigned)(s[1] - '1')), 0, out);
    } else if (*s == '#') { /* the bare number */
        const Node *c = node_child(e->t, n, (unsigned)(s[1] - '1'));
        while (!c->leaf && c->nchild == 1) c = node_child(e->t, c, 0);
        put(e, out, (unsigned)c->value);
    } else if (*s == '@') {
        emit_known(e, n, s[1], out);
    } else if (*s == '|') {
        Words a = {0}, b = {0};
        const char *next = emit_token(e, n, end, &a);
        end = emit_token(e, n, next, &b);
        put(e, out, a.n == 1 && b.n == 1 ? (unsigned)(a.w[0] | b.w[0]) : 0u);
    } else if (*s == '{') {
        Words body = {0};
        s = end;
        for (;;) {
            while (*s == ' ') s++;
            if (!*s || *s == '}' || *s == ';') break;
            s = emit_token(e, n, s, &body);
        }
        join_ands(e, &body);
        unsigned from =
            body.n > 3 && body.w[0] == OP_FAND && body.w[1] == 2 && body.w[2] == OP_ANY ? 3 : 0;
        put(e, out, body.n - from); /* "any card, and …" is "…" */
        for (unsigned i = from; i < body.n; i++) put(e, out, body.w[i]);
        return *s == '}' ? s + 1 : s;
    } else if ((*s >= '0' && *s <= '9') || *s == '-') {
        put(e, out, (unsigned)atoi(s));
    } else if (*s == '!') {
        emit_special(e, n, s + 1, (size_t)(end - s - 1), out);
    } else if (n->of_event && is_word(s, (size_t)(end - s), "LEFT")) {
        put(e, out, OP_IT);
    } else if (e->t->tongue->clause_bare && is_word(s, (size_t)(end - s), "CL_BARE")) {
        put(e, out, e->t->tongue->clause_bare); /* and once more, for what it is meant by */
        put_mark(e, out, OP_FMARK, e->t->tongue->clause_bare);
    } else if (n->means && is_word(s, (size_t)(end - s), "IT")) {
        emit_node(e, meant(e, n), out);
    } else {
        put(e, out, (unsigned)symbol(e, n, s, (size_t)(end - s)));
    }
    return end;
}

static void emit_segment(Emit *e, const Node *n, unsigned segment, Words *out) {
    if (e->failed) return;
    if (n->leaf == LEAF_NUMBER) {
        put(e, out, OP_NUM);
        put(e, out, (unsigned)n->value);
        return;
    }
    if (n->leaf) {
        put(e, out, leaf_term(e, n));
        return;
    }
    const char *s = grammar_row(e->t->grammar, n->row)->code;
    bool set = grammar_row(e->t->grammar, n->row)->is == IS_SET;
    if (n == e->as_it) {
        put(e, out, OP_IT);
        return;
    }
    if (set && !n->means && e->is_static && same_word(s, "IT") &&
        e->last_set.n) { /* a static ability speaks of what it named */
        append(e, out, &e->last_set);
        return;
    }
    unsigned from = out->n;
    for (; segment && *s; s++)
        if (*s == ';') segment--;
    if (segment) {
        fail(e, n, "grammar: no such segment");
        return;
    }
    while (*s && *s != ';' && !e->failed) {
        bool special = *s == '!' && !code_is(s, "!given"); /* the row is its own; that is a word */
        s = emit_token(e, n, s, out);
        if (special) return;
        while (*s == ' ') s++;
    }
    if (!set || e->failed) return;
    e->last_set.n = 0;
    for (unsigned i = from; i < out->n; i++) put(e, &e->last_set, out->w[i]);
}

void emit_node(Emit *e, const Node *n, Words *out) { emit_segment(e, n, 0, out); }
void emit_part(Emit *e, const Node *n, unsigned segment, Words *out) {
    emit_segment(e, n, segment, out);
}

const char *node_code(const Emit *e, const Node *n) {
    return n->leaf ? "" : grammar_row(e->t->grammar, n->row)->code;
}

/* Length of the op at w[i] with its operands. */
unsigned op_len(Emit *e, const Words *w, unsigned i) {
    Pc pc = (Pc)i;
    vm_skip(e->t->game, w->w, &pc);
    return pc - i;
}

/* ---- sentences
 * ------------------------------------------------------------------------------------- */

unsigned flatten(const Emit *e, const Node *n, const Node **out, unsigned max) {
    unsigned k = 0;
    while (k < max) {
        out[k++] = node_child(e->t, n, 0);
        if (n->nchild < 2) break;
        n = node_child(e->t, n, 1);
    }
    return k;
}

/* The rest of a row's code behind its "!word". */
void emit_rest(Emit *e, const Node *n, Words *out) {
    const char *s = node_code(e, n);
    const char *second = n->means ? strchr(s, ';') : 0; /* what it means as a continuation */
    while (*s && *s != ' ') s++;
    if (second) s = second + 1;
    while (*s == ' ') s++;
    while (*s && *s != ';' && !e->failed) {
        s = emit_token(e, n, s, out);
        while (*s == ' ') s++;
    }
}

/* Is the body one action on "it" and nothing else? Then it is done to each of several cards. */
static bool only_it(Emit *e, const Words *w) {
    unsigned i = 0;
    while (i + 2 < w->n && w->w[i] == OP_MARK) i += 2;
    if (e->failed || i >= w->n || i + op_len(e, w, i) != w->n) return false;
    if (w->w[i] == OP_MOVE) return w->w[i + 2] == OP_IT;
    return (w->w[i] == OP_TURNFACE || w->w[i] == OP_ORIENT) && w->w[i + 1] == OP_IT;
}

/* A delayed trigger: the rest of the sentence becomes an ability of its own. */
static void emit_delay(Emit *e, const Node **item, unsigned i, unsigned n, Words *out) {
    Words trig = {0}, body = {0};
    unsigned saved = e->duration;
    const Node *bought = e->bought; /* not by a payment made later */
    e->bought = 0;
    EventSet heard = e->heard;
    e->next_time = e->for_game = false;
    e->in_turn = 0;
    emit_rest(e, item[i], &trig);
    bool next = e->next_time, for_game = e->for_game;
    unsigned in_turn = e->in_turn;
    e->heard = events_of(e, &trig);
    if (i + 1 < n && code_is(node_code(e, item[i + 1]), "!alt"))
        fail(e, item[i + 1], "instead of what? It has happened");
    emit_items(e, item, i + 1, n, &body);
    e->heard = heard;
    e->bought = bought;
    bool each = only_it(e, &body) || mentions(e, &trig, OP_IT);
    AbilityDef a = {.kind = ABIL_TRIGGERED, .flags = ABIL_DELAYED, .index = 7};
    settle_owners(e, &trig);
    settle_owners(e, &body);
    if (e->t->tongue->aims) emit_aims(e, &body, &a);
    put(e, &body, OP_END);
    a.events = events_of(e, &trig);
    /* a point of time comes once; "in this turn, when …" is a period (9.8.5.1) */
    if (next || (a.events & ev_bit(EV_POINT))) a.flags |= ABIL_NEXT_TIME;
    if (it_is_object(e, &trig)) a.flags |= ABIL_IT_OBJECT;
    a.trig = (Pc)e->sink->code(e->sink->self, trig.w, trig.n);
    a.body = (Pc)e->sink->code(e->sink->self, body.w, body.n);
    put(e, out, each ? OP_DELAYEACH : OP_DELAY);
    put(e, out, e->sink->ability(e->sink->self, &a));
    /* where choices are targets and no term is given it waits for the rest of the game */
    bool no_term = e->t->tongue->aims && saved == DUR_GAME && !(a.events & ev_bit(EV_POINT));
    put(e, out, in_turn ? in_turn : for_game || no_term ? DUR_GAME : DUR_TURN);
    e->duration = saved;
}

/* "この…中、…する時、かわりに…": for that time there is a replacement effect. "!held": for each of
 * the cards that are there now and that the first word speaks of. */
static void emit_replacing(Emit *e, const Node *n, bool held, Words *out) {
    Words d = {0};
    unsigned saved = e->duration;
    AbilityDef a = {.flags = ABIL_DELAYED, .index = 7};
    if (strstr(grammar_row(e->t->grammar, n->row)->pattern, "次に")) a.flags |= ABIL_NEXT_TIME;
    emit_node(e, node_child(e->t, n, 0), &d);
    emit_replace(e, node_child(e->t, n, 1), &a);
    if (held) {
        put(e, out, OP_SETIT);
        emit_part(e, node_child(e->t, node_child(e->t, n, 1), 0), 1, out);
    }
    put(e, out, held ? OP_DELAYEACH : OP_DELAY);
    put(e, out, e->sink->ability(e->sink->self, &a));
    put(e, out, d.n ? d.w[0] : DUR_TURN);
    e->duration = saved;
}

/* 1.3.4: "each player chooses … and puts …": first all choose, then what was chosen moves at once.
 */
static bool each_at_once(Emit *e, Words *out, unsigned from) {
    unsigned i = from;
    while (i < out->n && out->w[i] == OP_MARK) i += 2;
    unsigned may =
        i + 3 < out->n && out->w[i] == OP_MAY && i + 3 + out->w[i + 2] == out->n ? i + 2 : 0;
    if (may) i += 3; /* who does not want to chooses nothing */
    while (i < out->n && out->w[i] == OP_MARK) i += 2;
    if (i >= out->n || out->w[i] != OP_SELECT) return false;
    unsigned move = i + op_len(e, out, i);
    if (move >= out->n || out->w[move] != OP_MOVE || out->w[move + 2] != OP_IT) return false;
    if (move + op_len(e, out, move) != out->n) return false;
    Words head = {0}, tail = {0};
    for (unsigned j = move; j < out->n; j++) put(e, &tail, out->w[j]);
    tail.w[1] = OP_YOU;
    tail.w[4] |= PUT_OWNER_ASKED;
    if (may) out->w[may] = (Code)(out->w[may] - (out->n - move));
    out->n = move;
    out->w[move - 1] |= 32; /* add to "it" */
    put(e, &head, OP_SETIT);
    put(e, &head, OP_NOSET);
    put(e, &head, OP_MARK);
    put(e, &head, e->t->tongue->clause_together[0]);
    put(e, &head, OP_MARK);
    put(e, &head, e->t->tongue->clause_together[1]);
    put(e, &head, OP_EACH);
    put(e, &head, OP_EVERY);
    wrap(e, out, from, &head);
    for (unsigned j = 0; j < tail.n; j++) put(e, out, tail.w[j]);
    return true;
}

static void emit_each(Emit *e, const Node **item, unsigned i, unsigned n, Words *out) {
    Words head = {0};
    unsigned from = out->n;
    const Node *bought = e->bought; /* not by a payment of each */
    e->bought = 0;
    emit_items(e, item, i + 1, n, out);
    e->bought = bought;
    if (!e->failed && each_at_once(e, out, from)) return;
    bool draw = !e->failed && out->n > from &&
                (out->w[from] == OP_DRAW || out->w[from] == OP_LOSEGAME) &&
                out->w[from + 1] == OP_THAT && from + op_len(e, out, from) == out->n;
    if (draw) { /* all of them: cards one after the other, the loss together */
        out->w[from + 1] = OP_EVERY;
        return;
    }
    put(e, &head, OP_EACH);
    put(e, &head, OP_EVERY);
    wrap(e, out, from, &head);
}

unsigned player_clause(const Emit *e, const Node *n, const char *code) {
    const Tongue *t = e->t->tongue;
    unsigned first = n->value != 0;
    if (code_is(code, "!self")) return t->clause_self[first];
    if (code_is(code, "!opp")) return t->clause_opp[first];
    if (code_is(code, "!that")) return t->clause_that[first];
    return 0;
}

/* Were the last two choices of one card each, one right behind the other? */
static bool two_chosen(Emit *e, const Words *out) {
    unsigned n = 0;
    for (unsigned i = 0; i < out->n && !e->failed; i += op_len(e, out, i)) {
        unsigned end = i + op_len(e, out, i);
        static const Code one[] = {OP_NUM, 1, OP_NUM, 1, 1};
        if (out->w[i] == OP_MARK) continue;
        bool single = out->w[i] == OP_SELECT && !memcmp(&out->w[end - 5], one, sizeof one);
        n = single ? n + 1 : 0;
    }
    return n == 2;
}

/* "それら" behind two choices of one each is both. */
static bool means_both(Emit *e, const Node *set, const Words *out) {
    char *s = leaf_text(e->t, set);
    bool those = e->t->tongue->aims && !strncmp(s, "それら", 9) && !set->means;
    free(s);
    return those && two_chosen(e, out);
}

/* Damage is no number that effects set or change: all of it can be healed. */
static void heal_damage(Emit *e, const Node *act, Words *out, unsigned from) {
    for (unsigned i = from; i < out->n && !e->failed; i += op_len(e, out, i)) {
        Pc stat = (Pc)(i + 1);
        if (out->w[i] != OP_SETSTAT && out->w[i] != OP_STATMOD) continue;
        vm_skip(e->t->game, out->w, &stat);
        if (out->w[stat] != STAT_DAMAGE) continue;
        bool healed = out->w[i] == OP_SETSTAT && !e->is_static && out->w[stat + 1] == OP_NUM &&
                      !out->w[stat + 2] && i + op_len(e, out, i) == out->n;
        if (!healed) fail(e, act, "damage is dealt or healed, not changed");
        out->w[i] = OP_CLEAR;
        out->n = stat;
    }
}

/* An action; if its cards are spoken of later they are made "it" first. */
static void emit_act(Emit *e, const Node *act, Words *out) {
    unsigned fresh = out->n;
    bool next = strstr(node_code(e, act), "D_NEXT_O") != 0; /* "the next attack": of this turn */
    if (next && e->duration != DUR_GAME && e->duration != DUR_TURN)
        fail(e, act, "the next attack of another period than this turn");
    const Node *first = act->nchild ? node_child(e->t, act, 0) : act;
    if (first->one) {
        put(e, out, OP_SELECT);
        put(e, out, act->player ? act->player : OP_YOU);
        emit_node(e, first, out);
        for (unsigned i = 0; i < 2; i++) put(e, out, OP_NUM), put(e, out, 1);
        put(e, out, 1);
        e->as_it = first;
    }
    if (first != act && means_both(e, first, out)) {
        static const Code both[] = {OP_SETIT, OP_JOIN, OP_KEPT, OP_IT};
        for (unsigned i = 0; i < 4; i++) put(e, out, both[i]);
    }
    if (act->makes_it) {
        const Node *set = first;
        put(e, out, OP_SETIT);
        emit_node(e, set, out);
        e->as_it = set;
    }
    emit_node(e, act, out);
    e->as_it = 0;
    e->kills = strstr(node_code(e, act), "H_KILL") != 0;
    heal_damage(e, act, out, fresh);
    if (e->failed || out->n == fresh) return;
    bool lasts = out->w[fresh] == OP_RULE || out->w[fresh] == OP_RULESET;
    if (lasts && e->replaces && e->duration == DUR_GAME) fail(e, act, "instead, for how long?");
    if (out->w[fresh] != OP_RULE) return;
    Words rule = {0}; /* asked for later, when nothing is "it" any more */
    for (unsigned i = fresh; i < out->n; i++) put(e, &rule, out->w[i]);
    if (mentions(e, &rule, OP_IT)) fail(e, act, "a lasting rule about which card?");
}

/* "…して、…してもよい": the deeds before are a cost, paid or not when it
 * is carried out; 'fresh' is where the last action begins. False: nothing stands before it. */
static bool emit_paid_may(Emit *e, unsigned run, unsigned fresh, unsigned player, Words *out) {
    static const Words did = {.n = 1, .w = {OP_DID}};
    unsigned cost = run;
    for (unsigned i = run; i < fresh && !e->failed; i += op_len(e, out, i)) {
        unsigned op = out->w[i];
        bool deed =
            op != OP_SELECT && op != OP_WITHIN && op != OP_SETIT && op != OP_KEEP && op != OP_MARK;
        if (deed) cost = i + op_len(e, out, i);
    }
    if (cost == run || !e->t->tongue->aims || e->failed) return false;
    Words rest = {0}, then = {0}, by = {0};
    for (unsigned i = cost; i < out->n; i++) put(e, &rest, out->w[i]);
    out->n = cost;
    put(e, &by, OP_BY);
    put(e, &by, player);
    wrap(e, out, run, &by);
    put_if(e, &then, &did);
    unsigned from = out->n;
    append(e, out, &rest);
    wrap(e, out, from, &then);
    return true;
}

/* Where the deeds begin that the action written since 'fresh' ends: with the player who is named
 * for them, else with the choice of what it is done to. */
static unsigned deeds_from(Emit *e, unsigned fresh, const Words *out) {
    Words last = {0};
    unsigned before = fresh;
    if (e->subject) return e->subject - 1;
    for (unsigned i = fresh; i < out->n; i++) put(e, &last, out->w[i]);
    for (unsigned i = 0; i < fresh && !e->failed; i += op_len(e, out, i))
        if (out->w[i] == OP_SELECT && i + op_len(e, out, i) == fresh) before = i;
    return mentions(e, &last, OP_IT) ? before : fresh;
}

/* "…しなければ、…": who is told to may do the one wholly; if not, the rest of the
 * sentence is done. */
static void emit_unless(Emit *e, const Node **item, unsigned i, unsigned n, unsigned fresh,
                        Words *out) {
    static const Words not_done = {.n = 2, .w = {OP_NOT, OP_DID}};
    const Node *act = node_child(e->t, item[i], 0);
    Words by = {0}, then = {0};
    if (i + 1 >= n || !e->t->tongue->aims || e->is_static || e->in_cost)
        fail(e, act, "what cannot be done without it?");
    unsigned from = deeds_from(e, fresh, out);
    e->subject = 0;
    restrict_choices(e, out, from, fresh, true);
    put(e, &by, OP_BY);
    put(e, &by, act->player ? act->player : OP_YOU);
    wrap(e, out, from, &by);
    from = out->n;
    emit_items(e, item, i + 1, n, out);
    put_if(e, &then, &not_done);
    wrap(e, out, from, &then);
}

/* The action at i, which belongs to the run written since 'run'. True: the rest of the sentence
 * hangs on it and has been written, too. */
static bool emit_step(Emit *e, const Node **item, unsigned i, unsigned n, unsigned run,
                      Words *out) {
    const Node *act = node_child(e->t, item[i], 0);
    Words head = {0};
    unsigned fresh = out->n;
    emit_act(e, act, out);
    if (e->each.n && !strchr(node_code(e, act), '%')) multiply(e, out, fresh);
    if (act->form == FORM_UNLESS && !e->demands) {
        emit_unless(e, item, i, n, fresh, out);
        return true;
    }
    if (e->elsewhere) divert(e, act, out, fresh);
    restrict_choices(e, out, run, fresh, e->in_cost || act->form == FORM_BY);
    unsigned player = act->player ? act->player : OP_YOU;
    bool paid = act->form == FORM_MAY && emit_paid_may(e, run, fresh, player, out);
    if (!paid && (act->form == FORM_MAY || act->form == FORM_BY)) {
        unsigned first = run;
        while (out->w[first] == OP_MARK) first += 2;
        bool by = act->form == FORM_BY || out->w[first] == OP_PAY;
        put(e, &head, by ? OP_BY : OP_MAY);
        put(e, &head, player);
        wrap(e, out, run, &head);
    }
    if (act->form == FORM_BY) emit_bought(e, item, i + 1, n, out);
    if (act->form == FORM_OR) emit_or(e, item, i, n, run, fresh, out);
    return act->form == FORM_BY || act->form == FORM_OR;
}

/* Actions of one sentence. "…し、…することで、…": what stands before makes up the cost;
 * "…してよい": the whole run is optional. */
void emit_items(Emit *e, const Node **item, unsigned i, unsigned n, Words *out) {
    unsigned run = out->n;
    for (; i < n && !e->failed; i++) {
        const char *code = node_code(e, item[i]);
        if (code_is(code, "!topic")) {
            const Node *who = node_child(e->t, item[i], 0);
            unsigned clause = player_clause(e, who, node_code(e, who));
            bool first = run == out->n;
            if (who->player == OP_EVERY) {
                emit_each(e, item, i, n, out);
                return;
            }
            if (clause) {
                put(e, out, OP_MARK);
                put(e, out, clause);
            }
            if (*node_code(e, who) != '!') { /* who holds a card, say */
                put(e, out, OP_SETP);
                emit_node(e, who, out);
            }
            if (first) run = out->n;
        } else if (code_is(code, "!subject")) {
            e->subject = out->n + 1;
        } else if (code_is(code, "!if") || code_is(code, "!when") || code_is(code, "!else")) {
            emit_if(e, item, i, n, out);
            return;
        } else if (code_is(code, "!dur")) {
            Words d = {0};
            emit_rest(e, item[i], &d);
            e->duration = d.n ? d.w[0] : 0;
        } else if (code_is(code, "!delay")) {
            emit_delay(e, item, i, n, out);
            return;
        } else if (code_is(code, "!replacing") || code_is(code, "!held")) {
            emit_replacing(e, item[i], code_is(code, "!held"), out);
        } else if (code_is(code, "!within") || code_is(code, "!whenever")) {
            if (e->duration != DUR_TURN) fail(e, item[i], "in which period?");
            if (code_is(code, "!within")) e->duration = DUR_ATTACK;
            emit_delay(e, item, i, n, out);
            return;
        } else if (code_is(code, "!didlater")) { /* a delayed trigger, if something was done */
            static const Words did = {.n = 1, .w = {OP_DID}};
            Words head = {0};
            unsigned from = out->n;
            put_if(e, &head, &did);
            emit_delay(e, item, i, n, out);
            wrap(e, out, from, &head);
            return;
        } else if (code_is(code, "!each")) {
            e->each.n = 0;
            emit_rest(e, item[i], &e->each);
            note_each(e, &e->each);
        } else if (code_is(code, "!also") && item[i]->means) {
            Words d = {0};
            emit_rest(e, meant(e, item[i]), &d);
            e->duration = d.n ? d.w[0] : 0;
        } else if (code_is(code, "!also") || code_is(code, "!then") || code_is(code, "!alt")) {
            if (code_is(code, "!then") && e->t->tongue->aims) put(e, out, OP_LATER);
            continue;
        } else if (code_is(code, "!xis") || code_is(code, "!yis")) {
            continue;
        } else if (!code_is(code, "!act")) {
            fail(e, item[i], "this cannot stand here");
        } else {
            if (emit_step(e, item, i, n, run, out)) return;
            if (node_child(e->t, item[i], 0)->form != FORM_CONT) run = out->n;
        }
    }
    if (e->subject && i) fail(e, item[i - 1], "who has to do what first?");
}

void emit_sentence(Emit *e, const Node *n, Words *out) {
    const Node *item[64];
    unsigned k = flatten(e, node_child(e->t, n, 0), item, 64);
    unsigned saved = e->duration;
    e->usual = saved;
    if (!emit_instead(e, item, k, out)) emit_items(e, item, 0, k, out);
    if (e->each.n && !e->each_used) fail(e, n, "for each: what?");
    e->duration = saved;
    e->each.n = 0;
    e->each_used = false;
}

/* What a sentence begins with choosing is chosen whatever is done with it then. */
static void chosen_before(Emit *e, Words *other, Words *out) {
    unsigned i = 0;
    Words rest = {0};
    while (i < other->n && !e->failed &&
           (other->w[i] == OP_MARK || other->w[i] == OP_SELECT || other->w[i] == OP_WITHIN ||
            other->w[i] == OP_AIMPLAYER || other->w[i] == OP_AIMEITHER ||
            other->w[i] == OP_AIMSTACK))
        i += op_len(e, other, i);
    for (unsigned j = 0; j < other->n; j++) put(e, j < i ? out : &rest, other->w[j]);
    *other = rest;
}

unsigned last_damage(Emit *e, const Words *w) {
    unsigned last = w->n;
    for (unsigned i = 0; i < w->n && !e->failed; i += op_len(e, w, i))
        if (w->w[i] == OP_GAME && (e->t->tongue->damage_ops >> w->w[i + 1] & 1)) last = i;
    return last;
}

void other_amount(Emit *e, const Node *n, const Words *of, unsigned at, Words *out) {
    const char *o = e->t->game->ops[of->w[at + 1]].operands;
    Words head = {0};
    Pc pc = (Pc)(at + 2);
    for (; o[1]; o++) vm_skip(e->t->game, of->w, &pc); /* up to the number */
    for (unsigned i = at; i < pc; i++) put(e, &head, of->w[i]);
    append(e, out, &head);
    emit_node(e, node_child(e->t, n, 0), out);
}

/* "…。…なら、かわりに3ダメージを与える。": to the same ones; what stands before the damage is done
 * in any case. */
static bool another_amount(Emit *e, const Node *item, Words *other, Words *then, Words *out) {
    const Node *act = node_child(e->t, item, 0);
    if (!code_is(node_code(e, item), "!act") || !code_is(node_code(e, act), "!again")) return false;
    unsigned last = last_damage(e, other);
    if (last == other->n) return fail(e, act, "damage to whom?"), true;
    Words old = {0};
    other_amount(e, act, other, last, then);
    for (unsigned i = 0; i < other->n; i++) put(e, i < last ? out : &old, other->w[i]);
    *other = old;
    return true;
}

/* "…。…なら、かわりに…。": the second sentence says what is done in place of the first. */
static const Node *alternative(Emit *e, const Node *sentence, const Node **item, unsigned *n,
                               unsigned *alt) {
    const Node *cond = 0;
    *n = flatten(e, node_child(e->t, sentence, 0), item, 64);
    for (unsigned i = 0; i < *n; i++) {
        const char *code = node_code(e, item[i]);
        if (code_is(code, "!if")) cond = item[i];
        if (code_is(code, "!alt")) {
            *alt = i;
            return cond;
        }
    }
    return 0;
}

/* "Xは…に等しい。": what X and Y are, wherever in the body it stands. */
static void define_letters(Emit *e, const Node *n) {
    for (;;) {
        const Node *item[64];
        unsigned k = flatten(e, node_child(e->t, node_child(e->t, n, 0), 0), item, 64);
        for (unsigned i = 0; i < k; i++) {
            const char *code = node_code(e, item[i]);
            if (code_is(code, "!xis"))
                e->x.n = 0, emit_node(e, node_child(e->t, item[i], 0), &e->x);
            if (code_is(code, "!yis"))
                e->y.n = 0, emit_node(e, node_child(e->t, item[i], 0), &e->y);
        }
        if (n->nchild < 2) return;
        n = node_child(e->t, n, 1);
    }
}

static void emit_sentences(Emit *e, const Node *n, Words *out) {
    for (;;) {
        const Node *item[64], *cond = 0;
        unsigned k, alt, from = out->n;
        note_elsewhere(e, n);
        e->bought = bought_after(e, n);
        emit_sentence(e, node_child(e->t, n, 0), out);
        if (e->bought) fail(e, node_child(e->t, e->bought, 0), "bought with which payment?");
        while (bought_after(e, n)) n = bought_after(e, n);
        if (n->nchild < 2 || e->failed) return;
        n = node_child(e->t, n, 1);
        if (e->elsewhere) {
            e->elsewhere = 0;
            if (e->diverted != 1) fail(e, node_child(e->t, n, 0), "instead of which move?");
            if (n->nchild < 2) return;
            n = node_child(e->t, n, 1);
            continue;
        }
        if (emit_from_top(e, node_child(e->t, n, 0), out, from)) {
            if (n->nchild < 2 || e->failed) return;
            n = node_child(e->t, n, 1);
            continue;
        }
        if (!(cond = alternative(e, node_child(e->t, n, 0), item, &k, &alt))) continue;
        Words then = {0}, when = {0}, other = {0};
        for (unsigned i = from; i < out->n; i++) put(e, &other, out->w[i]);
        out->n = from;
        if (!recount(e, item[k - 1], &other, &then)) {
            if (e->t->tongue->aims) chosen_before(e, &other, out);
            if (alt + 2 != k || !another_amount(e, item[k - 1], &other, &then, out))
                emit_items(e, item, alt + 1, k, &then);
        }
        emit_rest(e, cond, &when);
        const Node *last = node_child(e->t, item[k - 1], 0);
        either(e, &when, &then, &other, last->form == FORM_MAY, out);
        if (n->nchild < 2 || e->failed) return;
        n = node_child(e->t, n, 1);
    }
}

void emit_body(Emit *e, const Node *n, Words *out) {
    const Node *outer = e->bought;
    define_letters(e, n);
    emit_sentences(e, n, out);
    e->bought = outer;
}
