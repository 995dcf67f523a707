/* Players: order, opponents, leaving, winning. Nothing here assumes two of them. */
#include "kernel/run.h"

PlayerSet players_in(const State *s) {
    PlayerSet set = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (player_in(s, p)) set |= player_bit(p);
    return set;
}

PlayerSet opponents(const Run *r, PlayerId p) {
    const State *s = r->s;
    PlayerSet set = 0;
    for (PlayerId q = 0; q < s->nplayers; q++)
        if (player_in(s, q) && s->player[q].team != s->player[p].team) set |= player_bit(q);
    return set;
}

static unsigned place_in_order(const State *s, PlayerId p) {
    for (unsigned i = 0; i < s->nplayers; i++)
        if (s->order[i] == p) return i;
    return 0;
}

PlayerId player_next(const State *s, PlayerId p) {
    unsigned at = place_in_order(s, p);
    for (unsigned i = 1; i <= s->nplayers; i++) {
        PlayerId q = s->order[(at + i) % s->nplayers];
        if (player_in(s, q)) return q;
    }
    return p;
}

PlayerId player_nth(const State *s, unsigned i) {
    unsigned at = place_in_order(s, s->turn_player);
    return s->order[(at + i) % s->nplayers];
}

PlayerId opponent_of(const Run *r, PlayerId p) {
    const State *s = r->s;
    PlayerSet set = opponents(r, p);
    unsigned at = place_in_order(s, p);
    for (unsigned i = 1; i < s->nplayers; i++) {
        PlayerId q = s->order[(at + i) % s->nplayers];
        if (set & player_bit(q)) return q;
    }
    return NOBODY;
}

/* The game goes on only while two teams are in it. */
static void settle(Run *r) {
    State *s = r->s;
    PlayerSet in = players_in(s);
    if (!in) {
        kmark(r, KM_ALL_OUT);
        s->result = RESULT_ALL_LOST;
        return;
    }
    unsigned team = 0xFF;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (!(in & player_bit(p))) continue;
        if (team == 0xFF) team = s->player[p].team;
        if (s->player[p].team != team) return;
    }
    kmark(r, KM_LAST_LEFT);
    player_win(r, in);
}

void player_lose(Run *r, PlayerSet set) {
    State *s = r->s;
    kmark(r, KM_LOSE);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (!(set & player_bit(p)) || !player_in(s, p)) continue;
        s->player[p].flags |= PLAYER_OUT;
    }
    settle(r);
    if (s->result) return;
    for (PlayerId p = 0; p < s->nplayers; p++)
        if ((set & player_bit(p)) && r->g->left) r->g->left(r, p);
}

void player_win(Run *r, PlayerSet set) {
    State *s = r->s;
    kmark(r, KM_WIN);
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (set & player_bit(p))
            s->player[p].flags |= PLAYER_WON;
        else
            s->player[p].flags |= PLAYER_OUT;
    s->result = RESULT_WIN;
}

/* At any time, whatever is pending; nothing can replace or forbid it. */
bool run_concede(Run *r, PlayerId p) {
    State *s = r->s;
    if (s->result || p >= s->nplayers || !player_in(s, p)) return false;
    bool was_asked = s->ask.pending && s->ask.player == p;
    if (r->g->conceded) r->g->conceded(r, p);
    player_lose(r, player_bit(p));
    if (s->result || was_asked) {
        memset(s->option, 0, s->ask.n * sizeof(Option));
        memset(&s->ask, 0, sizeof s->ask);
        s->picked = (Option){0};
    }
    return true;
}
