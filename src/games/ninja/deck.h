/* 402: deck validation. */
#pragma once
#include "games/deck.h"
#include "games/ninja/ninja.h"

DeckCheck ninja_deck_check;
