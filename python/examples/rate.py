#!/usr/bin/env python3
"""How fast is a batch from Python, measured against the same games played inside the library?

    python/examples/rate.py [--games 64] [--seconds 1] [--runs 5] [KEY...]

Random answers on one thread. Runs of both are interleaved and measured in processor time, so that a busy machine
disturbs both alike; the share is the median of those of the pairs, with the lowest and the highest. A step answers one
question of one game. Some dozens of games are fastest: their states stay in the cache.
"""

import argparse
import statistics
import time

import numpy as np

import fuda

arguments = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
arguments.add_argument("keys", nargs="*")
arguments.add_argument("--games", type=int, default=64)
arguments.add_argument("--seconds", type=float, default=1.0, help="of each run, about")
arguments.add_argument("--runs", type=int, default=5)
arguments = arguments.parse_args()


def rate(run, steps):
    """Steps a second of processor time."""
    before = time.process_time()
    run(steps)
    return steps * arguments.games / (time.process_time() - before)


print(f"{arguments.games} games, one thread; steps a second")
for key in arguments.keys or fuda.games():
    pack = fuda.Pack(key)
    batch = fuda.Batch(pack, arguments.games, seed=1, decks=[0, 1])
    rng = np.random.default_rng(1)

    def from_python(steps):
        for _ in range(steps):
            batch.step(batch.sample_answers(rng))

    def inside(steps):
        batch.random(steps, seed=1)

    from_python(20)
    steps = int(max(20, arguments.seconds * rate(from_python, 50) / arguments.games))
    runs = [(rate(inside, steps), rate(from_python, steps)) for _ in range(arguments.runs)]
    c, python = (statistics.median(x) for x in zip(*runs))
    shares = [100 * p / c for c, p in runs]
    print(f"  {key:10} library {c:10,.0f}   python {python:10,.0f}   {statistics.median(shares):.0f} % "
          f"[{min(shares):.0f}, {max(shares):.0f}]", flush=True)
