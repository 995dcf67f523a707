/* Lookups in a game's mat, with fallbacks to the words that all games share. */
#include "tui/mat.h"
#include "games/host.h"
#include "play/words.h"

/* Defaults for the kernel's own option kinds; a mat may override them. */
static const MatOption options[] = {
    {OPT_CARD, ANY, false, WORDS("{c}", "{c}"), NO_WORDS},
    {OPT_DONE, ANY, false, WORDS("that is all", "ここまで"), NO_WORDS},
    {OPT_YES, ANY, false, WORDS("yes", "はい"), NO_WORDS},
    {OPT_NO, ANY, false, WORDS("no", "いいえ"), NO_WORDS},
    {OPT_NUMBER, ANY, true, WORDS("{n}", "{n}"), NO_WORDS},
    {OPT_MODE, ANY, true, WORDS("{m}", "{m}"), NO_WORDS},
    {OPT_WORD, ANY, true, WORDS("{w}", "{w}"), NO_WORDS},
    {OPT_APPLY, ANY, true, WORDS("apply {c}{k}", "{c}を適用する{k}"), NO_WORDS},
    {OPT_DECLINE, ANY, false, WORDS("do not apply it", "適用しない"), NO_WORDS},
    {OPT_PLAYER, ANY, true, WORDS("{p}", "{p}"), NO_WORDS},
    {OPT_REVEAL, ANY, false, WORDS("reveal {c}{k}", "{c}を公開する{k}"), NO_WORDS},
    {OPT_NO_REVEAL, ANY, false, WORDS("do not reveal it", "公開しない"), NO_WORDS},
    {OPT_SEAT, ANY, false, WORDS("{z}", "{z}"), NO_WORDS},
    {OPT_REPEAT, ANY, false, WORDS("repeat this loop", "このループを繰り返す"), NO_WORDS},
    {OPT_TIMES, ANY, true, WORDS("{n} times", "{n}回"), NO_WORDS},
};

/* Defaults for the kernel's own questions. */
static const MatAsk asks[] = {
    {ASK_CARD, 0, WORDS("Choose a card", "カードを選んでください")},
    {ASK_YESNO, 0, WORDS("Do it?", "しますか？")},
    {ASK_NUMBER, 0, WORDS("Choose a number", "数を選んでください")},
    {ASK_MODE, 0, WORDS("Choose one of these", "次から選んでください")},
    {ASK_WORD, 0, WORDS("Choose a word", "言葉を選んでください")},
    {ASK_ORDER, 0,
     WORDS("In which order? Choose the next card", "順番を決めます。次のカードを選んでください")},
    {ASK_REPLACE, 0,
     WORDS("Which replacement is applied first?", "先に適用する置換効果を選んでください")},
    {ASK_PLAYER, 0, WORDS("Choose a player", "プレイヤーを選んでください")},
    {ASK_REVEAL, 0,
     WORDS("It triggers in your hand. Reveal it?", "手札の能力が誘発しました。公開しますか？")},
    {ASK_SEAT, 0, WORDS("Choose a place", "置く場所を選んでください")},
    {ASK_TIMES, 0, WORDS("How often is the loop repeated?", "ループを何回繰り返しますか？")},
};

static const MatMove moves[] = {
    {ANY, ANY, ANY, WORDS("{p}: {c} from {from} to {to}", "{p}：{c}を{from}から{to}へ")},
};

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* Mat of a game that has none of its own. */
static const Mat bare = {.numbers = WORDS("  cost %d  %d/%d", "  コスト%d  %d/%d"),
                         .rested = WORDS(" rested", " 横向き"),
                         .upright = WORDS(" (%u upright)", "（縦向き%u）"),
                         .attacks = WORDS(" attacks ", " がアタック："),
                         .tags = WORDS("", ""),
                         .read_numbers = WORDS("", ""),
                         .several = WORDS("", ""),
                         .mates = WORDS("", "")};

const Mat *mat_of(const Game *g) {
    const Mat *own = game_host(g)->mat;
    return own ? own : &bare;
}

const MatZone *mat_zone(const Mat *m, unsigned zone) {
    for (unsigned i = 0; i < m->nzones; i++)
        if (m->zones[i].zone == zone) return &m->zones[i];
    return NULL;
}

const char *mat_zone_word(const Mat *m, const Game *g, unsigned zone, Lang lang) {
    const MatZone *z = mat_zone(m, zone);
    const char *own = *g->zones[zone].name ? g->zones[zone].name : g->zones[zone].key;
    if (lang == LANG_JA) return own;
    return z ? z->en : g->zones[zone].key;
}

/* The row for this option kind and question; a row for any question is second choice. */
static const MatOption *find_option(const MatOption *o, unsigned n, unsigned kind, unsigned ask) {
    const MatOption *any = NULL;
    for (unsigned i = 0; i < n; i++) {
        if (o[i].kind != kind) continue;
        if (o[i].ask == ask) return &o[i];
        if (o[i].ask == ANY && !any) any = &o[i];
    }
    return any;
}

/* *logged: the option is logged when taken. Unknown kinds get a generic wording. */
Words mat_option(const Mat *m, unsigned kind, unsigned ask, bool *logged) {
    const MatOption *o = find_option(m->options, m->noptions, kind, ask);
    if (!o) o = find_option(options, COUNT(options), kind, ask);
    *logged = o && o->logged;
    return o ? o->words : W("option {n}", "選択肢{n}");
}

Words mat_alone(const Mat *m, unsigned kind, unsigned ask) {
    const MatOption *o = find_option(m->options, m->noptions, kind, ask);
    if (!o) o = find_option(options, COUNT(options), kind, ask);
    return o ? o->alone : W(NULL, NULL);
}

/* The row for this question and clause; a row without a clause is second choice. */
static const MatAsk *find_ask(const MatAsk *a, unsigned n, unsigned ask, unsigned clause) {
    const MatAsk *any = NULL;
    for (unsigned i = 0; i < n; i++) {
        if (a[i].ask != ask) continue;
        if (a[i].clause && a[i].clause == clause) return &a[i];
        if (!a[i].clause && !any) any = &a[i];
    }
    return any;
}

Words mat_ask(const Mat *m, const Game *g, unsigned ask, unsigned clause) {
    const MatAsk *a = find_ask(m->asks, m->nasks, ask, clause);
    if (!a) a = find_ask(asks, COUNT(asks), ask, clause);
    const char *key = ask_name(g, ask);
    return a ? a->words : W(key, key);
}

/* The first row that matches the event's kind and condition. */
const MatDeed *mat_deed(const Mat *m, const Event *e) {
    for (unsigned i = 0; i < m->ndeeds; i++) {
        const MatDeed *d = &m->deeds[i];
        bool right = d->when == DEED_ANY || (d->when == DEED_NO_CARD ? !e->card : !e->other);
        if (d->kind == e->kind && right) return d;
    }
    return NULL;
}

const MatRound *mat_round(const Mat *m, unsigned point) {
    return point < m->nrounds && m->rounds[point].step.en ? &m->rounds[point] : NULL;
}

/* Does the row match the move? ANY matches everything. */
static bool fits(const MatMove *x, unsigned how, unsigned from, unsigned to) {
    return (x->how == ANY || x->how == how) && (x->from == ANY || x->from == from) &&
           (x->to == ANY || x->to == to);
}

/* The first matching row of the mat; else the generic wording. */
Words mat_move(const Mat *m, unsigned how, unsigned from, unsigned to) {
    for (unsigned i = 0; i < m->nmoves; i++) {
        Words words = m->moves[i].words;
        if (words.en && !*words.en) continue; /* USUAL_WORDS */
        if (fits(&m->moves[i], how, from, to)) return words;
    }
    return moves[0].words;
}

const MatFormat *mat_format(const Mat *m, const FormatInfo *f) {
    for (unsigned i = 0; i < m->nformats; i++)
        if (!strcmp(m->formats[i].key, f->key)) return &m->formats[i];
    return NULL;
}

const char *mat_format_name(const Mat *m, const FormatInfo *f, Lang lang) {
    const MatFormat *x = mat_format(m, f);
    return x ? say(lang, x->name) : f->key;
}

const MatCell *mat_limit(const Mat *m) {
    for (unsigned i = 0; i < m->ncells; i++)
        if (m->cells[i].form == FORM_LIMIT) return &m->cells[i];
    return NULL;
}
