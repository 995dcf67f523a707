/* Who is meant: あなた is the master; 自分 the player who is the topic of the sentence (else the
 * nearest one written before); 相手 that player's opponent; at the head of a sentence 相手は is the
 * master's opponent (9.14 and rules/rulings.md). */
#include "text/tongue.h"
#include "vm/vm.h"

typedef struct Bind {
    TextTree *t;
    unsigned topic, last; /* ops, 0 = none yet */
    bool each;            /* the topic is each of the players in turn */
    bool as_topic, phase; /* phase: a phase or step was written and no action */
    bool among;           /* in this sentence a choice among looked-at cards was written */
    bool deck_shown;      /* what was revealed last was the top of a deck */
    bool choice;          /* inside an action that chooses */
    bool subject;         /* the topic is who has to do something first, up to that action */
    unsigned outer;       /* the topic before */
    unsigned chosen_of; /* in this run: whose cards were chosen from, if it was said; 0: not said */
} Bind;

static unsigned opposite(unsigned op) {
    switch (op) {
    case OP_OPP: return OP_YOU;
    case OP_THAT: return OP_NOT_THAT;
    case OP_NOT_THAT: return OP_THAT;
    default: return OP_OPP;
    }
}

static unsigned reference(const Bind *b) {
    return b->topic ? b->topic : b->last ? b->last : OP_YOU;
}

static unsigned player_word(const Bind *b, const char *code) {
    if (*code != '!') return 0;
    bool plain = b->t->tongue->plain;
    if (same_word(code, "!you")) return OP_YOU;
    if (same_word(code, "!self"))
        return !plain ? reference(b) : b->topic && b->each ? OP_THAT : OP_YOU;
    if (same_word(code, "!himself")) return b->topic ? b->topic : OP_YOU;
    if (plain && same_word(code, "!opp")) return OP_OPP;
    if (same_word(code, "!opp")) return b->as_topic || !b->topic ? OP_OPP : opposite(b->topic);
    if (same_word(code, "!opps")) return OP_OPPS;
    if (same_word(code, "!that")) return OP_THAT;
    if (same_word(code, "!every")) return OP_EVERY;
    if (same_word(code, "!ally")) return OP_ALLY;
    if (same_word(code, "!turnp")) return OP_TURNP;
    if (same_word(code, "!notturnp")) return OP_NOT_TURNP;
    return 0;
}

static const Row *row_of(const TextTree *t, const Node *n) {
    return grammar_row(t->grammar, n->row);
}

/* "…その中から A を1枚選び、…、B を1枚選び": the second choice is made among the same cards. Such
 * an action is written with nobody's name before it; it becomes the row that says so. */
static void go_on_among(Bind *b, Node *n) {
    static const char own[] = "<own>", among[] = "その中から{、|}";
    const Row *row = row_of(b->t, n);
    char pattern[200];
    if (!strncmp(row->pattern, among, sizeof among - 6)) b->among = true;
    if (!b->among || strncmp(row->pattern, "<own><f>", 8)) return;
    const Node *first = node_child(b->t, n, 0);
    if (first->start != first->end || strlen(row->pattern) > sizeof pattern - sizeof among) return;
    strcpy(pattern, among);
    strcat(pattern, row->pattern + sizeof own - 1);
    int other = grammar_find(b->t->grammar, row->phrase, pattern);
    if (other < 0) return;
    n->row = (uint16_t)other;
    n->child++;
    n->nchild--;
}

/* What an action tells about the words behind it. */
static void note_action(Bind *b, unsigned i) {
    Node *n = &b->t->node[i];
    go_on_among(b, n);
    const char *code = row_of(b->t, n)->code;
    if (strstr(code, "LOOK ")) b->deck_shown = true;
    if (strstr(code, "REVEAL ")) b->deck_shown = false;
    b->choice = strstr(code, "SELECT ") != 0;
}

/* An action has been read: whose cards were chosen from goes on to the end of the run. */
static void action_read(Bind *b, const Node *n) {
    const Node *own = n->nchild ? node_child(b->t, n, 0) : 0;
    bool said = own && !own->leaf && own->nchild && row_of(b->t, own)->is == IS_OWN;
    if (b->choice && said) b->chosen_of = node_child(b->t, own, 0)->player;
    if (n->form != FORM_CONT) b->chosen_of = 0;
    b->choice = false;
    if (b->subject && n->form == FORM_UNLESS) b->topic = b->outer, b->subject = false;
}

static void walk(Bind *b, unsigned i) {
    TextTree *t = b->t;
    Node *n = &t->node[i];
    if (n->leaf) return;
    const char *code = grammar_row(t->grammar, n->row)->code;
    unsigned p = player_word(b, code);
    if (p) {
        n->player = (uint8_t)p;
        n->value =
            same_word(code, "!that") ? b->phase : !b->last; /* no player was written before */
        b->last = p;
        return;
    }
    unsigned phrase = row_of(t, n)->is;
    if (same_word(code, "!sentence")) {
        b->among = false, b->chosen_of = 0;
        if (t->tongue->plain) b->topic = 0; /* whom it does not name is the master */
    }
    if (phrase == IS_ACT) {
        note_action(b, i);
        code = row_of(t, n)->code;
    }
    if (phrase == IS_LATER) b->topic = 0; /* a clause of its own */
    if (same_word(code, "!shown")) n->value = b->deck_shown;
    if (phrase == IS_POINT) b->phase = true;
    if (phrase == IS_EVENT) b->phase = false;
    if (row_of(t, n)->implicit) {
        /* "from the opponent's members …, from the energy": the same player's, within one run */
        n->value = b->choice && b->chosen_of;
        n->player = (uint8_t)(n->value ? b->chosen_of : b->topic ? b->topic : OP_YOU);
        if (b->t->tongue->everyones && !b->topic) n->player = OP_IMPLIED, n->value = 0;
        return;
    }
    if (has_start(code, "!ability")) { /* a quoted ability speaks for its own master */
        Bind inner = {.t = t};
        for (unsigned c = 0; c < n->nchild; c++) walk(&inner, t->children[n->child + c]);
        return;
    }
    bool subject = has_start(code, "!subject"), topic = subject || has_start(code, "!topic");
    if (subject) b->outer = b->topic, b->subject = true;
    if (topic) b->as_topic = true;
    n->player = (uint8_t)(b->topic ? b->topic : OP_YOU);
    if (row_of(t, n)->is == IS_MODE) { /* modes not chosen are as if they were not there */
        Bind inner = *b;
        for (unsigned c = 0; c < n->nchild; c++) walk(&inner, t->children[t->node[i].child + c]);
        return;
    }
    for (unsigned c = 0; c < n->nchild; c++) walk(b, t->children[t->node[i].child + c]);
    n = &t->node[i];
    if (phrase == IS_ACT) action_read(b, n);
    if (topic) {
        b->as_topic = false;
        b->chosen_of = 0;
        const Node *named = &t->node[t->children[n->child]];
        bool described = *row_of(t, named)->code != '!'; /* not by a word, but by a card of his */
        unsigned who = described ? OP_THAT : b->last;
        b->topic = who == OP_EVERY ? OP_THAT : who;
        b->each = who == OP_EVERY;
    }
}

bool text_bind(TextTree *t, TextError *error) {
    Bind b = {.t = t};
    (void)error;
    walk(&b, t->root);
    return true;
}
