/* English noun phrases: zones, nouns with what modifies them, cards in a zone, numbers of them. */
#include "text/say.h"

/* ---- zones ---- */

static ZoneWords read_zone(const char *s) {
    ZoneWords z = {.named = *s == '=', .unit = "card", .nunit = 4};
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

/* The English of one zone; a row of zones may stand for another phrase. */
static const char *zone_words(const TextTree *t, const Node *n) {
    while (n->nchild) n = node_child(t, n, 0);
    return row_of(t, n)->english;
}

/* What is common to the zones of a list. "{1}|card" is the place of another zone with all its
 * cards. */
ZoneWords zone_of(const TextTree *t, const Node *n) {
    if (is_phrase(t, n, PHRASE_ZONE)) {
        ZoneWords z = read_zone(zone_words(t, n));
        const char *s = row_of(t, n)->english;
        if (has_start(s, "{1}|")) z.named = false, z.unit = s + 4, z.nunit = strlen(z.unit);
        return z;
    }
    ZoneWords all = {0};
    for (unsigned i = 0; i < n->nchild; i++) {
        const Node *part = node_child(t, n, i);
        if (is_phrase(t, part, PHRASE_NP)) return read_zone("=card"); /* it describes cards */
        ZoneWords z = zone_of(t, part);
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

void say_zones(Say *y, const Node *n, unsigned form) {
    unsigned outer = y->zone;
    y->zone = (unsigned char)form;
    english(y, n);
    y->zone = (unsigned char)outer;
}

void say_zone(Say *y, const Node *n) {
    ZoneWords z = zone_of(y->t, n);
    bool cards = y->zone == ZONE_CARDS || y->zone == ZONE_EACH;
    bool unit = y->zone == ZONE_ONE || y->zone == ZONE_MANY || (cards && z.named);
    if (unit)
        say_noun_word(y, z.unit, z.nunit, y->zone != ZONE_ONE);
    else
        say_noun_word(y, z.place, z.nplace,
                      y->zone == ZONE_PLACES || y->zone == ZONE_EACH || z.seat ||
                          z.place == z.unit);
    y->many = unit && y->zone != ZONE_ONE;
}

/* Writes a zone as a place of the owner, null if none is said. */
void say_place(Say *y, const Node *own, const Node *zones) {
    ZoneWords z = zone_of(y->t, zones);
    if (!own && is_phrase(y->t, zones, PHRASE_ZONES) && zones->nchild == 2) { /* a list */
        const Node *rest = node_child(y->t, zones, 1);
        const bool more = is_phrase(y->t, rest, PHRASE_ZONES) && rest->nchild == 2;
        say_place(y, 0, node_child(y->t, zones, 0));
        say(y, more ? ", " : strstr(row_of(y->t, zones)->english, " or ") ? " or " : " and ");
        say_place(y, 0, rest);
        return;
    }
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
    else if (y->event_owner)
        say(y, y->event_owner == OP_YOU ? "your" : "their");
    else
        say(y, "the");
    say(y, " ");
    say_zones(y, zones, own && !owner_of(y->t, own) ? ZONE_PLACES : ZONE_PLACE);
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

/* Writes where cards are: in a list, zones whose cards are called by them are those cards. */
static void say_home(Say *y, const Node *own, const Node *zones) {
    const Node *first = zones;
    if (!zones) return;
    while (is_phrase(y->t, first, PHRASE_ZONES) && first->nchild == 1)
        first = node_child(y->t, first, 0);
    if (is_phrase(y->t, first, PHRASE_ZONE)) {
        say_place(y, own, zones);
        return;
    }
    if (own)
        say_whose(y, own);
    else
        say(y, "the ");
    say_zones(y, zones, own && !owner_of(y->t, own) ? ZONE_EACH : ZONE_CARDS);
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

/* Its first word tells. */
bool is_behind(const TextTree *t, const Node *adj) {
    static const char *const first[] = {"with", "without", "of",  "in",    "on",
                                        "that", "except",  "not", "owned", 0};
    const char *s = row_of(t, adj)->english;
    return in_list(s, word_length(s), first) || has_start(s, "other than ");
}

/* Does a modifier say whose the card is? */
static bool is_owner(const TextTree *t, const Node *adj) {
    return is_phrase(t, adj, PHRASE_PLAYER) || same_word(row_of(t, adj)->english, "{1}'s");
}

static void say_modifiers(Say *y, const Noun *a, bool behind) {
    static const char with[] = "with ";
    const char *before = a->head->leaf ? 0 : strchr(row_of(y->t, a->head)->english, '~');
    if (before) before++;
    for (unsigned i = 0; i < a->nadj; i++) {
        if (is_behind(y->t, a->adj[i]) != behind) continue;
        bool many = y->many;
        const char *s = row_of(y->t, a->adj[i])->english;
        bool joined = behind && before && has_start(before, with) && has_start(s, with) &&
                      !strstr(before, " as ") && !strstr(before, " than ");
        if (behind) say(y, joined ? " and " : " ");
        if (joined)
            say_template(y, a->adj[i], s + strlen(with));
        else if (is_phrase(y->t, a->adj[i], PHRASE_PLAYER))
            say_owner(y, a->adj[i]->player);
        else
            english(y, a->adj[i]);
        if (behind) before = s;
        if (!behind) say(y, " ");
        y->many = many;
    }
}

/* Writes the noun itself. Of words with a part in them, those before ~ are the noun. */
void say_head(Say *y, const Node *head, bool many) {
    const char *s = head->leaf ? "{" : row_of(y->t, head)->english, *behind = strchr(s, '~');
    if (!head->leaf && same_word(s, "{1}")) { /* a sort of nouns */
        say_head(y, node_child(y->t, head, 0), many);
        return;
    }
    if (*s == '{') {
        if (head->leaf)
            english(y, head);
        else
            say_template(y, head, s);
        const size_t len = strlen(s);
        if (many && len > 5 && !strcmp(s + len - 5, " card")) say(y, "s");
        return;
    }
    size_t n = behind ? (size_t)(behind - s) : strlen(s);
    while (n && s[n - 1] == ' ') n--;
    say_noun_word(y, s, n, many);
    y->many = many;
    if (behind) say(y, " ");
    if (behind) say_template(y, head, behind + 1);
}

/* Writes a list of nouns. */
static void say_nouns(Say *y, const Node *a, const char *joint, const Node *b, unsigned number) {
    say_noun(y, a, number);
    say(y, joint);
    say_noun(y, b, number);
}

/* Writes a noun phrase; 'more' modifies it, too, or is null. */
static void say_modified(Say *y, const Node *n, const Node *more, unsigned number) {
    Noun a = read_noun(y->t, n);
    if (more && a.nadj < MAX_MODIFIERS) a.adj[a.nadj++] = more;
    bool list = is_choice(y->t, a.head), many = number == PLURAL;
    const Node *first = a.head, *second = a.head;
    if (a.head->nchild == 2)
        first = node_child(y->t, a.head, 0), second = node_child(y->t, a.head, 1);
    if (is_phrase(y->t, a.head, PHRASE_ALLOF) && a.head->nchild != 2) { /* コスト3と5のキャラ */
        say_template(y, a.head, row_of(y->t, a.head)->english);
        return;
    }
    if (is_phrase(y->t, a.head, PHRASE_ALLOF)) {
        say_nouns(y, first, is_phrase(y->t, second, PHRASE_ALLOF) ? ", " : " and ", second, number);
        return;
    }
    if (list && !a.nadj) {
        say_nouns(y, first, is_choice(y->t, second) ? ", " : " or ", second, number);
        return;
    }
    size_t at = y->b->n;
    bool owned = number == ARTICLE && a.nadj && is_owner(y->t, a.adj[0]);
    if (owned)
        say(y, "one of ");
    else if (number == ARTICLE)
        say(y, "a ");
    many |= owned;
    say_modifiers(y, &a, false);
    if (list)
        say(y, many ? "cards" : "card");
    else if (is_phrase(y->t, a.head, PHRASE_ZONES))
        say_zones(y, a.head, many ? ZONE_MANY : ZONE_ONE);
    else
        say_head(y, a.head, many);
    y->many = many;
    say_modifiers(y, &a, true);
    if (list) {
        say(y, many ? " that are " : " that is ");
        say_noun(y, a.head, many ? PLURAL : ARTICLE);
    }
    if (number == ARTICLE) fix_article(y, at);
    y->many = number == PLURAL;
}

void say_noun(Say *y, const Node *n, unsigned number) { say_modified(y, n, 0, number); }

/* ---- cards of a zone ---- */

/* Reads the parts of a row; returns false if it has others. */
bool read_cards(const TextTree *t, const Node *n, Cards *c) {
    *c = (Cards){0};
    if (n->leaf) return false;
    const char *code = row_of(t, n)->code;
    c->any = strstr(code, "{ ANY }") || has_start(code, "AT ");
    for (unsigned i = 0; i < n->nchild; i++) {
        const Node *part = node_child(t, n, i);
        switch (phrase_of(t, part)) {
        case PHRASE_OWN: c->own = is_anyones(t, n, part) ? 0 : part; break;
        case PHRASE_PLAYER: c->own = c->own ? c->own : part; break;
        case PHRASE_ADJ: *(c->adj ? &c->more : &c->adj) = part; break;
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

/* A zone that the row's own words name is not among its parts, so its English must be used. */
bool is_set_of_cards(const TextTree *t, const Node *set, Cards *c) {
    static const char cards[] = "CARDS $1 ";
    if (!read_cards(t, set, c) || !has_start(row_of(t, set)->code, "CARDS $")) return false;
    const char *zones = row_of(t, set)->code + strlen(cards);
    return *zones == '$' || has_start(zones, "FIELD");
}

/* Are the cards called by their zone? */
bool is_named(const TextTree *t, const Cards *c) {
    return c->zones && !c->any && zone_of(t, c->zones).named;
}

/* Writes the modifiers that stand in front of the noun, or those behind it. */
static void say_adjectives(Say *y, const Cards *c, bool behind) {
    const Node *const adj[] = {c->adj, c->more};
    for (unsigned i = 0; i < 2; i++) {
        if (!adj[i] || is_behind(y->t, adj[i]) != behind) continue;
        if (behind) say(y, " ");
        english(y, adj[i]);
        if (!behind) say(y, " ");
    }
}

/* Writes the usual noun for cards of the zones, with its modifiers. */
static void say_unit(Say *y, const Cards *c, unsigned number) {
    size_t at = y->b->n;
    if (number == ARTICLE) say(y, "a ");
    say_adjectives(y, c, false);
    ZoneWords z = zone_of(y->t, c->zones);
    if (is_named(y->t, c))
        say_zones(y, c->zones, number == PLURAL ? ZONE_MANY : ZONE_ONE);
    else if (c->any)
        say(y, number == PLURAL ? "cards" : "card");
    else
        say_noun_word(y, z.unit, z.nunit, number == PLURAL);
    say_adjectives(y, c, true);
    if (number == ARTICLE) fix_article(y, at);
    y->many = number == PLURAL;
}

/* Does the noun have no plural, as in "leader/leader"? */
static bool lacks_plural(const char *s, size_t n) {
    const char *slash = memchr(s, '/', n);
    const size_t one = slash ? (size_t)(slash - s) : 0;
    return slash && n == 2 * one + 1 && !memcmp(s, slash + 1, one);
}

/* Writes all of the cards: "your members", "your hand", "characters in your hand". */
void say_all(Say *y, const Cards *c) {
    bool named = is_named(y->t, c);
    if (c->f && !c->zones) {
        say_whose(y, c->own);
        say_modified(y, c->f, c->adj, PLURAL);
    } else if (c->f) {
        say_noun(y, c->f, PLURAL);
        Cards where = {
            .own = c->own, .adj = c->adj, .more = c->more, .zones = c->zones, .any = c->any};
        say(y, named ? " among " : " in ");
        if (named)
            say_all(y, &where);
        else
            say_home(y, c->own, c->zones);
    } else if (named) {
        const ZoneWords z = zone_of(y->t, c->zones);
        say_whose(y, c->own);
        say_unit(y, c, PLURAL);
        y->many = !lacks_plural(z.unit, z.nunit);
        return;
    } else if (!c->zones) {
        say_whose(y, c->own);
        say_unit(y, c, PLURAL);
    } else if (c->adj || c->any) {
        say_unit(y, c, PLURAL);
        say(y, " in ");
        say_home(y, c->own, c->zones);
    } else {
        say_home(y, c->own, c->zones);
        y->many = c->own && !owner_of(y->t, c->own);
        return;
    }
    y->many = true;
}

/* The same, but never the zone alone for the cards in it. */
void say_all_cards(Say *y, const Cards *c) {
    if (c->f || c->adj || c->any || is_named(y->t, c)) {
        say_all(y, c);
        return;
    }
    say_unit(y, c, PLURAL);
    say(y, " in ");
    say_home(y, c->own, c->zones);
    y->many = true;
}

/* Writes where the cards are. 'from': they are chosen from there. */
static void say_where(Say *y, const Cards *c, bool from) {
    bool named = is_named(y->t, c);
    Cards where = {.own = c->own, .adj = c->adj, .more = c->more, .zones = c->zones, .any = c->any};
    if (!c->zones) return;
    say(y, named || (c->adj && !c->f) ? " among " : from ? " from " : " in ");
    if (named || c->adj)
        say_all(y, &where);
    else
        say_home(y, c->own, c->zones);
}

/* ---- numbers of cards ---- */

Counted counted_of(const TextTree *t, const Node *set, const Node *what, bool from) {
    Counted h = {.set = set, .what = what, .from = from};
    h.them = set && same_word(row_of(t, set)->code, "LEFT") && !set->nchild;
    h.cards = set && is_set_of_cards(t, set, &h.c);
    if (h.cards && h.c.f && zones_name_cards(t, h.c.zones)) { /* "A or an X in B" */
        h.noun = node_child(t, h.c.zones, 0);
        h.c.zones = node_child(t, h.c.zones, 1);
    } else if (h.cards && !h.c.f && h.c.zones->nchild == 3 &&
               is_phrase(t, node_child(t, h.c.zones, 1), PHRASE_NP)) { /* "X in A, or B" */
        h.c.f = node_child(t, h.c.zones, 1);
        h.other = node_child(t, h.c.zones, 2);
        h.c.zones = node_child(t, h.c.zones, 0);
    }
    return h;
}

/* Is it "of your members" rather than "members"? */
bool is_partitive(const TextTree *t, const Counted *h) {
    if (h->what || h->top || !h->set) return false;
    if (!h->cards) return true;
    if (h->c.zones) return !h->c.f && is_named(t, &h->c) && h->c.own;
    return h->c.own != 0;
}

/* Writes a set of which some are meant. */
static void say_several(Say *y, const Node *set) {
    static const char number[] = "the number of ", that[] = "that ";
    const char *s = row_of(y->t, set)->english;
    bool plural = y->plural;
    y->plural = true;
    if (has_start(s, number))
        say_template(y, set, s + strlen(number));
    else if (has_start(s, that))
        say(y, "those "), say_template(y, set, s + strlen(that));
    else
        english(y, set);
    y->plural = plural;
}

const Node *counted_noun(const Counted *h) { return h->what ? h->what : h->cards ? h->c.f : 0; }

void say_kinds(Say *y, const Node *kinds, const Node *many, unsigned number) {
    const Node *rest = node_child(y->t, kinds, kinds->nchild == 2);
    if (kinds->nchild != 2) { /* コスト3と5のキャラ: stat, two numbers, noun */
        for (unsigned i = 1; i < 3; i++) {
            if (i == 2) say(y, " and "), english(y, many), say(y, " ");
            say_noun(y, node_child(y->t, kinds, 3), number);
            say(y, " with ");
            english(y, node_child(y->t, kinds, 0));
            say(y, " ");
            english(y, node_child(y->t, kinds, i));
        }
        return;
    }
    say_noun(y, node_child(y->t, kinds, 0), number);
    say(y, is_phrase(y->t, rest, PHRASE_ALLOF) ? ", " : " and ");
    english(y, many);
    say(y, " ");
    if (is_phrase(y->t, rest, PHRASE_ALLOF))
        say_kinds(y, rest, many, number);
    else
        say_noun(y, rest, number);
}

/* Writes the noun that a number counts. */
void say_counted_noun(Say *y, const Counted *h, unsigned number) {
    const Node *what = counted_noun(h);
    if (is_partitive(y->t, h)) {
        const bool of_all = h->cards && h->c.own && !owner_of(y->t, h->c.own),
                   everybody = of_all && !y->each_player;
        if (h->counts && everybody && !h->c.f && !strstr(row_of(y->t, h->c.own)->code, "BOTH")) {
            const Cards unit = {.adj = h->c.adj, .more = h->c.more, .zones = h->c.zones};
            say_unit(y, &unit, number);
            say(y, " of all players");
            y->many = number == PLURAL;
            return;
        }
        if (ends_with(y, "all ") && of_all)
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
    if (h->noun) {
        const Cards unit = {.zones = h->noun};
        say(y, number == PLURAL ? "of " : "one of ");
        say_whose(y, h->c.own);
        say_unit(y, &unit, PLURAL);
        say(y, " or ");
    }
    if (what) {
        say_modified(y, what, h->cards && !h->c.zones ? h->c.adj : 0, number);
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
void say_counted_where(Say *y, const Counted *h) {
    const Node *what = counted_noun(h);
    if (h->alike) say(y, " "), english(y, h->alike);
    if (is_partitive(y->t, h)) return;
    if (h->top) {
        say(y, " from the top of ");
        english(y, h->top);
        say(y, " deck");
    } else if (h->them) {
        say(y, " among them");
    } else if (h->cards && h->what && h->c.f && h->c.zones) {
        say(y, h->from ? " from " : " among ");
        say_all(y, &h->c);
    } else if (h->cards) {
        Cards where = h->c;
        if (!what) where.adj = where.more = 0;
        if (where.own || !is_named(y->t, &where)) say_where(y, &where, h->from);
    } else if (h->set) {
        say(y, " among ");
        english(y, h->set);
    }
}

/* Writes the zones any of whose cards will do as well: "or one of your members". */
static void say_other(Say *y, const Counted *h, unsigned number) {
    const Cards c = {.own = h->c.own, .zones = h->other};
    say(y, " or ");
    if (number == PLURAL) {
        say_all(y, &c);
        return;
    }
    const Counted other = {.set = h->set, .cards = true, .c = c, .from = h->from};
    if (is_partitive(y->t, &other)) say(y, "one ");
    say_counted(y, &other, ARTICLE);
}

void say_counted(Say *y, const Counted *h, unsigned number) {
    say_counted_noun(y, h, number);
    say_counted_where(y, h);
    if (h->other) say_other(y, h, number);
    y->many = number == PLURAL;
}

/* Is the English of a number the number alone? */
bool is_bare(const Row *many) {
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
void say_count(Say *y, const Node *many, Counted *h) {
    y->plural = many && !takes_singular(y->t, many);
    if (is_one(y->t, many) && !is_partitive(y->t, h)) {
        say_counted(y, h, ARTICLE);
        return;
    }
    const Counted *outer = y->counted;
    h->number = !many || takes_singular(y->t, many) ? BARE : PLURAL;
    y->counted = h;
    if (!many)
        say(y, "1");
    else
        english(y, many);
    if (y->counted) { /* the number has no place for it */
        say(y, ends_with(y, "number") ? " of " : " ");
        say_counted(y, h, h->number);
    }
    y->counted = outer;
    y->many = h->number == PLURAL;
}

/* Writes "each of your members", "every 2 cards in your hand". */
void say_each(Say *y, const Node *num, Counted *h) {
    bool one = number_of(y->t, num) == 1;
    say(y, one ? "each " : "every ");
    if (!one) english(y, num), say(y, " ");
    h->counts = true;
    say_counted(y, h, one ? BARE : PLURAL);
}
