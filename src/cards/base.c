/* The card base on SQLite. */
#include "cards/base.h"
#include "cards/form.h"
#include "cards/readers.h"
#include "cards/store.h"
#include "text/message.h"
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

/* Identifies our files among SQLite databases ("FUDA"), and the current schema version. */
enum { APPLICATION_ID = 0x46554441, SCHEMA = 2 };
/* Value of card_printed.place for the text of a card's box. */
enum { BOX_PLACE = 100 };

/* Schema 1. 'printed' caches compile results; card_printed links cards to their texts in order. */
static const char schema[] =
    "CREATE TABLE card_set(id INTEGER PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL, "
    "UNIQUE(game, name));"
    "CREATE TABLE card(id INTEGER PRIMARY KEY, card_set INTEGER NOT NULL REFERENCES card_set, "
    "number INTEGER NOT NULL,"
    " serial TEXT NOT NULL, name TEXT NOT NULL, name_en TEXT NOT NULL, type TEXT NOT NULL, cost "
    "INTEGER NOT NULL,"
    " atk INTEGER NOT NULL, def INTEGER NOT NULL, title TEXT NOT NULL, color TEXT NOT NULL, rarity "
    "TEXT NOT NULL,"
    " release TEXT NOT NULL, traits TEXT NOT NULL, also TEXT NOT NULL, fault TEXT NOT NULL);"
    "CREATE INDEX card_by_set ON card(card_set, number);"
    "CREATE INDEX card_by_name ON card(name);"
    "CREATE INDEX card_by_serial ON card(serial);"
    "CREATE TABLE printed(id INTEGER PRIMARY KEY, game TEXT NOT NULL, text TEXT NOT NULL, type "
    "TEXT NOT NULL, version "
    "TEXT NOT NULL,"
    " ok INTEGER NOT NULL, at INTEGER NOT NULL, message TEXT NOT NULL, explain_en TEXT, explain_ja "
    "TEXT, code BLOB,"
    " UNIQUE(game, text, type));"
    "CREATE TABLE card_printed(card INTEGER NOT NULL REFERENCES card ON DELETE CASCADE, place "
    "INTEGER NOT NULL,"
    " printed INTEGER NOT NULL REFERENCES printed, PRIMARY KEY(card, place)) WITHOUT ROWID;"
    "CREATE INDEX card_by_printed ON card_printed(printed);";

/* Upgrade from schema 1 to 2. */
static const char schema_v2[] =
    "ALTER TABLE card ADD COLUMN third INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE card ADD COLUMN epithet TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE correction(card_set INTEGER NOT NULL REFERENCES card_set, serial TEXT NOT NULL,"
    " day TEXT NOT NULL, what INTEGER NOT NULL, value TEXT NOT NULL, clause TEXT NOT NULL,"
    " file TEXT NOT NULL, line INTEGER NOT NULL);"
    "PRAGMA user_version = 2;";

/* Statements that run once per card or text; prepared on first use and cached. */
enum {
    Q_FIND_SET,
    Q_ADD_SET,
    Q_DROP_PRINTED,
    Q_DROP_CARDS,
    Q_DROP_CORRECTIONS,
    Q_ADD_CARD,
    Q_FIND_PRINTED,
    Q_ADD_PRINTED,
    Q_SET_PRINTED,
    Q_ADD_CARD_PRINTED,
    Q_ADD_CORRECTION,
    Q_CLEAN,
    Q_SAME_SERIAL,
    Q_COUNT
};
static const char *const queries[Q_COUNT] = {
    [Q_FIND_SET] = "SELECT id FROM card_set WHERE game = ?1 AND name = ?2",
    [Q_ADD_SET] = "INSERT INTO card_set(game, name) VALUES(?1, ?2)",
    [Q_DROP_PRINTED] =
        "DELETE FROM card_printed WHERE card IN (SELECT id FROM card WHERE card_set = ?1)",
    [Q_DROP_CARDS] = "DELETE FROM card WHERE card_set = ?1",
    [Q_DROP_CORRECTIONS] = "DELETE FROM correction WHERE card_set = ?1",
    [Q_ADD_CARD] = "INSERT INTO card VALUES(NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, "
                   "?12, ?13, ?14, ?15, ?16, ?17, ?18)",
    [Q_FIND_PRINTED] = ("SELECT id, ok, version = ?4 FROM printed"
                        " WHERE game = ?1 AND text = ?2 AND type = ?3"),
    [Q_ADD_PRINTED] = "INSERT INTO printed VALUES(NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    [Q_SET_PRINTED] =
        ("UPDATE printed SET (version, ok, at, message, explain_en, explain_ja, code) ="
         " (?4, ?5, ?6, ?7, ?8, ?9, ?10) WHERE game = ?1 AND text = ?2 AND type = ?3"),
    [Q_ADD_CARD_PRINTED] = "INSERT INTO card_printed VALUES(?1, ?2, ?3)",
    [Q_ADD_CORRECTION] = "INSERT INTO correction VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [Q_CLEAN] = "DELETE FROM printed WHERE id NOT IN (SELECT printed FROM card_printed)",
    [Q_SAME_SERIAL] = ("SELECT c.number, d.id, t.name FROM card c JOIN card d"
                       " ON d.serial = c.serial AND d.card_set <> c.card_set"
                       " JOIN card_set t ON t.id = d.card_set"
                       " WHERE c.card_set = ?1 AND c.serial <> '' AND t.game = ?2"),
};

struct Base {
    sqlite3 *db;
    char *path;
    bool create;
    bool fresh; /* we created the file and have committed nothing */
    int lock;   /* with 'create': keeps other imports out of the file; -1: not locked */
    sqlite3_stmt *query[Q_COUNT];
};
enum { TRIES = 20, LOCK_SECONDS = 60 };

/* ---- small tools ----------------------------------------------------------------------------- */

/* Says what failed and what to do, and returns false. Call it before any other SQLite function. */
static bool sql_error(const Base *b, FileError *e) {
    int code = sqlite3_extended_errcode(b->db), system = sqlite3_system_errno(b->db);
    if (!system) system = errno; /* SQLite does not report all of them */
    const char *words = sqlite3_errmsg(b->db);
    if (code == SQLITE_READONLY_DBMOVED)
        return file_error(e, b->path, 0, 0, "was removed by another program meanwhile; try again");
    switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return file_error(e, b->path, 0, 0,
                          "is in use by another program; try again when that is done");
    case SQLITE_NOTADB:
        return file_error(e, b->path, 0, 0,
                          "is not a card base; name another file with --db or FUDA_DB");
    case SQLITE_CORRUPT:
        return file_error(e, b->path, 0, 0, "is damaged (%s); import the cards into a new file",
                          words);
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        if (system) return file_error(e, b->path, 0, 0, "%s: %s", words, message(strerror(system)));
    }
    return file_error(e, b->path, 0, 0, "%s", words);
}

static bool execute(Base *b, const char *sql, FileError *e) {
    return sqlite3_exec(b->db, sql, NULL, NULL, NULL) == SQLITE_OK || sql_error(b, e);
}

/* Prepares a statement; null with *e set on failure. */
static sqlite3_stmt *prepare(Base *b, const char *sql, FileError *e) {
    sqlite3_stmt *q = NULL;
    if (sqlite3_prepare_v2(b->db, sql, -1, &q, NULL) != SQLITE_OK) sql_error(b, e);
    return q;
}

/* Returns a cached prepared statement, reset and without bindings. */
static sqlite3_stmt *query(Base *b, int which, FileError *e) {
    sqlite3_stmt **q = &b->query[which];
    if (!*q) *q = prepare(b, queries[which], e);
    if (*q) {
        sqlite3_reset(*q);
        sqlite3_clear_bindings(*q);
    }
    return *q;
}

/* The string must live until the statement has run. */
static void bind(sqlite3_stmt *q, int place, const char *s) {
    sqlite3_bind_text(q, place, s, -1, SQLITE_STATIC);
}

/* Runs a statement that returns no rows. */
static bool run_statement(Base *b, sqlite3_stmt *q, FileError *e) {
    int code = sqlite3_step(q);
    sqlite3_reset(q);
    return code == SQLITE_DONE || sql_error(b, e);
}

/* First column of the first row. */
static bool number_from(Base *b, const char *sql, int *out, FileError *e) {
    sqlite3_stmt *q = prepare(b, sql, e);
    bool ok = q && (sqlite3_step(q) == SQLITE_ROW || sql_error(b, e));
    if (ok) *out = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return ok;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* What tells a card base from other databases. */
typedef struct Identity {
    int tables, id, version;
} Identity;

static bool identify(Base *b, Identity *x, FileError *e) {
    return number_from(b, "SELECT count(*) FROM sqlite_master", &x->tables, e) &&
           number_from(b, "PRAGMA application_id", &x->id, e) &&
           number_from(b, "PRAGMA user_version", &x->version, e);
}

static bool needs_schema(const Identity *x, bool create) { return x->tables == 0 && create; }
static bool needs_upgrade(const Identity *x) { return x->id == APPLICATION_ID && x->version == 1; }

/* Creates the schema, or upgrades schema 1 to 2. Asks again inside the transaction: another
 * program may have done it meanwhile. */
static bool make_schema(Base *b, Identity *x, FileError *e) {
    char set_id[60];
    snprintf(set_id, sizeof set_id, "PRAGMA application_id = %d;", APPLICATION_ID);
    if (!execute(b, "BEGIN IMMEDIATE", e)) return false;
    bool ok = identify(b, x, e);
    if (ok && needs_schema(x, b->create))
        ok = execute(b, schema, e) && execute(b, set_id, e) && execute(b, schema_v2, e);
    else if (ok && needs_upgrade(x))
        ok = execute(b, schema_v2, e);
    if (ok && execute(b, "COMMIT", e)) return identify(b, x, e);
    sqlite3_exec(b->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* Looks for damage. This reads the whole file, which takes milliseconds. */
static bool check_damage(Base *b, FileError *e) {
    sqlite3_stmt *q = prepare(b, "PRAGMA quick_check(1)", e);
    bool ok = q && (sqlite3_step(q) == SQLITE_ROW || sql_error(b, e));
    const char *result = ok ? (const char *)sqlite3_column_text(q, 0) : NULL;
    if (result && strcmp(result, "ok") != 0)
        ok = file_error(e, b->path, 0, 0, "is damaged (%s); import the cards into a new file",
                        result);
    sqlite3_finalize(q);
    return ok;
}

/* Verifies that the file is an intact card base of a known schema; creates or upgrades it if
 * needed. */
static bool check_schema(Base *b, FileError *e) {
    Identity x;
    if (!identify(b, &x, e)) return false;
    if ((needs_schema(&x, b->create) || needs_upgrade(&x)) && !make_schema(b, &x, e)) return false;
    if (x.tables == 0 && x.id == 0)
        return file_error(e, b->path, 0, 0, "contains no cards (`fuda cards import` adds some)");
    if (x.id != APPLICATION_ID)
        return file_error(e, b->path, 0, 0, "is not a fuda card base; left unchanged");
    if (x.version != SCHEMA)
        return file_error(
            e, b->path, 0, 0,
            "was made by another version of fuda (schema %d, expected %d); import the cards again",
            x.version, SCHEMA);
    return check_damage(b, e);
}

/* Is it a file that exists? */
static bool find_file(const Base *b, FileError *e) {
    struct stat file;
    if (stat(b->path, &file) != 0)
        return errno == ENOENT
                   ? file_error(e, b->path, 0, 0,
                                "no such card base (`fuda cards import` creates one)")
                   : file_error(e, b->path, 0, 0, "cannot be opened: %s", message(strerror(errno)));
    const char *odd = file_oddity(file.st_mode);
    return !odd || file_error(e, b->path, 0, 0, "%s", odd);
}

/* Waits for other imports into the file. SQLite's own locks are of another kind. */
static bool wait_for_lock(const Base *b, FileError *e) {
    for (unsigned i = 0; i < 20 * LOCK_SECONDS; i++) {
        if (flock(b->lock, LOCK_EX | LOCK_NB) == 0) return true;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return file_error(e, b->path, 0, 0, "cannot be locked: %s", message(strerror(errno)));
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    return file_error(e, b->path, 0, 0,
                      "is in use by another program; try again when that is done");
}

/* Does the path still lead to the file that is locked? */
static bool is_locked_file(const Base *b) {
    struct stat mine, now;
    return fstat(b->lock, &mine) == 0 && stat(b->path, &now) == 0 && mine.st_ino == now.st_ino &&
           mine.st_dev == now.st_dev;
}

static void unlock(Base *b) {
    if (b->lock >= 0) close(b->lock);
    b->lock = -1;
}

/* Opens the file for an import, created if needed, and keeps other imports out until close_file:
 * an import that fails deletes the file it has created. */
static bool lock_file(Base *b, FileError *e) {
    for (unsigned i = 0; i < TRIES; i++) {
        b->lock = open(b->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        b->fresh = b->lock >= 0;
        if (!b->fresh && errno != EEXIST)
            return file_error(e, b->path, 0, 0, "cannot be created: %s", message(strerror(errno)));
        if (!b->fresh) {
            if (!find_file(b, e)) continue; /* removed meanwhile */
            b->lock = open(b->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        }
        if (b->lock < 0 && errno != ENOENT)
            return file_error(e, b->path, 0, 0, "cannot be opened: %s", message(strerror(errno)));
        if (b->lock >= 0 && !wait_for_lock(b, e)) break;
        if (b->lock >= 0 && is_locked_file(b)) return true;
        unlock(b);
    }
    unlock(b);
    b->fresh = false;
    return false;
}

/* Has nothing been imported into the file? */
static bool is_unused(Base *b) {
    Identity x;
    FileError e;
    int sets = 0;
    return identify(b, &x, &e) &&
           (x.tables == 0 || number_from(b, "SELECT count(*) FROM card_set", &sets, &e)) &&
           sets == 0;
}

/* Closes the file, and deletes it if it was made for nothing. */
static void close_file(Base *b) {
    for (int i = 0; i < Q_COUNT; i++) sqlite3_finalize(b->query[i]);
    memset(b->query, 0, sizeof b->query);
    const bool useless = b->fresh && (!b->db || is_unused(b));
    sqlite3_close(b->db);
    b->db = NULL;
    if (useless) unlink(b->path);
    unlock(b); /* last: closing a file drops SQLite's locks on it */
}

static bool open_file(Base *b, FileError *e) {
    if (!(b->create ? lock_file(b, e) : find_file(b, e))) return false;
    if (sqlite3_open_v2(b->path, &b->db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return sql_error(b, e);
    sqlite3_busy_timeout(b->db, 10000);
    /* older versions may have been killed in WAL mode, which needs two more files */
    if (b->create) sqlite3_exec(b->db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    return check_schema(b, e);
}

Base *base_open(const char *path, bool create, FileError *e) {
    Base *b = calloc(1, sizeof *b);
    if (b) b->path = strdup(path);
    if (b && b->path) {
        b->create = create;
        b->lock = -1;
        if (open_file(b, e)) return b;
    } else {
        file_error(e, path, 0, 0, "out of memory");
    }
    base_close(b);
    return NULL;
}

void base_close(Base *b) {
    if (!b) return;
    close_file(b);
    free(b->path);
    free(b);
}

/* ---- importing ------------------------------------------------------------------------------- */

/* Key of a compile result: a text compiles once per game and card type. */
typedef struct Printed {
    const Game *game;
    const char *text;
    char type[100];
} Printed;

static const char box_mark[] = "+box"; /* suffix of the type for texts of a box */

static Printed printed_of(const Game *g, unsigned kinds, const char *text) {
    Printed p = {.game = g, .text = text};
    kinds_words(g, kinds & ~(unsigned)KINDS_BOX, p.type, sizeof p.type - sizeof box_mark);
    if (kinds & KINDS_BOX) strcat(p.type, box_mark);
    return p;
}

/* Kinds as compile_text expects them. */
static unsigned printed_kinds(const Printed *p) {
    char type[sizeof p->type];
    memcpy(type, p->type, sizeof type);
    char *mark = strstr(type, box_mark);
    if (mark) *mark = 0;
    return kinds_named(p->game, type) | (mark ? KINDS_BOX : 0);
}

/* Computed once per process. */
const char *compiler_version(void) {
    static char version[20];
    static char block[1 << 16];
    if (*version) return version;
    FILE *self = fopen("/proc/self/exe", "rb");
    XXH3_state_t *state = XXH3_createState();
    size_t n, all = 0;
    if (self && state) {
        XXH3_64bits_reset(state);
        while ((n = fread(block, 1, sizeof block, self)) > 0) {
            XXH3_64bits_update(state, block, n);
            all += n;
        }
        if (all)
            snprintf(version, sizeof version, "%016llx",
                     (unsigned long long)XXH3_64bits_digest(state));
    }
    if (self) fclose(self);
    XXH3_freeState(state);
    return version;
}

static void bind_printed(sqlite3_stmt *q, const Printed *p) {
    bind(q, 1, p->game->key);
    bind(q, 2, p->text);
    bind(q, 3, p->type);
    bind(q, 4, compiler_version());
}

/* Compiles the text and stores the result with statement 'which'. *ok tells whether it compiled. */
static bool store_compiled(Base *b, int which, const Printed *p, bool *ok, FileError *e) {
    Compiled made;
    sqlite3_stmt *q = query(b, which, e);
    if (!q) return false;
    const bool japanese = message_japanese(false); /* the base is for readers of either language */
    compile_text(p->game, printed_kinds(p), p->text, &made);
    message_japanese(japanese);
    bind_printed(q, p);
    sqlite3_bind_int(q, 5, made.ok);
    sqlite3_bind_int(q, 6, (int)made.at);
    bind(q, 7, made.ok ? made.warning : made.message);
    bind(q, 8, made.en);
    bind(q, 9, made.ja);
    if (made.code) sqlite3_bind_blob64(q, 10, made.code, made.code_size, SQLITE_STATIC);
    *ok = made.ok;
    bool done = run_statement(b, q, e);
    sqlite3_clear_bindings(q);
    compiled_free(&made);
    return done;
}

/* Returns the row id of the text, compiling it unless the stored result is current; 0 on error. */
static sqlite3_int64 put_text(Base *b, const Printed *p, bool *ok, FileError *e) {
    sqlite3_stmt *q = query(b, Q_FIND_PRINTED, e);
    if (!q) return 0;
    sqlite3_int64 id = 0;
    bool valid = false;
    bind_printed(q, p);
    if (sqlite3_step(q) == SQLITE_ROW) {
        id = sqlite3_column_int64(q, 0);
        *ok = sqlite3_column_int(q, 1);
        valid = sqlite3_column_int(q, 2) && *compiler_version();
    }
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    if (valid) return id;
    if (!store_compiled(b, id ? Q_SET_PRINTED : Q_ADD_PRINTED, p, ok, e)) return 0;
    return id ? id : sqlite3_last_insert_rowid(b->db);
}

/* Joins strings with newlines. The caller frees the result. */
static char *lines(const char *const *list, unsigned n) {
    size_t size = 1;
    for (unsigned i = 0; i < n; i++) size += strlen(list[i]) + 1;
    char *all = malloc(size), *to = all;
    for (unsigned i = 0; all && i < n; i++) {
        if (i) *to++ = '\n';
        to = stpcpy(to, list[i]);
    }
    if (all) *to = 0;
    return all;
}

/* Inserts the card's row. */
static bool put_card(Base *b, const Game *g, const PrintedCard *c, sqlite3_int64 set,
                     FileError *e) {
    char type[100];
    sqlite3_stmt *q = query(b, Q_ADD_CARD, e);
    if (!q) return false;
    char *traits = lines(c->traits, c->ntraits), *also = lines(c->also, c->nalso);
    const int numbers[] = {c->cost, c->atk, c->def};
    const char *strings[] = {c->title,         c->color, c->rarity, c->set, traits ? traits : "",
                             also ? also : "", c->fault};
    sqlite3_bind_int64(q, 1, set);
    sqlite3_bind_int(q, 2, (int)c->number);
    bind(q, 3, c->serial);
    bind(q, 4, c->name);
    bind(q, 5, c->name_en);
    bind(q, 6, kinds_words(g, c->kinds, type, sizeof type));
    for (int i = 0; i < 3; i++) sqlite3_bind_int(q, 7 + i, numbers[i]);
    for (int i = 0; i < 7; i++) bind(q, 10 + i, strings[i]);
    sqlite3_bind_int(q, 17, c->third);
    bind(q, 18, c->epithet);
    bool ok = run_statement(b, q, e);
    sqlite3_clear_bindings(q);
    free(traits);
    free(also);
    return ok;
}

/* Links the card to one of its texts. */
static bool put_entry(Base *b, const Printed *p, sqlite3_int64 card, unsigned place, bool *ok,
                      FileError *e) {
    sqlite3_int64 text = put_text(b, p, ok, e);
    sqlite3_stmt *q = text ? query(b, Q_ADD_CARD_PRINTED, e) : NULL;
    if (!q) return false;
    sqlite3_bind_int64(q, 1, card);
    sqlite3_bind_int(q, 2, (int)place);
    sqlite3_bind_int64(q, 3, text);
    return run_statement(b, q, e);
}

/* Inserts a card with all its texts and counts them in *out. */
static bool put_card_and_texts(Base *b, const Game *g, const PrintedCard *c, sqlite3_int64 set,
                               SetReport *out, FileError *e) {
    bool playable = !*c->fault;
    if (!put_card(b, g, c, set, e)) return false;
    sqlite3_int64 card = sqlite3_last_insert_rowid(b->db);
    for (unsigned i = 0; i < c->ntext + (*c->box != 0); i++) {
        bool ok = false, box = i == c->ntext;
        Printed p =
            box ? printed_of(g, c->kinds | KINDS_BOX, c->box) : printed_of(g, c->kinds, c->text[i]);
        if (!put_entry(b, &p, card, box ? BOX_PLACE : i, &ok, e)) return false;
        out->abilities++;
        out->compiled += ok;
        out->refused += !ok;
        playable = playable && ok;
    }
    out->cards++;
    out->cards_refused += !playable;
    return true;
}

/* Inserts a correction and counts it. */
static bool put_correction(Base *b, const Correction *x, sqlite3_int64 set, SetReport *out,
                           FileError *e) {
    sqlite3_stmt *q = query(b, Q_ADD_CORRECTION, e);
    if (!q) return false;
    sqlite3_bind_int64(q, 1, set);
    bind(q, 2, x->id);
    bind(q, 3, x->from);
    sqlite3_bind_int(q, 4, x->what);
    bind(q, 5, x->value);
    bind(q, 6, x->clause ? clause_info[x->clause].id : "");
    bind(q, 7, x->file);
    sqlite3_bind_int(q, 8, (int)x->line);
    out->corrections++;
    return run_statement(b, q, e);
}

/* Returns the row id of the set; 0 if there is none, or on error. */
static sqlite3_int64 find_set(Base *b, const Game *g, const char *set, FileError *e) {
    sqlite3_stmt *q = query(b, Q_FIND_SET, e);
    sqlite3_int64 id = 0;
    if (!q) return 0;
    bind(q, 1, g->key);
    bind(q, 2, set);
    if (sqlite3_step(q) == SQLITE_ROW) id = sqlite3_column_int64(q, 0);
    sqlite3_reset(q);
    return id;
}

/* Returns the row id of the set after deleting its contents; 0 on error. */
static sqlite3_int64 empty_set(Base *b, const Game *g, const char *set, FileError *e) {
    sqlite3_stmt *q;
    sqlite3_int64 id = find_set(b, g, set, e);
    if (!id) {
        if (!(q = query(b, Q_ADD_SET, e))) return 0;
        bind(q, 1, g->key);
        bind(q, 2, set);
        return run_statement(b, q, e) ? sqlite3_last_insert_rowid(b->db) : 0;
    }
    for (int which = Q_DROP_PRINTED; which <= Q_DROP_CORRECTIONS; which++) {
        if (!(q = query(b, which, e))) return 0;
        sqlite3_bind_int64(q, 1, id);
        if (!run_statement(b, q, e)) return 0;
    }
    return id;
}

/* Body of the import transaction. Removes texts that no card uses any more if the set replaced an
 * earlier one. */
static bool import_all(Base *b, const CardList *l, const char *set, SetReport *out, FileError *e) {
    int before = sqlite3_total_changes(b->db);
    sqlite3_int64 id = empty_set(b, l->game, set, e);
    bool replaced = id && sqlite3_total_changes(b->db) - before > 1;
    if (!id) return false;
    for (unsigned i = 0; i < l->n; i++)
        if (!put_card_and_texts(b, l->game, &l->card[i], id, out, e)) return false;
    for (unsigned i = 0; i < l->ncorrections; i++)
        if (!put_correction(b, &l->correction[i], id, out, e)) return false;
    if (!replaced) return true;
    sqlite3_stmt *q = query(b, Q_CLEAN, e);
    return q && run_statement(b, q, e);
}

/* Reads one card of the base into the list. */
static bool load_one_card(Base *b, CardList *l, sqlite3_int64 id, FileError *e);

/* Is the card of the list with this number the same as the card 'other' of the base, which has
 * the same serial? */
static bool same_as_other(Base *b, const CardList *l, unsigned number, sqlite3_int64 other,
                          const char *set, FileError *e) {
    const PrintedCard *c = NULL;
    CardList found;
    for (unsigned i = 0; i < l->n && !c; i++)
        if (l->card[i].number == number) c = &l->card[i];
    cards_init(&found, l->game);
    bool ok = c && load_one_card(b, &found, other, e);
    if (ok && !cards_equal(c, &found.card[0]))
        ok = card_error(e, c,
                        "its serial %s already belongs to %s in set '%s' of %s (a file of that "
                        "name would replace the set)",
                        c->serial, found.card[0].label, set, b->path);
    cards_free(&found);
    return ok;
}

/* A serial may be in several sets only if it is the same card in all of them. */
static bool check_serials(Base *b, const CardList *l, const char *set, FileError *e) {
    sqlite3_int64 id = find_set(b, l->game, set, e);
    sqlite3_stmt *q = id ? query(b, Q_SAME_SERIAL, e) : NULL;
    int code = SQLITE_DONE;
    bool ok = q != NULL;
    if (!ok) return false;
    sqlite3_bind_int64(q, 1, id);
    bind(q, 2, l->game->key);
    while (ok && (code = sqlite3_step(q)) == SQLITE_ROW)
        ok = same_as_other(b, l, (unsigned)sqlite3_column_int(q, 0), sqlite3_column_int64(q, 1),
                           (const char *)sqlite3_column_text(q, 2), e);
    if (ok && code != SQLITE_DONE) ok = sql_error(b, e);
    sqlite3_reset(q);
    return ok;
}

bool base_import(Base *b, const CardList *l, const char *set, SetReport *out, FileError *e) {
    *out = (SetReport){0};
    if (!execute(b, "BEGIN IMMEDIATE", e)) return false;
    if (import_all(b, l, set, out, e) && check_serials(b, l, set, e) && execute(b, "COMMIT", e)) {
        b->fresh = false;
        return true;
    }
    sqlite3_exec(b->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* Collects the stale texts first: updating rows while a SELECT steps over them is unsafe. */
static bool refresh(Base *b, const Game *g, sqlite3_stmt *stale, FileError *e) {
    Arena arena = {0};
    Printed *p = NULL;
    unsigned n = 0;
    bool ok, understood;
    int code;
    bind(stale, 1, g->key);
    bind(stale, 2, compiler_version());
    for (; (code = sqlite3_step(stale)) == SQLITE_ROW; n++) {
        p = array_grow(p, n, sizeof *p);
        p[n] = (Printed){.game = g};
        p[n].text = arena_string(&arena, (const char *)sqlite3_column_text(stale, 0));
        snprintf(p[n].type, sizeof p->type, "%s", (const char *)sqlite3_column_text(stale, 1));
    }
    ok = code == SQLITE_DONE || sql_error(b, e);
    sqlite3_reset(stale);
    for (unsigned i = 0; i < n && ok; i++)
        ok = store_compiled(b, Q_SET_PRINTED, &p[i], &understood, e);
    free(p);
    arena_free(&arena);
    return ok;
}

bool base_refresh(Base *b, const Game *g, FileError *e) {
    sqlite3_stmt *q =
        prepare(b, "SELECT text, type FROM printed WHERE game = ?1 AND version <> ?2", e);
    bool ok = q && execute(b, "BEGIN IMMEDIATE", e);
    if (ok && !(ok = refresh(b, g, q, e) && execute(b, "COMMIT", e)))
        sqlite3_exec(b->db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_finalize(q);
    return ok;
}

/* ---- reading --------------------------------------------------------------------------------- */

static const char *text_at(CardList *l, sqlite3_stmt *q, int column) {
    const char *s = (const char *)sqlite3_column_text(q, column);
    return arena_string(&l->arena, s ? s : "");
}

/* Splits at newlines, in place; the inverse of lines(). */
static unsigned split_lines(CardList *l, char *s, const char ***out) {
    unsigned n = 1, k = 0;
    for (const char *p = s; *p; p++) n += *p == '\n';
    *out = arena_get(&l->arena, n * sizeof **out);
    for (char *save, *word = strtok_r(s, "\n", &save); word; word = strtok_r(NULL, "\n", &save))
        (*out)[k++] = word;
    return k;
}

/* Starts a card from a row of cards_sql; its texts follow row by row. */
static void read_card(CardList *l, sqlite3_stmt *q, const char *file) {
    PrintedCard *c = cards_add(l);
    c->file = file;
    c->number = (unsigned)sqlite3_column_int(q, 1);
    c->serial = text_at(l, q, 2);
    c->name = text_at(l, q, 3);
    c->name_en = text_at(l, q, 4);
    c->kinds = kinds_named(l->game, text_at(l, q, 5));
    c->cost = sqlite3_column_int(q, 6);
    c->atk = sqlite3_column_int(q, 7);
    c->def = sqlite3_column_int(q, 8);
    c->title = text_at(l, q, 9);
    c->color = text_at(l, q, 10);
    c->rarity = text_at(l, q, 11);
    c->set = text_at(l, q, 12);
    c->ntraits = split_lines(l, (char *)text_at(l, q, 13), &c->traits);
    c->nalso = split_lines(l, (char *)text_at(l, q, 14), &c->also);
    c->fault = text_at(l, q, 15);
    c->third = sqlite3_column_int(q, 18);
    c->epithet = text_at(l, q, 19);
    cards_label(l, c);
    c->text = arena_get(&l->arena, MAX_ABILITIES * sizeof *c->text);
}

/* Cards, one row per text, or a single row with a null text. */
#define SELECT_CARDS                                                                               \
    "SELECT c.id, c.number, c.serial, c.name, c.name_en, c.type, c.cost, c.atk, c.def, c.title,"   \
    " c.color, c.rarity, c.release, c.traits, c.also, c.fault, p.text, cp.place, c.third,"         \
    " c.epithet FROM card_set s JOIN card c ON c.card_set = s.id"                                  \
    " LEFT JOIN card_printed cp ON cp.card = c.id LEFT JOIN printed p ON p.id = cp.printed"
static const char all_cards_sql[] =
    SELECT_CARDS " WHERE s.game = ?1 ORDER BY s.name, c.number, c.id, cp.place";
static const char one_card_sql[] = SELECT_CARDS " WHERE c.id = ?1 ORDER BY cp.place";

/* Are all strings of the row text? Flipped bits need not disturb SQLite. */
static bool row_intact(sqlite3_stmt *q) {
    for (int i = 0; i < sqlite3_column_count(q); i++) {
        if (sqlite3_column_type(q, i) != SQLITE_TEXT) continue;
        const char *s = (const char *)sqlite3_column_text(q, i);
        size_t n = (size_t)sqlite3_column_bytes(q, i);
        if (strlen(s) != n || utf8_good(s, n) != n || text_control(s)) return false;
    }
    return true;
}

/* Reads the cards of a query whose parameters are bound. Rows of one card are consecutive. */
static bool load_rows(Base *b, CardList *l, sqlite3_stmt *q, FileError *e) {
    const char *file = arena_string(&l->arena, b->path);
    sqlite3_int64 last = 0;
    int code = SQLITE_DONE;
    bool ok = true;
    while (ok && (code = sqlite3_step(q)) == SQLITE_ROW) {
        if (sqlite3_column_int64(q, 0) != last) read_card(l, q, file);
        last = sqlite3_column_int64(q, 0);
        PrintedCard *c = &l->card[l->n - 1];
        if (!row_intact(q) || !c->kinds || !*c->name)
            ok = card_error(e, c, "is damaged; import the cards into a new file");
        if (sqlite3_column_type(q, 16) == SQLITE_NULL) continue;
        if (sqlite3_column_int(q, 17) == BOX_PLACE)
            c->box = text_at(l, q, 16);
        else if (c->ntext < MAX_ABILITIES)
            c->text[c->ntext++] = text_at(l, q, 16);
    }
    return ok && (code == SQLITE_DONE || sql_error(b, e));
}

static bool load_all_cards(Base *b, CardList *l, FileError *e) {
    sqlite3_stmt *q = prepare(b, all_cards_sql, e);
    if (!q) return false;
    bind(q, 1, l->game->key);
    bool ok = load_rows(b, l, q, e);
    sqlite3_finalize(q);
    return ok;
}

static bool load_one_card(Base *b, CardList *l, sqlite3_int64 id, FileError *e) {
    sqlite3_stmt *q = prepare(b, one_card_sql, e);
    if (!q) return false;
    sqlite3_bind_int64(q, 1, id);
    bool ok = load_rows(b, l, q, e);
    sqlite3_finalize(q);
    return ok;
}

/* Appends the corrections of the list's game. */
static bool load_all_corrections(Base *b, CardList *l, FileError *e) {
    sqlite3_stmt *q = prepare(
        b,
        "SELECT x.serial, x.day, x.what, x.value, x.clause, x.file, x.line FROM correction x"
        " JOIN card_set s ON s.id = x.card_set WHERE s.game = ?1 ORDER BY s.name, x.rowid",
        e);
    int code = SQLITE_DONE;
    bool ok = true;
    if (!q) return false;
    bind(q, 1, l->game->key);
    while (ok && (code = sqlite3_step(q)) == SQLITE_ROW) {
        Correction x = {.id = text_at(l, q, 0),
                        .what = (uint8_t)(sqlite3_column_int(q, 2) % FIX_COUNT),
                        .value = text_at(l, q, 3),
                        .clause = clause_by_id(l->game, text_at(l, q, 4)),
                        .file = text_at(l, q, 5),
                        .line = (unsigned)sqlite3_column_int(q, 6)};
        snprintf(x.from, sizeof x.from, "%s", text_at(l, q, 1));
        cards_add_correction(l, &x);
        if (!row_intact(q))
            ok = file_error(e, b->path, 0, 0,
                            "is damaged (a correction of %s); import the cards into a new file",
                            x.id);
    }
    ok = ok && (code == SQLITE_DONE || sql_error(b, e));
    sqlite3_finalize(q);
    return ok;
}

bool base_read(const char *path, CardList *l, FileError *e) {
    Base *b = base_open(path, false, e);
    if (!b) return false;
    unsigned before = l->n;
    bool ok = load_all_cards(b, l, e) && cards_check_serials(l, before, e) &&
              load_all_corrections(b, l, e);
    base_close(b);
    return ok;
}

bool base_load(const char *path, CardList *l, FileError *e) {
    unsigned before = l->n;
    return base_read(path, l, e) &&
           (l->n > before || file_error(e, path, 0, 0, "contains no card of %s", l->game->key));
}

bool base_totals(Base *b, const Game *g, BaseTotals *out, FileError *e) {
    sqlite3_stmt *q = prepare(
        b,
        "SELECT (SELECT count(*) FROM card_set WHERE game = ?1),"
        " (SELECT count(*) FROM card c JOIN card_set s ON s.id = c.card_set WHERE s.game = ?1),"
        " (SELECT count(DISTINCT text) FROM printed WHERE game = ?1),"
        " (SELECT count(DISTINCT text) FROM printed WHERE game = ?1 AND ok)",
        e);
    if (!q) return false;
    bind(q, 1, g->key);
    bool ok = sqlite3_step(q) == SQLITE_ROW || sql_error(b, e);
    unsigned n[4] = {0};
    for (int i = 0; ok && i < 4; i++) n[i] = (unsigned)sqlite3_column_int(q, i);
    *out = (BaseTotals){n[0], n[1], n[2], n[3]};
    sqlite3_finalize(q);
    return ok;
}

/* Visits the texts that satisfy the SQL condition 'which'. */
static bool each_with_message(Base *b, const Game *g, const char *which, RefusedVisit visit,
                              void *context, FileError *e) {
    char sql[500];
    snprintf(
        sql, sizeof sql,
        "SELECT p.text, p.at, p.message, count(*), min(c.serial || ' ' || c.name) FROM printed p"
        " JOIN card_printed cp ON cp.printed = p.id JOIN card c ON c.id = cp.card"
        " WHERE p.game = ?1 AND %s GROUP BY p.text ORDER BY p.text",
        which);
    sqlite3_stmt *q = prepare(b, sql, e);
    int code;
    if (!q) return false;
    bind(q, 1, g->key);
    while ((code = sqlite3_step(q)) == SQLITE_ROW)
        visit(context, (const char *)sqlite3_column_text(q, 0), (unsigned)sqlite3_column_int(q, 1),
              (const char *)sqlite3_column_text(q, 2), (unsigned)sqlite3_column_int(q, 3),
              (const char *)sqlite3_column_text(q, 4));
    bool ok = code == SQLITE_DONE || sql_error(b, e);
    sqlite3_finalize(q);
    return ok;
}

bool base_each_refused(Base *b, const Game *g, RefusedVisit visit, void *context, FileError *e) {
    return each_with_message(b, g, "NOT p.ok", visit, context, e);
}

bool base_each_warned(Base *b, const Game *g, RefusedVisit visit, void *context, FileError *e) {
    return each_with_message(b, g, "p.ok AND p.message <> ''", visit, context, e);
}

/* ---- set by set ------------------------------------------------------------------------------ */

static const char *column_text(sqlite3_stmt *q, int i) {
    return (const char *)sqlite3_column_text(q, i);
}

bool base_each_set(Base *b, const Game *g, void (*visit)(void *, const SetTotals *), void *context,
                   FileError *e) {
    sqlite3_stmt *q = prepare(
        b,
        "SELECT s.name, count(*), sum(c.fault = '' AND c.bad = 0), sum(c.texts),"
        " sum(c.texts - c.bad) FROM card_set s JOIN (SELECT d.card_set, d.fault,"
        " count(p.id) AS texts, count(p.id) - total(p.ok) AS bad FROM card d"
        " LEFT JOIN card_printed cp ON cp.card = d.id LEFT JOIN printed p ON p.id = cp.printed"
        " GROUP BY d.id) c ON c.card_set = s.id WHERE s.game = ?1 GROUP BY s.id ORDER BY s.name",
        e);
    int code;
    if (!q) return false;
    bind(q, 1, g->key);
    while ((code = sqlite3_step(q)) == SQLITE_ROW)
        visit(context, &(SetTotals){.set = column_text(q, 0),
                                    .cards = (unsigned)sqlite3_column_int(q, 1),
                                    .playable = (unsigned)sqlite3_column_int(q, 2),
                                    .texts = (unsigned)sqlite3_column_int(q, 3),
                                    .understood = (unsigned)sqlite3_column_int(q, 4)});
    bool ok = code == SQLITE_DONE || sql_error(b, e);
    sqlite3_finalize(q);
    return ok;
}

bool base_each_refusal(Base *b, const Game *g, void (*visit)(void *, const CardRefusal *),
                       void *context, FileError *e) {
    sqlite3_stmt *q = prepare(
        b,
        "SELECT s.name AS set_name, c.number AS number, -2 AS place, c.serial, c.name, c.type,"
        " NULL, c.fault, 0 FROM card c JOIN card_set s ON s.id = c.card_set"
        " WHERE s.game = ?1 AND c.fault <> ''"
        " UNION ALL SELECT s.name, c.number, cp.place, c.serial, c.name, c.type, p.text, p.message,"
        " p.at FROM card c JOIN card_set s ON s.id = c.card_set"
        " JOIN card_printed cp ON cp.card = c.id JOIN printed p ON p.id = cp.printed"
        " WHERE s.game = ?1 AND NOT p.ok ORDER BY set_name, number, place",
        e);
    int code;
    if (!q) return false;
    bind(q, 1, g->key);
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        int place = sqlite3_column_int(q, 2);
        visit(context, &(CardRefusal){.set = column_text(q, 0),
                                      .serial = column_text(q, 3),
                                      .name = column_text(q, 4),
                                      .type = column_text(q, 5),
                                      .text = column_text(q, 6),
                                      .message = column_text(q, 7),
                                      .at = (unsigned)sqlite3_column_int(q, 8),
                                      .place = place == BOX_PLACE ? -1 : place});
    }
    bool ok = code == SQLITE_DONE || sql_error(b, e);
    sqlite3_finalize(q);
    return ok;
}
