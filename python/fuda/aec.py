"""One game as an environment in which the players act in turn, as PettingZoo's AEC environments do.

    env = Env("luck", ["forest", "swords"])
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else int(observation["action_mask"].argmax())
        env.step(action)

Needs neither PettingZoo nor Gymnasium; if Gymnasium is installed, the spaces are its own.
"""

import numpy as np

from ._lib import lib
from .game import Game, Pack

try:
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError:

    class _Space:
        def __init__(self, *arguments, **named):
            self.arguments, self.named = arguments, named

        def __repr__(self):
            return f"{type(self).__name__}{self.arguments}"

    class Box(_Space):
        @property
        def shape(self):
            return self.named["shape"]

    class Dict(_Space):
        def __getitem__(self, key):
            return self.arguments[0][key]

    class Discrete(_Space):
        @property
        def n(self):
            return self.arguments[0]


class Env:
    """Rewards: +1 for winners, -1 for losers, 0 for a draw. A game longer than most_decisions is cut off
    (truncation)."""

    metadata = {"name": "fuda_v0", "render_modes": ["ansi"], "is_parallelizable": False}
    render_mode = "ansi"

    def __init__(self, pack, decks=None, *, players=None, most_decisions=20000):
        self.pack = pack if isinstance(pack, Pack) else Pack(pack, decks)
        n = players or self.pack.least
        self.possible_agents = [f"player_{p}" for p in range(n)]
        self.agents = []
        self.most_decisions = most_decisions
        width = Game.new(self.pack, players=n, quiet=True).observe(0).size
        self._observed = Dict({
            "observation": Box(low=-(2**31), high=2**31 - 1, shape=(width,), dtype=np.int32),
            "action_mask": Box(low=0, high=1, shape=(lib.FUDA_MAX_OPTIONS,), dtype=np.int8),
        })
        self._acted = Discrete(lib.FUDA_MAX_OPTIONS)

    def observation_space(self, agent):
        return self._observed

    def action_space(self, agent):
        return self._acted

    @property
    def observation_spaces(self):
        return {a: self._observed for a in self.possible_agents}

    @property
    def action_spaces(self):
        return {a: self._acted for a in self.possible_agents}

    @property
    def unwrapped(self):
        return self

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    def reset(self, seed=None, options=None):
        seed = int(np.random.default_rng().integers(2**63)) if seed is None else seed
        self.game = Game.new(self.pack, seed=seed, players=len(self.possible_agents), quiet=True)
        self.agents = list(self.possible_agents)
        zero = dict.fromkeys(self.agents, 0)
        self.rewards, self._cumulative_rewards = dict(zero), dict(zero)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {a: {} for a in self.agents}
        self._select()

    def _select(self):
        self.agent_selection = self.agents[0] if self.game.over else f"player_{self.game.player}"

    def observe(self, agent):
        player = int(agent.rsplit("_", 1)[1])
        mask = self.game.mask() if self.game.player == player else np.zeros(lib.FUDA_MAX_OPTIONS, np.int8)
        return {"observation": self.game.observe(player), "action_mask": mask}

    def last(self, observe=True):
        a = self.agent_selection
        seen = self.observe(a) if observe else None
        return seen, self._cumulative_rewards[a], self.terminations[a], self.truncations[a], self.infos[a]

    def agent_iter(self, max_iter=2**63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("a player who is done takes the action None")
            self._dead_step(agent)
            return
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        self.game.step(int(action))
        if self.game.over:
            self._finish()
        elif self.game.decisions >= self.most_decisions:
            self.truncations = dict.fromkeys(self.agents, True)
        for a in self.agents:
            self._cumulative_rewards[a] += self.rewards[a]
        self._select()

    def _dead_step(self, agent):
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            table.pop(agent, None)
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]

    def _finish(self):
        self.terminations = dict.fromkeys(self.agents, True)
        won = self.game.winners
        if won:
            for a in self.agents:
                self.rewards[a] = 1 if int(a.rsplit("_", 1)[1]) in won else -1

    def render(self):
        return "\n".join(f"{i} {w}" for i, w in enumerate(self.game.legal()))

    def close(self):
        self.agents = []
