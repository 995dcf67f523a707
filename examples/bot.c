/* A bot that tries each option on samples of what it cannot see, plays on at random, and takes the
 * option after which it won most often. It plays against the random player.
 *
 *     cc bot.c $(pkg-config --cflags --libs fuda) && ./a.out [GAME [GAMES]] */
#include <fuda.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 6, MOST_ANSWERS = 400 };

static fuda_error e;

/* Plays on at random. 1: the player wins; 0: loses; 0.5: anything else. */
static double play_out(fuda_state *s, int player) {
    fuda_question q;
    fuda_result end;
    for (unsigned n = 0; n < MOST_ANSWERS && fuda_run(s) == FUDA_DECISION; n++)
        if (fuda_asked(s, &q)) fuda_answer(s, (unsigned)rand() % q.options, NULL);
    fuda_state_result(s, &end);
    return end.result != FUDA_WIN ? 0.5 : (double)(end.winners >> player & 1);
}

/* 'trial' is a quiet state to play in. Of the true state only the question is read. */
static unsigned choose(const fuda_state *s, fuda_state *trial, const fuda_question *q) {
    unsigned best = 0;
    double most = -1;
    for (unsigned option = 0; option < q->options; option++) {
        double won = 0;
        for (unsigned k = 0; k < SAMPLES; k++) {
            fuda_sample(trial, s, q->player, (uint64_t)rand(), NULL);
            fuda_answer(trial, option, NULL);
            won += play_out(trial, q->player);
        }
        if (won <= most) continue;
        most = won;
        best = option;
    }
    return best;
}

/* One game; 1: the bot in seat 'me' wins. */
static int play(fuda_state *s, fuda_state *trial, int me) {
    fuda_question q;
    fuda_result end;
    while (fuda_run(s) == FUDA_DECISION && fuda_asked(s, &q))
        fuda_answer(s, q.player == me ? choose(s, trial, &q) : (unsigned)rand() % q.options, NULL);
    fuda_state_result(s, &end);
    return end.result == FUDA_WIN && (end.winners >> me & 1);
}

int main(int argc, char **argv) {
    const fuda_game *game = fuda_game_find(argc > 1 ? argv[1] : "rebirth");
    unsigned games = argc > 2 ? (unsigned)atoi(argv[2]) : 4, won = 0;
    fuda_cards *cards = fuda_cards_default(game, &e);
    fuda_deck *deck = cards ? fuda_deck_default(game, 0, &e) : NULL;
    const fuda_deck *decks[] = {deck};
    fuda_pack *pack = deck ? fuda_pack_new(cards, decks, 1, 0, 0, &e) : NULL;
    for (unsigned i = 0; pack && i < games; i++) {
        fuda_setup setup = {.players = 2, .seed = i, .first = FUDA_BY_LOT, .flags = FUDA_QUIET};
        fuda_state *s = fuda_new(pack, &setup, &e), *trial = fuda_new(pack, &setup, &e);
        if (s && trial) won += (unsigned)play(s, trial, (int)(i & 1));
        fuda_free(s);
        fuda_free(trial);
    }
    if (!pack) return fprintf(stderr, "%s\n", e.message), 1;
    printf("the bot won %u of %u games\n", won, games);
    fuda_pack_free(pack);
    fuda_deck_free(deck);
    fuda_cards_free(cards);
    return 0;
}
