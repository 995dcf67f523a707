/* 6.1: what a deck must be like: a main deck, its partners, and a deer deck. */
#pragma once
#include "games/deck.h"
#include "games/rebirth/rebirth.h"

DeckCheck rebirth_deck_check;
