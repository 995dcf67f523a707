/* Lookups in a JudgeTable. */
#include "scenario/tables.h"
#include "games/host.h"

const JudgeTable *judge_table(const Game *g) { return g ? game_host(g)->judge : 0; }

unsigned judge_priority(const JudgeTable *t, const Game *g) {
    for (unsigned k = 0; t->priority && k < g->nasks; k++)
        if (!strcmp(g->asks[k].key, t->priority)) return ASK_GAME + k;
    return POINT_NONE;
}

unsigned judge_point(const JudgeTable *t, const char *word) {
    for (unsigned i = 0; t->points[i].word; i++)
        if (!strcmp(t->points[i].word, word)) return i;
    return POINT_NONE;
}
