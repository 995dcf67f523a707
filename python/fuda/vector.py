"""Thousands of games in one call."""

from typing import NamedTuple

import numpy as np

from ._lib import call, ffi, lib
from .game import Game, Pack, RESULTS


def _array(pointer, ctype, dtype, *shape):
    """The library's own memory as an array that cannot be written."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    out = np.frombuffer(ffi.buffer(ffi.cast(ctype, pointer), size), dtype).reshape(shape)
    out.flags.writeable = False
    return out


class Batch:
    """Many games of one setup that go on together.

    The arrays are views of the library's memory: nothing is copied, and they change with each step.

        player       who is asked; -1: the game is over, and begins anew at the next step
        options      how many options
        mask         games x MAX_OPTIONS, 1 for each option
        kind         kind of question
        result       0 while the game goes on; index in fuda.game.RESULTS
        winners      bit per player
        turn, refused, finished
        observation  games x width, of who is asked (with observe=True), else None
    """

    def __init__(self, pack, games, seed=0, *, decks=None, players=None, threads=1, observe=False, first=None):
        if not isinstance(pack, Pack):
            pack, decks = Pack(pack, decks), None
        self.pack = pack
        decks = list(decks) if decks is not None else list(range(len(pack.decks)))
        x = ffi.new("fuda_batch_setup *")
        x.games, x.threads, x.observe = games, threads, observe
        x.setup.players = self.players = players or pack.least
        x.setup.seed = seed & 0xFFFFFFFFFFFFFFFF
        x.setup.first = lib.FUDA_BY_LOT if first is None else first
        for p in range(min(self.players, lib.FUDA_MAX_PLAYERS)):
            x.setup.decks[p] = decks[p % len(decks)]
        self._batch = ffi.gc(call(lib.fuda_batch_new, pack._pack, x), lib.fuda_batch_free)
        a = ffi.new("fuda_batch_arrays *")
        lib.fuda_batch_read(self._batch, a)
        self.games, self.width = a.games, a.width
        for name in ("player", "options", "kind", "result", "winners", "turn", "refused"):
            setattr(self, name, _array(getattr(a, name), "char *", np.int32, games))
        self.finished = _array(a.finished, "char *", np.uint64, games)
        self.mask = _array(a.mask, "char *", np.uint8, games, lib.FUDA_MAX_OPTIONS)
        self.observation = _array(a.observation, "char *", np.int32, games, self.width) if observe else None

    def step(self, answers):
        """answers[i] is the option taken in game i; one that does not exist changes nothing (refused)."""
        answers = np.ascontiguousarray(answers, np.int32)
        if answers.shape != (self.games,):
            raise ValueError(f"{self.games} answers are expected, not {answers.shape}")
        lib.fuda_batch_step(self._batch, ffi.cast("int32_t *", answers.ctypes.data))

    def random(self, steps, seed=0):
        """So many steps with random answers."""
        lib.fuda_batch_random(self._batch, steps, seed & 0xFFFFFFFFFFFFFFFF)

    def sample_answers(self, rng):
        """A random legal answer for every game; rng is a numpy Generator."""
        return (rng.random(self.games, np.float32) * self.options).astype(np.int32)

    def game(self, i):
        """A copy of game i as a quiet Game."""
        out = Game.new(self.pack, [0], players=self.players, quiet=True)
        call(lib.fuda_batch_copy, self._batch, i, out._state)
        out._run()
        return out


class Totals(NamedTuple):
    """Of a series of games; wins are by seat."""

    games: int
    finished: int
    draws: int
    decisions: int
    turns: int
    wins: list
    seconds: float


def play(pack, games, seed=1, *, bots=(), players=None, threads=1):
    """Plays whole games between computer players ("random", "greedy", …) in one call. All decks of the pack meet
    each other in both seats."""
    n = players or pack.least
    names = [ffi.new("char[]", b.encode()) for b in bots]
    x = ffi.new("fuda_series *")
    x.games, x.seed, x.players, x.threads = games, seed, n, threads
    for i, name in enumerate(names[:n]):
        x.bot[i] = name
    t = ffi.new("fuda_totals *")
    call(lib.fuda_play, pack._pack, x, t)
    return Totals(t.games, t.finished, t.draws, t.decisions, t.turns, list(t.wins[0:n]), t.seconds)


__all__ = ["Batch", "RESULTS", "Totals", "play"]
