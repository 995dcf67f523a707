/* Fuzz target: card files in any format. Reads them, looks cards up, and adds each card to a
 * builder. */
#include "cards/load.h"
#include <stdlib.h>
#include <string.h>

/* CardVisit: stops at the card itself. */
static bool same(void *context, const PrintedCard *c) {
    if (c == context) return false;
    return true;
}

/* An error must be one line without control characters. */
static void check_line(const char *line) {
    if (!*line || strchr(line, '\n') || text_control(line)) abort();
}

static void try_game(const Game *g, const uint8_t *data, size_t size) {
    CardList cards;
    FileError e;
    char why[400];
    unsigned left_out;
    cards_init(&cards, g);
    bool ok = cards_take(&cards, "fuzz", data, size, &e);
    if (!ok) check_line(e.line);
    if (!ok && (cards.n || cards.ncorrections)) abort();
    if (ok && !cards_correct(&cards, NULL, &e)) check_line(e.line);
    for (unsigned i = 0; i < cards.nnotes; i++) check_line(cards.note[i]);
    Builder *b = builder_new(cards.game);
    for (unsigned i = 0; i < cards.n && i < 20; i++) {
        PrintedCard *c = &cards.card[i];
        if (!*c->name || !c->kinds || !cards_equal(c, c)) abort();
        cards_each(&cards, c->name, same, c);
        cards_nearest(&cards, c->name);
        load_card(b, c, LOAD_PARTIAL, &left_out, why, sizeof why);
    }
    builder_pack(b);
    builder_free(b);
    cards_free(&cards);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (unsigned i = 0; game_at(i); i++) try_game(game_at(i), data, size);
    return 0;
}
