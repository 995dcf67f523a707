/* Plays random games of every game, to produce the branch counts for profile-guided optimization
 * (see train.cmake). Run in the root of the repository. */
#include "kernel/game.h"
#include "sim/count.h"
#include "sim/stock.h"
#include <stdio.h>

enum { TRAINING_GAMES = 1500, SEED = 77 }; /* other seeds than the benchmark's */

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
