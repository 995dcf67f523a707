/* The tree back into words. English is put together from the rows' own English; what a row cannot
 * know is said here: where an optional run begins, whether one card or several are spoken of, who
 * 自分 and 相手 are, what "also +1/+1" is given to. */
#include "text/explain.h"
#include "vm/vm.h"
#include <stdio.h>
#include <stdlib.h>

void buffer_add(Buffer *b, const char *s, size_t n) {
    if (b->n + n + 1 > b->cap) {
        b->cap = (b->n + n + 128) * 2;
        b->s = realloc(b->s, b->cap);
    }
    memcpy(b->s + b->n, s, n);
    b->n += n;
    b->s[b->n] = 0;
}

typedef struct Say {
    const TextTree *t;
    Buffer *b;
    bool many;          /* the cards spoken of last are several */
    bool is_static;     /* in a static ability "it" is what was named last */
    char last_set[400]; /* what was named last */
} Say;

static const Row *row_of(const TextTree *t, const Node *n) {
    return grammar_row(t->grammar, n->row);
}
static void say(Say *y, const char *s) { buffer_add(y->b, s, strlen(s)); }
static bool is_phrase(const TextTree *t, const Node *n, unsigned phrase) {
    return !n->leaf && row_of(t, n)->is == phrase;
}

static void english(Say *y, const Node *n);

/* Keeps what was said since 'from'. */
static void keep(const Say *y, size_t from, char *out, size_t size) {
    snprintf(out, size, "%s", y->b->s ? y->b->s + from : "");
}

static const char *player_word(unsigned player) {
    return player == OP_OPP        ? "the opponent"
           : player == OP_THAT     ? "that player"
           : player == OP_NOT_THAT ? "that player's opponent"
                                   : "you";
}

/* 自分 and 相手: who was meant; nobody written where one goes on speaking of a player. */
static const char *player_meant(const Node *n, const Row *row) {
    if (same_word(row->code, "!self") || same_word(row->code, "!opp"))
        return player_word(n->player);
    return row->implicit && n->value && n->player == OP_OPP ? "the opponent's" : 0;
}

static int number_of(const TextTree *t, const Node *n) {
    while (!n->leaf && n->nchild) n = node_child(t, n, 0);
    return n->leaf == LEAF_NUMBER ? n->value : 0;
}

/* One card or several? A choice says how many. */
static void note_count(Say *y, const Node *n) {
    const Row *row = row_of(y->t, n);
    if (row->is == IS_HOWMANY) {
        bool plain = has_start(row->code, "$1;$1") || has_start(row->code, "NUM 0;$1");
        y->many = !plain || number_of(y->t, n) != 1;
        return;
    }
    if (row->is != IS_ACT) return;
    bool still = strstr(row->code, "SETIT $1") &&
                 same_word(row_of(y->t, node_child(y->t, n, 0))->code, "IT");
    if (strstr(row->code, "SETIT") && !still) y->many = strstr(row->code, "SETIT CARDS") != 0;
    if (strstr(row->pattern, "ずつ") || strstr(row->pattern, "同じ枚数") ||
        strstr(row->code, "JOIN")) {
        y->many = true;
        return;
    }
    if (!strstr(row->code, "SELECT") && !strstr(row->code, "TOPS")) return;
    for (unsigned i = 0; i < n->nchild; i++)
        if (is_phrase(y->t, node_child(y->t, n, i), IS_NUM))
            y->many = number_of(y->t, node_child(y->t, n, i)) != 1;
}

/* The word "it" of its own in the English of a row: what it stands for where that is known
 * (refer.c), "them" where several cards were chosen. Returns what is behind it; null: it is not
 * there, or is to be said as it stands. */
static const char *say_it(Say *y, const Node *n, const char *s) {
    const Row *row = row_of(y->t, n);
    bool first = s == row->english;
    if ((!first && s[-1] != ' ') || !has_start(s, "it") || (s[2] && s[2] != ' ' && s[2] != ','))
        return 0;
    if (n->means)
        english(y, &y->t->node[n->means - 1]);
    else if (y->is_static && strstr(row->code, "@m") && *y->last_set)
        say(y, y->last_set);
    else if (y->many && row->is == IS_ACT)
        say(y, first ? "each of them" : "them");
    else
        return 0;
    return s + 2;
}

/* In "A or B" a part with a modifier, and behind a modifier a list, stand in brackets. */
static bool in_brackets(const TextTree *t, const Node *n, const Node *part) {
    if (!is_phrase(t, n, IS_F) || part->leaf || n->nchild < 2) return false;
    bool list = is_phrase(t, part, IS_F) && has_start(row_of(t, part)->code, "FOR");
    if (!has_start(row_of(t, n)->code, "FOR")) return list;
    while (!list && part->nchild == 1 && !part->leaf) part = node_child(t, part, 0);
    return !list && !part->leaf && part->nchild > 1;
}

/* Cards of which it is not said whose they are: anyone's where they lie open (Tongue.everyones). */
static bool of_anyone(const TextTree *t, const Node *n, const Node *owner) {
    static const char *const hidden[] = {"HAND", "DECK"};
    if (owner->leaf || !row_of(t, owner)->implicit || owner->player != OP_IMPLIED) return false;
    for (unsigned k = 0; k < sizeof hidden / sizeof *hidden; k++) {
        if (strstr(row_of(t, n)->code, hidden[k])) return false;
        for (unsigned i = 0; i < n->nchild; i++) {
            const Node *part = node_child(t, n, i);
            while (!part->leaf && part->nchild && !has_start(row_of(t, part)->code, hidden[k]) &&
                   row_of(t, part)->phrase[0] == 'z')
                part = node_child(t, part, 0);
            if (!part->leaf && has_start(row_of(t, part)->code, hidden[k])) return false;
        }
    }
    return true;
}

static void say_part(Say *y, const Node *n, unsigned i) {
    if (i >= n->nchild) return;
    const Node *part = node_child(y->t, n, i);
    if (of_anyone(y->t, n, part)) {
        say(y, "anyone's");
        return;
    }
    bool brackets = in_brackets(y->t, n, part);
    if (brackets) say(y, "(");
    english(y, part);
    if (brackets) say(y, ")");
}

static void say_row(Say *y, const Node *n) {
    const Row *row = row_of(y->t, n);
    for (const char *s = row->english; *s;) {
        const char *next = *s == 'i' ? say_it(y, n, s) : 0;
        if (next) {
            s = next;
        } else if (*s == '{' && s[1] >= '1' && s[1] <= '9' && s[2] == '}') {
            say_part(y, n, (unsigned)(s[1] - '1'));
            s += 3;
        } else {
            const char *from = s++;
            while (*s && *s != '{' && *s != 'i') s++;
            buffer_add(y->b, from, (size_t)(s - from));
        }
    }
    if (n->means && has_start(row->code, "!if FACT 0")) say(y, " of this card, too,");
    if (n->pairs) say(y, ", each with one of another zone");
    if (n->means && has_start(row->code, "!also")) { /* for as long as before */
        say(y, ", ");
        english(y, &y->t->node[n->means - 1]);
    }
}

/* ---- items of a sentence ---- */

static const Node *act_of(const TextTree *t, const Node *item) {
    return has_start(row_of(t, item)->code, "!act") ? node_child(t, item, 0) : 0;
}

static bool begins_anew(const char *code) {
    return has_start(code, "!if") || has_start(code, "!else") || has_start(code, "!delay") ||
           has_start(code, "!didlater") || has_start(code, "!within") ||
           has_start(code, "!whenever");
}

/* How the run of actions that begins with this item ends: its last action may be optional or a
 * cost, and then all of them are (emit_items). */
static unsigned run_form(const TextTree *t, const Node *items) {
    for (;;) {
        const Node *item = node_child(t, items, 0), *act = act_of(t, item);
        const char *code = row_of(t, item)->code;
        if (act && act->form != FORM_CONT) return act->form;
        if (begins_anew(code)) return 0;
        if (items->nchild < 2) return 0;
        items = node_child(t, items, 1);
    }
}

static void say_items(Say *y, const Node *n) {
    bool fresh = true; /* the next action begins a run */
    for (unsigned i = 0;; i++) {
        const Node *item = node_child(y->t, n, 0), *act = act_of(y->t, item);
        const char *code = row_of(y->t, item)->code;
        if (i) say(y, " ");
        if (act && fresh) {
            unsigned form = run_form(y->t, n);
            if (form == FORM_MAY) say(y, "may ");
            if (form == FORM_BY) say(y, "may [");
        }
        if (act) fresh = act->form != FORM_CONT;
        if (begins_anew(code)) fresh = true;
        english(y, item);
        if (act && act->form == FORM_BY) say(y, "]; if so,");
        if (act && act->form == FORM_OR) say(y, " or");
        if (act && act->form == FORM_UNLESS && n->nchild > 1) say(y, " if not done,");
        if (n->nchild < 2) return;
        n = node_child(y->t, n, 1);
    }
}

static void english(Say *y, const Node *n) {
    if (n->leaf == LEAF_NUMBER) {
        char s[16];
        snprintf(s, sizeof s, "%d", n->value);
        say(y, s);
        return;
    }
    if (n->leaf) {
        char *s = leaf_text(y->t, n);
        say(y, s);
        free(s);
        return;
    }
    const Row *row = row_of(y->t, n);
    const char *who = player_meant(n, row);
    if (who) {
        say(y, who);
        return;
    }
    if (row->is == IS_ITEMS) {
        say_items(y, n);
        return;
    }
    if (row->is == IS_ABILITY) {
        y->many = false;
        *y->last_set = 0;
        y->is_static = same_word(row->code, "!ability static");
    }
    if (n->bought) say(y, "(if that was paid) ");
    if (n->one) say(y, "one ");
    size_t from = y->b->n;
    say_row(y, n);
    note_count(y, n);
    if (row->is == IS_SET) keep(y, from, y->last_set, sizeof y->last_set);
}

/* A sentence ends in a full stop alone; no doubled blanks; "your". */
static void tidy(char *s) {
    char *out = s;
    for (; *s; s++) {
        if (*s == ',' && (s[1] == '.' || s[1] == ',' || s[1] == ']')) continue;
        if (*s == ' ' && (s[1] == ' ' || s[1] == ':' || s[1] == ',')) continue;
        if (has_start(s, "you's")) {
            memcpy(out, "your", 4);
            out += 4;
            s += 4;
            continue;
        }
        *out++ = *s;
    }
    *out = 0;
}

/* Is the text read as the tree was? Normalised alike it is the same text, and need not be read. */
static bool read_alike(const TextTree *t, const char *text) {
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

/* Written out from the tree; if that were read in another way (it never is for the texts we know),
 * the normalised text as printed. */
static char *japanese(const TextTree *t) {
    char *out = text_spell(t);
    if (read_alike(t, out)) return out;
    free(out);
    return leaf_text(t, &t->node[t->root]);
}

char *text_explain(const TextTree *t, const char *lang) {
    if (lang[0] == 'j') return japanese(t);
    Buffer b = {0};
    buffer_add(&b, "", 0);
    Say y = {.t = t, .b = &b};
    english(&y, &t->node[t->root]);
    tidy(b.s);
    return b.s;
}
