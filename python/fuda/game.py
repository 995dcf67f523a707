"""Packs of cards, and a game in progress."""

import os
from typing import NamedTuple

import numpy as np

from ._lib import Error, call, ffi, lib, sized, text

RESULTS = ("open", "win", "draw", "all lost", "fault")


def games():
    """The keys of all games."""
    found, i = [], 0
    while lib.fuda_game_at(i):
        found.append(text(lib.fuda_game_key(lib.fuda_game_at(i))))
        i += 1
    return found


def find_game(key):
    game = lib.fuda_game_find(key.encode())
    if not game:
        raise Error(lib.FUDA_ERROR_ARGUMENT, f"there is no game '{key}'; there are {', '.join(games())}")
    return game


class Clause(NamedTuple):
    """A clause of a rulebook, in our words."""

    id: str
    gist: str
    gist_ja: str


def clause_of(number):
    c = ffi.new("fuda_clause *")
    if not lib.fuda_clause_at(number, c):
        return Clause("", "", "")
    return Clause(text(c.id), text(c.gist), text(c.gist_ja))


class Question(NamedTuple):
    """The pending question."""

    player: int
    kind: str
    clause: Clause
    least: int
    most: int
    options: int


class Reason(NamedTuple):
    """Why something is asked, or is not offered. option: it is on offer after all (else -1)."""

    option: int
    clause: Clause
    card: str
    ability: str


class Card(NamedTuple):
    """A card as the viewer may see it; name None: the face is hidden. See fuda_card."""

    handle: int
    name: str
    definition: int
    player: int
    zone: str
    index: int
    seats: int
    flags: int
    kinds: int
    cost: int
    attack: int
    defence: int
    third: int
    damage: int
    tied: int


class Move(NamedTuple):
    """Something that happened, as a viewer may see it. See fuda_move; words says it in English."""

    kind: int
    player: int
    to_player: int
    source: str
    target: str
    seat: int
    name: str
    handle: int
    before: int
    other_name: str
    other: int
    amount: int
    words: str


class View(NamedTuple):
    """All that one viewer may know."""

    viewer: int
    asked: int
    turn_player: int
    turn: int
    point: str
    players_in: list
    winners: list
    cards: list
    options: list


def _bits(mask, players):
    return [p for p in range(players) if mask >> p & 1]


class Pack:
    """Compiled decks of a game, for one format. Decks are file names or names of decks that come with Fuda; None
    takes all of those that fit. Cards are those that come with Fuda, or CSV, JSON, .r4uset and .db files."""

    def __init__(self, key, decks=None, *, cards=None, format=None, day=None, partial=False):
        self.key = key
        self._game = find_game(key)
        self._cards = ffi.gc(self._read_cards(cards, day), lib.fuda_cards_free)
        number = lib.fuda_format_find(self._game, format.encode()) if format else 0
        if number < 0:
            raise Error(lib.FUDA_ERROR_ARGUMENT, f"{key} has no format '{format}'")
        read = self._read_decks(decks)
        self.decks = [text(lib.fuda_deck_name(d)) for d in read]
        flags = lib.FUDA_PARTIAL if partial else 0
        made = call(lib.fuda_pack_new, self._cards, ffi.new("const fuda_deck *[]", read), len(read), number, flags)
        self._pack = ffi.gc(made, lib.fuda_pack_free)
        f = ffi.new("fuda_format *")
        lib.fuda_format_at(self._game, number, f)
        self.least, self.most, self.format = f.least, f.most, text(f.key)
        self._names = [None] + [self._printed(d).name for d in range(1, lib.fuda_pack_cards(made) + 1)]

    def _read_cards(self, cards, day):
        if cards is None and day is None:
            return call(lib.fuda_cards_default, self._game)
        made = call(lib.fuda_cards_new, self._game)
        try:
            for path in cards or []:
                path = os.fspath(path)
                add = lib.fuda_cards_add_base if path.endswith(".db") else lib.fuda_cards_add_file
                call(add, made, path.encode())
            call(lib.fuda_cards_correct, made, day.encode() if day else ffi.NULL)
        except Error:
            lib.fuda_cards_free(made)
            raise
        return made

    def _read_decks(self, decks):
        if decks is None:
            found = []
            try:
                while True:
                    found.append(call(lib.fuda_deck_default, self._game, len(found)))
            except Error:
                if not found:
                    raise
        else:
            found = [call(lib.fuda_deck_file, self._game, os.fspath(d).encode()) for d in decks]
        return [ffi.gc(d, lib.fuda_deck_free) for d in found]

    def _printed(self, definition):
        p = ffi.new("fuda_printed *")
        if not lib.fuda_pack_card(self._pack, definition, p):
            raise IndexError(definition)
        return PrintedCard(
            text(p.name), text(p.name_en), text(p.serial), p.kinds, p.cost, p.attack, p.defence, p.third,
            [text(p.traits[i]) for i in range(p.ntraits)], [text(p.abilities[i]) for i in range(p.nabilities)],
            text(p.box))

    def card(self, definition):
        """The printed card of a definition, from 1."""
        return self._printed(definition)

    def name(self, definition):
        return self._names[definition]

    def __len__(self):
        """How many different cards."""
        return len(self._names) - 1

    def zone(self, number):
        return text(lib.fuda_zone_word(self._game, number, False))


class PrintedCard(NamedTuple):
    """A card as printed."""

    name: str
    name_en: str
    serial: str
    kinds: int
    cost: int
    attack: int
    defence: int
    third: int
    traits: list
    abilities: list
    box: str


class Game:
    """A game in progress. It always stands at a question or is over."""

    def __init__(self, pack, state):
        """For this module; use Game.new, Game.load or clone."""
        self.pack = pack
        self._state = ffi.gc(state, lib.fuda_free)
        self.players = lib.fuda_state_players(state)
        self._question = ffi.new("fuda_question *")
        self._result = ffi.new("fuda_result *")
        self._run()

    @classmethod
    def new(cls, pack, decks=None, seed=0, *, players=None, first=None, quiet=False, **options):
        """Begins a game. pack: a Pack, or the key of a game; then decks are files or names (see Pack). With a Pack,
        decks are numbers in it. Fewer decks than players are dealt out in turn. first: who goes first; None: by lot.
        quiet: keep no moves, handles and answers, which is several times as fast."""
        if not isinstance(pack, Pack):
            pack, decks = Pack(pack, decks, **options), None
        decks = list(decks) if decks is not None else list(range(len(pack.decks)))
        n = players or pack.least
        x = ffi.new("fuda_setup *")
        x.players, x.seed = n, seed & 0xFFFFFFFFFFFFFFFF
        x.first = lib.FUDA_BY_LOT if first is None else first
        x.flags = lib.FUDA_QUIET if quiet else 0
        for p in range(min(n, lib.FUDA_MAX_PLAYERS)):
            x.decks[p] = decks[p % len(decks)]
        return cls(pack, call(lib.fuda_new, pack._pack, x))

    @classmethod
    def load(cls, pack, save):
        """Reads what save() wrote; the pack must be equal to the one it was played with."""
        return cls(pack, call(lib.fuda_load, pack._pack, ffi.from_buffer(save), len(save)))

    def _run(self):
        self.over = lib.fuda_run(self._state) == lib.FUDA_OVER
        if self.over or not lib.fuda_asked(self._state, self._question):
            self._question.player, self._question.options = -1, 0
        lib.fuda_state_result(self._state, self._result)

    # ---- the question ----

    @property
    def player(self):
        """Who is asked; -1: nobody, the game is over."""
        return self._question.player

    @property
    def question(self):
        q = self._question
        if self.over:
            return None
        kind = text(lib.fuda_question_word(self.pack._game, q.kind))
        return Question(q.player, kind, clause_of(q.clause), q.least, q.most, q.options)

    def __len__(self):
        """How many options."""
        return self._question.options

    def legal(self):
        """The options in words; an option's number is its place in the list."""
        return [self.words(i) for i in range(len(self))]

    def words(self, option):
        if not 0 <= option < len(self):
            raise Error(lib.FUDA_ERROR_ARGUMENT, f"option {option}; there are {len(self)}")
        return sized(lib.fuda_option_words, self._state, option).decode()

    def mask(self):
        """1 for each legal answer, as an array of fuda.MAX_OPTIONS."""
        out = np.zeros(lib.FUDA_MAX_OPTIONS, np.int8)
        out[: len(self)] = 1
        return out

    def step(self, option):
        """Answers the question, by number or in words, and goes on to the next one."""
        if isinstance(option, str):
            found = lib.fuda_option_find(self._state, option.encode())
            if found < 0:
                raise Error(lib.FUDA_ERROR_ARGUMENT, f"'{option}' is not among the options")
            option = found
        if option < 0:
            raise Error(lib.FUDA_ERROR_ARGUMENT, f"option {option}; there are {len(self)}")
        call(lib.fuda_answer, self._state, option)
        self._run()

    def concede(self, player):
        call(lib.fuda_concede, self._state, player)
        self._run()

    def why(self):
        """Why this is asked."""
        r = ffi.new("fuda_reason *")
        call(lib.fuda_why, self._state, r)
        return Reason(r.option, clause_of(r.clause), text(r.card), text(r.ability))

    def why_not(self, words):
        """Why something is not among the options, in their words."""
        r = ffi.new("fuda_reason *")
        call(lib.fuda_why_not, self._state, words.encode(), r)
        return Reason(r.option, clause_of(r.clause), text(r.card), text(r.ability))

    # ---- how it stands ----

    @property
    def result(self):
        """"open", "win", "draw", "all lost" or "fault"."""
        return RESULTS[self._result.result]

    @property
    def winners(self):
        return _bits(self._result.winners, self.players)

    @property
    def turn(self):
        return self._result.turns

    @property
    def decisions(self):
        return self._result.decisions

    def __hash__(self):
        return lib.fuda_hash(self._state)

    def __eq__(self, other):
        return isinstance(other, Game) and lib.fuda_hash(self._state) == lib.fuda_hash(other._state)

    def view(self, player):
        """What the player may know; -1: a spectator."""
        v = ffi.gc(call(lib.fuda_view_new), lib.fuda_view_free)
        call(lib.fuda_view_read, v, self._state, player)
        cards = []
        for i in range(v.ncards):
            c = v.cards[i]
            d = getattr(c, "def")
            cards.append(Card(c.handle, self.pack._names[d], d, c.player, self.pack.zone(c.zone), c.index, c.seats,
                              c.flags, c.kinds, c.cost, c.attack, c.defence, c.third, c.damage, c.tied))
        options = [(o.kind, o.a, o.b, o.card, o.ability) for o in v.options[0 : v.noptions]]
        point = text(lib.fuda_point_word(self.pack._game, v.point, False))
        return View(v.viewer, v.asked, v.turn_player, v.turn, point, _bits(getattr(v, "in"), self.players),
                    _bits(v.winners, self.players), cards, options)

    def observe(self, player):
        """The view as a flat array of int32; fuda_observe in fuda(3) has the layout."""
        out = np.empty(lib.fuda_observe(self._state, player, ffi.NULL, 0), np.int32)
        if not out.size:
            raise Error(lib.FUDA_ERROR_ARGUMENT, f"viewer {player}; there are 0 to {self.players - 1} and -1")
        lib.fuda_observe(self._state, player, ffi.cast("int32_t *", out.ctypes.data), out.size)
        return out

    def moves(self, viewer):
        """What happened since the last answer, as the viewer may see it."""
        n = lib.fuda_moves(self._state, viewer, 0, ffi.NULL, 0)
        raw = ffi.new("fuda_move[]", n)
        lib.fuda_moves(self._state, viewer, 0, raw, n)
        names, zone = self.pack._names, self.pack.zone
        return [
            Move(m.kind, m.player, m.to_player, zone(getattr(m, "from")), zone(m.to), m.seat, names[getattr(m, "def")],
                 m.handle, m.before, names[m.other_def], m.other, m.amount,
                 sized(lib.fuda_move_words, self._state, ffi.addressof(raw, i), False).decode())
            for i, m in enumerate(raw)
        ]

    # ---- copies ----

    def clone(self, quiet=False):
        return Game(self.pack, call(lib.fuda_clone, self._state, lib.FUDA_QUIET if quiet else 0))

    def sample(self, player, seed):
        """Another game that looks the same to the player: what it cannot know is dealt anew."""
        other = self.clone(quiet=True)
        call(lib.fuda_sample, other._state, self._state, player, seed & 0xFFFFFFFFFFFFFFFF)
        other._run()
        return other

    def save(self):
        """The state as bytes, for load() in the same version."""
        size = lib.fuda_save(self._state, ffi.NULL, 0)
        out = ffi.new("char[]", size)
        lib.fuda_save(self._state, out, size)
        return bytes(ffi.buffer(out, size))

    def replay(self):
        """The game so far as the text of a replay, which `fuda replay` verifies and shows."""
        return sized(lib.fuda_replay_save, self._state, initial=1 << 16).decode()
