#pragma once
#include "games/deck.h"
#include "games/vividz/vividz.h"

DeckCheck vividz_deck_check;
