/* English clauses: conditions about numbers of cards, what was done, what an action is about, and
 * verbs that agree with their subject. */
#include "text/say.h"
#include "text/tongue.h"
#include <stdio.h>

/* ---- "you have 3 or more members" ---- */

bool is_negative(const Node *n) {
    return n->form == FORM_NOT || n->form == FORM_NOT_TE || n->form == FORM_NOT_BA;
}

/* The cards that the i-th part of a row counts. Returns false if it counts none. */
static bool numbered_cards(const TextTree *t, const Node *n, const Node *part, Cards *c) {
    if (is_phrase(t, part, PHRASE_OWN) || is_phrase(t, part, PHRASE_ZONES))
        return read_cards(t, n, c) || c->zones;
    if (has_start(row_of(t, part)->code, "COUNT $1") && part->nchild == 1)
        return is_set_of_cards(t, node_child(t, part, 0), c);
    return same_word(row_of(t, part)->phrase, "inplace") && is_set_of_cards(t, part, c);
}

/* Is the number in a row exactly one? */
static bool says_one(const TextTree *t, const Node *n) {
    bool exact = strstr(row_of(t, n)->english, "exactly"), one = false;
    for (unsigned i = 0; i < n->nchild; i++) {
        const Node *part = node_child(t, n, i);
        if (is_phrase(t, part, PHRASE_NUM)) one = number_of(t, part) == 1;
        if (!part->leaf && has_start(row_of(t, part)->english, "exactly")) exact = true;
    }
    return exact && one;
}

/* Writes what stands before the number. */
void say_lead(Say *y, const Node *n, const Node *part) {
    Cards c;
    bool no = is_negative(n), one = says_one(y->t, n);
    if (numbered_cards(y->t, n, part, &c)) {
        unsigned who = owner_of(y->t, c.own);
        if (!who) {
            say(y, one ? "there is " : "there are ");
            if (no) say(y, "not ");
            return;
        }
        say_player(y, who);
        say(y, no ? (y->many ? " do not have " : " does not have ") : y->many ? " have " : " has ");
    } else if (same_word(row_of(y->t, part)->phrase, "kinds")) {
        say(y, no ? "there are not " : "there are ");
    } else {
        english(y, part);
        say(y, no ? " is not " : " is ");
    }
}

/* Turns "5 or less" before things that are counted into "5 or fewer", "exactly 0" into "no". */
static void fix_number(Say *y) {
    if (ends_with(y, " or less") || ends_with(y, " less")) {
        y->b->n -= strlen("less");
        say(y, "fewer");
    } else if (ends_with(y, "exactly 0")) {
        y->b->n -= strlen("exactly 0");
        say(y, "no");
    }
}

/* Writes what stands behind the number. */
void say_tail(Say *y, const Node *n, const Node *part) {
    Counted h = {.cards = true, .counts = true};
    unsigned number = ends_with(y, "exactly 1") ? BARE : PLURAL, actor = y->actor;
    if (numbered_cards(y->t, n, part, &h.c)) {
        unsigned who = owner_of(y->t, h.c.own);
        h.set = part;
        fix_number(y);
        say(y, " ");
        if (who && (!h.c.zones || (is_named(y->t, &h.c) && !h.c.f))) h.c.own = 0;
        if (who) y->actor = who;
        say_counted(y, &h, number);
        y->actor = actor;
    } else if (same_word(row_of(y->t, part)->phrase, "kinds")) {
        say(y, " ");
        english(y, part);
    }
}

/* Writes that cards are, or are not, in some place: roles l where, g which, k all of which, n how
 * many. */
void say_existence(Say *y, const Node *n) {
    const Node *where = role_filler(y->t, n, 'l'), *many = role_filler(y->t, n, 'n'),
               *what = role_filler(y->t, n, 'g'), *all = role_filler(y->t, n, 'k');
    bool no = is_negative(n);
    if (!what && !all && where) {
        say_lead(y, n, where);
        if (many)
            english(y, many);
        else
            say(y, no ? "any" : "1 or more");
        say_tail(y, n, where);
        return;
    }
    say(y, many || all ? "there are " : "there is ");
    if (no) say(y, many || all ? "not " : "no ");
    if (many) {
        english(y, many);
        fix_number(y);
        say(y, " ");
    }
    unsigned number = many ? PLURAL : no ? BARE : ARTICLE;
    if (all)
        say_noun(y, all, ARTICLE);
    else if (what)
        say_noun(y, what, number);
    if (where) say(y, " "), english(y, where);
}

/* Writes that there are such cards, or none: those of a set, or those that the row describes. */
void say_have(Say *y, const Node *n, const Node *set) {
    Counted h = counted_of(y->t, set, 0, false);
    if (is_phrase(y->t, set, PHRASE_OWN)) h.set = n, h.cards = read_cards(y->t, n, &h.c) || h.c.f;
    unsigned who = h.cards ? owner_of(y->t, h.c.own) : 0, actor = y->actor;
    bool no = is_negative(n);
    if (who) {
        say_player(y, who);
        say(y, y->many ? " have " : " has ");
        y->actor = who;
        if (!h.c.zones || (is_named(y->t, &h.c) && !h.c.f)) h.c.own = 0;
    } else {
        say(y, "there is ");
    }
    if (no) say(y, "no ");
    if (!no && is_partitive(y->t, &h)) say(y, "one ");
    say_counted(y, &h, !no ? ARTICLE : who ? PLURAL : BARE);
    y->actor = actor;
}

/* Writes what this effect did, from the roles of the clause: w, k to which cards, n at least how
 * many, s out of which, F where from, D where to. */
void say_done(Say *y, const Node *n, const char *participle, size_t len) {
    const Node *what = role_filler(y->t, n, 'w'), *many = role_filler(y->t, n, 'n'),
               *with = role_filler(y->t, n, 'k'), *out_of = role_filler(y->t, n, 's'),
               *from = role_filler(y->t, n, 'F'), *to = role_filler(y->t, n, 'D');
    if (!what) what = role_filler(y->t, n, 'g');
    const Node *self = out_of && same_word(row_of(y->t, out_of)->code, "THIS") ? out_of : 0;
    if (self) out_of = 0;
    const Node *noun = what;
    while (n->value && noun && noun->nchild == 1 && !strchr(row_of(y->t, noun)->english, '~'))
        noun = node_child(y->t, noun, 0);
    if (n->value && noun) { /* a keyword, "card ~with KEYWORD" */
        const char *key = strstr(row_of(y->t, noun)->english, "~with ");
        say_template(y, noun, key ? key + strlen("~with ") : "it");
        say(y, " was chosen");
        return;
    }
    if (!what && !self && !many && !with && !to) {
        bool anyone = y->doer == OP_EVERY;
        if (ends_with(y, "after ") && !anyone)
            say(y, "doing so");
        else
            say(y, y->doer == OP_YOU ? "you do" : anyone ? "any player does" : "they do");
        return;
    }
    if (with && !what && !self && !many && is_word(participle, len, "swapped")) {
        say(y, "the swap was with "); /* either of the two could be "it" */
        say_noun(y, with, ARTICLE);
        return;
    }
    if (many) {
        english(y, many);
        say(y, " ");
        if (what)
            say_noun(y, what, PLURAL);
        else if (out_of)
            say(y, "of "), english(y, out_of), out_of = 0;
        else
            say(y, "cards");
        say(y, " were ");
    } else if (what || self) {
        if (self)
            english(y, self);
        else
            say_noun(y, what, ARTICLE);
        say(y, " was ");
    } else {
        say(y, from && to   ? "a card was "
               : !y->plural ? "it was "
               : to         ? "any of them was "
                            : "they were ");
    }
    buffer_add(y->b, participle, len);
    if (!to && is_word(participle, len, "put")) say(y, " there");
    if (with) say(y, " with "), say_noun(y, with, ARTICLE);
    if (out_of) say(y, " out of "), english(y, out_of);
    if (from) say(y, " from "), english(y, from);
    unsigned owner = y->it_owner;
    y->it_owner = 0;
    y->several = many != 0;
    if (to) say(y, " "), english(y, to);
    if (role_filler(y->t, n, 'a')) say(y, " by this effect");
    y->several = false;
    y->it_owner = owner;
}

/* ---- what an action is about ---- */

/* Remembers whose cards "it" stands for from now on. */
void note_owner(Say *y, const Node *set) {
    Cards c;
    if (!set || has_start(row_of(y->t, set)->code, "IT") || set->antecedent ||
        has_start(row_of(y->t, set)->code, "LEFT"))
        return; /* the same cards */
    y->it_owner = 0;
    if (y->t->tongue->op_control) return;
    if (same_word(row_of(y->t, set)->code, "SELF"))
        y->it_owner = OP_YOU;
    else if (has_start(row_of(y->t, set)->code, "BUT CARDS @p "))
        y->it_owner = y->actor;
    else if (is_set_of_cards(y->t, set, &c) || has_start(row_of(y->t, set)->code, "CARDS $1 "))
        y->it_owner = owner_of(y->t, c.own);
}

/* Writes what an action without an object is about (refer.c): its antecedent, "them" or "it".
 * 'first': the sentence begins with it. */
void say_implied(Say *y, const Node *n, bool first) {
    const Row *row = row_of(y->t, n);
    bool set = row->sort == ROW_FRAME || strstr(row->code, "@m");
    bool act = row->phrase_id == PHRASE_ACT;
    if (y->of_it)
        say(y, "it"), y->many = false;
    else if (n->antecedent)
        english(y, &y->t->node[n->antecedent - 1]);
    else if (n->self_meant)
        say(y, "this card");
    else if (y->is_static && set && *y->last_set)
        say(y, y->last_set);
    else
        say(y, !y->plural || !act ? "it" : first ? "each of them" : "them");
    if (!n->antecedent) y->many = false;
}

static void say_top(Say *y, const Node *top, const Node *many) {
    bool top_card = same_word(row_of(y->t, many)->phrase, "topcard"),
         plain =
             top_card || (is_phrase(y->t, many, PHRASE_HOWMANY) && is_bare(row_of(y->t, many)) &&
                          has_start(row_of(y->t, many)->code, "$1;$1;1"));
    y->plural = !top_card && number_of(y->t, many) != 1;
    if (!plain) {
        Counted h = {.top = top};
        say_count(y, many, &h);
    } else {
        bool one = top_card || number_of(y->t, many) == 1;
        say(y, "the top ");
        if (!one) english(y, node_child(y->t, many, 0));
        say(y, one ? "card of " : " cards of ");
        english(y, top);
        say(y, " deck");
    }
    y->it_owner = y->t->tongue->op_control ? 0 : owner_of(y->t, node_child(y->t, top, 0));
}

/* Writes the set that an action is about; cards that are described are "each character in …". */
void say_each_of(Say *y, const Node *set) {
    Counted h = counted_of(y->t, set, 0, false);
    bool described =
        h.cards && h.c.zones && (h.c.f || h.c.any || (h.c.adj && !is_named(y->t, &h.c)));
    if (!described || set->pick_one || is_phrase(y->t, h.c.f ? h.c.f : set, PHRASE_ALLOF)) {
        english(y, set);
        return;
    }
    size_t from = y->b->n;
    say(y, "each ");
    say_counted(y, &h, BARE);
    snprintf(y->last_set, sizeof y->last_set, "%s", y->b->s + from);
    y->many = false;
}

/* Writes what an action is about, from the roles of its frame. */
void say_object(Say *y, const Node *n) {
    const Node *from = role_filler(y->t, n, 'F'), *what = role_filler(y->t, n, 'w'),
               *many = role_filler(y->t, n, 'n'), *whole = act_object(y->t, n),
               *within = role_filler(y->t, n, 'v'), *alike = role_filler(y->t, n, 'i'),
               *top = role_filler(y->t, n, 'T');
    if (strchr(row_of(y->t, n)->code, '(') && !frame_has_object(y->t, n)) return;
    if (!what) what = role_filler(y->t, n, 'u');
    if (role_filler(y->t, n, 'j')) english(y, role_filler(y->t, n, 'j')), say(y, " and ");
    if (!from && !many && !whole) {
        say_implied(y, n, has_start(row_of(y->t, n)->english, "{&}"));
    } else if (top) {
        say_top(y, top, many);
    } else if (from && whole) {
        const bool self = same_word(row_of(y->t, whole)->code, "SELF") && !y->t->tongue->op_control;
        Cards c;
        english(y, whole);
        say(y, " from ");
        if (is_set_of_cards(y->t, from, &c))
            say_place(y, self || (c.own && c.own->start < c.own->end) ? c.own : 0, c.zones);
        else
            english(y, from);
        y->it_owner = self ? OP_YOU : 0;
    } else if (many || act_chooses(y->t, n) || whole->pick_one) {
        const Node *set = from ? from : whole;
        Counted h = counted_of(y->t, set, what, true);
        if (n->among) h = (Counted){.what = node_child(y->t, whole, 1), .them = true};
        if (!set) h.them = true, h.set = n;
        h.alike = alike;
        alike = 0;
        say_count(y, many, &h);
        note_owner(y, set);
    } else {
        say_each_of(y, whole);
        note_owner(y, whole);
    }
    if (within) say(y, " "), english(y, within);
    if (alike) say(y, " "), english(y, alike);
    if (role_filler(y->t, n, 'j')) y->plural = y->many = true; /* this card and another one */
    y->several = !from && !many && !whole && !n->antecedent ? y->plural : y->many;
}

/* ---- verbs ---- */

/* Writes a verb as the form of its clause asks: {is} before a participle, or
 * {base|third person|participle}. */
void say_verb(Say *y, const Node *n, const char *s, bool many) {
    static const char *const be[][4] = {{"is", "has been", "has not been", "cannot be"},
                                        {"are", "have been", "have not been", "cannot be"}};
    static const char *const help[][4] = {{"", "has ", "has not ", "cannot "},
                                          {"", "have ", "have not ", "cannot "}};
    static const unsigned field[] = {1, 2, 2, 0};
    unsigned form = n->form, i = y->past ? 1 : 0, k;
    bool act = is_phrase(y->t, n, PHRASE_ACT);
    if (form == FORM_BEEN || form == FORM_HAD) i = 1;
    if (form == FORM_NOT_BEEN || form == FORM_HAD_NOT || form == FORM_DID_NOT) i = 2;
    if (form == FORM_IS_NOT || form == FORM_CANNOT || form == FORM_NOT) i = 3;
    if (has_start(s, "is}")) {
        say(y, y->would ? "would be" : y->past ? (many ? "were" : "was") : be[many][i]);
        return;
    }
    k = field[i];
    if (act)
        k = y->third ? 1 : 0;
    else if (y->would)
        say(y, "would "), k = 0;
    else
        say(y, help[many][i]), k = !i && many ? 0 : k;
    for (; k > 0; k--) s += strcspn(s, "|") + 1;
    buffer_add(y->b, s, strcspn(s, "~|}"));
    s += strcspn(s, "~|}");
    if (*s == '~' && role_filler(y->t, n, 'w')) buffer_add(y->b, s + 1, strcspn(s + 1, "|}"));
}

static const char *const determiners[] = {"the", "this", "that",    "these",     "those", "it",
                                          "its", "each", "all",     "one",       "any",   "a",
                                          "an",  "no",   "attacks", "abilities", 0};

bool has_subject(const Row *act) {
    const char *s = act->english;
    if (*s == '{') return s[strcspn(s, "|}")] != '|';
    return in_list(s, word_length(s), determiners);
}

bool needs_subject(const Row *act) {
    const char *s = act->english;
    return in_list(s, word_length(s), modal_verbs);
}
