/* Reading a scenario file: what its parts share. */
#pragma once
#include "cards/form.h"
#include "play/words.h"
#include "scenario/lex.h"
#include "scenario/tables.h"

typedef struct Parser {
    Lex lex;
    ScenarioFile *f;
    Scenario *sc; /* null above the first one */
    const Game *file_game;
    const Game *game;
    const JudgeTable *table;
    const CardForm *form;
    unsigned i;         /* next token */
    Plan *card;         /* indented lines belong to this card */
    PlayerId board;     /* or to this player's board; NOBODY: to none */
    bool acted;         /* something was done or expected: the board is closed */
    bool placed;        /* `at` was there */
    const char *source; /* the line */
} Parser;

/* ---- words, in parse.c ---- */
Token peek(const Parser *p);
Token peek_at(const Parser *p, unsigned ahead);
Pos here(const Parser *p);
bool at_end(const Parser *p);
bool next_is(const Parser *p, const char *word);
bool take(Parser *p, const char *word);
bool take_kind(Parser *p, TokenKind kind);
/* "`…`: expected WHAT" at the next token. Always returns false. */
bool wanted(Parser *p, const char *what);
bool need_end(Parser *p);
bool need_number(Parser *p, unsigned max, int *out, const char *what);
bool need_player(Parser *p, PlayerId *out);
PlayerId player_word(const Parser *p, const char *word); /* NOBODY: it is none */
bool need_point(Parser *p, unsigned *out);
bool need_clause(Parser *p, unsigned *out);
ZoneId zone_word(const Parser *p, const char *word); /* 0: it is none */
bool is_number(const char *s);

/* ---- boards, in parse_board.c ---- */
void parse_card(Parser *p);
void parse_printed(Parser *p, const char *s, const char *end, unsigned column);
void parse_board_line(Parser *p);
void known_cards(Parser *p); /* adds those that every scenario of the game knows */
bool unknown_card(Parser *p, Pos pos, const char *name); /* says so; false */

/* ---- statements, in parse_say.c ---- */
bool need_card(Parser *p, CardWord *out);
bool parse_zone(Parser *p, ZoneWord *out); /* false without an error: it is no zone */
bool parse_answers(Parser *p, PlayerId player, TokenKind between, TokenKind stop, Answer **out,
                   unsigned *n);
bool parse_statement(Parser *p, Statement *st);
/* ---- parse_expect.c ---- */
bool parse_expect(Parser *p, Expect *e);
