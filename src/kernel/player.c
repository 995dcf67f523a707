/* Players: order, teams, opponents, winning. Nothing here assumes two players. */
#include "kernel/run.h"

PlayerSet players_in(const State *s) {
    PlayerSet set = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (player_in(s, p)) set |= player_bit(p);
    return set;
}

static unsigned place_in_order(const State *s, PlayerId p) {
    for (unsigned i = 0; i < s->nplayers; i++)
        if (s->order[i] == p) return i;
    return 0;
}

/* ---- teams ----------------------------------------------------------------------------------- */

PlayerSet team_mates(const State *s, PlayerId p) {
    PlayerSet set = player_bit(p);
    for (PlayerId q = 0; s->team_size > 1 && q < s->nplayers; q++)
        if (s->player[q].team == s->player[p].team) set |= player_bit(q);
    return set;
}

PlayerId team_speaker(const State *s, PlayerId p) {
    for (PlayerId q = 0; s->team_size > 1 && q < s->nplayers; q++)
        if (s->player[q].team == s->player[p].team && player_in(s, q)) return q;
    return p;
}

PlayerId player_facing(const State *s, PlayerId p) { return (PlayerId)(s->nplayers - 1u - p); }

static PlayerId other_of_two(PlayerId p) { return (PlayerId)(1 - p); }

/* ---- order and opponents --------------------------------------------------------------------- */

/* A player who left in this turn still counts as a neighbour. */
PlayerId player_beside(const State *s, PlayerId p, bool after) {
    unsigned at = place_in_order(s, p), n = s->nplayers;
    for (unsigned i = 1; i < n; i++) {
        PlayerId q = s->order[(at + (after ? i : n - i)) % n];
        if (!(s->player[q].flags & PLAYER_GONE)) return q;
    }
    return p;
}

PlayerSet opponents(const Run *r, PlayerId p) {
    const State *s = r->s;
    PlayerSet set = 0;
    if (s->nplayers == 2) return player_in(s, other_of_two(p)) ? player_bit(other_of_two(p)) : 0;
    if (s->circle)
        return (PlayerSet)((player_bit(player_beside(s, p, true)) |
                            player_bit(player_beside(s, p, false))) &
                           (unsigned)~player_bit(p)) &
               players_in(s);
    for (PlayerId q = 0; q < s->nplayers; q++)
        if (player_in(s, q) && s->player[q].team != s->player[p].team) set |= player_bit(q);
    return set;
}

PlayerSet players_spoken_of(const Run *r, PlayerId you) {
    return r->s->circle ? (opponents(r, you) | player_bit(you)) & players_in(r->s)
                        : players_in(r->s);
}

PlayerId player_next(const State *s, PlayerId p) {
    if (s->nplayers == 2) return player_in(s, other_of_two(p)) ? other_of_two(p) : p;
    unsigned at = place_in_order(s, p);
    for (unsigned i = 1; i <= s->nplayers; i++) {
        PlayerId q = s->order[(at + i) % s->nplayers];
        if (s->team_size > 1 && s->player[q].team == s->player[p].team) continue;
        if (player_in(s, q)) return team_speaker(s, q);
    }
    return p;
}

/* A team is ordered from its first seat on, so nobody's place changes when a team mate leaves. */
PlayerId player_nth(const State *s, unsigned i) {
    PlayerId first = s->turn_player;
    if (s->nplayers == 2) return (PlayerId)((first + i) & 1);
    if (s->team_size > 1) first = (PlayerId)(first - first % s->team_size);
    unsigned at = place_in_order(s, first) + i;
    return s->order[at < s->nplayers ? at : at % s->nplayers];
}

/* ---- losing and winning ---------------------------------------------------------------------- */

/* Losers are out at once; run_on removes their cards before the next step. */
void player_lose(Run *r, PlayerSet set) {
    State *s = r->s;
    PlayerSet lost = set & players_in(s);
    kmark(r, KM_LOSE);
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (lost & player_bit(p)) s->player[p].flags |= PLAYER_OUT;
    s->leaving |= lost;
    r->g->decide_result(r, lost);
}

void player_win(Run *r, PlayerSet set) {
    State *s = r->s;
    kmark(r, KM_WIN);
    for (PlayerId p = 0; p < s->nplayers; p++)
        s->player[p].flags |= set & player_bit(p) ? PLAYER_WON : PLAYER_OUT;
    s->result = RESULT_WIN;
    s->leaving = 0;
}

void players_all_lose(Run *r) {
    State *s = r->s;
    kmark(r, KM_ALL_OUT);
    for (PlayerId p = 0; p < s->nplayers; p++) s->player[p].flags |= PLAYER_OUT;
    s->result = RESULT_ALL_LOST;
    s->leaving = 0;
}

/* Allowed at any time; nothing can replace or forbid it. */
bool run_concede(Run *r, PlayerId p) {
    State *s = r->s;
    if (s->result || p >= s->nplayers || !player_in(s, p)) return false;
    if (r->g->conceded) r->g->conceded(r, p);
    player_lose(r, player_bit(p));
    if (s->result)
        ask_drop(r);
    else
        players_leave(r);
    return true;
}
