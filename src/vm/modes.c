/* Parts of a text that are carried out several times or by choice: modes, each player, "up to",
 * declared words. */
#include "kernel/pick.h"
#include "kernel/procs.h"
#include "vm/vm.h"

static unsigned bits_of(unsigned x) {
    unsigned n = 0;
    for (; x; x &= x - 1) n++;
    return n;
}

/* ---- choose from the following ---- */
enum { MODES_ASK, MODES_ANSWERED, MODES_RUN };

void proc_modes(Run *r, Frame *f) {
    State *s = r->s;
    unsigned count = f->u[2], chosen = f->u[4], taken = bits_of(chosen);
    switch (f->step) {
    case MODES_ANSWERED:
        if (s->picked.kind == OPT_MODE) {
            chosen = f->u[4] |= (uint16_t)(1u << s->picked.a);
            taken++;
        } else {
            f->w[1] = (int16_t)taken;
        }
        /* fallthrough */
    case MODES_ASK: {
        if (s->ctx[f->ctx].row && s->ctx[f->ctx].modes) { /* chosen when it was entered */
            f->u[4] = s->ctx[f->ctx].modes;
            f->step = MODES_RUN;
            return;
        }
        int want = f->w[1] < (int)count ? f->w[1] : (int)count;
        kmark(r, f->w[1] <= 0 ? KM_MODES_NONE : f->w[1] > (int)count ? KM_MODES_ALL : KM_MODES);
        if (want == (int)count && !f->u[6]) chosen = f->u[4] = (uint16_t)((1u << count) - 1);
        if ((int)taken >= want || chosen == (1u << count) - 1) {
            f->step = MODES_RUN;
            return;
        }
        f->step = MODES_ANSWERED;
        ask_begin(r, (PlayerId)f->u[0], ASK_MODE, r->g->clause_mode);
        for (unsigned i = 0; i < count; i++)
            if (!(chosen >> i & 1)) ask_add(r, (Option){.kind = OPT_MODE, .a = (uint8_t)i});
        if (f->u[6] == 1 || (f->u[6] && chosen)) ask_add(r, (Option){.kind = OPT_DONE});
        ask_done(r);
        return;
    }
    default: { /* the lowest first */
        Pc body = (Pc)(f->u[3] + count);
        if (!chosen) {
            frame_pop(r);
            return;
        }
        unsigned i = 0;
        kmark(r, KM_MODES_RUN);
        if (chosen & (chosen - 1)) kmark(r, KM_MODES_ORDER);
        for (; !(chosen >> i & 1); i++) body = (Pc)(body + r->pack->code[f->u[3] + i]);
        f->u[4] &= (uint16_t) ~(1u << i);
        Frame *g = vm_call(r, f->ctx, body);
        g->u[1] = (uint16_t)(body + r->pack->code[f->u[3] + i]);
    }
    }
}

/* ---- once for each player, turn player first ---- */
void proc_each(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    if (s->nplayers > 2) kmark(r, KM_IN_ORDER);
    for (; f->u[3] < s->nplayers; f->u[3]++) {
        PlayerId p = player_nth(s, f->u[3]);
        if (!(f->u[0] & player_bit(p)) || !player_in(s, p)) continue;
        f->u[3]++;
        x->player = p;
        Frame *g = vm_call(r, f->ctx, f->u[1]);
        g->u[1] = f->u[2];
        return;
    }
    x->player = (PlayerId)f->u[4];
    frame_pop(r);
}

/* ---- draw or look, one at a time; "up to" may be ended before each ---- */
enum { UPTO_NEXT, UPTO_ANSWERED };
enum { UPTO_MAY = 1, UPTO_SHOW = 2 };

static void one_more(Run *r, Frame *f, PlayerId p, PlayerId whose) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    ZoneId deck = r->g->deck_zone;
    unsigned first = batch_open(r), n = zone_count(s, whose, deck);
    x->did = 1;
    if (!f->u[4]) {
        CardId c = zone_top(s, p, deck);
        bool may = !r->g->draw_forbidden || !r->g->draw_forbidden(r, p);
        if (!c || !may) {
            kmark(r, may ? KM_AS_MUCH : KM_FORBIDDEN);
            x->did = 0;
            return;
        }
        kmark(r, KM_DRAW_ONE);
        if (f->u[3] & UPTO_MAY) kmark(r, KM_DRAW_UP_TO_ONE);
        Event *e = batch_move(r, c, p, r->g->hand_zone, r->g->how_draw);
        e->by = x->master;
        e->ctx = f->ctx;
        e->cause = x->source.card;
        reg_push(r, x, REG_IT, (CardRef){c, (uint16_t)(card_of(s, c)->inc + 1)});
    } else {
        if (f->u[3] & UPTO_MAY) kmark(r, KM_LOOK_UP_TO_ONE);
        unsigned i = x->n[REG_LOOK];
        if (i >= n) return;
        CardId c = zone_card(&s->player[whose], deck, n - 1 - i);
        reg_push(r, x, REG_LOOK, ref_to(s, c));
        reg_push(r, x, REG_IT, ref_to(s, c));
        if (f->u[3] & UPTO_SHOW) kmark(r, KM_SHOWN);
        batch_add(r, f->u[3] & UPTO_SHOW ? EV_SHOW : EV_LOOK, p, c);
    }
    batch_do(r, first);
}

void proc_upto(Run *r, Frame *f) {
    State *s = r->s;
    if (f->step == UPTO_ANSWERED) {
        f->step = UPTO_NEXT;
        if (s->picked.kind != OPT_YES) {
            f->w[5] = f->w[2];
            return;
        }
    } else if (f->u[3] & UPTO_MAY) {
        for (; f->u[6] < s->nplayers; f->u[6]++, f->w[5] = 0)
            if (f->w[5] < f->w[2] && (f->u[0] & player_bit(player_nth(s, f->u[6])))) break;
        if (f->u[6] == s->nplayers) {
            frame_pop(r);
            return;
        }
        f->step = UPTO_ANSWERED;
        kmark(r, f->u[4] ? KM_LOOK_UP_TO : KM_DRAW_UP_TO);
        ask_begin(r, player_nth(s, f->u[6]), ASK_YESNO,
                  f->u[4] ? r->g->clause_upto_look : r->g->clause_upto_draw);
        ask_add(r, (Option){.kind = OPT_YES});
        ask_add(r, (Option){.kind = OPT_NO});
        ask_done(r);
        return;
    }
    for (; f->u[6] < s->nplayers; f->u[6]++, f->w[5] = 0) {
        PlayerId p = player_nth(s, f->u[6]), whose = p;
        if (!(f->u[0] & player_bit(p)) || !player_in(s, p)) continue;
        if (f->w[5] >= f->w[2]) continue;
        f->w[5]++;
        if (f->u[4])
            for (PlayerId q = 0; q < s->nplayers; q++)
                if (f->u[1] & player_bit(q)) whose = q;
        one_more(r, f, p, whose);
        return;
    }
    frame_pop(r);
}

/* ---- declare a number ---- */
enum { WORD_ASK, WORD_ANSWERED };

void proc_askword(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    if (f->step == WORD_ASK) {
        f->step = WORD_ANSWERED;
        ask_begin(r, (PlayerId)f->u[0], ASK_NUMBER, r->g->clause_number);
        kmark(r, KM_NUMBER);
        int low = f->w[2], high = f->w[3];
        for (int i = low < 0 ? 0 : low; i <= high && i < 100; i++) /* none below zero */
            ask_add(r, (Option){.kind = OPT_NUMBER, .a = (uint8_t)i});
        ask_done(r);
        return;
    }
    if (!s->picked.kind) { /* nobody was there to answer */
        frame_pop(r);
        return;
    }
    x->x = s->picked.a;
    frame_pop(r);
}
