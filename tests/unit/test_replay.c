/* Replays: a written file reads back byte for byte, and is never incomplete. */
#include "sim/replay.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

/* A replay that uses every field, with characters that need escaping. */
static void fill(Replay *p) {
    const char *const traits[] = {"海", "back\\slash"};
    const char *const text[] = {"一行目\n二行目", "\\n is no line break"};
    const CardText odd = {.name = "名前 with blanks",
                          .kinds = 1,
                          .cost = 3,
                          .atk = -2,
                          .def = 5,
                          .third = 2,
                          .traits = traits,
                          .ntraits = 2,
                          .title = "title",
                          .epithet = "二つ\\名",
                          .abilities = text,
                          .nabilities = 2,
                          .box = "箱\n二行"};
    const CardText plain = {.name = "plain", .kinds = 4, .cost = -1};
    replay_init(p, game_at(0));
    p->seed = UINT64_MAX;
    p->first = 1;
    assert_int_equal(replay_add_card(p, &odd), 1);
    assert_int_equal(replay_add_card(p, &plain), 2);
    for (unsigned q = 0; q < 2; q++) {
        p->deck[q].n[0] = 3;
        p->deck[q].card[0][0] = p->deck[q].card[0][1] = 2;
        p->deck[q].card[0][2] = 1;
    }
    replay_add_step(p, 3, 7, 0x0123456789abcdefu);
    replay_add_step(p, REPLAY_CONCEDE, 1, 1);
    p->result = RESULT_WIN;
    p->won = 1;
}

/* Written, read and written again, the file has the same bytes. */
static void test_round_trip(void **state) {
    (void)state;
    char one[] = "/tmp/fuda-replay-XXXXXX", two[sizeof one + 4];
    int fd = mkstemp(one);
    assert_true(fd >= 0);
    close(fd);
    snprintf(two, sizeof two, "%s.2", one);
    Replay p, q;
    FileError e;
    fill(&p);
    assert_true(replay_write(&p, one, &e));
    assert_true(replay_read(&q, one, &e));
    assert_int_equal(q.seed, UINT64_MAX);
    assert_int_equal(q.first, 1);
    assert_int_equal(q.ncards, 2);
    assert_string_equal(q.card[0].name, "名前 with blanks");
    assert_int_equal(q.card[0].atk, -2);
    assert_string_equal(q.card[0].traits[1], "back\\slash");
    assert_string_equal(q.card[0].abilities[0], "一行目\n二行目");
    assert_string_equal(q.card[0].abilities[1], "\\n is no line break");
    assert_int_equal(q.card[0].third, 2);
    assert_string_equal(q.card[0].epithet, "二つ\\名");
    assert_string_equal(q.card[0].box, "箱\n二行");
    assert_null(q.card[1].epithet);
    assert_null(q.card[1].box);
    assert_int_equal(q.card[1].cost, -1);
    assert_int_equal(q.nsteps, 2);
    assert_int_equal(q.step[1].answer, REPLAY_CONCEDE);
    assert_true(replay_write(&q, two, &e));
    FileText a, b;
    assert_true(file_read(one, &a, &e) && file_read(two, &b, &e));
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    file_free(&a);
    file_free(&b);
    replay_free(&p);
    replay_free(&q);
    remove(one);
    remove(two);
}

static void test_not_written(void **state) {
    (void)state;
    Replay p;
    FileError e;
    fill(&p);
    assert_false(replay_write(&p, "/nowhere/at/all", &e));
    assert_non_null(strstr(e.line, "/nowhere/at/all"));
    replay_free(&p);
}

/* Every prefix of a valid file without its complete last line is refused. */
static void test_truncated(void **state) {
    (void)state;
    static const char text[] =
        "fuda replay 1\ngame rebirth\nseed 1\ncard A\n  kind CH\n  text x\ndeck P1\n  main 1\n"
        "deck P2\n  main 1 1\nplay\n0/2 0123456789abcdef\nover draw 0123456789abcdef\n";
    for (size_t n = 0; n < sizeof text - 2; n++) {
        Replay p;
        FileError e;
        assert_false(replay_take(&p, "cut", text, n, &e));
        assert_memory_equal(e.line, "cut:", 4);
    }
    Replay p;
    FileError e;
    assert_true(replay_take(&p, "cut", text, sizeof text - 1, &e));
    replay_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip),
                                       cmocka_unit_test(test_not_written),
                                       cmocka_unit_test(test_truncated)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
