/* The two frontends: full screen, and plain lines for pipes and dumb terminals. */
#pragma once
#include "tui/command.h"
#include "tui/screen.h"

typedef struct Front Front;
/* A table of callbacks, and state shared between them. */
struct Front {
    Lang lang;
    /* Shows the table and reads input until it gets ANSWER (with *answer), LEAVE, CONCEDE or UNDO.
     */
    Reply (*ask)(Front *, Table *, unsigned *answer);
    /* Shows a page. 'guide': a page of the tutorial. Returns false if the player wants no more such
     * pages, or leaves. */
    bool (*page)(Front *, const char *title, const char *text, bool guide);
    /* Hides everything until the next player at this screen confirms. Returns false to leave. */
    bool (*hand_over)(Front *, Table *);
    /* Shows that a computer thinks (NOBODY: about the player's question), and what part of its time
     * is over. Called often. Returns false to leave. */
    bool (*thinking)(Front *, Table *, PlayerId who, double part);
    /* Shows what a computer has just done, from the entry 'from' of the log on, for as long as
     * Table.speed says; null: computers' deeds are only told at the next prompt. */
    void (*deed)(Front *, Table *, unsigned from);
    /* Menu. Returns the index of the chosen line, -1 to leave; 'back' is set if the player wants
     * the menu before this one. */
    int (*choose)(Front *, const char *title, const char *const *lines, unsigned n);
    void (*game_over)(Front *, Table *); /* shows the final board */
    bool finish;                         /* asks what to do next when the game is over */
    bool quit;                           /* the player wants to leave, or the terminal is gone */
    bool told;                           /* plain: that a computer thinks, since the last prompt */
    bool back;                           /* the last menu was left for the one before */
    bool can_rematch, rematch;           /* at the end: offered; wanted */
    bool hurry;                          /* no more deeds are shown before the next prompt */
    const char *note;                    /* one line for the next prompt, or null */
    /* Used by the screen frontend; the plain one uses only 'line'. */
    Screen screen;
    Text line;                        /* input line */
    unsigned cursor;                  /* option under the cursor */
    unsigned top;                     /* first visible option row */
    bool keep[MAX_OPTIONS], narrowed; /* lines left by a search */
    Text message;                     /* shown instead of the reason */
    uint32_t ahead[32];               /* keys typed while a computer thought */
    unsigned nahead;
    unsigned thought, dots; /* the thought that is shown: Table.napplied + 1, and how much of it */
};

/* Allocates the frontend; front_close frees it. front_screen returns null if the terminal cannot do
 * it. */
Front *front_screen(Lang lang);
Front *front_plain(Lang lang);
void front_leave(Front *f); /* gives the terminal back */
void front_close(Front *f);

/* What the player can do when the game is over: read the summary, watch the game, keep a copy, play
 * again (Front.rematch). */
void table_finish(Front *f, Table *t);
/* Plays until the game is over or the player leaves, and saves the game at every prompt. Returns
 * false if saving failed, with the reason in *e. */
bool table_play(Front *f, Table *t, FileError *e);
/* Plays back a replay; f is null in a pipe, which gets the log as lines. */
void table_watch(Front *f, Table *t);
