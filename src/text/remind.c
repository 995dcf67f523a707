/* Reminder text has no effect (2.4.2) but is kept. A standard reminder is compared with the rule it
 * explains; it is recognised by its content words, because their order and endings vary. */
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

/* First node, in reading order, whose code contains 'code', or one of several with | between them;
 * null if there is none. */
static const Node *find_code(const TextTree *t, const Node *n, const char *code) {
    for (const char *s = code; *s; s += strcspn(s, "|"), s += *s == '|') {
        char one[40];
        snprintf(one, sizeof one, "%.*s", (int)strcspn(s, "|"), s);
        if (strstr(code_of(t, n), one)) return n;
    }
    for (unsigned i = 0; i < n->nchild; i++) {
        const Node *c = find_code(t, node_child(t, n, i), code);
        if (c) return c;
    }
    return 0;
}

/* Is anything below the node optional? */
static bool optional(const TextTree *t, const Node *n) {
    if (!n->leaf && (n->form == FORM_MAY || n->form == FORM_BY)) return true;
    for (unsigned i = 0; i < n->nchild; i++)
        if (optional(t, node_child(t, n, i))) return true;
    return false;
}

/* Does every name and trait below the node occur in the text? */
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

/* Does every word between these brackets in 'a' occur in 'b'? */
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

/* The number printed right before a word, -1 if the word does not occur. */
static int number_before(const char *text, const char *word) {
    const char *at = strstr(text, word);
    int n = 0;
    if (!at) return -1;
    while (at > text && at[-1] >= '0' && at[-1] <= '9') at--;
    while (*at >= '0' && *at <= '9') n = n * 10 + (*at++ - '0');
    return n;
}

/* First number below the node, -1 if there is none. */
static int number_in(const TextTree *t, const Node *n) {
    if (n->leaf == LEAF_NUMBER) return n->value;
    for (unsigned i = 0; i < n->nchild; i++) {
        int v = number_in(t, node_child(t, n, i));
        if (v >= 0) return v;
    }
    return -1;
}

/* How a standard reminder disagrees with the text, null if it agrees. */
static const char *contradicts(const TextTree *t, const Reminder *s, const char *reminder) {
    const Node *root = &t->node[t->root], *n = s->needs ? find_code(t, root, s->needs) : root;
    if (!n) return "but the text contains no such rule";
    char *main = leaf_text(t, n), *all = leaf_text(t, root);
    const char *out = 0;
    if ((s->flags & SAME_TERMS) &&
        (!terms_in(t, n, reminder) || !words_in(reminder, "《", "》", main) ||
         !words_in(reminder, "〔", "〕", main)))
        out = "but its names or traits differ from the text";
    if ((s->flags & SAME_NUMBER) && number_before(reminder, "枚以上") != number_in(t, n))
        out = "but its number differs from the text";
    if ((s->flags & SAME_ICONS) && !words_in(reminder, "【", "】", all))
        out = "but its icons differ from the text";
    if ((s->flags & FORCED) && optional(t, root)) out = "but the text lets the player decline";
    free(main);
    free(all);
    return out;
}

/* Appends the printed text between the brackets at 'from' and 'to' as a line. */
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
        for (end = i + 1;
             end < t->nchars && t->owner[i] == OWNER_NAME && t->owner[end] == OWNER_NAME;)
            end++;
        const unsigned bare = t->tongue->name_keys != NULL; /* names without brackets */
        if (t->owner[i] == OWNER_NAME && end + 2 * bare > i + 2)
            add_inside(t, i - bare, end + bare, &b);
    }
    return b.s;
}

char *text_reminder(const TextTree *t) {
    Buffer b = {0};
    for (unsigned i = 0; i < t->nchars; i++) {
        if (t->owner[i] != OWNER_REMINDER) continue;
        unsigned end = i, depth = 0;
        do depth += t->folded[end] == '(' ? 1u : t->folded[end] == ')' ? -1u : 0u;
        while (++end < t->nchars && t->owner[end] == OWNER_REMINDER && depth);
        add_inside(t, i, end, &b);
        i = end - 1;
    }
    return b.s;
}

/* First entry of the list that the reminder matches, null if none. */
static const Reminder *find_standard(const Reminder *list, const char *text) {
    for (; list && list->words[0]; list++)
        if (strstr(text, list->words[0]) && (!list->words[1] || strstr(text, list->words[1])))
            return list;
    return 0;
}

/* The game's own standard reminders are tried before the common ones; unknown reminders are
 * ignored. */
bool text_reminder_fault(const TextTree *t, char *out, size_t size) {
    char *all = text_reminder(t);
    bool bad = false;
    for (char *s = all; s && *s && !bad;) {
        char *end = strchr(s, '\n');
        if (end) *end = 0;
        const Reminder *k = find_standard(t->tongue->reminders, s);
        if (!k) k = find_standard(common, s);
        const char *why = k ? contradicts(t, k, s) : 0;
        bad = why != 0;
        if (why) snprintf(out, size, "the reminder (%s) explains %s, %s", s, k->what, why);
        s = end ? end + 1 : 0;
    }
    free(all);
    return bad;
}
