/* Parser of statements, and of the words for cards, zones and options in them. */
#include "scenario/parse.h"
#include <stdlib.h>

static bool known_card(const Parser *p, const char *name) {
    for (unsigned i = 0; i < p->sc->nlabels; i++)
        if (!strcmp(p->sc->labels[i], name)) return true;
    return plan_find(p->sc, name) != 0;
}

/* `P1 member 2`, `P2 entry`, `P1 hand 3`: a player, a zone and a position in it. Returns false
 * without consuming anything if the tokens are something else. */
static bool place(Parser *p, CardWord *out) {
    Token t = peek(p), z = peek_at(p, 1), n = peek_at(p, 2);
    PlayerId who = t.kind == TOK_WORD ? player_word(p, t.text) : NOBODY;
    ZoneId zone = z.kind == TOK_WORD ? zone_word(p, z.text) : 0;
    if (who == NOBODY || !zone) return false;
    *out = (CardWord){.player = who, .zone = zone, .pos = here(p)};
    p->i += 2;
    if (n.kind == TOK_WORD && is_number(n.text)) {
        out->number = (unsigned)strtoul(n.text, 0, 10) & 0xFFFF;
        p->i++;
    }
    return true;
}

/* A place, else the name or label of a card that the scenario knows. */
bool need_card(Parser *p, CardWord *out) {
    if (place(p, out)) return true;
    Token t = peek(p);
    if ((t.kind != TOK_WORD && t.kind != TOK_NAME) || !*t.text) return expected(p, "a card");
    *out = (CardWord){.text = t.text, .pos = here(p)};
    if (!known_card(p, t.text)) return unknown_card(p, out->pos, t.text);
    p->i++;
    return true;
}

static ZoneId tied_zone(const Game *g) {
    ZoneId tied = 0;
    for (ZoneId z = 1; z < g->nzones; z++)
        if ((g->zones[z].flags & (ZONE_TIED | ZONE_SEATED)) == ZONE_TIED) tied = z;
    return tied;
}

/* A zone behind a player: `hand`, `member 2`, `members`, `souls of CARD`. */
bool parse_zone(Parser *p, ZoneWord *out) {
    Token t = peek(p), n = peek_at(p, 1);
    *out = (ZoneWord){0};
    if (t.kind != TOK_WORD) return false;
    const ZoneId tied = tied_zone(p->game);
    if (tied && (!strcmp(t.text, "souls") || !strcmp(t.text, p->game->zones[tied].key))) {
        p->i++;
        out->zone = tied_zone(p->game);
        if (!take(p, "of")) return true;
        out->of = arena_get(&p->f->arena, sizeof *out->of);
        return need_card(p, out->of);
    }
    for (ZoneId z = 1; z < p->game->nzones; z++) { /* `members`: of all seats */
        const ZoneInfo *i = &p->game->zones[z];
        size_t len = strlen(i->key);
        if (!(i->flags & ZONE_SEATED) || strncmp(t.text, i->key, len) || strcmp(t.text + len, "s"))
            continue;
        p->i++;
        out->zone = z;
        return true;
    }
    out->zone = zone_word(p, t.text);
    if (!out->zone) return false;
    p->i++;
    bool seated = p->game->zones[out->zone].flags & ZONE_SEATED;
    if (seated && n.kind == TOK_WORD && is_number(n.text)) {
        out->seat = (unsigned)strtoul(n.text, 0, 10);
        p->i++;
    }
    return true;
}

/* ---- answers ---- */

/* Is the word part of the game's vocabulary for options? */
static bool plain_word(const Parser *p, const char *word) {
    const Game *g = p->game;
    if (is_number(word) || player_word(p, word) != NOBODY) return true;
    char known[32];
    for (unsigned i = 0; option_plain_word(g, i, known, sizeof known); i++)
        if (!strcmp(known, word)) return true;
    for (unsigned i = 0; i < g->nkeywords; i++)
        if ((g->keywords[i].key && !strcmp(g->keywords[i].key, word)) ||
            (g->keywords[i].name && !strcmp(g->keywords[i].name, word)))
            return true;
    return kinds_named(g, word) || zone_word(p, word);
}

/* Length of a bracket at the start of the text, which opens or closes a part of a name; 0: none. */
static size_t bracket(const char *s, bool closing) {
    static const char *const mark[2][4] = {{"[", "(", "［", "（"}, {"]", ")", "］", "）"}};
    for (unsigned i = 0; i < 4; i++)
        if (!strncmp(s, mark[closing][i], strlen(mark[closing][i])))
            return strlen(mark[closing][i]);
    return 0;
}

/* Is the word the part of a card's name that is in no bracket? Games declare such names. */
static bool name_part(const Parser *p, const char *word) {
    for (const CardPlan *c = p->sc->plans; c; c = c->next) {
        const char *w = word;
        unsigned depth = 0;
        bool same = true;
        for (const char *s = c->name; *s && same;) {
            size_t n = bracket(s, false), m = n ? 0 : bracket(s, true);
            depth += n > 0;
            if (!n && !m && !depth) same = *w && *w++ == *s;
            depth -= m && depth;
            s += n ? n : m ? m : 1;
        }
        if (same && !*w && w != word) return true;
    }
    return false;
}

/* Is the word a trait of a card? Games declare such words, too. */
static bool trait_word(const Parser *p, const char *word) {
    for (const CardPlan *c = p->sc->plans; c; c = c->next)
        for (unsigned i = 0; i < c->ntraits; i++)
            if (!strcmp(c->traits[i], word)) return true;
    return false;
}

static bool unknown_word(Parser *p, const Token *t) {
    Near near = near_to(t->text);
    char hint[120];
    char word[32];
    for (unsigned i = 0; option_plain_word(p->game, i, word, sizeof word); i++)
        near_try(&near, arena_string(&p->f->arena, word));
    for (const CardPlan *c = p->sc->plans; c; c = c->next) near_try(&near, c->name);
    for (unsigned i = 0; i < p->sc->nlabels; i++) near_try(&near, p->sc->labels[i]);
    for (unsigned k = 0; k < ASK_GAME + p->game->nasks; k++) near_try(&near, ask_name(p->game, k));
    lex_error(&p->lex, here(p),
              "`%.*s` is neither a word of an option nor a card of this scenario%s",
              utf8_clip(t->text, 80), t->text, near_hint(&near, hint, sizeof hint));
    return false;
}

/* One word of an answer: a card, a place, or a word of the options. */
static bool answer_word(Parser *p, Answer *a) {
    AnswerWord w = {0};
    Token t = peek(p);
    Pos pos = here(p);
    if (place(p, &w.place)) {
        w.place.pos = pos;
    } else if (t.kind == TOK_NAME ||
               (t.kind == TOK_WORD && (plain_word(p, t.text) || known_card(p, t.text) ||
                                       name_part(p, t.text) || trait_word(p, t.text)))) {
        w.text = t.text;
        w.quoted = t.kind == TOK_NAME;
        p->i++;
    } else if (t.kind == TOK_WORD) {
        return unknown_word(p, &t);
    } else {
        return expected(p, "the words of an option");
    }
    if (a->nwords == OPTION_WORDS) {
        lex_error(&p->lex, pos, "too many words; no option has more than %d", OPTION_WORDS);
        return false;
    }
    a->words = arena_more(&p->f->arena, a->words, a->nwords, sizeof w);
    a->words[a->nwords++] = w;
    return true;
}

/* `KIND` or `KIND:` before an answer names the question. Without the colon a word that begins an
 * option, or a card's name, belongs to the answer. */
static bool take_question(Parser *p, Answer *a) {
    Token t = peek(p), next = peek_at(p, 1);
    if (t.kind == TOK_WORD && next.kind == TOK_COLON)
        return need_question(p, &a->question) && take_kind(p, TOK_COLON);
    bool more = next.kind == TOK_WORD || next.kind == TOK_NAME;
    if (t.kind != TOK_WORD || !more || known_card(p, t.text) || option_begins(p->game, t.text))
        return true;
    a->question = question_word(p, t.text);
    p->i += a->question != 0;
    return true;
}

bool parse_answers(Parser *p, PlayerId player, TokenKind between, TokenKind stop, Answer **out,
                   unsigned *n) {
    do {
        Answer a = {.pos = here(p), .player = player};
        if (stop != TOK_COLON && !take_question(p, &a)) return false;
        while (!at_end(p) && peek(p).kind != between && peek(p).kind != stop)
            if (!answer_word(p, &a)) return false;
        if (!a.nwords) return expected(p, "an answer");
        *out = arena_more(&p->f->arena, *out, *n, sizeof a);
        (*out)[(*n)++] = a;
    } while (between != TOK_END && take_kind(p, between));
    return true;
}

/* ---- statements ---- */

/* `run`, `run to POINT [of PLAYER]`, `run to asked PLAYER [KIND]` */
static bool parse_run(Parser *p, Statement *st) {
    st->player = NOBODY;
    if (at_end(p)) {
        st->kind = ST_RUN;
        return true;
    }
    st->kind = ST_RUN_TO;
    if (!take(p, "to")) return expected(p, "`to POINT`, or the end of the line");
    if (take(p, "asked")) {
        st->kind = ST_RUN_ASKED;
        return need_player(p, &st->player) && (at_end(p) || need_question(p, &st->question)) &&
               need_end(p);
    }
    if (!need_point(p, &st->point)) return false;
    if (take(p, "of") && !need_player(p, &st->player)) return false;
    return need_end(p);
}

/* `resolve`, `resolve N`, `resolve all` */
static bool parse_resolve(Parser *p, Statement *st) {
    st->kind = ST_RESOLVE;
    st->number = 1;
    if (take(p, "all"))
        st->number = -1;
    else if (!at_end(p) && !need_number(p, 999, &st->number, "how many, or `all`"))
        return false;
    return need_end(p);
}

/* `refuse PLAYER [KIND] OPTION` or `refuse PLAYER option N` */
static bool parse_refuse(Parser *p, Statement *st) {
    st->kind = ST_REFUSE;
    st->number = -1;
    if (!need_player(p, &st->player)) return false;
    if (take(p, "option"))
        return need_number(p, 9999, &st->number, "the number of an option") && need_end(p);
    return parse_answers(p, st->player, TOK_END, TOK_END, &st->answers, &st->nanswers) &&
           need_end(p);
}

/* The caller has checked that the line begins with a statement. */
bool parse_statement(Parser *p, Statement *st) {
    if (take(p, "do")) {
        st->kind = ST_DO;
        st->now = take(p, "now");
        return need_player(p, &st->player) &&
               parse_answers(p, st->player, TOK_COMMA, TOK_END, &st->answers, &st->nanswers) &&
               need_end(p);
    }
    if (take(p, "run")) return parse_run(p, st);
    if (take(p, "resolve")) return parse_resolve(p, st);
    if (take(p, "refuse")) return parse_refuse(p, st);
    if (take(p, "concede")) {
        st->kind = ST_CONCEDE;
        return need_player(p, &st->player) && need_end(p);
    }
    if (take(p, "save")) {
        st->kind = ST_SAVE;
        return need_end(p);
    }
    p->i++;
    st->kind = ST_EXPECT;
    return parse_expect(p, &st->expect);
}
