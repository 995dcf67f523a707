/* A judge's question: what can be done now, by which clause is it asked, and why is something else
 * not possible? Plays a game at random up to a question with words to choose from.
 *
 *     cc judge.c $(pkg-config --cflags --libs fuda) && ./a.out [GAME [ANSWERS [WORDS]]] */
#include <fuda.h>
#include <stdio.h>
#include <stdlib.h>

static fuda_error e;

static void show_question(const fuda_state *s) {
    fuda_question q;
    fuda_reason why;
    char words[600];
    if (!fuda_asked(s, &q) || !fuda_why(s, &why, &e)) return;
    printf("P%d is asked by %s: %s\n", q.player + 1, why.rule.id, why.rule.gist);
    if (*why.ability) printf("  for %s: %s\n", why.card, why.ability);
    for (unsigned i = 0; i < q.options; i++) {
        fuda_option_words(s, i, words, sizeof words);
        printf("  %u  %s\n", i, words);
    }
}

static void show_reason(const fuda_state *s, const char *words) {
    fuda_reason why;
    if (!fuda_why_not(s, words, &why, &e))
        printf("%s: %s\n", words, e.message);
    else if (why.option >= 0)
        printf("%s: it is option %d\n", words, why.option);
    else
        printf("%s: not now, by %s: %s\n", words, why.rule.id, why.rule.gist);
}

int main(int argc, char **argv) {
    const fuda_game *game = fuda_game_find(argc > 1 ? argv[1] : "rebirth");
    unsigned answers = argc > 2 ? (unsigned)atoi(argv[2]) : 25;
    fuda_question q;
    fuda_cards *cards = fuda_cards_default(game, &e);
    fuda_deck *deck = cards ? fuda_deck_default(game, 0, &e) : NULL;
    const fuda_deck *decks[] = {deck};
    fuda_pack *pack = deck ? fuda_pack_new(cards, decks, 1, 0, 0, &e) : NULL;
    fuda_setup setup = {.players = 2, .seed = 1, .first = 0};
    fuda_state *s = pack ? fuda_new(pack, &setup, &e) : NULL;
    if (!s) return fprintf(stderr, "%s\n", e.message), 1;
    for (unsigned i = 0; i < answers && fuda_run(s) == FUDA_DECISION && fuda_asked(s, &q); i++)
        fuda_answer(s, i % q.options, NULL);
    fuda_run(s);
    show_question(s);
    show_reason(s, argc > 3 ? argv[3] : "attack-phase");
    show_reason(s, "castle kingside");
    fuda_free(s);
    fuda_pack_free(pack);
    fuda_deck_free(deck);
    fuda_cards_free(cards);
    return 0;
}
