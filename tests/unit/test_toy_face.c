/* Cards that lie face down: what effects give them, what their backs tell, and costs that turn
 * cards. */
#include "code_pack.h"
#include "kernel/view.h"
#include "toy_play.h"

static Game game;
static ZoneInfo game_zones[TZ_COUNT];

static KindSet back_of(Run *r, unsigned viewer, uint16_t c) {
    return viewer < 2 ? r->pack->def[card_of(r->s, c)->def].kinds & 1u << TK_BIG : 0;
}

/* The toy, where a card face down has no information, except what it is given in these zones. */
static Run face_board(ZoneSet given) {
    Run r = toy_board();
    game = game_toy;
    memcpy(game_zones, game_toy.zones, sizeof game_zones);
    game.zones = game_zones;
    game.face_down_is_blank = true;
    game.given_face_down = given;
    game.open_kinds = 1 << TK_BIG;
    game.kinds_known = back_of;
    r.g = &game;
    return r;
}

static void turn(Run *r, CardId c, bool down) {
    unsigned first = batch_open(r);
    batch_add(r, EV_FACE, card_of(r->s, c)->holder, c)->amount = down;
    batch_do(r, first);
    forget_waiting(r);
}

static void strengthen(Run *r, CardId c) {
    Effect *e = effect_add(r, EFF_STAT, DUR_GAME, 0);
    e->target = ref_to(r->s, c);
    e->stat[0] = STAT_ATK;
    e->a = 5;
    if (card_of(r->s, c)->flags & CARD_DOWN) e->flags |= EFF_FACE_DOWN;
}

static int attack_of(Run *r, CardId c) { return card_stat(r, ref_to(r->s, c), STAT_ATK); }

/* A card face down gets what an effect gives it only in the zones of the game's choice. There it
 * also keeps it when it is turned. */
static void given_face_down_by_zone(void **state) {
    (void)state;
    for (unsigned given = 0; given < 2; given++) {
        Run r = face_board(given ? 1 << TZ_FIELD : 0);
        CardId c = lay(&r, 0, SHIELD, TZ_FIELD, 1, 0);
        const int printed = attack_of(&r, c);
        turn(&r, c, true);
        strengthen(&r, c);
        assert_int_equal(attack_of(&r, c), given ? 5 : 0);
        turn(&r, c, false);
        assert_int_equal(attack_of(&r, c), given ? printed + 5 : printed);
        assert_null(state_ok(&r));
    }
}

/* A granted ability is valid face down where cards are given abilities; a printed one never is. */
static void granted_face_down(void **state) {
    (void)state;
    for (unsigned given = 0; given < 2; given++) {
        Run r = face_board(given ? 1 << TZ_FIELD : 0);
        CardId c = lay(&r, 0, SHIELD, TZ_FIELD, 1, 0), other = lay(&r, 0, TURTLE, TZ_FIELD, 12, 0);
        const AbilId own = r.pack->def[card_of(r.s, c)->def].abil,
                     foreign = r.pack->def[card_of(r.s, other)->def].abil;
        assert_true(r.pack->def[card_of(r.s, c)->def].nabil && own != foreign);
        assert_true(ability_valid(&r, c, own));
        turn(&r, c, true);
        assert_false(ability_valid(&r, c, own));
        assert_int_equal(ability_valid(&r, c, foreign), given);
    }
}

/* What the back tells is seen in every zone, also where cards normally lie open. */
static void backs_tell(void **state) {
    (void)state;
    for (unsigned z = TZ_FIELD; z < TZ_COUNT; z++) {
        Run r = face_board(0);
        FudaView v;
        unsigned found = 0;
        if (z == TZ_CHARMS) continue;
        CardId big = lay(&r, 0, TURTLE, (ZoneId)z, 3, 0),
               small = lay(&r, 0, SHIELD, (ZoneId)z, 4, 0);
        turn(&r, big, true);
        turn(&r, small, true);
        view_make(&r, 1, &v);
        for (unsigned i = 0; i < v.ncards; i++) {
            if (v.cards[i].zone != z || v.cards[i].player != 0) continue;
            assert_int_equal(v.cards[i].def, 0);
            found += v.cards[i].kinds >> TK_BIG & 1;
        }
        assert_int_equal(found, 1);
    }
}

/* A cost that first puts its card where cards have no orientation cannot rest it there. */
static void only_oriented_cards_turn(void **state) {
    (void)state;
    Run r = face_board(0);
    CodePack own;
    code_open(&own, r.g, r.pack);
    const Pc gone = PUT(&own, OP_TRIED, OP_MOVE, OP_YOU, OP_SELF, 1 << TZ_PILE, 0, TH_PUT,
                        OP_ORIENT, OP_SELF, 1, OP_END),
             there = PUT(&own, OP_TRIED, OP_MOVE, OP_YOU, OP_CARDS, OP_YOU, 1 << TZ_HAND, 1, OP_ANY,
                         1 << TZ_PILE, 0, TH_PUT, OP_ORIENT, OP_SELF, 1, OP_END);
    r.pack = code_done(&own);
    CardId c = lay(&r, 0, SHIELD, TZ_FIELD, 1, 0);
    forget_waiting(&r);
    r.s->ctx[0].master = 0;
    r.s->ctx[0].source = ref_to(r.s, c);
    assert_false(vm_can(&r, 0, gone));
    assert_true(vm_can(&r, 0, there));
    code_free(&own);
}

/* The parts of a cost are paid in the order that is given; a card that lies where it is to go
 * cannot be put there. */
static void parts_in_order(void **state) {
    (void)state;
    Run r = face_board(0);
    CodePack own;
    code_open(&own, r.g, r.pack);
    const Pc rest = PUT(&own, OP_ORIENT, OP_SELF, 1, OP_END),
             drop = PUT(&own, OP_MOVE, OP_YOU, OP_SELF, 1 << TZ_LANE, 0, TH_PUT, OP_END);
    r.pack = code_done(&own);
    const Pc pc[] = {rest, drop, rest}, end[] = {(Pc)(rest + 3), (Pc)(drop + 6), (Pc)(rest + 3)},
             twice[] = {drop, drop}, ends[] = {(Pc)(drop + 6), (Pc)(drop + 6)};
    CardId c = lay(&r, 0, SHIELD, TZ_FIELD, 1, 0);
    forget_waiting(&r);
    r.s->ctx[0].master = 0;
    r.s->ctx[0].source = ref_to(r.s, c);
    assert_true(vm_try_parts(&r, 0, pc, end, 2, 0, 0));
    assert_false(vm_try_parts(&r, 0, pc + 1, end + 1, 2, 0, 0)); /* in the lane nothing rests */
    assert_false(vm_try_parts(&r, 0, twice, ends, 2, 0, 0));
    code_free(&own);
}

/* A part of a cost that uses all cards of a zone counts as paid if there are none. */
static void all_of_none(void **state) {
    (void)state;
    Run r = face_board(0);
    CodePack own;
    code_open(&own, r.g, r.pack);
    const Pc all = PUT(&own, OP_SETIT, OP_CARDS, OP_YOU, 1 << TZ_HAND, 1, OP_ANY, OP_REVEAL, OP_IT,
                       OP_END),
             these = PUT(&own, OP_SETIT, OP_SOULS, OP_SELF, OP_REVEAL, OP_IT, OP_END);
    r.pack = code_done(&own);
    CardId c = lay(&r, 0, SHIELD, TZ_FIELD, 1, 0);
    forget_waiting(&r);
    r.s->ctx[0].master = 0;
    r.s->ctx[0].source = ref_to(r.s, c);
    assert_int_equal(r.s->player[0].count[TZ_HAND], 0);
    assert_true(vm_can(&r, 0, all));
    assert_false(vm_can(&r, 0, these));
    code_free(&own);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(given_face_down_by_zone),
        cmocka_unit_test(granted_face_down),
        cmocka_unit_test(backs_tell),
        cmocka_unit_test(only_oriented_cards_turn),
        cmocka_unit_test(all_of_none),
        cmocka_unit_test(parts_in_order),
    };
    return cmocka_run_group_tests(tests, toy_open, toy_close);
}
