/* Messages in two languages. The English format string is written where the message is made, and is
 * the key to the Japanese one (messages.def). One switch for the whole program, set before any work
 * begins: threads only read it. */
#pragma once
#include <stdbool.h>

/* The format in the language of the program: 'en' itself, if there is no other. */
__attribute__((format_arg(1))) const char *message(const char *en);
/* The one of two formats: for a game's own messages, which no common table may hold. */
__attribute__((format_arg(1), format_arg(2))) const char *either(const char *en, const char *ja);
/* Chooses Japanese or English and returns what was chosen before. English until it is called. */
bool message_japanese(bool on);
