/* Deck validation of グランブルーファンタジーTCG. */
#pragma once
#include "games/deck.h"
#include "games/granblue/granblue.h"

DeckCheck granblue_deck_check;
