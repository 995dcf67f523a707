/* What is left unsaid. A verb without an object goes on with the object of the action before it in
 * the sentence. それ and its like speak of the cards that an action named before, never of this
 * card, which would be called so. さらに goes on for as long as the period said last, and a bare
 * change behind it with the card changed last. What was chosen or moved needs no help: it is in the
 * register "it" when the text is carried out. */
#include "text/tongue.h"
#include "vm/vm.h"

typedef struct Refer {
    TextTree *t;
    unsigned said;      /* set that an action named last, + 1; 0: what was chosen or moved */
    unsigned by;        /* that action, + 1 */
    unsigned changed;   /* set of the last change of attack and defence, + 1 */
    unsigned period;    /* the period said last, + 1 */
    unsigned more;      /* さらに in this sentence, + 1 */
    bool here;          /* 'said' is of this sentence */
    unsigned nth;       /* "the n-th attack of this card" in this sentence, + 1 */
    bool own_period;    /* a period stands in this sentence */
    bool pays, later;   /* this sentence has a payment; something that happens later, or for each */
    bool paid;          /* a sentence before it had one */
    bool any;           /* any number was chosen last */
    bool cost;          /* inside the cost of an ability */
    bool moved, looked; /* the trigger is about a move; cards were looked at since */
    bool is_static;
} Refer;

static const char *code_of(const Refer *r, unsigned i) {
    const Node *n = &r->t->node[i];
    return n->leaf ? "" : grammar_row(r->t->grammar, n->row)->code;
}

static unsigned phrase_of(const Refer *r, unsigned i) { /* enum KnownPhrase */
    const Node *n = &r->t->node[i];
    return n->leaf ? IS_OTHER : grammar_row(r->t->grammar, n->row)->is;
}

/* Does the word stand anywhere in the code? */
static bool has_word(const char *code, const char *word) {
    for (; *code; code++) {
        if (code_is(code, word)) return true;
        while (*code && *code != ' ') code++;
        if (!*code) return false;
    }
    return false;
}

/* The code behind its marks. */
static const char *first_word(const char *code) {
    while (code_is(code, "MARK"))
        for (unsigned words = 0; words < 2; words++) {
            while (*code && *code != ' ') code++;
            while (*code == ' ') code++;
        }
    return code;
}

/* Actions that leave the cards they are about where they are. */
static bool stays(const char *code) {
    static const char *const ops[] = {"MOD",     "GAIN",     "LOSE",   "GRANT",
                                      "ORIENT",  "TURNFACE", "REVEAL", "SETSTAT",
                                      "RULESET", "DAMAGE",   "CLEAR"};
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
        if (code_is(code, ops[i])) return !has_word(code, "SELECT");
    return false;
}

/* Actions that tell by themselves, when carried out, what "it" is. */
static bool fills_it(const char *code) {
    static const char *const ops[] = {"SELECT", "SETIT",   "MOVE",   "TAKE", "SWAP",
                                      "LOOK",   "G_CHECK", "G_DEER", "DRAW", "SWAPREST"};
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
        if (has_word(code, ops[i])) return true;
    return false;
}

/* The set that the first operand of an action is, + 1; 0: it names none. */
static unsigned object_of(const Refer *r, unsigned i) {
    const Node *n = &r->t->node[i];
    if (!n->nchild) return 0;
    unsigned c = r->t->children[n->child];
    return phrase_of(r, c) == IS_SET ? c + 1 : 0;
}

static bool is_self(const Refer *r, unsigned set) { return code_is(code_of(r, set - 1), "SELF"); }

/* One card that is found again whenever it is asked for. */
static bool is_one(const Refer *r, unsigned set) {
    return is_self(r, set) || code_is(code_of(r, set - 1), "ROLE");
}

/* The reader speaks of what was said: of the very set where that is found again, else the action
 * that named it makes it "it". */
static void speak(Refer *r, unsigned reader) {
    if (r->is_static || is_one(r, r->said))
        r->t->node[reader].means = (uint16_t)r->said;
    else if (r->by)
        r->t->node[r->by - 1].makes_it = 1;
}

/* What the words of an action's code tell: found once for each row. */
enum {
    ACT_LOOKS = 1,
    ACT_LEFT = 2,
    ACT_SELECTS = 4,
    ACT_PAIRS = 8,
    ACT_IMPLIES = 16, /* speaks of "it" and neither chooses nor sets it */
    ACT_LASTS = 32,
    ACT_STAYS = 64,
    ACT_FILLS = 128,
    ACT_MOD = 256,
    ACT_MOD_IT = 512,
    ACT_MOVES = 1024,
    ACT_ALL = 2048,
    ACT_AMONG = 4096 /* it says itself that there are some: "among them", "the rest" */
};

uint16_t refer_facts(const Row *row) {
    if (row->is != IS_ACT) return 0;
    const char *code = first_word(row->code);
    bool selects = has_word(code, "SELECT"), it = has_word(code, "IT") || has_word(code, "@m");
    unsigned facts = 0;
    if (has_word(code, "LOOK") || has_word(code, "G_SEE") || has_word(code, "SEE") ||
        has_word(code, "SHOWALL"))
        facts |= ACT_LOOKS;
    if (has_word(code, "LEFT")) facts |= ACT_LEFT;
    if (selects) facts |= ACT_SELECTS;
    if (code_is(code, "SWAP IT IT") || code_is(code, "SWAPREST IT IT")) facts |= ACT_PAIRS;
    if (it && !selects && !has_word(code, "SETIT")) facts |= ACT_IMPLIES;
    if (has_word(code, "@d")) facts |= ACT_LASTS;
    if (stays(code)) facts |= ACT_STAYS;
    if (fills_it(code)) facts |= ACT_FILLS;
    if (code_is(code, "MOD")) facts |= ACT_MOD;
    if (code_is(code, "MOD @m")) facts |= ACT_MOD_IT;
    if (code_is(code, "MOVE")) facts |= ACT_MOVES;
    if (strstr(row->pattern, "すべて")) facts |= ACT_ALL;
    if (strstr(row->pattern, "その中") || strstr(row->pattern, "残り")) facts |= ACT_AMONG;
    return (uint16_t)facts;
}

static bool chooses_any(const Refer *r, unsigned i) {
    const Node *n = &r->t->node[i];
    for (unsigned c = 0; c < n->nchild; c++)
        if (same_word(code_of(r, r->t->children[n->child + c]), "NUM 0;WHOLE")) return true;
    return false;
}

static void refer_act(Refer *r, unsigned i) {
    Node *n = &r->t->node[i];
    unsigned facts = grammar_row(r->t->grammar, n->row)->facts, object = object_of(r, i);
    if (n->form == FORM_BY && !r->later) r->pays = true;
    if (facts & ACT_LOOKS) r->looked = true;
    n->of_event = r->moved && !r->looked && (facts & ACT_LEFT) && (facts & ACT_AMONG);
    if ((facts & ACT_MOVES) && r->t->tongue->aims) r->moved = true; /* その中: what was moved */
    if (facts & ACT_SELECTS) r->any = chooses_any(r, i);
    n->pairs = r->any && (facts & ACT_PAIRS);
    if (r->cost && object && !(facts & ACT_ALL) && r->t->node[object - 1].nchild == 3 &&
        code_is(code_of(r, object - 1), "CARDS")) /* "rest X of the members" */
        r->t->node[object - 1].one = 1;
    bool implied = !object && (facts & ACT_IMPLIES);
    if (r->more && !r->own_period && (facts & ACT_LASTS))
        r->t->node[r->more - 1].means = (uint16_t)r->period;
    if (implied && r->said && r->here)
        speak(r, i);
    else if ((facts & ACT_MOD_IT) && r->more && r->changed)
        n->means = (uint16_t)r->changed;
    if (object && r->t->node[object - 1].means) object = r->t->node[object - 1].means;
    if (facts & ACT_MOD) r->changed = implied ? n->means : object;
    if ((facts & ACT_STAYS) || ((facts & ACT_MOVES) && object && is_self(r, object))) {
        if (!implied) {
            bool it = object && code_is(code_of(r, object - 1), "IT");
            r->said = it ? 0 : object;
            r->by = i + 1;
        }
        r->here = true;
    } else if (facts & ACT_FILLS) {
        r->said = 0;
    }
}

static void walk(Refer *r, unsigned i);

/* A sentence that turns to something else: "otherwise", "if not", "then", "instead". */
static bool turns_away(const Refer *r, unsigned i) {
    const Node *n = &r->t->node[i];
    for (unsigned c = 0; c < n->nchild; c++) {
        unsigned k = r->t->children[n->child + c];
        const char *code = code_of(r, k);
        if (code_is(code, "!else") || code_is(code, "!if NOT DID") || code_is(code, "!then") ||
            code_is(code, "!alt") || code_is(code, "!elsewhere") || code_is(code, "!whenput") ||
            code_is(code, "!fromtop"))
            return true;
        if ((code_is(code, "!items") || code_is(code, "!act")) && turns_away(r, k)) return true;
    }
    return false;
}

/* What follows a payment in the effect is bought with it. */
static void begin_sentence(Refer *r, unsigned i) {
    r->paid = (r->paid || r->pays) && !turns_away(r, i);
    r->t->node[i].bought = r->paid;
    r->more = r->nth = 0;
    r->here = r->own_period = r->pays = r->later = false;
}

static void walk_children(Refer *r, unsigned i) {
    for (unsigned c = 0; c < r->t->node[i].nchild; c++)
        walk(r, r->t->children[r->t->node[i].child + c]);
}

/* What a row with a "!word" tells about what stands in it and behind it. */
static void note_special(Refer *r, unsigned i, const char *code) {
    Node *n = &r->t->node[i];
    if (code_is(code, "!sentence")) begin_sentence(r, i);
    if (code_is(code, "!delay") || code_is(code, "!didlater") || code_is(code, "!within") ||
        code_is(code, "!whenever"))
        r->later = true;
    if (code_is(code, "!topic") && node_child(r->t, n, 0)->player == OP_EVERY) r->later = true;
    if (code_is(code, "!if FACT 0")) /* "the second one": as the first of this card */
        n->means = (uint16_t)r->nth;
    else if (code_is(code, "!if") && strstr(code, "FACT 6"))
        r->nth = i + 1;
    if (code_is(code, "!dur")) {
        r->period = i + 1;
        r->own_period = true;
    }
    if (code_is(code, "!also")) r->more = i + 1;
}

static void walk(Refer *r, unsigned i) {
    if (r->t->node[i].leaf) return;
    const char *code = code_of(r, i);
    unsigned phrase = phrase_of(r, i);
    bool listed = phrase == IS_MODE || phrase == IS_GRADE || phrase == IS_WHO;
    if (code_is(code, "!ability") || listed) {
        Refer inner = *r;
        inner.pays = inner.paid = false;
        if (code_is(code, "!ability"))
            inner = (Refer){.t = r->t, .is_static = same_word(code, "!ability static")};
        walk_children(&inner, i);
        return;
    }
    if (phrase == IS_EVENT && has_word(code, "ON_MOVE")) r->moved = true;
    if (*code == '!') note_special(r, i, code);
    bool cost = code_is(code, "!cost");
    if (cost) r->cost = true;
    walk_children(r, i);
    if (cost) r->cost = false;
    if (same_word(code, "IT") && (phrase == IS_SET || phrase == IS_SET1) && r->said &&
        !is_self(r, r->said))
        speak(r, i);
    if (phrase == IS_ACT) refer_act(r, i);
}

void text_refer(TextTree *t) {
    Refer r = {.t = t};
    walk(&r, t->root);
}
