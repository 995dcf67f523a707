/* Writes the tree in English. Rows say phrases (english.c); added here is what a row cannot know:
 * who does it, where an optional run begins, what depends on it, how actions are joined. */
#include "text/say.h"
#include "text/tongue.h"
#include <stdlib.h>

/* Appends n bytes and keeps the string terminated. */
void buffer_add(Buffer *b, const char *s, size_t n) {
    if (b->n + n + 1 > b->cap) {
        b->cap = (b->n + n + 128) * 2;
        b->s = realloc(b->s, b->cap);
    }
    memcpy(b->s + b->n, s, n);
    b->n += n;
    b->s[b->n] = 0;
}

/* ---- items of a sentence ---- */

enum { MAX_ITEMS = 64 };
/* A sentence being written. */
typedef struct Sentence {
    const Node *item[MAX_ITEMS];
    unsigned n;
    unsigned joined;     /* actions written since the last full stop or condition */
    bool after_clause;   /* the action before this one had its own subject */
    bool inner;          /* everything belongs to a delayed trigger: no full stop inside */
    bool may;            /* the run being written is optional */
    bool either;         /* the next action is an alternative to the one before */
    bool chain;          /* the alternative is one of several actions each */
    bool then;           /* "then" joins the next action */
    bool led;            /* a condition or the like stands directly before the next action */
    const Node *each;    /* "for each", repeated behind a full stop */
    const Node *lasting; /* the duration, repeated behind a full stop */
    bool modal;          /* the action before this one begins with a word like "cannot" */
    bool paid;           /* what follows depends on an optional cost */
    unsigned they;       /* player op that "they" stands for, directly behind "if they do" */
    unsigned subject;    /* player op of the last subject */
} Sentence;

static const char *code_of(const Say *y, const Node *n) { return row_of(y->t, n)->code; }

static const Node *act_of(const Say *y, const Node *item) {
    return has_start(code_of(y, item), "!act") ? node_child(y->t, item, 0) : 0;
}

/* Does the item end the current run? */
static bool ends_run(const char *code) {
    return code_is(code, "!if") || code_is(code, "!when") || code_is(code, "!else") ||
           code_is(code, "!delay") || code_is(code, "!didlater") || code_is(code, "!within") ||
           code_is(code, "!whenever");
}

/* Index of the last action of the run that begins with the action at i. A run has one actor. */
static unsigned run_end(const Say *y, const Sentence *x, unsigned i) {
    const unsigned actor = act_of(y, x->item[i])->player;
    unsigned last = i;
    for (; i < x->n && !ends_run(code_of(y, x->item[i])); i++) {
        const Node *act = act_of(y, x->item[i]);
        const char *code = code_of(y, x->item[i]);
        if (item_says_after(y->t, x->item[i])) break;
        if (code_is(code, "!topic") && !strstr(code, "!causer") &&
            node_child(y->t, x->item[i], 0)->player != actor)
            break;
        if (act) last = i;
        if (act && act->form != FORM_CONT) break;
    }
    return last;
}

/* Does another action follow in this run of joined actions? */
static bool joins_more(const Say *y, const Sentence *x, unsigned i) {
    const Node *act = act_of(y, x->item[i]);
    if (act->form == FORM_BY || act->form == FORM_UNLESS || act->form == FORM_OR) return false;
    for (i++; i < x->n && !ends_run(code_of(y, x->item[i])); i++)
        if (act_of(y, x->item[i])) return true;
    return false;
}

static void stop(Say *y, Sentence *x) {
    say(y, y->instead ? " instead. \1" : ". \1");
    y->instead = false;
    x->joined = 0;
    x->after_clause = false;
    x->may = false;
    x->subject = 0;
}

/* Writes what joins an action to the one before it. 'clause': it has another subject. */
static void say_joint(Say *y, Sentence *x, bool last, bool clause) {
    bool apart = x->after_clause || clause;
    if (x->either)
        say(y, apart || x->chain ? ", or " : " or ");
    else if (x->then)
        say(y, x->joined ? ", then " : "then ");
    else if (x->joined && !x->led)
        say(y, y->in_cost || !last ? ", " : x->joined > 1 || apart ? ", and " : " and ");
    if (x->either && x->chain) x->joined = 0, x->chain = false;
    x->either = x->then = false;
}

static unsigned actor_of(const Node *act) { return act->player ? act->player : OP_YOU; }

/* Writes the subject of an action whose row begins with a verb. */
static void say_subject(Say *y, Sentence *x, const Node *act, bool may) {
    unsigned who = actor_of(act);
    const Node *topic = y->topic, *named = role_filler(y->t, act, 'h');
    bool same = x->joined && !x->after_clause && x->subject == who && !x->led;
    bool modal = needs_subject(row_of(y->t, act)) && !(same && x->modal);
    bool optional = may || x->may;
    y->actor = who;
    if (optional || !y->optional) y->doer = who, y->optional = optional;
    y->third = who != OP_YOU && !may && !x->may;
    if (x->they && x->they == who && !named) {
        say(y, "they ");
        if (may) say(y, "may ");
        y->third = false;
        return;
    }
    if (y->in_cost || (same && !may && !modal)) return;
    if (who == OP_YOU && !may && !modal && !x->after_clause && (!x->joined || x->led)) return;
    unsigned of_topic = !topic ? 0u : topic->player == OP_EVERY ? OP_THAT : topic->player;
    if (named)
        english(y, named);
    else if (topic && (of_topic == who || (!of_topic && who == OP_THAT)))
        english(y, topic);
    else
        say_player(y, who);
    say(y, may ? " may " : " ");
}

/* "If you do," behind an optional cost. */
static void say_if_done(Say *y) { say(y, y->doer == OP_YOU ? "if you do, " : "if they do, "); }

/* Begins a sentence that depends on an optional cost paid before. It goes on behind a semicolon:
 * "if you do" would be about what was done last. A list of modes ends what stands before it. */
static void go_on(Say *y) {
    const char *s = y->b->s;
    size_t end = y->b->n, from;
    while (end && strchr(" \1", s[end - 1])) end--;
    for (from = end; from > 1 && memcmp(s + from - 2, ". ", 2) != 0;) from--;
    if (!end || s[end - 1] != '.' || strstr(s + from, "•")) {
        say_if_done(y);
        return;
    }
    y->b->n = end - 1;
    say(y, "; ");
}

/* Is there a duration in the code of the action, or of a part that says what it does? */
static bool lasts(const Say *y, const Node *act) {
    if (strstr(code_of(y, act), "@d") || code_is(code_of(y, act), "!forbid")) return true;
    for (unsigned i = 0; i < act->nchild; i++) {
        const Node *part = node_child(y->t, act, i);
        if (!part->leaf && strstr(code_of(y, part), "@d")) return true;
    }
    return false;
}

/* Writes the duration again for an action that lasts as long as the one before it. */
static void say_duration(Say *y, const Node *act) {
    const Node *own = role_filler(y->t, act, 'd');
    if (own) {
        y->duration = own;
    } else if (y->duration && lasts(y, act)) {
        say(y, " ");
        english(y, y->duration);
    }
}

/* Where the part of a run that "unless" is about begins: at a choice of its cards, else at the
 * action itself. */
static bool begins_unless(const Say *y, const Sentence *x, unsigned i, unsigned end) {
    const Node *last = act_of(y, x->item[end]), *act = act_of(y, x->item[i]);
    if (i == end) return true;
    if (role_filler(y->t, last, 'h')) return false;
    bool chooses = act_chooses(y->t, act) || strstr(code_of(y, act), "SELECT");
    return i + 1 == end && chooses && !act_object(y->t, last);
}

/* Writes "unless". Returns false if the action is what was done before and "if you don't" says
 * it. */
static bool say_unless(Say *y, Sentence *x, const Node *act, bool alone) {
    bool said = alone && !act->roles && row_of(y->t, act)->sort == ROW_FRAME;
    if (x->joined) stop(y, x);
    if (said && !y->t->tongue->targets_on_entry) { /* of what was done before */
        say(y, y->doer == OP_YOU ? "if you don't, " : "if they don't, ");
        x->led = true;
        return false;
    }
    say(y, "unless ");
    x->after_clause = true; /* "you" is said */
    return true;
}

/* Prepares for what follows an action. */
static void end_act(Say *y, Sentence *x, const Node *act, bool last) {
    const bool clause = has_subject(row_of(y->t, act)),
               ends_other = strstr(row_of(y->t, act)->english, ", and that ") != 0;
    y->third = false;
    say_duration(y, act);
    x->they = 0;
    x->joined++;
    x->led = false;
    x->after_clause = clause || ends_other;
    x->modal = !clause && needs_subject(row_of(y->t, act));
    if (!clause) x->subject = actor_of(act);
    x->either = act->form == FORM_OR;
    if (act->form == FORM_BY) {
        stop(y, x);
        say_if_done(y);
        x->led = x->paid = true;
        x->they = y->doer == OP_YOU ? 0 : y->doer;
    } else if (act->form == FORM_UNLESS && !last) {
        say(y, ", ");
        x->joined = 0;
        x->led = true;
    }
    if (act->form != FORM_CONT) x->may = false;
}

/* Does a choice of its own follow behind the run that ends at 'end' with "or"? Then the whole run
 * is one alternative. */
static bool begins_chain(const Say *y, const Sentence *x, unsigned i, unsigned end) {
    const Node *next = 0;
    for (unsigned k = end + 1; k < x->n && !next; k++) next = act_of(y, x->item[k]);
    const bool alone = i == end || act_of(y, x->item[end])->form != FORM_OR;
    return !alone && next && act_chooses(y->t, next) && !x->chain;
}

/* Is the action done although what follows in its run is optional? */
static bool looks_anyway(const Say *y, const Node *act) {
    return y->t->tongue->looks_anyway && !strncmp(code_of(y, act), "LOOK ", 5);
}

/* Writes the action at i. */
static void say_act(Say *y, Sentence *x, unsigned i) {
    const Node *act = act_of(y, x->item[i]);
    unsigned end = run_end(y, x, i), form = act_of(y, x->item[end])->form;
    bool clause = has_subject(row_of(y->t, act)), may = false;
    if (form == FORM_UNLESS && end + 1 < x->n && begins_unless(y, x, i, end)) {
        if (!say_unless(y, x, act, i == end)) return;
    } else if ((form == FORM_MAY || form == FORM_BY) && !x->may) {
        may = i == end || !looks_anyway(y, act);
    } else if (clause && x->may && x->joined) { /* an effect of what may be done */
        stop(y, x);
        say_if_done(y);
    }
    bool other = x->subject && x->subject != actor_of(act);
    say_joint(y, x, !joins_more(y, x, i), clause || other);
    if (clause) y->actor = OP_YOU;
    if (!clause) {
        say_subject(y, x, act, may);
        if (begins_chain(y, x, i, end)) x->chain = true, say(y, "either ");
    } else if (may) {
        say_player(y, actor_of(act));
        say(y, " may choose that ");
    }
    if (may) x->may = true;
    english(y, act);
    end_act(y, x, act, i + 1 == x->n);
}

/* Writes "if you do and …" for "if you do, if …"; the second condition stands at 'from'. */
static void join_conditions(Say *y, size_t from) {
    static const char *const before[] = {"if you do, ", "if they do, "};
    for (unsigned i = 0; i < 2; i++) {
        size_t n = strlen(before[i]);
        char *s = y->b->s + from;
        const bool again = from >= n && has_start(s, "after doing so,");
        if (from < n || memcmp(s - n, before[i], n) || (!has_start(s, "if ") && !again)) continue;
        if (again || has_start(s, "if you do,") || has_start(s, "if they do,")) {
            y->b->n = from - 1; /* it is said already */
            s[-1] = 0;
        } else {
            memcpy(s - 2, " and ", 5); /* as long as ", if " */
        }
        return;
    }
}

/* Does the period at i apply to a single action, behind which it can stand? */
static bool stands_behind(const Say *y, const Sentence *x, unsigned i) {
    const Node *act = 0;
    if (!code_is(code_of(y, x->item[i]), "!dur") || !x->item[i]->nchild) return false;
    for (i++; i < x->n; i++) {
        const Node *next = act_of(y, x->item[i]);
        if (!next && !code_is(code_of(y, x->item[i]), "!topic")) return false;
        if (next && act) return false;
        if (next) act = next;
    }
    const char *s = act ? row_of(y->t, act)->english : ":";
    return act && strstr(code_of(y, act), "@d") && !strstr(s, "”") && !strchr(s, ':');
}

/* Does the only action of the run behind the period at i say it itself, "the next attack … this
 * turn"? */
static bool says_period(const Say *y, const Sentence *x, unsigned i) {
    unsigned acts = 0;
    if (!code_is(code_of(y, x->item[i]), "!dur") || !x->item[i]->nchild) return false;
    for (i++; i < x->n && !code_is(code_of(y, x->item[i]), "!delay"); i++) {
        const Node *act = act_of(y, x->item[i]);
        if (act && (acts++ || !strstr(code_of(y, act), "D_NEXT_O"))) return false;
    }
    return acts == 1;
}

/* Writes a condition, period, point of time or the like, which stands before actions. */
static void say_lead_in(Say *y, Sentence *x, unsigned i) {
    const char *code = code_of(y, x->item[i]), *next = "";
    if (i + 1 < x->n) next = code_of(y, x->item[i + 1]);
    bool also = code_is(code, "!also"), joined = x->joined && !x->led;
    bool ends = also ? ends_run(next) : ends_run(code) && !code_is(next, "!also");
    if (joined && y->in_cost) {
        say(y, "; ");
        x->joined = 0;
    } else if (joined && ends && !x->inner && !(x->paid && !x->may)) {
        stop(y, x);
        if (x->paid) go_on(y);
        const Node *lasting = x->lasting ? x->lasting : y->duration;
        if (lasting && code_is(code, "!within")) {
            english(y, lasting);
            say(y, ", ");
        } else {
            y->duration = x->lasting;
        }
        if (x->each) english(y, x->each), say(y, " ");
    } else if (joined) {
        say(y, x->then ? ", then " : ", and ");
        x->then = false;
        x->may = false;
    } else if (x->then) {
        say(y, "then, ");
        x->then = false;
    }
    if (code_is(code, "!dur")) x->lasting = node_child(y->t, x->item[i], 0);
    if (code_is(code, "!each")) x->each = x->item[i];
    if (code_is(code, "!delay") || code_is(code, "!didlater") || code_is(code, "!within") ||
        code_is(code, "!whenever"))
        x->inner = true;
    if (code_is(code, "!within") || code_is(code, "!dur")) y->duration = 0; /* said here */
    if (code_is(code, "!whenput")) y->instead = true;
    size_t from = y->b->n;
    y->actor = OP_YOU;
    y->also = i + 1 < x->n && code_is(code_of(y, x->item[i + 1]), "!also");
    english(y, x->item[i]);
    y->also = false;
    join_conditions(y, from);
    if (also && x->item[i]->antecedent) {
        say(y, " ");
        const Node *period = &y->t->node[x->item[i]->antecedent - 1];
        english(y, period);
        if (!code_is(code_of(y, period), "!dur")) say(y, ",");
    }
    say(y, " ");
    x->led = true;
    x->joined = 0;
    x->after_clause = false;
}

/* Writes what is a sentence of its own: the meaning of X, how often the ability can be used. */
static void say_statement(Say *y, Sentence *x, const Node *item) {
    if (x->joined) stop(y, x);
    english(y, item);
    x->joined++;
    x->after_clause = true;
}

/* What follows is done instead, for as long as what it replaces. */
static void say_alternative(Say *y, const Node *item) {
    const Node *period = item->antecedent ? &y->t->node[item->antecedent - 1] : 0;
    y->instead = true;
    if (!period) return;
    y->duration = code_is(code_of(y, period), "!dur") ? node_child(y->t, period, 0) : period;
}

/* Writes the items of a sentence. */
static void say_items(Say *y, const Node *n) {
    Sentence x = {.n = 0};
    for (; x.n < MAX_ITEMS; n = node_child(y->t, n, 1)) {
        x.item[x.n++] = node_child(y->t, n, 0);
        if (n->nchild < 2) break;
    }
    y->duration = 0;
    y->of_it = false;
    if (!ends_run(code_of(y, x.item[0])) && !y->paid) y->optional = false;
    for (unsigned i = 0; i < x.n; i++) {
        const char *code = code_of(y, x.item[i]);
        if (code_is(code, "!topic") || code_is(code, "!subject"))
            y->topic = node_child(y->t, x.item[i], 0);
        else if (code_is(code, "!alt"))
            say_alternative(y, x.item[i]);
        else if (code_is(code, "!then"))
            x.then = true;
        else if (code_is(code, "!xis") || code_is(code, "!yis") || code_is(code, "!limit") ||
                 code_is(code, "!valid"))
            say_statement(y, &x, x.item[i]);
        else if (says_period(y, &x, i))
            continue;
        else if (stands_behind(y, &x, i))
            y->duration = node_child(y->t, x.item[i], 0);
        else if (i + 1 < x.n && act_of(y, x.item[i]) && code_is(code_of(y, x.item[i + 1]), "!alt"))
            continue; /* the action replaced, by name */
        else if (act_of(y, x.item[i]))
            say_act(y, &x, i);
        else
            say_lead_in(y, &x, i);
    }
    if (y->instead) say(y, " instead");
    y->instead = false;
    y->duration = 0;
    for (unsigned i = 0; x.each && i < x.n; i++) /* one for each of several: "those" from now on */
        if (act_of(y, x.item[i]) && act_chooses(y->t, act_of(y, x.item[i]))) y->plural = true;
}

/* Does an action below the node choose among the cards of the trigger, "of them"? */
static bool chooses_of_event(const Say *y, const Node *n) {
    if (n->leaf) return false;
    if (is_phrase(y->t, n, PHRASE_ACT) && n->from_event && act_chooses(y->t, n)) return true;
    for (unsigned i = 0; i < n->nchild; i++)
        if (chooses_of_event(y, node_child(y->t, n, i))) return true;
    return false;
}

static void say_ability(Say *y, const Node *n) {
    Say outer = *y;
    y->among_event = chooses_of_event(y, n);
    y->actor = y->doer = OP_YOU;
    y->topic = 0;
    y->plural = y->instead = y->in_cost = y->optional = false;
    y->it_owner = 0;
    *y->last_set = 0;
    y->is_static = same_word(code_of(y, n), "!ability static");
    say_phrase(y, n);
    *y = outer;
}

void english(Say *y, const Node *n) {
    bool cost = y->in_cost;
    if (n->leaf) {
        say_phrase(y, n);
        return;
    }
    switch (row_of(y->t, n)->phrase_id) {
    case PHRASE_ITEMS: say_items(y, n); return;
    case PHRASE_ABILITY: say_ability(y, n); return;
    case PHRASE_COST:
        y->in_cost = true;
        say_phrase(y, n);
        y->in_cost = cost;
        return;
    default: break;
    }
    if (n->paid_for) {
        y->paid = true;
        go_on(y);
    }
    say_phrase(y, n);
    if (n->paid_for) y->paid = false;
}

/* Writes the text again without doubled blanks, stray commas and empty brackets, with capitals
 * where they are due. */
static void tidy(char *s) {
    char *out = s, *start = s;
    bool capital = false;
    for (; *s; s++) {
        char last = out > start ? out[-1] : '\n';
        bool ends = *s == '.' || *s == ':' || *s == ',' || *s == ';' || *s == ']';
        if (*s == '\1') {
            capital = true;
            continue;
        }
        if (ends && last == ' ') last = (--out)[-1];
        if (ends && last == ',') last = (--out)[-1];
        if (*s == '.' && (last == '.' || (out > start + 3 && !memcmp(out - 4, ".”", 4)))) continue;
        if ((*s == ' ' || *s == ',') &&
            (last == '(' || last == '\n' || (out > start + 2 && !memcmp(out - 3, "“", 3))))
            continue;
        if (*s == ' ' && last == ' ') continue;
        if (*s == ')' && last == '(') {
            out--;
            continue;
        }
        bool small = *s >= 'a' && *s <= 'z', word = (unsigned char)*s >= 0x80 || *s == '+';
        *out++ = (char)(capital && small ? *s - 32 : *s);
        if (small || word || (*s >= '0' && *s <= '9') || (*s >= 'A' && *s <= 'Z')) capital = false;
    }
    if (out > start && out[-1] == ' ') out--;
    *out = 0;
}

/* Does the text compile to the same abilities as the tree? Equal normalised text needs no
 * parsing. */
static bool compiles_same(const TextTree *t, const char *text) {
    TextError error;
    TextTree *again = text_begin(t->game, text, &error);
    if (!again) return false;
    bool same = again->n == t->n && !memcmp(again->cp, t->cp, t->n * sizeof *t->cp);
    if (!same) {
        again = text_read(again, &error);
        same = again && text_same_code(t, again);
    }
    text_free(again);
    return same;
}

/* Writes the tree in Japanese. Falls back to the normalised text if that would compile differently,
 * which no known text does. */
static char *japanese(const TextTree *t) {
    char *out = text_spell(t);
    if (compiles_same(t, out)) return out;
    free(out);
    return leaf_text(t, &t->node[t->root]);
}

char *text_explain(const TextTree *t, const char *lang) {
    if (lang[0] == 'j') return japanese(t);
    Buffer b = {0};
    buffer_add(&b, "", 0);
    Say y = {.t = t, .b = &b, .actor = OP_YOU, .doer = OP_YOU};
    english(&y, &t->node[t->root]);
    tidy(b.s);
    return b.s;
}
