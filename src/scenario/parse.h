/* Shared by the parsers of scenario files. The need_* functions consume a token or report an error
 * and return false; the take functions consume a token if it is there. */
#pragma once
#include "cards/form.h"
#include "play/words.h"
#include "scenario/lex.h"
#include "scenario/tables.h"

typedef struct Parser {
    Lex lex;
    ScenarioFile *f;
    Scenario *sc; /* current scenario; null above the first one */
    const Game *file_game;
    const char *file_day; /* `as-of` above the first scenario; null: none */
    const Game *game;
    const JudgeTable *table;
    const CardForm *form;
    unsigned i;         /* index of the next token */
    CardPlan *card;     /* indented lines belong to this card; null: none */
    PlayerId board;     /* or to this player's board; NOBODY: none */
    bool acted;         /* a statement was seen: the board is complete */
    bool placed;        /* `at` was seen: no more cards */
    const char *source; /* current line */
} Parser;

/* ---- words, in parse.c ---- */
Token peek(const Parser *p);
Token peek_at(const Parser *p, unsigned ahead);
Pos here(const Parser *p);
bool at_end(const Parser *p);
bool next_is(const Parser *p, const char *word);
bool take(Parser *p, const char *word);
bool take_kind(Parser *p, TokenKind kind);
/* Reports "`TOKEN`; expected WHAT" at the next token. Always returns false. */
bool expected(Parser *p, const char *what);
bool need_end(Parser *p);
bool need_number(Parser *p, unsigned max, int *out, const char *what);
bool need_player(Parser *p, PlayerId *out);
PlayerId player_word(const Parser *p, const char *word); /* NOBODY if it is not a player */
bool need_point(Parser *p, unsigned *out);
const char *question_word(const Parser *p, const char *word); /* null if it is not a kind */
bool need_question(Parser *p, const char **out);
bool need_clause(Parser *p, unsigned *out);
ZoneId zone_word(const Parser *p, const char *word); /* 0 if it is not a zone */
bool is_number(const char *s);

/* ---- boards, in parse_board.c ---- */
void parse_card(Parser *p);
void parse_printed(Parser *p, const char *s, const char *end, unsigned column);
void parse_board_line(Parser *p);
void known_cards(Parser *p); /* adds JudgeTable.known to the current scope */
bool unknown_card(Parser *p, Pos pos, const char *name); /* reports it; returns false */

/* ---- statements, in parse_statement.c ---- */
bool need_card(Parser *p, CardWord *out);
bool parse_zone(Parser *p, ZoneWord *out); /* false without an error if it is not a zone */
/* Appends answers separated by 'between' (TOK_END: just one) up to the token 'stop'. */
bool parse_answers(Parser *p, PlayerId player, TokenKind between, TokenKind stop, Answer **out,
                   unsigned *n);
bool parse_statement(Parser *p, Statement *st);
/* ---- parse_expect.c ---- */
bool parse_expect(Parser *p, Expect *e);
/* The text of a trait as a term: with its marks, in games that tell sorts of terms apart. */
const char *marked_trait(Parser *p, const Token *t);
