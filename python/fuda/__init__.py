"""Fuda: a rules engine for Japanese trading card games.

    import fuda

    game = fuda.Game.new("luck", ["forest", "swords"], seed=1)
    while not game.over:
        game.step(0)                      # the first of game.legal()
    print(game.winners)

Everything here is a thin layer over libfuda; include/fuda.h (fuda(3)) is the reference. `fuda.vector` steps
thousands of games in one call, `fuda.aec` is an environment in the style of PettingZoo.
"""

from ._cdef import VERSION as __version__
from ._lib import Error, ffi, lib, text
from .game import Card, Clause, Game, Move, Pack, Question, Reason, View, games
from .vector import Batch, play

SPECTATOR = -1
MAX_OPTIONS = lib.FUDA_MAX_OPTIONS

__all__ = ["Batch", "Card", "Clause", "Error", "Game", "MAX_OPTIONS", "Move", "Pack", "Question", "Reason", "SPECTATOR",
           "View", "explain", "ffi", "games", "lib", "play"]


class Text:
    """What was understood of a printed text, or why it was refused."""

    def __init__(self, ok, at, message, english, japanese, code):
        self.ok, self.at, self.message = ok, at, message
        self.english, self.japanese, self.code = english, japanese, code

    def __repr__(self):
        return f"<Text {self.english if self.ok else 'refused: ' + self.message}>"


def explain(game, printed, kinds=None):
    """Compiles a printed ability of a game ("luck") for a card of the kinds (None: any)."""
    from ._lib import call
    from .game import find_game

    t = call(lib.fuda_text_compile, find_game(game), kinds.encode() if kinds else ffi.NULL, printed.encode())
    try:
        return Text(t.ok, t.at, text(t.message), text(t.english), text(t.japanese), text(t.code))
    finally:
        lib.fuda_text_free(t)
