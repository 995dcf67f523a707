/* Chapter 13: multiplayer formats.
 *
 * This file decides who may attack, block and cancel whom, who wins, and what happens when a
 * player leaves. Turn and attack themselves are in turn.c and attack.c; who sits where and who
 * is whose opponent is the kernel's business (player.c). In a two-player game these functions
 * return at once. */
#include "games/rebirth/procs.h"
#include "kernel/pick.h"

const FormatInfo rebirth_formats[] = {
#define FORMAT(name, key, least, most, team, circle, clause, turns, players, ...)                  \
    [RFORMAT_##name] = {key, least, most, team, circle, clause, turns, players},
#include "games/rebirth/formats.def"
#undef FORMAT
    {0},
};

/* Indices into State.score: points of the two teams (13.9.3); an open tie (13.6.3.2). */
enum { SCORE_TEAM, SCORE_TIE = 2 };

/* 13.10.3: does the format count the retired cards of a team together? */
static bool counts_team_total(const State *s) {
    return s->format == RFORMAT_DOUBLE_SEVEN || s->format == RFORMAT_BLACKJACK;
}

/* ---- attacks ---- */

/* 13.3.1: only players who have had a turn. A circle attacks the next player (13.7.6), a team the
 * player opposite (13.8.5, 13.9.5, 13.10.5). */
PlayerSet rebirth_attack_targets(const Run *r, PlayerId p) {
    const State *s = r->s;
    PlayerSet set = opponents(r, p), out = 0;
    if (s->nplayers == 2) return set;
    run_rule(r, r->g->formats[s->format].clause);
    if (s->circle) {
        RULE(RB_13_7_6);
        set &= player_bit(player_beside(s, p, true));
        if (!player_in(s, player_beside(s, p, true))) RULE(RB_13_7_7_1);
    } else if (s->team_size > 1) {
        RULE(s->format == RFORMAT_DOUBLE_TEAM   ? RB_13_8_5
             : s->format == RFORMAT_TRIPLE_TEAM ? RB_13_9_5
                                                : RB_13_10_5);
        RULE(s->format == RFORMAT_DOUBLE_TEAM   ? RB_13_8_2_1
             : s->format == RFORMAT_TRIPLE_TEAM ? RB_13_9_2_1
                                                : RB_13_10_2_1);
        set &= player_bit(player_facing(s, p));
    }
    RULE(RB_13_3_1);
    for (PlayerId q = 0; q < s->nplayers; q++)
        if ((set & player_bit(q)) && (s->player[q].flags & PLAYER_HAD_TURN)) out |= player_bit(q);
    return out;
}

unsigned rebirth_attack_barred(const Run *r, PlayerId p) {
    const State *s = r->s;
    if (s->nplayers == 2 || rebirth_attack_targets(r, p)) return 0;
    if (s->circle && !player_in(s, player_beside(s, p, true))) return RB_13_7_7_1;
    if (s->team_size > 1 && !player_in(s, player_facing(s, p)))
        return s->format == RFORMAT_DOUBLE_TEAM   ? RB_13_8_5
               : s->format == RFORMAT_TRIPLE_TEAM ? RB_13_9_5
                                                  : RB_13_10_5;
    return RB_13_3_1;
}

/* The attacked player blocks first, then the team mates in seat order (13.8.5.1, 13.9.5.1,
 * 13.10.5.1). */
PlayerId rebirth_attack_blocker(const Run *r, PlayerId attacked, unsigned n) {
    const State *s = r->s;
    if (!n) return player_in(s, attacked) ? attacked : NOBODY;
    for (PlayerId q = 0; s->team_size > 1 && q < s->nplayers; q++)
        if (q != attacked && (team_mates(s, attacked) & player_bit(q)) && player_in(s, q) && !--n) {
            RULE(s->format == RFORMAT_DOUBLE_TEAM   ? RB_13_8_5_1
                 : s->format == RFORMAT_TRIPLE_TEAM ? RB_13_9_5_1
                                                    : RB_13_10_5_1);
            return q;
        }
    if (s->nplayers > 2 && s->team_size < 2) RULE(s->circle ? RB_13_7_6_1 : RB_13_6_6_1);
    return NOBODY;
}

/* 13.6.5: anybody may cancel in a rumble; 13.7.5: only the neighbours in a circle. */
bool rebirth_cancel_allowed(const Run *r, PlayerId p, PlayerId master) {
    if (!r->s->circle) {
        if (r->s->nplayers > 2 && r->s->team_size < 2) RULE(RB_13_6_5);
        return true;
    }
    RULE(RB_13_7_5);
    if (!player_in(r->s, player_beside(r->s, master, true)) ||
        !player_in(r->s, player_beside(r->s, master, false)))
        RULE(RB_13_7_7_1);
    return opponents(r, master) & player_bit(p);
}

/* ---- losing and winning ---- */

/* 10.6.2: seven retired cards; 13.10.3 replaces this with seven per remaining player of the
 * team. */
bool rebirth_player_lost(Run *r, PlayerId p) {
    const State *s = r->s;
    bool seven = zone_tally(r, p, RZ_RETIRE) >= 7;
    if (!counts_team_total(s)) {
        if (seven) RULE(RB_10_6_2);
        if (seven) RULE(RB_1_2_2_1);
        return seven;
    }
    unsigned cards = 0, players = 0;
    for (PlayerId q = 0; q < s->nplayers; q++)
        if ((team_mates(s, p) & player_bit(q)) && player_in(s, q)) {
            cards += zone_tally(r, q, RZ_RETIRE);
            players++;
        }
    bool lost = cards >= 7 * players;
    RULE(RB_13_10_3_1);
    if (seven && !lost) RULE(RB_13_10_3_2);
    return lost;
}

/* All players of a team, including those who have left. */
static PlayerSet team_set(const State *s, unsigned team) {
    PlayerSet set = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (s->player[p].team == team) set |= player_bit(p);
    return set;
}

/* 1.2.3: one player or team remains and wins. */
static void one_side_left(Run *r, PlayerSet winners) {
    kmark(r, KM_LAST_LEFT);
    player_win(r, winners);
}

/* 13.6.3: the player with the fewest retired cards wins; a tie stays open until one player is
 * ahead. */
static void fewest_wins(Run *r) {
    State *s = r->s;
    unsigned best = ~0u, n = 0;
    PlayerId who = 0;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (!player_in(s, p)) continue;
        unsigned cards = zone_tally(r, p, RZ_RETIRE);
        if (cards < best) n = 0;
        if (cards <= best) {
            best = cards;
            who = p;
            n++;
        }
    }
    if (n > 1) {
        RULE(RB_13_6_3_2);
        s->score[SCORE_TIE] = 1;
        return;
    }
    RULE(s->score[SCORE_TIE] ? RB_13_6_3_2 : RB_13_6_3_1);
    player_win(r, player_bit(who));
}

void rebirth_settle_tie(Run *r) {
    if (r->s->score[SCORE_TIE] && !r->s->result) fewest_wins(r);
}

/* 13.7.3: a player wins when the next player in turn order has just lost. */
static void circle_one_out(Run *r, PlayerSet lost, PlayerSet in) {
    const State *s = r->s;
    PlayerSet win = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        if ((in & player_bit(p)) && (lost & player_bit(player_beside(s, p, true))))
            win |= player_bit(p);
    RULE(lost & (lost - 1) ? RB_13_7_3_2 : RB_13_7_3_1);
    if (win & (win - 1)) RULE(RB_13_7_3_2_1);
    player_win(r, win);
}

void rebirth_init_points(Run *r) {
    if (r->s->format != RFORMAT_TRIPLE_TEAM) return;
    RULE(RB_13_9_3_1);
    r->s->score[SCORE_TEAM] = r->s->score[SCORE_TEAM + 1] = 0;
}

/* 13.9.3.3: the player opposite a loser scores a point for the team and leaves too. Two points win
 * (13.9.3.2). */
static void triple_points(Run *r, PlayerSet lost) {
    State *s = r->s;
    PlayerSet leaving = 0;
    RULE(RB_13_9_3);
    RULE(RB_13_9_3_3);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        PlayerId q = player_facing(s, p);
        if (!(lost & player_bit(p)) || !player_in(s, q)) continue;
        s->score[SCORE_TEAM + s->player[q].team]++;
        leaving |= player_bit(q);
    }
    const uint8_t *points = &s->score[SCORE_TEAM];
    bool all = !(players_in(s) & (unsigned)~leaving);
    for (unsigned t = 0; t < 2; t++)
        if (points[t] >= 2) {
            RULE(RB_13_9_3_2);
            player_win(r, team_set(s, t));
            return;
        }
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (leaving & player_bit(p)) s->player[p].flags |= PLAYER_OUT;
    s->leaving |= leaving;
    if (!all) return;
    RULE(RB_13_9_3_3_1);
    if (points[0] == points[1])
        players_all_lose(r);
    else
        player_win(r, team_set(s, points[1] > points[0]));
}

/* Hook: 'lost' has just left the game; decides whether the game is over. 13.6.3, 13.7.3, 13.8.3,
 * 13.9.3, 13.10.3. */
void rebirth_decide_result(Run *r, unsigned lost) {
    State *s = r->s;
    PlayerSet in = players_in(s),
              left[2] = {(PlayerSet)(in & team_set(s, 0)), (PlayerSet)(in & team_set(s, 1))};
    if (s->team_size > 1) {
        if (s->format == RFORMAT_TRIPLE_TEAM) {
            triple_points(r, (PlayerSet)lost);
        } else if (s->format == RFORMAT_DOUBLE_TEAM) {
            RULE(RB_13_8_3);
            bool a = lost & team_set(s, 0), b = lost & team_set(s, 1);
            if (a && b)
                players_all_lose(r);
            else
                one_side_left(r, team_set(s, a));
        } else if (!left[0] && !left[1]) {
            players_all_lose(r);
        } else if (!left[0] || !left[1]) {
            one_side_left(r, team_set(s, !left[0]));
        }
        return;
    }
    if (s->nplayers > 2)
        RULE(s->circle ? RB_13_7_3 : RB_13_6_3); /* in both variants of the format */
    if (!in)
        players_all_lose(r);
    else if (s->format == RFORMAT_CIRCLE_ONE_OUT)
        circle_one_out(r, (PlayerSet)lost, in);
    else if (!(in & (in - 1)))
        one_side_left(r, in);
    else if (s->format == RFORMAT_RUMBLE_ONE_OUT)
        fewest_wins(r);
}

/* ---- leaving, 13.4 ---- */

/* Drops the top frame with the contexts it owns. */
static void pop_play(Run *r) {
    Frame *f = frame_top(r);
    if (f->proc == RPROC_COUNTER) rebirth_counter_close(r, f);
    if (f->proc == RPROC_PLAY && f->ctx) ctx_close(r, f->ctx);
    frame_cut(r);
}

/* Hook, 13.4.4: breaks off what the leaving players are playing, undoes an attack that is not yet
 * declared, and voids the cancels they have presented. */
void rebirth_players_left(Run *r, unsigned players) {
    State *s = r->s;
    unsigned cut = 0;
    RULE(RB_13_4_1);
    RULE(RB_13_4_2);
    RULE(RB_13_4_3);
    RULE(RB_13_4_7);
    if (players & turn_side(s)) RULE(RB_13_4_6);
    if (s->circle) RULE(RB_13_7_7);
    while (cut < s->nframes && !rebirth_played_by(&s->frame[cut], players)) cut++;
    if (cut < s->nframes) RULE(RB_13_4_4);
    for (unsigned i = 0; i < cut; i++)
        if (rebirth_attack_withdraw(r, &s->frame[i], (PlayerSet)players)) cut = i + 1;
    while (s->nframes > cut) pop_play(r);
    for (unsigned i = 0; i < s->nframes; i++)
        if (s->frame[i].proc == RPROC_COUNTER) rebirth_counter_void(r, &s->frame[i], players);
}

/* Hook: after a player has left, makes the top frame ask its question again from the current state.
 * Returns false if the question stands as it is. */
bool rebirth_rebuild_question(Run *r) {
    State *s = r->s;
    Frame *f = frame_top(r);
    int step = -1;
    switch (f->proc) {
    case PROC_PICK: step = player_in(s, s->ask.player) ? 0 : -1; break;
    case RPROC_MAIN: step = RMAIN_ACT; break;
    case RPROC_CHECK: step = 0; break;
    case RPROC_ATTACK: step = rebirth_attack_question_step(r, f); break;
    default: break;
    }
    if (step < 0) return false;
    ask_drop(r);
    f->step = (uint8_t)step;
    return true;
}
