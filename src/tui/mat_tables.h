/* What a Mat takes from the tables of its game: phases and roles; and its tables as initialisers.
 * Only a game's mat.c includes this, behind the game's own header (kernel/enums.h). */
#pragma once
#include "tui/mat.h"

enum {
#define PHASE(name, words) PHASE_##name,
#include TABLE(phases)
#undef PHASE
};
static const Words phases[] = {
#define PHASE(name, words) words,
#include TABLE(phases)
#undef PHASE
};
static const uint8_t phase_of[] = {
#define POINT(name, key, printed, phase, ...) [ID(P, name)] = PHASE_##phase,
#include TABLE(points)
#undef POINT
};
static const MatRole roles[] = {
#define ROLE(name, word)
#define ROLE_SHOWN(name, word, key, words) {ID(R, name), words},
#include TABLE(roles)
#undef ROLE
#undef ROLE_SHOWN
};

#define COUNT(a) (sizeof(a) / sizeof *(a))
/* The tables that every mat.c has, under their own names. */
#define MAT_TABLES                                                                                 \
    .cells = cells, .ncells = COUNT(cells), .zones = zones, .nzones = COUNT(zones),                \
    .phases = phases, .phase_of = phase_of, .nphases = COUNT(phases), .options = options,          \
    .noptions = COUNT(options), .asks = asks, .nasks = COUNT(asks), .moves = moves,                \
    .nmoves = COUNT(moves), .deeds = deeds, .ndeeds = COUNT(deeds), .probes = probes,              \
    .nprobes = COUNT(probes), .guide = guide, .nguide = COUNT(guide), .roles = roles,              \
    .nroles = COUNT(roles), .formats = formats, .nformats = COUNT(formats)
