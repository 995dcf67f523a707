/* Resolves player words. あなた is the master; 自分 the topic of the sentence, else the player
 * mentioned last; 相手 that player's opponent, but as a topic the master's opponent (9.14 and
 * rules/rulings.md). */
#include "text/tongue.h"
#include "vm/vm.h"

typedef struct Bind {
    TextTree *t;
    unsigned topic, last; /* player ops: topic, last one mentioned; 0 = none */
    bool is_static;       /* in a static ability: nothing is done in turn */
    bool each;            /* the topic is each player in turn */
    bool as_topic, phase; /* inside a topic; a phase was mentioned and no event since */
    bool among;           /* the sentence chose among looked-at cards */
    bool rest;            /* "the rest" of them is said, but never "among them" */
    bool deck_shown;      /* the last cards revealed came from the top of a deck */
    bool choice;          /* the current action chooses */
    bool subject;         /* the topic is a !subject and ends with its action */
    unsigned outer;       /* topic before !subject */
    bool of_event;        /* inside the subject of an event */
    bool topic_said;      /* this sentence names its topic */
    bool acted;           /* and something was done since */
    bool forbids;         /* inside of what must not happen */
    bool by_card;         /* inside the card that does it */
    unsigned doer;        /* who does the event being visited, if a player is named; 0: not */
    unsigned chosen_of;   /* stated owner of the cards this run chose from; 0: none stated */
    unsigned last_of;     /* owner of the cards chosen last, for "choose … as well" */
    unsigned cards_of;    /* whose cards were chosen or shown last; 0: none */
    unsigned target_of;   /* owner of the cards that the ability chose last (選ぶ); 0: none */
    unsigned parent;      /* the node whose child is being visited */
} Bind;

/* The opponent of a player op. OP_OPP is the default for ops that name several players. */
static unsigned opposite(unsigned op) {
    switch (op) {
    case OP_OPP: return OP_YOU;
    case OP_THAT: return OP_NOT_THAT;
    case OP_NOT_THAT: return OP_THAT;
    default: return OP_OPP;
    }
}

/* Player that 自分 refers to. */
static unsigned current_player(const Bind *b) {
    return b->topic ? b->topic : b->last ? b->last : OP_YOU;
}

/* Player op for a player word's code, 0 if it is not one. */
static unsigned player_word(const Bind *b, const char *code) {
    if (*code != '!') return 0;
    bool plain = b->t->tongue->fixed_players;
    if (same_word(code, "!you")) return OP_YOU;
    if (same_word(code, "!self") && b->t->tongue->self_is_topic)
        return b->topic && !b->as_topic ? b->topic : OP_YOU;
    if (same_word(code, "!self"))
        return !plain ? current_player(b) : b->topic && b->each ? OP_THAT : OP_YOU;
    if (same_word(code, "!himself")) return b->topic ? b->topic : OP_YOU;
    const bool masters = b->t->tongue->opp_is_masters || (plain && !b->each);
    if (masters && same_word(code, "!opp")) return OP_OPP;
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

enum { SAYS_REST = 1, SAYS_AMONG = 2 };

/* What the text calls the cards that were shown: the rest of them, or those among them. */
static unsigned says_of_shown(const TextTree *t, const Node *n) {
    unsigned said = 0;
    if (n->leaf) return 0;
    if (same_word(row_of(t, n)->code, "LEFT"))
        return strstr(row_of(t, n)->pattern, "残り") ? SAYS_REST : SAYS_AMONG;
    for (unsigned i = 0; i < n->nchild; i++) said |= says_of_shown(t, node_child(t, n, i));
    return said;
}

static bool takes_all(const Bind *b, const Node *n) {
    const Node *many = role_filler(b->t, n, 'n');
    return many && has_start(row_of(b->t, many)->code, "WHOLE;WHOLE");
}

/* "…その中から A を1枚選び、…、B を1枚選び": the second choice is made among the same cards. */
static void inherit_among(Bind *b, Node *n) {
    if (act_among(b->t, n)) b->among = true;
    const Node *set = act_object(b->t, n);
    const bool rest = set && same_word(row_of(b->t, set)->code, "LEFT");
    if (b->rest && has_start(row_of(b->t, n)->code, "LOOK ")) b->among = true;
    if (b->rest && rest) b->among = false;
    const bool takes = act_chooses(b->t, n) || (b->rest && takes_all(b, n));
    if (!b->among || !takes || !set || role_filler(b->t, n, 'F')) return;
    const char *pattern = row_of(b->t, set)->pattern;
    if (!same_word(pattern, "<own><f>") && !same_word(pattern, "<own><zones>")) return;
    const Node *own = node_child(b->t, set, 0);
    if (own->start == own->end) n->among = 1;
}

/* Updates the context before an action's children are visited. */
static void note_action(Bind *b, unsigned i) {
    Node *n = &b->t->node[i];
    inherit_among(b, n);
    const char *code = row_of(b->t, n)->code;
    if (strstr(code, "LOOK ")) b->deck_shown = true;
    if (strstr(code, "REVEAL ")) b->deck_shown = false;
    b->choice = strstr(code, "SELECT ") != 0 || act_chooses(b->t, n);
    if (same_word(code, "!more")) b->choice = true, b->chosen_of = b->last_of;
}

/* "相手は…できず、…できない": the subject of what must not happen is the topic of what follows. */
static void note_bound(Bind *b, const Node *n) {
    if (!same_word(row_of(b->t, n)->code, "!forbid")) return;
    const Node *who = role_filler(b->t, node_child(b->t, n, 0), 'p');
    if (who && (who->player == OP_YOU || who->player == OP_OPP))
        b->topic = who->player, b->topic_said = true;
}

/* "相手はこのターン中、〔A〕を…できない": the topic of the sentence is who must not do it, if the
 * clause names nobody; 0: not so. A card as the topic, 〔A〕は, behind another action is for all
 * players. */
static unsigned bound_topic(const Bind *b, const Node *n) {
    const Row *row = row_of(b->t, n);
    const Node *what = role_filler(b->t, n, 'w');
    if (!b->forbids || !b->topic_said || row->sort != ROW_FRAME || !what) return 0;
    if (!strstr(row->pattern, "^A") || role_filler(b->t, n, 'p') || role_filler(b->t, n, 'g'))
        return 0;
    bool object = b->t->cp[what->end] == U'を';
    return (object || !b->acted) && (b->topic == OP_YOU || b->topic == OP_OPP) ? b->topic : 0;
}

/* Is the phrase, or a part of it, one of Tongue.chosen_zones? */
static bool is_chosen_zone(const Bind *b, const Node *n) {
    if (n->leaf) return false;
    const Row *row = row_of(b->t, n);
    for (const char *const *z = b->t->tongue->chosen_zones; *z; z++)
        if (code_is(row->code, *z) || strstr(row->pattern, *z)) return true;
    for (unsigned i = 0; i < n->nchild; i++)
        if (is_chosen_zone(b, node_child(b->t, n, i))) return true;
    return false;
}

/* The owner of a zone that is not stated, behind a choice among cards of a player; 0: none. */
static unsigned owner_by_choice(const Bind *b) {
    if (!b->t->tongue->chosen_zones || !b->target_of || b->topic || b->of_event) return 0;
    return is_chosen_zone(b, &b->t->node[b->parent]) ? b->target_of : 0;
}

/* Notes whose cards an action chooses, if the text says 選ぶ. */
static void note_target(Bind *b, const Node *n, const Node *own) {
    bool says = false;
    if (!b->choice || !own || own->leaf || row_of(b->t, own)->phrase_id != PHRASE_OWN) return;
    for (unsigned i = n->start; i < n->end; i++) says |= b->t->cp[i] == U'選';
    if (!says) return;
    const unsigned who = own->nchild ? node_child(b->t, own, 0)->player : own->player;
    b->target_of = who == OP_OPP || who == OP_YOU ? who : 0;
}

/* Notes whose cards were chosen or shown: "捨てさせる" makes that player act on them. */
static void note_cards_of(Bind *b, const Node *n, const Node *own) {
    const char *code = row_of(b->t, n)->code;
    const bool shows = strstr(code, "SEE ") || strstr(code, "SHOWALL ") || strstr(code, "LOOK ");
    if ((!b->choice && !shows) || !own || own->leaf) return;
    if (row_of(b->t, own)->phrase_id != PHRASE_OWN) return;
    b->cards_of = own->nchild ? node_child(b->t, own, 0)->player : own->player;
}

/* "相手の手札を見て、その中から1枚選び、捨てさせる": nobody is named who is made to act, and the
 * cards are the opponent's. */
static bool made_to_act(const Bind *b, const Node *n) {
    return n->form == FORM_CAUSES && row_of(b->t, n)->sort == ROW_FRAME && !b->topic &&
           b->cards_of == OP_OPP && !act_object(b->t, n) && !role_filler(b->t, n, 'F') &&
           !role_filler(b->t, n, 'w');
}

/* Updates the context behind an action. A stated owner applies until the run ends. */
static void end_action(Bind *b, const Node *n) {
    b->acted = true;
    note_bound(b, n);
    const Node *own = n->nchild ? node_child(b->t, n, 0) : 0, *set = role_filler(b->t, n, 'F');
    if (!set && row_of(b->t, n)->sort == ROW_FRAME) set = act_object(b->t, n);
    if (row_of(b->t, n)->sort == ROW_FRAME) own = set && set->nchild ? node_child(b->t, set, 0) : 0;
    bool stated = own && !own->leaf && own->nchild && row_of(b->t, own)->phrase_id == PHRASE_OWN;
    if (b->choice && stated) b->chosen_of = node_child(b->t, own, 0)->player;
    if (b->choice && own && row_of(b->t, own)->phrase_id == PHRASE_OWN)
        b->last_of = stated ? b->chosen_of : own->player;
    note_target(b, n, own);
    note_cards_of(b, n, own);
    if (n->form != FORM_CONT) b->chosen_of = 0;
    b->choice = false;
    if (b->subject && n->form == FORM_UNLESS) b->topic = b->outer, b->subject = false;
}

/* Does the sentence begin with その後? */
static bool begins_with_then(const TextTree *t, const Node *sentence) {
    const Node *item = node_child(t, node_child(t, sentence, 0), 0);
    return has_start(row_of(t, item)->code, "!then");
}

/* The player named as the one who does an event. Zones of unstated owner are that player's: what a
 * player does with a zone is done with their own. */
static const Node *doer_of(const Bind *b, const Node *n) {
    const Row *row = row_of(b->t, n);
    bool event = row->phrase_id == PHRASE_EVENT || same_word(row->phrase, "rel");
    if (!event || row->sort != ROW_FRAME || b->t->tongue->fixed_players) return 0;
    return role_filler(b->t, n, 'p');
}

/* Visits the tree in reading order and sets Node.player. */
/* Does an adjective say whose the cards of the set are, such as "on the circle of that card"? */
static bool has_owner_in_words(const TextTree *t, const Node *n) {
    if (!same_word(row_of(t, n)->phrase, "set")) return false;
    for (unsigned i = 0; i < n->nchild; i++) {
        const Node *c = node_child(t, n, i);
        if (!c->leaf && same_word(row_of(t, c)->phrase, "adj") &&
            strstr(row_of(t, c)->code, "!anyones"))
            return true;
    }
    return false;
}

static void walk(Bind *b, unsigned i) {
    TextTree *t = b->t;
    Node *n = &t->node[i];
    if (n->leaf) return;
    const char *code = grammar_row(t->grammar, n->row)->code;
    unsigned p = player_word(b, code);
    if (p) {
        n->player = (uint8_t)p;
        n->value = same_word(code, "!that") ? b->phase : !b->last; /* first mention of a player */
        b->last = p;
        return;
    }
    unsigned phrase = row_of(t, n)->phrase_id;
    if (same_word(code, "!sentence")) {
        b->among &= b->rest || begins_with_then(t, n); /* "その後" goes on with the cards shown */
        b->chosen_of = 0;
        b->topic_said = false;
        if (t->tongue->fixed_players || t->tongue->self_is_topic || t->tongue->topic_ends)
            b->topic = 0, b->each = false; /* each sentence starts with the master */
    }
    if (phrase == PHRASE_ACT) {
        note_action(b, i);
        code = row_of(t, n)->code;
    }
    if (has_start(code, "!if !anydid")) b->topic = 0, b->each = false;
    if (phrase == PHRASE_LATER) b->topic = 0; /* an independent clause */
    if (same_word(code, "!shown")) n->value = b->deck_shown;
    if (phrase == PHRASE_POINT) b->phase = true;
    if (phrase == PHRASE_EVENT) b->phase = false;
    if (row_of(t, n)->implicit) {
        /* within a run an unstated owner is the one stated before */
        n->value = b->choice && b->chosen_of;
        n->player = (uint8_t)(n->value ? b->chosen_of : b->topic ? b->topic : OP_YOU);
        const unsigned chosen = n->value ? 0 : owner_by_choice(b);
        if (chosen) n->player = (uint8_t)chosen;
        const bool open =
            !b->topic || (t->tongue->open_is_anyones && b->topic == OP_YOU && !b->each);
        if ((t->tongue->open_is_anyones || t->tongue->anyones) && open)
            n->player = OP_IMPLIED, n->value = 0;
        const unsigned anyone = t->tongue->bare_is_own && !b->by_card ? OP_YOU : OP_EVERY;
        if (b->of_event) n->player = (uint8_t)(b->doer ? b->doer : anyone), n->value = 0;
        return;
    }
    if (has_start(code, "!ability")) { /* a quoted ability has its own master */
        Bind inner = {.t = t,
                      .is_static = same_word(code, "!ability static"),
                      .rest = says_of_shown(t, n) == SAYS_REST};
        for (unsigned c = 0; c < n->nchild; c++) walk(&inner, t->children[n->child + c]);
        return;
    }
    const bool anyones = !b->of_event && ((phrase == PHRASE_ACT && strstr(code, "!anyones")) ||
                                          has_owner_in_words(t, n));
    if (same_word(row_of(t, n)->phrase, "subj") || anyones)
        b->of_event = true; /* an owner not said: any */
    if (same_word(row_of(t, n)->phrase, "bycard")) b->by_card = true;
    bool subject = has_start(code, "!subject"), topic = subject || has_start(code, "!topic");
    if (subject) b->outer = b->topic, b->subject = true;
    if (topic) b->as_topic = true;
    n->player = (uint8_t)(b->topic ? b->topic : OP_YOU);
    if (phrase == PHRASE_ACT && made_to_act(b, n)) n->player = OP_OPP, n->value = 1;
    if (row_of(t, n)->phrase_id == PHRASE_MODE) { /* modes do not affect each other */
        Bind inner = *b;
        for (unsigned c = 0; c < n->nchild; c++) walk(&inner, t->children[t->node[i].child + c]);
        return;
    }
    uint16_t child[MAX_ELEMENTS];
    unsigned count = children_in_order(t, n, child);
    const Node *actor = phrase == PHRASE_ACT ? role_filler(t, n, 'h') : 0; /* 相手が…しなければ */
    if (actor) {
        walk(b, (unsigned)(actor - t->node));
        b->outer = b->topic;
        b->topic = actor->player;
        b->subject = true;
        n->player = (uint8_t)b->topic;
    }
    const unsigned outer_doer = b->doer, outer_topic = b->topic;
    if (phrase == PHRASE_ACT) b->forbids = same_word(code, "!forbid");
    unsigned bound = phrase == PHRASE_EVENT ? bound_topic(b, n) : 0;
    if (bound) n->value = (int)(b->doer = bound);
    const Node *doer = doer_of(b, n);
    if (doer) {
        walk(b, (unsigned)(doer - t->node));
        if (doer->player == OP_YOU || doer->player == OP_OPP) b->doer = doer->player;
        /* 相手は自分のカードを…できない */
        const bool is_topic = b->forbids && t->cp[doer->end] == U'は';
        if (is_topic && t->tongue->self_is_topic) b->topic = doer->player;
    }
    for (unsigned c = 0; c < count; c++) {
        b->parent = i;
        if (&t->node[child[c]] != actor && &t->node[child[c]] != doer) walk(b, child[c]);
    }
    n = &t->node[i];
    if (same_word(row_of(t, n)->phrase, "source")) n->value = (int)b->doer;
    b->doer = outer_doer;
    if (doer) b->topic = outer_topic;
    if (same_word(row_of(t, n)->phrase, "subj") || anyones) b->of_event = false;
    if (same_word(row_of(t, n)->phrase, "bycard")) b->by_card = false;
    if (phrase == PHRASE_ACT) end_action(b, n);
    if (topic) {
        b->as_topic = false;
        b->chosen_of = 0;
        const Node *named = &t->node[t->children[n->child]];
        bool described = *row_of(t, named)->code != '!'; /* such as "the holder of that card" */
        unsigned who = described ? OP_THAT : b->last;
        b->each = !b->is_static && (who == OP_EVERY || who == OP_OPPS);
        b->topic = b->each ? OP_THAT : who;
        b->topic_said = true;
        b->acted = false;
    }
}

/* Does every sentence below the node end with an action or a statement, not with what leads to
 * one? */
static bool ends_well(const TextTree *t, const Node *n, TextError *error) {
    static const char *const lead[] = {"!topic",  "!dur",     "!if",       "!delay",    "!also",
                                       "!then",   "!alt",     "!each",     "!else",     "!whenput",
                                       "!within", "!subject", "!didlater", "!whenever", 0};
    if (n->leaf) return true;
    if (same_word(row_of(t, n)->code, "!items") && n->nchild == 1) {
        const Node *last = node_child(t, n, 0);
        const char *code = last->leaf ? "" : row_of(t, last)->code;
        for (unsigned i = 0; lead[i]; i++)
            if (code_is(code, lead[i]))
                return text_error(error, t->src[last->start],
                                  "the sentence ends here: what is done is missing");
    }
    for (unsigned i = 0; i < n->nchild; i++)
        if (!ends_well(t, node_child(t, n, i), error)) return false;
    return true;
}

bool text_bind(TextTree *t, TextError *error) {
    Bind b = {.t = t};
    walk(&b, t->root);
    return ends_well(t, &t->node[t->root], error);
}
