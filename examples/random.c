/* A random game between two of the decks that come with Fuda, told to a spectator.
 *
 *     cc random.c $(pkg-config --cflags --libs fuda) && ./a.out [GAME [SEED]] */
#include <fuda.h>
#include <stdio.h>
#include <stdlib.h>

static void tell(void *context, const fuda_state *s, const fuda_move *move) {
    char line[600];
    (void)context;
    fuda_move_words(s, move, false, line, sizeof line);
    puts(line);
}

int main(int argc, char **argv) {
    fuda_error e;
    fuda_question q;
    fuda_result end;
    const fuda_game *game = fuda_game_find(argc > 1 ? argv[1] : "rebirth");
    unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    fuda_cards *cards = fuda_cards_default(game, &e);
    fuda_deck *deck = cards ? fuda_deck_default(game, 0, &e) : NULL;
    const fuda_deck *decks[] = {deck};
    fuda_pack *pack = deck ? fuda_pack_new(cards, decks, 1, 0, 0, &e) : NULL;
    fuda_setup setup = {.players = 2, .seed = seed, .first = FUDA_BY_LOT};
    fuda_state *s = pack ? fuda_new(pack, &setup, &e) : NULL;
    if (!s) return fprintf(stderr, "%s\n", e.message), 1;
    fuda_listen(s, FUDA_SPECTATOR, tell, NULL, NULL);
    srand((unsigned)seed);
    while (fuda_run(s) == FUDA_DECISION && fuda_asked(s, &q))
        fuda_answer(s, (unsigned)rand() % q.options, NULL);
    fuda_state_result(s, &end);
    printf("result %d, winners %#x, %u turns\n", end.result, end.winners, end.turns);
    fuda_free(s), fuda_pack_free(pack), fuda_deck_free(deck), fuda_cards_free(cards);
    return 0;
}
