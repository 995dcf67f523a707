/* Parser of scenario files, line by line. Headers are parsed here, boards and statements in
 * parse_board.c, parse_statement.c and parse_expect.c. */
#include "scenario/parse.h"
#include "cards/cardlist.h"
#include "text/message.h"
#include <stdlib.h>

/* ---- words ---- */

Token peek_at(const Parser *p, unsigned ahead) {
    unsigned i = p->i + ahead;
    return i < p->lex.ntokens ? p->lex.tokens[i] : (Token){TOK_END, p->lex.end_column, ""};
}
Token peek(const Parser *p) { return peek_at(p, 0); }
Pos here(const Parser *p) { return (Pos){p->lex.line, peek(p).column}; }
bool at_end(const Parser *p) { return peek(p).kind == TOK_END; }
bool next_is(const Parser *p, const char *word) {
    return peek(p).kind == TOK_WORD && !strcmp(peek(p).text, word);
}

bool take(Parser *p, const char *word) {
    if (!next_is(p, word)) return false;
    p->i++;
    return true;
}

bool take_kind(Parser *p, TokenKind kind) {
    if (peek(p).kind != kind) return false;
    p->i++;
    return true;
}

bool expected(Parser *p, const char *what) {
    if (p->lex.failed) return false;
    Token t = peek(p);
    if (t.kind == TOK_END)
        lex_error(&p->lex, here(p), "the line ends too early; expected %s", message(what));
    else
        lex_error(&p->lex, here(p), "`%.*s`; expected %s", utf8_clip(t.text, 80), t.text,
                  message(what));
    return false;
}

bool need_end(Parser *p) { return at_end(p) || expected(p, "the end of the line"); }

bool is_number(const char *s) {
    size_t n = strspn(s, "0123456789");
    return n > 0 && n < 19 && !s[n];
}

/* Accepts 0 to max. */
bool need_number(Parser *p, unsigned max, int *out, const char *what) {
    Token t = peek(p);
    if (t.kind != TOK_WORD || !is_number(t.text)) return expected(p, what);
    unsigned long long v = strtoull(t.text, 0, 10);
    if (v > max) {
        lex_error(&p->lex, here(p), "%s is too large; at most %u", t.text, max);
        return false;
    }
    *out = (int)v;
    p->i++;
    return true;
}

/* Inside a scenario only its own players are accepted. */
PlayerId player_word(const Parser *p, const char *word) {
    if (word[0] != 'P' || word[1] < '1' || word[1] > '9' || word[2]) return NOBODY;
    unsigned n = (unsigned)(word[1] - '1');
    return n < (p->sc ? p->sc->players : MAX_PLAYERS) ? (PlayerId)n : NOBODY;
}

bool need_player(Parser *p, PlayerId *out) {
    Token t = peek(p);
    PlayerId who = t.kind == TOK_WORD ? player_word(p, t.text) : NOBODY;
    if (who == NOBODY) return expected(p, "a player: P1, P2, …");
    *out = who;
    p->i++;
    return true;
}

/* The message lists all points of the game. */
bool need_point(Parser *p, unsigned *out) {
    Token t = peek(p);
    unsigned n = t.kind == TOK_WORD ? judge_point(p->table, t.text) : POINT_NONE;
    if (n == POINT_NONE) {
        Near near = near_to(t.text);
        char hint[120], known[200] = "";
        for (unsigned i = 0; p->table->points[i].word; i++) {
            near_try(&near, p->table->points[i].word);
            snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i ? ", " : "",
                     p->table->points[i].word);
        }
        lex_error(&p->lex, here(p), "`%.*s` is not a point of the turn; expected one of %s%s",
                  utf8_clip(t.text, 80), t.text, known, near_hint(&near, hint, sizeof hint));
        return false;
    }
    *out = n;
    p->i++;
    return true;
}

const char *question_word(const Parser *p, const char *word) {
    for (unsigned k = 0; k < ASK_GAME + p->game->nasks; k++)
        if (!strcmp(ask_name(p->game, k), word)) return ask_name(p->game, k);
    return 0;
}

bool need_question(Parser *p, const char **out) {
    Token t = peek(p);
    *out = t.kind == TOK_WORD ? question_word(p, t.text) : 0;
    if (!*out) {
        Near near = near_to(t.text);
        char hint[120];
        for (unsigned k = 0; k < ASK_GAME + p->game->nasks; k++)
            near_try(&near, ask_name(p->game, k));
        lex_error(&p->lex, here(p), "unknown kind of question `%.*s`%s", utf8_clip(t.text, 80),
                  t.text, near_hint(&near, hint, sizeof hint));
        return false;
    }
    p->i++;
    return true;
}

/* Accepts only clauses of the current game's rulebook. */
bool need_clause(Parser *p, unsigned *out) {
    Token t = peek(p);
    if (t.kind != TOK_WORD) return expected(p, "a clause such as 9.6.2.1");
    for (unsigned c = 1; c < CLAUSE_COUNT; c++)
        if (!strcmp(clause_info[c].id, t.text) && !strcmp(clause_info[c].game, p->game->key)) {
            *out = c;
            p->i++;
            return true;
        }
    lex_error(&p->lex, here(p), "the rules of %s have no clause %.*s", p->game->key,
              utf8_clip(t.text, 40), t.text);
    return false;
}

ZoneId zone_word(const Parser *p, const char *word) {
    for (ZoneId z = 1; z < p->game->nzones; z++)
        if (!strcmp(p->game->zones[z].key, word)) return z;
    return 0;
}

/* ---- headers ---- */

/* Sets the tables by which words are parsed. */
static void set_game(Parser *p, const Game *g) {
    p->game = g;
    p->table = judge_table(g);
    p->form = g ? card_form(g) : 0;
}

/* Switches the game of the scenario or file. Cards defined for another game are dropped. */
static void change_game(Parser *p, const Game *g) {
    bool other = g != p->game;
    set_game(p, g);
    if (p->sc) {
        p->sc->game = g;
        p->sc->point = p->table->default_point;
    } else {
        p->file_game = g;
    }
    if (!other) return;
    if (p->sc)
        p->sc->plans = 0;
    else
        p->f->plans = 0;
    known_cards(p);
}

/* `game KEY`: must precede cards and boards, because their words depend on it. */
static bool parse_game(Parser *p) {
    Token t = peek(p);
    if (t.kind != TOK_WORD) return expected(p, "the key of a game");
    const Game *g = game_by_key(t.text);
    if (!g || !judge_table(g)) {
        Near near = near_to(t.text);
        char hint[120], known[200] = "";
        for (unsigned i = 0; game_at(i); i++) {
            near_try(&near, game_at(i)->key);
            snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i ? ", " : "",
                     game_at(i)->key);
        }
        lex_error(&p->lex, here(p), "no game `%.*s`; expected one of %s%s", utf8_clip(t.text, 40),
                  t.text, known, near_hint(&near, hint, sizeof hint));
        return false;
    }
    p->i++;
    if (!need_end(p)) return false;
    change_game(p, g);
    return true;
}

/* Clauses may be repeated; the first position counts. */
static bool parse_clauses(Parser *p) {
    while (!at_end(p)) {
        unsigned c;
        Pos pos = here(p);
        if (!need_clause(p, &c)) return false;
        clause_put(&p->sc->named, c);
        if (!p->sc->clause_at[c].line) p->sc->clause_at[c] = pos;
    }
    return true;
}

static bool parse_format(Parser *p) {
    Token t = peek(p);
    Near near = near_to(t.text);
    char hint[120], known[200] = "";
    for (unsigned i = 0; p->game->formats[i].key; i++) {
        near_try(&near, p->game->formats[i].key);
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i ? ", " : "",
                 p->game->formats[i].key);
        if (strcmp(p->game->formats[i].key, t.text)) continue;
        p->sc->format = i;
        p->i++;
        return need_end(p);
    }
    if (t.kind == TOK_END) return expected(p, "the name of a format");
    lex_error(&p->lex, here(p), "no format `%.*s`; expected one of %s%s", utf8_clip(t.text, 40),
              t.text, known, near_hint(&near, hint, sizeof hint));
    return false;
}

/* `at POINT` ends the description of the board. */
static bool parse_at(Parser *p) {
    Pos pos = here(p);
    if (!need_point(p, &p->sc->point)) return false;
    if (!p->table->points[p->sc->point].at) {
        lex_error(&p->lex, pos, "a scenario cannot begin at %s",
                  p->table->points[p->sc->point].word);
        return false;
    }
    p->placed = true;
    return need_end(p);
}

/* `as-of DATE` of the scenario, or above the first one the default of the file. */
static bool parse_day(Parser *p) {
    Token t = peek(p);
    if (t.kind != TOK_WORD || !is_day(t.text)) return expected(p, "a day such as 2026-02-13");
    *(p->sc ? &p->sc->as_of : &p->file_day) = t.text;
    p->i++;
    return need_end(p);
}

/* Headers whose value is a number: players, turns, seed. */
static bool header_number(Parser *p, const char *word, int *v) {
    if (!strcmp(word, "players")) {
        if (!need_number(p, MAX_PLAYERS, v, "a number of players")) return false;
        if (*v < 2) {
            lex_error(&p->lex, (Pos){p->lex.line, 1}, "a game has at least 2 players");
            return false;
        }
        p->sc->players = (unsigned)*v;
    } else if (!strcmp(word, "turns")) {
        if (!need_number(p, 999, v, "the number of the turn")) return false;
        p->sc->turns = (unsigned)*v;
    } else {
        if (!need_number(p, 1u << 30, v, "a number")) return false;
        p->sc->seed = (uint64_t)*v;
    }
    return need_end(p);
}

static const char *const headers[] = {"clauses", "players", "format", "seed",  "turn",
                                      "first",   "turns",   "at",     "as-of", 0};

static bool is_header(const char *word) {
    for (unsigned i = 0; headers[i]; i++)
        if (!strcmp(headers[i], word)) return true;
    return false;
}

static bool parse_header(Parser *p, const char *word) {
    int v = 0;
    if (!strcmp(word, "clauses")) return parse_clauses(p);
    if (!strcmp(word, "format")) return parse_format(p);
    if (!strcmp(word, "turn")) return need_player(p, &p->sc->turn) && need_end(p);
    if (!strcmp(word, "first") && take(p, "random")) return p->sc->random_first = true, need_end(p);
    if (!strcmp(word, "first")) return need_player(p, &p->sc->first) && need_end(p);
    if (!strcmp(word, "at")) return parse_at(p);
    if (!strcmp(word, "as-of")) return parse_day(p);
    return header_number(p, word, &v);
}

/* ---- lines ---- */

/* Starts a scenario with the defaults of its file. Errors go to it from now on. */
static void begin_scenario(Parser *p, const char *title, size_t n) {
    ScenarioFile *f = p->f;
    Scenario *sc = arena_get(&f->arena, sizeof *sc);
    set_game(p, p->file_game);
    while (n && (title[n - 1] == ' ' || title[n - 1] == '\t')) n--;
    sc->title = arena_copy(&f->arena, title, n);
    sc->pos = (Pos){p->lex.line, 1};
    sc->game = p->game;
    sc->players = 2;
    sc->turns = 5;
    sc->seed = 1;
    sc->as_of = p->file_day;
    sc->point = p->table->default_point;
    sc->clause_at = arena_get(&f->arena, CLAUSE_COUNT * sizeof(Pos));
    sc->plans = f->plans;
    if (f->last)
        f->last->next = sc;
    else
        f->first = sc;
    f->last = sc;
    f->nscenarios++;
    p->sc = sc;
    p->lex.errors = &sc->errors;
    p->lex.nerrors = &sc->nerrors;
    p->acted = p->placed = false;
    if (!n) lex_error(&p->lex, (Pos){p->lex.line, 9}, "a scenario needs a title");
}

/* For suggestions only. */
static const char *const starts_line[] = {
    "scenario", "game",    "card",  "do", "run",     "refuse",  "concede", "expect",
    "save",     "resolve", "P1",    "P2", "clauses", "players", "format",  "seed",
    "turn",     "first",   "turns", "at", "as-of",   0};

/* Reports an unknown first word, with a suggestion. */
static void unknown_line(Parser *p, const Token *t) {
    Near near = near_to(t->text);
    char hint[120];
    for (unsigned i = 0; starts_line[i]; i++)
        if (p->table->resolves || strcmp(starts_line[i], "resolve"))
            near_try(&near, starts_line[i]);
    lex_error(&p->lex, (Pos){p->lex.line, t->column}, "unknown statement `%.*s`%s",
              utf8_clip(t->text, 80), t->text, near_hint(&near, hint, sizeof hint));
}

/* Reports a line that needs a scenario above it; true if it did. */
static bool outside(Parser *p, const Token *t) {
    if (p->sc) return false;
    lex_error(&p->lex, (Pos){p->lex.line, t->column},
              "`%.*s` outside a scenario; expected `scenario TITLE` above it",
              utf8_clip(t->text, 40), t->text);
    return true;
}

/* Reports a line behind one that must follow it; true if it did. */
static bool too_late(Parser *p, const Token *t, bool late, const char *after) {
    if (!late) return false;
    lex_error(&p->lex, (Pos){p->lex.line, t->column},
              "`%.*s` is too late here; it belongs above %s", utf8_clip(t->text, 40), t->text,
              message(after));
    return true;
}

/* Parses a line that is not indented. The order of lines is fixed: game, cards, boards, `at`,
 * statements. */
static void parse_words(Parser *p) {
    Token t = peek(p);
    p->i = 1;
    if (t.kind == TOK_WORD && !strcmp(t.text, "game")) {
        const CardPlan *own = p->sc ? p->sc->plans : p->f->plans;
        bool cards = p->sc ? own != p->f->plans || p->placed : own && own->pos.line;
        if (!too_late(p, &t, p->acted || cards, "the cards")) parse_game(p);
    } else if (t.kind == TOK_WORD && !strcmp(t.text, "card")) {
        if (!too_late(p, &t, p->placed || p->acted, "`at` and the statements")) parse_card(p);
    } else if (t.kind == TOK_WORD && is_header(t.text)) {
        bool of_file = !strcmp(t.text, "as-of") && !p->sc;
        if (of_file || (!outside(p, &t) && !too_late(p, &t, p->acted, "the statements")))
            parse_header(p, t.text);
    } else if (t.kind == TOK_WORD && player_word(p, t.text) != NOBODY) {
        if (outside(p, &t) || too_late(p, &t, p->placed || p->acted, "`at` and the statements"))
            return;
        if (need_end(p)) p->board = player_word(p, t.text);
    } else {
        Statement st = {.pos = {p->lex.line, t.column}, .source = p->source};
        p->i = 0;
        bool known = t.kind == TOK_WORD &&
                     (next_is(p, "do") || next_is(p, "run") || next_is(p, "refuse") ||
                      next_is(p, "concede") || next_is(p, "save") || next_is(p, "expect") ||
                      (next_is(p, "resolve") && p->table->resolves));
        if (!known) {
            unknown_line(p, &t);
            return;
        }
        if (outside(p, &t)) return;
        p->acted = true;
        if (!parse_statement(p, &st)) return;
        p->sc->statements =
            arena_more(&p->f->arena, p->sc->statements, p->sc->nstatements, sizeof st);
        p->sc->statements[p->sc->nstatements++] = st;
    }
}

/* Indented lines belong to the card or board above. The title of `scenario` is taken as written, so
 * that line is not tokenised. */
static void parse_line(Parser *p, const char *s, const char *end) {
    const char *text = s;
    while (text < end && (*text == ' ' || *text == '\t')) text++;
    if (text == end || *text == '#') return;
    while (end[-1] == ' ' || end[-1] == '\t') end--;
    unsigned column = (unsigned)(text - s) + 1;
    bool indented = text > s;
    static const char word[] = "scenario";
    size_t n = sizeof word - 1;
    p->i = 0;
    p->lex.failed = false;
    if (indented && p->card) {
        parse_printed(p, text, end, column);
        return;
    }
    if (!indented) {
        p->card = 0;
        p->board = NOBODY;
    }
    if (!indented && (size_t)(end - text) >= n && !memcmp(text, word, n) &&
        ((size_t)(end - text) == n || text[n] == ' ' || text[n] == '\t')) {
        text += n;
        while (text < end && (*text == ' ' || *text == '\t')) text++;
        begin_scenario(p, text, (size_t)(end - text));
        return;
    }
    p->source = arena_copy(&p->f->arena, text, (size_t)(end - text));
    if (!lex_words(&p->lex, text, end, column) || !p->lex.ntokens) return;
    if (!indented)
        parse_words(p);
    else if (p->board != NOBODY)
        parse_board_line(p);
    else
        lex_error(&p->lex, (Pos){p->lex.line, column},
                  "an indented line belongs below `card` or below a player");
}

const CardPlan *plan_find(const Scenario *sc, const char *name) {
    for (const CardPlan *q = sc->plans; q; q = q->next)
        if (!strcmp(q->name, name)) return q;
    return 0;
}

/* The file's default game is the first one; JudgeTable.known is available from the start. */
ScenarioFile *scenario_parse(const char *name, const char *text, size_t n) {
    Arena arena = {0};
    ScenarioFile *f = arena_get(&arena, sizeof *f);
    f->arena = arena;
    f->name = arena_string(&f->arena, name);
    Parser p = {.lex = {.arena = &f->arena, .errors = &f->errors, .nerrors = &f->nerrors},
                .f = f,
                .board = NOBODY};
    set_game(&p, p.file_game = game_at(0));
    known_cards(&p);
    const char *end = text + n;
    for (const char *s = text; s < end;) {
        const char *stop = memchr(s, '\n', (size_t)(end - s));
        const char *eol = stop ? stop : end;
        p.lex.line++;
        parse_line(&p, s, eol > s && eol[-1] == '\r' ? eol - 1 : eol);
        s = stop ? stop + 1 : end;
    }
    if (!f->nscenarios && !f->nerrors)
        lex_error(&p.lex, (Pos){1, 1}, "no scenario in this file; expected `scenario TITLE`");
    return f;
}

void scenario_free(ScenarioFile *f) {
    Arena arena = f->arena; /* f itself is in the arena */
    arena_free(&arena);
}
