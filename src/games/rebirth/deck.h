/* 6.1, 12.2.1: deck validation. */
#pragma once
#include "games/deck.h"
#include "games/rebirth/rebirth.h"

DeckCheck rebirth_deck_check;
