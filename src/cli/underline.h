/* Shows a position in printed text, and compile results as JSON. */
#pragma once
#include "cards/compile.h"
#include <stdio.h>

/* Prints the line of the text that contains character 'at' (from 0) and underlines the phrase
 * there. Accounts for wide characters; on a terminal, cuts the line to its width. */
void print_underlined(FILE *out, const char *text, unsigned at, const char *indent);
/* Is 'out' a terminal and NO_COLOR unset? */
bool use_colour(FILE *out);
/* Prints the members text, ok, explain_en, explain_ja and error of a JSON object, without braces.
 */
void json_compiled(const char *text, const Compiled *c);
