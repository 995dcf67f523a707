#include "tui/think.h"
#include "play/search.h"
#include "tui/describe.h"
#include "tui/term.h"

static const char adviser_name[] = "search:1s";
enum {
    ADVICE_LINES = 4,   /* answers that a hint tells of */
    SURE = 85,          /* percent of the playouts */
    LIKELY = 55,        /* percent */
    LEAST_SHOWN = 2,    /* percent: rarer answers are not told */
    NOTICE_AFTER = 120, /* milliseconds: a shorter thought is not shown */
};

/* ---- showing it ------------------------------------------------------------------------------ */

/* One thought: context of Search.goes_on. */
typedef struct Thought {
    Table *table;
    PlayerId who; /* NOBODY: the adviser */
    double begun; /* budget_clock */
    bool stopped;
} Thought;

static bool show_thought(void *context, double part) {
    Thought *x = context;
    Table *t = x->table;
    const bool shown = t->thinking && budget_clock() - x->begun >= NOTICE_AFTER;
    x->stopped = quit_requested() || (shown && !t->thinking(t->front, t, x->who, part));
    return !x->stopped;
}

static bool think(Table *t, Chooser *c, PlayerId who, unsigned *option) {
    Thought thought = {.table = t, .who = who, .begun = budget_clock()};
    if (c->search) {
        c->search->goes_on = show_thought;
        c->search->context = &thought;
    }
    *option = c->choose(c, &t->run);
    if (c->search) c->search->goes_on = NULL;
    return !thought.stopped;
}

bool think_answer(Table *t, unsigned *option) {
    const PlayerId who = t->run.s->ask.player;
    *option = 0;
    if (t->run.s->ask.n == 1) return true;
    return think(t, &t->computer[who], who, option);
}

/* ---- hints ----------------------------------------------------------------------------------- */

/* What the adviser thinks of a line of the question. */
typedef struct LineOpinion {
    unsigned line;
    double share, chance;
} LineOpinion;

/* Adds up the opinions by line; they stay in order but for lines of several options. */
static unsigned by_line(const Table *t, const Search *x, LineOpinion *out) {
    unsigned n = 0;
    for (unsigned i = 0; i < x->nopinions; i++) {
        const Opinion *o = &x->opinion[i];
        const unsigned line = t->line_of[o->option];
        unsigned k = 0;
        while (k < n && out[k].line != line) k++;
        if (k == n) out[n++] = (LineOpinion){line, 0, o->chance};
        out[k].share += o->share;
    }
    return n;
}

static unsigned percent(double x) { return (unsigned)(100 * x + 0.5); }

static const char *how_sure(const Table *t, unsigned share) {
    return say(t->lang, share >= SURE     ? W("quite sure", "かなり確か")
                        : share >= LIKELY ? W("fairly sure", "おおむね確か")
                                          : W("not sure: others are about as good",
                                              "決め手なし：ほかも同じくらい"));
}

static void put_first(Table *t, const LineOpinion *x, Text *out) {
    const unsigned share = percent(x->share);
    text_add(out,
             say(t->lang, W("In your place the computer would take\n\n  %u  ",
                            "コンピュータなら、これを選びます。\n\n  %u  ")),
             x->line + 1);
    describe_line(t, x->line, out);
    text_add(out,
             say(t->lang, W("\n\n  how sure         %u%% of its tries (%s)\n"
                            "  chance to win    about %u%%\n",
                            "\n\n  確かさ        試した手順の%u%%（%s）\n"
                            "  勝つ見込み    約%u%%\n")),
             share, how_sure(t, share), percent(x->chance));
}

static void put_others(Table *t, const LineOpinion *x, unsigned n, Text *out) {
    for (unsigned i = 1; i < n && i < ADVICE_LINES && percent(x[i].share) >= LEAST_SHOWN; i++) {
        if (i == 1)
            text_put(out, say(t->lang, W("\nIt also looked at\n\n", "\nほかに考えた手\n\n")));
        text_add(out, "  %u  ", x[i].line + 1);
        describe_line(t, x[i].line, out);
        text_add(out,
                 say(t->lang, W(" (%u%% of its tries, chance to win about %u%%)\n",
                                "（試した手順の%u%%、勝つ見込み約%u%%）\n")),
                 percent(x[i].share), percent(x[i].chance));
    }
}

static bool open_adviser(Table *t) {
    if (!t->adviser.choose && !chooser_open(&t->adviser, adviser_name)) return false;
    chooser_seed(&t->adviser, seed_of(t->replay.seed, 2000 + t->napplied));
    return true;
}

void page_hint(Table *t, Text *out) {
    LineOpinion opinion[MAX_OPTIONS];
    if (!open_adviser(t)) {
        text_put(out, say(t->lang, W("There is no memory to think with.",
                                     "考えるためのメモリがありません。")));
        return;
    }
    unsigned option;
    if (!think(t, &t->adviser, NOBODY, &option)) return;
    table_refresh(t); /* the front end may have drawn something else */
    const unsigned n = by_line(t, t->adviser.search, opinion);
    if (n < 2) {
        text_put(out,
                 say(t->lang, W("All options come to the same.", "どれを選んでも同じことです。")));
        return;
    }
    put_first(t, opinion, out);
    put_others(t, opinion, n, out);
    text_put(out, say(t->lang, W("\nIt knows what you know, and guesses the rest.",
                                 "\nあなたが知っていることだけから考え、残りは推測しています。")));
}
