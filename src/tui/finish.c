/* The end of a game: what decided it, and what to do next. */
#include "tui/describe.h"
#include "tui/front.h"
#include <stdio.h>
#include <string.h>

/* ---- the summary ----------------------------------------------------------------------------- */

/* A player's line: cards that were lost, and what lies in each zone now. */
static void put_player(const Table *t, PlayerId p, Text *out) {
    const State *s = t->run.s;
    unsigned lost = 0;
    for (unsigned i = 0; i < t->nlog; i++)
        lost += t->log[i].lost && card_owner(t->log[i].lost) == p;
    text_add(out, t->lang == LANG_JA ? "%s：" : "%s: ", player_label(t, p, t->me));
    for (unsigned i = 0, n = 0; i < t->mat->nzones; i++) {
        const unsigned z = t->mat->zones[i].zone;
        if (!s->player[p].count[z]) continue;
        text_add(out, "%s%s %u", n++ ? (t->lang == LANG_JA ? "、" : ", ") : "",
                 mat_zone_word(t->mat, t->run.g, z, t->lang), s->player[p].count[z]);
    }
    text_add(out, say(t->lang, W("; lost to the others: %u\n", "。失ったカード%u枚\n")), lost);
}

/* The last entries of the log that the viewer may read. */
static void put_last_deeds(const Table *t, Text *out) {
    enum { LAST = 8 };
    unsigned from = t->nlog, n = 0;
    while (from && n < LAST) n += t->log[--from].text[t->me] != NULL;
    text_add(out, "\n%s\n", say(t->lang, W("What decided it:", "決め手：")));
    for (; from < t->nlog; from++)
        if (t->log[from].text[t->me]) text_add(out, "  %s\n", t->log[from].text[t->me]);
}

void page_summary(Table *t, Text *out) {
    const State *s = t->run.s;
    unsigned own = 0;
    describe_result(t, out);
    text_put(out, "\n");
    if (t->puzzle && puzzle_goal(t->puzzle, 0))
        text_add(out, "%s\n",
                 say(t->lang, puzzle_reached(t->puzzle, s)
                                  ? W("The goal was reached.", "目標を達成しました。")
                                  : W("The goal was not reached.", "目標は達成していません。")));
    describe_decided(t, out);
    for (unsigned i = 0; i < t->napplied; i++)
        own += t->answered_by[i] == t->me; /* not what the table answered for him */
    text_add(out,
             say(t->lang, W("\nTurns: %u. Decisions: %u, yours: %u.\n",
                            "\n全%uターン。選択%u回、うち%u回はあなた。\n")),
             s->turn, t->napplied, own);
    for (PlayerId p = 0; p < s->nplayers; p++) put_player(t, p, out);
    put_last_deeds(t, out);
}

void page_goal(const Table *t, Text *out) {
    const char *line = t->puzzle ? puzzle_goal(t->puzzle, 0) : NULL;
    if (!line) {
        text_put(out, say(t->lang, W("There is no goal: play on as you like.\n",
                                     "目標はありません。自由に続けてください。\n")));
        return;
    }
    text_put(out,
             say(t->lang, W("This must be true in the end:\n", "最後にこうなっていること：\n")));
    for (unsigned i = 0; (line = puzzle_goal(t->puzzle, i)); i++) text_add(out, "  %s\n", line);
    text_put(out, say(t->lang, W("\n`goal` shows this again, `undo` takes back any answer.\n",
                                 "\ngoal でもう一度表示します。undo で何手でも戻せます。\n")));
}

/* ---- what next ------------------------------------------------------------------------------- */

static void show_summary(Front *f, Table *t) {
    Text page = {0};
    page_summary(t, &page);
    f->page(f, say(t->lang, W("The game", "対戦のまとめ")), text_of(&page), false);
    text_release(&page);
}

/* The recorded game from its first answer on; then the table is as before. */
static void watch(Front *f, Table *t) {
    const Mode mode = t->mode;
    const PlayerId me = t->me;
    t->mode = MODE_WATCH;
    table_seek(t, 0);
    table_watch(f, t);
    table_seek(t, t->replay.nsteps);
    t->mode = mode;
    t->me = me;
    table_seek(t, t->replay.nsteps);
}

/* A copy in the present folder, with the name of the saved game. */
static void keep_copy(Front *f, Table *t) {
    FileError e;
    Text note = {0};
    const char *path = t->save.name ? t->save.name : "game.replay", *slash = strrchr(path, '/');
    if (slash) path = slash + 1;
    if (table_save_copy(t, path, &e))
        text_add(&note, say(t->lang, W("saved as %s", "保存しました：%s")), path);
    else
        text_put(&note, e.line);
    f->page(f, say(t->lang, W("A copy", "コピー")), text_of(&note), false);
    text_release(&note);
}

void table_finish(Front *f, Table *t) {
    enum { LEAVE, SUMMARY, WATCH, COPY, AGAIN };
    Text title = {0};
    describe_result(t, &title);
    for (;;) {
        const char *const lines[] = {
            say(t->lang, W("leave", "終わる")),
            say(t->lang, W("what decided it, and other numbers", "決め手とまとめ")),
            say(t->lang, W("watch the game from the start", "最初から再生する")),
            say(t->lang, W("keep a copy in this folder", "このフォルダーにコピーを残す")),
            say(t->lang, W("play again with these decks", "同じデッキでもう一度遊ぶ")),
        };
        const int k =
            f->quit ? LEAVE : f->choose(f, text_of(&title), lines, f->can_rematch ? 5 : 4);
        if (k == SUMMARY) show_summary(f, t);
        if (k == WATCH) watch(f, t);
        if (k == COPY) keep_copy(f, t);
        f->rematch = k == AGAIN;
        if (k <= LEAVE || k == AGAIN) break;
    }
    text_release(&title);
}
