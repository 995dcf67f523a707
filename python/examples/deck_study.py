#!/usr/bin/env python3
"""A deck study: how do the decks of a game do against each other, and how much is going first worth?

    python/examples/deck_study.py luck --games 400 --out study.svg

Plays random players, every deck against every other one, prints the matrix of win rates with 95 % intervals, and
draws it. Written like a notebook: each step leaves its result in a variable.
"""

import argparse
import math

import numpy as np

import fuda

arguments = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
arguments.add_argument("game", nargs="?", default="luck")
arguments.add_argument("--games", type=int, default=200, help="of each pair")
arguments.add_argument("--threads", type=int, default=1)
arguments.add_argument("--out", default="study.svg")
arguments = arguments.parse_args()


# Step 1: the decks
pack = fuda.Pack(arguments.game)
decks = pack.decks
print(f"{arguments.game}: {len(decks)} decks, {len(pack)} different cards")


# Step 2: the games. All games of a pair go on together; what is over is counted, and begins anew.
def wilson(won, n):
    """The 95 % interval of a share."""
    if not n:
        return 0.0, 1.0
    z, p = 1.96, won / n
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def meet(a, b, games, seed):
    """Deck a goes first against deck b: games won by each, and the mean number of turns."""
    batch = fuda.Batch(pack, games, seed, decks=[a, b], players=2, threads=arguments.threads, first=0)
    rng = np.random.default_rng(seed)
    open_games, won, turns = np.ones(games, bool), np.zeros(2, int), 0
    while open_games.any():
        batch.step(batch.sample_answers(rng))
        over = open_games & (batch.player < 0)
        for p in range(2):
            won[p] += int((batch.winners[over] >> p & 1).sum())
        turns += int(batch.turn[over].sum())
        open_games &= ~over
    return won, turns / games


n = len(decks)
first = np.zeros((n, n), int)  # games that the deck of the row won going first against that of the column
second = np.zeros((n, n), int)
turns = np.zeros((n, n))
for a in range(n):
    for b in range(n):
        won, turns[a, b] = meet(a, b, arguments.games, 1000 * a + b)
        first[a, b], second[b, a] = won


# Step 3: what it says
rate = (first + second) / (2 * arguments.games)
interval = [[wilson(first[a, b] + second[a, b], 2 * arguments.games) for b in range(n)] for a in range(n)]
print(f"\nwin rates of the deck on the left, {2 * arguments.games} games each")
for a in range(n):
    cells = (f"{100 * rate[a, b]:3.0f} [{100 * interval[a][b][0]:.0f}, {100 * interval[a][b][1]:.0f}]" for b in range(n))
    print(f"  {decks[a]:20.20} " + "  ".join(f"{c:>13}" for c in cells))
low, high = wilson(first.sum(), first.size * arguments.games)
print(f"\ngoing first wins {100 * first.sum() / first.size / arguments.games:.1f} % [{100 * low:.1f}, {100 * high:.1f}]")
print(f"{turns.mean():.1f} turns a game")


# Step 4: the plot, as SVG by hand: it needs no other package
def colour(p):
    """Blue: loses; white: even; red: wins."""
    x = max(-1.0, min(1.0, (p - 0.5) * 4))
    fade = int(255 * (1 - abs(x)))
    return f"rgb(255,{fade},{fade})" if x > 0 else f"rgb({fade},{fade},255)"


CELL, LEFT, TOP = 96, 170, 70
svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + n * CELL + 20}" height="{TOP + n * CELL + 20}" '
       'font-family="sans-serif" font-size="13">',
       f'<title>{arguments.game}: win rates of decks</title>',
       f'<text x="10" y="24" font-size="16">{arguments.game}: wins of the deck on the left, 95 % intervals</text>']
for a in range(n):
    svg.append(f'<text x="{LEFT - 8}" y="{TOP + a * CELL + CELL / 2 + 4}" text-anchor="end">{decks[a]}</text>')
    svg.append(f'<text x="{LEFT + a * CELL + CELL / 2}" y="{TOP - 8}" text-anchor="middle">{decks[a][:13]}</text>')
    for b in range(n):
        x, y, (low, high) = LEFT + b * CELL, TOP + a * CELL, interval[a][b]
        svg.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour(rate[a, b])}" stroke="#999"/>')
        svg.append(f'<text x="{x + CELL / 2}" y="{y + 46}" text-anchor="middle" font-size="16">{100 * rate[a, b]:.0f} %</text>')
        svg.append(f'<text x="{x + CELL / 2}" y="{y + 64}" text-anchor="middle">{100 * low:.0f} to {100 * high:.0f}</text>')
svg.append("</svg>")
with open(arguments.out, "w", encoding="utf-8") as file:
    file.write("\n".join(svg) + "\n")
print(f"\nwrote {arguments.out}")
