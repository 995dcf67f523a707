/* Parser of `expect`. Each function handles one form and sets e->kind. */
#include "scenario/parse.h"
#include "cards/form.h"
#include <stdlib.h>

/* A list of cards, or `none`. 'hidden': `?` and `KIND?` are allowed for face-down cards. */
static bool parse_items(Parser *p, Expect *e, bool hidden) {
    if (take(p, "none")) return need_end(p);
    do {
        Item it = {.count = 1};
        Token t = peek(p);
        size_t n = strlen(t.text);
        if (hidden && t.kind == TOK_WORD && n && t.text[n - 1] == '?') {
            char *kind = arena_copy(&p->f->arena, t.text, n - 1);
            if (*kind && !kinds_named(p->game, kind)) return expected(p, "`?` or a kind and `?`");
            it.hidden = kind;
            it.card.pos = here(p);
            p->i++;
        } else if (!need_card(p, &it.card)) {
            return false;
        }
        t = peek(p);
        if (t.kind == TOK_WORD && t.text[0] == 'x' && is_number(t.text + 1)) {
            it.count = (unsigned)strtoul(t.text + 1, 0, 10);
            if (it.count > 999) it.count = 999;
            p->i++;
        }
        e->items = arena_more(&p->f->arena, e->items, e->nitems, sizeof it);
        e->items[e->nitems++] = it;
    } while (take_kind(p, TOK_COMMA));
    return need_end(p);
}

/* ---- properties of a card ---- */

static const NumberWord props[] = {{"damage", PROP_DAMAGE},
                                   {"upright", PROP_UPRIGHT},
                                   {"rested", PROP_RESTED},
                                   {"up", PROP_UP},
                                   {"down", PROP_DOWN},
                                   {"kind", PROP_KIND},
                                   {"trait", PROP_TRAIT},
                                   {"named", PROP_NAMED},
                                   {"removed", PROP_REMOVED},
                                   {"in", PROP_IN},
                                   {0}};

/* Parses the operand of a property. */
static bool prop_value(Parser *p, Prop *x) {
    Token t = peek(p);
    switch (x->kind) {
    case PROP_NUMBER:
    case PROP_DAMAGE:
        if (t.kind == TOK_WORD && t.text[0] == '-' && is_number(t.text + 1) && strlen(t.text) < 6) {
            x->number = -(int)strtol(t.text + 1, 0, 10);
            p->i++;
            return true;
        }
        return need_number(p, 99999, &x->number, "a number");
    case PROP_CHIPS:
        if (t.kind != TOK_COMMA && !is_number(t.text)) {
            x->text = t.text;
            p->i++;
        }
        return need_number(p, 99999, &x->number, "a number");
    case PROP_KIND:
        x->number = t.kind == TOK_WORD ? (int)kinds_named(p->game, t.text) : 0;
        if (!x->number) return expected(p, "a kind");
        x->text = t.text;
        p->i++;
        return true;
    case PROP_TRAIT:
    case PROP_NAMED:
        if (t.kind != TOK_WORD && t.kind != TOK_NAME && t.kind != TOK_TRAIT)
            return expected(p, "a name or trait");
        x->text = x->kind == PROP_TRAIT ? marked_trait(p, &t) : t.text;
        p->i++;
        return true;
    case PROP_IN:
        if (!need_player(p, &x->player)) return false;
        return parse_zone(p, &x->zone) || expected(p, "a zone");
    default: return true;
    }
}

static const NumberWord *word_in(const NumberWord *list, const Token *t) {
    while (list->word && !(t->kind == TOK_WORD && !strcmp(list->word, t->text))) list++;
    return list->word ? list : 0;
}

/* Reports an unknown property, listing those of the game. */
static bool no_prop(Parser *p) {
    Near near = near_to(peek(p).text);
    char hint[120], what[280] = "";
    for (const NumberWord *w = p->table->numbers; w->word; w++) {
        near_try(&near, w->word);
        snprintf(what + strlen(what), sizeof what - strlen(what), "%s, ", w->word);
    }
    for (unsigned j = 0; props[j].word; j++) near_try(&near, props[j].word);
    snprintf(what + strlen(what), sizeof what - strlen(what),
             "damage, upright, rested, up, down, kind, trait, named, removed or in%s",
             near_hint(&near, hint, sizeof hint));
    return expected(p, what);
}

/* One or more properties, each optionally behind `not`. */
static bool card_props(Parser *p, Expect *e) {
    e->kind = EX_CARD;
    do {
        Prop x = {.pos = here(p)};
        x.not = take(p, "not");
        Token t = peek(p);
        const NumberWord *number = word_in(p->table->numbers, &t);
        const NumberWord chips[] = {{p->table->chips, PROP_CHIPS}, {0}};
        const NumberWord *prop = number ? number : word_in(props, &t);
        if (!prop) prop = word_in(chips, &t);
        if (!prop) return no_prop(p);
        x.kind = number ? PROP_NUMBER : (PropKind)prop->number;
        x.stat = prop->number;
        if (number) x.text = prop->word;
        p->i++;
        if (!prop_value(p, &x)) return false;
        e->props = arena_more(&p->f->arena, e->props, e->nprops, sizeof x);
        e->props[e->nprops++] = x;
    } while (!at_end(p));
    return true;
}

static bool about_card(Parser *p, Expect *e) {
    e->card = arena_get(&p->f->arena, sizeof *e->card);
    return need_card(p, e->card) && card_props(p, e);
}

/* ---- zones ---- */

static const char *const lying[] = {"upright", "rested", "down", "up", 0};

static bool top_or_bottom(Parser *p, Expect *e) {
    e->kind = next_is(p, "top") ? EX_TOP : EX_BOTTOM;
    p->i++;
    return take_kind(p, TOK_EQUAL) ? parse_items(p, e, false) : expected(p, "`=`");
}

/* `= CARDS`, `has CARDS`, `lacks CARDS` or `none`. */
static bool zone_list(Parser *p, Expect *e) {
    if (take_kind(p, TOK_EQUAL)) {
        e->kind = EX_IS;
        return parse_items(p, e, false);
    }
    if (next_is(p, "none")) {
        e->kind = EX_COUNT;
        e->number = 0;
        p->i++;
        return need_end(p);
    }
    e->kind = next_is(p, "has") ? EX_HAS : EX_LACKS;
    p->i++;
    return parse_items(p, e, false);
}

static bool card_there(Parser *p, Expect *e, unsigned start) {
    p->i = start; /* `P1 member 2 atk 5` is about the card at that place */
    return about_card(p, e);
}

/* Parses what follows a zone. 'start' is the token of the player, to parse it again as a place. */
static bool about_zone(Parser *p, Expect *e, unsigned start) {
    Token t = peek(p);
    if (t.kind == TOK_EQUAL || next_is(p, "none") || next_is(p, "has") || next_is(p, "lacks"))
        return zone_list(p, e);
    if (next_is(p, "top") || next_is(p, "bottom")) return top_or_bottom(p, e);
    for (unsigned i = 0; lying[i]; i++)
        if (next_is(p, lying[i]) && peek_at(p, 1).kind == TOK_WORD &&
            is_number(peek_at(p, 1).text)) {
            e->kind = EX_LYING;
            e->lying = i;
            p->i++;
            return need_number(p, 999, &e->number, "how many") && need_end(p);
        }
    if (t.kind == TOK_WORD && is_number(t.text) && peek_at(p, 1).kind == TOK_END) {
        e->kind = EX_COUNT;
        return need_number(p, 999, &e->number, "how many") && need_end(p);
    }
    if (t.kind == TOK_END)
        return expected(p, "a number, `=`, has, lacks, none, or a property of the card there");
    return card_there(p, e, start);
}

/* Decks can only be checked before the game. */
static bool about_deck(Parser *p, Expect *e, Pos pos, bool fault) {
    e->kind = EX_DECK;
    if (p->sc->point != p->table->first_point) {
        lex_error(&p->lex, pos, "a deck can only be checked `at %s`",
                  p->table->points[p->table->first_point].word);
        return false;
    }
    return (!fault || need_clause(p, &e->clause)) && need_end(p);
}

/* `[not] saw CARDS`, `saw = CARDS`, `saw none` */
static bool parse_saw(Parser *p, Expect *e) {
    e->kind = EX_SAW;
    e->not = take(p, "not");
    p->i++;
    e->which = !e->not &&(take_kind(p, TOK_EQUAL) || next_is(p, "none"));
    return parse_items(p, e, false);
}

/* `NAME N`, behind `counters`. */
static bool about_counters(Parser *p, Expect *e) {
    Token name = peek(p);
    if (name.kind != TOK_WORD && name.kind != TOK_NAME)
        return expected(p, "the name of the counters");
    e->word = name.text;
    p->i++;
    return need_number(p, 999, &e->number, "how many") && need_end(p);
}

/* Forms that begin with a player: zones, `sees`, `saw`, `deck-legal`, `deck-fault`. */
static bool about_player(Parser *p, Expect *e) {
    unsigned start = p->i;
    need_player(p, &e->player);
    Pos pos = here(p);
    if (take(p, "deck-legal")) return about_deck(p, e, pos, false);
    if (take(p, "deck-fault")) return about_deck(p, e, pos, true);
    if (take(p, "sees")) {
        e->kind = EX_SEES;
        e->viewer = e->player;
        if (!need_player(p, &e->player)) return false;
        if (p->table->counters && take(p, "counters")) {
            e->kind = EX_SEES_COUNTERS;
            return about_counters(p, e);
        }
        if (!parse_zone(p, &e->zone)) return expected(p, "a zone");
        return take_kind(p, TOK_EQUAL) ? parse_items(p, e, true) : expected(p, "`=`");
    }
    if (p->table->counters && take(p, "counters")) {
        e->kind = EX_COUNTERS;
        return about_counters(p, e);
    }
    if (next_is(p, "saw") || (next_is(p, "not") && !strcmp(peek_at(p, 1).text, "saw")))
        return parse_saw(p, e);
    if (!parse_zone(p, &e->zone))
        return expected(p, "a zone, `sees`, `saw`, `deck-legal` or `deck-fault`");
    return about_zone(p, e, start);
}

/* ---- the rest ---- */

/* `asked PLAYER [KIND[: CLAUSE]]`; with `not` there is no clause. */
static bool parse_asked(Parser *p, Expect *e, ExpectKind kind) {
    e->kind = kind;
    if (!need_player(p, &e->player)) return false;
    if (at_end(p)) return true;
    if (!need_question(p, &e->word)) return false;
    if (kind == EX_ASKED && take_kind(p, TOK_COLON) && !need_clause(p, &e->clause)) return false;
    return need_end(p);
}

/* `waiting [CARD] N`: abilities that have triggered and wait. */
static bool waiting(Parser *p, Expect *e) {
    e->kind = EX_WAITING;
    if (!(peek(p).kind == TOK_WORD && is_number(peek(p).text) && peek_at(p, 1).kind == TOK_END)) {
        e->card = arena_get(&p->f->arena, sizeof *e->card);
        if (!need_card(p, e->card)) return false;
    }
    return need_number(p, 999, &e->number, "how many") && need_end(p);
}

/* `check P2 x2`, `CARD`, `CARD ability [K]`, or `CARD WORD` with the game's word for its box. */
static bool stack_entry(Parser *p, StackEntry *x) {
    int n = 0;
    if (next_is(p, "check") && player_word(p, peek_at(p, 1).text) != NOBODY) {
        p->i++;
        *x = (StackEntry){.sort = ENTRY_CHECK, .number = 1};
        need_player(p, &x->player);
        Token t = peek(p);
        if (t.kind != TOK_WORD || t.text[0] != 'x' || !is_number(t.text + 1)) return true;
        x->number = (unsigned)strtoul(t.text + 1, 0, 10);
        p->i++;
        return true;
    }
    if (!need_card(p, &x->card)) return false;
    const char *box = box_word(p->game);
    if (box && take(p, box))
        x->sort = ENTRY_BOX;
    else if (take(p, "ability"))
        x->sort = ENTRY_ABILITY;
    if (x->sort != ENTRY_ABILITY || peek(p).kind != TOK_WORD) return true;
    if (!need_number(p, MAX_ABILITIES, &n, "the number of an ability")) return false;
    x->number = (unsigned)n;
    return true;
}

/* `stack N`, `stack none`, or `stack = ENTRY; …` topmost first. */
static bool stack(Parser *p, Expect *e) {
    e->kind = EX_STACK_COUNT;
    if (take(p, "none")) {
        e->number = 0;
        return need_end(p);
    }
    if (!take_kind(p, TOK_EQUAL))
        return need_number(p, 999, &e->number, "`=` or how many") && need_end(p);
    e->kind = EX_STACK;
    if (take(p, "none")) return need_end(p);
    do {
        StackEntry x = {.player = NOBODY};
        if (!stack_entry(p, &x)) return false;
        e->entries = arena_more(&p->f->arena, e->entries, e->nentries, sizeof x);
        e->entries[e->nentries++] = x;
    } while (take_kind(p, TOK_SEMI));
    return need_end(p);
}

/* `why-not PLAYER OPTION: CLAUSE` */
static bool why_not(Parser *p, Expect *e) {
    e->kind = EX_WHY_NOT;
    if (!need_player(p, &e->player)) return false;
    if (!parse_answers(p, e->player, TOK_END, TOK_COLON, &e->answers, &e->nanswers)) return false;
    if (!take_kind(p, TOK_COLON)) return expected(p, "`:` and a clause");
    return need_clause(p, &e->clause) && need_end(p);
}

/* `option [KIND] OPTION` */
static bool option(Parser *p, Expect *e) {
    e->kind = EX_OPTION;
    if (!parse_answers(p, NOBODY, TOK_END, TOK_END, &e->answers, &e->nanswers)) return false;
    e->word = e->answers[0].question;
    return need_end(p);
}

/* `options [KIND] = OPTION; …` */
static bool options(Parser *p, Expect *e) {
    e->kind = EX_OPTIONS;
    if (peek(p).kind == TOK_WORD && !need_question(p, &e->word)) return false;
    if (!take_kind(p, TOK_EQUAL)) return expected(p, "`=`");
    return parse_answers(p, NOBODY, TOK_SEMI, TOK_END, &e->answers, &e->nanswers) && need_end(p);
}

/* Roles and facts of an attack. *known: the word was one of them. */
static bool attack_word(Parser *p, Expect *e, bool *known) {
    const char *word = peek(p).text;
    *known = true;
    for (unsigned i = 0; p->table->roles[i].word; i++) {
        if (strcmp(p->table->roles[i].word, word)) continue;
        e->kind = EX_ROLE;
        e->which = p->table->roles[i].number;
        e->word = word;
        p->i++;
        Token t = peek(p);
        bool player = t.kind == TOK_WORD && player_word(p, t.text) != NOBODY;
        if (p->table->attacked && player && peek_at(p, 1).kind == TOK_END) {
            if (strcmp(word, "attacked")) return expected(p, "a card");
            e->kind = EX_ATTACKED_PLAYER;
            return need_player(p, &e->player);
        }
        e->card = arena_get(&p->f->arena, sizeof *e->card);
        return need_card(p, e->card) && need_end(p);
    }
    for (unsigned i = 0; p->table->facts[i].word; i++) {
        if (strcmp(p->table->facts[i].word, word)) continue;
        e->kind = EX_FACT;
        e->which = p->table->facts[i].number;
        e->word = word;
        p->i++;
        return need_end(p);
    }
    return *known = false;
}

static bool result(Parser *p, Expect *e, ExpectKind kind) {
    e->kind = kind;
    return (kind == EX_DRAW || kind == EX_OVER || need_player(p, &e->player)) && need_end(p);
}

/* `expect not …` */
static bool negative(Parser *p, Expect *e) {
    bool known;
    e->not = true;
    if (take(p, "over")) {
        e->kind = EX_OVER;
        return need_end(p);
    }
    if (take(p, "out")) return result(p, e, EX_OUT);
    if (take(p, "asked")) return parse_asked(p, e, EX_NOT_ASKED);
    bool ok = attack_word(p, e, &known);
    char words[160] = "over, out, asked";
    if (known) return ok;
    for (const NumberWord *w = p->table->roles; w->word; w++)
        snprintf(words + strlen(words), sizeof words - strlen(words), ", %s", w->word);
    for (const NumberWord *w = p->table->facts; w->word; w++)
        snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s",
                 w[1].word ? ", " : " or ", w->word);
    return expected(p, words);
}

/* `expect no option …`, `expect no clause …` */
static bool negated_word(Parser *p, Expect *e) {
    e->not = true;
    if (take(p, "option")) return option(p, e);
    e->kind = EX_CLAUSE;
    if (take(p, "clause")) return need_clause(p, &e->clause) && need_end(p);
    return expected(p, "`option` or `clause`");
}

/* Only points with PointInfo.expect can be observed between decisions. */
static bool point(Parser *p, Expect *e) {
    e->kind = EX_POINT;
    Pos pos = here(p);
    if (!need_point(p, &e->which)) return false;
    if (!p->table->points[e->which].expect) {
        char known[200] = "";
        const char *between = "";
        for (const PointInfo *w = p->table->points; w->word; w++) {
            if (!w->expect) continue;
            if (*known) between = !strcmp(w->word, "end") ? " or " : ", ";
            snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", between, w->word);
        }
        lex_error(&p->lex, pos, "`%s` cannot be expected as a point; expected one of %s",
                  p->table->points[e->which].word, known);
        return false;
    }
    return need_end(p);
}

/* Forms that begin with a keyword. *known: the word was one. */
static bool one_word(Parser *p, Expect *e, bool *known) {
    *known = true;
    if (take(p, "asked")) return parse_asked(p, e, EX_ASKED);
    if (take(p, "waiting")) return waiting(p, e);
    if (p->table->resolves && take(p, "stack")) return stack(p, e);
    if (take(p, "option")) return option(p, e);
    if (take(p, "no")) return negated_word(p, e);
    if (take(p, "not")) return negative(p, e);
    if (take(p, "point")) return point(p, e);
    if (take(p, "why-not")) return why_not(p, e);
    if (take(p, "turn")) return result(p, e, EX_TURN);
    if (take(p, "winner")) return result(p, e, EX_WINNER);
    if (take(p, "loser")) return result(p, e, EX_LOSER);
    if (take(p, "out")) return result(p, e, EX_OUT);
    if (take(p, "points")) {
        e->kind = EX_POINTS;
        return need_player(p, &e->player) && need_number(p, 99, &e->number, "points") &&
               need_end(p);
    }
    if (take(p, "draw")) return result(p, e, EX_DRAW);
    if (take(p, "over")) return result(p, e, EX_OVER);
    if (take(p, "options")) return options(p, e);
    e->kind = EX_CLAUSE;
    if (take(p, "clause")) return need_clause(p, &e->clause) && need_end(p);
    e->kind = EX_TURNS;
    if (take(p, "turns"))
        return need_number(p, 999, &e->number, "the number of the turn") && need_end(p);
    e->kind = EX_NOBODY;
    if (take(p, "nobody")) return take(p, "asked") ? need_end(p) : expected(p, "`asked`");
    return attack_word(p, e, known);
}

static bool unknown_expect(Parser *p) {
    static const char *const words[] = {"asked",  "waiting", "option",  "options", "no",
                                        "not",    "point",   "why-not", "turn",    "winner",
                                        "loser",  "draw",    "over",    "clause",  "turns",
                                        "nobody", "stack",   "P1",      "P2",      0};
    Token t = peek(p);
    Near near = near_to(t.text);
    char hint[120];
    for (unsigned i = 0; words[i]; i++) near_try(&near, words[i]);
    for (const NumberWord *w = p->table->roles; w->word; w++) near_try(&near, w->word);
    for (const NumberWord *w = p->table->facts; w->word; w++) near_try(&near, w->word);
    for (const CardPlan *c = p->sc->plans; c; c = c->next) near_try(&near, c->name);
    for (unsigned i = 0; i < p->sc->nlabels; i++) near_try(&near, p->sc->labels[i]);
    lex_error(
        &p->lex, here(p),
        "unknown word `%.*s`; expected a player, a card or a word such as asked, options, turn%s",
        utf8_clip(t.text, 80), t.text, near_hint(&near, hint, sizeof hint));
    return false;
}

/* Players and keywords take precedence over cards of the same name; quote the name to mean the
 * card. */
bool parse_expect(Parser *p, Expect *e) {
    Token t = peek(p);
    bool known = false;
    e->player = e->viewer = NOBODY;
    e->number = -1;
    if (t.kind == TOK_WORD) {
        if (player_word(p, t.text) != NOBODY) return about_player(p, e);
        bool ok = one_word(p, e, &known);
        if (known) return ok;
        bool card = plan_find(p->sc, t.text) != 0;
        for (unsigned i = 0; i < p->sc->nlabels; i++) card |= !strcmp(p->sc->labels[i], t.text);
        if (!card) return unknown_expect(p);
    }
    if (t.kind == TOK_END) return expected(p, "a condition");
    return about_card(p, e);
}
