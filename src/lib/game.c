/* Games, their words and clauses, and single texts. */
#include "cards/compile.h"
#include "cards/form.h"
#include "games/host.h"
#include "lib/lib.h"
#include "play/words.h"
#include <stdlib.h>

_Static_assert((int)FUDA_MAX_PLAYERS == MAX_PLAYERS && (int)FUDA_MAX_ZONES == MAX_ZONES &&
                   (int)FUDA_MAX_OPTIONS == MAX_OPTIONS && (int)FUDA_MAX_CARDS == FUDA_MAX_SEEN,
               "limits in fuda.h");

const fuda_game *fuda_game_find(const char *key) { return key ? game_out(game_by_key(key)) : NULL; }
const fuda_game *fuda_game_at(unsigned i) { return game_out(game_at(i)); }
const char *fuda_game_key(const fuda_game *g) { return g ? game_of(g)->key : NULL; }
const char *fuda_game_name(const fuda_game *g) { return g ? game_of(g)->name : NULL; }
const char *fuda_game_rulebook(const fuda_game *g) {
    return g ? rulebook_version(game_of(g)) : NULL;
}

bool fuda_format_at(const fuda_game *game, unsigned i, fuda_format *out) {
    if (!game || !out) return false;
    const FormatInfo *f = game_of(game)->formats;
    for (unsigned k = 0; f[k].key; k++) {
        if (k != i) continue;
        *out = (fuda_format){f[k].key, f[k].least, f[k].most, f[k].team};
        return true;
    }
    return false;
}

int fuda_format_find(const fuda_game *game, const char *key) {
    return game && key ? format_by_key(game_of(game), key) : -1;
}

const char *fuda_zone_word(const fuda_game *game, unsigned zone, bool japanese) {
    if (!game || !zone || zone >= game_of(game)->nzones) return NULL;
    const ZoneInfo *z = &game_of(game)->zones[zone];
    return japanese ? z->name : z->key;
}

static const char *word(const NameInfo *names, unsigned n, unsigned i, bool japanese) {
    if (i >= n) return NULL;
    return japanese ? names[i].name : names[i].key;
}
const char *fuda_kind_word(const fuda_game *game, unsigned kind, bool japanese) {
    return game ? word(game_of(game)->kinds, game_of(game)->nkinds, kind, japanese) : NULL;
}
const char *fuda_point_word(const fuda_game *game, unsigned point, bool japanese) {
    return game ? word(game_of(game)->points, game_of(game)->npoints, point, japanese) : NULL;
}

const char *fuda_question_word(const fuda_game *game, unsigned question) {
    if (!game || question >= ASK_GAME + game_of(game)->nasks) return NULL;
    return ask_name(game_of(game), question);
}

bool fuda_clause_at(unsigned number, fuda_clause *out) {
    if (!out || !number || number >= CLAUSE_COUNT) return false;
    const ClauseInfo *c = &clause_info[number];
    *out = (fuda_clause){c->id, c->gist, c->gist_ja};
    return true;
}

/* ---- texts ---- */

typedef struct Text {
    fuda_text text;
    Compiled compiled;
} Text;

/* The kinds of card that the words name, or the box of any; 0: none. */
static unsigned text_kinds(const Game *g, const char *words) {
    const unsigned any = (1u << g->nkinds) - 1;
    const char *box = box_word(g);
    if (words && box && !strcmp(words, box)) return any | KINDS_BOX;
    return words ? kinds_named(g, words) : any;
}

fuda_text *fuda_text_compile(const fuda_game *game, const char *words, const char *printed,
                             fuda_error *e) {
    if (!game || !printed) return lib_missing(e, game ? "a text" : "a game"), NULL;
    const Game *g = game_of(game);
    const unsigned kinds = text_kinds(g, words);
    char all[200];
    FileText text;
    FileError why;
    if (!kinds) {
        lib_fail(e, FUDA_ERROR_ARGUMENT, "'%.60s' is no kind of card; %s has %s%s%s", words, g->key,
                 kinds_all(g, all, sizeof all), box_word(g) ? " and " : "",
                 box_word(g) ? box_word(g) : "");
        return NULL;
    }
    Text *t = calloc(1, sizeof *t);
    if (!t) return lib_no_memory(e), NULL;
    if (file_take("text", printed, strlen(printed), &text, &why)) {
        compile_listed(g, kinds, text.data, &t->compiled);
        file_free(&text);
    } else {
        lib_put(why.line, t->compiled.message, sizeof t->compiled.message);
    }
    const Compiled *c = &t->compiled;
    t->text = (fuda_text){.ok = c->ok, .at = c->at, .message = c->message, .warning = c->warning};
    t->text.english = c->en ? c->en : "";
    t->text.japanese = c->ja ? c->ja : "";
    t->text.code = c->listing ? c->listing : "";
    lib_ok(e);
    return &t->text;
}

void fuda_text_free(fuda_text *text) {
    if (!text) return;
    compiled_free(&((Text *)(void *)text)->compiled);
    free(text);
}
