/* Parser of `card` lines, printed text and boards. */
#include "scenario/parse.h"
#include "cards/form.h"
#include "text/tongue.h"
#include "text/message.h"
#include <stdlib.h>

/* Adds a card in front of the current scope's list, so that later definitions win. */
static void plan_add(Parser *p, CardPlan *c) {
    CardPlan **list = p->sc ? &p->sc->plans : &p->f->plans;
    c->next = *list;
    *list = c;
}

/* Assigns the numbers of a card line in the order of JudgeTable.line. */
static void set_numbers(const Parser *p, CardPlan *c, const int *number) {
    for (unsigned i = 0; i < CARD_NUMBERS && p->table->line[i]; i++) switch (p->table->line[i]) {
        case STAT_ATK: c->atk = number[i]; break;
        case STAT_DEF: c->def = number[i]; break;
        case STAT_THIRD: c->third = number[i]; break;
        default: c->cost = number[i];
        }
}

void known_cards(Parser *p) {
    for (unsigned i = 0; p->table->known[i].name; i++) {
        CardPlan *c = arena_get(&p->f->arena, sizeof *c);
        c->name = p->table->known[i].name;
        unsigned kinds = 0;
        for (const NumberWord *k = p->table->known_kinds; k && k->word; k++)
            if (!strcmp(k->word, p->table->known[i].name)) kinds = k->number;
        c->kinds = kinds ? kinds : 1u << p->table->default_kind;
        c->third = p->table->plain_third;
        set_numbers(p, c, p->table->known[i].number);
        plan_add(p, c);
    }
}

/* Suggests cards and labels with a similar name. */
bool unknown_card(Parser *p, Pos pos, const char *name) {
    Near near = near_to(name);
    char hint[120];
    for (const CardPlan *c = p->sc ? p->sc->plans : p->f->plans; c; c = c->next)
        near_try(&near, c->name);
    for (unsigned i = 0; p->sc && i < p->sc->nlabels; i++) near_try(&near, p->sc->labels[i]);
    lex_error(&p->lex, pos,
              "no card `%.*s`; expected one defined with `card`, one in place such as %.*s(%s), "
              "or a label%s",
              utf8_clip(name, 80), name, utf8_clip(name, 80), name,
              p->table->line[2] ? "2/3/2/1" : "3/5", near_hint(&near, hint, sizeof hint));
    return false;
}

/* Largest number accepted for a stat. */
static unsigned most(const Parser *p, unsigned stat) {
    return stat == STAT_COST || stat == STAT_THIRD ? 99 : (unsigned)form_most(p->form);
}

/* Parses "3/5" or "2/3/2/1", as many numbers as the game's cards have. Returns false, mostly
 * without an error, if the token is something else. */
static bool numbers(Parser *p, CardPlan *c) {
    Token t = peek(p);
    const char *s = t.text;
    int number[CARD_NUMBERS];
    bool big = false;
    for (unsigned i = 0; i < CARD_NUMBERS && p->table->line[i]; i++) {
        char *end;
        if (i && *s++ != '/') return false;
        if (*s < '0' || *s > '9') return false;
        unsigned long v = strtoul(s, &end, 10);
        big |= v > most(p, p->table->line[i]);
        number[i] = (int)(v & 0xFFFFF);
        s = end;
    }
    if (*s) return false;
    if (big) {
        char bound[60] = "";
        for (unsigned i = 0; i < CARD_NUMBERS && p->table->line[i]; i++)
            snprintf(bound + strlen(bound), sizeof bound - strlen(bound), "%s%u", i ? "/" : "",
                     most(p, p->table->line[i]));
        lex_error(&p->lex, here(p), "%.*s; at most %s", utf8_clip(t.text, 40), t.text, bound);
        return false;
    }
    set_numbers(p, c, number);
    p->i++;
    return true;
}

/* Parses the title or epithet behind JudgeTable.byname. */
static bool by_name(Parser *p, CardPlan *c) {
    Token t = peek(p);
    char what[40];
    snprintf(what, sizeof what, message("the %s"), p->table->byname);
    if (t.kind != TOK_WORD && t.kind != TOK_NAME) return expected(p, what);
    if (p->table->epithets)
        c->epithet = t.text;
    else
        c->title = t.text;
    p->i++;
    return true;
}

static bool no_property(Parser *p) {
    char known[160];
    snprintf(known, sizeof known, message("%s, a kind (%s), cost, 〈trait〉 or %s"),
             p->table->line_said, kinds_all(p->game, (char[40]){0}, 40), p->table->byname);
    return expected(p, known);
}

static bool add_trait(Parser *p, CardPlan *c, const char *trait) {
    if (c->ntraits == MAX_TRAITS) {
        lex_error(&p->lex, here(p), "too many traits; a card has at most %d", MAX_TRAITS);
        return false;
    }
    c->traits = arena_more(&p->f->arena, c->traits, c->ntraits, sizeof *c->traits);
    c->traits[c->ntraits++] = trait;
    return true;
}

/* `COLUMN VALUE` for a sort of terms (`world モノリウム/セプトピア`) or a number (`level 2`).
 * False: the word is neither. */
static bool sorted_property(Parser *p, CardPlan *c) {
    const Token t = peek(p), v = peek_at(p, 1);
    const Tongue *tongue = tongue_of(p->game);
    const struct {
        Column column;
        int *to;
    } numbers[] = {{COL_ATK, &c->atk}, {COL_DEF, &c->def}, {COL_THIRD, &c->third}};
    for (unsigned i = 0; tongue && tongue->sorts && p->form && i < 3; i++) {
        const char *word = p->form->column[numbers[i].column];
        if (!word || strcmp(t.text, word)) continue;
        p->i++;
        return need_number(p, (unsigned)form_most(p->form), numbers[i].to, "a number") || true;
    }
    for (const TermSort *s = tongue ? tongue->sorts : 0; s && s->column; s++) {
        if (strcmp(t.text, s->column)) continue;
        p->i++;
        if (v.kind != TOK_WORD && v.kind != TOK_NAME && v.kind != TOK_TRAIT)
            return expected(p, "a word"), true;
        char *words = arena_copy(&p->f->arena, v.text, strlen(v.text));
        for (char *save, *word = strtok_r(words, s->split, &save); word;
             word = strtok_r(NULL, s->split, &save)) {
            const size_t size = strlen(word) + strlen(s->open) + strlen(s->close) + 1;
            char *term = arena_get(&p->f->arena, size);
            snprintf(term, size, "%s%s%s", s->open, word, s->close);
            if (!add_trait(p, c, term)) return true;
        }
        p->i++;
        return true;
    }
    return false;
}

const char *marked_trait(Parser *p, const Token *t) {
    const Tongue *tongue = tongue_of(p->game);
    if (!tongue || !tongue->sorts || t->kind == TOK_WORD) return t->text;
    const size_t size = strlen(t->text) + 7;
    char *marked = arena_get(&p->f->arena, size);
    snprintf(marked, size, t->kind == TOK_TRAIT ? "〈%s〉" : "《%s》", t->text);
    return marked;
}

/* Parses one property. *numbered is set by the numbers, which exclude the defaults. */
static bool property(Parser *p, CardPlan *c, bool *numbered) {
    Token t = peek(p);
    if (t.kind == TOK_TRAIT) {
        if (!add_trait(p, c, marked_trait(p, &t))) return false;
        p->i++;
        return true;
    }
    if (t.kind != TOK_WORD) return no_property(p);
    if (sorted_property(p, c)) return !p->lex.failed;
    if (numbers(p, c)) return *numbered = true;
    if (take(p, "cost")) return need_number(p, 99, &c->cost, "a cost");
    if (take(p, p->table->byname)) return by_name(p, c);
    unsigned kinds = kinds_named(p->game, t.text);
    if (!kinds) return no_property(p);
    c->kinds |= kinds;
    p->i++;
    return true;
}

/* Does the line name a colour (CardForm.colours)? */
static bool coloured(const Parser *p, const CardPlan *c) {
    for (unsigned i = 0; p->form && p->form->colours && i < c->ntraits; i++)
        for (const char *const *w = p->form->colours; *w; w++)
            if (!strcmp(*w, c->traits[i])) return true;
    for (unsigned i = 0; p->form && p->form->colourless && i < c->ntraits; i++)
        if (!strcmp(p->form->colourless, c->traits[i])) return true;
    return false;
}

/* Parses what follows a card's name, then fills in defaults. */
static bool properties(Parser *p, CardPlan *c) {
    bool numbered = false;
    CardPlan plain = {0};
    c->cost = -1;
    while (!at_end(p))
        if (!property(p, c, &numbered)) return false;
    if (!c->kinds) c->kinds = 1u << p->table->default_kind;
    if (p->table->plain_third && !coloured(p, c)) c->third = p->table->plain_third;
    for (unsigned i = 0; p->form && i < 4; i += 2)
        if (c->kinds & p->form->implied[i]) c->kinds |= p->form->implied[i + 1];
    if (!(c->kinds & p->table->numbered)) {
        if (c->cost < 0) c->cost = p->table->no_cost;
        return true;
    }
    set_numbers(p, &plain, p->table->plain);
    if (c->cost < 0) c->cost = plain.cost;
    if (numbered) return true;
    c->atk = plain.atk;
    c->def = plain.def;
    if (plain.third) c->third = plain.third;
    return true;
}

static CardPlan *plan_begin(Parser *p, const Token *t) {
    CardPlan *c = arena_get(&p->f->arena, sizeof *c);
    c->name = t->text;
    c->pos = (Pos){p->lex.line, t->column};
    return c;
}

/* `card NAME number KK-01`: the card as the card files have it on the scenario's day. */
static bool by_number(Parser *p, CardPlan *c) {
    Token t = peek(p);
    if (t.kind != TOK_WORD && t.kind != TOK_NAME) return expected(p, "the number of a card");
    c->serial = t.text;
    c->kinds = 1u << p->table->default_kind;
    p->i++;
    return need_end(p);
}

/* `card NAME PROPERTY…` or `card NAME number N`. */
void parse_card(Parser *p) {
    Token t = peek(p);
    if ((t.kind != TOK_WORD && t.kind != TOK_NAME) || !*t.text) {
        expected(p, "the name of a card");
        return;
    }
    p->i++;
    CardPlan *c = plan_begin(p, &t);
    p->card = c; /* even after an error, so that its text lines are not reported too */
    if (take(p, "number")) {
        if (by_number(p, c)) plan_add(p, c);
        return;
    }
    if (!properties(p, c)) return;
    plan_add(p, c);
}

/* `WORD: TEXT` with the game's word for a box. Returns false if the line is not of that form. */
static bool parse_box(Parser *p, const char *s, const char *end, unsigned column) {
    const char *word = box_word(p->game);
    size_t n = word ? strlen(word) : 0;
    CardPlan *c = p->card;
    if (!n || (size_t)(end - s) <= n || memcmp(s, word, n) || s[n] != ':') return false;
    const char *text = s + n + 1;
    while (text < end && (*text == ' ' || *text == '\t')) text++;
    Pos pos = {p->lex.line, column + (unsigned)(text - s)};
    if (text == end)
        lex_error(&p->lex, pos, "the line ends too early; expected the text of the box");
    else if (c->box)
        lex_error(&p->lex, pos, "a card has only one box");
    c->box = arena_copy(&p->f->arena, text, (size_t)(end - text));
    c->box_at = pos;
    return true;
}

/* An indented line below `card` is one ability; \n in it is a line break. */
void parse_printed(Parser *p, const char *s, const char *end, unsigned column) {
    CardPlan *c = p->card;
    Arena *a = &p->f->arena;
    Pos pos = {p->lex.line, column};
    if (c->serial) {
        lex_error(&p->lex, pos,
                  "a card with a number gets its text from the card files; remove this line");
        return;
    }
    if (parse_box(p, s, end, column)) return;
    if (c->nabilities == MAX_ABILITIES) {
        lex_error(&p->lex, pos, "too many abilities; a card has at most %d", MAX_ABILITIES);
        return;
    }
    char *text = arena_copy(a, s, (size_t)(end - s)), *to = text;
    for (const char *from = text; *from; from++)
        if (from[0] == '\\' && from[1] == 'n')
            *to++ = '\n', from++;
        else
            *to++ = *from;
    *to = 0;
    c->abilities = arena_more(a, c->abilities, c->nabilities, sizeof *c->abilities);
    c->ability_at = arena_more(a, c->ability_at, c->nabilities, sizeof *c->ability_at);
    c->ability_at[c->nabilities] = pos;
    c->abilities[c->nabilities++] = text;
}

/* ---- boards ---- */

/* 甲(3/5 cost 2): parses the words in parentheses like those of a `card` line. Null after an
 * error. */
static const CardPlan *in_place(Parser *p, const Token *name, const Token *spec) {
    Parser inner = *p;
    CardPlan *c = plan_begin(p, name);
    inner.i = 0;
    const char *text = spec->text;
    if (!lex_words(&inner.lex, text, text + strlen(text), spec->column + 1) ||
        !properties(&inner, c)) {
        p->lex.failed = true;
        return 0;
    }
    plan_add(p, c);
    return c;
}

/* Labels are unique within a scenario. */
static bool label(Parser *p, BoardCard *b) {
    Token t = peek(p);
    if (t.kind != TOK_WORD && t.kind != TOK_NAME) return expected(p, "a label");
    for (unsigned i = 0; i < p->sc->nlabels; i++)
        if (!strcmp(p->sc->labels[i], t.text)) {
            lex_error(&p->lex, here(p), "the label `%.*s` is taken; each card needs its own",
                      utf8_clip(t.text, 80), t.text);
            return false;
        }
    p->sc->labels = arena_more(&p->f->arena, p->sc->labels, p->sc->nlabels, sizeof(char *));
    p->sc->labels[p->sc->nlabels++] = t.text;
    b->label = t.text;
    p->i++;
    return true;
}

/* The kind of the chips, if one stands here, and their number. */
static bool chips(Parser *p, BoardCard *b) {
    NamedChips x = {0};
    Token t = peek(p);
    if (!at_end(p) && t.kind != TOK_COMMA && !is_number(t.text)) {
        x.kind = t.text;
        p->i++;
    }
    if (b->nchips == MAX_CHIPS_LAID) return expected(p, "fewer kinds of chips");
    if (!need_number(p, 99, &x.number, "how many chips")) return false;
    b->chips[b->nchips++] = x;
    return true;
}

/* Parses the words behind a card, in any order: rested, upright, down, up, damage N, partnerised,
 * as LABEL, xN. */
static bool put_words(Parser *p, BoardCard *b) {
    static const char *const known[] = {"rested", "upright", "down",        "up",
                                        "damage", "as",      "partnerised", 0};
    bool partners = p->table->partners != 0;
    while (!at_end(p) && peek(p).kind != TOK_COMMA) {
        Token t = peek(p);
        int n;
        if (take(p, "rested"))
            b->flags |= WORD_RESTED;
        else if (take(p, "upright"))
            b->flags &= ~(unsigned)WORD_RESTED;
        else if (take(p, "down"))
            b->flags |= WORD_DOWN;
        else if (take(p, "up"))
            b->flags |= WORD_UP;
        else if (partners && take(p, "partnerised"))
            b->flags |= WORD_PARTNERISED;
        else if (p->table->chips && take(p, p->table->chips)) {
            if (!chips(p, b)) return false;
        } else if (take(p, "damage")) {
            if (!need_number(p, (unsigned)form_most(p->form), &b->damage, "how much damage"))
                return false;
        } else if (take(p, "as")) {
            if (!label(p, b)) return false;
        } else if (t.kind == TOK_WORD && t.text[0] == 'x' && is_number(t.text + 1)) {
            n = (int)(strlen(t.text) > 3 ? 999 : strtol(t.text + 1, 0, 10));
            if (n < 1 || n >= CARDS_PER_PLAYER) {
                lex_error(&p->lex, here(p), "%s; a player has at most %d cards", t.text,
                          CARDS_PER_PLAYER - 1);
                return false;
            }
            b->count = (unsigned)n;
            p->i++;
        } else {
            Near near = near_to(t.text);
            char hint[120], what[220];
            for (unsigned i = 0; i < 6u + partners; i++) near_try(&near, known[i]);
            snprintf(what, sizeof what,
                     message("`,` or one of rested, down, up, damage N, %sas LABEL, xN%s"),
                     partners ? "partnerised, " : "", near_hint(&near, hint, sizeof hint));
            return expected(p, what);
        }
    }
    if (b->label && b->count > 1) {
        lex_error(&p->lex, b->pos, "a label names one card, but there are %u", b->count);
        return false;
    }
    return true;
}

/* The cards of a board line: `none`, or a list of defined cards and cards in place. */
static bool board_cards(Parser *p, BoardLine *line) {
    if (take(p, "none")) return need_end(p);
    do {
        Token t = peek(p);
        BoardCard b = {.count = 1, .pos = here(p)};
        if ((t.kind != TOK_WORD && t.kind != TOK_NAME) || !*t.text)
            return expected(p, "a card, or `none`");
        p->i++;
        Token spec = peek(p);
        if (spec.kind == TOK_SPEC) {
            p->i++;
            b.plan = in_place(p, &t, &spec);
            if (!b.plan) return false;
        } else {
            b.plan = plan_find(p->sc, t.text);
            if (!b.plan) return unknown_card(p, b.pos, t.text);
        }
        if (!put_words(p, &b)) return false;
        line->cards = arena_more(&p->f->arena, line->cards, line->ncards, sizeof b);
        line->cards[line->ncards++] = b;
    } while (take_kind(p, TOK_COMMA));
    return need_end(p);
}

/* `souls of CARD: CARD, …`, with that word or the zone's own */
static bool soul_line(Parser *p, BoardLine *line) {
    if (!take(p, "of")) return expected(p, "`of CARD: CARD, …`");
    Token t = peek(p);
    if (t.kind != TOK_WORD && t.kind != TOK_NAME) return expected(p, "a card on this board");
    line->soul_of = t.text;
    p->i++;
    return take_kind(p, TOK_COLON) || expected(p, "`:` and the cards");
}

/* Reports an unknown zone, listing those a board can fill. */
static void unknown_zone(Parser *p, const Token *t) {
    Near near = near_to(t->text);
    char hint[120], known[240] = "";
    for (ZoneId z = 1; z < p->game->nzones; z++) {
        if (p->game->zones[z].flags & ZONE_TIED || p->table->passing >> z & 1) continue;
        near_try(&near, p->game->zones[z].key);
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", *known ? ", " : "",
                 p->game->zones[z].key);
    }
    if (p->game->seat_zone) {
        near_try(&near, "seats");
        near_try(&near, "souls");
    }
    lex_error(&p->lex, (Pos){p->lex.line, t->column}, "no zone `%.*s`; expected one of %s%s%s",
              utf8_clip(t->text, 80), t->text, known, p->game->seat_zone ? ", souls, seats" : "",
              near_hint(&near, hint, sizeof hint));
}

/* One line of a player's board: `seats N`, `counters NAME N`, or a zone with its cards. */
void parse_board_line(Parser *p) {
    Token t = peek(p);
    Board *b = &p->sc->board[p->board];
    BoardLine line = {.pos = here(p)};
    int n = 0;
    bool seats = p->game->seat_zone != 0;
    p->i = 1;
    if (seats && t.kind == TOK_WORD && !strcmp(t.text, "seats")) {
        if (need_number(p, MAX_SEATS, &n, "a number of seats") && need_end(p))
            b->seats = (unsigned)n;
        return;
    }
    if (p->table->counters && t.kind == TOK_WORD && !strcmp(t.text, "counters")) {
        Token name = peek(p);
        if (name.kind != TOK_WORD && name.kind != TOK_NAME) {
            expected(p, "the name of the counters");
            return;
        }
        p->i++;
        if (!need_number(p, 999, &n, "how many") || !need_end(p)) return;
        b->counters = arena_more(&p->f->arena, b->counters, b->ncounters, sizeof *b->counters);
        b->counters[b->ncounters].name = name.text;
        b->counters[b->ncounters++].number = n;
        return;
    }
    line.zone = t.kind == TOK_WORD ? zone_word(p, t.text) : 0;
    for (unsigned i = 0; p->form && !line.zone && i < PILES; i++)
        if (p->form->pile[i].word && !pile_zone(p->game, i) &&
            !strcmp(t.text, p->form->pile[i].word))
            line.zone = (ZoneId)(ZONE_PILE + i);
    if (p->form && p->form->pool && !strcmp(t.text, "opened")) line.zone = ZONE_OPENED;
    if (line.zone && line.zone < ZONE_PILE && p->table->passing >> line.zone & 1) {
        lex_error(&p->lex, line.pos, "cards only pass through `%s`; a board cannot lay them there",
                  t.text);
        return;
    }
    const bool tied =
        line.zone && line.zone < ZONE_PILE && (p->game->zones[line.zone].flags & ZONE_TIED);
    if (tied || (seats && !strcmp(t.text, "souls"))) {
        for (ZoneId z = 1; !tied && z < p->game->nzones; z++)
            if (p->game->zones[z].flags & ZONE_TIED) line.zone = z;
        if (!soul_line(p, &line)) return;
    } else if (!line.zone) {
        unknown_zone(p, &t);
        return;
    }
    if (!tied && line.zone < ZONE_PILE && (p->game->zones[line.zone].flags & ZONE_SEATED)) {
        do {
            if (!need_number(p, MAX_SEATS, &n, "the number of a seat")) return;
            if (n) line.seats |= seat_bit((unsigned)n);
        } while (peek(p).kind == TOK_WORD && is_number(peek(p).text));
    }
    if (!board_cards(p, &line)) return;
    b->lines = arena_more(&p->f->arena, b->lines, b->nlines, sizeof line);
    b->lines[b->nlines++] = line;
}
