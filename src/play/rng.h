/* Random generator for everything outside the game: players, samples, checks. */
#pragma once
#include <stdint.h>

/* The whole state of the generator; any value is a valid seed. */
typedef struct Rng {
    uint64_t x;
} Rng;

/* splitmix64 */
static inline uint64_t rng_next(Rng *g) {
    uint64_t z = g->x += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Uniform in 0..n-1; the bias is negligible because n is far below 2^32. */
static inline uint32_t rng_below(Rng *g, uint32_t n) {
    return (uint32_t)((rng_next(g) >> 32) * n >> 32);
}

/* Derives the i-th seed from a seed. */
static inline uint64_t seed_of(uint64_t seed, uint64_t i) {
    Rng g = {seed ^ (i + 1) * 0xd1342543de82ef95u};
    return rng_next(&g);
}
