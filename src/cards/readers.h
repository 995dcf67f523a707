/* The readers of card files, one a format. They add to the list; the caller takes back what was
 * added on an error. */
#pragma once
#include "cards/cardlist.h"

bool cards_csv(CardList *l, const char *path, const FileText *f, FileError *e);
bool cards_errata(CardList *l, const char *path, const FileText *f, FileError *e);
bool cards_json(CardList *l, const char *path, const FileText *f, FileError *e); /* also .r4uset */
/* Copies the correction, but not its strings. */
void cards_add_correction(CardList *l, const Correction *x);
/* The clause of the game with this number, 0: there is none. */
Clause clause_by_id(const Game *g, const char *id);
/* Every card as printed again. */
void cards_revert_corrections(CardList *l);
/* `file: card N (NAME): message` */
bool card_error(FileError *e, const PrintedCard *c, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
