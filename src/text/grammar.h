/* The grammar, a table of rows (phrase, pattern, code, English), and the parse tree.
 *
 * A pattern holds literal text, <phrase> for a child node, {a|b|} for alternative spellings (the
 * first is canonical, an empty one makes the group optional) and ~verb for an inflected verb of
 * verbs.def. Japanese has no word boundaries, so there is no separate lexer: the chart parser
 * matches literals wherever a phrase may begin and keeps all readings until one covers the whole
 * text. Where two rows read the same characters the earlier row wins. */
#pragma once
#include "kernel/game.h"
#include "text/text.h"
#include "text/word.h"

/* Phrases that the compiler refers to by name. phrase_id in grammar.c maps names to these. */
enum PhraseId {
    PHRASE_OTHER,
    PHRASE_ABILITY,
    PHRASE_ACT,
    PHRASE_ADJ,
    PHRASE_ALLOF,
    PHRASE_COST,
    PHRASE_ENTRY,
    PHRASE_EVENT,
    PHRASE_F,
    PHRASE_GRADE,
    PHRASE_HOWMANY,
    PHRASE_ITEM,
    PHRASE_ITEMS,
    PHRASE_LATER,
    PHRASE_LISTED,
    PHRASE_MODE,
    PHRASE_NOUN,
    PHRASE_NP,
    PHRASE_NUM,
    PHRASE_OWN,
    PHRASE_PLACE,
    PHRASE_PLAYER,
    PHRASE_POINT,
    PHRASE_REL,
    PHRASE_SET,
    PHRASE_SET1,
    PHRASE_WHO,
    PHRASE_ZONE,
    PHRASE_ZONES,
};

/* What later phrases refer to: nothing, the cards that an action is about as "it", or only those to
 * which it is done (スリープしたキャラ). */
enum Binding { BINDS_NONE, BINDS_IT, BINDS_DONE };

/* One row of grammar.def or of a game's lexicon.def. The first six fields are the table's; the rest
 * is computed once when the grammar is built. */
typedef struct Row {
    const char *phrase, *pattern, *code, *english;
    const char *file; /* source position, for messages of check.c */
    uint16_t line;
    uint8_t phrase_id;  /* enum PhraseId */
    bool implicit;      /* the code contains !implicit */
    bool has_variants;  /* the pattern contains a {group} or a ~verb */
    uint8_t sort;       /* enum RowSort */
    const char *roles;  /* chunk: roles it fills, by part; frame: roles it takes, in usual order */
    const char *event;  /* verb: the event it is; mood: which verbs have it */
    bool made;          /* expand.c made the row and owns its strings */
    const char *goal;   /* frame of a verb that implies its destination: the word for its zones */
    const char *left;   /* the same, if its event says where from: the word for those zones */
    uint32_t takes;     /* roles that a frame takes or a chunk fills, role_bit each */
    uint32_t needs;     /* roles that a frame must have */
    uint16_t facts;     /* ACT_* bits of refer.c */
    uint16_t clause;    /* chunk, frame: index of the phrase that holds the clause's rows */
    uint16_t canonical; /* first row with the same meaning and shape; spell.c writes that one */
} Row;
/* A plain row matches its pattern from left to right. A clause is made of chunks in any order and a
 * head, usually a verb, behind them: each chunk fills one or more roles of the head's frame. The
 * parts of a frame's node are the fillers of its roles in the order of Row.roles (LEAF_ABSENT for a
 * role that is not said) and then the parts of its pattern, the head. */
enum RowSort { ROW_PLAIN, ROW_CHUNK, ROW_FRAME, ROW_AGREE, ROW_VERB, ROW_MOOD };
/* Expansion of the lines of the .def tables; grammar.def explains them. */
#define GRAMMAR_LINE(s, p, has, how, makes, says, is)                                              \
    {.sort = s,                                                                                    \
     .phrase = p,                                                                                  \
     .roles = has,                                                                                 \
     .pattern = how,                                                                               \
     .code = makes,                                                                                \
     .english = says,                                                                              \
     .event = is,                                                                                  \
     .file = __FILE__,                                                                             \
     .line = __LINE__},
#define GRAMMAR_ROW(p, how, makes, says) GRAMMAR_LINE(ROW_PLAIN, p, 0, how, makes, says, 0)
#define GRAMMAR_CHUNK(p, fills, how)     GRAMMAR_LINE(ROW_CHUNK, p, fills, how, "", "", 0)
/* Of the roles in 'of', a clause must have one of the sets listed, separated by blanks (- none). */
#define GRAMMAR_AGREE(p, of, sets)              GRAMMAR_LINE(ROW_AGREE, p, of, sets, "", "", 0)
#define GRAMMAR_FRAME(p, has, how, makes, says) GRAMMAR_LINE(ROW_FRAME, p, has, how, makes, says, 0)
/* A verb in all moods: expand.c makes a frame of it for each mood that applies. 'words' is its
 * English, "put|puts|put" (base, third person, participle); 'is' the event it is. */
#define GRAMMAR_VERB(has, how, words, makes, is)                                                   \
    GRAMMAR_LINE(ROW_VERB, "verb", has, how, makes, words, is)
/* 'of': which verbs have the mood; roles as in expand.c. */
#define GRAMMAR_MOOD(p, forms, of, has, makes, says)                                               \
    GRAMMAR_LINE(ROW_MOOD, p, has, forms, makes, says, of)

/* Forms of a verb, conjugated by verb.c. The form of an action says how it is linked to the one
 * behind it. */
enum Form {
    FORM_NONE,
    FORM_FINAL,              /* …する */
    FORM_CONT,               /* …し、: the run goes on */
    FORM_MAY,                /* …してよい, …できる: the run is optional */
    FORM_BY,                 /* …することで: the run is a cost for what follows */
    FORM_UNLESS,             /* …しなければ: what follows happens if this is not done */
    FORM_OR,                 /* …するか: one of the two */
    FORM_ACTIONS,            /* forms below belong to actions, those from here on to other moods */
    FORM_DID = FORM_ACTIONS, /* …した */
    FORM_DOES,               /* …する */
    FORM_WAS,                /* …された */
    FORM_IS,                 /* …される */
    FORM_NOT,                /* …しない */
    FORM_DID_NOT,            /* …しなかった */
    FORM_CANNOT,             /* …できない */
    FORM_IS_NOT,             /* …されない */
    FORM_HAD,                /* …していた */
    FORM_HAD_NOT,            /* …していない */
    FORM_BEEN,               /* …されていた */
    FORM_NOT_BEEN,           /* …されていない */
    FORM_CAUSES,             /* …させる */
    FORM_TE,                 /* …いて */
    FORM_BA,                 /* …いれば */
    FORM_NOT_TE,             /* …いなく */
    FORM_NOT_BA,             /* …いなければ */
    FORM_COUNT_
};

enum { MAX_ELEMENTS = 24, MAX_NORMAL = 2000 };

/* A node of the parse tree. bind.c and refer.c fill the fields that they are named for; code
 * generation and explanation only read them. */
typedef struct Node {
    uint16_t row; /* index for grammar_row; unused for leaves */
    uint8_t form, nchild;
    uint16_t child;      /* index of the first child in TextTree.children */
    uint16_t start, end; /* half-open range of the normalised text */
    uint8_t player;      /* bind.c: player op that this word or action refers to */
    uint8_t leaf;        /* LEAF_*; LEAF_NONE for nodes made by a row */
    uint8_t paid_for;    /* refer.c: sentence that only happens if the payment before it was made */
    uint8_t swap_pairs;  /* refer.c: any number of cards change places in pairs */
    uint8_t pick_one;    /* refer.c: set in a cost of which one card is chosen */
    uint8_t from_event;  /* refer.c: "among them" means the cards of the trigger event */
    uint8_t among;       /* bind.c: the cards are chosen among those looked at before */
    uint8_t binds_it;    /* refer.c: action whose cards a later phrase refers to, enum Binding */
    uint8_t counted;    /* refer.c: action of which a later phrase asks to what cards it was done */
    uint8_t dangling;   /* refer.c: action whose omitted object nothing before it gives */
    uint8_t self_meant; /* refer.c: action whose omitted object is this card */
    uint16_t antecedent; /* refer.c: node, + 1, that an omitted or pronominal object stands for */
    int value;           /* of a number leaf; bind.c also keeps flags here */
    uint32_t roles;      /* frame: the roles that are said, role_bit each */
} Node;
enum { LEAF_NONE, LEAF_NUMBER, LEAF_NAME, LEAF_TRAIT, LEAF_QUOTE, LEAF_LABEL, LEAF_ABSENT };

/* What a printed character belongs to: TextTree.owner. */
enum { OWNER_NONE, OWNER_PHRASE, OWNER_REMINDER, OWNER_BLANK, OWNER_NAME };

typedef struct Tongue Tongue;
/* Owns all its arrays; text_free releases them. */
struct TextTree {
    const Game *game;
    const Tongue *tongue;
    const struct Grammar *grammar;
    char *printed;
    unsigned nchars; /* code points of the printed text */
    uint32_t *cp;    /* normalised text, n code points and a 0 */
    uint16_t *src;   /* for each of them its position in the printed text */
    unsigned n;
    uint32_t *folded; /* printed text with widths and signs folded; same positions */
    uint8_t *owner;   /* OWNER_* of each printed character; none is OWNER_NONE once parsed */
    Node *node;
    unsigned nnode, cap_node;
    uint16_t *children; /* node indices; each node's children are contiguous */
    unsigned nchildren, cap_children;
    unsigned root;
};

typedef struct Grammar Grammar;
/* Returns the grammar of a game. The first caller builds it; after that it is immutable and never
 * freed. */
const Grammar *grammar_of(const Game *g);
const Row *grammar_row(const Grammar *g, unsigned i);
/* expand.c: the rows of grammar.def and of the game, verbs expanded by mood. Release with
 * rows_free. */
Row *rows_make(const Tongue *t, unsigned *n);
/* groups.c: the rows that a row with a {group} of parts or verbs stands for, 0 if it has none. The
 * variant owns its strings. */
unsigned group_variants(const Row *row);
Row group_variant(const Row *row, unsigned i);
void row_free(Row *row);
void rows_free(Row *row, unsigned n);

/* check.c: checks every row of a game's grammar and calls 'fault' for each error found, with a null
 * row if the error belongs to no row. Returns the number of errors. */
typedef void (*GrammarFault)(void *self, const Row *row, const char *what);
unsigned grammar_check(const Tongue *t, GrammarFault fault, void *self);

/* The chunk that the usual order writes for this role and others that are said: the first one, or
 * one with a role that has no chunk of its own. Null if there is none. */
const Row *grammar_chunk(const Grammar *g, const Row *frame, const char *roles, uint32_t said);

/* Index of the row of 'phrase' with exactly this pattern, or -1. */
int grammar_find(const Grammar *g, const char *phrase, const char *pattern);

/* Length in bytes of the verb of verbs.def at the start of 's', with its mark of forms (^P), or
 * 0. */
size_t verb_length(const char *s);
/* Forms that a mark stands for, bit each: behind a verb (~置く^P) those it may take, behind a
 * phrase
 * (<event^T>) those its reading must have; <be^*> hands its form on to the row. 0: no such mark. */
unsigned form_mark(char mark);
/* May the verb at 's' stand in this form? Its mark of forms decides; without one it is an action.
 */
bool verb_has_form(const char *s, unsigned form);
/* Writes the i-th spelling of a form of the verb. Returns false if there are fewer. */
bool verb_spelling(const char *verb, unsigned form, unsigned i, char *out, size_t size);

/* chart.c: parses the normalised text of 't' into its nodes. Returns false and fills *error if no
 * reading covers the whole text. */
bool grammar_parse(const Grammar *g, TextTree *t, TextError *error);

/* text.c: the two halves of text_parse. text_begin normalises; text_read parses, and frees the tree
 * if that fails. Both return null and fill *error on failure. */
TextTree *text_begin(const Game *g, const char *printed, TextError *error);
TextTree *text_read(TextTree *t, TextError *error);

/* normal.c */
bool text_normalise(TextTree *t, TextError *error);
/* The normalised text that a node covers. The caller frees it. */
char *leaf_text(const TextTree *t, const Node *n);

/* bind.c: resolves あなた, 自分 and 相手 (9.14) into Node.player. Always succeeds. */
bool text_bind(TextTree *t, TextError *error);

/* refer.c: resolves それ, さらに and omitted objects; see the fields of Node. */
void text_refer(TextTree *t);
uint16_t refer_facts(const Row *row);
bool refer_sets_it(const char *code);
/* does the action set "it" at run time? */ /* computes Row.facts */

/* spell.c: fills Row.canonical of n rows. */
void grammar_find_canonical(Row *row, unsigned n);

/* The letters of roles; grammar.def explains them. Of two readings of the same words by the same
 * frame, the one with the role that stands first in this list wins. */
enum { LAST_RESORT = 1 }; /* the first one, i, is only read where nothing else fits */
#define ROLE_LETTERS "ijwFTnstoDzdmckgpbalqyxvurh"
uint32_t role_bit(char role); /* 0: no role */
/* Index of the part that fills the role of a frame's node, -1 if the frame has no such role. */
int role_part(const Row *row, char role);
/* The filler of the role, null if it is not said or the row is no frame. */
const Node *role_filler(const TextTree *t, const Node *n, char role);
/* The set of cards that an action names as its object, null if it names none. */
const Node *act_object(const TextTree *t, const Node *act);
/* Does a frame's node choose cards, and among those looked at? */
bool act_chooses(const TextTree *t, const Node *act);
bool act_among(const TextTree *t, const Node *act);
/* "AかBの〔X〕": is A a word for cards rather than a place, so that X does not apply to it? */
bool zones_name_cards(const TextTree *t, const Node *zones);
/* "( a , b )" in the code of a frame: the first alternative that mentions only roles which are
 * said, null if there is none; where it ends; does the code mention & once the choice is made? */
const char *frame_choice(const TextTree *t, const Node *act, const char *s);
const char *alternatives_end(const char *s);
bool frame_has_object(const TextTree *t, const Node *act);
/* Writes the children that are there in the order of the text; returns how many. */
unsigned children_in_order(const TextTree *t, const Node *n, uint16_t *out);
/* Is the item "その後"? What stands behind it is a run of its own. */
bool item_says_after(const TextTree *t, const Node *item);
/* Number of role parts of a frame. */
unsigned role_count(const Row *row);

static inline const Node *node_child(const TextTree *t, const Node *n, unsigned i) {
    return &t->node[t->children[n->child + i]];
}

/* Where compiled abilities go; the caller of text_emit provides it. */
typedef struct Sink {
    void *self;
    unsigned (*term)(void *self, const char *text); /* interns a name or trait, returns its id */
    unsigned (*ability)(void *self, const AbilityDef *a); /* stores a nested one, returns its id */
    unsigned (*code)(void *self, const Code *words, unsigned n); /* stores code, returns its pc */
    unsigned kinds; /* bit per kind: kinds of the card that the text is printed on */
} Sink;
enum { MAX_ENTRY_ABILITIES = 6 };
/* Compiles all abilities of an entry into out[MAX_ENTRY_ABILITIES]. Returns their number, or 0 and
 * fills *error. */
unsigned text_emit(const TextTree *t, Sink *sink, AbilityDef *out, TextError *error);
/* Fills *e. Always returns false. */
bool text_error(TextError *e, unsigned at, const char *format, ...);
