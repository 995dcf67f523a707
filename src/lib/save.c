/* Saves: a head, then the blocks of a state as they are in memory, all under one checksum. */
#include "lib/lib.h"
#include <stdlib.h>
#include <xxhash.h>

typedef struct Head {
    char magic[8];
    uint32_t form, version; /* of the save; of the library */
    uint64_t layout, pack;
    uint64_t sum;  /* of all that follows */
    uint64_t size; /* of the whole save */
    uint64_t seed;
    uint32_t state, players, flags, first; /* state: bytes of the block */
    uint32_t decks[FUDA_MAX_PLAYERS];
    uint32_t answers, foreign;
    uint32_t given[MAX_VIEWERS], pad;
} Head;
static const char magic[8] = "fudasav";
enum { FORM = 1 };

/* What a state's bytes depend on beside the version. */
static uint64_t layout(void) {
    const uint32_t told[] = {sizeof(State),
                             sizeof(Player),
                             offsetof(State, stack),
                             offsetof(State, effect),
                             offsetof(State, frame),
                             offsetof(State, option),
                             offsetof(State, listen),
                             MAX_CONTEXTS,
                             CARD_STRIDE,
                             CLAUSE_COUNT,
                             EV_COUNT,
                             sizeof(Frame),
                             sizeof(Context),
                             PROC_GAME,
                             OPT_GAME};
    return XXH3_64bits(told, sizeof told);
}

/* Parts behind the head, in order. */
typedef struct Parts {
    size_t state, handles, answers;
} Parts;
static Parts parts_of(const fuda_state *s) {
    const Watch *w = s->watch;
    return (Parts){s->size, w ? (size_t)w->nviewers * w->ncards * sizeof *w->handle : 0,
                   w ? w->nanswers * sizeof *w->answer : 0};
}
static size_t parts_size(Parts p) { return p.state + p.handles + p.answers; }

/* From the field behind 'sum' to the end. */
static uint64_t sum_of(const unsigned char *bytes, size_t size) {
    const size_t from = offsetof(Head, sum) + sizeof(uint64_t);
    return XXH3_64bits(bytes + from, size - from);
}

size_t fuda_save(const fuda_state *s, void *out, size_t size) {
    if (!s) return 0;
    const Parts p = parts_of(s);
    const Watch *w = s->watch;
    const size_t need = sizeof(Head) + parts_size(p);
    if (!out || size < need) return need;
    Head h = {.form = FORM,
              .version = FUDA_VERSION_NUMBER,
              .layout = layout(),
              .pack = s->pack->hash,
              .size = need,
              .seed = s->setup.seed,
              .state = (uint32_t)s->size,
              .players = s->run.s->nplayers,
              .flags = s->setup.flags & ~(unsigned)FUDA_QUIET,
              .first = (uint32_t)s->setup.first,
              .answers = w ? w->nanswers : 0,
              .foreign = w ? w->foreign : 0};
    memcpy(h.magic, magic, sizeof magic);
    if (!w) h.flags |= FUDA_QUIET;
    for (unsigned i = 0; i < FUDA_MAX_PLAYERS; i++) h.decks[i] = s->setup.decks[i];
    unsigned char *at = (unsigned char *)out + sizeof h;
    memcpy(at, s->run.s, p.state);
    if (w) {
        memcpy(h.given, w->given, sizeof h.given);
        memcpy(at + p.state, w->handle, p.handles);
        if (p.answers) memcpy(at + p.state + p.handles, w->answer, p.answers);
    }
    memcpy(out, &h, sizeof h);
    h.sum = sum_of(out, need);
    memcpy(out, &h, sizeof h);
    return need;
}

static bool check_head(const fuda_pack *pack, const Head *h, const unsigned char *bytes,
                       size_t size, fuda_error *e) {
    if (size < sizeof *h || memcmp(h->magic, magic, sizeof magic) != 0)
        return lib_fail(e, FUDA_ERROR_DAMAGED,
                        size < sizeof *h ? "the save is cut off: %zu bytes"
                                         : "this is no save of fuda (%zu bytes)",
                        size);
    if (h->form != FORM || h->version != FUDA_VERSION_NUMBER)
        return lib_fail(e, FUDA_ERROR_VERSION,
                        "the save is of version %u.%u.%u, the library %s; keep replays instead",
                        h->version / 10000, h->version / 100 % 100, h->version % 100, FUDA_VERSION);
    if (h->layout != layout())
        return lib_fail(e, FUDA_ERROR_VERSION,
                        "the save is of a build with another layout; keep replays instead");
    if (h->size != size)
        return lib_fail(e, FUDA_ERROR_DAMAGED, "the save is cut off: %zu of %llu bytes", size,
                        (unsigned long long)h->size);
    if (h->sum != sum_of(bytes, size))
        return lib_fail(e, FUDA_ERROR_DAMAGED, "the save is damaged: its checksum is wrong");
    return h->pack == pack->hash ||
           lib_fail(e, FUDA_ERROR_VERSION,
                    "the save is of a game with other cards, decks or format than the pack");
}

/* The parts are as long as the head says; the checksum has been compared. */
static bool read_parts(fuda_state *s, const Head *h, const unsigned char *at, fuda_error *e) {
    Watch *w = s->watch;
    if (w) {
        Answer *a = NULL;
        unsigned room = 1;
        while (room < h->answers) room *= 2;
        if (h->answers && !(a = malloc(room * sizeof *a))) return lib_no_memory(e);
        w->answer = a;
        w->nanswers = h->answers;
        w->foreign = h->foreign != 0;
        w->unsettled = true;
        memcpy(w->given, h->given, sizeof w->given);
    }
    const Parts p = parts_of(s);
    memcpy(s->run.s, at, p.state);
    if (w) memcpy(w->handle, at + p.state, p.handles);
    if (p.answers) memcpy(w->answer, at + p.state + p.handles, p.answers);
    return true;
}

fuda_state *fuda_load(const fuda_pack *pack, const void *bytes, size_t size, fuda_error *e) {
    Head h = {0};
    if (!pack || !bytes) return lib_missing(e, pack ? "a save" : "a pack"), NULL;
    memcpy(&h, bytes, size < sizeof h ? size : sizeof h);
    if (!check_head(pack, &h, bytes, size, e)) return NULL;
    fuda_setup setup = {
        .players = h.players, .seed = h.seed, .first = (int)h.first, .flags = h.flags};
    for (unsigned i = 0; i < FUDA_MAX_PLAYERS; i++) setup.decks[i] = h.decks[i];
    if (!setup_check(pack, &setup, e)) return NULL;
    fuda_state *s = state_alloc(pack, h.players, h.flags & FUDA_QUIET, e);
    if (!s) return NULL;
    s->setup = setup;
    Parts p = parts_of(s);
    p.answers = h.answers * sizeof(Answer);
    bool ok = (h.state == s->size && size == sizeof h + parts_size(p)) ||
              lib_fail(e, FUDA_ERROR_DAMAGED, "the save is damaged: its parts do not fit");
    if (ok && read_parts(s, &h, (const unsigned char *)bytes + sizeof h, e)) {
        lib_ok(e);
        return s;
    }
    fuda_free(s);
    return NULL;
}
