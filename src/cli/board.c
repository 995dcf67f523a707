/* The board, events and options as plain lines. The board is printed from a view: nothing hidden
 * can get into it. */
#include "cli/board.h"
#include "play/words.h"

/* ---- words
 * -------------------------------------------------------------------------------------------- */

typedef struct Words {
    const char *en, *ja;
} Words;

static const char *say(Words w, Lang lang) { return lang == LANG_JA ? w.ja : w.en; }
static const char *zone_word(const Game *g, unsigned z, Lang lang) {
    return lang == LANG_JA && *g->zones[z].name ? g->zones[z].name : g->zones[z].key;
}

static const Words option_words_ja[] = {
    {"play", "プレイ"},
    {"to", "→"},
    {"entry", "エントリー"},
    {"member", "メンバー"},
    {"move", "移動"},
    {"use", "使う"},
    {"ability", "能力"},
    {"set", "セット"},
    {"attack-phase", "アタックフェイズへ"},
    {"attack", "アタック"},
    {"with", "："},
    {"end", "終了："},
    {"attacks", "アタック"},
    {"partner", "パートナー"},
    {"plain", "通常の"},
    {"block", "ブロック"},
    {"no", "しない"},
    {"cancel", "キャンセル"},
    {"resolve", "解決"},
    {"drop", "使わない"},
    {"done", "以上"},
    {"yes", "はい"},
    {"mode", "モード"},
    {"apply", "適用"},
    {"decline", "適用しない"},
    {"reveal", "公開"},
};

static const char *plain_word(const char *word, Lang lang) {
    if (lang == LANG_EN) return word;
    for (unsigned i = 0; i < sizeof option_words_ja / sizeof *option_words_ja; i++)
        if (!strcmp(option_words_ja[i].en, word)) return option_words_ja[i].ja;
    return word;
}

typedef struct Question {
    const char *key;
    Words words;
} Question;
static const Question questions[] = {
    {"card", {"Choose a card", "カードを選ぶ"}},
    {"yesno", {"Do it?", "しますか"}},
    {"number", {"Choose a number", "数を選ぶ"}},
    {"mode", {"Choose a mode", "効果を選ぶ"}},
    {"word", {"Choose a word", "語を選ぶ"}},
    {"order", {"In which order? The next one", "順番：次のカード"}},
    {"replace", {"Which replacement comes first?", "先に適用する置換効果"}},
    {"player", {"Choose a player", "プレイヤーを選ぶ"}},
    {"reveal", {"Reveal it?", "公開しますか"}},
    {"seat", {"Choose a place", "場所を選ぶ"}},
    {"action", {"What do you do?", "行動を選ぶ"}},
    {"attack", {"Attack?", "アタックしますか"}},
    {"partner", {"Which partner?", "パートナーを選ぶ"}},
    {"block", {"Block?", "ブロックしますか"}},
    {"cancel", {"Cancel it?", "キャンセルしますか"}},
    {"waiting", {"Which waiting ability comes next?", "次に解決する能力"}},
    {"energy", {"Which card becomes energy?", "エネルギーに置くカード"}},
    {"entry", {"Which card is your entry?", "エントリーに置くカード"}},
    {"pay", {"Which energy pays?", "支払うエネルギー"}},
};

const char *board_question(const Game *g, unsigned kind, Lang lang) {
    const char *key = ask_name(g, kind);
    for (unsigned i = 0; i < sizeof questions / sizeof *questions; i++)
        if (!strcmp(questions[i].key, key)) return say(questions[i].words, lang);
    return key;
}

const char *board_option(const Run *r, const Option *o, PlayerId viewer, Lang lang, char *out,
                         size_t size) {
    OptionWord w[OPTION_WORDS];
    unsigned n = option_words(r, o, w);
    size_t at = 0;
    snprintf(out, size, "%s", n ? "" : "?");
    for (unsigned i = 0; i < n && at < size; i++) {
        char place[64];
        const char *text = plain_word(w[i].text, lang);
        if (w[i].card)
            text = card_visible(r, viewer, w[i].card)
                       ? pack_name(r->pack, card_of(r->s, w[i].card)->def)
                       : place_name(r, w[i].card, place, sizeof place);
        int k = snprintf(out + at, size - at, "%s%s", i ? " " : "", text);
        if (k > 0) at += (size_t)k;
    }
    return out;
}

/* ---- the board
 * ------------------------------------------------------------------------------------------ */

static void print_card(const FudaView *v, const FudaSeen *x, const Game *g, const Pack *pack,
                       Lang lang) {
    unsigned zf = g->zones[x->zone].flags;
    if (x->def)
        fputs(pack_name(pack, x->def), stdout);
    else
        fputs("?", stdout);
    if ((zf & ZONE_FIELD) || (x->def && pack->def[x->def].cost >= 0 && !(zf & ZONE_PUBLIC))) {
        if (!(zf & ZONE_PUBLIC))
            printf(" (%s%d %d/%d)", say((Words){"cost ", "コスト"}, lang), x->cost, x->atk,
                   x->def_now);
        else
            printf(" %d/%d", x->atk, x->def_now);
    }
    if (x->damage) printf(" %s%d", say((Words){"damage ", "ダメージ"}, lang), x->damage);
    if (x->flags & CARD_RESTED) printf(" %s", say((Words){"rested", "レスト"}, lang));
    if ((x->flags & CARD_DOWN) && x->def) printf(" %s", say((Words){"face down", "裏"}, lang));
    unsigned souls = 0;
    int self = (int)(x - v->cards);
    for (unsigned i = 0; i < v->ncards; i++) souls += v->cards[i].tie == self;
    if (souls) printf(" +%u", souls);
}

/* A zone whose cards are worth a line each lists them; one that shows no face is a number. */
static void print_zone(const FudaView *v, unsigned p, unsigned z, const Game *g, const Pack *pack,
                       Lang lang) {
    unsigned n = v->counts[p][z], seen = 0, upright = 0;
    const FudaSeen *first = NULL;
    for (unsigned i = 0; i < v->ncards; i++) {
        if (v->cards[i].player != p || v->cards[i].zone != z) continue;
        if (!first) first = &v->cards[i];
        seen += v->cards[i].def != 0;
        upright += !(v->cards[i].flags & CARD_RESTED);
    }
    if (!n) return;
    bool seated = g->zones[z].flags & ZONE_SEATED;
    printf("  %s %u", zone_word(g, z, lang), n);
    if ((g->zones[z].flags & ZONE_ORIENTED) && !(g->zones[z].flags & ZONE_FIELD))
        printf(" (%s %u)", say((Words){"upright", "スタンド"}, lang), upright);
    if (seen || (g->zones[z].flags & ZONE_FIELD)) {
        fputs(": ", stdout);
        for (unsigned i = 0; i < n; i++) {
            if (i) fputs(", ", stdout);
            if (seated) printf("[%u] ", first[i].slot);
            print_card(v, &first[i], g, pack, lang);
        }
    }
    putchar('\n');
}

void board_print(const FudaView *v, const Game *g, const Pack *pack, Lang lang) {
    const NameInfo *point = v->point < g->npoints ? &g->points[v->point] : &g->points[0];
    printf("\n-- %s %u, %s, %s --\n", say((Words){"turn", "ターン"}, lang), v->turn,
           v->turn_player == v->viewer ? say((Words){"yours", "あなたの番"}, lang)
                                       : say((Words){"your opponent's", "相手の番"}, lang),
           lang == LANG_JA && *point->name ? point->name : point->key);
    for (unsigned i = 1; i <= v->nplayers; i++) {
        unsigned p =
            (v->viewer + i) % v->nplayers; /* the viewer comes last, nearest to the prompt */
        printf("P%u %s%s\n", p + 1, p == v->viewer ? say((Words){"(you)", "（あなた）"}, lang) : "",
               v->out[p] ? say((Words){" out", " 脱落"}, lang) : "");
        for (unsigned z = 1; z < g->nzones; z++) print_zone(v, p, z, g, pack, lang);
    }
}

/* ---- events
 * -----------------------------------------------------------------------------------------------
 */

static const char *called(const Run *r, CardId c, PlayerId viewer, Lang lang) {
    if (!c) return "";
    const Card *k = card_of(r->s, c);
    if (k->zone && card_visible(r, viewer, c)) return pack_name(r->pack, k->def);
    return say((Words){"a card", "カード1枚"}, lang);
}

static void print_move(const Run *r, const Event *e, PlayerId viewer, Lang lang) {
    printf("  . P%u %s: %s -> %s", e->to_player + 1u, called(r, e->card, viewer, lang),
           e->from ? zone_word(r->g, e->from, lang) : "-",
           e->to ? zone_word(r->g, e->to, lang) : say((Words){"out of the game", "除外"}, lang));
    if (e->to && (r->g->zones[e->to].flags & ZONE_SEATED))
        printf(" %u", card_of(r->s, e->card)->slot);
    putchar('\n');
}

void board_event(const Run *r, const Event *e, PlayerId viewer, Lang lang) {
    const char *name = called(r, e->card, viewer, lang);
    switch (e->kind) {
    case EV_MOVE: print_move(r, e, viewer, lang); break;
    case EV_DAMAGE:
        printf("  . %s: %s %d\n", name, say((Words){"damage", "ダメージ"}, lang), e->amount);
        break;
    case EV_ATTACK:
        printf("  . %s %s %s\n", name, say((Words){"attacks", "→アタック→"}, lang),
               called(r, e->other, viewer, lang));
        break;
    case EV_BLOCK: printf("  . %s %s\n", name, say((Words){"blocks", "ブロック"}, lang)); break;
    case EV_BEAT:
        printf("  . %s %s %s\n", name, say((Words){"beats", "→撃破→"}, lang),
               called(r, e->other, viewer, lang));
        break;
    case EV_SHUFFLE:
        printf("  . P%u %s\n", e->player + 1u, say((Words){"shuffles", "シャッフル"}, lang));
        break;
    case EV_SHOW: printf("  . %s %s\n", say((Words){"shown:", "公開："}, lang), name); break;
    case EV_LEAVE:
        printf("  . P%u %s\n", e->player + 1u, say((Words){"leaves the game", "敗北"}, lang));
        break;
    default: break;
    }
}
