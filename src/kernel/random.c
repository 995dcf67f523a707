/* xoroshiro128++ by Blackman and Vigna (public domain algorithm), kept in the state. */
#include "kernel/run.h"

static uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }

static uint64_t split_mix(uint64_t *x) {
    uint64_t z = *x += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void random_seed(State *s, uint64_t seed) {
    s->random[0] = split_mix(&seed);
    s->random[1] = split_mix(&seed);
}

static uint64_t random_next(State *s) {
    uint64_t a = s->random[0], b = s->random[1];
    uint64_t out = rotl(a + b, 17) + a;
    b ^= a;
    s->random[0] = rotl(a, 49) ^ b ^ b << 21;
    s->random[1] = rotl(b, 28);
    return out;
}

/* Uniform in 0..n-1; unbiased by rejection. */
uint32_t random_below(State *s, uint32_t n) {
    ASSERT(n > 0);
    for (;;) {
        uint64_t m = (random_next(s) >> 32) * n;
        if ((uint32_t)m >= n || (uint32_t)m >= (uint32_t)(-n) % n) return (uint32_t)(m >> 32);
    }
}
