/* Showing a place in a printed text, and what was understood of it. */
#pragma once
#include "cards/compile.h"
#include <stdio.h>

/* Prints the line of the text that holds the character (from 0) and, below it, a line that
 * underlines the words there. Wide characters count double; on a terminal the line is cut to its
 * width. */
void mark_place(FILE *out, const char *text, unsigned at, const char *indent);
/* Whether colour is wanted there: a terminal, and NO_COLOR is not set. */
bool colour_wanted(FILE *out);
/* The fields text, ok, explain_en, explain_ja and error of a JSON object, without its braces. */
void json_compiled(const char *text, const Compiled *c);
