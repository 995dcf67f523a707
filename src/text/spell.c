/* Writes the tree back in Japanese, row by row. Alternative spellings are unified, a row is written
 * as the first row with the same meaning, and omitted players and owners are made explicit. Choices
 * of words that carry meaning (いる or ある, このキャラ or このカード) stay as printed. */
#include "text/explain.h"
#include "text/tongue.h"
#include "vm/vm.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct Spell {
    const TextTree *t;
    Buffer *b;
    unsigned topic; /* player op of the current topic, 0 none */
    unsigned outer; /* topic outside 相手が…しなければ; NO_OUTER: not inside one */
    bool cost;      /* inside a cost, where the player is never written */
    bool no_owner;  /* an owner that is not said means any player's */
    bool add_topic; /* insert あなたは before the next action */
} Spell;

enum { NO_OUTER = UINT16_MAX };

static const Row *row_of(const TextTree *t, const Node *n) {
    return grammar_row(t->grammar, n->row);
}
static void add(Spell *y, const char *s) { buffer_add(y->b, s, strlen(s)); }
static void spell(Spell *y, const Node *n);

/* ---- patterns ---- */

enum { P_END, P_TEXT, P_PART, P_GROUP, P_VERB };
typedef struct Element {
    unsigned kind;
    const char *from, *to; /* its text, without brackets */
} Element;

/* Splits off the next element of a pattern; returns the position behind it. */
static const char *next_element(const char *s, Element *e) {
    *e = (Element){P_END, s, s};
    if (!*s) return s;
    if (*s == '<' || *s == '{') {
        const char *end = strchr(s, *s == '<' ? '>' : '}');
        *e = (Element){*s == '<' ? P_PART : P_GROUP, s + 1, end};
        return end + 1;
    }
    if (*s == '~') {
        const char *end = s + 1 + verb_length(s + 1);
        *e = (Element){P_VERB, s + 1, end};
        return end;
    }
    while (*s && *s != '<' && *s != '{' && *s != '~') s++;
    *e = (Element){P_TEXT, e->from, s};
    return s;
}

static const char *choice_end(const char *s, const char *end) {
    while (s < end && *s != '|') s++;
    return s;
}

/* Matches [s, to) at that position of the text. Returns the position behind it, or -1. */
static int match_at(const TextTree *t, unsigned at, unsigned end, const char *s, const char *to) {
    while (s < to)
        if (at == end || t->cp[at++] != utf8_char(&s)) return -1;
    return (int)at;
}

/* Which alternative of each group, and which verb form, the printed text used. */
typedef struct Printed {
    uint8_t choice[MAX_ELEMENTS];
    unsigned form;
} Printed;

static bool match_printed(const TextTree *t, const Node *n, const char *s, unsigned at,
                          unsigned part, unsigned k, Printed *p);

static bool match_printed_verb(const TextTree *t, const Node *n, const Element *e, const char *next,
                               unsigned at, unsigned part, unsigned k, Printed *p) {
    char word[64];
    for (unsigned form = 1; form < FORM_COUNT_; form++)
        for (unsigned i = 0;
             verb_has_form(e->from, form) && verb_spelling(e->from, form, i, word, sizeof word);
             i++) {
            int to = match_at(t, at, n->end, word, word + strlen(word));
            if (to < 0 || !match_printed(t, n, next, (unsigned)to, part, k + 1, p)) continue;
            p->form = form;
            return true;
        }
    return false;
}

/* Matches a pattern from element k on against the text of node n, with backtracking; 'part' is the
 * next child. Fills *p on success. */
static bool match_printed(const TextTree *t, const Node *n, const char *s, unsigned at,
                          unsigned part, unsigned k, Printed *p) {
    Element e;
    const char *next = next_element(s, &e);
    int to;
    switch (e.kind) {
    case P_END: return at == n->end && part == n->nchild;
    case P_TEXT:
        to = match_at(t, at, n->end, e.from, e.to);
        return to >= 0 && match_printed(t, n, next, (unsigned)to, part, k + 1, p);
    case P_PART:
        return part < n->nchild && node_child(t, n, part)->start == at &&
               match_printed(t, n, next, node_child(t, n, part)->end, part + 1, k + 1, p);
    case P_VERB: return match_printed_verb(t, n, &e, next, at, part, k, p);
    default: break;
    }
    unsigned i = 0;
    for (const char *c = e.from; c <= e.to; c = choice_end(c, e.to) + 1, i++) {
        to = match_at(t, at, n->end, c, choice_end(c, e.to));
        if (to < 0 || !match_printed(t, n, next, (unsigned)to, part, k + 1, p)) continue;
        p->choice[k] = (uint8_t)i;
        return true;
    }
    return false;
}

/* ---- canonical spellings ---- */

/* The canonical spelling of a word, the word itself if it has none. */
static const char *canonical_word(const Tongue *own, const char *word) {
    static const char *const pairs[][2] = {
        {"代わりに", "かわりに"},
        {"全て", "すべて"},
        {"好きな", "望む"},
        {"順番", "順"},
        {"であれば", "なら"},
        {"や", "か"},
        {"or", "か"},
        {"体", "枚"},
        {"枚を", "枚"},
        {"+-", "±"},
        {"選べない", "選ばれない"},
        {"選べず", "選ばれず"},
        {"して", "し"},
    };
    for (const Respelling *x = own->respellings; x && x->word; x++)
        if (same_word(word, x->word)) return x->usual;
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (same_word(word, pairs[i][0])) return pairs[i][1];
    return word;
}

/* Is the word one of the group's alternatives? */
static bool in_group(const Element *e, const char *word) {
    for (const char *c = e->from; c <= e->to; c = choice_end(c, e->to) + 1)
        if ((size_t)(choice_end(c, e->to) - c) == strlen(word) && has_start(c, word)) return true;
    return false;
}

/* Writes a group. 'object': it follows a set of cards, so an optional を is written. */
static void spell_group(Spell *y, const Element *e, unsigned choice, bool object) {
    char word[200];
    const char *c = e->from;
    while (choice-- > 0) c = choice_end(c, e->to) + 1;
    size_t n = (size_t)(choice_end(c, e->to) - c);
    if (n >= sizeof word) n = sizeof word - 1;
    memcpy(word, c, n);
    word[n] = 0;
    if (has_start(e->from, ":|}")) strcpy(word, ":");
    if (has_start(e->from, "を|}")) strcpy(word, object ? "を" : "");
    const char *same = canonical_word(y->t->tongue, word);
    add(y, same != word && in_group(e, same) ? same : word);
}

/* Alternative to write when nothing was printed: the empty one if there is one, else the first. */
static unsigned first_choice(const Element *e) {
    unsigned i = 0;
    for (const char *c = e->from; c <= e->to; c = choice_end(c, e->to) + 1, i++)
        if (choice_end(c, e->to) == c) return i;
    return 0;
}

/* ---- rows with the same meaning ---- */

/* Is this element the stem of a verb, as 除外 in 除外~する? */
static bool is_stem(const Element *e) {
    return (e->kind == P_TEXT && *e->to == '~') || (e->kind == P_GROUP && e->to[1] == '~');
}

/* Do both patterns have the same parts and verbs in the same order? 'stems': and with the same
 * stems. */
static bool same_shape(const char *a, const char *b, bool stems) {
    Element x, y;
    for (;;) {
        do a = next_element(a, &x);
        while ((x.kind == P_TEXT || x.kind == P_GROUP) && !(stems && is_stem(&x)));
        do b = next_element(b, &y);
        while ((y.kind == P_TEXT || y.kind == P_GROUP) && !(stems && is_stem(&y)));
        if (x.kind != y.kind || x.to - x.from != y.to - y.from) return false;
        if (x.kind == P_END) return true;
        if (memcmp(x.from, y.from, (size_t)(x.to - x.from))) return false;
    }
}

static uint32_t row_hash(const Row *row) {
    uint32_t h = 2166136261u;
    for (const char *c = row->phrase; *c; c++) h = (h ^ (unsigned char)*c) * 16777619u;
    for (const char *c = row->code; *c; c++) h = (h ^ (unsigned char)*c) * 16777619u;
    for (const char *c = row->english; *c; c++) h = (h ^ (unsigned char)*c) * 16777619u;
    return h;
}

static bool same_meaning(const Row *a, const Row *b) {
    if (a->sort != b->sort || !same_word(a->roles ? a->roles : "", b->roles ? b->roles : ""))
        return false;
    return same_word(a->phrase, b->phrase) && same_word(a->code, b->code) &&
           same_word(a->english, b->english) &&
           same_shape(a->pattern, b->pattern, a->made && b->made); /* moods of a verb */
}

/* Rows with the same phrase, code, English and shape are candidates. Rows that are only a special
 * word or have an empty pattern are always their own. */
void grammar_find_canonical(Row *row, unsigned n) {
    enum { CHAINS = 1024 };
    uint16_t head[CHAINS] = {0}; /* last row of each hash chain, + 1 */
    uint16_t *before = malloc(n * sizeof *before);
    if (!before) abort();
    for (unsigned i = 0; i < n; i++) {
        Row *r = &row[i];
        r->canonical = (uint16_t)i;
        if (*r->code == '!' || !*r->pattern) continue;
        uint16_t *chain = &head[row_hash(r) % CHAINS];
        for (unsigned j = *chain; j; j = before[j - 1])
            if (same_meaning(&row[j - 1], r)) r->canonical = row[j - 1].canonical;
        before[i] = *chain;
        *chain = (uint16_t)(i + 1);
    }
    free(before);
}

/* ---- nodes ---- */

/* Numbers are written in plain digits; traits in the first of the game's two brackets. */
static void spell_leaf(Spell *y, const Node *n) {
    if (n->leaf == LEAF_NUMBER) {
        char s[16];
        snprintf(s, sizeof s, "%d", n->value);
        add(y, s);
        return;
    }
    char *s = leaf_text(y->t, n);
    size_t len = strlen(s);
    const Tongue *own = y->t->tongue;
    if (n->leaf == LEAF_TRAIT && len > 6 &&
        own->trait[0][0] != own->trait[1][0]) { /* unify the brackets */
        s[len - 3] = 0;
        add(y, "〔");
        add(y, s + 3);
        add(y, "〕");
    } else {
        add(y, s);
    }
    free(s);
}

/* Writes the owner that the text omits. */
static void spell_owner(Spell *y, const Node *n) {
    bool master_only = y->t->tongue->fixed_players; /* 自分 is not the topic */
    if (y->cost || y->no_owner || (master_only && n->player == OP_OPP && y->topic == OP_OPP))
        return;
    if (n->player == y->topic || n->player == OP_THAT)
        add(y, "自分の");
    else if (n->player == OP_YOU)
        add(y, "あなたの");
    else if (n->player == OP_OPP)
        add(y, "相手の");
}

/* Writes the first spelling of a form; 'zu': the first that ends in ず, if there is one. */
static void spell_verb(Spell *y, const Element *e, unsigned form, bool zu) {
    char word[64];
    if (!form) form = FORM_FINAL;
    const bool short_stem =
        form == FORM_CONT && verb_spelling(e->from, form, 0, word, sizeof word) &&
        strlen(word) == 3 && (unsigned char)*word > 0xE3; /* 見て, not 見; but し */
    if (short_stem && verb_spelling(e->from, form, 1, word, sizeof word)) {
        add(y, word);
        return;
    }
    for (unsigned i = 0; zu && verb_spelling(e->from, form, i, word, sizeof word); i++)
        if (strlen(word) >= 3 && !strcmp(word + strlen(word) - 3, "ず")) {
            add(y, word);
            return;
        }
    if (verb_spelling(e->from, form, 0, word, sizeof word)) add(y, word);
}

/* Is である printed at the end of the node, and not before なら? It may not be left out there. */
static bool keeps_copula(const TextTree *t, const Node *n) {
    return n->end >= n->start + 3 && t->cp[n->end - 3] == U'で' && t->cp[n->end - 2] == U'あ' &&
           t->cp[n->end - 1] == U'る' && t->cp[n->end] != U'な';
}

/* Writes a set that cards are chosen from: 手札を1枚 as 手札から1枚, メンバーの〔A〕を1枚 as
 * メンバーから〔A〕を1枚, and 〔A〕を1枚 behind a choice among cards looked at as
 * その中から〔A〕を1枚. Returns false if the set is to be written as it is. */
static bool spell_source(Spell *y, const Node *n) {
    const Node *set = act_object(y->t, n);
    if (!set || !act_chooses(y->t, n) || role_filler(y->t, n, 'F')) return false;
    const char *pattern = row_of(y->t, set)->pattern;
    bool zone = same_word(pattern, "<own><zones>"), part = has_start(pattern, "<own><zones>{の|");
    if (n->among) {
        add(y, "その中から");
        spell(y, node_child(y->t, set, 1));
        add(y, "を");
        return true;
    }
    if ((!zone && !part) || set->nchild > 3) return false;
    if (part && zones_name_cards(y->t, node_child(y->t, set, 1))) return false;
    spell(y, node_child(y->t, set, 0));
    spell(y, node_child(y->t, set, 1));
    add(y, "から");
    if (part) spell(y, node_child(y->t, set, 2));
    if (part) add(y, "を");
    return true;
}

/* Which alternative of a group of a chunk to write: "、" behind a duration that stands first, は
 * behind the subject of what cannot happen, else none of them or the first. */
static unsigned chunk_choice(const Node *n, const Element *e, char role) {
    bool forbids = n->form == FORM_CANNOT || n->form == FORM_NOT || n->form == FORM_IS_NOT;
    if (role == 'd') return 0;
    if (forbids && has_start(e->from, "が|は}")) return 1;
    return first_choice(e);
}

/* Writes the chunk that fills this role and maybe others. Returns the roles it fills. */
static uint32_t spell_chunk(Spell *y, const Node *n, const Row *row, const char *role,
                            uint32_t left) {
    const Row *chunk = grammar_chunk(y->t->grammar, row, role, left);
    Element e;
    unsigned part = 0;
    if (!chunk) return 0;
    y->no_owner = *role == 'r' || (*role == 's' && role_filler(y->t, n, 'r')) ||
                  (*role == 'F' && act_object(y->t, n)); /* whose is not said: any player's */
    for (const char *s = next_element(chunk->pattern, &e); e.kind; s = next_element(s, &e)) {
        if (e.kind == P_TEXT)
            buffer_add(y->b, e.from, (size_t)(e.to - e.from));
        else if (e.kind == P_PART)
            spell(y, role_filler(y->t, n, chunk->roles[part++]));
        else
            spell_group(y, &e, chunk_choice(n, &e, *role), false);
    }
    y->no_owner = false;
    return chunk->takes;
}

/* Writes the roles of a frame in the usual order, each with its particle. A duration stands first,
 * then who acts, then this card of "this card and …". */
static void spell_roles(Spell *y, const Node *n, const Row *row) {
    static const char first[] = "dhj";
    uint32_t left = n->roles;
    for (const char *f = first; *f; f++) {
        const char *role = strchr(row->roles, *f);
        if (role && (left & role_bit(*f))) left &= ~spell_chunk(y, n, row, role, left);
    }
    if ((left & role_bit('s')) && spell_source(y, n)) left &= ~role_bit('s');
    for (const char *role = row->roles; *role; role++)
        if (*role != '!' && (left & role_bit(*role))) left &= ~spell_chunk(y, n, row, role, left);
}

/* Where the head of a frame begins in the text: behind the last of its roles. */
static unsigned head_start(const TextTree *t, const Node *n, const Row *row) {
    unsigned at = n->start;
    for (unsigned i = 0; i < role_count(row); i++)
        if (node_child(t, n, i)->end > at) at = node_child(t, n, i)->end;
    return at;
}

/* Which alternative the printed text used of the group of the canonical row, if its own row has it.
 * Rows that one line of a table stands for (groups.c) have groups in common. */
static unsigned printed_choice(const Row *own, const Row *row, const Element *group, unsigned at,
                               const Printed *p) {
    Element e;
    unsigned k = 0;
    if (own == row) return p->choice[at];
    for (const char *s = next_element(own->pattern, &e); e.kind; s = next_element(s, &e), k++)
        if (e.kind == P_GROUP && e.to - e.from == group->to - group->from &&
            !memcmp(e.from, group->from, (size_t)(e.to - e.from)))
            return p->choice[k];
    return first_choice(group);
}

/* Writes a row with its children. A row that is not canonical has other groups, so its printed
 * alternatives do not apply, unless one line of a table stands for both. */
static void spell_row(Spell *y, const Node *n) {
    const Row *own = row_of(y->t, n), *row = grammar_row(y->t->grammar, own->canonical);
    Printed p = {.form = n->form};
    unsigned part = role_count(row), k = 0, start = n->start, roles_end = n->end;
    bool object = false, as_printed = false;
    bool same = row->line == own->line && same_word(row->file, own->file);
    if (row->sort == ROW_FRAME) {
        spell_roles(y, n, row);
        start = head_start(y->t, n, row); /* particles may stand before the head */
        roles_end = start + 4 < n->end ? start + 4 : n->end;
    } else {
        roles_end = start;
    }
    for (; same && own->has_variants && !as_printed && start <= roles_end; start++)
        as_printed = match_printed(y->t, n, own->pattern, start, part, 0, &p);
    Element e;
    for (const char *s = next_element(row->pattern, &e); e.kind; s = next_element(s, &e), k++) {
        if (e.kind == P_TEXT)
            buffer_add(y->b, e.from, (size_t)(e.to - e.from));
        else if (e.kind == P_PART)
            spell(y, node_child(y->t, n, part++));
        else if (e.kind == P_VERB && has_start(e.from, "だ") && keeps_copula(y->t, n))
            add(y, "である");
        else if (e.kind == P_VERB)
            spell_verb(y, &e, p.form, n->end > n->start && y->t->cp[n->end - 1] == U'ず');
        else
            spell_group(y, &e, as_printed ? printed_choice(own, row, &e, k, &p) : first_choice(&e),
                        object);
        object = e.kind == P_PART && has_start(e.from, "set>");
    }
}

/* Can あなたは be inserted before this node? Only if no 自分 behind it means another player, and no
 * owner that is not said is anyone. *stop: a later topic was reached. */
static bool all_mean_you(const Spell *y, const Node *n, bool *stop) {
    if (n->leaf || *stop) return true;
    const char *code = row_of(y->t, n)->code;
    if (has_start(code, "!topic")) *stop = true;
    if (same_word(code, "!self") && n->player != OP_YOU) return false;
    for (unsigned i = 0; i < n->nchild && !*stop; i++) {
        const Node *part = node_child(y->t, n, i);
        if (is_anyones(y->t, n, part) || !all_mean_you(y, part, stop)) return false;
    }
    return true;
}

/* Writes an item of a sentence, tracking the topic. */
static void spell_item(Spell *y, const Node *n) {
    const char *code = row_of(y->t, n)->code;
    const Node *act = has_start(code, "!act") ? node_child(y->t, n, 0) : 0;
    const Node *actor = act ? role_filler(y->t, act, 'h') : 0; /* 相手が…しなければ */
    if (has_start(code, "!topic")) {
        unsigned who = node_child(y->t, n, 0)->player;
        y->topic = who == OP_EVERY || who == OP_OPPS ? OP_THAT : who;
        y->add_topic = false;
    }
    bool chooses = act && (strstr(row_of(y->t, act)->code, "@p") || act_chooses(y->t, act));
    if (chooses && !actor && y->add_topic && !y->cost) {
        add(y, "あなたは");
        y->topic = OP_YOU;
        y->add_topic = false;
    }
    if (actor) {
        y->outer = y->topic;
        y->topic = actor->player;
    }
    spell_row(y, n);
    if (act && act->form == FORM_UNLESS && y->outer != NO_OUTER) {
        y->topic = y->outer;
        y->outer = NO_OUTER;
    }
}

/* Writes any node. Abilities and modes get their own topic. */
static void spell(Spell *y, const Node *n) {
    if (n->leaf) {
        spell_leaf(y, n);
        return;
    }
    const Row *row = row_of(y->t, n);
    if (row->implicit) {
        spell_owner(y, n);
    } else if (row->phrase_id == PHRASE_ITEM) {
        spell_item(y, n);
    } else if (row->phrase_id == PHRASE_COST || has_start(row->code, "!demand")) {
        y->cost = true;
        spell_row(y, n);
        y->cost = false;
    } else if (row->phrase_id == PHRASE_ABILITY) {
        Spell inner = {.t = y->t, .b = y->b, .outer = NO_OUTER};
        bool stop = false;
        inner.add_topic = all_mean_you(y, n, &stop);
        spell_row(&inner, n);
    } else if (same_word(row->code, "!thereis")) { /* in the place named before, if there is one */
        y->no_owner = true;
        spell_row(y, n);
        y->no_owner = false;
    } else if (row->phrase_id == PHRASE_ENTRY && n->nchild == 2) { /* one ability per line */
        spell(y, node_child(y->t, n, 0));
        add(y, "\n");
        spell(y, node_child(y->t, n, 1));
    } else if (row->phrase_id == PHRASE_MODE) {
        Spell inner = *y;
        spell_row(&inner, n);
    } else {
        if (row->phrase_id == PHRASE_LATER) y->topic = 0;
        spell_row(y, n);
    }
}

char *text_spell(const TextTree *t) {
    Buffer b = {0};
    Spell y = {.t = t, .b = &b, .outer = NO_OUTER};
    buffer_add(&b, "", 0);
    spell(&y, &t->node[t->root]);
    return b.s;
}
