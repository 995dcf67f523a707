/* Code generation from the tree. Most rows carry their code as a template; this file expands
 * templates and links the actions of sentences: topics, durations, optional runs, costs, delayed
 * triggers, alternatives. Code is written to a Words buffer in execution order. Constructs that
 * turn out to enclose earlier code (MAY, BY, IF, EACH) are added by wrap(), which moves that code
 * into a body: so positions in the buffer are only valid until the next wrap() in front of them. */
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
        if (!e->failed) text_error(e->error, 0, "the ability compiles to too much code");
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

void wrap(Emit *e, Words *w, unsigned from, const Words *head) {
    Words body;
    body.n = 0;
    for (unsigned i = from; i < w->n; i++) put(e, &body, w->w[i]);
    w->n = from;
    append(e, w, head);
    put(e, w, body.n);
    append(e, w, &body);
}

static inline bool is_word(const char *s, size_t n, const char *w) {
    return strlen(w) == n && !memcmp(s, w, n);
}

/* Writes the value of a template word. check.c proves that all words are known; the error is for
 * rows under test. */
void emit_word(Emit *e, const Node *node, const char *s, size_t n, Words *out) {
    int value = words_find(e->t->grammar->words, s, n);
    char message[80];
    snprintf(message, sizeof message, "grammar: unknown word %.*s", n < 50 ? (int)n : 50, s);
    if (value < 0) fail(e, node, message);
    put(e, out, value < 0 ? 0 : (unsigned)value);
}

/* Interns the name or trait between a leaf's brackets. */
static unsigned leaf_term(Emit *e, const Node *n) {
    char *s = leaf_text(e->t, n);
    size_t len = strlen(s);
    /* all brackets are three bytes long */
    if (len > 6 && n->leaf == LEAF_TRAIT && e->t->tongue->sorts) {
        char *name = text_name(s);
        unsigned t = e->sink->term(e->sink->self, name ? name : s);
        free(name);
        free(s);
        return t;
    }
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

static const Node *antecedent_of(const Emit *e, const Node *n) {
    return &e->t->node[n->antecedent - 1];
}

/* Writes a context reference: @p player, @d duration, @g the cards that gain, @m the object, @v @s
 * @f operands of the last condition. */
static void emit_context(Emit *e, const Node *n, char what, Words *out) {
    if (what == 'p')
        put(e, out, n->player);
    else if (what == 'd' && e->in_while)
        fail(e, n, "an effect that lasts while a condition holds is not supported here");
    else if (what == 'd')
        put(e, out, e->duration);
    else if (what == 'g')
        append(e, out, &e->gain_set);
    else if (what == 'm' && n->antecedent)
        emit_node(e, antecedent_of(e, n), out);
    else if (what == 'm' && e->is_static)
        emit_static_it(e, n, out);
    else if (what == 'm' && n->dangling)
        fail(e, n, "nothing before this says which card is meant");
    else if (what == 'm')
        put(e, out, n->self_meant ? OP_SELF : OP_IT);
    else if (what == 'v' || what == 's' || what == 'f')
        emit_last_condition(e, n, what, out);
    else
        fail(e, n, "grammar: unknown @");
}

void emit_it(Emit *e, const Node *n, Words *out) { emit_context(e, n, 'm', out); }

/* Flattens nested FAND filters: "a and (b and c)" becomes "a and b and c". */
static void flatten_ands(Emit *e, Words *w) {
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

/* Index of the part that a template calls $1 … $9 or, in a frame, by the letter of a role. The
 * parts of a frame's head are counted behind its roles. */
static unsigned part_index(const Emit *e, const Node *n, char c) {
    const Row *row = grammar_row(e->t->grammar, n->row);
    if (c >= '1' && c <= '9') return role_count(row) + (unsigned)(c - '1');
    int part = role_part(row, c);
    return part < 0 ? n->nchild : (unsigned)part;
}

/* Writes "{ body }": the length, then the body. "Any card, and …" is just "…". */
void put_body(Emit *e, Words *out, Words *body) {
    flatten_ands(e, body);
    unsigned from =
        body->n > 3 && body->w[0] == OP_FAND && body->w[1] == 2 && body->w[2] == OP_ANY ? 3 : 0;
    put(e, out, body->n - from);
    for (unsigned i = from; i < body->n; i++) put(e, out, body->w[i]);
}

/* Does the item of a list, up to , or ], mention a role that is not said? */
static bool lacks_role(const Emit *e, const Node *n, const char *s) {
    for (; *s && *s != ',' && *s != ']'; s++) {
        if (*s == '(') s = alternatives_end(s) - 1;
        if (*s == '$' && s[1] > '9' && (s[1] == e->dropped || !role_filler(e->t, n, s[1])))
            return true;
    }
    return false;
}

/* Writes "( a , b )" from its bracket on: the alternative that fits the roles said. Returns the
 * position behind it. */
static const char *emit_choice(Emit *e, const Node *n, const char *s, Words *out) {
    const char *from = frame_choice(e->t, n, s);
    if (!from) fail(e, n, "the text does not say whom this is about");
    for (const char *at = from; at && e->dropped && *at && !strchr(",)", *at); at++)
        if (*at == '$' && at[1] == e->dropped) { /* a truth about the subject, asked otherwise */
            put(e, out, OP_TRUE);
            return alternatives_end(s);
        }
    while (from && *from != ',' && *from != ')' && !e->failed) {
        from = emit_token(e, n, from, out);
        while (*from == ' ') from++;
    }
    return alternatives_end(s);
}

/* Is the truth written since 'from' always true: TRUE, or "the card is any card"? */
static bool says_nothing(const Words *w, unsigned from) {
    unsigned n = w->n - from, op = n ? w->w[from] : 0;
    if (n < 2) return !n || op == OP_TRUE;
    return n == 2 && (op == OP_ON_CARD || op == OP_ON_OTHER) && w->w[from + 1] == OP_ANY;
}

/* Does "the rest" mean the cards of a zone that were not chosen? If cards were looked at it means
 * those. */
static bool rest_of_zone(const Emit *e, const Node *n) {
    return e->chosen_from.n && !e->looked &&
           has_start(grammar_row(e->t->grammar, n->row)->pattern, "{残り");
}

/* Writes "[ a , b ]" behind its bracket: the number of items and the items. Those that mention a
 * role which is not said are left out. Returns the position behind the list. */
static const char *emit_list(Emit *e, const Node *n, const char *s, Words *out) {
    Words items;
    items.n = 0;
    unsigned count = 0;
    while (*s && *s != ']' && !e->failed) {
        bool skip = lacks_role(e, n, s);
        unsigned from = items.n;
        while (*s && *s != ',' && *s != ']')
            if (skip && *s == '(')
                s = alternatives_end(s);
            else if (skip || *s == ' ')
                s++;
            else
                s = emit_token(e, n, s, &items);
        if (says_nothing(&items, from))
            items.n = from;
        else
            count++;
        while (*s == ',' || *s == ' ') s++;
    }
    put(e, out, count);
    append(e, out, &items);
    return *s ? s + 1 : s;
}

/* Does a word for zones say which cards it means even where it only names the place (!said), as
 * 他のメンバー does? */
bool limits_cards(const Emit *e, const Node *n) {
    if (n->leaf) return false;
    const Row *row = grammar_row(e->t->grammar, n->row);
    if (row->phrase_id != PHRASE_ZONE && row->phrase_id != PHRASE_ZONES) return false;
    if (strstr(row->code, "!said")) return true;
    for (unsigned i = 0; i < n->nchild; i++)
        if (limits_cards(e, node_child(e->t, n, i))) return true;
    return false;
}

/* Does the template read the filter of that part ($2.1) before 'end'? */
static bool reads_filter(const char *s, const char *end, char part) {
    for (; s < end; s++)
        if (*s == '$' && s[1] == part && s[2] == '.') return true;
    return false;
}

/* The part that names the zones of "$2 { … }", the bracket being at s; null if it is no part, or if
 * the body reads its filter. */
static const Node *zones_before(const Emit *e, const Node *n, const char *s) {
    const char *code = node_code(e, n), *part = s;
    while (part > code && part[-1] == ' ') part--;
    if (part - code < 2 || part[-2] != '$') return 0;
    unsigned child = part_index(e, n, part[-1]);
    if (child >= n->nchild || reads_filter(s, s + strcspn(s, "}"), part[-1])) return 0;
    return node_child(e->t, n, child);
}

/* The body of "$2 { … }" does not read the filter of the zones: what their words say of the cards
 * is added. */
static void add_limits(Emit *e, const Node *zones, Words *body) {
    Words all;
    all.n = 0;
    if (!limits_cards(e, zones)) return;
    bool any = body->n == 1 && body->w[0] == OP_ANY;
    if (!any) put(e, &all, OP_FAND), put(e, &all, 2);
    emit_segment(e, zones, 1, &all);
    if (!any) append(e, &all, body);
    *body = all;
}

void put_place_body(Emit *e, const Node *zones, Words *out) {
    Words body = {.n = 1, .w = {OP_ANY}};
    add_limits(e, zones, &body);
    put_body(e, out, &body);
}

/* Refuses a word that says which cards it means where the template only has a use for the place. */
static void check_place(Emit *e, const Node *n, const Node *zones, const char *s) {
    const char *code = node_code(e, n);
    bool body = s[2] == ' ' && s[3] == '{';
    if (limits_cards(e, zones) && !body && !reads_filter(code, code + strlen(code), s[1]))
        fail(e, zones, "only a place can stand here, but this says which cards there");
}

/* Tokens: [ a , b ] a list; ( a , b ) the first that mentions no role which is not said; & the
 * cards that a frame's roles name (object.c); $1 or $2.1 a child's code; %1 a number times "for
 * each"; #1 a bare number; @x context;
 * "| a b" the union of two words; { … } a body with its length in front; numbers; !special;
 * symbols. */
const char *emit_token(Emit *e, const Node *n, const char *s, Words *out) {
    while (*s == ' ') s++;
    if (!*s || *s == ';') return s;
    const char *end = s;
    while (*end && *end != ' ' && *end != ';') end++;
    if (*s == '$') {
        unsigned child = part_index(e, n, s[1]), seg = s[2] == '.' ? (unsigned)(s[3] - '0') : 0;
        if (child >= n->nchild)
            fail(e, n, "grammar: no such part");
        else {
            check_place(e, n, node_child(e->t, n, child), s);
            emit_segment(e, node_child(e->t, n, child), seg, out);
        }
    } else if (*s == '%') {
        if (e->scale.n) {
            e->scaled = true;
            put(e, out, OP_MUL);
            append(e, out, &e->scale);
        }
        if (e->each.n) put_factor(e, n, out);
        emit_segment(e, node_child(e->t, n, part_index(e, n, s[1])), s[2] == '.' ? 1 : 0, out);
    } else if (*s == '&') {
        if (e->object && !has_start(s, "&choose")) append(e, out, e->object);
    } else if (*s == '#') {
        const Node *c = node_child(e->t, n, part_index(e, n, s[1]));
        while (!c->leaf && c->nchild == 1) c = node_child(e->t, c, 0);
        put(e, out, (unsigned)c->value);
    } else if (*s == '@') {
        emit_context(e, n, s[1], out);
    } else if (*s == '|') {
        Words a, b;
        a.n = b.n = 0;
        const char *next = emit_token(e, n, end, &a);
        end = emit_token(e, n, next, &b);
        put(e, out, a.n == 1 && b.n == 1 ? (unsigned)(a.w[0] | b.w[0]) : 0u);
    } else if (*s == '{') {
        const Node *zones = zones_before(e, n, s);
        Words body;
        body.n = 0;
        s = end;
        for (;;) {
            while (*s == ' ') s++;
            if (!*s || *s == '}' || *s == ';') break;
            s = emit_token(e, n, s, &body);
        }
        if (zones) add_limits(e, zones, &body);
        put_body(e, out, &body);
        return *s == '}' ? s + 1 : s;
    } else if (*s == '[') {
        return emit_list(e, n, end, out);
    } else if (*s == '(') {
        return emit_choice(e, n, s, out);
    } else if ((*s >= '0' && *s <= '9') || *s == '-') {
        put(e, out, (unsigned)atoi(s));
    } else if (*s == '!') {
        emit_special(e, n, s + 1, (size_t)(end - s - 1), out);
    } else if (n->from_event && is_word(s, (size_t)(end - s), "LEFT")) {
        put(e, out, OP_IT);
    } else if (is_word(s, (size_t)(end - s), "LEFT") && rest_of_zone(e, n)) {
        put(e, out, OP_BUT);
        append(e, out, &e->chosen_from);
        put(e, out, OP_IT);
    } else if (e->t->tongue->clause_bare && is_word(s, (size_t)(end - s), "CL_BARE")) {
        put(e, out, e->t->tongue->clause_bare); /* resolve_bare specialises the first mark */
        put_mark(e, out, OP_FMARK, e->t->tongue->clause_bare);
    } else if (n->antecedent && is_word(s, (size_t)(end - s), "IT")) {
        emit_node(e, antecedent_of(e, n), out);
    } else {
        emit_word(e, n, s, (size_t)(end - s), out);
    }
    return end;
}

/* Writes a segment of a node's code and remembers the set it names. */
/* Refuses the pattern of a move that cannot happen, because the verb or a role excludes the place
 * that another role names. */
static void check_possible(Emit *e, const Node *n, const Words *w, unsigned from) {
    static const unsigned places[] = {OP_FROM, OP_TO};
    if (e->failed || from + 2 >= w->n || w->w[from] != OP_ON) return;
    for (unsigned i = 0; i < 2; i++) {
        Code zones = ~0u;
        Pc pc = (Pc)(from + 3);
        for (unsigned k = w->w[from + 2]; k > 0; k--, vm_skip(e->t->game, w->w, &pc))
            if (w->w[pc] == places[i]) zones &= w->w[pc + 1];
        if (!zones) fail(e, n, "this can never happen: the verb implies another place");
    }
}

static void emit_segment(Emit *e, const Node *n, unsigned segment, Words *out) {
    if (e->failed) return;
    if (n->leaf == LEAF_ABSENT) return;
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
    const Row *row = grammar_row(e->t->grammar, n->row);
    if (row->implicit && n->player == OP_EVERY) { /* whoever's: bind.c */
        put(e, out, OP_EVERY);
        return;
    }
    if (!segment && row->sort == ROW_FRAME && frame_is_composed(e, n)) {
        emit_frame(e, n, out);
        return;
    }
    bool set = row->phrase_id == PHRASE_SET;
    if (n == e->bound_set) {
        put(e, out, OP_IT);
        return;
    }
    const bool names = set || row->phrase_id == PHRASE_SET1;
    if (names && !n->antecedent && e->is_static && code_is(s, "IT")) {
        emit_static_it(e, n, out);
        return;
    }
    if (names && same_word(s, "IT") && emit_half(e, n, out)) return;
    unsigned from = out->n;
    for (; segment && *s; s++)
        if (*s == ';') segment--;
    if (segment) {
        fail(e, n, "grammar: no such segment");
        return;
    }
    bool special = false;
    if (set) e->done_goal = 0;
    while (*s && *s != ';' && !special && !e->failed) {
        special = *s == '!' && special_takes_rest(s);
        s = emit_token(e, n, s, out);
        while (*s == ' ') s++;
    }
    if (set) look_where_put(e, n, from, out);
    if (row->sort == ROW_FRAME) check_possible(e, n, out, from);
    if (!set || special || e->failed) return;
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

unsigned op_len(Emit *e, const Words *w, unsigned i) {
    Pc pc = (Pc)i;
    vm_skip(e->t->game, w->w, &pc);
    return pc - i;
}

/* ---- sentences ---- */

unsigned flatten(const Emit *e, const Node *n, const Node **out, unsigned max) {
    unsigned k = 0;
    while (k < max) {
        out[k++] = node_child(e->t, n, 0);
        if (n->nchild < 2) break;
        n = node_child(e->t, n, 1);
    }
    return k;
}

/* A continuation (Node.antecedent set) has its own segment if the row has two. */
void emit_tail(Emit *e, const Node *n, Words *out) {
    const char *s = node_code(e, n);
    const char *second = n->antecedent ? strchr(s, ';') : 0; /* meaning as a continuation */
    while (*s && *s != ' ') s++;
    if (second) s = second + 1;
    while (*s == ' ') s++;
    while (*s && *s != ';' && !e->failed) {
        s = emit_token(e, n, s, out);
        while (*s == ' ') s++;
    }
}

/* Is the body a single action on "it"? Then a delayed trigger is created for each card. */
static bool only_acts_on_it(Emit *e, const Words *w) {
    unsigned i = 0;
    while (i + 2 < w->n && w->w[i] == OP_MARK) i += 2;
    if (e->failed || i >= w->n || i + op_len(e, w, i) != w->n) return false;
    if (w->w[i] == OP_MOVE) return w->w[i + 2] == OP_IT;
    return (w->w[i] == OP_TURNFACE || w->w[i] == OP_ORIENT) && w->w[i + 1] == OP_IT;
}

/* Does the first sentence of the body say what happens during "that attack"? */
static bool is_of_that_attack(const Emit *e, const Node *body) {
    const Node *item[64];
    unsigned k = flatten(e, node_child(e->t, node_child(e->t, body, 0), 0), item, 64);
    for (unsigned i = 0; i < k; i++)
        if (code_is(node_code(e, item[i]), "!dur") &&
            code_is(node_code(e, node_child(e->t, item[i], 0)), "!thatattack"))
            return true;
    return false;
}

bool sentence_goes_on(const Emit *e, const Node *sentence, bool did) {
    const Node *item[64], *last = e->last_act;
    unsigned k = flatten(e, node_child(e->t, sentence, 0), item, 64), i = 0;
    if (!last) return false;
    bool chose = only_chose(e);
    if (did && last->form == FORM_MAY && code_is(node_code(e, item[0]), "!if")) {
        const Node *what = item[0]->nchild ? node_child(e->t, item[0], 0) : 0;
        const char *code = what ? node_code(e, what) : strchr(node_code(e, item[0]), ' ') + 1;
        return same_word(code, "!done") || same_word(code, "DID") || same_word(code, "NOT DID");
    }
    for (; i < k; i++) {
        const char *code = node_code(e, item[i]);
        if (code_is(code, "!act")) return chose && acts_on_spoken(e, node_child(e->t, item[i], 0));
        if (!code_is(code, "!topic") && !code_is(code, "!dur") && !code_is(code, "!then"))
            return false;
    }
    return false;
}

/* The sentence behind this one, if it stands in the same body: one that depends on a payment does
 * so only inside of what was paid for. */
static const Node *next_sentence(const Emit *e) {
    const Node *next = e->paid_for ? e->paid_for : e->following;
    return next && node_child(e->t, next, 0)->paid_for == (e->paid_for != 0) ? next : 0;
}

void emit_continuation(Emit *e, bool did, Words *out) {
    const Node *more;
    while (!e->failed && (more = next_sentence(e)) &&
           sentence_goes_on(e, node_child(e->t, more, 0), did)) {
        if (e->each.n && !e->each_used)
            fail(e, more, "「…につき」 multiplies nothing in the sentence before this");
        e->each.n = 0;
        e->each_used = e->each_chose = false;
        if (e->paid_for)
            e->paid_for = paid_for_after(e, more);
        else
            e->following = more->nchild > 1 ? node_child(e->t, more, 1) : 0;
        e->duration = e->default_duration;
        e->linked = true;
        unsigned shift = e->shift; /* the choice stands behind where the caller began */
        emit_sentence(e, node_child(e->t, more, 0), out);
        e->shift = shift;
    }
}

/* Compiles the rest of the sentence, behind the trigger at item i, as a delayed triggered
 * ability. */
static void emit_delay(Emit *e, const Node **item, unsigned i, unsigned n, Words *out) {
    Words trig, body;
    trig.n = body.n = 0;
    unsigned saved = e->duration;
    const Node *paid_for = e->paid_for; /* a payment inside the delayed part does not count */
    e->paid_for = 0;
    EventSet trigger_events = e->trigger_events;
    e->next_time = e->delay_game = false;
    e->delay_turn = 0;
    emit_tail(e, item[i], &trig);
    bool next = e->next_time, delay_game = e->delay_game; /* set by words of the trigger */
    unsigned delay_turn = e->delay_turn;
    e->trigger_events = events_of(e, &trig);
    const bool it_object = e->it_object;
    e->it_object = it_is_object(e, &trig);
    if (i + 1 < n && code_is(node_code(e, item[i + 1]), "!alt"))
        fail(e, item[i + 1],
             "「かわりに」 cannot follow a delayed trigger: the event has already happened");
    const Node *before_delay = e->before_delay;
    e->before_delay = e->last_act;
    emit_items(e, item, i + 1, n, &body);
    emit_continuation(e, true, &body);
    e->before_delay = before_delay;
    while (e->following && is_of_that_attack(e, e->following)) { /* the next sentence, too */
        const Node *more = e->following;
        e->following = more->nchild > 1 ? node_child(e->t, more, 1) : 0;
        e->duration = e->default_duration;
        emit_sentence(e, node_child(e->t, more, 0), &body);
    }
    e->trigger_events = trigger_events;
    e->it_object = it_object;
    e->paid_for = paid_for;
    bool point = events_of(e, &trig) & ev_bit(EV_POINT);
    bool each = (point && only_acts_on_it(e, &body)) || contains_op(e, &trig, OP_IT);
    AbilityDef a = {.kind = ABIL_TRIGGERED, .flags = ABIL_DELAYED, .index = 7};
    resolve_owners(e, &trig);
    resolve_owners(e, &body);
    if (e->t->tongue->targets_on_entry) lift_targets(e, &body, &a);
    put(e, &body, OP_END);
    a.events = events_of(e, &trig);
    /* a point in time comes once; "this turn, when …" is a period (9.8.5.1) */
    if (next || (a.events & ev_bit(EV_POINT))) a.flags |= ABIL_NEXT_TIME;
    if (it_is_object(e, &trig)) a.flags |= ABIL_IT_OBJECT;
    a.trig = (Pc)e->sink->code(e->sink->self, trig.w, trig.n);
    a.body = (Pc)e->sink->code(e->sink->self, body.w, body.n);
    put(e, out, each ? OP_DELAYEACH : OP_DELAY);
    put(e, out, e->sink->ability(e->sink->self, &a));
    /* with targets, a trigger without a stated period waits for the rest of the game */
    bool no_term =
        e->t->tongue->targets_on_entry && saved == DUR_GAME && !(a.events & ev_bit(EV_POINT));
    put(e, out, delay_turn ? delay_turn : delay_game || no_term ? DUR_GAME : DUR_TURN);
    e->duration = saved;
}

/* "この…中、…する時、かわりに…": creates a replacement effect for that period. 'held' (!held): one
 * for each card, present now, that the clause names. */
static void emit_replacing(Emit *e, const Node *n, bool held, Words *out) {
    Words d;
    d.n = 0;
    unsigned saved = e->duration;
    AbilityDef a = {.flags = ABIL_DELAYED, .index = 7};
    if (strstr(grammar_row(e->t->grammar, n->row)->pattern, "次に")) a.flags |= ABIL_NEXT_TIME;
    emit_node(e, node_child(e->t, n, 0), &d);
    emit_replace(e, node_child(e->t, n, 1), &a);
    if (e->next_time) a.flags |= ABIL_NEXT_TIME; /* 次に as a role of the event */
    if (held) {
        put(e, out, OP_SETIT);
        emit_part(e, node_child(e->t, node_child(e->t, n, 1), 0), 1, out);
    }
    put(e, out, held ? OP_DELAYEACH : OP_DELAY);
    put(e, out, e->sink->ability(e->sink->self, &a));
    put(e, out, d.n ? d.w[0] : DUR_TURN);
    e->duration = saved;
}

/* "Each player …": the rest of the sentence once per player. */
static void emit_each(Emit *e, unsigned who, const Node **item, unsigned i, unsigned n,
                      Words *out) {
    Words body;
    unsigned from = out->n;
    const Node *paid_for = e->paid_for; /* a payment by each player does not count */
    e->paid_for = 0;
    e->in_each = true;
    emit_items(e, item, i + 1, n, out);
    emit_continuation(e, false, out);
    e->in_each = false;
    e->paid_for = paid_for;
    body.n = 0;
    for (unsigned k = from; k < out->n; k++) put(e, &body, out->w[k]);
    out->n = from;
    emit_for_each(e, who, &body, out);
    if (!e->t->tongue->fixed_players) e->each_of = who;
}

unsigned player_clause(const Emit *e, const Node *n, const char *code) {
    const Tongue *t = e->t->tongue;
    unsigned first = n->value != 0;
    if (code_is(code, "!self") && e->in_each && n->player == OP_THAT && t->clause_self_each)
        return t->clause_self_each;
    if (code_is(code, "!self")) return t->clause_self[first];
    if (code_is(code, "!opp")) return t->clause_opp[first];
    if (code_is(code, "!that")) return t->clause_that[first];
    return 0;
}

/* Do the last two actions each choose exactly one card? A SELECT ends with minimum, maximum and
 * flags; 'one' is "1, 1, PICK_KEEP". */
static bool ends_with_two_choices(Emit *e, const Words *out) {
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

/* Does "それら" refer to both of two single choices? */
static bool refers_to_both(Emit *e, const Node *set, const Words *out) {
    char *s = leaf_text(e->t, set);
    bool those = !strncmp(s, "それら", 9) && !set->antecedent;
    free(s);
    return those && ends_with_two_choices(e, out);
}

/* Damage is not a stat that effects may set: rewrites "damage becomes 0" as CLEAR and refuses the
 * rest. */
static void damage_to_clear(Emit *e, const Node *act, Words *out, unsigned from) {
    for (unsigned i = from; i < out->n && !e->failed; i += op_len(e, out, i)) {
        Pc stat = (Pc)(i + 1);
        if (out->w[i] != OP_SETSTAT && out->w[i] != OP_STATMOD) continue;
        vm_skip(e->t->game, out->w, &stat);
        if (out->w[stat] != STAT_DAMAGE) continue;
        bool healed = out->w[i] == OP_SETSTAT && !e->is_static && out->w[stat + 1] == OP_NUM &&
                      !out->w[stat + 2] && i + op_len(e, out, i) == out->n;
        if (!healed) fail(e, act, "damage cannot be set or modified, only dealt or healed");
        out->w[i] = OP_CLEAR;
        out->n = stat;
    }
}

/* The move that ends the action may only choose seats with, or without, certain cards. */
static void add_seats(Emit *e, const Node *act, Words *out, unsigned from) {
    unsigned last = OP_NONE;
    for (unsigned i = from; i < out->n && !e->failed; i += op_len(e, out, i)) last = out->w[i];
    if (last != OP_MOVE) fail(e, act, "only a move can say which cards lie on the seat");
    append(e, out, &e->onto);
}

/* Compiles an action. If later phrases refer to its cards they are assigned to "it" first. Returns
 * where its code begins. */
static unsigned emit_act(Emit *e, const Node *act, Words *out) {
    unsigned fresh = out->n;
    bool next =
        strstr(node_code(e, act), "D_NEXT_O") != 0; /* lasts for the next attack of this turn */
    if (next && e->duration != DUR_GAME && e->duration != DUR_TURN)
        fail(e, act, "「次のアタック」 can only be one of this turn");
    const Node *first = act_object(e->t, act);
    if (!first) first = act;
    if (role_filler(e->t, act, 'h')) e->subject = out->n + 1; /* 相手が…しなければ */
    if (first->pick_one) {
        put(e, out, OP_SELECT);
        put(e, out, act->player ? act->player : OP_YOU);
        emit_node(e, first, out);
        for (unsigned i = 0; i < 2; i++) put(e, out, OP_NUM), put(e, out, 1);
        put(e, out, 1);
        e->bound_set = first;
    }
    if (first != act && refers_to_both(e, first, out)) {
        static const Code both[] = {OP_SETIT, OP_JOIN, OP_KEPT, OP_IT};
        for (unsigned i = 0; i < 4; i++) put(e, out, both[i]);
    }
    if (act->binds_it) {
        const Node *set = first;
        Words bound = {0};
        emit_node(e, set, &bound);
        if (act->binds_it == BINDS_DONE) narrow_to_done(e, act, &bound);
        if (bound.n != 1 || bound.w[0] != OP_IT) { /* it is not "it" already */
            put(e, out, OP_SETIT);
            append(e, out, &bound);
        }
        e->bound_set = set;
    }
    e->onto.n = 0;
    e->grown = 0;
    emit_node(e, act, out);
    fresh += e->grown;
    if (e->onto.n) add_seats(e, act, out, fresh);
    e->bound_set = 0;
    for (unsigned i = fresh; i < out->n && !e->failed; i += op_len(e, out, i))
        if (out->w[i] == OP_LOOK || out->w[i] == OP_SEE || out->w[i] == OP_SHOWALL ||
            out->w[i] == OP_GAME)
            e->looked = true, e->each_looked = false;
    e->last_kills = strstr(node_code(e, act), "H_KILL") != 0;
    damage_to_clear(e, act, out, fresh);
    each_deck(e, act, fresh, out);
    if (e->failed || out->n == fresh) return fresh;
    bool lasts = out->w[fresh] == OP_RULE || out->w[fresh] == OP_RULESET;
    if (lasts && e->in_replacement && e->duration == DUR_GAME)
        fail(e, act, "a rule change inside a replacement needs a duration");
    if (out->w[fresh] != OP_RULE) return fresh;
    Words rule = {0}; /* evaluated later, when "it" is gone */
    for (unsigned i = fresh; i < out->n; i++) put(e, &rule, out->w[i]);
    if (contains_op(e, &rule, OP_IT))
        fail(e, act, "a lasting rule change cannot refer to a chosen card");
    return fresh;
}

/* Where the run that ends with the action at 'fresh' begins: behind !subject, else at the choice of
 * the cards it acts on. */
static unsigned run_start(Emit *e, unsigned fresh, const Words *out) {
    Words last;
    last.n = 0;
    unsigned before = fresh;
    if (e->subject) return e->subject - 1;
    for (unsigned i = fresh; i < out->n; i++) put(e, &last, out->w[i]);
    for (unsigned i = 0; i < fresh && !e->failed; i += op_len(e, out, i))
        if (out->w[i] == OP_SELECT && i + op_len(e, out, i) == fresh) before = i;
    return contains_op(e, &last, OP_IT) ? before : fresh;
}

/* "…しなければ、…": the player may perform the whole run; otherwise the rest of the sentence
 * happens. */
static void emit_unless(Emit *e, const Node **item, unsigned i, unsigned n, unsigned fresh,
                        Words *out) {
    static const Words not_done = {.n = 2, .w = {OP_NOT, OP_DID}};
    const Node *act = node_child(e->t, item[i], 0);
    Words by, then;
    by.n = then.n = 0;
    if (!act->roles && !e->subject &&
        !e->t->tongue->targets_on_entry) { /* of what was said before */
        out->n = fresh;
        emit_items(e, item, i + 1, n, out);
        put_if(e, &then, &not_done);
        wrap(e, out, fresh, &then);
        return;
    }
    if (i + 1 >= n || e->is_static || e->in_cost)
        fail(e, act,
             "「…しなければ」 needs an effect behind it, and cannot stand in a cost or static "
             "ability");
    unsigned from = run_start(e, fresh, out);
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

/* 「1枚選ぶ。控え室に置く。」: where the choice that ends at 'end' begins; 'end' if there is none.
 */
static unsigned chosen_before(Emit *e, const Words *out, unsigned end) {
    unsigned at = end;
    for (unsigned i = 0; i < end && !e->failed; i = skip_action(e, out, i))
        if (out->w[i] != OP_MARK) at = out->w[i] == OP_SELECT ? i : end;
    return at;
}

/* Compiles the action at i, part of the run that began at *start. Returns true if the rest of the
 * sentence depends on it and has been written as well. */
static bool emit_step(Emit *e, const Node **item, unsigned i, unsigned n, unsigned *start,
                      Words *out) {
    const Node *act = node_child(e->t, item[i], 0);
    Words head;
    head.n = 0;
    unsigned fresh = out->n, run = *start;
    bool linked = e->linked;
    e->linked = false;
    const unsigned begun = fresh;
    fresh = emit_act(e, act, out);
    if (run == begun) *start = run = fresh;
    e->shift += fresh - begun;
    if (e->each.n && !strchr(node_code(e, act), '%')) multiply(e, out, fresh);
    if (act->form == FORM_UNLESS && !e->in_demand) {
        emit_unless(e, item, i, n, fresh, out);
        return true;
    }
    const bool named =
        e->causer || (act->value && act->form == FORM_CAUSES); /* who is made to act: bind.c */
    if ((act->form == FORM_CAUSES) != named && act->form != FORM_CONT)
        fail(e, act,
             e->causer ? "「…に」 names who is made to act, and needs 「…させる」"
                       : "「…させる」 needs who is made to act: 「相手に」");
    e->causer &= act->form == FORM_CONT;
    e->last_act = act;
    if (e->nacts == sizeof e->acts / sizeof *e->acts) {
        memmove(e->acts, e->acts + 1, --e->nacts * sizeof *e->acts);
        if (e->cost_acts) e->cost_acts--;
    }
    e->acts[e->nacts++] = act;
    e->after_may = act->form == FORM_MAY;
    if (e->redirect) redirect_move(e, act, out, fresh);
    if (act->form != FORM_OR) { /* there is another thing that can be done to what is chosen */
        unsigned from = linked && run == fresh ? chosen_before(e, out, run) : run, old = fresh;
        fresh = restrict_choices(e, out, from, fresh, e->in_cost || act->form == FORM_BY);
        if (from < run) { /* the code behind the choice has moved */
            e->shift += fresh - old;
            *start = run = fresh;
        }
    }
    if (act->form == FORM_MAY && i + 1 == n) emit_continuation(e, false, out);
    unsigned player = act->player ? act->player : OP_YOU;
    bool paid = act->form == FORM_MAY && emit_may_with_cost(e, run, fresh, player, out);
    if (!paid && (act->form == FORM_MAY || act->form == FORM_BY)) {
        unsigned first = run;
        while (out->w[first] == OP_MARK) first += 2;
        if (e->t->tongue->looks_anyway && !e->in_replacement && out->w[first] == OP_LOOK &&
            first < fresh)
            first = run = first + op_len(e, out, first);
        bool by = act->form == FORM_BY || is_payment(e, out, first);
        if (by) pay_something(e, run, out);
        put(e, &head, by ? OP_BY : OP_MAY);
        put(e, &head, player);
        wrap(e, out, run, &head);
    }
    if (act->form == FORM_BY) emit_paid_for(e, item, i + 1, n, out);
    if (act->form == FORM_OR) emit_or(e, item, i, n, run, fresh, out);
    return act->form == FORM_BY || act->form == FORM_OR;
}

/* A run is a sequence of actions in continuing form. "…することで" makes the run a cost of what
 * follows; "…してよい" makes it optional. */
void emit_items(Emit *e, const Node **item, unsigned i, unsigned n, Words *out) {
    unsigned run = out->n, actor = 0;
    if (!i) e->topic_said = false;
    for (; i < n && !e->failed; i++) {
        const char *code = node_code(e, item[i]);
        if (e->in_parts) mark_part(e, item[i], out);
        if (code_is(code, "!topic")) {
            e->topic_said = true;
            const Node *who = node_child(e->t, item[i], 0);
            unsigned clause = player_clause(e, who, node_code(e, who));
            bool first = run == out->n;
            e->causer = strstr(code, "!causer") != 0;
            e->each_of = 0;
            if (!e->is_static && (who->player == OP_EVERY || who->player == OP_OPPS)) {
                emit_each(e, who->player, item, i, n, out);
                return;
            }
            if (clause) {
                put(e, out, OP_MARK);
                put(e, out, clause);
            }
            if (*node_code(e, who) != '!') { /* described, such as a card's holder */
                put(e, out, OP_SETP);
                emit_node(e, who, out);
            }
            if (first || (who->player != actor && !e->causer))
                run = out->n; /* a run has one actor */
        } else if (code_is(code, "!subject")) {
            e->subject = out->n + 1;
        } else if (code_is(code, "!if") || code_is(code, "!when") || code_is(code, "!else")) {
            emit_if(e, item, i, n, out);
            return;
        } else if (code_is(code, "!dur")) {
            Words d;
            d.n = 0;
            emit_tail(e, item[i], &d);
            e->duration = d.n ? d.w[0] : 0;
        } else if (code_is(code, "!delay")) {
            emit_delay(e, item, i, n, out);
            return;
        } else if (code_is(code, "!replacing") || code_is(code, "!held")) {
            emit_replacing(e, item[i], code_is(code, "!held"), out);
        } else if (code_is(code, "!within") || code_is(code, "!whenever")) {
            bool next = code_is(code, "!within") && strstr(code, "!next"); /* このターン次の… */
            if (e->duration != (next ? e->default_duration : DUR_TURN))
                fail(e, item[i], "this needs 「このターン中」 before it");
            if (code_is(code, "!within")) e->duration = DUR_ATTACK;
            emit_delay(e, item, i, n, out);
            return;
        } else if (code_is(code, "!didlater")) { /* delayed, provided the action was performed */
            static const Words did = {.n = 1, .w = {OP_DID}};
            Words head = {0};
            const unsigned from = out->n;
            put_if(e, &head, &did);
            emit_delay(e, item, i, n, out);
            wrap(e, out, from, &head);
            return;
        } else if (code_is(code, "!each")) {
            e->each.n = 0;
            emit_tail(e, item[i], &e->each);
            note_each(e, &e->each);
            if (emit_rounds(e, item, i, n, out)) return;
        } else if ((code_is(code, "!also") || code_is(code, "!alt")) && item[i]->antecedent) {
            Words d;
            d.n = 0;
            const Node *period = antecedent_of(e, item[i]);
            (code_is(node_code(e, period), "!dur") ? emit_tail : emit_node)(e, period, &d);
            e->duration = d.n ? d.w[0] : 0;
        } else if (code_is(code, "!alt")) {
            fail(e, item[i], "there is nothing before this that it could replace");
        } else if (code_is(code, "!also") || code_is(code, "!then")) {
            if (code_is(code, "!then") && e->t->tongue->targets_on_entry) put(e, out, OP_LATER);
            if (item_says_after(e->t, item[i])) run = out->n; /* it is not optional with it */
            continue;
        } else if (code_is(code, "!limit")) {
            Words times;
            times.n = 0;
            emit_tail(e, item[i], &times);
            e->limit = times.n == 2 ? times.w[1] : 0;
            if (e->limit < 1 || e->limit > MANY_MAX)
                fail(e, item[i], "this must be 1 to 255 times a turn");
        } else if (code_is(code, "!valid")) { /* the game puts it to the ability's condition */
            Words cond = {0};
            Words all = {0};
            emit_tail(e, item[i], &cond);
            if (e->valid.n) put(e, &all, OP_AND), put(e, &all, 2);
            append(e, &all, &e->valid);
            append(e, &all, &cond);
            e->valid = all;
        } else if (code_is(code, "!xis") || code_is(code, "!yis")) {
            continue;
        } else if (!code_is(code, "!act")) {
            fail(e, item[i], "this phrase is not allowed here");
        } else {
            if (emit_step(e, item, i, n, &run, out)) return;
            actor = node_child(e->t, item[i], 0)->player;
            if (node_child(e->t, item[i], 0)->form != FORM_CONT) run = out->n;
        }
    }
    if (e->subject && i) fail(e, item[i - 1], "the player named here has nothing to do");
}

/* The duration and the "for each" factor end with the sentence. */
void emit_sentence(Emit *e, const Node *n, Words *out) {
    const Node *item[64];
    unsigned k = flatten(e, node_child(e->t, n, 0), item, 64);
    unsigned saved = e->duration, from = out->n, shift = e->shift;
    const bool goes_on = e->each_of; /* "各プレイヤーは…。…。" */
    e->default_duration = saved;
    if (!emit_instead(e, item, k, out)) emit_items(e, item, 0, k, out);
    from += e->shift - shift;
    if (goes_on && e->each_of) {
        unsigned who = e->each_of;
        e->each_of = 0;
        emit_continuation(e, false, out);
        e->each_of = who;
        go_on_for_each(e, n, from, out);
    }
    if (e->each.n && !e->each_used) fail(e, n, "「…につき」 multiplies nothing in this sentence");
    e->duration = saved;
    e->each.n = 0;
    e->each_used = e->each_chose = false;
    e->collected = e->collecting;
    e->collecting = false;
}

/* Moves the choices at the start of 'other' to 'out': they are made before the alternatives
 * diverge. */
static void hoist_choices(Emit *e, Words *other, Words *out) {
    unsigned i = 0;
    Words rest;
    rest.n = 0;
    while (i < other->n && !e->failed &&
           (other->w[i] == OP_MARK || other->w[i] == OP_SELECT || other->w[i] == OP_WITHIN ||
            other->w[i] == OP_AIMPLAYER || other->w[i] == OP_AIMEITHER ||
            other->w[i] == OP_AIMSTACK))
        i += op_len(e, other, i);
    for (unsigned j = 0; j < other->n; j++) put(e, j < i ? out : &rest, other->w[j]);
    *other = rest;
}

/* Does the code act on "it" before it chooses cards of its own? */
static bool needs_it(Emit *e, const Words *w) {
    for (unsigned i = 0; i < w->n && !e->failed; i += op_len(e, w, i)) {
        Words op;
        op.n = 0;
        if (w->w[i] == OP_SELECT || w->w[i] == OP_SETIT) return false;
        for (unsigned k = i; k < i + op_len(e, w, i); k++) put(e, &op, w->w[k]);
        if (w->w[i] != OP_MODES && contains_op(e, &op, OP_IT)) return true;
    }
    return false;
}

/* Does an action of the code, or of a body in it, choose cards? */
static bool chooses(Emit *e, const Words *w) {
    bool any = false;
    for (unsigned i = 0; i < w->n && !e->failed; i += op_len(e, w, i)) any |= w->w[i] == OP_SELECT;
    return any;
}

/* 「1枚選び、控え室に置く。…なら、かわりに手札に戻す。」: only what is done to the chosen card is
 * replaced; what stands before that is done in either case. */
static void share_choice(Emit *e, const Node *n, const Words *then, Words *other, Words *out) {
    unsigned last = 0;
    Words rest;
    rest.n = 0;
    if (e->failed || !needs_it(e, then) || !chooses(e, other)) return;
    for (unsigned i = 0; i < other->n && !e->failed; i = skip_action(e, other, i)) last = i;
    for (unsigned i = 0; i < other->n; i++) put(e, i < last ? out : &rest, other->w[i]);
    *other = rest;
    if (chooses(e, other) || !needs_it(e, other))
        fail(e, n, "what this is done to is chosen only where it is not done");
}

/* Only top-level actions count, not those inside bodies. */
unsigned last_damage(Emit *e, const Words *w) {
    unsigned last = w->n;
    for (unsigned i = 0; i < w->n && !e->failed; i += op_len(e, w, i))
        if (w->w[i] == OP_GAME && (e->t->tongue->damage_ops >> w->w[i + 1] & 1)) last = i;
    return last;
}

/* The amount is the last operand of every damage op; all before it is copied. */
void emit_damage_again(Emit *e, const Node *n, const Words *of, unsigned at, Words *out) {
    const char *o = e->t->game->ops[of->w[at + 1]].operands;
    Words head;
    head.n = 0;
    Pc pc = (Pc)(at + 2);
    for (; o[1]; o++) vm_skip(e->t->game, of->w, &pc); /* up to the number */
    for (unsigned i = at; i < pc; i++) put(e, &head, of->w[i]);
    append(e, out, &head);
    emit_node(e, node_child(e->t, n, 0), out);
}

/* "…。…なら、かわりに3ダメージを与える。": the same damage with another amount; what precedes the
 * damage is done in either case. Returns false if the item is not of that form. */
static bool emit_other_amount(Emit *e, const Node *item, Words *other, Words *then, Words *out) {
    const Node *act = node_child(e->t, item, 0);
    if (!code_is(node_code(e, item), "!act") || !code_is(node_code(e, act), "!again")) return false;
    unsigned last = last_damage(e, other);
    if (last == other->n) return fail(e, act, "no damage before this to change"), true;
    Words old;
    old.n = 0;
    emit_damage_again(e, act, other, last, then);
    for (unsigned i = 0; i < other->n; i++) put(e, i < last ? out : &old, other->w[i]);
    *other = old;
    return true;
}

/* "…。…なら、かわりに…。": the condition of a sentence that replaces the one before, null if it
 * does not. *alt is the index of かわりに among its *n items. */
static const Node *find_alternative(Emit *e, const Node *sentence, const Node **item, unsigned *n,
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

/* Collects "Xは…に等しい" from anywhere in the body into e->x and e->y. */
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

/* Compiles a body sentence by sentence; a sentence may modify the one before it. */
static void emit_sentences(Emit *e, const Node *n, Words *out) {
    for (bool first = true;;) {
        const Node *item[64], *cond = 0;
        begin_sentence_code(e, node_child(e->t, n, 0), out);
        unsigned k, alt, from = out->n, shift = e->shift;
        e->linked = !first && sentence_goes_on(e, node_child(e->t, n, 0), false);
        first = false;
        note_redirect(e, n);
        note_widening(e, n);
        note_scale(e, n);
        e->paid_for = paid_for_after(e, n);
        const Node *behind = n->nchild > 1 ? node_child(e->t, n, 1) : 0;
        e->following = behind;
        emit_sentence(e, node_child(e->t, n, 0), out);
        from += e->shift - shift;
        end_sentence_code(e, from, out);
        while (behind != e->following && n->nchild > 1 &&
               !e->failed) { /* a delayed trigger took it */
            n = behind;
            behind = n->nchild > 1 ? node_child(e->t, n, 1) : 0;
        }
        if (e->paid_for)
            fail(e, node_child(e->t, e->paid_for, 0),
                 "this sentence depends on a payment, but none was made");
        while (paid_for_after(e, n)) n = paid_for_after(e, n);
        if (n->nchild < 2 || e->failed) return;
        n = node_child(e->t, n, 1);
        if (e->redirect) {
            e->redirect = 0;
            if (e->nredirected != 1)
                fail(e, node_child(e->t, n, 0),
                     "exactly one move of the sentence before must match the one replaced");
            if (n->nchild < 2) return;
            n = node_child(e->t, n, 1);
            continue;
        }
        if (e->widening) {
            e->widening = 0;
            if (e->nwidened != 1)
                fail(e, node_child(e->t, n, 0), "exactly one choice must stand before this");
            if (n->nchild < 2) return;
            n = node_child(e->t, n, 1);
            continue;
        }
        if (e->scale.n) {
            if (!e->scaled) fail(e, node_child(e->t, n, 0), "no number changes before this");
            e->scale.n = 0;
            if (n->nchild < 2) return;
            n = node_child(e->t, n, 1);
            continue;
        }
        if (emit_from_top(e, node_child(e->t, n, 0), out, from)) {
            if (n->nchild < 2 || e->failed) return;
            n = node_child(e->t, n, 1);
            continue;
        }
        if (!(cond = find_alternative(e, node_child(e->t, n, 0), item, &k, &alt))) continue;
        Words then, when, other;
        then.n = when.n = other.n = 0;
        for (unsigned i = from; i < out->n; i++) put(e, &other, out->w[i]);
        out->n = from;
        split_named(e, item, alt, &other, out);
        if (!recount(e, item[k - 1], &other, &then)) {
            if (e->t->tongue->targets_on_entry) hoist_choices(e, &other, out);
            if (alt + 2 != k || !emit_other_amount(e, item[k - 1], &other, &then, out))
                emit_items(e, item, alt + 1, k, &then);
            if (!e->t->tongue->targets_on_entry) share_choice(e, item[alt], &then, &other, out);
        }
        emit_tail(e, cond, &when);
        settle_cards(e, &when, &then, &other, out);
        const Node *last = node_child(e->t, item[k - 1], 0);
        emit_if_else(e, &when, &then, &other, last->form == FORM_MAY, out);
        if (n->nchild < 2 || e->failed) return;
        n = node_child(e->t, n, 1);
    }
}

/* X and Y are defined first, because a definition may follow its uses. */
void emit_body(Emit *e, const Node *n, Words *out) {
    const Node *outer = e->paid_for, *following = e->following; /* bodies nest: modes */
    unsigned shift = e->shift, guarded = e->guarded;
    e->guarded = 0;
    define_letters(e, n);
    emit_sentences(e, n, out);
    begin_sentence_code(e, 0, out);
    e->shift = shift;
    e->guarded = guarded;
    e->paid_for = outer;
    e->following = following;
}
