#include "tui/describe.h"
#include "cards/compile.h"
#include "play/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ----------------------------------------------------------------------------------- */

const char *player_label(const Table *t, PlayerId p, PlayerId viewer) {
    static const Words players[MAX_PLAYERS] = {
        WORDS("Player 1", "プレイヤー1"), WORDS("Player 2", "プレイヤー2"),
        WORDS("Player 3", "プレイヤー3"), WORDS("Player 4", "プレイヤー4"),
        WORDS("Player 5", "プレイヤー5"), WORDS("Player 6", "プレイヤー6")};
    static const Words computers[MAX_PLAYERS] = {
        WORDS("Computer 1", "コンピュータ1"), WORDS("Computer 2", "コンピュータ2"),
        WORDS("Computer 3", "コンピュータ3"), WORDS("Computer 4", "コンピュータ4"),
        WORDS("Computer 5", "コンピュータ5"), WORDS("Computer 6", "コンピュータ6")};
    if (p >= MAX_PLAYERS) return "?";
    if (t->mode == MODE_WATCH) return say(t->lang, players[p]);
    if (p == viewer && t->mode == MODE_COMPUTER) return say(t->lang, W("You", "あなた"));
    if (table_human(t, p)) return say(t->lang, players[p]);
    return say(t->lang, t->run.s->nplayers > 2 ? computers[p] : W("Computer", "コンピュータ"));
}

const char *team_suffix(const Table *t, PlayerId p) {
    if (t->run.s->team_size < 2) return "";
    return t->run.s->player[p].team ? " (B)" : " (A)";
}

void describe_side(const Table *t, PlayerId p, PlayerId viewer, Text *out) {
    const State *s = t->run.s;
    if (s->team_size < 2)
        text_put(out, player_label(t, p, viewer));
    else
        text_add(out, say(t->lang, W("Team %c", "チーム%c")), 'A' + s->player[p].team);
}

/* Total of the limited zone over a team's players, and the total limit (13.10.3.1). */
static void put_team_total(const Table *t, const MatCell *limit, unsigned team, Text *out) {
    const State *s = t->run.s;
    unsigned cards = 0, most = 0;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        bool left = s->player[p].card[1].flags &
                    CARD_GONE; /* at the end all losers are out; only these left during the game */
        if (s->player[p].team != team || left) continue;
        cards += s->player[p].count[limit->zone];
        most += limit->arg;
    }
    text_add(out, "%u/%u", cards, most);
}

void describe_score(const Table *t, Text *out) {
    const State *s = t->run.s;
    const MatFormat *f = mat_format(t->mat, &t->run.g->formats[s->format]);
    const MatCell *limit = mat_limit(t->mat);
    if (!f || f->score == SCORE_NONE || (f->score == SCORE_SUM && !limit)) return;
    if (f->score == SCORE_POINTS) {
        text_add(out, "A %u : %u B", s->score[0], s->score[1]);
        return;
    }
    text_add(out, "%s A ", mat_zone_word(t->mat, t->run.g, limit->zone, t->lang));
    put_team_total(t, limit, 0, out);
    text_put(out, "  B ");
    put_team_total(t, limit, 1, out);
}

void describe_place(const Table *t, unsigned zone, unsigned number, Text *out) {
    text_put(out, mat_zone_word(t->mat, t->run.g, zone, t->lang));
    if (number) text_add(out, t->lang == LANG_JA ? "%u" : " %u", number);
}

/* Position from 1. */
static unsigned index_in_zone(const State *s, CardId c) {
    const Card *k = card_of(s, c);
    const Player *q = &s->player[k->holder];
    unsigned i = 0;
    while (i < q->count[k->zone] && zone_card(q, k->zone, i) != c) i++;
    return i + 1;
}

/* May the viewer know the card's face? Questions in Mat.face_asks show a player's own hidden cards.
 */
static bool can_see_face(const Table *t, CardId c, PlayerId viewer) {
    const State *s = t->run.s;
    if (t->mode == MODE_WATCH) return true;
    if (card_visible(&t->run, viewer, c)) return true;
    return s->ask.pending && s->ask.player == viewer && card_owner(c) == viewer &&
           s->ask.kind < 32 && (t->mat->face_asks >> s->ask.kind & 1);
}

void describe_card(const Table *t, CardId c, PlayerId viewer, Text *out) {
    const Card *k = card_of(t->run.s, c);
    if (!c) return;
    if (can_see_face(t, c, viewer))
        text_put(out, pack_name(t->run.pack, k->def));
    else if (k->zone)
        describe_place(t, k->zone, k->seats ? seat_number(k->seats) : index_in_zone(t->run.s, c),
                       out);
    else
        text_put(out, say(t->lang, W("a card", "カード1枚")));
}

/* Like describe_card, but a hidden card has no place (it could be tracked), and a card whose face
 * the viewer saw before the event keeps its name. */
static void log_card(const Table *t, CardId c, PlayerId viewer, Text *out) {
    if (!c) return;
    if (t->face_seen[viewer][c] || can_see_face(t, c, viewer))
        text_put(out, pack_name(t->run.pack, card_of(t->run.s, c)->def));
    else
        text_put(out, say(t->lang, W("a card", "カード1枚")));
}

void describe_tag(const Table *t, const FudaSeen *x, Text *out) {
    const MatZone *z = mat_zone(t->mat, x->zone);
    if (!z) return;
    bool mine = x->player == t->me;
    if (!mine && t->run.s->nplayers > 2) text_add(out, "%u", x->player + 1u);
    text_add(out, "%c", mine ? z->letter : z->letter - 'a' + 'A');
    if (x->slot)
        text_add(out, "%u", x->slot);
    else if (t->view.counts[x->player][x->zone] > 1 || x->zone == t->mat->hand)
        text_add(out, "%u", x->index + 1u);
}

/* The card, with its owner's name if there are three or more players. */
static void put_combatant(const Table *t, CardId c, Text *out) {
    if (t->run.s->nplayers > 2)
        text_add(out, t->lang == LANG_JA ? "%s：" : "%s: ", player_label(t, card_owner(c), t->me));
    describe_card(t, c, t->me, out);
}

/* The current attack, from the mat's callback or its two roles. */
static MatAttack attack_of(const Table *t) {
    MatAttack none = {NONE, NONE, NOBODY};
    if (t->mat->attack) return t->mat->attack(&t->run);
    if (t->mat->nroles < 2 || !t->run.g->role) return none;
    CardId a = t->run.g->role(&t->run, t->mat->roles[0].role).card;
    CardId b = t->run.g->role(&t->run, t->mat->roles[1].role).card;
    return a && b ? (MatAttack){a, b, NOBODY} : none;
}

bool describe_attack(const Table *t, Text *out) {
    MatAttack a = attack_of(t);
    if (!a.by || (!a.at && a.player == NOBODY)) return false;
    put_combatant(t, a.by, out);
    text_put(out, say(t->lang, t->mat->attacks));
    if (a.at)
        put_combatant(t, a.at, out);
    else
        text_put(out, player_label(t, a.player, t->me));
    return true;
}

/* ---- abilities ------------------------------------------------------------------------------- */

/* Card kinds under which the ability's text compiles; KINDS_BOX for a box. */
static unsigned kinds_of(const Pack *pack, AbilId a) {
    for (unsigned d = 1; d < pack->ndef; d++) {
        const CardDef *x = &pack->def[d];
        if (a && x->when_checked == a) return x->kinds | KINDS_BOX;
        if (a >= x->abil && a < x->abil + x->nabil) return x->kinds;
    }
    return 1;
}

/* English explanation of an ability; the printed text if it does not compile. Caller frees. */
static char *explain(const Table *t, AbilId a) {
    Compiled c;
    char *en = NULL;
    const char *printed = builder_ability_text(t->builder, a);
    if (!*printed) return calloc(1, 1);
    compile_text(t->run.g, kinds_of(t->run.pack, a), printed, &c);
    if (c.ok && c.en) en = strdup(c.en);
    compiled_free(&c);
    return en ? en : strdup(printed);
}

const char *ability_text(Table *t, AbilId a) {
    if (!a || a >= t->run.pack->nabil) return "";
    if (t->lang == LANG_JA) return builder_ability_text(t->builder, a);
    if (!t->explanation) t->explanation = calloc(t->run.pack->nabil, sizeof *t->explanation);
    if (t->explanation && !t->explanation[a]) t->explanation[a] = explain(t, a);
    return t->explanation && t->explanation[a] ? t->explanation[a] : "";
}

/* What follows the icons in brackets and the cost of an English explanation. A colon before a list
 * of modes is part of the effect. */
static const char *effect_in_english(const char *text) {
    static const char bullet[] = "•";
    const char *end = *text == '(' ? strstr(text, ") ") : NULL, *from = end ? end + 2 : text;
    const char *colon = strstr(from, ": "), *stop = strstr(from, ". ");
    bool cost = colon && (!stop || colon < stop) && strncmp(colon + 2, bullet, strlen(bullet)) != 0;
    return cost ? colon + 2 : from;
}

/* In Japanese, everything before the first colon is the condition. */
void describe_effect(Table *t, AbilId a, bool effect, Text *out) {
    static const char open[] = "（", close[] = "）", colon[] = "：";
    const char *text = ability_text(t, a), *from = text;
    size_t n = strlen(text), k = strlen(close);
    if (n > k && !strcmp(text + n - k, close)) {
        const char *last = NULL;
        for (const char *at = text; (at = strstr(at, open)); at++) last = at;
        if (last && last > text) n = (size_t)(last - text);
    }
    if (effect && t->lang == LANG_JA && (from = strstr(text, colon))) from += strlen(colon);
    if (effect && t->lang == LANG_EN) from = effect_in_english(text);
    if (!from || from >= text + n) from = text;
    text_bytes(out, from, n - (size_t)(from - text));
}

/* Start of mode n (from 0) in a printed text that lists its modes as ⅰ．ⅱ．ⅲ． or as ・…・…; null
 * if there is none. */
static const char *find_mode(const char *printed, unsigned n) {
    static const char *const marks[] = {"ⅰ", "ⅱ", "ⅲ", "ⅳ", "ⅴ", "ⅵ"};
    static const char stop[] = "。", point[] = "・";
    if (strstr(printed, marks[0])) return n < 6 ? strstr(printed, marks[n]) : NULL;
    for (const char *at = printed; (at = strstr(at, point)); at += strlen(point)) {
        bool begins = at == printed || at[-1] == '\n' ||
                      ((size_t)(at - printed) >= strlen(stop) &&
                       !memcmp(at - strlen(stop), stop, strlen(stop)));
        if (begins && !n--) return at;
    }
    return NULL;
}

/* {m}: the text of mode n of an ability, "mode N" if the printed text does not list modes. */
static void put_mode(const Table *t, AbilId a, unsigned n, Text *out) {
    const char *printed = a ? builder_ability_text(t->builder, a) : "";
    const char *from = find_mode(printed, n), *to = from ? find_mode(printed, n + 1) : NULL;
    if (from)
        text_bytes(out, from, to ? (size_t)(to - from) : strcspn(from, "\n"));
    else
        text_add(out, say(t->lang, W("mode %u", "効果%u")), n + 1);
}

/* The ability being resolved, and its card; NONE if a rule asks. */
static AbilId asking_ability(const Table *t, CardId *card) {
    const State *s = t->run.s;
    *card = NONE;
    for (unsigned i = s->nframes; i-- > 0;) {
        const Context *x = s->frame[i].ctx ? &s->ctx[s->frame[i].ctx] : NULL;
        if (!x || !x->in_use || !x->abil) continue;
        *card = x->source.card;
        return x->abil;
    }
    return NONE;
}

/* ---- patterns -------------------------------------------------------------------------------- */

/* Values for the placeholders of a pattern (see mat.h). */
typedef struct PatternArgs {
    CardId card, displaced, event;
    PlayerId player;
    unsigned zone, seat, number, from, to, to_slot, word, pair;
    TermId term;
    AbilId abil, mode_of;
    bool ability_open; /* the viewer may read the ability's text */
    bool logged;       /* for the log: use log_card */
    bool free;         /* costs nothing */
    const Stacked *thing;
} PatternArgs;

static void expand(Table *t, const char *pattern, const PatternArgs *m, PlayerId viewer, Text *out);

/* {t}: what follows if everybody passes. */
static void put_next_step(Table *t, PlayerId viewer, Text *out) {
    State *s = t->run.s;
    const MatRound *round = mat_round(t->mat, s->point);
    const Words w = s->nstack ? t->mat->next : round ? round->then : W(NULL, NULL);
    PatternArgs m = {.thing = s->nstack ? stack_top(s) : NULL};
    if (say(t->lang, w)) expand(t, say(t->lang, w), &m, viewer, out);
}

/* {f}: the current step of the turn. */
static void put_step(const Table *t, Text *out) {
    const MatRound *round = mat_round(t->mat, t->run.s->point);
    if (round) text_put(out, say(t->lang, round->step));
}

/* A stat after all effects. Works on a copy: deriving changes the state's bytes. */
static int current_stat(const Table *t, CardId c, unsigned stat) {
    static State copy;
    Run r = t->run;
    memcpy(&copy, t->run.s, state_size(t->run.s));
    r.s = &copy;
    r.obs = NULL;
    return card_stat(&r, ref_to(&copy, c), stat);
}

/* The word for counters of a kind that lie on cards. */
static void put_counter(const Table *t, unsigned kind, Text *out) {
    char word[80] = "";
    if (t->mat->counter) t->mat->counter(t->run.pack, kind, word, sizeof word);
    text_put(out, *word ? word : say(t->lang, W("counters", "カウンター")));
}

/* {r}: the card that gets displaced. */
static void put_over(const Table *t, CardId c, PlayerId viewer, Text *out) {
    const char *words = say(t->lang, t->mat->over), *at = words ? strstr(words, "{c}") : NULL;
    if (!c || !at) return;
    text_bytes(out, words, (size_t)(at - words));
    describe_card(t, c, viewer, out);
    text_put(out, at + strlen("{c}"));
}

/* {e}: the card that a triggered ability is about, if options would otherwise look alike. */
static void put_event(Table *t, const PatternArgs *m, PlayerId viewer, Text *out) {
    if (!m->event) return;
    text_put(out, t->lang == LANG_JA ? "（" : " for ");
    (m->logged ? log_card : describe_card)(t, m->event, viewer, out);
    if (t->lang == LANG_JA) text_put(out, "について）");
}

/* Expands one placeholder: the n bytes between the braces. */
static void put_code(Table *t, const char *code, size_t n, const PatternArgs *m, PlayerId viewer,
                     Text *out) {
    const Game *g = t->run.g;
    if (n == 4 && !memcmp(code, "from", 4)) {
        if (m->from)
            describe_place(t, m->from, 0, out);
        else
            text_put(out, say(t->lang, W("outside", "ゲーム外")));
    } else if (n == 2 && !memcmp(code, "to", 2)) {
        if (m->to)
            describe_place(t, m->to, m->to_slot, out);
        else
            text_put(out, say(t->lang, W("out of the game", "ゲーム外")));
    } else if (n == 1) {
        switch (*code) {
        case 'c': (m->logged ? log_card : describe_card)(t, m->card, viewer, out); break;
        case 'p': text_put(out, player_label(t, m->player, viewer)); break;
        case 'z': describe_place(t, m->zone, m->seat, out); break;
        case 's': describe_place(t, g->seat_zone, m->seat, out); break;
        case 'n': text_add(out, "%u", m->number); break;
        case 'm': put_mode(t, m->mode_of, m->number, out); break;
        case 'w': text_put(out, m->word < g->nkeywords ? g->keywords[m->word].name : "?"); break;
        case '$': text_add(out, "%d", current_cost(t, m->card)); break;
        case 'r': put_over(t, m->displaced, viewer, out); break;
        case 'x': describe_stack_item(t, m->thing, viewer, out); break;
        case 't': put_next_step(t, viewer, out); break;
        case 'f': put_step(t, out); break;
        case 'd': describe_card(t, t->last_action[viewer].card, viewer, out); break;
        case 'o':
            text_put(out, m->term < t->run.pack->nterm ? pack_term(t->run.pack, m->term) : "?");
            break;
        case 'h': put_counter(t, m->pair, out); break;
        case 'y': text_put(out, m->free ? say(t->lang, t->mat->unpaid) : ""); break;
        case 'e': put_event(t, m, viewer, out); break;
        case 'k':
            if (!m->ability_open || !*ability_text(t, m->abil)) break;
            text_put(out, t->lang == LANG_JA ? "：" : ": ");
            describe_effect(t, m->abil, m->logged, out);
            break;
        default: break;
        }
    }
}

/* Expands all placeholders of a pattern. */
static void expand(Table *t, const char *pattern, const PatternArgs *m, PlayerId viewer,
                   Text *out) {
    while (*pattern) {
        size_t n = strcspn(pattern, "{");
        text_bytes(out, pattern, n);
        pattern += n;
        if (!*pattern) return;
        n = strcspn(pattern, "}");
        put_code(t, pattern + 1, n - 1, m, viewer, out);
        pattern += n + (pattern[n] == '}');
    }
}

/* Placeholder values for an option. */
static PatternArgs option_args(const Table *t, const Option *o, PlayerId viewer) {
    CardId source;
    PatternArgs m = {.card = o->card,
                     .zone = o->a,
                     .seat = o->b,
                     .number = o->a,
                     .word = o->a,
                     .player = o->a,
                     .term = o->c,
                     .pair = o->a + 256u * o->b};
    if (o->kind == OPT_TIMES) m.number = o->a + 256u * o->b;
    if (o->a >= t->run.g->nzones) m.zone = 0;
    m.mode_of = asking_ability(t, &source);
    m.displaced = option_displaces(&t->run, o);
    m.free = o->a != 0;
    m.thing = o->kind >= OPT_GAME ? stack_row(t->run.s, o->c) : NULL;
    if (o->kind >= OPT_GAME) m.event = option_event(&t->run, o);
    if (o->card && o->c && o->kind != OPT_CARD) {
        m.abil = o->c;
        m.ability_open = can_see_face(t, o->card, viewer);
    }
    if (o->card && o->kind == OPT_YES) {
        const CardDef *d = &t->run.pack->def[card_of(t->run.s, o->card)->def];
        unsigned ask = t->run.s->ask.kind;
        m.abil = ask == t->mat->checked_ask ? d->when_checked
                 : ask == t->mat->extra_ask ? o->c
                                            : NONE;
        m.ability_open = true;
    }
    return m;
}

int current_cost(const Table *t, CardId c) { return current_stat(t, c, STAT_COST); }

void describe_pair(const Table *t, int atk, int def, Text *out) {
    if (!t->mat->power) text_add(out, "%d/", atk);
    text_add(out, "%d", def);
}

void describe_tallies(const Table *t, CardId c, Text *out) {
    const Run *r = &t->run;
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++)
        if (r->pack->abil[a].flags & ABIL_TALLY)
            text_add(out, " %d/%d", tally_of(r, c, a), r->pack->abil[a].limit);
    for (unsigned i = 0; i < r->s->ncounters; i++) {
        if (r->s->counter[i].card != c) continue;
        text_put(out, " ");
        put_counter(t, r->s->counter[i].kind, out);
        text_add(out, "×%d", r->s->counter[i].n);
    }
}

/* Counters of a player: by the term that texts call them, or by the game's own word. */
static void put_tally(const Table *t, unsigned kind, int n, Text *x) {
    if (!t->mat->counter) {
        text_add(x, " 「%s」%d", pack_term(t->run.pack, kind), n);
        return;
    }
    text_put(x, " ");
    put_counter(t, kind, x);
    text_add(x, "×%d", n);
}

void describe_counters(const Table *t, unsigned player, Text *x) {
    const FudaView *v = &t->view;
    if (!say(t->lang, t->mat->counters)) return;
    for (unsigned i = 0; i < v->ntallies; i++)
        if (v->tallies[i].player == player) put_tally(t, v->tallies[i].kind, v->tallies[i].n, x);
}

void describe_tied(const Table *t, unsigned n, Text *out) {
    const Words usual = W(" souls %u", " 魂%u");
    if (n) text_add(out, say(t->lang, t->mat->tied.en ? t->mat->tied : usual), n);
}

void describe_stats(const Table *t, CardId c, Text *out) {
    const Card *k = card_of(t->run.s, c);
    text_put(out, " ");
    describe_pair(t, current_stat(t, c, STAT_ATK), current_stat(t, c, STAT_DEF), out);
    if (!t->mat->third) return;
    if (k->damage) text_add(out, "-%d", k->damage);
    text_add(out, "/%d", current_stat(t, c, STAT_THIRD));
}

void describe_printed_stats(const Table *t, const CardDef *d, const char *before, Text *out) {
    if (t->mat->bare_kinds && !(d->kinds & ~t->mat->bare_kinds)) return;
    text_put(out, before);
    describe_pair(t, d->num.atk, d->num.def, out);
    if (t->mat->third) text_add(out, "/%d", d->num.third);
}

/* Stats of a card to choose; current ones on the field, else cost and print. */
static void put_numbers(const Table *t, const Option *o, bool cost, Text *out) {
    const Card *k = card_of(t->run.s, o->card);
    const CardDef *d = &t->run.pack->def[k->def];
    bool field = t->run.g->zones[k->zone].flags & ZONE_FIELD;
    if (d->num.cost < 0 || !can_see_face(t, o->card, t->me)) return;
    if (field) {
        describe_stats(t, o->card, out);
        return;
    }
    if (cost) text_add(out, " (%d)", d->num.cost);
    describe_printed_stats(t, d, " ", out);
}

/* For choosing a player: the card in front, and how close the player is to losing. */
static void put_player_summary(const Table *t, PlayerId p, Text *out) {
    const State *s = t->run.s;
    const MatCell *limit = mat_limit(t->mat);
    CardId c = t->mat->front ? zone_top(s, p, t->mat->front) : NONE;
    if (s->nplayers < 3 || !c) return;
    const Card *k = card_of(s, c);
    text_put(out, t->lang == LANG_JA ? "：" : ": ");
    describe_card(t, c, t->me, out);
    if (!(k->flags & CARD_DOWN)) describe_stats(t, c, out);
    if (k->damage) text_add(out, "-%d", k->damage);
    if (limit)
        text_add(out, "  %s %u/%u", mat_zone_word(t->mat, t->run.g, limit->zone, t->lang),
                 s->player[p].count[limit->zone], limit->arg);
}

/* The engine asks ask.player, but on a shared screen a team mate may read the option; owners are
 * named from the reader's side. */
void describe_option(Table *t, const Option *o, Text *out) {
    bool logged;
    PlayerId viewer = t->run.s->ask.player;
    Words w = mat_option(t->mat, o->kind, t->run.s->ask.kind, &logged);
    PatternArgs m = option_args(t, o, viewer);
    expand(t, say(t->lang, w), &m, viewer, out);
    if (o->card && !o->c && !strstr(w.en, "{z}") && !strstr(w.en, "{s}"))
        put_numbers(t, o, !strstr(w.en, "{$}"), out);
    if (o->kind == OPT_PLAYER) put_player_summary(t, o->a, out);
    PlayerId reader = t->mode == MODE_WATCH ? viewer : t->me; /* may answer for a team mate */
    if (!o->card || card_of(t->run.s, o->card)->holder == reader) return;
    if (o->kind == OPT_CARD || t->run.s->team_size > 1)
        text_add(out, t->lang == LANG_JA ? "（%s）" : " (%s)",
                 player_label(t, card_of(t->run.s, o->card)->holder, reader));
}

void describe_line(Table *t, unsigned line, Text *out) {
    const Line *x = &t->line[line];
    if (x->macro) {
        text_put(out, say(t->lang, x->macro == MACRO_PAY ? t->mat->pay_any : t->mat->pass_on));
        return;
    }
    describe_option(t, &t->run.s->option[x->first], out);
    if (x->n > 1) text_add(out, say(t->lang, W(" (x%u)", "（%u枚）")), x->n);
}

/* Wording of a priority question: depends on whether the stack is empty and whose turn it is. */
static Words round_words(const Table *t) {
    const State *s = t->run.s;
    bool own = table_same_side(t, s->turn_player, s->ask.player);
    if (s->nstack) return t->mat->round_stacked;
    return own && s->point == t->mat->round_main ? t->mat->round_own : t->mat->round_empty;
}

void describe_question(Table *t, Text *out) {
    State *s = t->run.s;
    const Decision *d = &s->ask;
    bool round = t->mat->round_ask && d->kind == t->mat->round_ask;
    Words w = round ? round_words(t) : mat_ask(t->mat, t->run.g, d->kind, d->clause);
    PatternArgs m = {.card = s->option[0].card,
                     .player = s->turn_player,
                     .number = s->nstack,
                     .thing = s->nstack ? stack_top(s) : NULL};
    expand(t, say(t->lang, w), &m, d->player, out);
    if (d->kind == ASK_CARD && d->max > 1)
        text_add(out,
                 say(t->lang, d->min == d->max ? W(" (%u more)", "（あと%u枚）")
                                               : W(" (up to %u more)", "（あと%u枚まで）")),
                 d->max);
}

void describe_reason(const Table *t, Text *out) {
    unsigned c = t->run.s->ask.clause;
    if (!c || c >= CLAUSE_COUNT) return;
    text_add(out, "[%s] %s", clause_info[c].id, clause_gist(c, t->lang));
}

/* What the player is paying for: the last action. */
static void describe_payment(Table *t, Text *out) {
    const State *s = t->run.s;
    const Option *o = &t->last_action[s->ask.player];
    if (!ask_is_payment(&t->run) || !o->kind) return;
    text_put(out, say(t->lang, W("to pay for: ", "支払うもの：")));
    describe_option(t, o, out);
}

/* The ability was declared, so its card is named even if it has left. */
void describe_asking_ability(Table *t, bool effect, Text *out) {
    CardId c;
    AbilId a = asking_ability(t, &c);
    if (!a || !c) {
        describe_payment(t, out);
        return;
    }
    text_put(out, pack_name(t->run.pack, card_of(t->run.s, c)->def));
    if (!*ability_text(t, a)) return;
    text_put(out, t->lang == LANG_JA ? "：" : ": ");
    describe_effect(t, a, effect, out);
}

/* ---- the log --------------------------------------------------------------------------------- */

/* Hands the buffer over to the caller; null if it is empty. */
static char *take_text(Text *x) {
    if (!x->n) {
        text_release(x);
        return NULL;
    }
    return x->s;
}

/* "-- Turn N: side --" */
static void describe_turn_heading(const Table *t, PlayerId viewer, Text *x) {
    text_add(x, say(t->lang, W("-- Turn %u: ", "-- ターン%u：")), t->run.s->turn);
    describe_side(t, t->run.s->turn_player, viewer, x);
    text_put(x, " --");
}

char *describe_turn(const Table *t, PlayerId viewer) {
    const State *s = t->run.s;
    Text x = {0};
    if (!s->turn)
        text_put(&x, say(t->lang, W("-- Setup --", "-- 準備 --")));
    else
        describe_turn_heading(t, viewer, &x);
    return take_text(&x);
}

char *describe_concession(const Table *t, PlayerId who, PlayerId viewer) {
    Text x = {0};
    text_add(&x, say(t->lang, W("%s: concede", "%s：投了")), player_label(t, who, viewer));
    return take_text(&x);
}

/* Null unless the mat marks the option as worth logging and the viewer may see its card. A chosen
 * attack target is not logged, because the attack event names it. */
char *describe_answer(Table *t, const Decision *d, const Option *o, PlayerId viewer) {
    bool logged;
    Text x = {0};
    Words w = mat_option(t->mat, o->kind, d->kind, &logged);
    if (!logged || (o->card && !can_see_face(t, o->card, viewer))) return NULL;
    if (o->kind == OPT_PLAYER && d->clause == t->mat->target_clause) return NULL;
    PatternArgs m = option_args(t, o, viewer);
    m.logged = true;
    text_add(&x, t->lang == LANG_JA ? "%s：" : "%s: ", player_label(t, d->player, viewer));
    expand(t, say(t->lang, w), &m, viewer, &x);
    return take_text(&x);
}

char *describe_forced(Table *t, const Decision *d, const Option *o, PlayerId viewer) {
    Text x = {0};
    const char *words = say(t->lang, mat_alone(t->mat, o->kind, d->kind));
    if (!words) return NULL;
    text_add(&x, t->lang == LANG_JA ? "%s：" : "%s: ", player_label(t, d->player, viewer));
    text_put(&x, words);
    return take_text(&x);
}

/* Words of a move; nothing if the mat suppresses it. */
static void describe_move(Table *t, const Event *e, PlayerId viewer, Text *x) {
    PatternArgs m = {
        .card = e->card, .player = e->to_player, .from = e->from, .to = e->to, .logged = true};
    const char *pattern = say(t->lang, mat_move(t->mat, e->how, e->from, e->to));
    if (e->to && (t->run.g->zones[e->to].flags & ZONE_SEATED))
        m.to_slot = seat_number(card_of(t->run.s, e->card)->seats);
    if (!pattern) return;
    expand(t, pattern, &m, viewer, x);
}

/* The card, with its owner's name if there are three or more players. */
static void log_owned(const Table *t, CardId c, PlayerId viewer, Text *out) {
    log_card(t, c, viewer, out);
    if (c && t->run.s->nplayers > 2)
        text_add(out, t->lang == LANG_JA ? "（%s）" : " (%s)",
                 player_label(t, card_owner(c), viewer));
}

/* The event's ability, if it has one. */
static void put_event_ability(Table *t, const Event *e, Text *x) {
    if (e->amount <= 0 || !*ability_text(t, (AbilId)e->amount)) return;
    text_put(x, t->lang == LANG_JA ? "：" : ": ");
    describe_effect(t, (AbilId)e->amount, false, x);
}

/* Expands a MatDeed pattern: < card, > other card, # amount, @ player, & attacked player, %
 * ability. */
static void describe_event_pattern(Table *t, const Event *e, PlayerId viewer, Words w, Text *x) {
    Text a = {0}, b = {0};
    log_owned(t, e->card, viewer, &a);
    log_owned(t, e->other, viewer, &b);
    const char *p = say(t->lang, w);
    for (; p && *p; p++) {
        if (*p == '<')
            text_put(x, text_of(&a));
        else if (*p == '>')
            text_put(x, text_of(&b));
        else if (*p == '#')
            text_add(x, "%d", e->amount);
        else if (*p == '@')
            text_put(x, player_label(t, e->player, viewer));
        else if (*p == '&')
            text_put(x, player_label(t, attack_of(t).player, viewer));
        else if (*p == '%')
            put_event_ability(t, e, x);
        else
            text_bytes(x, p, 1);
    }
    text_release(&a);
    text_release(&b);
}

char *describe_resolved(Table *t, CardId c, AbilId a, PlayerId viewer) {
    State *s = t->run.s;
    Text x = {0};
    const char *words = say(t->lang, t->mat->resolved);
    const Stacked *top = s->nstack ? stack_top(s) : NULL;
    if (!words || !top || top->source.card != c || top->abil != a) return NULL;
    PatternArgs m = {.thing = top, .player = top->master};
    expand(t, words, &m, viewer, &x);
    return take_text(&x);
}

/* The mat's own wording wins; the table below covers the kernel's events. */
char *describe_event(Table *t, const Event *e, PlayerId viewer) {
    static const struct {
        uint8_t kind;
        Words words;
    } deeds[] = {
        {EV_DAMAGE, WORDS("< takes # damage", "<に#ダメージ")},
        {EV_ATTACK, WORDS("< attacks >", "<が>にアタック")},
        {EV_SUPPORT, WORDS("< supports", "<がサポート")},
        {EV_BLOCK, WORDS("@: block with <", "@：<でブロック")},
        {EV_SHUFFLE, WORDS("@: shuffle", "@：シャッフル")},
        {EV_SHOW, WORDS("@: show <", "@：<を公開")},
        {EV_LEAVE, WORDS("@: out of the game", "@：敗北")},
    };
    Text x = {0};
    const MatDeed *own = mat_deed(t->mat, e);
    if (own) {
        describe_event_pattern(t, e, viewer, own->words, &x);
        return take_text(&x);
    }
    if (e->kind == EV_MOVE) describe_move(t, e, viewer, &x);
    for (unsigned i = 0; i < sizeof deeds / sizeof *deeds; i++)
        if (deeds[i].kind == e->kind) describe_event_pattern(t, e, viewer, deeds[i].words, &x);
    if (e->kind == EV_FACE)
        describe_event_pattern(t, e, viewer,
                               e->amount ? W("< is turned face down", "<が裏向きになった")
                                         : W("< is turned face up", "<が表向きになった"),
                               &x);
    if (e->kind == EV_CHECK)
        describe_event_pattern(t, e, viewer,
                               e->amount == 1 ? W("@: won the check", "@：チェックに勝った")
                                              : W("@: lost the check", "@：チェックに負けた"),
                               &x);
    return take_text(&x);
}

void describe_partial(const Table *t, Text *out) {
    if (!t->partial) return;
    text_add(out, say(t->lang, W("PARTIAL CARDS (abilities left out): %s", "一部の能力を無視：%s")),
             t->partial);
}

void describe_decided(const Table *t, Text *out) {
    for (unsigned i = 0; i < DECIDING; i++) {
        const unsigned c = t->decided[i];
        if (!c || c >= CLAUSE_COUNT || clause_info[c].kind == CLAUSE_KIND_HEADING) continue;
        text_add(out, "[%s] %s\n", clause_info[c].id, clause_gist(c, t->lang));
    }
}

static bool several_won(const State *s) {
    unsigned n = 0;
    for (PlayerId p = 0; p < s->nplayers; p++) n += (s->player[p].flags & PLAYER_WON) != 0;
    return n > 1;
}

/* The winning players, or the winning team with its players, and the score. */
static void describe_winners(const Table *t, Text *out) {
    const State *s = t->run.s;
    Text names = {0}, score = {0};
    PlayerId one = NOBODY;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (!(s->player[p].flags & PLAYER_WON)) continue;
        if (names.n) text_put(&names, t->lang == LANG_JA ? "、" : ", ");
        text_put(&names, player_label(t, p, t->me));
        one = p;
    }
    if (s->team_size > 1 && one != NOBODY) {
        Text team = {0};
        describe_side(t, one, t->me, &team);
        text_add(out, say(t->lang, W("%s wins (%s). ", "%sの勝ちです（%s）。")), text_of(&team),
                 text_of(&names));
        text_release(&team);
    } else {
        text_add(out,
                 say(t->lang, several_won(s) ? W("%s win. ", "%sの勝ちです。")
                                             : W("%s wins. ", "%sの勝ちです。")),
                 text_of(&names));
    }
    describe_score(t, &score);
    if (score.n) text_add(out, "[%s]", text_of(&score));
    text_release(&names);
    text_release(&score);
}

/* In MODE_COMPUTER from the viewer's side, with the winners' names if there are three or more
 * players. */
void describe_result(const Table *t, Text *out) {
    const State *s = t->run.s;
    bool won = s->player[t->me].flags & PLAYER_WON;
    if (s->result == RESULT_WIN) {
        if (t->mode == MODE_COMPUTER)
            text_put(out, won ? say(t->lang, W("You win.", "あなたの勝ちです。"))
                              : say(t->lang, W("You lose.", "あなたの負けです。")));
        if (t->mode == MODE_COMPUTER && s->nplayers == 2) return;
        bool alone = won && t->mode == MODE_COMPUTER && s->team_size < 2 && !several_won(s);
        if (alone) return;
        if (out->n) text_put(out, " ");
        describe_winners(t, out);
    } else if (s->result == RESULT_FAULT) {
        text_add(out,
                 say(t->lang, W("The engine hit an internal limit (fault %u).",
                                "エンジンの上限に達しました（%u）。")),
                 s->fault);
    } else if (s->result) {
        text_put(out, s->result == RESULT_ALL_LOST
                          ? say(t->lang, W("All players lose.", "全員の敗北です。"))
                          : say(t->lang, W("A draw.", "引き分けです。")));
    }
}
