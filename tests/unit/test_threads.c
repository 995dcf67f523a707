/* Texts of both games are compiled by several threads at once, the grammars built by whoever comes
 * first; every thread gets what one alone gets. Under -fsanitize=thread this finds data that
 * threads share. */
#include "cards/builder.h"
#include "cards/cardlist.h"
#include "text/text.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// clang-format off
#include <cmocka.h>
// clang-format on

enum { THREADS = 6, MAX_TEXTS = 400 };

typedef struct Text {
    const Game *game;
    const char *text;
} Text;
static Text texts[MAX_TEXTS];
static unsigned ntexts;

typedef struct Work {
    pthread_t thread;
    unsigned first;        /* threads begin at different texts */
    char *said[MAX_TEXTS]; /* code and explanations of each text, or why it was refused */
} Work;

static char *say(const Text *t) {
    TextError error = {0};
    char *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);
    TextTree *tree = text_parse(t->game, t->text, &error);
    if (tree) {
        char *en = text_explain(tree, "en"), *ja = text_explain(tree, "ja");
        fprintf(f, "%s\n%s\n", en, ja);
        free(en);
        free(ja);
        text_free(tree);
    }
    Builder *b = builder_new(t->game);
    CardText card = {.name = "甲", .kinds = 1, .abilities = &t->text, .nabilities = 1};
    unsigned entry;
    if (builder_add(b, &card, &entry, &error)) {
        const Pack *p = builder_pack(b);
        for (unsigned i = 1; i < p->ncode; i++) fprintf(f, "%u ", p->code[i]);
    } else {
        fprintf(f, "%u: %s", error.at, error.message);
    }
    builder_free(b);
    fclose(f);
    return out;
}

static void *work(void *self) {
    Work *w = self;
    for (unsigned i = 0; i < ntexts; i++) {
        unsigned at = (w->first + i) % ntexts;
        w->said[at] = say(&texts[at]);
    }
    return NULL;
}

static void take_texts(CardList *l, const char *key, const char *file) {
    FileError error;
    cards_init(l, game_by_key(key));
    assert_true(cards_read(l, file, &error));
    for (unsigned i = 0; i < l->n; i++)
        for (unsigned k = 0; k < l->card[i].ntext && ntexts < MAX_TEXTS; k++)
            texts[ntexts++] = (Text){l->game, l->card[i].text[k]};
}

static void threads_agree(void **state) {
    (void)state;
    static Work many[THREADS], alone;
    static const Text wrong = {0, "何でもない。"};
    CardList lists[2];
    take_texts(&lists[0], "rebirth", "cards/rebirth/starter.csv");
    take_texts(&lists[1], "ninja", "cards/ninja/starter.csv");
    assert_true(ntexts > 50 && ntexts < MAX_TEXTS);
    for (unsigned i = 0; i < 2; i++) texts[ntexts++] = (Text){lists[i].game, wrong.text};
    for (unsigned i = 0; i < THREADS; i++) {
        many[i].first = i * ntexts / THREADS;
        assert_int_equal(pthread_create(&many[i].thread, NULL, work, &many[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) pthread_join(many[i].thread, NULL);
    work(&alone);
    for (unsigned k = 0; k < ntexts; k++) {
        for (unsigned i = 0; i < THREADS; i++) {
            assert_string_equal(many[i].said[k], alone.said[k]);
            free(many[i].said[k]);
        }
        free(alone.said[k]);
    }
    cards_free(&lists[0]);
    cards_free(&lists[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_agree)};
    return cmocka_run_group_tests(tests, 0, 0);
}
