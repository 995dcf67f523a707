/* The two ways in which a table is shown: a whole screen, or plain lines where there is no
 * terminal. */
#pragma once
#include "tui/command.h"
#include "tui/screen.h"

typedef struct Front Front;
struct Front {
    Lang lang;
    /* Shows the table and reads until something is to be done: ANSWER, LEAVE, CONCEDE or UNDO. */
    Reply (*ask)(Front *, Table *, unsigned *answer);
    /* A page to be read. False: the reader wants no more of its kind, or leaves. */
    bool (*page)(Front *, const char *title, const char *text, bool guide);
    /* The screen goes to another person: hides everything until that one is there. False: leave. */
    bool (*hand_over)(Front *, Table *);
    /* One of the lines; -1: leave. */
    int (*choose)(Front *, const char *title, const char *const *lines, unsigned n);
    void (*over)(Front *, Table *); /* shows the end */
    bool left;                      /* somebody wants to leave, or nobody is there any more */
    const char *note;               /* a line to be shown with the next prompt, or null */
    /* of the screen */
    Screen screen;
    Text line;       /* what was typed */
    unsigned cursor; /* option under the cursor */
    unsigned top;    /* first option shown */
    bool keep[MAX_OPTIONS], narrowed;
    Text message;
};

Front *front_screen(Lang lang); /* null: not on this terminal */
Front *front_plain(Lang lang);
void front_close(Front *f);

/* Plays until the game is over or the player leaves; keeps the game at every prompt. Returns false
 * if it could not be kept (*e tells). */
bool table_play(Front *f, Table *t, FileError *e);
/* Watches a replay. */
void table_watch(Front *f, Table *t);
