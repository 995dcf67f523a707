/* The enumerators of a game, one for each row of its tables (NAME.def), whose rows also hold the
 * keys used in files, the printed words and the UI text. The comment at the head of a table
 * explains its columns. Where an enum starts with NONE or NOWHERE, zero means "nothing".
 *
 * The game's own header includes this after it has defined
 *   TABLE(name)    the path of the table, for #include
 *   ZONE_ID(name)  the enumerator of a zone
 *   ID(set, name)  any other: ID(K, name) of a kind, ID(OPT, name) of an option, ... */
#pragma once
#include "kernel/run.h"

/* TABLE_OF(KEY, zones) is "games/KEY/zones.def". */
/* clang-format off */
#define TABLE_OF(key, name) TABLE_PATH(games/key/name.def)
/* clang-format on */
#define TABLE_PATH(path) #path

enum {
    ZONE_ID(NOWHERE),
#define ZONE(name, ...) ZONE_ID(name),
#include TABLE(zones)
#undef ZONE
    ZONE_ID(COUNT)
};
enum {
#define KIND(name, ...) ID(K, name),
#include TABLE(kinds)
#undef KIND
    ID(K, COUNT)
};
enum {
    ID(W, NONE),
#define KEYWORD(name, ...) ID(W, name),
#include TABLE(keywords)
#undef KEYWORD
    ID(W, COUNT)
};
enum {
    ID(P, NONE),
#define POINT(name, ...) ID(P, name),
#include TABLE(points)
#undef POINT
    ID(P, COUNT)
};
enum {
    ID(DEED, NONE),
#define DEED(name, ...) ID(DEED, name),
#include TABLE(deeds)
#undef DEED
    ID(DEED, COUNT)
};
enum {
#define HOW(name, ...) ID(H, name),
#include TABLE(hows)
#undef HOW
    ID(H, COUNT)
};
enum {
    ID(R, NONE),
#define ROLE(name, ...) ID(R, name),
#define ROLE_SHOWN      ROLE
#include TABLE(roles)
#undef ROLE
#undef ROLE_SHOWN
    ID(R, COUNT)
};
enum {
#define FACT(name, ...) ID(FACT, name),
#define FACT_SHOWN      FACT
#include TABLE(facts)
#undef FACT
#undef FACT_SHOWN
    ID(FACT, COUNT)
};
enum {
#define CARD_FACT(name, ...) ID(Q, name),
#include TABLE(card_facts)
#undef CARD_FACT
    ID(Q, COUNT)
};
enum {
    ID(RC, NONE),
#define RULE_CHANGE(name, ...) ID(RC, name),
#include TABLE(rules)
#undef RULE_CHANGE
    ID(RC, COUNT)
};
enum {
    ID(ASK, BEFORE_) = ASK_GAME - 1,
#define QUESTION(name, ...) ID(ASK, name),
#include TABLE(questions)
#undef QUESTION
    ID(ASK, END)
};
enum {
    ID(OPT, BEFORE_) = OPT_GAME - 1,
#define OPTION(name, ...) ID(OPT, name),
#include TABLE(options)
#undef OPTION
    ID(OPT, END)
};
enum {
    ID(PROC, BEFORE_) = PROC_GAME - 1,
#define PROC(name, ...) ID(PROC, name),
#include TABLE(procs)
#undef PROC
    ID(PROC, END)
};
enum {
#define GAME_OP(name, ...) ID(OP, name),
#include TABLE(ops)
#undef GAME_OP
    ID(OP, COUNT)
};
enum {
#define FORMAT(name, ...) ID(FORMAT, name),
#include TABLE(formats)
#undef FORMAT
    ID(FORMAT, COUNT)
};

#define PROC(name, label, function) void function(Run *r, Frame *f);
#include TABLE(procs)
#undef PROC

_Static_assert((int)ZONE_ID(COUNT) <= (int)MAX_ZONES, "zones fit a ZoneSet beside its flags");
_Static_assert(ID(K, COUNT) <= 8 * sizeof(KindSet), "kinds fit a KindSet");
_Static_assert(ID(W, COUNT) <= 32, "keywords fit AbilityDef.keywords");
_Static_assert(ID(P, COUNT) <= 8 * sizeof(PointSet), "points fit a PointSet");
_Static_assert(ID(H, COUNT) <= 8 * sizeof(HowSet), "ways of moving fit a HowSet");
_Static_assert((int)ID(RC, COUNT) <= (int)RULE_NOTED, "rule changes fit a RuleSet");
_Static_assert(ID(ASK, END) <= 32, "questions fit a mask of 32 bits");
_Static_assert(ID(OPT, END) <= 256 && ID(PROC, END) <= 256, "options and procedures fit a byte");
_Static_assert(ID(OP, COUNT) <= 32, "actions of the game's own fit a mask of 32 bits");
