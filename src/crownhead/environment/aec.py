"""Checkers for PettingZoo: two agents that take turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from crownhead.environment.view import ACTIONS, drawn, observation_space, one_game, seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crownhead.rules.position import Position

AGENTS = ("black", "white")


class CheckersAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """An agent whose piece can go on jumping is selected again."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "crownhead_checkers_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self, starts: Sequence[Position | str] | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self._env = one_game(starts)
        self.observation_spaces = {agent: observation_space() for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        random, _ = seeding.np_random(seed)
        self._env.reset(int(random.integers(1 << 63)))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._to_act()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._env.step([action])
        won = float(self._env.reward[0])
        (other,) = set(AGENTS) - {agent}
        self.rewards = {agent: won, other: -won}
        self.terminations = dict.fromkeys(AGENTS, bool(self._env.done[0]))
        self.agent_selection = self._to_act()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        return seen(self._env, to_act=agent == self.agent_selection)

    def render(self) -> str | None:
        return drawn(self._env) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""

    def _to_act(self) -> str:
        return AGENTS[int(self._env.turn[0])]


def aec_env(starts: Sequence[Position | str] | None = None, render_mode: str | None = None) -> CheckersAEC:
    """An environment of PettingZoo with the agents "black" and "white". Games begin at one of `starts`."""
    return CheckersAEC(starts, render_mode)
