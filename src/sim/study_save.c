/* A study between two runs: a text file of a heading, the games that are counted, and the counts
 * that are not 0. */
#include "cards/store.h"
#include "sim/study.h"
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static const char first_line[] = "fuda study 2\n";
static const FileType study_type = {first_line, "the counts of a study"};

/* ---- what it is a study of ------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9fb21c651e98df25u;
    return h ^ h >> 29;
}

static uint64_t mix_text(uint64_t h, const char *s) {
    for (; *s; s++) h = mix(h, (unsigned char)*s);
    return mix(h, 256);
}

uint64_t study_fingerprint(const SimConfig *c, const Stock *stock) {
    enum { TRIED = 10 }; /* games of random players, to notice another engine or other cards */
    SimConfig plain = *c;
    uint64_t h = mix_text(mix(mix(1, c->seed), c->format), c->game->key);
    for (unsigned p = 0; p < c->players; p++) {
        h = mix_text(h, c->player[p]);
        plain.player[p] = NULL;
    }
    for (unsigned i = 0; i < stock->ndecks; i++) {
        h = mix_text(h, stock->deck[i].name);
        for (unsigned pile = 0; pile < PILES; pile++)
            for (unsigned k = 0; k < stock->deck[i].n[pile]; k++)
                h = mix(h, stock->deck[i].pile[pile][k] + 65536u * pile);
    }
    for (DefId d = 1; d <= stock->ncards; d++) h = mix_text(h, pack_name(stock->pack, d));
    plain.check = false;
    return mix(h, sim_signature(&plain, TRIED));
}

/* ---- the file -------------------------------------------------------------------------------- */

bool study_save(const Study *x, const Stock *stock, const char *path, FileError *e) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return file_error(e, path, 0, 0, "out of memory");
    fprintf(out, "%sof %016" PRIx64 "\ngames", first_line, study_fingerprint(x->config, stock));
    for (unsigned i = 0; i < x->done.n; i++)
        fprintf(out, " %" PRIu64 "-%" PRIu64, x->done.at[i].from, x->done.at[i].until - 1);
    putc('\n', out);
    for (size_t i = 0; i < x->size; i++)
        if (x->count[i]) fprintf(out, "%zu %" PRIu64 "\n", i, x->count[i]);
    fputs("end\n", out);
    const bool good = !fclose(out) && file_write(path, &study_type, text, size, e);
    free(text);
    return good;
}

/* Reads " 0-99 200-349" up to the end of the line. Null: that is not there. */
static const char *read_games(Study *x, const char *s) {
    uint64_t least = 0;
    while (*s == ' ') {
        char *end;
        const unsigned long long from = strtoull(s + 1, &end, 10);
        if (*end != '-' || from < least) return NULL;
        const unsigned long long last = strtoull(end + 1, &end, 10);
        if (last < from || last == ULLONG_MAX) return NULL;
        if (!games_add(&x->done, (Stretch){from, last + 1})) return NULL;
        least = last + 1;
        s = end;
    }
    return *s == '\n' ? s + 1 : NULL;
}

static bool read_counts(Study *x, const char *s, const char *path, FileError *e) {
    unsigned line = 4;
    for (; strcmp(s, "end\n") != 0; line++) {
        char *end;
        const unsigned long long i = strtoull(s, &end, 10);
        if (end == s || *end != ' ' || i >= x->size) break;
        const unsigned long long n = strtoull(s = end + 1, &end, 10);
        if (end == s || *end != '\n') break;
        x->count[i] = n;
        s = end + 1;
    }
    if (strcmp(s, "end\n") != 0 || *study_total(x, STUDY_GAMES) != games_count(&x->done))
        return file_error(e, path, line, 0, "the counts of a study are damaged here");
    return true;
}

bool study_load(Study *x, const Stock *stock, const char *path, FileError *e) {
    FileText text;
    uint64_t of;
    int at = 0;
    const size_t skip = sizeof first_line - 1;
    const char *rest = NULL;
    if (!file_read(path, &text, e)) return false;
    if (!strncmp(text.data, first_line, skip) &&
        sscanf(text.data + skip, "of %16" SCNx64 "\ngames%n", &of, &at) == 1 && at)
        rest = read_games(x, text.data + skip + (size_t)at);
    bool good = rest != NULL;
    if (!good)
        file_error(e, path, 0, 0, "not the counts of a study");
    else if (of != study_fingerprint(x->config, stock))
        good = file_error(e, path, 0, 0,
                          "a study of other games: the same game, format, seed, players, decks and "
                          "cards can be resumed");
    else
        good = read_counts(x, rest, path, e);
    file_free(&text);
    return good;
}
