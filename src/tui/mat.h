/* The mat of a game: where its zones lie, and its words. Everything the table knows of a game
 * beyond its rules stands in one file of its host side, games/KEY/host/mat.c, as a Mat.
 *
 * In words, {c} is the card, {p} the player, {z} the place of the option, {s} its seat, {n} its
 * number, {m} its mode, {w} its keyword, {o} its term, {h} its kind of counters, {k} the text of
 * its ability, {$} what the card costs now, {r} which card it takes the place of (Mat.over, nothing
 * where the place is free), {x} the waiting thing it is about, {t} what follows (Mat.rounds), {d}
 * the card of the option that its player took last; in moves also {from} and {to}. */
#pragma once
#include "kernel/view.h"
#include "tui/lang.h"

/* How a zone is shown on its part of the mat. */
typedef enum Form {
    FORM_CARD,  /* the card on top with its numbers: two lines */
    FORM_SEAT,  /* seat 'arg' likewise */
    FORM_COUNT, /* how many; of hidden cards also the kinds that may be known */
    FORM_LIMIT, /* how many of 'arg', where reaching it means something */
    FORM_NAMES, /* names of the face-up cards; arg: only of this kind + 1 */
    FORM_READY, /* how many of how many are upright */
    FORM_EXTRA, /* how many, only if there are any */
    FORM_FIELD, /* its cards with their numbers and names, in 'arg' lines */
} Form;

/* A part of one side's mat. Row 0 is next to the opponent; columns are those of a terminal of 80,
 * and stretch with a wider one. The other side is the same, turned round. */
typedef struct MatCell {
    uint8_t zone, form, arg, row, col, span;
} MatCell;
enum { MAT_COLUMNS = 80 };

typedef struct MatZone {
    uint8_t zone;
    char letter;    /* to be typed */
    const char *en; /* the game's own word is in Game.zones */
    Words help;     /* what it is, for the help page and the guide */
} MatZone;

enum { ANY = 0xFF };
/* An option in words. 'logged': the log tells that it was taken. 'alone': what its player reads
 * where it was the only one, so that nobody was asked; null: nothing. */
enum { UNLOGGED, LOGGED };
typedef struct MatOption {
    uint8_t kind, ask; /* ask: only for this question, or ANY */
    bool logged;
    Words words, alone;
} MatOption;

/* A question in words; clause 0: whatever asks it. */
typedef struct MatAsk {
    uint8_t ask;
    uint16_t clause;
    Words words;
} MatAsk;

/* An event in words; the first row that fits. < is its card, > the other one, # the number, @ the
 * player, & whom Mat.attack calls attacked, % the text of its ability. Null words: nothing is said.
 */
enum { DEED_ANY, DEED_NO_CARD, DEED_NO_OTHER };
typedef struct MatDeed {
    uint8_t kind, when; /* when: DEED_* */
    Words words;
} MatDeed;

/* A step of the turn in which players answer each other: what it is called, and what follows when
 * nobody does anything in it. */
typedef struct MatRound {
    Words step, then; /* null step: there is no such round at this point */
} MatRound;

/* The attack that is going on: who, and whom; by 0: none. at 0: the player. */
typedef struct MatAttack {
    CardId by, at;
    PlayerId player;
} MatAttack;

/* A move in words; the first row that fits. 0 and ANY: wherever. Null words: nothing is said.
 * USUAL_WORDS: the row is passed over; the words for any move follow if no other row fits. */
#define USUAL_WORDS WORDS("", "")
typedef struct MatMove {
    uint8_t how, from, to;
    Words words;
} MatMove;

/* What a player could mean by "why can I not … with this card?" at a question. */
typedef struct MatProbe {
    uint8_t ask, option;
    uint32_t zones; /* of the card, bit per zone */
    uint8_t kinds;  /* of the card, bit per kind; 0: any */
    uint8_t abil;   /* AbilKind: once for each such ability; 0: not about an ability */
    uint8_t to;     /* the option's zone */
    uint16_t when;  /* the clause that says when that may be done, and by whom */
} MatProbe;

/* A page of the guided first turn: shown when this question comes for the first time, or when the
 * option 'after' is taken before it came. */
typedef struct MatGuide {
    uint8_t ask;
    uint16_t clause; /* 0: any */
    uint8_t after;   /* 0: none */
    Words title, text;
} MatGuide;

/* How a format for several is called, and how it stands between teams. */
typedef enum Score { SCORE_NONE, SCORE_POINTS, SCORE_SUM } Score; /* SUM: of the limited zone */
typedef struct MatFormat {
    const char *key; /* of FormatInfo */
    Score score;
    Words name, about;
} MatFormat;

typedef struct MatRole {
    uint8_t role; /* of Game.role */
    Words name;
} MatRole;

typedef struct Mat {
    unsigned rows; /* lines of one side */
    const MatCell *cells;
    const MatZone *zones;
    const Words *phases;     /* the first is the one before the game */
    const uint8_t *phase_of; /* index of phases for each point of the turn */
    const MatOption *options;
    const MatAsk *asks;
    const MatMove *moves;
    const MatProbe *probes;
    const MatGuide *guide;
    const MatRole *roles; /* [0] attacks [1] */
    const MatFormat *formats;
    const MatDeed *deeds;
    const MatRound *rounds;           /* of each point of the turn */
    MatAttack (*attack)(const Run *); /* null: roles 0 and 1 tell */
    /* One of several opponents in two lines, or in one: row 0 what is counted, the needed first,
     * row 1 the cards with their columns. */
    const MatCell *brief;
    unsigned ncells, nzones, nphases, noptions, nasks, nmoves, nprobes, nguide, nroles, nformats,
        nbrief, ndeeds, nrounds;
    uint32_t team_asks; /* bit per question in which a team acts as one */
    uint32_t face_asks; /* bit per question whose cards its player sees though they lie hidden */
    uint8_t hand, deck; /* zones */
    uint8_t space;      /* zone of what was entered and waits; 0: the game has none */
    uint8_t round_ask;  /* the question in a round; 0: none */
    uint8_t extra_ask, checked_ask; /* yes or no to an additional cost; to a checked card's box */
    uint8_t round_main;       /* point of one's own turn for which round_own is the question */
    bool third;               /* cards have a third number */
    Words counters;           /* players have counters, which texts name; null: none are shown */
    bool power;               /* cards have one number beside the cost, STAT_DEF */
    uint8_t bare_kinds;       /* kinds without numbers beside the cost, bit per kind */
    uint8_t front;            /* zone of the card that is attacked */
    uint16_t target_clause;   /* of the question whom to attack: the attack itself tells it */
    Words over;               /* of an option that displaces the card {c} */
    Words intro_title, intro; /* the first page of the guide; how the game is won follows it */
    /* The question in a round: {x} the next thing that waits, {n} how many wait, {f} the step, {p}
     * whose turn it is. */
    Words round_own, round_empty, round_stacked;
    Words next;     /* what follows a pass where {x} waits */
    Words resolved; /* line of the log: {x} begins to be carried out */
    Words checks;   /* a thing that waits: %u checks */
    Words unpaid;   /* behind a card that may be entered without paying */
    Words pay_any;  /* in a payment, an answer for all of it: any cards; null: there is none */
    Words pass_on;  /* in a round, an answer for more of them; null: there is none */
    Words numbers;  /* on a card's page: three or four %d */
    Words rested;   /* behind a card */
    Words tied;     /* behind a card: %u cards are tied to it; null: souls */
    /* Writes the word for counters of a kind that lie on cards; null: "counters". */
    void (*counter)(const Pack *p, unsigned kind, char *out, size_t size);
    Words upright;            /* behind a zone in brief: %u of its cards are */
    Words attacks;            /* between who attacks and whom */
    Words tags, read_numbers; /* of the help page */
    Words several;            /* of the help page among three or more; with letters of zones */
    Words mates;              /* … in teams */
    Words goal;               /* one line: how it is won; among several players the format tells */
} Mat;

const Mat *mat_of(const Game *g); /* never null: a game without one has an empty mat */

const MatZone *mat_zone(const Mat *m, unsigned zone);
/* The zone's word: the game's own, also in English. */
const char *mat_zone_word(const Mat *m, const Game *g, unsigned zone, Lang lang);
Words mat_option(const Mat *m, unsigned kind, unsigned ask, bool *told);
/* What is said of it where it was the only option; null words: nothing. */
Words mat_alone(const Mat *m, unsigned kind, unsigned ask);
Words mat_ask(const Mat *m, const Game *g, unsigned ask, unsigned clause);
/* What the mat says of the event; null: it has no words of its own for it. */
const MatDeed *mat_deed(const Mat *m, const Event *e);
const MatRound *mat_round(const Mat *m, unsigned point); /* null: none */
/* Null words inside: nothing is to be said. */
Words mat_move(const Mat *m, unsigned how, unsigned from, unsigned to);

/* The format's words; null: the mat has none for it. */
const MatFormat *mat_format(const Mat *m, const FormatInfo *f);
/* "rumble ランブル", in Japanese the latter alone; where there are no words, its key. */
const char *mat_format_name(const Mat *m, const FormatInfo *f, Lang lang);
/* The cell of the zone that means something when it is full; null: there is none. */
const MatCell *mat_limit(const Mat *m);
