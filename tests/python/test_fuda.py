"""The Python package, over the shared library of the build (FUDA_LIBRARY)."""

import os
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

import numpy as np

import fuda
from fuda.aec import Env


def play_on(game, n, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(n):
        if game.over:
            return
        game.step(int(rng.integers(len(game))))


class Games(unittest.TestCase):
    def test_whole_games(self):
        for key in fuda.games():
            game = fuda.Game.new(key, seed=7)
            play_on(game, 20000)
            self.assertIn(game.result, ("win", "draw", "all lost"))
            self.assertEqual(game.result == "win", bool(game.winners))
            self.assertEqual((game.player, len(game), game.legal(), game.question), (-1, 0, [], None))
            with self.assertRaises(fuda.Error):
                game.step(0)

    def test_question(self):
        game = fuda.Game.new("luck", ["forest", "swords"], seed=1)
        legal = game.legal()
        self.assertEqual((len(legal), game.question.options, game.mask().sum()), (len(game),) * 3)
        self.assertTrue(game.why().clause.gist)
        self.assertEqual(game.why_not(legal[0]).option, 0)
        other = game.clone()
        game.step(0)
        other.step(legal[0])
        self.assertEqual(game, other)
        for wrong in (-1, 999, "castle kingside"):
            with self.assertRaises(fuda.Error) as caught:
                game.step(wrong)
            self.assertEqual(caught.exception.code, fuda.lib.FUDA_ERROR_ARGUMENT)
        self.assertEqual(game, other)
        with self.assertRaises(fuda.Error):
            game.why_not("castle kingside")

    def test_views(self):
        game = fuda.Game.new("rebirth", seed=5)
        play_on(game, 25)
        mine, theirs, nobody = game.view(0), game.view(1), game.view(fuda.SPECTATOR)
        hands = [{c.name for c in v.cards if c.zone == "hand" and c.player == 0} for v in (mine, theirs, nobody)]
        self.assertTrue(hands[0] and None not in hands[0])
        self.assertEqual(hands[1], {None})
        self.assertEqual(hands[2], {None})
        self.assertEqual(bool(mine.options), game.player == 0)
        self.assertEqual(nobody.options, [])
        seen = game.observe(0)
        self.assertEqual((seen.dtype, seen[0], seen[14]), (np.int32, 2, 0))
        self.assertEqual(game.observe(-1)[14], -1)
        with self.assertRaises(fuda.Error):
            game.observe(2)

    def test_moves(self):
        game = fuda.Game.new("ninja", seed=2)
        told = []
        for _ in range(40):
            play_on(game, 1)
            told += game.moves(fuda.SPECTATOR)
        drawn = [m for m in told if m.source == "deck" and m.target == "hand"]
        self.assertTrue(drawn)
        self.assertTrue(all(m.name is None and not m.handle and "a card" in m.words for m in drawn))

    def test_copies(self):
        game = fuda.Game.new("granblue", seed=3)
        play_on(game, 40)
        save, quiet = game.save(), game.clone(quiet=True)
        again = fuda.Game.load(game.pack, save)
        self.assertEqual(game, again)
        self.assertEqual(game, quiet)
        with self.assertRaises(fuda.Error):
            fuda.Game.load(game.pack, save[:-1])
        self.assertIn("play\n", game.replay())
        sample = game.sample(0, 1)
        self.assertNotEqual(game, sample)
        self.assertEqual(sample, game.sample(0, 1))
        play_on(sample, 20)
        game.concede(1)
        self.assertEqual((game.result, game.winners), ("win", [0]))

    def test_errors(self):
        for wrong in (
            lambda: fuda.Game.new("chess"),
            lambda: fuda.Game.new("luck", ["no such deck"]),
            lambda: fuda.Game.new("luck", players=9),
            lambda: fuda.Pack("luck", format="no such format"),
            lambda: fuda.Pack("luck", cards=["/nowhere.csv"]),
            lambda: fuda.explain("luck", "x", kinds="no such kind"),
        ):
            with self.assertRaises(fuda.Error) as caught:
                wrong()
            self.assertTrue(str(caught.exception))

    def test_base(self):
        with tempfile.TemporaryDirectory() as folder:
            base = os.path.join(folder, "cards.db")
            subprocess.run([os.environ["FUDA"], "cards", "import", "rebirth", "cards/rebirth/starter.csv", "--db", base],
                           check=True, capture_output=True)
            from_base, shipped = fuda.Pack("rebirth", cards=[base]), fuda.Pack("rebirth")
            a, b = (fuda.Game.new(p, seed=1) for p in (from_base, shipped))
            play_on(a, 50)
            play_on(b, 50)
            self.assertEqual(a, b)

    def test_texts(self):
        pack = fuda.Pack("rebirth")
        card = next(c for c in map(pack.card, range(1, len(pack) + 1)) if c.abilities)
        self.assertTrue(fuda.explain("rebirth", card.abilities[0]).english)
        self.assertTrue(fuda.explain("rebirth", "何でもない。").message)


class Many(unittest.TestCase):
    def test_batch(self):
        pack = fuda.Pack("vividz")
        one, two = (fuda.Batch(pack, 64, 9, observe=True, threads=n) for n in (1, 2))
        rng = np.random.default_rng(4)
        rows = np.arange(64)
        for _ in range(400):
            answers = one.sample_answers(rng)
            self.assertTrue((one.mask[rows, answers] == 1)[one.player >= 0].all())
            one.step(answers)
            two.step(answers)
            self.assertFalse(one.refused.any())
            self.assertTrue((one.observation == two.observation).all())
        self.assertTrue(one.finished.sum() > 64)
        self.assertTrue((one.mask.sum(1) == one.options).all())
        game = one.game(5)
        self.assertEqual((game.player, len(game)), (one.player[5], one.options[5]))
        if not game.over:
            self.assertTrue((game.observe(game.player) == one.observation[5]).all())
        with self.assertRaises(ValueError):
            one.player[0] = 1
        with self.assertRaises(ValueError):
            one.step([0])
        one.step(np.full(64, 999))
        self.assertTrue(one.refused[one.player >= 0].any())

    def test_series(self):
        pack = fuda.Pack("luck")
        a, b = (fuda.play(pack, 30, bots=["greedy", "random"], threads=n) for n in (1, 2))
        self.assertEqual(a[:6], b[:6])
        with self.assertRaises(fuda.Error):
            fuda.play(pack, 1, bots=["wizard"])

    def test_aec(self):
        env = Env("ninja")
        rng = np.random.default_rng(1)
        for seed in range(3):
            env.reset(seed=seed)
            rewards = {}
            for agent in env.agent_iter():
                observation, reward, termination, truncation, _ = env.last()
                if termination or truncation:
                    rewards[agent] = reward
                    env.step(None)
                    continue
                mask = observation["action_mask"]
                self.assertEqual(observation["observation"].shape, env.observation_space(agent)["observation"].shape)
                self.assertEqual(mask.shape, (env.action_space(agent).n,))
                env.step(int(rng.choice(np.flatnonzero(mask))))
            self.assertEqual(sorted(rewards), env.possible_agents)
            self.assertEqual(sum(rewards.values()), 0)
        self.assertEqual(env.action_spaces[agent].n, env.action_space(agent).n)
        self.assertEqual(list(env.observation_spaces), env.possible_agents)
        self.assertIs(env.unwrapped, env)
        env = Env("luck", most_decisions=10)
        env.reset(seed=1)
        while not any(env.truncations.values()):
            env.step(0)
        self.assertFalse(any(env.terminations.values()))


class Package(unittest.TestCase):
    def test_declarations_are_current(self):
        made = subprocess.run([sys.executable, "-B", "python/cdef.py"], capture_output=True, text=True, check=True)
        with open("python/fuda/_cdef.py", encoding="utf-8") as file:
            self.assertEqual(file.read(), made.stdout, "run python/cdef.py >python/fuda/_cdef.py")

    def test_example(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "study.svg")
            said = subprocess.run([sys.executable, "-B", "python/examples/deck_study.py", "rebirth", "--games", "6",
                                   "--out", out], capture_output=True, text=True, check=True).stdout
            self.assertIn("going first wins", said)
            with open(out, encoding="utf-8") as file:
                self.assertTrue(xml.dom.minidom.parse(file).getElementsByTagName("rect"))


if __name__ == "__main__":
    unittest.main()
