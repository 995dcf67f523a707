/* The language of the command line: Japanese or English, by --lang, else by the environment. */
#pragma once
#include "tui/lang.h"

/* Sets the language from the environment, or from --lang anywhere on the command line. Called once,
 * before anything is printed. An invalid --lang is left to args_read. */
void speak_begin(int argc, char **argv);
Lang speak_lang(void);
/* The string in that language. */
__attribute__((format_arg(1), format_arg(2))) const char *tr(const char *en, const char *ja);
