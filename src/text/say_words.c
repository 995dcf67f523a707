/* English words: plurals, forms of verbs, articles, ordinals, players and whose something is. */
#include "text/say.h"
#include <stdio.h>

void say(Say *y, const char *s) { buffer_add(y->b, s, strlen(s)); }

bool ends_with(const Say *y, const char *end) {
    size_t n = strlen(end);
    return y->b->n >= n && !memcmp(y->b->s + y->b->n - n, end, n);
}

/* Is it the word? */
bool is_word(const char *s, size_t n, const char *word) {
    return strlen(word) == n && !memcmp(s, word, n);
}

bool in_list(const char *s, size_t n, const char *const *list) {
    for (; *list; list++)
        if (is_word(s, n, *list)) return true;
    return false;
}

size_t word_length(const char *s) { return strspn(s, "abcdefghijklmnopqrstuvwxyz"); }

/* ---- words ---- */

static bool is_vowel(char c) { return c && strchr("aeiou", c); }

/* Does a word with these last letters take "es" instead of "s"? */
static bool takes_es(char before, char last) {
    return last == 's' || last == 'x' || last == 'z' ||
           (last == 'h' && (before == 'c' || before == 's'));
}

/* Appends the "s" of a plural or of the third person to the word just written. */
static void say_s(Say *y, bool verb) {
    char last = y->b->s[y->b->n - 1], before = y->b->n > 1 ? y->b->s[y->b->n - 2] : 0;
    if (last == 'y' && !is_vowel(before)) {
        y->b->n--;
        say(y, "ies");
    } else {
        say(y, takes_es(before, last) || (verb && last == 'o') ? "es" : "s");
    }
}

/* Writes a noun; "one/many" has a plural of its own. */
void say_noun_word(Say *y, const char *s, size_t n, bool many) {
    const char *slash = memchr(s, '/', n);
    if (slash && many)
        n -= (size_t)(slash + 1 - s), s = slash + 1;
    else if (slash)
        n = (size_t)(slash - s);
    buffer_add(y->b, s, n);
    if (many && !slash) say_s(y, false);
}

const char *const modal_verbs[] = {"may", "can", "cannot", "must", 0};

/* Writes the third person of a base form. */
void say_third_person(Say *y, const char *s, size_t n) {
    if (is_word(s, n, "have")) {
        say(y, "has");
        return;
    }
    buffer_add(y->b, s, n);
    if (!in_list(s, n, modal_verbs)) say_s(y, true);
}

/* Writes the plural of a verb in the third person. */
void say_plural_verb(Say *y, const char *s, size_t n) {
    static const char *const odd[][2] = {
        {"is", "are"}, {"was", "were"}, {"has", "have"}, {"does", "do"}, {"goes", "go"}};
    for (unsigned i = 0; i < sizeof odd / sizeof *odd; i++)
        if (is_word(s, n, odd[i][0])) {
            say(y, odd[i][1]);
            return;
        }
    if (n < 3 || s[n - 1] != 's' || s[n - 2] == 's') {
        buffer_add(y->b, s, n);
    } else if (s[n - 2] == 'e' && s[n - 3] == 'i') {
        buffer_add(y->b, s, n - 3);
        say(y, "y");
    } else {
        bool es = s[n - 2] == 'e' && n > 4 && takes_es(s[n - 4], s[n - 3]) &&
                  (s[n - 3] != 's' || s[n - 4] == 's');
        buffer_add(y->b, s, n - (es ? 2 : 1));
    }
}

/* Turns the article "a " at this position into "an" where the next word asks for it. */
void fix_article(Say *y, size_t at) {
    char *s = y->b->s + at;
    if (has_start(s, "a other ")) {
        s[1] = 'n';
    } else if (has_start(s, "a ") && is_vowel(s[2])) {
        buffer_add(y->b, " ", 1);
        s = y->b->s + at;
        memmove(s + 2, s + 1, y->b->n - at - 2);
        s[1] = 'n';
    }
}

void say_ordinal(Say *y, int i) {
    static const char *const word[] = {"", "first", "second", "third"};
    char s[24];
    snprintf(s, sizeof s, "%dth", i);
    say(y, i > 0 && i < 4 ? word[i] : s);
}

int number_of(const TextTree *t, const Node *n) {
    while (!n->leaf && n->nchild) n = node_child(t, n, 0);
    return n->leaf == LEAF_NUMBER ? n->value : 0;
}

/* ---- players ---- */

void say_player(Say *y, unsigned player) {
    if (y->own_deed && player == OP_EVERY) player = OP_YOU;
    say(y, player == OP_OPP        ? "the opponent"
           : player == OP_THAT     ? "that player"
           : player == OP_NOT_THAT ? "that player's opponent"
           : player == OP_OPPS     ? "each opponent"
           : player == OP_EVERY    ? "each player"
           : player == OP_TURNP    ? "the turn player"
                                   : "you");
    y->many = player == OP_YOU || !player;
}

/* Writes whose something is. */
void say_owner(Say *y, unsigned player) {
    if (y->own_deed && player == OP_EVERY) player = OP_YOU;
    if (player == OP_YOU || !player || player == OP_IMPLIED) {
        say(y, "your");
    } else if (player == y->actor) {
        say(y, "their");
    } else if (player == OP_ALLY) {
        say(y, "your team's");
    } else {
        say_player(y, player);
        say(y, "'s");
    }
}

/* The player that an owner names, 0 if it is several or none. */
unsigned owner_of(const TextTree *t, const Node *own) {
    if (!own || own->leaf) return 0;
    if (is_phrase(t, own, PHRASE_PLAYER)) return own->player == OP_EVERY ? 0 : own->player;
    if (row_of(t, own)->implicit) return own->player == OP_IMPLIED ? OP_YOU : own->player;
    return own->nchild ? owner_of(t, node_child(t, own, 0)) : 0;
}

/* Is 'own' an unstated owner of cards in open zones, so that they are anyone's
 * (Tongue.open_is_anyones)? */
bool is_anyones(const TextTree *t, const Node *n, const Node *own) {
    static const char *const hidden[] = {"HAND", "DECK"};
    if (own->leaf || !row_of(t, own)->implicit || own->player != OP_IMPLIED) return false;
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
