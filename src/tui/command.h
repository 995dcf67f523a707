/* Parses a line typed at a question. Both frontends use it. */
#pragma once
#include "tui/table.h"

/* What the frontend has to do. Replies up to REPLY_UNDO end the question; keep them first. */
typedef enum Reply {
    REPLY_ANSWER, /* 'answer' is an option or a macro answer */
    REPLY_LEAVE,
    REPLY_CONCEDE,
    REPLY_UNDO,
    REPLY_BOARD, /* redraw the board */
    REPLY_LOOK,  /* redraw, with the mat of Table.focus in full */
    REPLY_PAGE,  /* show 'title' and 'text' */
    REPLY_NOTE,  /* show 'text', a single line */
    REPLY_KEEP,  /* several lines match: 'keep' tells which */
} Reply;

typedef struct Command {
    Reply reply;
    unsigned answer;
    const char *title;
    bool from_end;          /* start at the last lines */
    Text text;              /* owned by the caller, who releases it */
    bool keep[MAX_OPTIONS]; /* by line */
} Command;

/* Parses the line into *out, which must be zeroed. An empty line asks for the board. */
void command_read(Table *t, const char *line, Command *out);
