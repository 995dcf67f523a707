/* Reminder text has no force (2.4.2). It is kept, and where it is one of the standard reminders it
 * is compared with what it reminds of: told by its content words, as their order and ending vary.
 */
#include "text/explain.h"
#include "text/tongue.h"
#include <stdio.h>
#include <stdlib.h>

static const Reminder common[] = {
    {{"強制", 0}, 0, FORCED, "something compulsory"},
    {{0, 0}, 0, 0, 0},
};

static const char *code_of(const TextTree *t, const Node *n) {
    return n->leaf ? "" : grammar_row(t->grammar, n->row)->code;
}

static const Node *find(const TextTree *t, const Node *n, const char *code) {
    if (strstr(code_of(t, n), code)) return n;
    for (unsigned i = 0; i < n->nchild; i++) {
        const Node *c = find(t, node_child(t, n, i), code);
        if (c) return c;
    }
    return 0;
}

static bool optional(const TextTree *t, const Node *n) {
    if (!n->leaf && (n->form == FORM_MAY || n->form == FORM_BY)) return true;
    for (unsigned i = 0; i < n->nchild; i++)
        if (optional(t, node_child(t, n, i))) return true;
    return false;
}

/* Is every name and trait below the node somewhere in the text? */
static bool terms_in(const TextTree *t, const Node *n, const char *text) {
    if (n->leaf == LEAF_NAME || n->leaf == LEAF_TRAIT) {
        char *s = leaf_text(t, n);
        s[strlen(s) - 3] = 0;
        bool there = strstr(text, s + 3) != 0;
        free(s);
        return there;
    }
    for (unsigned i = 0; i < n->nchild; i++)
        if (!terms_in(t, node_child(t, n, i), text)) return false;
    return true;
}

/* Is every word that stands between these brackets in 'a' somewhere in 'b'? */
static bool words_in(const char *a, const char *open, const char *close, const char *b) {
    char word[300];
    while ((a = strstr(a, open))) {
        const char *end = strstr(a, close);
        if (!end) return true;
        a += strlen(open);
        snprintf(word, sizeof word, "%.*s", (int)(end - a), a);
        if (!strstr(b, word)) return false;
    }
    return true;
}

static int number_before(const char *text, const char *word) {
    const char *at = strstr(text, word);
    int n = 0;
    if (!at) return -1;
    while (at > text && at[-1] >= '0' && at[-1] <= '9') at--;
    while (*at >= '0' && *at <= '9') n = n * 10 + (*at++ - '0');
    return n;
}

static int number_in(const TextTree *t, const Node *n) {
    if (n->leaf == LEAF_NUMBER) return n->value;
    for (unsigned i = 0; i < n->nchild; i++) {
        int v = number_in(t, node_child(t, n, i));
        if (v >= 0) return v;
    }
    return -1;
}

/* What is wrong with a standard reminder; null: nothing. */
static const char *contradicts(const TextTree *t, const Reminder *s, const char *reminder) {
    const Node *root = &t->node[t->root], *n = s->needs ? find(t, root, s->needs) : root;
    if (!n) return "which the text does not have";
    char *main = leaf_text(t, n), *all = leaf_text(t, root);
    const char *out = 0;
    if ((s->flags & SAME_TERMS) &&
        (!terms_in(t, n, reminder) || !words_in(reminder, "《", "》", main) ||
         !words_in(reminder, "〔", "〕", main)))
        out = "with other names or traits";
    if ((s->flags & SAME_NUMBER) && number_before(reminder, "枚以上") != number_in(t, n))
        out = "with another number";
    if ((s->flags & SAME_ICONS) && !words_in(reminder, "【", "】", all)) out = "with other icons";
    if ((s->flags & FORCED) && optional(t, root)) out = "but it may be declined";
    free(main);
    free(all);
    return out;
}

static void add_inside(const TextTree *t, unsigned from, unsigned to, Buffer *b) {
    TextTree inside = {.cp = t->folded};
    Node n = {.start = (uint16_t)(from + 1), .end = (uint16_t)(to - 1)};
    char *s = leaf_text(&inside, &n);
    if (b->n) buffer_add(b, "\n", 1);
    buffer_add(b, s, strlen(s));
    free(s);
}

char *text_names(const TextTree *t) {
    Buffer b = {0};
    for (unsigned i = 0, end; i < t->nchars; i = end) {
        for (end = i + 1; end < t->nchars && t->owner[i] == 4 && t->owner[end] == 4;) end++;
        if (t->owner[i] == 4 && end > i + 2) add_inside(t, i, end, &b);
    }
    return b.s;
}

char *text_reminder(const TextTree *t) {
    Buffer b = {0};
    for (unsigned i = 0; i < t->nchars; i++) {
        if (t->owner[i] != 2) continue;
        unsigned end = i, depth = 0;
        do depth += t->folded[end] == '(' ? 1u : t->folded[end] == ')' ? -1u : 0u;
        while (++end < t->nchars && t->owner[end] == 2 && depth);
        add_inside(t, i, end, &b);
        i = end - 1;
    }
    return b.s;
}

/* The first of the list that the text is; null: none. */
static const Reminder *standard(const Reminder *list, const char *text) {
    for (; list && list->words[0]; list++)
        if (strstr(text, list->words[0]) && (!list->words[1] || strstr(text, list->words[1])))
            return list;
    return 0;
}

bool text_reminder_fault(const TextTree *t, char *out, size_t size) {
    char *all = text_reminder(t);
    bool bad = false;
    for (char *s = all; s && *s && !bad;) {
        char *end = strchr(s, '\n');
        if (end) *end = 0;
        const Reminder *k = standard(t->tongue->reminders, s);
        if (!k) k = standard(common, s);
        const char *why = k ? contradicts(t, k, s) : 0;
        bad = why != 0;
        if (why) snprintf(out, size, "the reminder (%s) speaks of %s, %s", s, k->what, why);
        s = end ? end + 1 : 0;
    }
    free(all);
    return bad;
}
