/* Expands the English column of the rows; say.h explains its parts. */
#include "text/say.h"
#include "text/tongue.h"
#include <stdio.h>
#include <stdlib.h>

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
    bool kind = own->card_word[0] && text_has(y->t, n, own->card_word[0]);
    const char *word = kind ? own->card_word[1] : "card";
    say(y, which);
    say_noun_word(y, word, strlen(word), many);
    y->many = many;
}

/* Writes the card or cards that a text refers back to. */
static void say_that(Say *y, const Node *n) {
    if (made_by_cost(y->t, n)) {
        say_card(y, n, "the ", y->plural);
        say(y, " used for the cost");
        return;
    }
    if (y->plural || !text_has(y->t, n, "それ")) {
        say_card(y, n, y->plural ? "those " : "that ", y->plural);
        return;
    }
    say(y, "it");
    y->many = false;
}

/* Writes the card that a condition is about: each of several, if more is done to it. */
static void say_it_or_them(Say *y) {
    y->many = y->plural && !y->also;
    say(y, y->many ? "they" : y->plural ? "one of them" : "it");
    y->of_it = y->also;
}

static void say_part(Say *y, const Node *n, const Node *part) {
    if (!part || (is_phrase(y->t, part, PHRASE_OWN) && is_anyones(y->t, n, part))) return;
    if (is_phrase(y->t, n, PHRASE_ACT) && is_phrase(y->t, part, PHRASE_SET))
        say_each_of(y, part);
    else
        english(y, part);
}

/* Writes a part as a noun phrase: a article, s plural, = behind "is", c counted, p place,
 * t that or those, o ordinal, e "each" or "every 2", E the same with "point", k "each of the" or
 * "every 2", x how many times, z a zone's name. */
static void say_as(Say *y, const Node *n, char how, const Node *part, bool many) {
    Cards c;
    if (!part) return;
    int i = number_of(y->t, part);
    if (how == 'o') {
        say_ordinal(y, i);
    } else if (how == 'x') {
        english(y, part);
        say(y, i == 1 ? " time" : " times");
    } else if (how == 'e' || how == 'E' || how == 'k') {
        say(y, i != 1 ? "every " : how == 'k' ? "each of the" : "each");
        if (i != 1) english(y, part);
        if (how == 'E') say(y, i == 1 ? " point" : " points");
    } else if (how == 't') {
        const bool cost = made_by_cost(y->t, n);
        say(y, cost ? "the " : y->plural ? "those " : "that ");
        say_noun(y, part, y->plural ? PLURAL : BARE);
        if (cost) say(y, " used for the cost");
        y->many = y->plural;
    } else if (how == 'p') {
        bool known = read_cards(y->t, n, &c) || c.own;
        say_place(y, known ? c.own : 0, part);
    } else if (how == 'z') {
        ZoneWords z = zone_of(y->t, part);
        buffer_add(y->b, z.seat ? z.unit : z.place, z.seat ? z.nunit : z.nplace);
    } else if (how == 'c') {
        Counted h = counted_of(y->t, part, 0, false);
        y->total = true;
        if (is_partitive(y->t, &h))
            english(y, part);
        else
            say_counted(y, &h, PLURAL);
        y->total = false;
    } else if (how == 'a' && is_phrase(y->t, part, PHRASE_SET) && is_set_of_cards(y->t, part, &c) &&
               c.f && !c.zones) {
        say_noun(y, c.f, ARTICLE);
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
    if (each && what && has_start(row_of(y->t, what)->code, "STAT")) { /* そのコスト1につき */
        say_as(y, n, 'E', many, false);
        say(y, " of ");
        english(y, what);
        return;
    }
    bool set = phrase == PHRASE_SET || phrase == PHRASE_SET1 || phrase == PHRASE_OTHER;
    Counted h = counted_of(y->t, set ? what : 0, set ? 0 : what, !each);
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

/* Writes one of the cards that the parts of a row describe; all of them in a prohibition. 'zones':
 * those in this part only. */
static void say_any(Say *y, const Node *n, const Node *zones) {
    Counted h = {.cards = true, .set = n};
    read_cards(y->t, n, &h.c);
    if (zones) h.c.zones = zones;
    if (y->forbids) {
        say_all(y, &h.c);
        return;
    }
    const bool anyones = h.c.own && has_start(row_of(y->t, h.c.own)->english, "any player's");
    if (anyones && !h.c.zones) { /* いずれかのキャラ */
        h.c.own = 0;
        say(y, "any ");
        say_counted(y, &h, BARE);
    } else if (y->among_event) {
        say(y, "one or more ");
        say_counted(y, &h, PLURAL);
        y->many = true;
        return;
    } else if (is_partitive(y->t, &h)) {
        say(y, y->none ? "any " : "one ");
        say_counted(y, &h, PLURAL);
    } else {
        say_counted(y, &h, ARTICLE);
    }
    y->many = false;
}

/* Writes all cards of the zones that a row names: "your members", "characters in your retire zone".
 */
static void say_every_card(Say *y, const Node *n) {
    Cards c;
    read_cards(y->t, n, &c);
    c.f = 0;
    say_all_cards(y, &c);
}

static bool in_named_zone(const TextTree *t, const Node *n) {
    for (unsigned i = 0; i < n->nchild; i++) {
        unsigned phrase = phrase_of(t, node_child(t, n, i));
        if (phrase == PHRASE_ZONES || phrase == PHRASE_ZONE)
            return zone_of(t, node_child(t, n, i)).named;
    }
    return false;
}

/* Writes a number behind "as many as": "there are cards in your hand", "you have members". */
static void say_as_many(Say *y, const Node *value) {
    static const char number[] = "the number of {c1}", owned[] = "the number of {1} ";
    const Node *own = value && value->nchild == 1 ? node_child(y->t, value, 0) : 0;
    const bool cards = value && same_word(row_of(y->t, value)->english, number);
    Counted h = {0};
    if (cards) h = counted_of(y->t, node_child(y->t, value, 0), 0, false);
    const unsigned who = h.cards ? owner_of(y->t, h.c.own) : 0;
    if (cards && !is_partitive(y->t, &h)) {
        say(y, "there are ");
        say_counted(y, &h, PLURAL);
    } else if (who) {
        say_player(y, who);
        say(y, y->many ? " have " : " has ");
        h.c.own = 0;
        say_counted(y, &h, PLURAL);
    } else if (own && is_phrase(y->t, own, PHRASE_OWN) && owner_of(y->t, own) &&
               has_start(row_of(y->t, value)->english, owned)) {
        say_player(y, owner_of(y->t, own));
        say(y, y->many ? " have " : " has ");
        say_template(y, value, row_of(y->t, value)->english + strlen(owned));
    } else if (value) {
        english(y, value);
    }
}

/* Writes the state in which a card comes into play by a swap. */
static void say_entering(Say *y, const Node *n) {
    const Node *state = role_filler(y->t, n, 'z');
    if (!state) return;
    say(y, " (what enters play is");
    english(y, state);
    say(y, ")");
}

/* Writes a word in braces that names no part. Returns false if it is none of these. */
static bool say_special(Say *y, const Node *n, const char *s, size_t len, bool many) {
    if (is_word(s, len, "&"))
        say_object(y, n);
    else if (is_word(s, len, "this"))
        say_card(y, n, "this ", false);
    else if (is_word(s, len, "that"))
        say_that(y, n);
    else if (is_word(s, len, "it"))
        say_it_or_them(y);
    else if (is_word(s, len, "any") || (len == 4 && has_start(s, "any")))
        say_any(y, n, len > 3 ? part_of(y, n, s[3]) : 0);
    else if (is_word(s, len, "all"))
        say_every_card(y, n);
    else if (is_word(s, len, "attack"))
        say(y, text_has(y->t, n, "その") ? "that attack" : "this attack");
    else if (is_word(s, len, "there1"))
        say_as_many(y, part_of(y, n, '1'));
    else if (is_word(s, len, "no1"))
        y->none = true, english(y, part_of(y, n, '1')), y->none = false;
    else if (is_word(s, len, "in"))
        say(y, in_named_zone(y->t, n) ? "among" : "in");
    else if (is_word(s, len, "its"))
        say(y, many ? "their" : "its");
    else if (is_word(s, len, "their"))
        say_owner(y, y->actor);
    else if (is_word(s, len, "they"))
        say(y, y->doer == OP_YOU ? "you" : "they");
    else if (is_word(s, len, "anyone"))
        y->doer = OP_EVERY;
    else if (is_word(s, len, "exist"))
        say_existence(y, n);
    else if (is_word(s, len, "have"))
        say_have(y, n, part_of(y, n, '1'));
    else if (has_start(s, "one:"))
        say_noun_word(y, s + 4, len - 4, y->plural);
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
    else if (is_word(s, len, "into"))
        say(y, y->returns ? "to" : "into");
    else if (is_word(s, len, "entering"))
        say_entering(y, n);
    else if (is_word(s, len, "are"))
        say(y, many ? (is_negative(n) ? "are not" : "are") : is_negative(n) ? "is not" : "is");
    else
        return false;
    return true;
}

/* Writes a comparison, "or more" and the like, around the number of the row that it stands in. */
static void say_comparison(Say *y, const Node *n, const char *s, size_t len) {
    static const char exactly[] = "exactly ";
    size_t from = y->b->n;
    y->comparing = n;
    y->operand = part_of(y, n, s[2]);
    y->compared = len > 3 ? part_of(y, n, s[4]) : 0;
    english(y, part_of(y, n, s[0]));
    if (is_phrase(y->t, n, PHRASE_ADJ) && has_start(y->b->s + from, exactly)) {
        size_t cut = strlen(exactly);
        memmove(y->b->s + from, y->b->s + from + cut, y->b->n - from - cut + 1);
        y->b->n -= cut;
    }
}

/* Writes a point of somebody's turn: "the start of your main phase", "the end of each turn". */
static void say_point(Say *y, const Node *point, const Node *whose) {
    static const char of_the[] = " of the ";
    const char *s = row_of(y->t, point)->english, *at = strstr(s, of_the);
    say(y, "the ");
    if (at && !strchr(s, '{')) {
        buffer_add(y->b, s, (size_t)(at - s) + 4);
        english(y, whose);
        say(y, at + strlen(of_the) - 1);
    } else {
        english(y, point);
        say(y, " of ");
        english(y, whose);
        say(y, " turn");
    }
}

/* Writes what stands in braces. */
static void say_braces(Say *y, const Node *n, const char *s, size_t len, bool many) {
    const char *star = memchr(s, '*', len);
    if (say_special(y, n, s, len, many)) return;
    if (is_word(s, len, "is") || memchr(s, '|', len)) {
        say_verb(y, n, s, many);
    } else if (len > 2 && s[1] == '@') {
        say_comparison(y, n, s, len);
    } else if (star && star + 1 < s + len && star[1] == '#') {
        Counted cards = {0};
        say_count(y, part_of(y, n, *s), &cards);
    } else if (star) {
        bool each = *s == 'e' && s[1] != '*';
        const Node *what = star + 1 < s + len ? part_of(y, n, star[1]) : 0;
        say_number_of(y, n, part_of(y, n, s[each]), what, each);
    } else if (is_word(s, len, "z")) { /* in the words of the place, or behind it */
        if (y->state) english(y, y->state);
        y->state = 0;
    } else if (len == 1) {
        say_part(y, n, part_of(y, n, *s));
    } else if (s[1] == '?' || s[1] == '+') {
        const Node *part = part_of(y, n, *s);
        if (!part && y->own_deed && is_word(s + 2, len - 2, "somebody"))
            say(y, "you"), y->many = true;
        else if (part ? s[1] == '+' : s[1] == '?')
            buffer_add(y->b, s + 2, len - 2);
        if (!part) return;
        if (is_phrase(y->t, part, PHRASE_F))
            say_noun(y, part, ARTICLE);
        else
            english(y, part);
    } else if (s[1] == '\'') {
        say_point(y, part_of(y, n, *s), part_of(y, n, s[2]));
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
    if (part && is_phrase(y->t, part, PHRASE_HOWMANY) && has_start(end + 1, " cards")) {
        Counted cards = {0};
        say_count(y, part, &cards);
        return end + 1 + strlen(" cards");
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

/* Writes what a comparison counts at its #. Without a noun, "as many" is "the same". */
static const char *say_compared(Say *y, const char *s) {
    static const char many[] = "as many", the_same[] = "the same";
    if (y->compared) {
        say_tail(y, y->comparing, y->compared);
    } else if (ends_with(y, many)) {
        y->b->n -= strlen(many);
        say(y, ends_with(y, "at least ") || ends_with(y, "at most ") ? "as much" : the_same);
    }
    return s + 1;
}

/* Writes what is counted at the # of a number. Returns the position behind it. */
static const char *say_mark(Say *y, const Node *number, const char *s) {
    static const char each[] = "# each";
    const Counted *h = y->counted;
    bool apart = has_start(s, each);
    y->counted = 0;
    const Node *what = h ? counted_noun(h) : 0;
    bool kinds = apart && what && is_phrase(y->t, what, PHRASE_ALLOF); /* "1 A and 1 B" */
    if (kinds) {
        say_kinds(y, what, number, h->number);
    } else if (h) {
        const bool of = is_partitive(y->t, h);
        y->each_player = apart && of && h->c.own && !owner_of(y->t, h->c.own) &&
                         !has_start(row_of(y->t, h->c.own)->code, "BOTH");
        if (apart && of && !y->each_player) say(y, "each "), apart = false;
        say_counted_noun(y, h, h->number);
    }
    if (apart && !kinds && !y->each_player) say(y, " each");
    y->each_player = false;
    if (h) say_counted_where(y, h);
    return s + (has_start(s, each) ? strlen(each) : 1);
}

/* Is the subject plural before anything of the template is written? */
static bool starts_plural(const Say *y, unsigned phrase, const char *s) {
    if (phrase == PHRASE_REL || phrase == PHRASE_ADJ) return y->many; /* of the noun before it */
    return has_start(s, "all ") || has_start(s, "there ") || has_start(s, "both ");
}

/* Writes the verb that an action's template begins with. Returns the position behind it. */
static const char *say_first_verb(Say *y, const char *s) {
    size_t len = word_length(s);
    if (y->third)
        say_third_person(y, s, len);
    else
        buffer_add(y->b, s, len);
    return s + len;
}

/* Expands an English template. 'many' is the number of the subject: of what stands first, else of
 * what was written before. */
void say_template(Say *y, const Node *n, const char *s) {
    const char *from = s;
    unsigned phrase = phrase_of(y->t, n);
    bool act = phrase == PHRASE_ACT, clause = act || phrase == PHRASE_EVENT;
    bool many = starts_plural(y, phrase, s);
    bool pronoun = act && row_of(y->t, n)->sort != ROW_FRAME;
    bool agree = false; /* the next word is a verb in the third person */
    if (act && !has_subject(row_of(y->t, n)) && *s != '{') s = say_first_verb(y, s);
    while (*s) {
        const char *next = pronoun && *s == 'i' ? say_it(y, n, s, from) : 0;
        if (next) {
            s = next;
        } else if (*s == '{') {
            bool first = s == from;
            y->many = first ? false : y->many;
            s = say_directive(y, n, s, many);
            if (first) many = y->many || starts_with_number(y, n, from);
            agree = first && clause && many;
            if (y->counted && phrase == PHRASE_HOWMANY && *s == ' ' && !strchr(from, '#')) {
                say(y, " ");
                say_counted(y, y->counted, y->counted->number);
                y->counted = 0;
            }
            continue;
        } else if (*s == '#') {
            s = phrase == PHRASE_HOWMANY ? say_mark(y, part_of(y, n, '1'), s) : say_compared(y, s);
        } else if (*s == '@') {
            const char *code = row_of(y->t, y->comparing)->code;
            if (strstr(code, "STAT $2 $3") || strstr(code, "STAT $2 !lastly $3"))
                say(y, "that of ");
            english(y, y->operand);
            s++;
        } else if (*s == '^') {
            say(y, "\1");
            s++;
        } else if (agree && *s == ' ' && word_length(s + 1)) {
            say(y, " ");
            say_plural_verb(y, s + 1, word_length(s + 1));
            s += 1 + word_length(s + 1);
        } else {
            const char *start = s++;
            while (*s && *s != '{' && *s != '#' && *s != '^' && *s != '@' &&
                   !(pronoun && *s == 'i'))
                s++;
            buffer_add(y->b, start, (size_t)(s - start));
        }
        agree = false;
    }
    y->many = many;
}

/* Writes what the topic of the sentence must not do (bind.c) as the row does that names who. */
static void say_bound(Say *y, const Node *n) {
    static const char who[] = "{p}";
    const Row *row = row_of(y->t, n), *named = 0;
    for (unsigned i = n->row; i > 0 && !named; i--) {
        const Row *r = grammar_row(y->t->grammar, i - 1);
        bool same = r->phrase_id == PHRASE_EVENT && !strcmp(r->pattern, row->pattern);
        if (same && has_start(r->english, who)) named = r;
    }
    if (named) say_player(y, (unsigned)n->value);
    say_template(y, n, named ? named->english + strlen(who) : row->english);
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
    if (row->sort == ROW_FRAME && strstr(row->code, "SETIT &")) {
        y->plural = y->several;
        return;
    }
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
    if (has_start(code, "SMARK") || has_start(row_of(y->t, n)->english, "those ")) return true;
    if (has_start(code, "IT") || has_start(code, "ONLY IT") || has_start(code, "ONLY !made"))
        return y->plural;
    if (has_start(code, "$1")) return is_many(y, node_child(y->t, n, 0));
    return in_list(code, strcspn(code, " "), several);
}

static void say_set(Say *y, const Node *n) {
    const Row *row = row_of(y->t, n);
    size_t from = y->b->n;
    Cards c;
    if (n->pick_one) {
        Counted h = counted_of(y->t, n, 0, true);
        say_count(y, 0, &h);
    } else if (is_set_of_cards(y->t, n, &c)) {
        say_all(y, &c);
    } else if (same_word(row->code, "!narrowed")) {
        const Node *adj = node_child(y->t, n, 0);
        bool behind = is_behind(y->t, adj);
        const Node *set = node_child(y->t, n, 1);
        bool self = same_word(row_of(y->t, set)->code, "SELF"); /* this standing character */
        if (self && !behind) say(y, "this ");
        if (!behind) english(y, adj), say(y, " ");
        if (self && !behind)
            say_card(y, set, "", false);
        else
            english(y, set);
        bool many = y->many;
        if (behind) say(y, " "), english(y, adj);
        y->many = many;
    } else {
        say_template(y, n, row->english);
        y->many = is_many(y, n);
    }
    if (row->phrase_id == PHRASE_SET && y->b->s)
        snprintf(y->last_set, sizeof y->last_set, "%s", y->b->s + from);
}

/* Writes whose zone a card is swapped into in place of "the": that of the card it is about. */
static bool say_partner(Say *y, const Node *n) {
    static const char with_the[] = "with the ";
    const char *s = row_of(y->t, n)->english;
    if (!same_word(row_of(y->t, n)->phrase, "partner") || !y->it_owner || !has_start(s, with_the))
        return false;
    say(y, "with ");
    say_owner(y, y->it_owner);
    say_template(y, n, s + strlen(with_the) - 1);
    return true;
}

/* Writes a destination: whose it is stands in place of its article. */
static void say_destination(Say *y, const Node *n) {
    const char *s = row_of(y->t, n)->english, *the = strstr(s, "the "), *a = strstr(s, " a");
    unsigned owner = y->stated_place ? y->place_owner : y->it_owner, outer = y->zone;
    const bool each_own = owner == OP_ALLY || (owner == OP_THAT && y->it_owner == OP_ALLY);
    y->zone = ZONE_PLACE;
    if (the && each_own) { /* a team has no zones */
        buffer_add(y->b, s, (size_t)(the - s));
        say(y, y->plural || y->several ? "their owner's" : "its owner's");
        say_template(y, n, the + 3);
    } else if (the && owner) {
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
    y->zone = (unsigned char)outer;
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
    y->state = role_filler(y->t, n, 'z');
    y->stated_place = who != 0;
    y->place_owner = who ? who->player : 0;
}

/* The player whose cards an event is about, if it says so: "one of your members", "this card", what
 * a player puts from a zone of his. A card lies in the zones of its owner only. */
static unsigned owner_in_event(const Say *y, const Node *n) {
    const Node *card = role_filler(y->t, n, 'g'), *who = role_filler(y->t, n, 'p');
    Cards c;
    if (y->t->tongue->op_control || row_of(y->t, n)->sort != ROW_FRAME) return 0;
    if (!card) card = role_filler(y->t, n, 'w');
    if (card && !card->leaf && same_word(row_of(y->t, card)->code, "THIS")) return OP_YOU;
    if (card && read_cards(y->t, card, &c) && c.own && c.own->start < c.own->end)
        return owner_of(y->t, c.own);
    if (!role_filler(y->t, n, 'F')) return 0;
    return who ? owner_of(y->t, who) : (unsigned)n->value;
}

/* Is it a trigger by a move, whose card is "it" from then on? */
static bool is_move(const Say *y, const Node *n) {
    return n->form >= FORM_DID && n->form <= FORM_IS && row_of(y->t, n)->sort == ROW_FRAME &&
           (role_filler(y->t, n, 'F') || role_filler(y->t, n, 'D'));
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
    if (say_partner(y, n)) return;
    if (same_word(row->phrase, "deed")) { /* what a counting ability counts */
        y->own_deed = true;
        say_template(y, n, row->english);
        y->own_deed = false;
        return;
    }
    if (!n->nchild && row->sort == ROW_PLAIN && strchr(row->english, '/') &&
        !strpbrk(row->english, "=|{")) { /* one/many */
        say_head(y, n, false);
        return;
    }
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
        else if (y->total && has_start(row->english, "any player's"))
            say(y, "all players'");
        else
            say_template(y, n, row->english);
        return;
    case PHRASE_ZONES:
        if (n->nchild == 2 && node_child(y->t, n, 1)->row == n->row) { /* a list goes on */
            english(y, node_child(y->t, n, 0));
            say(y, ", ");
            english(y, node_child(y->t, n, 1));
            return;
        }
        break;
    case PHRASE_ZONE: say_zone(y, n); return;
    case PHRASE_F:
    case PHRASE_NP: say_noun(y, n, BARE); return;
    case PHRASE_NOUN: say_head(y, n, false); return;
    case PHRASE_SET:
    case PHRASE_SET1: say_set(y, n); return;
    case PHRASE_PLACE: say_destination(y, n); return;
    case PHRASE_ACT: note_place(y, n); break;
    case PHRASE_EVENT:
        y->forbids = n->form == FORM_CANNOT || n->form == FORM_IS_NOT || n->form == FORM_NOT;
        who = row->sort == ROW_FRAME ? role_filler(y->t, n, 'p') : node_child(y->t, n, 0);
        if (who && is_phrase(y->t, who, PHRASE_PLAYER)) y->actor = who->player;
        y->event_owner = owner_in_event(y, n);
        y->returns = strstr(row->english, "return") != 0;
        break;
    default: break;
    }
    if (row->phrase_id == PHRASE_EVENT && n->value)
        say_bound(y, n);
    else
        say_template(y, n, row->english);
    if (row->phrase_id == PHRASE_EVENT) {
        y->would = y->forbids = false;
        y->actor = actor;
        if (is_move(y, n)) y->it_owner = y->event_owner;
        y->event_owner = 0;
        y->returns = false;
    }
    if (row->phrase_id == PHRASE_REL) y->past = false;
    if (n->swap_pairs) say(y, ", each with one of another zone");
    note_count(y, n);
}
