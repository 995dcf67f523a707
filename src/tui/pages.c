/* Pages the player can open at any question (why, why not, card, log, help), and the tutorial. */
#include "cards/compile.h"
#include "cards/form.h"
#include "tui/describe.h"

void page_clause(const Table *t, unsigned c, Text *out) {
    if (!c || c >= CLAUSE_COUNT) return;
    text_add(out, "  [%s] %s\n", clause_info[c].id, clause_gist(c, t->lang));
}

void page_why(Table *t, Text *out) {
    Text ability = {0};
    describe_question(t, out);
    text_put(out, "\n");
    page_clause(t, t->run.s->ask.clause, out);
    describe_asking_ability(t, false, &ability);
    if (ability.n) text_add(out, "\n  %s\n", text_of(&ability));
    text_add(out,
             say(t->lang, W("\n`fuda rules %s %s` shows the clause in the ledger.\n",
                            "\n条項の一覧は `fuda rules %s %s --lang ja` で見られます。\n")),
             t->run.g->key, clause_info[t->run.s->ask.clause].id);
    text_release(&ability);
}

/* ---- a card ---------------------------------------------------------------------------------- */

/* The printed card of a definition, from the replay's card list; null if it is missing. */
static const CardText *printed(const Table *t, DefId def) {
    const char *name = pack_name(t->run.pack, def);
    const Replay *p = &t->replay;
    if (def && def <= p->ncards && !strcmp(p->card[def - 1].name, name)) return &p->card[def - 1];
    for (unsigned i = 0; i < p->ncards; i++)
        if (!strcmp(p->card[i].name, name)) return &p->card[i];
    return NULL;
}

static void put_kinds(const Table *t, unsigned kinds, Text *out) {
    const Game *g = t->run.g;
    for (unsigned k = 0, n = 0; k < g->nkinds; k++)
        if (kinds >> k & 1) text_add(out, "%s%s", n++ ? "/" : "", g->kinds[k].name);
}

/* What the compiler understood of an ability text. */
static void put_meaning(const Table *t, unsigned kinds, const char *text, Text *out) {
    Compiled x;
    compile_text(t->run.g, kinds, text, &x);
    const char *means = t->lang == LANG_JA ? x.ja : x.en;
    if (x.ok && means) text_add(out, "  = %s\n", means);
    if (!x.ok)
        text_put(out, say(t->lang, W("  (not understood: ignored in this game)\n",
                                     "  （解釈できないため、このゲームでは無視します）\n")));
    compiled_free(&x);
}

/* All printed entries with their meaning. */
static void put_entries(const Table *t, const CardText *c, Text *out) {
    bool box = c->box && *c->box;
    for (unsigned i = 0; i < c->nabilities; i++) {
        text_add(out, "\n%s\n", c->abilities[i]);
        put_meaning(t, c->kinds, c->abilities[i], out);
    }
    if (box) {
        text_add(out, "\n%s%s\n", card_form(t->run.g)->box_mark, c->box);
        put_meaning(t, c->kinds | KINDS_BOX, c->box, out);
    }
    if (!c->nabilities && !box)
        text_put(out, say(t->lang, W("\n(no abilities)\n", "\n（能力なし）\n")));
}

/* Cost, stats for kinds that have them, traits, title. */
static void put_print(const Table *t, const CardText *x, Text *out) {
    const CardForm *form = card_form(t->run.g);
    bool bare = t->mat->bare_kinds && !(x->kinds & ~(unsigned)t->mat->bare_kinds);
    if (x->cost >= 0 && bare)
        text_add(out, say(t->lang, W("  cost %d", "  コスト%d")), x->cost);
    else if (x->cost >= 0)
        text_add(out, say(t->lang, t->mat->numbers), x->cost, x->atk, x->def, x->third);
    for (unsigned i = 0; i < x->ntraits; i++)
        text_add(out, "%s%s%s%s", i ? "" : "  ", form->marks[0], x->traits[i], form->marks[1]);
    if (x->title) text_add(out, "  %s", x->title);
}

/* Where the card is now, and its current stats. */
static void put_current_state(const Table *t, CardId c, Text *out) {
    const Card *k = card_of(t->run.s, c);
    text_put(out, say(t->lang, W("  now: ", "  現在：")));
    describe_place(t, k->zone, seat_number(k->seats), out);
    if (t->run.g->zones[k->zone].flags & ZONE_FIELD) {
        describe_stats(t, c, out);
        if (k->damage) text_add(out, say(t->lang, W(", damage %d", "、ダメージ%d")), k->damage);
    }
    if (k->flags & CARD_RESTED)
        text_add(out, "%s%s", t->lang == LANG_JA ? "、" : ", ", say(t->lang, t->mat->rested) + 1);
    if (!(k->flags & CARD_DOWN)) describe_tallies(t, c, out);
    text_put(out, "\n");
}

void page_card(Table *t, CardId c, DefId def, Text *out) {
    const CardText *x = printed(t, def);
    if (!x) {
        text_put(out, pack_name(t->run.pack, def));
        return;
    }
    text_put(out, x->name);
    if (x->epithet && *x->epithet) text_add(out, "◆%s", x->epithet);
    text_put(out, "\n  ");
    put_kinds(t, x->kinds, out);
    put_print(t, x, out);
    text_put(out, "\n");
    if (c && card_of(t->run.s, c)->zone) put_current_state(t, c, out);
    if (c && card_of(t->run.s, c)->zone) page_causes(t, c, out);
    put_entries(t, x, out);
}

/* ---- log, help, guide ------------------------------------------------------------------------ */

void page_log(const Table *t, Text *out) {
    for (unsigned i = 0; i < t->nlog; i++)
        if (t->log[i].text[t->me]) text_add(out, "%s\n", t->log[i].text[t->me]);
    if (!out->n)
        text_put(out, say(t->lang, W("Nothing has happened yet.\n", "まだ何も起きていません。\n")));
}

void page_news(const Table *t, Text *out) {
    for (unsigned i = t->nread; i < t->nlog; i++)
        if (t->log[i].text[t->me]) text_add(out, "%s\n", t->log[i].text[t->me]);
}

/* Legend of zone letters. */
static void put_zones(const Table *t, Text *out) {
    for (unsigned i = 0; i < t->mat->nzones; i++) {
        const MatZone *z = &t->mat->zones[i];
        text_add(out, "  %c  %s", z->letter, t->run.g->zones[z->zone].name);
        if (t->lang == LANG_EN) text_add(out, " (%s)", z->en);
        text_add(out, t->lang == LANG_JA ? "：%s\n" : ": %s\n", say(t->lang, z->help));
    }
}

/* How the game is won; with three or more players that depends on the format. */
static void put_goal(const Table *t, Text *out) {
    const FormatInfo *x = &t->run.g->formats[t->run.s->format];
    const MatFormat *f = mat_format(t->mat, x);
    if (t->run.s->nplayers == 2)
        text_put(out, say(t->lang, t->mat->goal));
    else if (f)
        text_add(out, t->lang == LANG_JA ? "%s：%s。" : "%s: %s.", say(t->lang, f->name),
                 say(t->lang, f->about));
}

/* Help for three or more players. */
static void put_multiplayer_help(const Table *t, Text *out) {
    const FormatInfo *x = &t->run.g->formats[t->run.s->format];
    text_add(out, " [%s] %s\n", clause_info[x->clause].id, clause_gist(x->clause, t->lang));
    text_put(out, say(t->lang, t->mat->several));
    if (t->run.s->team_size > 1) text_put(out, say(t->lang, t->mat->mates));
}

void page_help(const Table *t, Text *out) {
    text_put(
        out,
        say(t->lang, W("To answer: the number of an option and Enter, or the arrow keys and Enter. "
                       "Or type where the card lies: ",
                       "選択肢の番号を打ってEnter、または矢印キーで選んでEnterで答えます。"
                       "カードの場所でも答えられます。")));
    text_put(out, say(t->lang, t->mat->tags));
    text_put(
        out,
        say(t->lang,
            W("\n\n"
              "  why, なぜ            why this is asked, and which ability asks\n"
              "  why not …            why it cannot be done: a card (h3, or a part of its name), a "
              "place (w), an action (attack); なぜできない …\n"
              "  card CARD            the printed text, what it means, and what changes it now; "
              "カード\n"
              "  look w, 見る w       the cards of a place: yours (w) or your opponent's (W)\n"
              "  hint, ヒント         what the computer would do in your place, how sure it is\n"
              "  Space                all that happened since you were last asked\n"
              "  log, 記録            all that happened in this game\n"
              "  undo, 戻す           take back your last decision\n"
              "  speed 1-5, 速さ off  how fast the others' turns are played out\n"
              "  save FILE, 保存      keep a copy of the game so far\n"
              "  :scenario FILE       write the board as a judge scenario; シナリオ\n"
              "  goal, 目標           the goal, if the game began with a scenario\n"
              "  concede, 投了        give up (you are asked once more)\n"
              "  help, ヘルプ         this page\n"
              "  q, 終了              leave; the game is saved, `fuda play --continue` resumes "
              "it\n\n"
              "Who can only decline, to block for instance, is not asked; so being asked tells the "
              "others something. `fuda play --ask-all` always asks.\n\n"
              "A star marks what changed since you were last asked. ",
              "\n\n"
              "  why、なぜ            なぜ聞かれているのか、どの能力によるのか\n"
              "  なぜできない …       なぜ今できないのか：カード（h3 "
              "や名前の一部）、場所（w）、行動"
              "（アタックなど）。why not …\n"
              "  card、カード …       カードの文章とその意味、今かかっている効果\n"
              "  look、見る w         場所ごとのカードの一覧：自分（w）、相手（W）\n"
              "  hint、ヒント         コンピュータならどうするか、どのくらい確かか\n"
              "  Space                前回の選択からのできごと\n"
              "  log、記録            ゲームのこれまでの記録\n"
              "  undo、戻す           自分の直前の選択を取り消す\n"
              "  speed、速さ 1～5     相手の番を見せる速さ（off で見ない）\n"
              "  save、保存 FILE      ここまでのゲームを別に保存する\n"
              "  :scenario FILE       盤面を裁定シナリオとして書き出す。シナリオ\n"
              "  goal、目標           シナリオから始めたときの目標\n"
              "  concede、投了        投了する（もう一度たずねます）\n"
              "  help、ヘルプ         この説明\n"
              "  q、終了              やめる（ゲームは保存され、fuda play --continue "
              "で続けられます）\n\n"
              "断ることしかできないとき（ブロックなど）はたずねません。そのため、たずねられたことで"
              "相手に"
              "手の内がわかることがあります。fuda play --ask-all ではいつもたずねます。\n\n"
              "「*」印は前回の選択から変わったところです。")));
    text_add(out, "%s\n\n", say(t->lang, t->mat->read_numbers));
    put_goal(t, out);
    if (t->run.s->nplayers > 2) put_multiplayer_help(t, out);
    text_put(out, t->run.s->nplayers > 2 ? "\n" : "\n\n");
    put_zones(t, out);
    if (t->partial) text_put(out, "\n");
    describe_partial(t, out);
}

/* The tutorial ends after everybody's first few turns; pages that wait for an event never shown by
 * then are dropped. */
static bool guide_finished(Table *t) {
    enum { GUIDED_TURNS = 4 };
    if (t->guide && t->run.s->turn > GUIDED_TURNS * t->run.s->nplayers) t->guide = false;
    return !t->guide || !t->mat->nguide;
}

/* Fills in page i unless it was shown already. Bit 0 of guide_shown is the introduction. */
static bool guide_page(Table *t, unsigned i, const char **title, Text *out) {
    const MatGuide *g = &t->mat->guide[i];
    if (t->guide_shown >> (i + 1) & 1) return false;
    t->guide_shown |= 1u << (i + 1);
    *title = say(t->lang, g->title);
    text_put(out, say(t->lang, g->text));
    return true;
}

/* The introduction comes first, whatever the question. */
bool page_guide(Table *t, const char **title, Text *out) {
    const Decision *d = &t->run.s->ask;
    const Mat *m = t->mat;
    if (guide_finished(t)) return false;
    if (!(t->guide_shown & 1)) {
        t->guide_shown |= 1;
        *title = say(t->lang, m->intro_title);
        text_add(out, "%s\n\n", say(t->lang, m->intro));
        put_goal(t, out);
        if (t->run.s->nplayers > 2)
            text_put(out, say(t->lang, W(" The others are shown in brief; `v` shows one of them "
                                         "in full.",
                                         "ほかのプレイヤーは省略して表示します。v で1人ずつ"
                                         "全部を見られます。")));
        return true;
    }
    for (unsigned i = 0; i < m->nguide && i < 31; i++) {
        const MatGuide *g = &m->guide[i];
        if (g->ask == d->kind && (!g->clause || g->clause == d->clause))
            return guide_page(t, i, title, out);
    }
    return false;
}

bool page_guide_after(Table *t, uint64_t options, const char **title, Text *out) {
    if (guide_finished(t)) return false;
    for (unsigned i = 0; i < t->mat->nguide && i < 31; i++)
        if (t->mat->guide[i].after && (options >> t->mat->guide[i].after & 1))
            return guide_page(t, i, title, out);
    return false;
}
