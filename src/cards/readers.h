/* The card file readers, one per format. They append to the list; on failure the caller undoes
 * that. */
#pragma once
#include "cards/cardlist.h"

/* Each reads one whole file into the list; 'path' must live as long as the list. They modify
 * nothing but the list. */
bool cards_csv(CardList *l, const char *path, const FileText *f, FileError *e);
bool cards_errata(CardList *l, const char *path, const FileText *f, FileError *e);
bool cards_json(CardList *l, const char *path, const FileText *f, FileError *e); /* also .r4uset */
/* Appends a copy of the correction; its strings are not copied. */
void cards_add_correction(CardList *l, const Correction *x);
/* The game's clause with this id, 0 if there is none. */
Clause clause_by_id(const Game *g, const char *id);
/* Checks the cards from 'first' on against all: no two different cards may have the same serial. A
 * card that is there twice gets a note. */
bool cards_check_serials(CardList *l, unsigned first, FileError *e);
/* Restores every card to its printed form. */
void cards_revert_corrections(CardList *l);
/* Formats the error `file: card N (NAME): message` and returns false. */
bool card_error(FileError *e, const PrintedCard *c, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
