/* A line that a player typed at a question, understood. */
#pragma once
#include "tui/table.h"

typedef enum Reply {
    REPLY_ANSWER, /* 'answer' is the option */
    REPLY_LEAVE,
    REPLY_CONCEDE,
    REPLY_UNDO,
    REPLY_BOARD, /* show it again */
    REPLY_LOOK,  /* likewise, with Table.focus in full */
    REPLY_PAGE,  /* 'title' and 'text' to be read */
    REPLY_NOTE,  /* 'text' is one line */
    REPLY_KEEP,  /* several lines fit: those in 'keep' */
} Reply;

typedef struct Command {
    Reply reply;
    unsigned answer;
    const char *title;
    bool from_end; /* its last lines come first */
    Text text;     /* to be released */
    bool keep[MAX_OPTIONS];
} Command;

/* Fills *out (zeroed before); an empty line asks for the board. */
void command_read(Table *t, const char *line, Command *out);
