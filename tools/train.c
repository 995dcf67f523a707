/* Plays games of every game that has decks, with random players, so that the compiler learns which
 * branches are taken (CMakeLists.txt beside this file). Run in the project's folder. */
#include "kernel/game.h"
#include "sim/count.h"
#include "sim/stock.h"
#include <stdio.h>

enum { TRAINING_GAMES = 1500, SEED = 77 }; /* not the seeds that the benchmark measures */

int main(void) {
    const Game *g;
    for (unsigned i = 0; (g = game_at(i)); i++) {
        Stock stock;
        FileError e;
        uint64_t decisions;
        if (!stock_open(&stock, g, &(StockOptions){0}, &e)) {
            fprintf(stderr, "%s\n", e.line);
            return 1;
        }
        SimConfig c = {.game = g,
                       .pack = stock.pack,
                       .decks = stock.fuda,
                       .ndecks = stock.ndecks,
                       .players = 2,
                       .seed = SEED};
        bool played = count_inner(&c, TRAINING_GAMES, &decisions);
        stock_free(&stock);
        if (!played) return 1;
    }
    return 0;
}
