/* What a Tongue takes from the tables of its game: the rows of the lexicon, and the constants that
 * rows name. Only a game's tongue.c includes this, behind the game's own header (kernel/enums.h).
 */
#pragma once
#include "text/tongue.h"

#define R     GRAMMAR_ROW
#define CHUNK GRAMMAR_CHUNK
#define FRAME GRAMMAR_FRAME
#define VERB  GRAMMAR_VERB
static const Row rows[] = {
#include TABLE(lexicon)
};
#undef R
#undef CHUNK
#undef FRAME
#undef VERB
static const Const words[] = {
#define C(name, value) {#name, value},
#include TABLE(consts)
#undef C
#define ZONE(name, word, ...) {#word, 1 << ZONE_ID(name)},
#include TABLE(zones)
#undef ZONE
#define KIND(name, ...) {"K_" #name, ID(K, name)},
#include TABLE(kinds)
#undef KIND
#define KEYWORD(name, ...) {"KW_" #name, ID(W, name)},
#include TABLE(keywords)
#undef KEYWORD
#define POINT(name, ...) {"AT_" #name, ID(P, name)},
#include TABLE(points)
#undef POINT
#define HOW(name, ...) {"H_" #name, ID(H, name)}, {"BY_" #name, 1 << ID(H, name)},
#include TABLE(hows)
#undef HOW
#define ROLE(name, word, ...) {#word, ID(R, name)},
#define ROLE_SHOWN            ROLE
#include TABLE(roles)
#undef ROLE
#undef ROLE_SHOWN
#define FACT(name, word, ...) {#word, ID(FACT, name)},
#define FACT_SHOWN            FACT
#include TABLE(facts)
#undef FACT
#undef FACT_SHOWN
#define CARD_FACT(name, ...) {"Q_" #name, ID(Q, name)},
#include TABLE(card_facts)
#undef CARD_FACT
#define DEED(name, ...) {"DID_" #name, ID(DEED, name)},
#include TABLE(deeds)
#undef DEED
#define GAME_OP(name, ...) {"G_" #name, ID(OP, name)},
#include TABLE(ops)
#undef GAME_OP
};
