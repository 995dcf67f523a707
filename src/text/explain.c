/* Renders the tree in English from the rows' English templates. Added here is what a row cannot
 * know: where an optional run begins, singular or plural, who 自分 and 相手 are, and what "also
 * +1/+1" applies to. */
#include "text/explain.h"
#include "vm/vm.h"
#include <stdio.h>
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

typedef struct Say {
    const TextTree *t;
    Buffer *b;
    bool plural;        /* the cards mentioned last are several */
    bool is_static;     /* here "it" is the set named last */
    char last_set[400]; /* English of the set named last */
} Say;

static const Row *row_of(const TextTree *t, const Node *n) {
    return grammar_row(t->grammar, n->row);
}
static void say(Say *y, const char *s) { buffer_add(y->b, s, strlen(s)); }
static bool is_phrase(const TextTree *t, const Node *n, unsigned phrase) {
    return !n->leaf && row_of(t, n)->phrase_id == phrase;
}

static void english(Say *y, const Node *n);

/* Copies what was written since 'from'. */
static void copy_since(const Say *y, size_t from, char *out, size_t size) {
    snprintf(out, size, "%s", y->b->s ? y->b->s + from : "");
}

static const char *player_word(unsigned player) {
    return player == OP_OPP        ? "the opponent"
           : player == OP_THAT     ? "that player"
           : player == OP_NOT_THAT ? "that player's opponent"
                                   : "you";
}

/* English for 自分 and 相手 as resolved by bind.c, and for an omitted owner that continues the one
 * before; null otherwise. */
static const char *resolved_player(const Node *n, const Row *row) {
    if (same_word(row->code, "!self") || same_word(row->code, "!opp"))
        return player_word(n->player);
    return row->implicit && n->value && n->player == OP_OPP ? "the opponent's" : 0;
}

static int number_of(const TextTree *t, const Node *n) {
    while (!n->leaf && n->nchild) n = node_child(t, n, 0);
    return n->leaf == LEAF_NUMBER ? n->value : 0;
}

/* Tracks whether one card or several are meant, from the number in a choice. */
static void note_count(Say *y, const Node *n) {
    const Row *row = row_of(y->t, n);
    if (row->phrase_id == PHRASE_HOWMANY) {
        bool plain = has_start(row->code, "$1;$1;1") || has_start(row->code, "NUM 0;$1;1");
        y->plural = !plain || number_of(y->t, n) != 1;
        return;
    }
    if (row->phrase_id != PHRASE_ACT) return;
    bool still = strstr(row->code, "SETIT $1") &&
                 same_word(row_of(y->t, node_child(y->t, n, 0))->code, "IT");
    if (strstr(row->code, "SETIT") && !still) y->plural = strstr(row->code, "SETIT CARDS") != 0;
    if (strstr(row->pattern, "ずつ") || strstr(row->pattern, "同じ枚数") ||
        strstr(row->code, "JOIN")) {
        y->plural = true;
        return;
    }
    if (!strstr(row->code, "SELECT") && !strstr(row->code, "TOPS")) return;
    for (unsigned i = 0; i < n->nchild; i++)
        if (is_phrase(y->t, node_child(y->t, n, i), PHRASE_NUM))
            y->plural = number_of(y->t, node_child(y->t, n, i)) != 1;
}

/* Writes what an action without an object is about (refer.c): its antecedent, "them" or "it".
 * 'first': the sentence begins with it. Returns false for a plain "it", which it does not write. */
static bool say_implied(Say *y, const Node *n, bool first) {
    const Row *row = row_of(y->t, n);
    bool set = row->sort == ROW_FRAME || strstr(row->code, "@m");
    if (n->antecedent)
        english(y, &y->t->node[n->antecedent - 1]);
    else if (y->is_static && set && *y->last_set)
        say(y, y->last_set);
    else if (y->plural && row->phrase_id == PHRASE_ACT)
        say(y, first ? "each of them" : "them");
    else
        return false;
    return true;
}

/* Handles the word "it" in a row's English at s. Returns the position behind it, null if there is
 * no such word or it stays as it is. */
static const char *say_it(Say *y, const Node *n, const char *s) {
    bool first = s == row_of(y->t, n)->english;
    if ((!first && s[-1] != ' ') || !has_start(s, "it") || (s[2] && s[2] != ' ' && s[2] != ','))
        return 0;
    return say_implied(y, n, first) ? s + 2 : 0;
}

/* Does a part need parentheses? Modified parts of "A or B" and lists behind a modifier do. */
static bool in_brackets(const TextTree *t, const Node *n, const Node *part) {
    if (!is_phrase(t, n, PHRASE_F) || part->leaf || n->nchild < 2) return false;
    bool list = is_phrase(t, part, PHRASE_F) && has_start(row_of(t, part)->code, "FOR");
    if (!has_start(row_of(t, n)->code, "FOR")) return list;
    while (!list && part->nchild == 1 && !part->leaf) part = node_child(t, part, 0);
    return !list && !part->leaf && part->nchild > 1;
}

/* Is 'owner' an unstated owner of cards in open zones, so that they are anyone's
 * (Tongue.open_is_anyones)? */
static bool is_anyones(const TextTree *t, const Node *n, const Node *owner) {
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

/* Writes the i-th part of a row. */
static void say_part(Say *y, const Node *n, unsigned i) {
    if (i >= n->nchild) return;
    const Node *part = node_child(y->t, n, i);
    if (is_anyones(y->t, n, part)) {
        say(y, "anyone's");
        return;
    }
    bool brackets = in_brackets(y->t, n, part);
    if (brackets) say(y, "(");
    english(y, part);
    if (brackets) say(y, ")");
}

/* Writes what an action is about, from the roles of its frame. */
static void say_object(Say *y, const Node *n) {
    const Node *from = role_filler(y->t, n, 'F'), *what = role_filler(y->t, n, 'w'),
               *many = role_filler(y->t, n, 'n'), *whole = act_object(y->t, n),
               *within = role_filler(y->t, n, 'v'), *top = role_filler(y->t, n, 'T');
    bool chooses = act_chooses(y->t, n);
    if (!what) what = role_filler(y->t, n, 'u');
    if (role_filler(y->t, n, 'j')) say(y, "this card and ");
    if (!from && !many && !whole) {
        if (!say_implied(y, n, has_start(row_of(y->t, n)->english, "{&}"))) say(y, "it");
        return;
    }
    if (top) {
        say(y, "the top ");
        english(y, many);
        say(y, " of ");
        english(y, top);
        say(y, " deck");
        y->plural = number_of(y->t, many) != 1;
        return;
    }
    if (many && (chooses || !whole)) {
        english(y, many);
        say(y, " ");
    } else if (many) {
        say(y, "all ");
    } else if (chooses) {
        say(y, "one ");
    }
    if (what) {
        english(y, what);
        say(y, " ");
    }
    if (n->among) {
        english(y, node_child(y->t, whole, 1));
        say(y, " among them");
    } else if (act_among(y->t, n)) {
        say(y, "among them");
    } else if (from && whole) {
        english(y, whole);
        say(y, " from ");
        english(y, from);
    } else {
        if (chooses) say(y, "of ");
        english(y, from ? from : whole);
    }
    if (within) english(y, within);
    if (role_filler(y->t, n, 'i')) english(y, role_filler(y->t, n, 'i'));
}

/* Writes a verb of an event's English as its form asks: {is} before a participle, or
 * {base|third person|participle}. Returns the position behind it. */
static const char *say_verb(Say *y, const Node *n, const char *s) {
    bool passive = has_start(s, "{is}");
    const char *end = strchr(s, '}'), *word = s + 1;
    unsigned form = n->form;
    static const char *const be[] = {"is", "has been", "has not been", "cannot be"};
    unsigned i = form == FORM_BEEN                              ? 1
                 : form == FORM_NOT_BEEN                        ? 2
                 : form == FORM_IS_NOT                          ? 3
                 : form == FORM_HAD                             ? 1
                 : form == FORM_HAD_NOT || form == FORM_DID_NOT ? 2
                 : form == FORM_CANNOT || form == FORM_NOT      ? 3
                                                                : 0;
    if (passive) {
        say(y, be[i]);
        return end + 1;
    }
    static const char *const help[] = {"", "has ", "has not ", "cannot "};
    static const unsigned field[] = {1, 2, 2, 0};
    say(y, help[i]);
    for (unsigned k = field[i]; k > 0; k--) word = strchr(word, '|') + 1;
    buffer_add(y->b, word, strcspn(word, "|}"));
    return end + 1;
}

/* Expands a row's English template. */
static void say_row(Say *y, const Node *n) {
    const Row *row = row_of(y->t, n);
    for (const char *s = row->english; *s;) {
        const char *next = *s == 'i' && row->sort != ROW_FRAME ? say_it(y, n, s) : 0;
        if (next) {
            s = next;
        } else if (has_start(s, "{&}")) {
            if (!strchr(row->code, '(') || frame_has_object(y->t, n)) say_object(y, n);
            s += 3;
        } else if (*s == '{' && s[1] && s[2] == '?') { /* {w?it}: a role, or else this */
            const char *end = strchr(s, '}');
            if (role_filler(y->t, n, s[1]))
                english(y, role_filler(y->t, n, s[1]));
            else
                buffer_add(y->b, s + 3, (size_t)(end - s - 3));
            s = end + 1;
        } else if (has_start(s, "{are}")) { /* of a state */
            bool no = n->form == FORM_NOT || n->form == FORM_NOT_TE || n->form == FORM_NOT_BA;
            say(y, no ? "is not" : "is");
            s += 5;
        } else if (has_start(s, "{is}") || (*s == '{' && s[1] && s[2] != '}' && s[2] != '&')) {
            s = say_verb(y, n, s);
        } else if (*s == '{' && s[1] && s[2] == '}') {
            bool digit = s[1] >= '1' && s[1] <= '9';
            int part = digit ? (int)role_count(row) + s[1] - '1' : role_part(row, s[1]);
            if (part >= 0) say_part(y, n, (unsigned)part);
            s += 3;
        } else {
            const char *from = s++;
            while (*s && *s != '{' && *s != 'i') s++;
            buffer_add(y->b, from, (size_t)(s - from));
        }
    }
    if (n->antecedent && has_start(row->code, "!if FACT 0")) say(y, " of this card, too,");
    if (n->swap_pairs) say(y, ", each with one of another zone");
    if (n->antecedent && has_start(row->code, "!also")) { /* repeats the duration */
        say(y, ", ");
        english(y, &y->t->node[n->antecedent - 1]);
    }
}

/* ---- items of a sentence ---- */

static const Node *act_of(const TextTree *t, const Node *item) {
    return has_start(row_of(t, item)->code, "!act") ? node_child(t, item, 0) : 0;
}

/* Does the item end the current run? */
static bool ends_run(const char *code) {
    return has_start(code, "!if") || has_start(code, "!else") || has_start(code, "!delay") ||
           has_start(code, "!didlater") || has_start(code, "!within") ||
           has_start(code, "!whenever");
}

/* Form of the last action of the run that begins with this item: if it is optional or a cost, so is
 * the whole run (emit_items). */
static unsigned run_form(const TextTree *t, const Node *items) {
    for (;;) {
        const Node *item = node_child(t, items, 0), *act = act_of(t, item);
        const char *code = row_of(t, item)->code;
        if (act && act->form != FORM_CONT) return act->form;
        if (ends_run(code)) return 0;
        if (items->nchild < 2) return 0;
        items = node_child(t, items, 1);
    }
}

/* Writes the items of a sentence. Brackets mark a cost, "may" an optional run. */
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
        if (ends_run(code)) fresh = true;
        english(y, item);
        if (act && act->form == FORM_BY) say(y, "]; if so,");
        if (act && act->form == FORM_OR) say(y, " or");
        if (act && act->form == FORM_UNLESS && n->nchild > 1) say(y, " if not done,");
        if (n->nchild < 2) return;
        n = node_child(y->t, n, 1);
    }
}

/* Writes any node. */
static void english(Say *y, const Node *n) {
    if (n->leaf == LEAF_ABSENT) return;
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
    const char *who = resolved_player(n, row);
    if (who) {
        say(y, who);
        return;
    }
    if (row->phrase_id == PHRASE_ITEMS) {
        say_items(y, n);
        return;
    }
    if (row->phrase_id == PHRASE_ABILITY) {
        y->plural = false;
        *y->last_set = 0;
        y->is_static = same_word(row->code, "!ability static");
    }
    if (n->paid_for) say(y, "(if that was paid) ");
    if (n->pick_one) say(y, "one ");
    size_t from = y->b->n;
    say_row(y, n);
    note_count(y, n);
    if (row->phrase_id == PHRASE_SET) copy_since(y, from, y->last_set, sizeof y->last_set);
}

/* Removes doubled blanks and commas before other punctuation, and turns "you's" into "your". */
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
    Say y = {.t = t, .b = &b};
    english(&y, &t->node[t->root]);
    tidy(b.s);
    return b.s;
}
