"""Checkers for Gymnasium: one learner against an opponent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import gymnasium
from gymnasium import spaces

from crownhead.engine import Engine, Limit
from crownhead.environment.view import ACTIONS, drawn, observation_space, one_game, seen
from crownhead.errors import IllegalAction
from crownhead.record.board import Board
from crownhead.rules.move import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator

    from crownhead.rules.position import Position

Opponent = Callable[[Board], Move]
Side = Literal["black", "white", "either"]
SIDES: tuple[Side, ...] = ("black", "white", "either")
ENOUGH = Limit(nodes=100_000)
"""For a level at full strength; the others have limits of their own."""


class CheckersGym(gymnasium.Env[dict[str, Any], int]):
    """The learner acts; the opponent has answered when step() returns. The reward is 1, -1 or 0 at the end.

    An action that is not allowed loses the game, as is usual here; info["illegal"] says what was allowed.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        opponent: Opponent | int | Literal["random"] = "random",
        side: Side = "either",
        starts: Sequence[Position | str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if side not in SIDES:
            raise ValueError(f"side is one of {', '.join(SIDES)}, not {side!r}")
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space: spaces.Space[Any] = spaces.Discrete(ACTIONS)
        self._env = one_game(starts)
        self._side = side
        self._opponent = opponent
        self._answer: Opponent = self._by_chance
        self._learner = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._env.reset(int(self.np_random.integers(1 << 63)))
        drawn_side = int(self.np_random.integers(2))
        self._learner = drawn_side if self._side == "either" else SIDES.index(self._side)
        self._answer = self._player(self.np_random)
        self._let_opponent_play()
        return seen(self._env), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        try:
            self._env.step([action])
        except IllegalAction as error:
            return seen(self._env), -1.0, True, False, {"illegal": str(error)}
        reward = float(self._env.reward[0]) - self._let_opponent_play()
        return seen(self._env), reward, bool(self._env.done[0]), False, {}

    def board(self) -> Board:
        """The game so far, up to the last whole move."""
        return self._env.board(0)

    def render(self) -> str | None:
        return drawn(self._env) if self.render_mode == "ansi" else None

    def _let_opponent_play(self) -> float:
        """Until the learner is to act. What the opponent has won by it: 1 or 0."""
        while not self._env.done[0] and int(self._env.turn[0]) != self._learner:
            for action in steps_of(self._answer(self._env.board(0)), int(self._env.turn[0])):
                self._env.step([action])
            if self._env.done[0]:
                return float(self._env.reward[0])
        return 0.0

    def _player(self, random: Generator) -> Opponent:
        if self._opponent == "random":
            return self._by_chance
        if isinstance(self._opponent, int):
            engine = Engine(level=self._opponent, seed=int(random.integers(1 << 31)))
            return lambda board: engine.play(board, ENOUGH).move
        if callable(self._opponent):
            return self._opponent
        raise ValueError(f'an opponent is a level, "random" or a function of a board, not {self._opponent!r}')

    def _by_chance(self, board: Board) -> Move:
        moves = board.legal_moves()
        return moves[int(self.np_random.integers(len(moves)))]


def steps_of(move: Move, turn: int) -> list[int]:
    """The actions that make a move, as the player to move sees the board."""
    actions = []
    for here, there in zip(move.path, move.path[1:], strict=False):
        down, right = there.row > here.row, there.column > here.column
        way, index = 2 * down + right, here.index
        if turn:
            way, index = 3 - way, 31 - index
        actions.append(32 * way + index)
    return actions


def gym_env(
    opponent: Opponent | int | Literal["random"] = "random",
    side: Side = "either",
    starts: Sequence[Position | str] | None = None,
    render_mode: str | None = None,
) -> CheckersGym:
    """An environment of Gymnasium: play Black, White or either, drawn by lot, against a level, chance or a function."""
    return CheckersGym(opponent, side, starts, render_mode)
