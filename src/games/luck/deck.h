/* Deck validation of ラクエンロジック, 6.1. */
#pragma once
#include "games/deck.h"
#include "games/luck/luck.h"

enum { LPILE_MAIN, LPILE_GATES, LPILE_MY, LPILE_RELICS };
unsigned luck_deck_check(const Run *r, const DeckLists *d, DeckFault *out, unsigned max);
