/* Parses replay files. They are untrusted: any truncation or damage is an error with its line. */
#include "sim/replay.h"
#include "cards/form.h"
#include <stdlib.h>

/* Position in the file, and the card or deck being read. */
typedef struct Reader {
    Replay *p;
    const char *path;
    FileError *e;
    unsigned line;
    char *text;      /* current line */
    unsigned column; /* of the current value */
    int deck;        /* player whose deck is being read, or -1 */
    bool card;       /* a card is being read */
    bool playing, over, has_seed, has_sum;
    uint64_t sum, told_sum; /* checksum of the lines so far; the one in the file */
    unsigned decks;         /* bit per player whose deck was read */
    const char *traits[MAX_TRAITS], *abilities[MAX_ABILITIES];
    unsigned lines[MAX_ABILITIES];
} Reader;

#define WRONG(r, ...) file_error((r)->e, (r)->path, (r)->line, (r)->column, __VA_ARGS__)

/* ---- values
 * --------------------------------------------------------------------------------------- */

/* Cuts the next word off *s; null at the end. */
static char *next_word(char **s) {
    char *word = *s + strspn(*s, " \t");
    if (!*word) return NULL;
    char *end = word + strcspn(word, " \t");
    *s = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

/* Parses a decimal number up to 'max'. */
static bool read_number(const char *s, uint64_t max, uint64_t *out) {
    uint64_t n = 0;
    if (!*s) return false;
    for (; *s; s++) {
        unsigned digit = (unsigned)(*s - '0');
        if (digit > 9 || n > (UINT64_MAX - digit) / 10) return false;
        n = n * 10 + digit;
    }
    *out = n;
    return n <= max;
}

/* A value of a card: at most five digits, optionally negative. */
static bool read_signed(Reader *r, const char *s, int *out) {
    uint64_t n;
    bool minus = *s == '-';
    if (!read_number(s + minus, 99999, &n)) return WRONG(r, "expected a number, not '%.40s'", s);
    *out = minus ? -(int)n : (int)n;
    return true;
}

/* Exactly 16 hexadecimal digits. */
static bool read_hash(const char *s, uint64_t *out) {
    char *end;
    if (!s || strlen(s) != 16 || strspn(s, "0123456789abcdef") != 16) return false;
    *out = strtoull(s, &end, 16);
    return true;
}

/* "P1" -> 0 */
static bool read_player(const char *s, unsigned *out) {
    if (!s || s[0] != 'P' || s[1] < '1' || s[1] > '0' + MAX_PLAYERS || s[2]) return false;
    *out = (unsigned)(s[1] - '1');
    return true;
}

/* Replaces the escapes \n and \\ in place. */
static bool unescape(Reader *r, char *s) {
    char *to = s;
    for (; *s; s++) {
        if (*s != '\\') {
            *to++ = *s;
            continue;
        }
        s++;
        if (*s != 'n' && *s != '\\')
            return WRONG(r, "invalid escape: only \\n and \\\\ are allowed");
        *to++ = *s == 'n' ? '\n' : '\\';
    }
    *to = '\0';
    return true;
}

/* Copies a value into a fixed-size field. */
static bool copy_word(Reader *r, char *value, char *to, size_t size) {
    if (strlen(value) >= size) return WRONG(r, "longer than %zu characters", size - 1);
    memcpy(to, value, strlen(value) + 1);
    return true;
}

/* ---- the head
 * --------------------------------------------------------------------------------------- */

static bool head_game(Reader *r, char *value) {
    r->p->game = game_by_key(value);
    return r->p->game || WRONG(r, "unknown game '%.40s'", value);
}
static bool head_rules(Reader *r, char *value) {
    return copy_word(r, value, r->p->rules, sizeof r->p->rules);
}
static bool head_date(Reader *r, char *value) {
    return copy_word(r, value, r->p->date, sizeof r->p->date);
}
static bool head_engine(Reader *r, char *value) {
    return copy_word(r, value, r->p->engine, sizeof r->p->engine);
}

static bool head_format(Reader *r, char *value) {
    if (!r->p->game) return WRONG(r, "`game` must come before `format`");
    int format = format_by_key(r->p->game, value);
    r->p->format = format < 0 ? 0 : (unsigned)format;
    return format >= 0 || WRONG(r, "unknown format '%.40s'", value);
}

static bool head_seed(Reader *r, char *value) {
    r->has_seed = read_number(value, UINT64_MAX, &r->p->seed);
    return r->has_seed || WRONG(r, "expected a number, not '%.40s'", value);
}

static bool head_first(Reader *r, char *value) {
    unsigned player;
    r->p->first = -1;
    if (!strcmp(value, "lot")) return true;
    if (!read_player(value, &player))
        return WRONG(r, "expected `lot` or a player (P1), not '%.40s'", value);
    r->p->first = (int)player;
    return true;
}

/* Starts a card; its lists are collected in the reader until end_card. */
static bool head_cards(Reader *r, char *value) {
    r->p->partial = !strcmp(value, "partial");
    return r->p->partial || WRONG(r, "expected `partial`, not '%.40s'", value);
}

static bool head_asks(Reader *r, char *value) {
    r->p->ask_all = !strcmp(value, "all");
    return r->p->ask_all || WRONG(r, "expected `all`, not '%.40s'", value);
}

/* ---- cards
 * ------------------------------------------------------------------------------------------- */

static CardText *last_card(Reader *r) { return &r->p->card[r->p->ncards - 1]; }

/* Stores the lists of the card read so far. */
static void end_card(Reader *r) {
    if (!r->card) return;
    CardText *c = last_card(r);
    Arena *a = &r->p->arena;
    const char **traits = arena_get(a, sizeof r->traits),
               **abilities = arena_get(a, sizeof r->abilities);
    unsigned *lines = arena_get(a, sizeof r->lines);
    memcpy(traits, r->traits, sizeof r->traits);
    memcpy(abilities, r->abilities, sizeof r->abilities);
    memcpy(lines, r->lines, sizeof r->lines);
    c->traits = traits;
    c->abilities = abilities;
    r->p->text_line[r->p->ncards - 1] = lines;
    r->card = false;
}

static bool head_card(Reader *r, char *value) {
    if (!r->p->game) return WRONG(r, "`game` must come before `card`");
    if (r->p->ncards == REPLAY_MAX_CARDS) return WRONG(r, "too many cards");
    if (!*value) return WRONG(r, "missing card name");
    if (!unescape(r, value)) return false;
    CardText c = {.name = value, .cost = -1};
    replay_add_card(r->p, &c);
    r->p->card_line[r->p->ncards - 1] = r->line;
    r->card = true;
    return true;
}

static bool read_kind(Reader *r, char *value) {
    last_card(r)->kinds = kinds_named(r->p->game, value);
    return last_card(r)->kinds || WRONG(r, "unknown kind '%.40s'", value);
}
static bool read_cost(Reader *r, char *value) { return read_signed(r, value, &last_card(r)->cost); }
static bool read_atk(Reader *r, char *value) { return read_signed(r, value, &last_card(r)->atk); }
static bool read_def(Reader *r, char *value) { return read_signed(r, value, &last_card(r)->def); }

static bool read_third(Reader *r, char *value) {
    return read_signed(r, value, &last_card(r)->third);
}

static bool read_trait(Reader *r, char *value) {
    CardText *c = last_card(r);
    if (c->ntraits == MAX_TRAITS) return WRONG(r, "a card has at most %d traits", MAX_TRAITS);
    if (!unescape(r, value)) return false;
    r->traits[c->ntraits++] = arena_string(&r->p->arena, value);
    return true;
}

static bool read_title(Reader *r, char *value) {
    if (!unescape(r, value)) return false;
    last_card(r)->title = arena_string(&r->p->arena, value);
    return true;
}

static bool read_epithet(Reader *r, char *value) {
    if (!unescape(r, value)) return false;
    last_card(r)->epithet = arena_string(&r->p->arena, value);
    return true;
}

static bool read_box(Reader *r, char *value) {
    if (!unescape(r, value)) return false;
    last_card(r)->box = arena_string(&r->p->arena, value);
    return true;
}

static bool read_ability(Reader *r, char *value) {
    CardText *c = last_card(r);
    if (c->nabilities == MAX_ABILITIES)
        return WRONG(r, "a card has at most %d abilities", MAX_ABILITIES);
    if (!unescape(r, value)) return false;
    r->lines[c->nabilities] = r->line;
    r->abilities[c->nabilities++] = arena_string(&r->p->arena, value);
    return true;
}

/* ---- decks
 * --------------------------------------------------------------------------------------------- */

static bool head_deck(Reader *r, char *value) {
    unsigned player;
    if (!read_player(value, &player)) return WRONG(r, "expected a player (P1), not '%.40s'", value);
    if (r->decks >> player & 1) return WRONG(r, "duplicate deck of P%u", player + 1);
    r->decks |= 1u << player;
    r->p->deck_line[player] = r->line;
    r->deck = (int)player;
    return true;
}

/* Card numbers must refer to cards declared before. */
static bool read_pile(Reader *r, char *value, unsigned pile) {
    ReplayDeck *d = &r->p->deck[r->deck];
    for (char *word; (word = next_word(&value));) {
        uint64_t n;
        r->column = (unsigned)(word - r->text) + 1;
        if (!read_number(word, r->p->ncards, &n) || !n)
            return WRONG(r, "expected a card number (1 to %u), not '%.40s'", r->p->ncards, word);
        if (d->n[0] + d->n[1] + d->n[2] + 1 >= CARDS_PER_PLAYER)
            return WRONG(r, "the deck has too many cards");
        d->card[pile][d->n[pile]++] = (DefId)n;
    }
    return true;
}
static bool deck_main(Reader *r, char *value) { return read_pile(r, value, 0); }
static bool deck_side(Reader *r, char *value) { return read_pile(r, value, 1); }
static bool deck_extra(Reader *r, char *value) { return read_pile(r, value, 2); }
static bool deck_fourth(Reader *r, char *value) { return read_pile(r, value, 3); }

/* ---- answers
 * ------------------------------------------------------------------------------------------- */

/* End of the head: all required parts must be present. */
static bool head_play(Reader *r, char *value) {
    unsigned n = 0;
    if (*value) return WRONG(r, "unexpected text after `play`");
    if (!r->p->game) return WRONG(r, "`game` is missing");
    if (!r->has_seed) return WRONG(r, "`seed` is missing");
    while (r->decks >> n & 1) n++;
    if (n < 2 || r->decks >> n) return WRONG(r, "the decks of P1, P2, ... must precede `play`");
    if (r->p->first >= (int)n) return WRONG(r, "`first` names a player who does not play");
    r->p->players = n;
    return r->playing = true;
}

/* `ANSWER/OPTIONS HASH` or `concede PLAYER HASH`. */
static bool read_step(Reader *r, char *line) {
    char *first = next_word(&line), *second = next_word(&line), *more = next_word(&line);
    uint64_t answer, of, hash;
    unsigned player;
    if (r->p->nsteps == REPLAY_MAX_STEPS) return WRONG(r, "too many answers");
    if (!strcmp(first, "concede")) {
        if (!read_player(second, &player) || player >= r->p->players || !read_hash(more, &hash) ||
            next_word(&line))
            return WRONG(r, "expected `concede PLAYER HASH`");
        replay_add_step(r->p, REPLAY_CONCEDE, player, hash);
    } else {
        char *slash = strchr(first, '/');
        if (slash) *slash = '\0';
        if (!slash || !read_number(first, 0xFFFE, &answer) ||
            !read_number(slash + 1, 0xFFFE, &of) || !read_hash(second, &hash) || more)
            return WRONG(r, "expected `ANSWER/OPTIONS HASH` (3/7 and 16 hexadecimal digits)");
        if (answer >= of)
            return WRONG(r, "answer %u of %u options", (unsigned)answer, (unsigned)of);
        replay_add_step(r->p, (unsigned)answer, (unsigned)of, hash);
    }
    r->p->step[r->p->nsteps - 1].line = r->line;
    return true;
}

/* `over RESULT [WINNERS] HASH`. */
static bool read_end(Reader *r, char *value) {
    static const char *const words[] = {"open", "win", "draw", "lost", "fault"};
    char *word = next_word(&value);
    unsigned player;
    for (unsigned i = 0; word && i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i], word)) continue;
        r->p->result = (uint8_t)i;
        word = next_word(&value);
        for (; read_player(word, &player) && player < r->p->players; word = next_word(&value))
            r->p->won |= player_bit((PlayerId)player);
        if (!read_hash(word, &r->p->last_hash) || next_word(&value)) break;
        r->p->end_line = r->line;
        return r->over = true;
    }
    return WRONG(r, "`over win P1 HASH`, `over draw HASH`, `over lost HASH` or `over open HASH` is "
                    "expected here");
}

/* ---- lines
 * ------------------------------------------------------------------------------------------- */

/* A keyword and its parser, which gets the rest of the line. */
typedef struct Statement {
    const char *word;
    bool (*read)(Reader *, char *value);
} Statement;
static const Statement head[] = {
    {"game", head_game},
    {"rules", head_rules},
    {"date", head_date},
    {"engine", head_engine},
    {"format", head_format},
    {"seed", head_seed},
    {"first", head_first},
    {"cards", head_cards},
    {"asks", head_asks},
    {"card", head_card},
    {"deck", head_deck},
    {"play", head_play},
    {NULL, NULL},
};
static const Statement of_card[] = {
    {"kind", read_kind},       {"cost", read_cost},   {"atk", read_atk},      {"def", read_def},
    {"trait", read_trait},     {"title", read_title}, {"text", read_ability}, {"third", read_third},
    {"epithet", read_epithet}, {"box", read_box},     {NULL, NULL},
};
static const Statement of_deck[] = {{"main", deck_main},
                                    {"side", deck_side},
                                    {"extra", deck_extra},
                                    {"fourth", deck_fourth},
                                    {NULL, NULL}};

static const Statement *find_statement(const Statement *list, const char *line, size_t n) {
    while (list->word && (strlen(list->word) != n || strncmp(list->word, line, n) != 0)) list++;
    return list;
}

/* Dispatches on the line's first word. */
static bool read_statement(Reader *r, const Statement *list, char *line) {
    size_t n = strcspn(line, " ");
    /* older files have the game's own word for a box */
    const Statement box[] = {{r->p->game ? box_word(r->p->game) : NULL, read_box}, {NULL, NULL}};
    const Statement *x = find_statement(list, line, n);
    if (!x->word && list == of_card) x = find_statement(box, line, n);
    if (x->word) {
        char *value = line + n + (line[n] == ' ');
        r->column = (unsigned)(value - r->text) + 1;
        return x->read(r, value);
    }
    return WRONG(r, "unknown statement '%.*s'", (int)(n > 40 ? 40 : n), line);
}

/* Handles one line, depending on the section. */
static bool read_line(Reader *r, char *line) {
    r->text = line;
    r->column = 1;
    if (r->line == 1)
        return !strcmp(line, "fuda replay 1") ||
               (strncmp(line, replay_type.begins, strlen(replay_type.begins))
                    ? WRONG(r, "not a replay: the first line must be `fuda replay 1`")
                    : WRONG(r, "a replay of another version of fuda: the first line must be "
                               "`fuda replay 1`"));
    if (!r->playing && !strncmp(line, "# table ", 8))
        return copy_word(r, line + 8, r->p->table, sizeof r->p->table);
    if (!r->playing && !strncmp(line, REPLAY_SUM, strlen(REPLAY_SUM)))
        return (r->has_sum = read_hash(line + strlen(REPLAY_SUM), &r->told_sum)) ||
               WRONG(r, "the checksum is no number of 16 hexadecimal digits");
    if (!*line || *line == '#') return true;
    if (r->over) return WRONG(r, "unexpected text after `over`");
    if (r->playing) {
        if (strncmp(line, "over ", 5))
            return *line == ' ' ? WRONG(r, "expected an answer") : read_step(r, line);
        return read_end(r, line + 5);
    }
    if (!strncmp(line, "  ", 2)) {
        r->column = 3;
        if (r->card) return read_statement(r, of_card, line + 2);
        if (r->deck >= 0) return read_statement(r, of_deck, line + 2);
        return WRONG(r, "this line belongs to no card and no deck");
    }
    end_card(r);
    r->deck = -1;
    return read_statement(r, head, line);
}

/* A complete file ends with `over`; anything else is truncated. */
bool replay_take(Replay *p, const char *path, const void *bytes, size_t size, FileError *e) {
    FileText f;
    if (!file_take(path, bytes, size, &f, e)) return false;
    replay_init(p, NULL);
    p->engine[0] = p->date[0] = '\0';
    Reader r = {.p = p, .path = path, .e = e, .deck = -1};
    bool good = true;
    for (char *line = f.data, *next; good && *line; line = next) {
        size_t n = strcspn(line, "\n");
        next = line + n + (line[n] == '\n');
        line[n] = '\0';
        if (n && line[n - 1] == '\r') line[n - 1] = '\0';
        r.line++;
        r.sum = replay_sum(r.sum, line, strlen(line));
        good = read_line(&r, line);
    }
    if (r.has_sum) p->sum = r.sum == r.told_sum ? SUM_RIGHT : SUM_WRONG;
    if (good && !r.over) {
        r.line++;
        good = file_error(e, path, r.line, 1,
                          r.playing ? "truncated file: no `over` after %u answers"
                                    : "truncated file: no `play` (%u answers)",
                          p->nsteps);
    }
    file_free(&f);
    if (!good) replay_free(p);
    return good;
}
