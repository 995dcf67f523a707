/* Resolves references. A verb without an object takes the object of the action before it in the
 * sentence. それ and similar words refer to cards that an earlier action named, never to this card.
 * さらに repeats the last period, and a bare change behind it applies to the card changed last.
 * Cards that were chosen or moved need no resolving: the "it" register holds them at run time. */
#include "text/chart.h"
#include "text/tongue.h"
#include "vm/vm.h"

typedef struct Refer {
    TextTree *t;
    unsigned antecedent; /* set that an action named last, + 1; 0: the run-time "it" */
    unsigned named_by;   /* the action that named it, + 1 */
    unsigned last;       /* the action before, + 1 */
    unsigned changed;    /* set whose attack and defence changed last, + 1 */
    unsigned period;     /* last duration, + 1 */
    unsigned also;       /* さらに in this sentence, + 1 */
    bool in_sentence;    /* 'antecedent' belongs to this sentence */
    unsigned nth;        /* "the n-th attack of this card" in this sentence, + 1 */
    bool own_period;     /* this sentence names a duration */
    bool pays, later;    /* the sentence contains a payment; a delayed or per-player part */
    bool paid;           /* an earlier sentence contains a payment */
    bool chose_any;      /* the last choice was of any number of cards */
    bool cost;           /* inside the cost of an ability */
    bool moved, looked;  /* the trigger is a move; cards were looked at since */
    bool put;            /* the last action moved cards */
    bool is_static;
    bool keyed;               /* the last choice was that of a keyword */
    bool about;               /* the trigger is about a card that it describes */
    bool bare;                /* the last choice was of cards that the text does not describe */
    bool triggered;           /* the ability has named an event that it waits for */
    bool filled;              /* an action has given "it" cards */
    bool has_it;              /* the trigger, the cost or an action gives "it" a card at run time */
    bool charge;              /* in a charge attack */
    bool acted;               /* an action stands before this in the sentence */
    bool gone;                /* "it" is cards that were drawn, moved or looked at */
    bool out;                 /* the cards named last lie out of play */
    bool chosen, chosen_here; /* "it" was chosen; in this sentence */
    bool choice_last, choice_ended; /* the last action only chose; so did the sentence before */
} Refer;

static const char *code_of(const Refer *r, unsigned i) {
    const Node *n = &r->t->node[i];
    return n->leaf ? "" : grammar_row(r->t->grammar, n->row)->code;
}

static unsigned phrase_of(const Refer *r, unsigned i) { /* enum KnownPhrase */
    const Node *n = &r->t->node[i];
    return n->leaf ? PHRASE_OTHER : grammar_row(r->t->grammar, n->row)->phrase_id;
}

/* Skips clause marks and the bracket of a choice at the start of the code. */
static const char *first_word(const char *code) {
    while (code_is(code, "MARK"))
        for (unsigned words = 0; words < 2; words++) {
            while (*code && *code != ' ') code++;
            while (*code == ' ') code++;
        }
    if (has_start(code, "( ")) code += 2;
    return code;
}

/* Does the action leave its cards where they are? */
static bool keeps_place(const char *code) {
    static const char *const ops[] = {
        "MOD",    "STATMOD", "SETSTAT",   "GAIN",    "LOSE",        "GRANT",  "ORIENT", "TURNFACE",
        "REVEAL", "!gains",  "FORBIDSET", "RULESET", "!or_instead", "DAMAGE", "CLEAR",  "SEE"};
    static const char *const own[] = {"G_DAMAGE", "G_CHIP", "G_UNDO", "G_RESTORE"};
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
        if (code_is(code, ops[i])) return !has_word(code, "SELECT");
    for (unsigned i = 0; i < sizeof own / sizeof *own; i++)
        if (has_word(code, own[i])) return !has_word(code, "SELECT");
    return false;
}

/* Does the action set "it" at run time? */
bool refer_sets_it(const char *code) {
    static const char *const ops[] = {"SELECT",  "SETIT",  "MOVE", "TAKE",     "SWAP",    "LOOK",
                                      "G_CHECK", "G_DEER", "DRAW", "SWAPREST", "!recount"};
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
        if (has_word(code, ops[i])) return true;
    return false;
}

/* The set that is the object of an action, + 1; 0 if there is none or cards of it are chosen. */
static unsigned object_of(const Refer *r, unsigned i) {
    const Node *n = &r->t->node[i], *object = act_object(r->t, n);
    if (!object || act_chooses(r->t, n)) return 0;
    unsigned c = (unsigned)(object - r->t->node);
    return phrase_of(r, c) == PHRASE_SET ? c + 1 : 0;
}

static bool is_self(const Refer *r, unsigned set) { return code_is(code_of(r, set - 1), "SELF"); }

/* Does the set denote one card that can be found again at any time? */
static bool is_single(const Refer *r, unsigned set) {
    const Node *n = &r->t->node[set - 1];
    while (n->nchild == 1 && same_word(code_of(r, (unsigned)(n - r->t->node)), "$1"))
        n = node_child(r->t, n, 0);
    const char *code = code_of(r, (unsigned)(n - r->t->node));
    return is_self(r, set) || code_is(code, "ROLE") || code_is(code, "!acted");
}

/* The action that named the antecedent assigns "it". */
static void bind_it(Refer *r, enum Binding how) {
    uint8_t *binds = &r->t->node[r->named_by - 1].binds_it;
    if (*binds != BINDS_IT) *binds = (uint8_t)how;
}

/* Does the phrase speak of the cards by what was done to them? */
static bool by_what_was_done(const Refer *r, unsigned i) {
    return has_word(code_of(r, i), "!made");
}

/* Node 'reader' refers to the antecedent: directly if the set can be evaluated again, else by
 * having the action that named it assign "it". */
static void refer_to(Refer *r, unsigned reader) {
    if (r->is_static || is_single(r, r->antecedent))
        r->t->node[reader].antecedent = (uint16_t)r->antecedent;
    else if (r->named_by)
        bind_it(r, by_what_was_done(r, reader) ? BINDS_DONE : BINDS_IT);
}

/* Properties of an action's row, computed once when the grammar is built: Row.facts. */
enum {
    ACT_LOOKS = 1,
    ACT_LEFT = 2,
    ACT_SELECTS = 4,
    ACT_PAIRS = 8,
    ACT_IMPLIES = 16, /* uses "it" without choosing or setting it */
    ACT_LASTS = 32,
    ACT_STAYS = 64,
    ACT_FILLS = 128,
    ACT_MOD = 256,
    ACT_MOD_IT = 512,
    ACT_MOVES = 1024,
    ACT_ALL = 2048,
    ACT_AMONG = 4096 /* the pattern says "among them" or "the rest" */
};

/* Matches words of the code template, so a new op that chooses or moves cards must be listed
 * here. */
uint16_t refer_facts(const Row *row) {
    if (row->phrase_id != PHRASE_ACT) return 0;
    const char *code = first_word(row->code);
    if (row->sort == ROW_CHUNK || row->sort == ROW_AGREE) return 0;
    bool selects = has_word(code, "SELECT"), it = has_word(code, "IT") || has_word(code, "@m");
    unsigned facts = 0;
    if (has_word(code, "LOOK") || has_word(code, "G_SEE") || has_word(code, "SEE") ||
        has_word(code, "SHOWALL"))
        facts |= ACT_LOOKS;
    if (has_word(code, "LEFT")) facts |= ACT_LEFT;
    if (selects) facts |= ACT_SELECTS;
    if (code_is(code, "SWAP IT IT") || code_is(code, "SWAPREST IT IT")) facts |= ACT_PAIRS;
    if (it && !selects && !has_word(code, "SETIT")) facts |= ACT_IMPLIES;
    if (has_word(code, "@d") || code_is(code, "!gains")) facts |= ACT_LASTS;
    if (keeps_place(code)) facts |= ACT_STAYS;
    if (refer_sets_it(code)) facts |= ACT_FILLS;
    if (code_is(code, "MOD") || code_is(code, "STATMOD")) facts |= ACT_MOD;
    if (code_is(code, "MOD @m") || code_is(code, "STATMOD @m")) facts |= ACT_MOD_IT;
    if (code_is(code, "MOVE")) facts |= ACT_MOVES;
    if (strstr(row->pattern, "すべて")) facts |= ACT_ALL;
    if (strstr(row->pattern, "その中") || strstr(row->pattern, "残り")) facts |= ACT_AMONG;
    return (uint16_t)facts;
}

/* Properties of an action: those of its row and, for a frame, what follows from the roles said. */
static unsigned facts_of(const Refer *r, const Node *n) {
    const Row *row = grammar_row(r->t->grammar, n->row);
    unsigned facts = row->facts;
    if (code_is(row->code, "!swap")) {
        bool object = role_filler(r->t, n, 's'), partner = role_filler(r->t, n, 'r');
        return facts | ACT_FILLS | (object ? 0 : ACT_IMPLIES) | (partner ? 0 : ACT_PAIRS);
    }
    if (row->sort != ROW_FRAME || !frame_has_object(r->t, n)) return facts;
    const Node *object = act_object(r->t, n), *many = role_filler(r->t, n, 'n');
    bool chooses = act_chooses(r->t, n), top = role_filler(r->t, n, 'T') != 0;
    bool rest = object && same_word(grammar_row(r->t->grammar, object->row)->code, "LEFT");
    if (chooses) facts = (facts | ACT_SELECTS | ACT_FILLS) & ~(unsigned)ACT_STAYS;
    if (!chooses && !object && !top) {
        facts |= ACT_IMPLIES;
        if (facts & ACT_MOD) facts |= ACT_MOD_IT;
    }
    bool said = rest || n->among || role_filler(r->t, n, 'F'); /* その中から or 残り */
    if (act_among(r->t, n) || rest) facts |= ACT_LEFT | (said ? ACT_AMONG : 0u);
    if (many && has_start(grammar_row(r->t->grammar, many->row)->code, "WHOLE")) facts |= ACT_ALL;
    return facts;
}

/* Does the action choose "any number" (NUM 0;WHOLE)? */
static bool chooses_any(const Refer *r, unsigned i) {
    const Node *n = &r->t->node[i];
    for (unsigned c = 0; c < n->nchild; c++)
        if (has_start(code_of(r, r->t->children[n->child + c]), "NUM 0;WHOLE")) return true;
    return false;
}

/* The sets that mean the cards looked at are, behind a trigger or an action that moves cards, those
 * cards; behind an action 残り is none of them. */
static void mark_from_event(Refer *r, Node *n, bool put) {
    const char roles[] = {'F', 's', 0};
    for (unsigned i = 0; roles[i]; i++) {
        const Node *set = role_filler(r->t, n, roles[i]);
        const Row *row = set ? grammar_row(r->t->grammar, set->row) : 0;
        if (!row || !same_word(row->code, "LEFT")) continue;
        if (put && strstr(row->pattern, "残り")) return;
        r->t->node[set - r->t->node].from_event = 1;
    }
    n->from_event = 1;
}

/* Does the action choose cards of a zone that may be of any kind, without describing them? */
static bool chooses_bare(const Refer *r, const Node *act) {
    const Node *set = role_filler(r->t, act, 'F');
    if (!act_chooses(r->t, act) || role_filler(r->t, act, 'w') || role_filler(r->t, act, 'u'))
        return false;
    if (!set) set = act_object(r->t, act);
    if (!set || set->leaf || set->nchild < 2 || !code_is(code_of(r, set - r->t->node), "CARDS"))
        return false;
    for (const Node *zone = node_child(r->t, set, 1); !zone->leaf;
         zone = node_child(r->t, zone, 0)) {
        const char *code = code_of(r, (unsigned)(zone - r->t->node));
        if (strstr(code, ";ANY")) return true;
        if (!zone->nchild) return false;
    }
    return false;
}

/* Are these cards of zones out of play, such as a pile? */
static bool is_out_of_play(const Refer *r, const Node *set) {
    const WordTable *words = r->t->grammar->words;
    const int field = words_find(words, "FIELD", strlen("FIELD"));
    for (unsigned c = 0; field > 0 && !set->leaf && c < set->nchild; c++) {
        const Node *zone = node_child(r->t, set, c);
        if (zone->leaf || strncmp(grammar_row(r->t->grammar, zone->row)->phrase, "zone", 4))
            continue;
        for (;; zone = node_child(r->t, zone, 0)) {
            const char *code = zone->leaf ? "" : code_of(r, (unsigned)(zone - r->t->node));
            const int mask = words_find(words, code, strcspn(code, "; "));
            if (mask > 0) return !(mask & field);
            if (zone->leaf || !zone->nchild) return false;
        }
    }
    return false;
}

/* Does the action leave as "it" cards that the text does not describe: drawn, put from the top of a
 * deck, chosen without a word about them? */
static bool leaves_bare(const Refer *r, const Node *act, unsigned facts) {
    const char *code = first_word(grammar_row(r->t->grammar, act->row)->code);
    const bool top = role_filler(r->t, act, 'T') && !role_filler(r->t, act, 'w');
    return code_is(code, "DRAW") || (top && (facts & ACT_MOVES)) || chooses_bare(r, act);
}

/* Does the condition say what "it" is? */
static bool describes_it(const Refer *r, unsigned i) {
    const char *code = code_of(r, i);
    if (!has_start(code, "!polar ALL !lastly $1")) return false;
    const Node *set = node_child(r->t, &r->t->node[i], 0);
    return same_word(code_of(r, (unsigned)(set - r->t->node)), "IT");
}

/* Does the action add to a number? */
static bool raises(const Refer *r, const Node *n) {
    for (unsigned c = 0; c < n->nchild; c++)
        if (code_is(code_of(r, r->t->children[n->child + c]), "NEG")) return false;
    return true;
}

/* Is a change without an object one of this card? Where a game says so: in a static ability unless
 * an action before it names cards; else a change of numbers, if "it" is no longer cards in play,
 * and in a charge attack what raises numbers, but for cards just chosen. */
static bool means_self(const Refer *r, const Node *n) {
    const char *code = first_word(grammar_row(r->t->grammar, n->row)->code);
    if (!r->t->tongue->it_is_self || (r->antecedent && r->in_sentence && !r->out)) return false;
    if (r->is_static) return !r->acted;
    if (!code_is(code, "STATMOD") && !code_is(code, "SETSTAT")) return false;
    if (r->gone || r->out || (r->triggered && !r->filled && !r->later)) return true;
    return r->charge && r->chosen && !r->chosen_here && !r->choice_ended && raises(r, n);
}

/* Keeps what means_self asks about: what the action leaves as "it". */
static void note_it(Refer *r, const Node *n, unsigned facts) {
    const char *code = grammar_row(r->t->grammar, n->row)->code;
    const Node *from = role_filler(r->t, n, 'F'), *set = from ? from : act_object(r->t, n);
    r->acted = true;
    if (set) r->out = is_out_of_play(r, set);
    r->choice_last = has_start(code, "&choose");
    if (!(facts & (ACT_FILLS | ACT_SELECTS | ACT_MOVES | ACT_LOOKS))) return;
    r->gone = (facts & (ACT_MOVES | ACT_LOOKS)) || code_is(first_word(code), "DRAW");
    r->chosen = r->chosen_here = !r->gone && (facts & ACT_SELECTS);
}

/* Resolves the object of an action, then updates what later phrases can refer to. */
static void refer_act(Refer *r, unsigned i) {
    Node *n = &r->t->node[i];
    unsigned facts = facts_of(r, n), object = object_of(r, i);
    if (n->form == FORM_BY && !r->later) r->pays = true;
    if (facts & ACT_LOOKS) r->looked = true;
    if (facts & ACT_SELECTS) r->keyed = false;
    if (facts & ACT_FILLS) r->bare = leaves_bare(r, n, facts);
    if (code_is(code_of(r, i), "!pickkey")) r->keyed = true;
    if ((r->moved || r->put) && !r->looked && (facts & ACT_LEFT) && (facts & ACT_AMONG))
        mark_from_event(r, n, !r->moved);
    const Node *during = role_filler(r->t, n, 'd');
    if (during) {
        r->period = (unsigned)(during - r->t->node) + 1;
        r->own_period = true;
    }
    if ((facts & ACT_MOVES) && r->t->tongue->targets_on_entry)
        r->moved = true; /* その中 means the moved cards */
    if ((facts & (ACT_MOVES | ACT_SELECTS)) && r->t->tongue->among_it) r->moved = true;
    if (facts & (ACT_MOVES | ACT_FILLS)) r->put = (facts & ACT_MOVES) && role_filler(r->t, n, 'T');
    if (facts & ACT_SELECTS) r->chose_any = chooses_any(r, i);
    n->swap_pairs = r->chose_any && (facts & ACT_PAIRS);
    if (r->cost && object && !(facts & ACT_ALL) && r->t->node[object - 1].nchild == 3 &&
        code_is(code_of(r, object - 1), "CARDS")) /* a cost takes one of the set */
        r->t->node[object - 1].pick_one = 1;
    bool implied = !object && (facts & ACT_IMPLIES);
    if (r->also && !r->own_period && (facts & ACT_LASTS))
        r->t->node[r->also - 1].antecedent = (uint16_t)r->period;
    n->dangling = implied && !r->antecedent && !r->has_it && !r->is_static && !r->also &&
                  !r->t->tongue->it_is_self;
    n->self_meant = implied && means_self(r, n);
    note_it(r, n, facts);
    if (facts & ACT_FILLS) r->has_it = r->filled = true;
    const bool further = (facts & ACT_MOD_IT) && r->also && !r->changed;
    if (implied && r->antecedent && !n->self_meant && (r->in_sentence || further))
        refer_to(r, i);
    else if ((facts & ACT_MOD_IT) && r->also && r->changed)
        n->antecedent = (uint16_t)r->changed;
    if (object && r->t->node[object - 1].antecedent) object = r->t->node[object - 1].antecedent;
    if (facts & ACT_MOD) r->changed = implied ? n->antecedent : object;
    if ((facts & ACT_STAYS) || ((facts & ACT_MOVES) && object && is_self(r, object))) {
        if (!implied) {
            bool it = object && code_is(code_of(r, object - 1), "IT");
            r->antecedent = it ? 0 : object;
            r->named_by = i + 1;
        }
        r->in_sentence = true;
    } else if (facts & ACT_FILLS) {
        r->antecedent = 0;
    }
}

/* Is the event about a card other than this one, or any such card? */
static bool describes_card(const Refer *r, unsigned event) {
    const Node *n = &r->t->node[event], *card = role_filler(r->t, n, 'g');
    if (!card) card = role_filler(r->t, n, 'w');
    return card && !card->leaf && !same_word(code_of(r, (unsigned)(card - r->t->node)), "THIS");
}

static void walk(Refer *r, unsigned i);

/* Does the sentence begin an alternative ("otherwise", "instead") and so not depend on the payment?
 */
static bool begins_alternative(const Refer *r, unsigned i) {
    const Node *n = &r->t->node[i];
    for (unsigned c = 0; c < n->nchild; c++) {
        unsigned k = r->t->children[n->child + c];
        const char *code = code_of(r, k);
        if (code_is(code, "!else") || code_is(code, "!if NOT DID") || code_is(code, "!alt") ||
            code_is(code, "!elsewhere") || code_is(code, "!whenput") || code_is(code, "!fromtop"))
            return true;
        if ((code_is(code, "!items") || code_is(code, "!act")) && begins_alternative(r, k))
            return true;
    }
    return false;
}

/* Resets per-sentence state. Sentences behind a payment depend on it. */
static void begin_sentence(Refer *r, unsigned i) {
    r->paid = (r->paid || r->pays) && !begins_alternative(r, i);
    r->t->node[i].paid_for = r->paid;
    r->also = r->nth = 0;
    r->in_sentence = r->own_period = r->pays = r->later = false;
    r->choice_ended = r->choice_last;
    r->acted = r->chosen_here = false;
}

static void walk_children(Refer *r, unsigned i) {
    uint16_t child[MAX_ELEMENTS];
    unsigned n = children_in_order(r->t, &r->t->node[i], child);
    for (unsigned c = 0; c < n; c++) walk(r, child[c]);
}

/* Updates the context from a row whose code begins with '!'. */
static void note_special(Refer *r, unsigned i, const char *code) {
    Node *n = &r->t->node[i];
    if (code_is(code, "!sentence")) begin_sentence(r, i);
    if (code_is(code, "!done") && strstr(grammar_row(r->t->grammar, n->row)->pattern, "~選ぶ"))
        n->value = r->keyed; /* 【A】を選んだら */
    if (code_is(code, "!delay") || code_is(code, "!didlater") || code_is(code, "!within") ||
        code_is(code, "!whenever"))
        r->later = true;
    if (code_is(code, "!whenever") && r->also && !r->own_period)
        r->t->node[r->also - 1].antecedent = (uint16_t)r->period;
    if (code_is(code, "!topic") &&
        (node_child(r->t, n, 0)->player == OP_EVERY || node_child(r->t, n, 0)->player == OP_OPPS))
        r->later = true;
    if (has_start(code,
                  "!if FACT IS_NTH_ATTACK $1;")) /* "the second one", counted like the first */
        n->antecedent = (uint16_t)r->nth;
    else if (code_is(code, "!if") && strstr(code, "IS_NTH_ATTACK_OF_CARD"))
        r->nth = i + 1;
    if (code_is(code, "!dur")) {
        r->period = i + 1;
        r->own_period = true;
    }
    if (code_is(code, "!also") || code_is(code, "!alt")) r->also = i + 1;
}

/* Visits the tree in reading order. Abilities, modes and list entries get their own context. */
static void walk(Refer *r, unsigned i) {
    if (r->t->node[i].leaf) return;
    const char *code = code_of(r, i);
    unsigned phrase = phrase_of(r, i);
    bool listed = phrase == PHRASE_MODE || phrase == PHRASE_GRADE || phrase == PHRASE_WHO;
    if (code_is(code, "!ability") || listed) {
        Refer inner = *r;
        inner.pays = inner.paid = false;
        if (code_is(code, "!ability"))
            inner = (Refer){.t = r->t,
                            .is_static = same_word(code, "!ability static"),
                            .charge = same_word(code, "!ability charge")};
        walk_children(&inner, i);
        return;
    }
    if (has_start(code, "!demand")) { /* what is done first: its objects are cards chosen for it */
        Refer inner = {.t = r->t};
        walk_children(&inner, i);
        return;
    }
    if (phrase == PHRASE_EVENT && has_word(code, "EV_MOVE")) r->moved = true;
    if (phrase == PHRASE_EVENT) r->about = describes_card(r, i), r->bare = false, r->has_it = true;
    if (phrase == PHRASE_EVENT || has_start(code, "ON ")) r->triggered = true;
    if (*code == '!') note_special(r, i, code);
    if (code_is(code, "!exist") || code_is(code, "!thereis")) r->bare = false;
    bool cost = code_is(code, "!cost");
    if (cost) r->cost = true;
    walk_children(r, i);
    if (cost) r->cost = false;
    if (describes_it(r, i)) r->bare = false;
    if (same_word(code, "IT !ofkind") && r->about && r->bare && !r->antecedent)
        r->t->node[i].from_event = 1;
    if ((code_is(code, "IT") || same_word(code, "!made") || has_start(code, "ONLY !made")) &&
        (phrase == PHRASE_SET || phrase == PHRASE_SET1) && r->antecedent &&
        !is_self(r, r->antecedent))
        refer_to(r, i);
    if (phrase == PHRASE_SET && code_is(code, "ONLY IT") && r->antecedent && r->named_by &&
        !r->is_static && code_is(code_of(r, r->antecedent - 1), "CARDS"))
        r->t->node[r->named_by - 1].binds_it = 1;
    if ((code_is(code, "!theirnumber") || code_is(code, "COUNT !made") ||
         code_is(code, "DIV COUNT IT")) &&
        r->antecedent && r->named_by && !r->is_static && !is_self(r, r->antecedent))
        bind_it(r, by_what_was_done(r, i) ? BINDS_DONE : BINDS_IT); /* "as many": counted later */
    if (same_word(grammar_row(r->t->grammar, r->t->node[i].row)->phrase, "cond1") &&
        has_word(code, "@m") && r->antecedent && !r->is_static && !is_self(r, r->antecedent)) {
        refer_to(r, i);
        if (r->named_by && r->t->node[r->named_by - 1].binds_it) r->changed = 0; /* it is "it" */
    }
    if (r->last && (strstr(code, "!made") ||
                    (code_is(code, "!done") && role_filler(r->t, &r->t->node[i], 'n'))))
        r->t->node[r->last - 1].counted = 1;
    if (phrase == PHRASE_ACT) refer_act(r, i), r->last = i + 1;
    if (phrase == PHRASE_SET && is_self(r, i + 1) && !r->has_it && !r->antecedent) {
        r->antecedent = i + 1; /* the subject of a condition, where nothing else can be meant */
        r->in_sentence = true;
    }
}

void text_refer(TextTree *t) {
    Refer r = {.t = t};
    walk(&r, t->root);
}
