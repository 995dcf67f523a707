/* Parts of a text that run repeatedly or by choice: modes, each player, "up to", declared
 * numbers. */
#include "kernel/pick.h"
#include "kernel/procs.h"
#include "vm/vm.h"

static unsigned count_bits(unsigned x) {
    unsigned n = 0;
    for (; x; x &= x - 1) n++;
    return n;
}

/* ---- PROC_MODES: choose modes, then run them in printed order ---- */
enum { MODES_ASK, MODES_ANSWERED, MODES_RUN };

void proc_modes(Run *r, Frame *f) {
    State *s = r->s;
    ModesLocals *v = modes_of(f);
    unsigned count = v->count, chosen = v->chosen, taken = count_bits(chosen);
    switch (f->step) {
    case MODES_ANSWERED:
        if (s->picked.kind == OPT_MODE) {
            chosen = v->chosen |= (uint16_t)(1u << s->picked.a);
            taken++;
        } else {
            v->want = (int)taken;
        }
        /* fallthrough */
    case MODES_ASK: {
        if (s->ctx[f->ctx].row && s->ctx[f->ctx].modes) { /* chosen on entry */
            v->chosen = s->ctx[f->ctx].modes;
            f->step = MODES_RUN;
            return;
        }
        int want = v->want < (int)count ? v->want : (int)count;
        kmark(r, v->want <= 0 ? KM_MODES_NONE : v->want > (int)count ? KM_MODES_ALL : KM_MODES);
        if (want == (int)count && !v->may) chosen = v->chosen = (uint16_t)((1u << count) - 1);
        if ((int)taken >= want || chosen == (1u << count) - 1) {
            f->step = MODES_RUN;
            return;
        }
        f->step = MODES_ANSWERED;
        ask_begin(r, v->player, ASK_MODE, r->g->clause_mode);
        for (unsigned i = 0; i < count; i++)
            if (!(chosen >> i & 1)) ask_add(r, (Option){.kind = OPT_MODE, .a = (uint8_t)i});
        if (v->may == 1 || (v->may && chosen)) ask_add(r, (Option){.kind = OPT_DONE});
        ask_done(r);
        return;
    }
    default: { /* run the lowest remaining mode */
        Pc body = (Pc)(v->lengths + count);
        if (!chosen) {
            frame_pop(r);
            return;
        }
        unsigned i = 0;
        kmark(r, KM_MODES_RUN);
        if (chosen & (chosen - 1)) kmark(r, KM_MODES_ORDER);
        for (; !(chosen >> i & 1); i++) body = (Pc)(body + r->pack->code[v->lengths + i]);
        v->chosen &= (uint16_t) ~(1u << i);
        Frame *g = vm_call(r, f->ctx, body);
        text_of(g)->end = (Pc)(body + r->pack->code[v->lengths + i]);
    }
    }
}

/* ---- PROC_EACH: run a body for each player, turn player first ---- */
void proc_each(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    EachLocals *v = each_of(f);
    if (s->nplayers > 2) kmark(r, KM_IN_ORDER);
    for (; v->nth < s->nplayers; v->nth++) {
        PlayerId p = player_nth(s, v->nth);
        if (!(v->players & player_bit(p)) || !player_in(s, p)) continue;
        v->nth++;
        v->ran++;
        x->player = p;
        Frame *g = vm_call(r, f->ctx, v->body);
        text_of(g)->end = v->end;
        return;
    }
    x->player = v->before;
    frame_pop(r);
}

bool each_looks_on(Run *r, Frame *text, Pc op, Pc end) {
    Frame *each = text > r->s->frame ? text - 1 : 0;
    if (!each || each->proc != PROC_EACH || text_of(text)->end != end) return false;
    Pc body = each_of(each)->body;
    while (r->pack->code[body] == OP_MARK) body = (Pc)(body + 2);
    return body == op && each_of(each)->ran > 1;
}

/* ---- PROC_ROUNDS: run a body several times; a card chosen in one round is not chosen in another
 */
void vm_call_rounds(Run *r, unsigned ctx, int n, Pc body, Pc end) {
    kmark(r, n > 0 ? KM_ROUNDS : KM_ZERO_TIMES);
    if (n <= 0) return;
    Frame *f = frame_push(r, PROC_ROUNDS);
    f->ctx = (uint8_t)ctx;
    *rounds_of(f) = (RoundsLocals){.left = n, .body = body, .end = end};
}

void vm_drop_chosen_places(Run *r, unsigned ctx, Places *from) {
    State *s = r->s;
    bool dropped = false;
    for (unsigned i = 0; i < s->nframes; i++) {
        if (s->frame[i].proc != PROC_ROUNDS || s->frame[i].ctx != ctx) continue;
        const Places *chosen = &rounds_of(&s->frame[i])->places;
        for (PlayerId p = 0; p < s->nplayers; p++) {
            dropped |= (from->of[p] & chosen->of[p]) != 0;
            from->of[p] = (SeatSet)(from->of[p] & ~chosen->of[p]);
        }
    }
    if (dropped) kmark(r, KM_ROUNDS_OTHER);
}

void proc_rounds(Run *r, Frame *f) {
    State *s = r->s;
    RoundsLocals *v = rounds_of(f);
    for (PlayerId p = 0; v->begun && p < s->nplayers; p++)
        v->places.of[p] |= s->ctx[f->ctx].places.of[p];
    v->begun = true;
    if (v->left-- > 0) {
        Frame *g = vm_call(r, f->ctx, v->body);
        text_of(g)->end = v->end;
        return;
    }
    frame_pop(r);
    chosen_forget(s);
}

/* ---- PROC_UPTO: draw or look, one card at a time; "up to" asks before each ---- */
enum { UPTO_NEXT, UPTO_ANSWERED };

/* Adds the draw of one card to the batch; null: there is none, or a text forbids it. */
static Event *add_draw(Run *r, const Frame *f, PlayerId p) {
    const CardId c = zone_top(r->s, p, r->g->deck_zone);
    const unsigned first = r->s->nbatch;
    const bool may = !r->g->draw_forbidden || !r->g->draw_forbidden(r, p);
    if (!c || !may) {
        kmark(r, may ? KM_AS_MUCH : KM_FORBIDDEN);
        return 0;
    }
    Event *e = batch_move(r, c, p, r->g->hand_zone, r->g->how_draw);
    e->actor = p;
    if (f->ctx) event_caused(r->s, e, f->ctx, p); /* else the rules draw */
    if (!event_forbidden(r, e)) return e;
    batch_drop(r, first);
    return 0;
}

/* Is there a card, and would a text keep the player from drawing it? */
static bool draw_barred(Run *r, const Frame *f, PlayerId p) {
    if (!zone_top(r->s, p, r->g->deck_zone)) return false;
    const unsigned first = batch_open(r);
    const bool barred = !add_draw(r, f, p);
    batch_drop(r, first);
    return barred;
}

/* Draws or looks at one card. */
static void take_one(Run *r, Frame *f, PlayerId p, PlayerId whose) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    const UptoLocals *v = upto_of(f);
    ZoneId deck = r->g->deck_zone;
    unsigned first = batch_open(r), n = zone_count(s, whose, deck);
    x->did = 1;
    if (!v->look) {
        const Event *e = add_draw(r, f, p);
        if (!e) {
            x->did = 0;
            return;
        }
        kmark(r, KM_DRAW_ONE);
        if (v->flags & UPTO_MAY) kmark(r, KM_DRAW_UP_TO_ONE);
        const CardId c = e->card;
        reg_push(r, x, REG_IT, (CardRef){c, (uint16_t)(card_of(s, c)->inc + 1)});
    } else {
        if (v->flags & UPTO_MAY) kmark(r, KM_LOOK_UP_TO_ONE);
        unsigned i = v->done - 1u;
        if (i >= n) return;
        CardId c = zone_card(&s->player[whose], deck, n - 1 - i);
        reg_push(r, x, REG_LOOK, ref_to(s, c));
        reg_push(r, x, REG_IT, ref_to(s, c));
        if (v->flags & UPTO_SHOW) kmark(r, KM_SHOWN);
        event_caused(s, batch_add(r, v->flags & UPTO_SHOW ? EV_SHOW : EV_LOOK, p, c), f->ctx, p);
    }
    batch_do(r, first);
}

/* Does the player still draw or look? Before the first card, reads what texts add. */
static bool takes_more(Run *r, UptoLocals *v, PlayerId p) {
    if (!(v->who & player_bit(p))) return false;
    if (!v->done) {
        const bool asks = !v->look && !(v->flags & UPTO_PLAIN) && r->g->draws_more;
        v->more = asks ? (uint8_t)r->g->draws_more(r, p) : 0;
    }
    return v->done < v->want + v->more;
}

void proc_upto(Run *r, Frame *f) {
    State *s = r->s;
    UptoLocals *v = upto_of(f);
    if (f->step == UPTO_ANSWERED) {
        f->step = UPTO_NEXT;
        if (s->picked.kind != OPT_YES) {
            v->done = v->want + v->more;
            return;
        }
    } else if (v->flags & UPTO_MAY) {
        for (; v->nth < s->nplayers; v->nth++, v->done = 0)
            if (takes_more(r, v, player_nth(s, v->nth)) &&
                (v->look || !draw_barred(r, f, player_nth(s, v->nth))))
                break;
        if (v->nth == s->nplayers) {
            frame_pop(r);
            return;
        }
        f->step = UPTO_ANSWERED;
        kmark(r, v->look ? KM_LOOK_UP_TO : KM_DRAW_UP_TO);
        ask_begin(r, player_nth(s, v->nth), ASK_YESNO,
                  v->look ? r->g->clause_upto_look : r->g->clause_upto_draw);
        ask_add(r, (Option){.kind = OPT_YES});
        ask_add(r, (Option){.kind = OPT_NO});
        ask_done(r);
        return;
    }
    for (; v->nth < s->nplayers; v->nth++, v->done = 0) {
        PlayerId p = player_nth(s, v->nth), whose = p;
        if (!player_in(s, p) || !takes_more(r, v, p)) continue;
        v->done++;
        if (v->look)
            for (PlayerId q = 0; q < s->nplayers; q++)
                if (v->whose & player_bit(q)) whose = q;
        take_one(r, f, p, whose);
        return;
    }
    frame_pop(r);
}

/* ---- PROC_ASKWORD: declare a number ---- */
enum { WORD_ASK, WORD_ANSWERED };

void proc_askword(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    const DeclareLocals *v = declare_of(f);
    if (f->step == WORD_ASK) {
        f->step = WORD_ANSWERED;
        ask_begin(r, v->player, ASK_NUMBER, r->g->clause_number);
        kmark(r, KM_NUMBER);
        for (int i = v->low < 0 ? 0 : v->low; i <= v->high && i < 100; i++) /* not below zero */
            ask_add(r, (Option){.kind = OPT_NUMBER, .a = (uint8_t)i});
        ask_done(r);
        return;
    }
    if (!s->picked.kind) { /* nobody could answer */
        frame_pop(r);
        return;
    }
    x->x = s->picked.a;
    frame_pop(r);
}
