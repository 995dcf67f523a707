/* A study as tables: CSV for spreadsheets, JSON for programs. */
#include "cards/store.h"
#include "sim/study.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Writes a file that nothing but a file of the same kind may be in the place of. */
static bool put_file(const char *folder, const char *name, const char *begins, const char *text,
                     size_t size, FileError *e) {
    char path[4096];
    const FileType type = {begins, "a table of a study"};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return file_write(path, &type, text, size, e);
}

/* ---- CSV ------------------------------------------------------------------------------------- */

static void put_quoted(FILE *out, const char *s) {
    putc('"', out);
    for (; *s; s++) {
        if (*s == '"') putc('"', out);
        putc(*s, out);
    }
    putc('"', out);
}

static const char matrix_head[] = "deck,against,games,wins,rate,least,most\n",
                  decks_head[] = "deck,games,wins,rate,least,most,first_games,first_wins\n",
                  cards_head[] =
                      "deck,card,copies,games,drawn,drawn_wins,drawn_rate,played,played_wins,"
                      "played_rate\n";

static void put_share(FILE *out, uint64_t part, uint64_t of) {
    const Share s = share_of(part, of);
    if (of)
        fprintf(out, ",%.4f,%.4f,%.4f", s.is, s.least, s.most);
    else
        fputs(",,,", out);
}

static void put_matrix(FILE *out, const Study *x, const Stock *stock) {
    fputs(matrix_head, out);
    for (unsigned a = 0; a < x->ndecks; a++)
        for (unsigned b = 0; b < x->ndecks; b++) {
            const uint64_t met = *study_met(x, a, b), beat = *study_beat(x, a, b);
            if (!met) continue;
            put_quoted(out, stock->deck[a].name);
            putc(',', out);
            put_quoted(out, stock->deck[b].name);
            fprintf(out, ",%" PRIu64 ",%" PRIu64, met, beat);
            put_share(out, beat, met);
            putc('\n', out);
        }
}

static void put_decks(FILE *out, const Study *x, const Stock *stock) {
    fputs(decks_head, out);
    for (unsigned a = 0; a < x->ndecks; a++) {
        const uint64_t *n = study_deck(x, a);
        put_quoted(out, stock->deck[a].name);
        fprintf(out, ",%" PRIu64 ",%" PRIu64, n[0], n[1]);
        put_share(out, n[1], n[0]);
        fprintf(out, ",%" PRIu64 ",%" PRIu64 "\n", n[2], n[3]);
    }
}

static unsigned copies_in(const StockDeck *deck, DefId d) {
    unsigned n = 0;
    for (unsigned pile = 0; pile < PILES; pile++)
        for (unsigned i = 0; i < deck->n[pile]; i++) n += deck->pile[pile][i] == d;
    return n;
}

static void put_rate(FILE *out, uint64_t part, uint64_t of) {
    if (of)
        fprintf(out, ",%.4f", (double)part / (double)of);
    else
        putc(',', out);
}

static void put_cards(FILE *out, const Study *x, const Stock *stock) {
    fputs(cards_head, out);
    for (unsigned a = 0; a < x->ndecks; a++)
        for (DefId d = 1; d <= x->ncards; d++) {
            const unsigned copies = copies_in(&stock->deck[a], d);
            const uint64_t *n = study_card(x, a, d);
            if (!copies) continue;
            put_quoted(out, stock->deck[a].name);
            putc(',', out);
            put_quoted(out, pack_name(stock->pack, d));
            fprintf(out, ",%u,%" PRIu64 ",%" PRIu64 ",%" PRIu64, copies, study_deck(x, a)[0],
                    n[CARD_DRAWN], n[CARD_DRAWN_WON]);
            put_rate(out, n[CARD_DRAWN_WON], n[CARD_DRAWN]);
            fprintf(out, ",%" PRIu64 ",%" PRIu64, n[CARD_PLAYED], n[CARD_PLAYED_WON]);
            put_rate(out, n[CARD_PLAYED_WON], n[CARD_PLAYED]);
            putc('\n', out);
        }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_string(FILE *out, const char *s) {
    putc('"', out);
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') putc('\\', out);
        putc(*s, out); /* names of decks and cards have no control characters (cards/file.h) */
    }
    putc('"', out);
}

static void put_json_cards(FILE *out, const Study *x, const Stock *stock, unsigned deck) {
    const char *comma = "";
    fputs(", \"cards\": [", out);
    for (DefId d = 1; d <= x->ncards; d++) {
        const uint64_t *n = study_card(x, deck, d);
        const unsigned copies = copies_in(&stock->deck[deck], d);
        if (!copies) continue;
        fprintf(out, "%s\n   {\"name\": ", comma);
        put_string(out, pack_name(stock->pack, d));
        fprintf(out,
                ", \"copies\": %u, \"drawn\": %" PRIu64 ", \"drawn_wins\": %" PRIu64
                ", \"played\": %" PRIu64 ", \"played_wins\": %" PRIu64 "}",
                copies, n[CARD_DRAWN], n[CARD_DRAWN_WON], n[CARD_PLAYED], n[CARD_PLAYED_WON]);
        comma = ",";
    }
    putc(']', out);
}

static void put_json_decks(FILE *out, const Study *x, const Stock *stock) {
    fputs(" \"decks\": [", out);
    for (unsigned a = 0; a < x->ndecks; a++) {
        const uint64_t *n = study_deck(x, a);
        fprintf(out, "%s\n  {\"name\": ", a ? "," : "");
        put_string(out, stock->deck[a].name);
        fprintf(out,
                ", \"games\": %" PRIu64 ", \"wins\": %" PRIu64 ", \"first_games\": %" PRIu64
                ", \"first_wins\": %" PRIu64 ",\n   \"against\": [",
                n[0], n[1], n[2], n[3]);
        for (unsigned b = 0; b < x->ndecks; b++)
            fprintf(out, "%s[%" PRIu64 ", %" PRIu64 "]", b ? ", " : "", *study_met(x, a, b),
                    *study_beat(x, a, b));
        putc(']', out);
        put_json_cards(out, x, stock, a);
        putc('}', out);
    }
    fputs("],\n", out);
}

static const char json_head[] = "{\"study\": ";

/* Counts only, so that the file is the same for the same games. against: games and wins by deck. */
static void put_json(FILE *out, const Study *x, const Stock *stock) {
    const SimConfig *c = x->config;
    fprintf(out, "%s\"%s\", \"format\": \"%s\", \"seed\": %" PRIu64 ", \"players\": [", json_head,
            c->game->key, c->game->formats[c->format].key, c->seed);
    for (unsigned p = 0; p < c->players; p++) {
        if (p) fputs(", ", out);
        put_string(out, c->player[p]);
    }
    fprintf(out,
            "],\n \"games\": %" PRIu64 ", \"finished\": %" PRIu64 ", \"draws\": %" PRIu64
            ", \"decisions\": %" PRIu64 ", \"turns\": %" PRIu64
            ",\n \"first_player\": {\"games\": %" PRIu64 ", \"wins\": %" PRIu64 "},\n",
            *study_total(x, STUDY_GAMES), *study_total(x, STUDY_FINISHED),
            *study_total(x, STUDY_DRAWS), *study_total(x, STUDY_DECISIONS),
            *study_total(x, STUDY_TURNS), *study_total(x, STUDY_FIRST_GAMES),
            *study_total(x, STUDY_FIRST_WINS));
    put_json_decks(out, x, stock);
    fputs(" \"games_by_turns\": [", out);
    for (unsigned i = 0; i < STUDY_LENGTHS; i++)
        fprintf(out, "%s%" PRIu64, i ? ", " : "", *study_length(x, i));
    fputs("]}\n", out);
}

/* ---- all of it ------------------------------------------------------------------------------- */

bool study_write(const Study *x, const Stock *stock, const char *folder, FileError *e) {
    static const struct {
        const char *name, *begins;
        void (*put)(FILE *, const Study *, const Stock *);
    } files[] = {{"matrix.csv", matrix_head, put_matrix},
                 {"decks.csv", decks_head, put_decks},
                 {"cards.csv", "deck,card,copies,games,drawn,", put_cards},
                 {"study.json", json_head, put_json}};
    char *text = NULL;
    size_t size = 0;
    bool good = true;
    for (unsigned i = 0; good && i < sizeof files / sizeof *files; i++) {
        FILE *out = open_memstream(&text, &size);
        if (!out) return file_error(e, folder, 0, 0, "out of memory");
        files[i].put(out, x, stock);
        good = !fclose(out) && put_file(folder, files[i].name, files[i].begins, text, size, e);
        free(text);
        text = NULL;
    }
    if (!good) return false;
    text = study_page(x, stock, &size);
    if (!text) return file_error(e, folder, 0, 0, "out of memory");
    good = put_file(folder, "index.html", "<!doctype html>", text, size, e);
    free(text);
    return good;
}
