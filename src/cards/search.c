/* The words of a query, and what a card says in each field. */
#include "cards/search.h"
#include "cards/compile.h"
#include "cards/form.h"
#include "text/message.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- folding --------------------------------------------------------------------------------- */

/* Full-width ASCII to half width, capitals to small letters, katakana to hiragana. */
static uint32_t fold(uint32_t c) {
    if (c >= 0xFF01 && c <= 0xFF5E) c -= 0xFEE0;
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
    if (c >= 0x30A1 && c <= 0x30F6) c -= 0x60;
    return c == 0x3000 || c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
}

/* Folding never makes a character longer. */
char *card_search_fold(Arena *a, const char *s) {
    char *out = arena_get(a, strlen(s) + 1), *p = out;
    for (uint32_t c; (c = utf8_next(&s));) {
        c = fold(c);
        if (c < 0x80) {
            *p++ = (char)c;
        } else if (c < 0x800) {
            *p++ = (char)(0xC0 | c >> 6);
            *p++ = (char)(0x80 | (c & 0x3F));
        } else if (c < 0x10000) {
            *p++ = (char)(0xE0 | c >> 12);
            *p++ = (char)(0x80 | (c >> 6 & 0x3F));
            *p++ = (char)(0x80 | (c & 0x3F));
        } else {
            *p++ = (char)(0xF0 | c >> 18);
            *p++ = (char)(0x80 | (c >> 12 & 0x3F));
            *p++ = (char)(0x80 | (c >> 6 & 0x3F));
            *p++ = (char)(0x80 | (c & 0x3F));
        }
    }
    *p = 0;
    return out;
}

/* ---- the query ------------------------------------------------------------------------------- */

static const struct {
    const char *en, *ja; /* folded */
    int column;          /* whose word of the game is a name of the field as well; -1: none */
} fields[SEARCH_FIELDS] = {
    [SEARCH_NAME] = {"name", "名前", -1},
    [SEARCH_TEXT] = {"text", "てきすと", -1},
    [SEARCH_TRAIT] = {"trait", "特徴", COL_TRAITS},
    [SEARCH_TITLE] = {"title", "作品", COL_TITLE},
    [SEARCH_COLOR] = {"color", "色", COL_COLOR},
    [SEARCH_RARITY] = {"rarity", "れありてぃ", COL_RARITY},
    [SEARCH_SET] = {"set", "せっと", COL_SET},
    [SEARCH_ID] = {"id", "番号", -1},
    [SEARCH_KIND] = {"kind", "種類", COL_TYPE},
    [SEARCH_COST] = {"cost", "こすと", COL_COST},
    [SEARCH_ATK] = {"atk", NULL, COL_ATK},
    [SEARCH_DEF] = {"def", NULL, COL_DEF},
    [SEARCH_THIRD] = {NULL, NULL, COL_THIRD},
    [SEARCH_UNDERSTOOD] = {"understood", "解釈", -1},
};

static bool is_name(const char *name, const char *word, size_t n) {
    return name && strlen(name) == n && !strncmp(name, word, n);
}

/* The game's own word for the field, or null. */
static const char *own_word(const Game *g, unsigned field) {
    int column = fields[field].column;
    return column >= 0 && card_form(g) ? card_form(g)->column[column] : NULL;
}

/* The field whose name is the first n bytes of the folded word; SEARCH_ANY: none. */
static SearchField field_named(const Game *g, const char *word, size_t n) {
    unsigned f = SEARCH_ANY + 1;
    while (f < SEARCH_FIELDS && !is_name(fields[f].en, word, n) &&
           !is_name(fields[f].ja, word, n) && !is_name(own_word(g, f), word, n))
        f++;
    return f < SEARCH_FIELDS ? (SearchField)f : SEARCH_ANY;
}

const char *card_search_fields(const Game *g, char *out, size_t size) {
    size_t n = 0;
    *out = 0;
    for (unsigned f = SEARCH_ANY + 1; f < SEARCH_FIELDS && n < size; f++) {
        const char *own = own_word(g, f), *word = own && f >= SEARCH_ATK ? own : fields[f].en;
        bool number = f >= SEARCH_ATK && f <= SEARCH_THIRD;
        if (word && (!number || own))
            n += (size_t)snprintf(out + n, size - n, "%s%s", n ? ", " : "", word);
    }
    return out;
}

static bool query_error(FileError *e, const char *word, const char *what, const char *more) {
    snprintf(e->line, sizeof e->line, "'%.*s': %s%s", utf8_clip(word, 120), word, message(what),
             more);
    text_one_line(e->line);
    return false;
}

/* Parses 2, 1-3, 4+, -3 (at most 3), or one of < <= > >= = with a number. */
static bool take_numbers(SearchTerm *t, const char *s) {
    char *end;
    bool less = *s == '<', more = *s == '>';
    if (less || more) s++;
    bool equal = (!less && !more) || *s == '=';
    if (*s == '=') s++;
    bool open = !less && !more && *s == '-';
    if (open) s++;
    if (*s < '0' || *s > '9') return false;
    long n = strtol(s, &end, 10);
    if (n > 100000) return false;
    t->least = less || open ? 0 : (int)n + (more && !equal);
    t->most = more ? INT16_MAX * 4 : (int)n - (less && !equal);
    if (less || more || open) return !*end;
    if (!strcmp(end, "+")) return t->most = INT16_MAX * 4, true;
    if (*end != '-') return !*end;
    if (end[1] < '0' || end[1] > '9') return false;
    n = strtol(end + 1, &end, 10);
    t->most = n > 100000 ? 100000 : (int)n;
    return !*end;
}

/* The kinds whose key or printed word contains the folded word. */
static unsigned kinds_like(SearchQuery *q, const Game *g, const char *word) {
    unsigned kinds = 0, exact = 0;
    for (unsigned k = 0; k < g->nkinds; k++) {
        const char *key = card_search_fold(&q->arena, g->kinds[k].key),
                   *name = card_search_fold(&q->arena, g->kinds[k].name ? g->kinds[k].name : "");
        if (!strcmp(key, word) || !strcmp(name, word)) exact |= 1u << k;
        if (strstr(key, word) || strstr(name, word)) kinds |= 1u << k;
    }
    return exact ? exact : kinds;
}

static bool one_of(const char *word, const char *const *list) {
    while (*list && strcmp(*list, word) != 0) list++;
    return *list != NULL;
}

/* Fills in what the field wants to know. */
static bool take_value(SearchQuery *q, const Game *g, SearchTerm *t, const char *word,
                       FileError *e) {
    static const char *const yes[] = {"yes", "y", "ok", "済", "はい", NULL}, *const no[] = {
                                                                                 "no", "n", "未",
                                                                                 "いいえ", NULL};
    char list[300];
    if (!*t->word) return query_error(e, word, "something must follow the colon", "");
    if (t->field >= SEARCH_COST && t->field <= SEARCH_THIRD)
        return take_numbers(t, t->word) ||
               query_error(e, word, "a number is written 2, 1-3, 4+, <5 or >=6", "");
    if (t->field == SEARCH_UNDERSTOOD) {
        t->yes = one_of(t->word, yes);
        return t->yes || one_of(t->word, no) ||
               query_error(e, word, "understood:yes or understood:no", "");
    }
    if (t->field != SEARCH_KIND) return true;
    t->kinds = kinds_like(q, g, t->word);
    return t->kinds ||
           query_error(e, word, "no such kind; there are ", kinds_all(g, list, sizeof list));
}

/* Is it written like a field, in letters and a colon? */
static bool looks_like_field(const char *word, const char *colon) {
    for (const char *p = word; p < colon; p++)
        if (*p < 'a' || *p > 'z') return false;
    return colon > word;
}

/* A colon (or an operator) ends a field's name; a text may contain a full-width colon, too, so only
 * the names of fields count, but an unknown name in letters is an error. */
static bool parse_word(SearchQuery *q, const Game *g, const char *word, FileError *e) {
    char list[300];
    SearchTerm t = {.field = SEARCH_ANY};
    if (q->n == SEARCH_MAX_TERMS) return query_error(e, word, "too many words", "");
    char *folded = card_search_fold(&q->arena, word);
    t.without = *folded == '-' && folded[1];
    folded += t.without;
    while (*folded == ' ') folded++;
    for (size_t n = strlen(folded); n && folded[n - 1] == ' ';) folded[--n] = 0;
    if (!*folded) return true;
    size_t n = strcspn(folded, ":<>=");
    t.word = folded;
    if (folded[n]) {
        t.field = field_named(g, folded, n);
        if (t.field != SEARCH_ANY)
            t.word = folded + n + (folded[n] == ':');
        else if (folded[n] == ':' && looks_like_field(folded, folded + n))
            return query_error(e, word, "no such field; there are ",
                               card_search_fields(g, list, sizeof list));
    }
    if (t.field != SEARCH_ANY && !take_value(q, g, &t, word, e)) return false;
    q->term[q->n++] = t;
    return true;
}

bool card_search_parse(SearchQuery *q, const Game *g, const char *const *word, unsigned n,
                       FileError *e) {
    *q = (SearchQuery){0};
    bool ok = true;
    for (unsigned i = 0; i < n && ok; i++) {
        if (text_control(word[i]) || utf8_good(word[i], strlen(word[i])) != strlen(word[i]))
            ok = query_error(e, "WORD", "broken UTF-8", "");
        else
            ok = parse_word(q, g, word[i], e);
    }
    if (!ok) card_search_query_free(q);
    return ok;
}

void card_search_query_free(SearchQuery *q) {
    arena_free(&q->arena);
    *q = (SearchQuery){0};
}

/* ---- the index ------------------------------------------------------------------------------- */

/* What a card says, folded: its names, what it is, its texts, its numbers. */
typedef struct Row {
    const PrintedCard *card;
    unsigned printings;
    const char *name, *traits, *title, *text, *color, *rarity, *set, *id;
} Row;

struct SearchIndex {
    CardList *list;
    sqlite3 *db;
    Row *row;
    unsigned n;
    Arena arena;
};

/* Joins strings with a blank between them, which no trigram of a single word contains. */
typedef struct Join {
    char *text;
    size_t n, room;
} Join;

static void join(Join *j, const char *s) {
    size_t n = strlen(s);
    if (!n) return;
    if (j->n + n + 2 > j->room) {
        j->room = (j->n + n + 2) * 2;
        j->text = realloc(j->text, j->room);
        if (!j->text) {
            fputs("fuda: out of memory\n", stderr);
            exit(1);
        }
    }
    if (j->n) j->text[j->n++] = '\n';
    memcpy(j->text + j->n, s, n + 1);
    j->n += n;
}

/* Moves the joined text, folded, into the arena. */
static const char *joined(SearchIndex *x, Join *j) {
    const char *out = j->n ? card_search_fold(&x->arena, j->text) : "";
    j->n = 0;
    return out;
}

/* CardVisit: the first card of the list that equals this one. */
typedef struct FirstEqual {
    const PrintedCard *card, *first;
} FirstEqual;

static bool visit_equal(void *context, const PrintedCard *c) {
    FirstEqual *f = context;
    if (cards_equal(c, f->card)) f->first = c;
    return !f->first;
}

/* Adds a row for a card that is not a further printing of an earlier one. */
static void add_row(SearchIndex *x, const PrintedCard *c, Join *j) {
    x->row = array_grow(x->row, x->n, sizeof *x->row);
    Row *r = &x->row[x->n++];
    *r = (Row){.card = c};
    join(j, c->label);
    join(j, c->name_en);
    r->name = joined(x, j);
    for (unsigned i = 0; i < c->ntraits; i++) join(j, c->traits[i]);
    r->traits = joined(x, j);
    for (unsigned i = 0; i < c->ntext; i++) join(j, c->text[i]);
    join(j, c->box);
    r->text = joined(x, j);
    r->title = card_search_fold(&x->arena, c->title);
    r->color = card_search_fold(&x->arena, c->color);
    r->rarity = card_search_fold(&x->arena, c->rarity);
    r->set = card_search_fold(&x->arena, c->set);
}

/* Collects the serials of all printings: 'of' is the row of each card of the list. */
static void add_serials(SearchIndex *x, const unsigned *of, Join *j) {
    for (unsigned i = 0; i < x->list->n; i++) {
        Row *r = &x->row[of[i]];
        const PrintedCard *c = &x->list->card[i];
        r->printings++;
        if (r->id) join(j, r->id);
        join(j, c->serial);
        for (unsigned k = 0; k < c->nalso; k++) join(j, c->also[k]);
        r->id = joined(x, j);
    }
}

static bool make_rows(SearchIndex *x, FileError *e) {
    CardList *l = x->list;
    unsigned *of = malloc((l->n + 1) * sizeof *of);
    Join j = {0};
    if (!of) return file_error(e, l->game->key, 0, 0, "out of memory");
    for (unsigned i = 0; i < l->n; i++) {
        FirstEqual f = {&l->card[i], NULL};
        cards_each(l, l->card[i].label, visit_equal, &f);
        unsigned first = f.first ? (unsigned)(f.first - l->card) : i;
        of[i] = first < i ? of[first] : x->n;
        if (first >= i) add_row(x, &l->card[i], &j);
    }
    add_serials(x, of, &j);
    free(j.text);
    free(of);
    return true;
}

static bool sql_error(const SearchIndex *x, FileError *e) {
    return file_error(e, "search", 0, 0, "%s", x->db ? sqlite3_errmsg(x->db) : "out of memory");
}

static void bind(sqlite3_stmt *q, int place, const char *s) {
    sqlite3_bind_text(q, place, s, -1, SQLITE_STATIC);
}

/* Trigrams suit Japanese, which has no blanks between words. */
static bool fill_index(SearchIndex *x, FileError *e) {
    sqlite3_stmt *q = NULL;
    bool ok =
        sqlite3_open(":memory:", &x->db) == SQLITE_OK &&
        sqlite3_exec(x->db,
                     "CREATE VIRTUAL TABLE f USING fts5(name, tags, text, content='',"
                     " tokenize='trigram'); BEGIN",
                     NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(x->db, "INSERT INTO f(rowid, name, tags, text) VALUES(?1, ?2, ?3, ?4)",
                           -1, &q, NULL) == SQLITE_OK;
    Join j = {0};
    for (unsigned i = 0; i < x->n && ok; i++) {
        const Row *r = &x->row[i];
        join(&j, r->traits);
        join(&j, r->title);
        join(&j, r->id);
        sqlite3_bind_int(q, 1, (int)i + 1);
        bind(q, 2, r->name);
        bind(q, 3, j.n ? j.text : "");
        bind(q, 4, r->text);
        ok = sqlite3_step(q) == SQLITE_DONE;
        sqlite3_reset(q);
        j.n = 0;
    }
    free(j.text);
    sqlite3_finalize(q);
    return ok ? sqlite3_exec(x->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK || sql_error(x, e)
              : sql_error(x, e);
}

SearchIndex *card_search_open(CardList *l, FileError *e) {
    SearchIndex *x = calloc(1, sizeof *x);
    if (!x) {
        file_error(e, l->game->key, 0, 0, "out of memory");
        return NULL;
    }
    x->list = l;
    if (make_rows(x, e) && fill_index(x, e)) return x;
    card_search_close(x);
    return NULL;
}

void card_search_close(SearchIndex *x) {
    if (!x) return;
    sqlite3_close(x->db);
    free(x->row);
    arena_free(&x->arena);
    free(x);
}

/* ---- matching -------------------------------------------------------------------------------- */

bool card_understood(const Game *g, const PrintedCard *c) {
    bool ok = !*c->fault;
    for (unsigned i = 0; i < c->ntext + (*c->box != 0) && ok; i++) {
        Compiled made;
        bool box = i == c->ntext;
        compile_text(g, box ? c->kinds | KINDS_BOX : c->kinds, box ? c->box : c->text[i], &made);
        ok = made.ok;
        compiled_free(&made);
    }
    return ok;
}

static bool in_range(const SearchTerm *t, int n) { return n >= t->least && n <= t->most; }

/* Has the card numbers beside the cost? */
static bool is_numbered(const Game *g, const PrintedCard *c) {
    return c->kinds & card_form(g)->numbered;
}

/* Does the card match, 'without' aside? */
static bool term_matches(const Game *g, const Row *r, const SearchTerm *t) {
    const PrintedCard *c = r->card;
    switch (t->field) {
    case SEARCH_NAME: return strstr(r->name, t->word);
    case SEARCH_TEXT: return strstr(r->text, t->word);
    case SEARCH_TRAIT: return strstr(r->traits, t->word);
    case SEARCH_TITLE: return strstr(r->title, t->word);
    case SEARCH_COLOR: return strstr(r->color, t->word);
    case SEARCH_RARITY: return strstr(r->rarity, t->word);
    case SEARCH_SET: return strstr(r->set, t->word) || strstr(r->id, t->word);
    case SEARCH_ID: return strstr(r->id, t->word);
    case SEARCH_KIND: return c->kinds & t->kinds;
    case SEARCH_COST: return c->cost >= 0 && in_range(t, c->cost);
    case SEARCH_ATK: return is_numbered(g, c) && in_range(t, c->atk);
    case SEARCH_DEF: return is_numbered(g, c) && in_range(t, c->def);
    case SEARCH_THIRD: return is_numbered(g, c) && in_range(t, c->third);
    case SEARCH_UNDERSTOOD: return card_understood(g, c) == t->yes;
    default:
        return strstr(r->name, t->word) || strstr(r->traits, t->word) ||
               strstr(r->title, t->word) || strstr(r->text, t->word) || strstr(r->id, t->word);
    }
}

/* Whether the card can be played is asked last: that compiles it. */
static bool row_matches(const Game *g, const Row *r, const SearchQuery *q) {
    for (unsigned last = 0; last < 2; last++)
        for (unsigned i = 0; i < q->n; i++)
            if ((q->term[i].field == SEARCH_UNDERSTOOD) == last &&
                term_matches(g, r, &q->term[i]) == q->term[i].without)
                return false;
    return true;
}

/* 0: a word is the card's whole name, 1: all words stand in its name, 2: elsewhere. */
static unsigned tier(const Row *r, const SearchQuery *q) {
    unsigned inside = 0, words = 0;
    for (unsigned i = 0; i < q->n; i++) {
        const SearchTerm *t = &q->term[i];
        if (t->field > SEARCH_NAME || t->without) continue;
        size_t n = strlen(t->word);
        if (!strncmp(r->name, t->word, n) && (!r->name[n] || r->name[n] == ' ')) return 0;
        words++;
        inside += strstr(r->name, t->word) != NULL;
    }
    return inside == words ? 1 : 2;
}

/* The expression for the words that have a trigram; "" if none has. */
static void make_match(const SearchQuery *q, Join *j) {
    for (unsigned i = 0; i < q->n; i++) {
        const SearchTerm *t = &q->term[i];
        if (t->field != SEARCH_ANY || t->without || utf8_count(t->word) < 3) continue;
        char *quoted = malloc(2 * strlen(t->word) + 8), *p = quoted;
        if (!quoted) continue;
        *p++ = '"';
        for (const char *s = t->word; *s; s++) {
            if (*s == '"') *p++ = '"';
            *p++ = *s;
        }
        strcpy(p, "\"");
        if (j->n) join(j, "AND");
        join(j, quoted);
        free(quoted);
    }
}

/* Appends a row that matches to the found cards of its tier. */
typedef struct Results {
    Found *at[3];
    unsigned n[3];
} Results;

static void take(const SearchIndex *x, const SearchQuery *q, unsigned row, Results *out) {
    const Row *r = &x->row[row];
    if (!row_matches(x->list->game, r, q)) return;
    unsigned k = tier(r, q);
    out->at[k] = array_grow(out->at[k], out->n[k], sizeof *out->at[k]);
    out->at[k][out->n[k]++] = (Found){r->card, r->printings};
}

/* Takes the rows that the full-text index finds, best first. */
static bool take_indexed(SearchIndex *x, const SearchQuery *q, const char *match, Results *out,
                         FileError *e) {
    sqlite3_stmt *s = NULL;
    int code = SQLITE_ERROR;
    if (sqlite3_prepare_v2(x->db,
                           "SELECT rowid FROM f WHERE f MATCH ?1 ORDER BY bm25(f, 10, 4, 1), rowid",
                           -1, &s, NULL) == SQLITE_OK) {
        bind(s, 1, match);
        while ((code = sqlite3_step(s)) == SQLITE_ROW)
            take(x, q, (unsigned)sqlite3_column_int(s, 0) - 1, out);
    }
    bool ok = code == SQLITE_DONE || sql_error(x, e);
    sqlite3_finalize(s);
    return ok;
}

bool card_search_run(SearchIndex *x, const SearchQuery *q, Found **out, unsigned *n, FileError *e) {
    Results found = {0};
    Join match = {0};
    bool ok = true;
    make_match(q, &match);
    if (match.n)
        ok = take_indexed(x, q, match.text, &found, e);
    else
        for (unsigned i = 0; i < x->n; i++) take(x, q, i, &found);
    free(match.text);
    *n = found.n[0] + found.n[1] + found.n[2];
    *out = ok ? malloc((*n + 1) * sizeof **out) : NULL;
    if (ok && !*out) ok = file_error(e, "search", 0, 0, "out of memory");
    for (unsigned k = 0, at = 0; k < 3; k++) {
        if (ok && found.n[k]) memcpy(*out + at, found.at[k], found.n[k] * sizeof **out);
        at += found.n[k];
        free(found.at[k]);
    }
    return ok;
}
