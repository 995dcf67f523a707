/* Writes phrases in English: the templates of the rows' English columns (say.h), noun phrases with
 * number and owner, and verbs that agree with their subject. */
#include "text/say.h"
#include "text/tongue.h"
#include <stdio.h>
#include <stdlib.h>

void say(Say *y, const char *s) { buffer_add(y->b, s, strlen(s)); }
static bool is_phrase(const TextTree *t, const Node *n, unsigned phrase) {
    return phrase_of(t, n) == phrase;
}

/* Is it the word? */
static bool is_word(const char *s, size_t n, const char *word) {
    return strlen(word) == n && !memcmp(s, word, n);
}

static bool in_list(const char *s, size_t n, const char *const *list) {
    for (; *list; list++)
        if (is_word(s, n, *list)) return true;
    return false;
}

static size_t word_length(const char *s) { return strspn(s, "abcdefghijklmnopqrstuvwxyz"); }

static void say_template(Say *y, const Node *n, const char *s);

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
static void say_noun_word(Say *y, const char *s, size_t n, bool many) {
    const char *slash = memchr(s, '/', n);
    if (slash && many)
        n -= (size_t)(slash + 1 - s), s = slash + 1;
    else if (slash)
        n = (size_t)(slash - s);
    buffer_add(y->b, s, n);
    if (many && !slash) say_s(y, false);
}

static const char *const modals[] = {"may", "can", "cannot", "must", 0};

/* Writes the third person of a base form. */
static void say_third_person(Say *y, const char *s, size_t n) {
    if (is_word(s, n, "have")) {
        say(y, "has");
        return;
    }
    buffer_add(y->b, s, n);
    if (!in_list(s, n, modals)) say_s(y, true);
}

/* Writes the plural of a verb in the third person. */
static void say_plural_verb(Say *y, const char *s, size_t n) {
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
static void fix_article(Say *y, size_t at) {
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

static void say_ordinal(Say *y, int i) {
    static const char *const word[] = {"", "first", "second", "third"};
    char s[24];
    snprintf(s, sizeof s, "%dth", i);
    say(y, i > 0 && i < 4 ? word[i] : s);
}

static int number_of(const TextTree *t, const Node *n) {
    while (!n->leaf && n->nchild) n = node_child(t, n, 0);
    return n->leaf == LEAF_NUMBER ? n->value : 0;
}

/* ---- players ---- */

void say_player(Say *y, unsigned player) {
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
static void say_owner(Say *y, unsigned player) {
    if (player == OP_YOU || !player || player == OP_IMPLIED) {
        say(y, "your");
    } else if (player == y->actor) {
        say(y, "their");
    } else if (player == OP_ALLY) {
        say(y, "your or a team mate's");
    } else {
        say_player(y, player);
        say(y, "'s");
    }
}

/* The player that an owner names, 0 if it is several or none. */
static unsigned owner_of(const TextTree *t, const Node *own) {
    if (!own || own->leaf) return 0;
    if (is_phrase(t, own, PHRASE_PLAYER)) return own->player == OP_EVERY ? 0 : own->player;
    if (row_of(t, own)->implicit) return own->player == OP_IMPLIED ? OP_YOU : own->player;
    return own->nchild ? owner_of(t, node_child(t, own, 0)) : 0;
}

/* Is 'own' an unstated owner of cards in open zones, so that they are anyone's
 * (Tongue.open_is_anyones)? */
static bool is_anyones(const TextTree *t, const Node *n, const Node *own) {
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

/* ---- zones ---- */

/* English of a zone: "place|unit", or "=unit|place" if its cards are called by the zone. */
typedef struct Zone {
    const char *unit, *place;
    size_t nunit, nplace;
    bool named; /* its cards are called by the zone: members */
    bool seat;  /* "a seat": there are several such places */
} Zone;

static Zone read_zone(const char *s) {
    Zone z = {.named = *s == '=', .unit = "card", .nunit = 4};
    s += z.named;
    size_t n = strcspn(s, "|");
    const char *second = s[n] ? s + n + 1 : 0;
    if (z.named || second) z.unit = z.named ? s : second, z.nunit = z.named ? n : strlen(second);
    z.place = z.named && second ? second : s;
    z.nplace = z.named && second ? strlen(second) : n;
    z.seat = z.nplace > 2 && has_start(z.place, "a ");
    if (z.seat) z.place += 2, z.nplace -= 2;
    return z;
}

/* What is common to the zones of a list. */
static Zone zone_of(const TextTree *t, const Node *n) {
    if (is_phrase(t, n, PHRASE_ZONE)) return read_zone(row_of(t, n)->english);
    Zone all = {0};
    for (unsigned i = 0; i < n->nchild; i++) {
        const Node *part = node_child(t, n, i);
        if (is_phrase(t, part, PHRASE_NP)) return read_zone("=card"); /* it describes cards */
        Zone z = zone_of(t, part);
        if (!i) {
            all = z;
            continue;
        }
        bool same = z.nunit == all.nunit && !memcmp(z.unit, all.unit, z.nunit);
        if (!same) all.unit = "card", all.nunit = 4;
        all.named &= z.named;
        all.seat = false;
    }
    return all;
}

static void say_zones(Say *y, const Node *n, unsigned form) {
    unsigned outer = y->zone;
    y->zone = (unsigned char)form;
    english(y, n);
    y->zone = (unsigned char)outer;
}

static void say_zone(Say *y, const char *words) {
    Zone z = read_zone(words);
    bool unit = y->zone == ZONE_ONE || y->zone == ZONE_MANY || (y->zone == ZONE_CARDS && z.named);
    if (unit)
        say_noun_word(y, z.unit, z.nunit, y->zone != ZONE_ONE);
    else
        say_noun_word(y, z.place, z.nplace, y->zone == ZONE_PLACES || z.seat || z.place == z.unit);
    y->many = unit && y->zone != ZONE_ONE;
}

/* Writes a zone as a place of the owner, null if none is said. */
static void say_place(Say *y, const Node *own, const Node *zones) {
    Zone z = zone_of(y->t, zones);
    if (z.seat && !own) {
        size_t at = y->b->n;
        say(y, "a ");
        buffer_add(y->b, z.place, z.nplace);
        fix_article(y, at);
        return;
    }
    if (z.seat) say(y, "one of ");
    if (own && is_phrase(y->t, own, PHRASE_PLAYER))
        say_owner(y, own->player);
    else if (own)
        english(y, own);
    else
        say(y, "the");
    say(y, " ");
    say_zones(y, zones, own && !owner_of(y->t, own) ? ZONE_PLACES : ZONE_PLACE);
}

/* ---- nouns ---- */

enum { MAX_MODIFIERS = 8 };
/* A noun with what modifies it, gathered from nested rows <adj><np>. */
typedef struct Noun {
    const Node *adj[MAX_MODIFIERS], *head;
    unsigned nadj;
} Noun;

/* "A or B" */
static bool is_choice(const TextTree *t, const Node *n) {
    return !n->leaf && n->nchild == 2 && has_start(row_of(t, n)->code, "FOR 2 $1 $2") &&
           phrase_of(t, n) != PHRASE_ALLOF;
}

static Noun read_noun(const TextTree *t, const Node *n) {
    Noun a = {.head = n};
    while (!a.head->leaf) {
        unsigned phrase = phrase_of(t, a.head);
        bool noun = phrase == PHRASE_F || phrase == PHRASE_NP;
        if (!noun || is_choice(t, a.head)) break;
        if (a.head->nchild == 2 && a.nadj < MAX_MODIFIERS)
            a.adj[a.nadj++] = node_child(t, a.head, 0);
        else if (a.head->nchild != 1)
            break;
        a.head = node_child(t, a.head, a.head->nchild - 1u);
    }
    return a;
}

/* Does a modifier stand behind its noun? */
static bool is_behind(const TextTree *t, const Node *adj) {
    return !adj->leaf && *row_of(t, adj)->english == '~';
}

static void say_modifiers(Say *y, const Noun *a, bool behind) {
    static const char with[] = "~with ";
    const char *before = a->head->leaf ? "" : strchr(row_of(y->t, a->head)->english, '~');
    for (unsigned i = 0; i < a->nadj; i++) {
        if (is_behind(y->t, a->adj[i]) != behind) continue;
        bool many = y->many;
        const char *s = row_of(y->t, a->adj[i])->english;
        bool joined = behind && before && has_start(before, with) && has_start(s, with) &&
                      !strstr(before, " as ") && !strstr(before, " than ");
        if (behind) say(y, joined ? " and " : " ");
        if (joined)
            say_template(y, a->adj[i], s + strlen(with));
        else
            english(y, a->adj[i]);
        if (behind) before = s;
        if (!behind) say(y, " ");
        y->many = many;
    }
}

/* Writes the noun itself. Of words with a part in them, those before ~ are the noun. */
static void say_head(Say *y, const Node *head, bool many) {
    const char *s = head->leaf ? "{" : row_of(y->t, head)->english, *behind = strchr(s, '~');
    if (*s == '{') {
        if (head->leaf)
            english(y, head);
        else
            say_template(y, head, s);
        return;
    }
    size_t n = behind ? (size_t)(behind - s) : strlen(s);
    while (n && s[n - 1] == ' ') n--;
    say_noun_word(y, s, n, many);
    y->many = many;
    if (behind) say(y, " ");
    if (behind) say_template(y, head, behind + 1);
}

/* Writes a noun phrase. */
static void say_noun(Say *y, const Node *n, unsigned number) {
    Noun a = read_noun(y->t, n);
    bool list = is_choice(y->t, a.head);
    if (list && !a.nadj) {
        say_noun(y, node_child(y->t, a.head, 0), number);
        say(y, " or ");
        say_noun(y, node_child(y->t, a.head, 1), number);
        return;
    }
    if (is_phrase(y->t, a.head, PHRASE_ALLOF)) {
        const Node *second = node_child(y->t, a.head, 1);
        say_noun(y, node_child(y->t, a.head, 0), number);
        say(y, is_phrase(y->t, second, PHRASE_ALLOF) ? ", " : " and ");
        say_noun(y, second, number);
        return;
    }
    size_t at = y->b->n;
    if (number == ARTICLE) say(y, "a ");
    say_modifiers(y, &a, false);
    if (is_phrase(y->t, a.head, PHRASE_ZONES))
        say_zones(y, a.head, number == PLURAL ? ZONE_MANY : ZONE_ONE);
    else if (list)
        say(y, number == PLURAL ? "cards" : "card");
    else
        say_head(y, a.head, number == PLURAL);
    y->many = number == PLURAL;
    say_modifiers(y, &a, true);
    if (list) {
        say(y, number == PLURAL ? " that are " : " that is ");
        say_noun(y, a.head, number == PLURAL ? PLURAL : ARTICLE);
    }
    if (number == ARTICLE) fix_article(y, at);
    y->many = number == PLURAL;
}

/* ---- cards of a zone ---- */

/* Cards as a row names them: whose, which of them, where. */
typedef struct Cards {
    const Node *own, *adj, *zones, *f;
    bool any; /* all cards of the zone, not only those called by it */
} Cards;

/* Reads the parts of a row; returns false if it has others. */
static bool read_cards(const TextTree *t, const Node *n, Cards *c) {
    *c = (Cards){0};
    if (n->leaf) return false;
    const char *code = row_of(t, n)->code;
    c->any = strstr(code, "{ ANY }") || has_start(code, "AT ");
    for (unsigned i = 0; i < n->nchild; i++) {
        const Node *part = node_child(t, n, i);
        switch (phrase_of(t, part)) {
        case PHRASE_OWN: c->own = is_anyones(t, n, part) ? 0 : part; break;
        case PHRASE_PLAYER: c->own = c->own ? c->own : part; break;
        case PHRASE_ADJ: c->adj = part; break;
        case PHRASE_ZONE:
        case PHRASE_ZONES: c->zones = part; break;
        case PHRASE_F:
        case PHRASE_NP:
        case PHRASE_ALLOF: c->f = part; break;
        default: return false;
        }
    }
    return c->zones || c->f;
}

static bool is_set_of_cards(const TextTree *t, const Node *set, Cards *c) {
    return read_cards(t, set, c) && has_start(row_of(t, set)->code, "CARDS $");
}

/* Are the cards called by their zone? */
static bool is_named(const TextTree *t, const Cards *c) {
    return c->zones && !c->any && zone_of(t, c->zones).named;
}

/* Writes the owner, if there is one, and a blank. */
static void say_whose(Say *y, const Node *own) {
    if (!own) return;
    if (is_phrase(y->t, own, PHRASE_PLAYER))
        say_owner(y, own->player);
    else
        english(y, own);
    say(y, " ");
}

/* Writes the usual noun for cards of the zones, with the modifier. */
static void say_unit(Say *y, const Cards *c, unsigned number) {
    size_t at = y->b->n;
    bool behind = c->adj && is_behind(y->t, c->adj);
    if (number == ARTICLE) say(y, "a ");
    if (c->adj && !behind) english(y, c->adj), say(y, " ");
    Zone z = zone_of(y->t, c->zones);
    if (is_named(y->t, c))
        say_zones(y, c->zones, number == PLURAL ? ZONE_MANY : ZONE_ONE);
    else if (c->any)
        say(y, number == PLURAL ? "cards" : "card");
    else
        say_noun_word(y, z.unit, z.nunit, number == PLURAL);
    if (behind) say(y, " "), english(y, c->adj);
    if (number == ARTICLE) fix_article(y, at);
    y->many = number == PLURAL;
}

/* Writes all of the cards: "your members", "your hand", "characters in your hand". */
static void say_all(Say *y, const Cards *c) {
    bool named = is_named(y->t, c);
    if (c->f && !c->zones) {
        say_whose(y, c->own);
        say_noun(y, c->f, PLURAL);
    } else if (c->f) {
        say_noun(y, c->f, PLURAL);
        Cards where = {.own = c->own, .adj = c->adj, .zones = c->zones, .any = c->any};
        say(y, named ? " among " : " in ");
        if (named)
            say_all(y, &where);
        else
            say_place(y, c->own, c->zones);
    } else if (named) {
        say_whose(y, c->own);
        say_unit(y, c, PLURAL);
    } else if (c->adj || c->any) {
        say_unit(y, c, PLURAL);
        say(y, " in ");
        say_place(y, c->own, c->zones);
    } else {
        say_place(y, c->own, c->zones);
        y->many = c->own && !owner_of(y->t, c->own);
        return;
    }
    y->many = true;
}

/* Writes where the cards are. 'from': they are chosen from there. */
static void say_where(Say *y, const Cards *c, bool from) {
    bool named = is_named(y->t, c);
    Cards where = {.own = c->own, .adj = c->adj, .zones = c->zones, .any = c->any};
    if (!c->zones) return;
    say(y, named || (c->adj && !c->f) ? " among " : from ? " from " : " in ");
    if (named || c->adj)
        say_all(y, &where);
    else
        say_place(y, c->own, c->zones);
}

/* ---- numbers of cards ---- */

/* What a number counts: cards of a set, among them those that 'what' describes. */
struct Hole {
    Cards c;
    const Node *what, *set, *top; /* top: they come from the top of whose deck */
    bool cards, them, from;
    unsigned number;
};

static Hole make_hole(const TextTree *t, const Node *set, const Node *what, bool from) {
    Hole h = {.set = set, .what = what, .from = from};
    h.them = set && same_word(row_of(t, set)->code, "LEFT") && !set->nchild;
    h.cards = set && is_set_of_cards(t, set, &h.c);
    return h;
}

/* Is it "of your members" rather than "members"? */
static bool is_partitive(const TextTree *t, const Hole *h) {
    if (h->what || h->top || !h->set) return false;
    if (!h->cards) return true;
    if (h->c.zones) return !h->c.f && is_named(t, &h->c) && h->c.own;
    return h->c.own != 0;
}

static bool ends_with(const Say *y, const char *end) {
    size_t n = strlen(end);
    return y->b->n >= n && !memcmp(y->b->s + y->b->n - n, end, n);
}

/* Writes a set of which some are meant. */
static void say_several(Say *y, const Node *set) {
    static const char number[] = "the number of ";
    const char *s = row_of(y->t, set)->english;
    bool plural = y->plural;
    y->plural = true;
    if (has_start(s, number))
        say_template(y, set, s + strlen(number));
    else
        english(y, set);
    y->plural = plural;
}

/* Writes the noun that a number counts. */
static void say_counted_noun(Say *y, const Hole *h, unsigned number) {
    const Node *what = h->what ? h->what : h->cards ? h->c.f : 0;
    if (is_partitive(y->t, h)) {
        bool everybody = h->cards && h->c.own && !owner_of(y->t, h->c.own);
        if (ends_with(y, "all ") && everybody)
            y->b->n -= strlen("all "); /* all players' */
        else if (!ends_with(y, "of "))
            say(y, "of ");
        if (h->them)
            say(y, "them");
        else if (h->cards)
            say_all(y, &h->c);
        else
            say_several(y, h->set);
        y->many = number == PLURAL;
        return;
    }
    if (what) {
        say_noun(y, what, number);
    } else if (h->cards && h->c.zones) {
        Cards unit = h->c;
        if (!is_named(y->t, &h->c) && h->c.adj) unit.f = 0;
        say_unit(y, &unit, number);
    } else {
        say(y, number == ARTICLE ? "a card" : number == PLURAL ? "cards" : "card");
    }
    y->many = number == PLURAL;
}

/* Writes where the cards that a number counts are. */
static void say_counted_where(Say *y, const Hole *h) {
    const Node *what = h->what ? h->what : h->cards ? h->c.f : 0;
    if (is_partitive(y->t, h)) return;
    if (h->top) {
        say(y, " from the top of ");
        english(y, h->top);
        say(y, " deck");
    } else if (h->them) {
        say(y, " among them");
    } else if (h->cards) {
        Cards where = h->c;
        if (!what) where.adj = 0;
        if (where.own || !is_named(y->t, &where)) say_where(y, &where, h->from);
    } else if (h->set) {
        say(y, " among ");
        english(y, h->set);
    }
}

static void say_counted(Say *y, const Hole *h, unsigned number) {
    say_counted_noun(y, h, number);
    say_counted_where(y, h);
    y->many = number == PLURAL;
}

/* Is the English of a number the number alone? */
static bool is_bare(const Row *many) {
    return same_word(many->english, "{1}") || same_word(many->english, "{1} #");
}

/* Is it exactly one? */
static bool is_one(const TextTree *t, const Node *many) {
    if (!many) return true;
    bool exact = is_phrase(t, many, PHRASE_NUM) || (is_phrase(t, many, PHRASE_HOWMANY) &&
                                                    has_start(row_of(t, many)->code, "$1;$1;1"));
    return exact && number_of(t, many) == 1 && is_bare(row_of(t, many));
}

/* Does the noun behind the number stand in the singular? */
static bool takes_singular(const TextTree *t, const Node *many) {
    if (is_one(t, many)) return true;
    bool upto =
        has_start(row_of(t, many)->code, "NUM 0;$1;") || has_start(row_of(t, many)->code, "$1;$1;");
    return upto && number_of(t, many) == 1;
}

/* Writes a number, null for one, and what it counts. */
static void say_count(Say *y, const Node *many, Hole *h) {
    y->plural = many && !takes_singular(y->t, many);
    if (is_one(y->t, many) && !is_partitive(y->t, h)) {
        say_counted(y, h, ARTICLE);
        return;
    }
    const Hole *outer = y->hole;
    h->number = !many || takes_singular(y->t, many) ? BARE : PLURAL;
    y->hole = h;
    if (!many)
        say(y, "1");
    else
        english(y, many);
    if (y->hole) { /* the number has no place for it */
        say(y, " ");
        say_counted(y, h, h->number);
    }
    y->hole = outer;
    y->many = h->number == PLURAL;
}

/* Writes "each of your members", "every 2 cards in your hand". */
static void say_each(Say *y, const Node *num, Hole *h) {
    bool one = number_of(y->t, num) == 1;
    say(y, one ? "each " : "every ");
    if (!one) english(y, num), say(y, " ");
    say_counted(y, h, one ? BARE : PLURAL);
}

/* ---- "you have 3 or more members" ---- */

static bool is_negative(const Node *n) {
    return n->form == FORM_NOT || n->form == FORM_NOT_TE || n->form == FORM_NOT_BA;
}

/* The cards that the i-th part of a row counts. Returns false if it counts none. */
static bool counted_cards(const TextTree *t, const Node *n, const Node *part, Cards *c) {
    if (is_phrase(t, part, PHRASE_OWN) || is_phrase(t, part, PHRASE_ZONES))
        return read_cards(t, n, c) || c->zones;
    if (has_start(row_of(t, part)->code, "COUNT $1") && part->nchild == 1)
        return is_set_of_cards(t, node_child(t, part, 0), c);
    return same_word(row_of(t, part)->phrase, "inplace") && is_set_of_cards(t, part, c);
}

/* Is the number in a row exactly one? */
static bool says_one(const TextTree *t, const Node *n) {
    if (!strstr(row_of(t, n)->english, "exactly")) return false;
    for (unsigned i = 0; i < n->nchild; i++)
        if (is_phrase(t, node_child(t, n, i), PHRASE_NUM))
            return number_of(t, node_child(t, n, i)) == 1;
    return false;
}

/* Writes what stands before the number. */
static void say_lead(Say *y, const Node *n, const Node *part) {
    Cards c;
    bool no = is_negative(n), one = says_one(y->t, n);
    if (counted_cards(y->t, n, part, &c)) {
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
    if (ends_with(y, " or less")) {
        y->b->n -= strlen("less");
        say(y, "fewer");
    } else if (ends_with(y, "exactly 0")) {
        y->b->n -= strlen("exactly 0");
        say(y, "no");
    }
}

/* Writes what stands behind the number. */
static void say_tail(Say *y, const Node *n, const Node *part) {
    Hole h = {.cards = true};
    unsigned number = ends_with(y, "exactly 1") ? BARE : PLURAL, actor = y->actor;
    if (counted_cards(y->t, n, part, &h.c)) {
        unsigned who = owner_of(y->t, h.c.own);
        h.set = part;
        fix_number(y);
        say(y, " ");
        if (who && is_named(y->t, &h.c) && !h.c.f) h.c.own = 0;
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
static void say_existence(Say *y, const Node *n) {
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
    bool plural = many && number_of(y->t, many) != 1;
    say(y, many || all ? "there are " : "there is ");
    if (no) say(y, many || all ? "not " : "no ");
    if (many) {
        english(y, many);
        fix_number(y);
        say(y, " ");
    }
    unsigned number = !many && no && !all ? BARE : many || plural ? PLURAL : ARTICLE;
    if (all)
        say_noun(y, all, ARTICLE);
    else if (what)
        say_noun(y, what, number);
    if (where) say(y, " "), english(y, where);
}

/* Writes that there are such cards, or none. */
static void say_have(Say *y, const Node *n, const Node *set) {
    Hole h = make_hole(y->t, set, 0, false);
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
static void say_done(Say *y, const Node *n, const char *participle, size_t len) {
    const Node *what = role_filler(y->t, n, 'w'), *many = role_filler(y->t, n, 'n'),
               *with = role_filler(y->t, n, 'k'), *out_of = role_filler(y->t, n, 's'),
               *from = role_filler(y->t, n, 'F'), *to = role_filler(y->t, n, 'D');
    if (!what && !many && !with && !to) {
        say(y, y->doer == OP_YOU ? "you do" : "they do");
        return;
    }
    if (many) {
        english(y, many);
        say(y, " or more ");
        if (what)
            say_noun(y, what, PLURAL);
        else
            say(y, "cards");
        say(y, " were ");
    } else if (what) {
        say_noun(y, what, ARTICLE);
        say(y, " was ");
    } else {
        say(y, y->plural ? "they were " : "it was ");
    }
    buffer_add(y->b, participle, len);
    if (with) say(y, " with "), say_noun(y, with, ARTICLE);
    if (out_of) say(y, " out of "), english(y, out_of);
    if (from) say(y, " from "), english(y, from);
    unsigned owner = y->it_owner;
    y->it_owner = 0;
    if (to) say(y, " "), english(y, to);
    y->it_owner = owner;
}

/* ---- what an action is about ---- */

/* Remembers whose cards "it" stands for from now on. */
static void note_owner(Say *y, const Node *set) {
    Cards c;
    if (!set || has_start(row_of(y->t, set)->code, "IT") || set->antecedent ||
        has_start(row_of(y->t, set)->code, "LEFT"))
        return; /* the same cards */
    y->it_owner = 0;
    if (y->t->tongue->op_control) return;
    if (is_set_of_cards(y->t, set, &c)) y->it_owner = owner_of(y->t, c.own);
}

/* Writes what an action without an object is about (refer.c): its antecedent, "them" or "it".
 * 'first': the sentence begins with it. */
static void say_implied(Say *y, const Node *n, bool first) {
    const Row *row = row_of(y->t, n);
    bool set = row->sort == ROW_FRAME || strstr(row->code, "@m");
    bool act = row->phrase_id == PHRASE_ACT;
    if (n->antecedent)
        english(y, &y->t->node[n->antecedent - 1]);
    else if (y->is_static && set && *y->last_set)
        say(y, y->last_set);
    else
        say(y, !y->plural || !act ? "it" : first ? "each of them" : "them");
    if (!n->antecedent) y->many = false;
}

static void say_top(Say *y, const Node *top, const Node *many) {
    bool plain = is_phrase(y->t, many, PHRASE_HOWMANY) && is_bare(row_of(y->t, many)) &&
                 has_start(row_of(y->t, many)->code, "$1;$1;1");
    y->plural = number_of(y->t, many) != 1;
    if (!plain) {
        Hole h = {.top = top};
        say_count(y, many, &h);
    } else {
        bool one = number_of(y->t, many) == 1;
        say(y, "the top ");
        if (!one) english(y, node_child(y->t, many, 0));
        say(y, one ? "card of " : " cards of ");
        english(y, top);
        say(y, " deck");
    }
    y->it_owner = y->t->tongue->op_control ? 0 : owner_of(y->t, node_child(y->t, top, 0));
}

/* Writes the set that an action is about; cards that are described are "each character in …". */
static void say_each_of(Say *y, const Node *set) {
    Hole h = make_hole(y->t, set, 0, false);
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
static void say_object(Say *y, const Node *n) {
    const Node *from = role_filler(y->t, n, 'F'), *what = role_filler(y->t, n, 'w'),
               *many = role_filler(y->t, n, 'n'), *whole = act_object(y->t, n),
               *within = role_filler(y->t, n, 'v'), *top = role_filler(y->t, n, 'T');
    if (!what) what = role_filler(y->t, n, 'u');
    if (!from && !many && !whole) {
        say_implied(y, n, has_start(row_of(y->t, n)->english, "{&}"));
    } else if (top) {
        say_top(y, top, many);
    } else if (from && whole) {
        Cards c;
        english(y, whole);
        say(y, " from ");
        if (is_set_of_cards(y->t, from, &c))
            say_place(y, c.own && c.own->start < c.own->end ? c.own : 0, c.zones);
        else
            english(y, from);
        y->it_owner = 0;
    } else if (many || act_chooses(y->t, n) || whole->pick_one) {
        const Node *set = from ? from : whole;
        Hole h = make_hole(y->t, set, what, true);
        if (n->among) h = (Hole){.what = node_child(y->t, whole, 1), .them = true};
        if (!set) h.them = true, h.set = n;
        say_count(y, many, &h);
        note_owner(y, set);
    } else {
        say_each_of(y, whole);
        note_owner(y, whole);
    }
    if (within) english(y, within);
    y->several = !from && !many && !whole && !n->antecedent ? y->plural : y->many;
}

/* ---- verbs ---- */

/* Writes a verb as the form of its clause asks: {is} before a participle, or
 * {base|third person|participle}. */
static void say_verb(Say *y, const Node *n, const char *s, bool many) {
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
    buffer_add(y->b, s, strcspn(s, "|}"));
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
    return in_list(s, word_length(s), modals);
}

/* ---- templates ---- */

/* The part that a letter or digit of a template names, null if it is not said. */
static const Node *part_of(const Say *y, const Node *n, char c) {
    const Row *row = row_of(y->t, n);
    int i = c >= '1' && c <= '9' ? (int)role_count(row) + c - '1' : role_part(row, c);
    if (i < 0 || i >= n->nchild) return 0;
    const Node *part = node_child(y->t, n, (unsigned)i);
    return part->leaf == LEAF_ABSENT ? 0 : part;
}

/* Does the text at this position begin with the string? */
static bool text_starts(const TextTree *t, unsigned at, unsigned end, const char *s) {
    while (*s)
        if (at == end || t->cp[at++] != utf8_char(&s)) return false;
    return true;
}

/* Does the text of a node contain the string? */
static bool text_has(const TextTree *t, const Node *n, const char *s) {
    for (unsigned i = n->start; i < n->end; i++)
        if (text_starts(t, i, n->end, s)) return true;
    return false;
}

/* "this card" or, if the text says so, "this character". */
static void say_card(Say *y, const Node *n, const char *which, bool many) {
    const Tongue *own = y->t->tongue;
    if (*which == 't' && which[2] == 'a' && text_has(y->t, n, "それ")) {
        say(y, "it");
        y->many = false;
        return;
    }
    bool kind = own->card_word[0] && text_has(y->t, n, own->card_word[0]);
    const char *word = kind ? own->card_word[1] : "card";
    say(y, which);
    say_noun_word(y, word, strlen(word), many);
    y->many = many;
}

static void say_part(Say *y, const Node *n, const Node *part) {
    if (!part || (is_phrase(y->t, part, PHRASE_OWN) && is_anyones(y->t, n, part))) return;
    if (is_phrase(y->t, n, PHRASE_ACT) && is_phrase(y->t, part, PHRASE_SET))
        say_each_of(y, part);
    else
        english(y, part);
}

/* Writes a part as a noun phrase: a article, s plural, = behind "is", c counted, p place,
 * o ordinal, e "each" or "every 2", x how many times. */
static void say_as(Say *y, const Node *n, char how, const Node *part, bool many) {
    Cards c;
    if (!part) return;
    int i = number_of(y->t, part);
    if (how == 'o') {
        say_ordinal(y, i);
    } else if (how == 'x') {
        english(y, part);
        say(y, i == 1 ? " time" : " times");
    } else if (how == 'E') {
        say(y, i == 1 ? "each" : "every ");
        if (i != 1) english(y, part);
        say(y, i == 1 ? " point" : " points");
    } else if (how == 'e') {
        say(y, i == 1 ? "each" : "every ");
        if (i != 1) english(y, part);
    } else if (how == 'p') {
        bool known = read_cards(y->t, n, &c) || c.own;
        say_place(y, known ? c.own : 0, part);
    } else if (how == 'c') {
        Hole h = make_hole(y->t, part, 0, false);
        if (is_partitive(y->t, &h))
            english(y, part);
        else
            say_counted(y, &h, PLURAL);
    } else if (is_phrase(y->t, part, PHRASE_SET) || is_phrase(y->t, part, PHRASE_OWN)) {
        english(y, part);
    } else {
        say_noun(y, part, how == 's' || (how == '=' && many) ? PLURAL : ARTICLE);
    }
}

/* Writes part 'what' of the row, as many of them as 'many' says; without it, cards that the row's
 * owner, zone and filter describe. */
static void say_number_of(Say *y, const Node *n, const Node *many, const Node *what, bool each) {
    if (what && has_start(row_of(y->t, what)->code, "COUNT $1")) what = node_child(y->t, what, 0);
    unsigned phrase = what ? phrase_of(y->t, what) : PHRASE_OTHER;
    bool set = phrase == PHRASE_SET || phrase == PHRASE_SET1 || phrase == PHRASE_OTHER;
    Hole h = make_hole(y->t, set ? what : 0, set ? 0 : what, !each);
    if (!what) {
        read_cards(y->t, n, &h.c);
        h.cards = h.c.zones || h.c.f;
        h.set = h.cards ? n : 0;
    }
    if (each)
        say_each(y, many, &h);
    else
        say_count(y, many, &h);
}

/* Writes one of the cards that the parts of a row describe. */
static void say_any(Say *y, const Node *n) {
    Hole h = {.cards = true, .set = n};
    read_cards(y->t, n, &h.c);
    if (is_partitive(y->t, &h)) {
        say(y, "one ");
        say_counted(y, &h, PLURAL);
    } else {
        say_counted(y, &h, ARTICLE);
    }
    y->many = false;
}

static bool in_named_zone(const TextTree *t, const Node *n) {
    for (unsigned i = 0; i < n->nchild; i++) {
        unsigned phrase = phrase_of(t, node_child(t, n, i));
        if (phrase == PHRASE_ZONES || phrase == PHRASE_ZONE)
            return zone_of(t, node_child(t, n, i)).named;
    }
    return false;
}

/* Writes a word in braces that names no part. Returns false if it is none of these. */
static bool say_special(Say *y, const Node *n, const char *s, size_t len, bool many) {
    if (is_word(s, len, "&"))
        say_object(y, n);
    else if (is_word(s, len, "this"))
        say_card(y, n, "this ", false);
    else if (is_word(s, len, "that"))
        say_card(y, n, y->plural ? "those " : "that ", y->plural);
    else if (is_word(s, len, "any"))
        say_any(y, n);
    else if (is_word(s, len, "in"))
        say(y, in_named_zone(y->t, n) ? "among" : "in");
    else if (is_word(s, len, "its"))
        say(y, many ? "their" : "its");
    else if (is_word(s, len, "their"))
        say_owner(y, y->actor);
    else if (is_word(s, len, "they"))
        say(y, y->doer == OP_YOU ? "you" : "they");
    else if (is_word(s, len, "exist"))
        say_existence(y, n);
    else if (is_word(s, len, "have"))
        say_have(y, n, part_of(y, n, '1'));
    else if (is_word(s, len, "an"))
        say(y, is_negative(n) ? "no" : "an");
    else if (has_start(s, "did:"))
        say_done(y, n, s + 4, len - 4);
    else if (is_word(s, len, "would"))
        y->would = true;
    else if (is_word(s, len, "past"))
        y->past = true;
    else if (is_word(s, len, "instead"))
        y->instead = true;
    else if (is_word(s, len, "are"))
        say(y, many ? (is_negative(n) ? "are not" : "are") : is_negative(n) ? "is not" : "is");
    else
        return false;
    return true;
}

/* Writes what stands in braces. */
static void say_braces(Say *y, const Node *n, const char *s, size_t len, bool many) {
    const char *star = memchr(s, '*', len);
    if (say_special(y, n, s, len, many)) return;
    if (is_word(s, len, "is") || memchr(s, '|', len)) {
        say_verb(y, n, s, many);
    } else if (star) {
        bool each = *s == 'e' && s[1] != '*';
        const Node *what = star + 1 < s + len ? part_of(y, n, star[1]) : 0;
        say_number_of(y, n, part_of(y, n, s[each]), what, each);
    } else if (len == 1) {
        say_part(y, n, part_of(y, n, *s));
    } else if (s[1] == '?' || s[1] == '+') {
        const Node *part = part_of(y, n, *s);
        if (part ? s[1] == '+' : s[1] == '?') buffer_add(y->b, s + 2, len - 2);
        if (!part) return;
        if (is_phrase(y->t, part, PHRASE_F))
            say_noun(y, part, ARTICLE);
        else
            english(y, part);
    } else if (s[1] == '<') {
        say_lead(y, n, part_of(y, n, *s));
    } else if (s[1] == '>') {
        say_tail(y, n, part_of(y, n, *s));
    } else {
        say_as(y, n, *s, part_of(y, n, s[1]), many);
    }
}

/* Does a number stand before a noun in the template at s, "{1} {2}"? Then the noun's part. */
static const Node *noun_behind(const Say *y, const Node *n, const char *s) {
    if (!s[0] || s[1] != ' ' || s[2] != '{' || !s[3] || s[4] != '}') return 0;
    const Node *part = part_of(y, n, s[3]);
    return part && (is_phrase(y->t, part, PHRASE_F) || is_phrase(y->t, part, PHRASE_NP)) ? part : 0;
}

/* Expands what stands in braces at s, and the "'s" behind a player. Returns the position behind. */
static const char *say_directive(Say *y, const Node *n, const char *s, bool many) {
    const char *end = strchr(s, '}');
    const Node *part = end == s + 2 ? part_of(y, n, s[1]) : 0;
    if (part && is_phrase(y->t, part, PHRASE_HOWMANY) && noun_behind(y, n, end)) {
        say_number_of(y, n, part, noun_behind(y, n, end), false);
        return end + 5;
    }
    if (part && has_start(end + 1, "'s") && is_phrase(y->t, part, PHRASE_PLAYER)) {
        say_owner(y, part->player);
        return end + 3;
    }
    say_braces(y, n, s + 1, (size_t)(end - s - 1), many);
    return end + 1;
}

/* Writes the word "it" of an action. Returns the position behind it, null if s is no such word. */
static const char *say_it(Say *y, const Node *n, const char *s, const char *from) {
    if ((s != from && s[-1] != ' ') || !has_start(s, "it") || word_length(s) != 2) return 0;
    say_implied(y, n, s == from);
    return s + 2;
}

/* "{3} or more of them …" */
static bool starts_with_number(const Say *y, const Node *n, const char *s) {
    const Node *part = s[2] == '}' ? part_of(y, n, s[1]) : 0;
    return part && is_phrase(y->t, part, PHRASE_NUM);
}

/* Expands an English template. 'many' is the number of the subject: what stands first, else what
 * was written before. */
static void say_template(Say *y, const Node *n, const char *s) {
    const char *from = s;
    unsigned phrase = phrase_of(y->t, n);
    bool act = phrase == PHRASE_ACT, clause = act || phrase == PHRASE_EVENT;
    bool many = y->many || has_start(s, "all ") || has_start(s, "there ") || has_start(s, "both ");
    bool agree = false; /* the next word is a verb in the third person */
    if (act && !has_subject(row_of(y->t, n)) && *s != '{') {
        size_t len = word_length(s);
        if (y->third)
            say_third_person(y, s, len);
        else
            buffer_add(y->b, s, len);
        s += len;
    }
    while (*s) {
        const char *next = act && *s == 'i' ? say_it(y, n, s, from) : 0;
        if (next) {
            s = next;
        } else if (*s == '{') {
            bool first = s == from;
            y->many = first ? false : y->many;
            s = say_directive(y, n, s, many);
            if (first) many = y->many || starts_with_number(y, n, from);
            agree = first && clause && many;
            continue;
        } else if (*s == '#') {
            bool apart = has_start(s, "# each");
            y->each_player = apart && y->hole && is_partitive(y->t, y->hole);
            if (y->hole) say_counted_noun(y, y->hole, y->hole->number);
            if (apart && !(y->each_player && !owner_of(y->t, y->hole->c.own))) say(y, " each");
            y->each_player = false;
            if (y->hole) say_counted_where(y, y->hole);
            y->hole = 0;
            s += apart ? strlen("# each") : 1;
        } else if (*s == '^') {
            say(y, "\1");
            s++;
        } else if (agree && *s == ' ' && word_length(s + 1)) {
            say(y, " ");
            say_plural_verb(y, s + 1, word_length(s + 1));
            s += 1 + word_length(s + 1);
        } else {
            const char *start = s++;
            while (*s && *s != '{' && *s != '#' && *s != '^' && !(act && *s == 'i')) s++;
            buffer_add(y->b, start, (size_t)(s - start));
        }
        agree = false;
    }
    y->many = many;
}

/* ---- nodes ---- */

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

/* Is the set several cards? */
static bool is_many(const Say *y, const Node *n) {
    static const char *const several[] = {"JOIN", "LEFT", "SOULS", "BUT", "PUT", "CARDS", 0};
    const char *code = row_of(y->t, n)->code;
    if (has_start(code, "SMARK")) return true;
    if (has_start(code, "IT") || has_start(code, "ONLY IT")) return y->plural;
    if (has_start(code, "$1")) return is_many(y, node_child(y->t, n, 0));
    return in_list(code, strcspn(code, " "), several);
}

static void say_set(Say *y, const Node *n) {
    const Row *row = row_of(y->t, n);
    size_t from = y->b->n;
    Cards c;
    if (n->pick_one) {
        Hole h = make_hole(y->t, n, 0, true);
        say_count(y, 0, &h);
    } else if (is_set_of_cards(y->t, n, &c)) {
        say_all(y, &c);
    } else {
        say_template(y, n, row->english);
        y->many = is_many(y, n);
    }
    if (row->phrase_id == PHRASE_SET && y->b->s)
        snprintf(y->last_set, sizeof y->last_set, "%s", y->b->s + from);
}

/* Writes a destination: whose it is stands in place of its article. */
static void say_destination(Say *y, const Node *n) {
    const char *s = row_of(y->t, n)->english, *the = strstr(s, "the "), *a = strstr(s, " a");
    unsigned owner = y->stated_place ? y->place_owner : y->it_owner;
    if (the && owner) {
        buffer_add(y->b, s, (size_t)(the - s));
        say_owner(y, owner);
        say_template(y, n, the + 3);
    } else if (a && y->several && strchr(a + 1, ' ')) {
        const char *noun = strchr(a + 1, ' ') + 1;
        buffer_add(y->b, s, (size_t)(a + 1 - s));
        say_noun_word(y, noun, strlen(noun), true);
    } else if (a && y->stated_place && y->place_owner && strchr(a + 1, ' ')) {
        const char *noun = strchr(a + 1, ' ') + 1;
        buffer_add(y->b, s, (size_t)(a + 1 - s));
        say(y, "one of ");
        say_owner(y, y->place_owner);
        say(y, " ");
        say_noun_word(y, noun, strlen(noun), true);
    } else {
        say_template(y, n, s);
    }
}

/* Notes whose the destination of an action is, if that is stated, and whose its cards are. */
static void note_place(Say *y, const Node *n) {
    const Node *first =
        n->nchild && row_of(y->t, n)->sort == ROW_PLAIN ? node_child(y->t, n, 0) : 0;
    if (first && is_phrase(y->t, first, PHRASE_OWN)) y->it_owner = owner_of(y->t, first);
    if (first && is_phrase(y->t, first, PHRASE_SET) && !has_start(row_of(y->t, first)->code, "IT"))
        note_owner(y, first);
    const Node *own = role_filler(y->t, n, 'o');
    const Node *who = own && own->nchild ? node_child(y->t, own, 0) : 0;
    if (who && same_word(row_of(y->t, who)->code, "!self")) who = 0; /* each card's owner */
    y->stated_place = who != 0;
    y->place_owner = who ? who->player : 0;
}

static void say_leaf(Say *y, const Node *n) {
    if (n->leaf == LEAF_ABSENT) return;
    if (n->leaf == LEAF_NUMBER) {
        char s[16];
        snprintf(s, sizeof s, "%d", n->value);
        say(y, s);
        return;
    }
    char *s = leaf_text(y->t, n);
    say(y, s);
    free(s);
}

void say_phrase(Say *y, const Node *n) {
    if (n->leaf) {
        say_leaf(y, n);
        return;
    }
    const Row *row = row_of(y->t, n);
    const Node *who;
    unsigned actor = y->actor;
    switch (row->phrase_id) {
    case PHRASE_PLAYER:
        if (same_word(row->code, "!self") || same_word(row->code, "!opp"))
            say_player(y, n->player);
        else
            say_template(y, n, row->english);
        y->many = n->player == OP_YOU;
        return;
    case PHRASE_OWN:
        if (owner_of(y->t, n) && (row->implicit || same_word(row->code, "$1")) &&
            has_start(row->english, n->nchild ? "{1}" : "own"))
            say_owner(y, owner_of(y->t, n));
        else if (n->nchild && node_child(y->t, n, 0)->player == OP_EVERY)
            say(y, y->each_player ? "each player's" : "all players'");
        else
            say_template(y, n, row->english);
        return;
    case PHRASE_ZONE: say_zone(y, row->english); return;
    case PHRASE_ZONES:
        if (n->nchild > 1 && y->zone == ZONE_CARDS && !zone_of(y->t, n).named) {
            say_zones(y, n, ZONE_PLACE);
            return;
        }
        break;
    case PHRASE_F:
    case PHRASE_NP: say_noun(y, n, BARE); return;
    case PHRASE_NOUN: say_head(y, n, false); return;
    case PHRASE_SET:
    case PHRASE_SET1: say_set(y, n); return;
    case PHRASE_ADJ:
    case PHRASE_LISTED: say_template(y, n, row->english + (*row->english == '~')); return;
    case PHRASE_PLACE: say_destination(y, n); return;
    case PHRASE_ACT: note_place(y, n); break;
    case PHRASE_EVENT:
        who = row->sort == ROW_FRAME ? role_filler(y->t, n, 'p') : node_child(y->t, n, 0);
        if (who && is_phrase(y->t, who, PHRASE_PLAYER)) y->actor = who->player;
        break;
    default: break;
    }
    say_template(y, n, row->english);
    if (row->phrase_id == PHRASE_EVENT) y->would = false, y->actor = actor;
    if (row->phrase_id == PHRASE_REL) y->past = false;
    if (n->swap_pairs) say(y, ", each with one of another zone");
    note_count(y, n);
}
