/* A game as lines of text, as one player sees it. */
#pragma once
#include "fuda.h"
#include <stdio.h>

typedef enum Lang { LANG_EN, LANG_JA } Lang;

/* Everything the viewer of v can see of the board. */
void board_print(const FudaView *v, const Game *g, const Pack *pack, Lang lang);
/* One line for an event that was just applied, as the viewer sees it; nothing for events that say
 * nothing. */
void board_event(const Run *r, const Event *e, PlayerId viewer, Lang lang);
/* An option in the words of that language; cards that the viewer cannot see are called by their
 * place. */
const char *board_option(const Run *r, const Option *o, PlayerId viewer, Lang lang, char *out,
                         size_t size);
/* What kind of question it is, as a line. */
const char *board_question(const Game *g, unsigned kind, Lang lang);
