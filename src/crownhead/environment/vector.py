"""Many games at once, played in the core."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from crownhead import _core
from crownhead.environment.buffers import buffer, chosen_actions
from crownhead.errors import IllegalAction
from crownhead.record.board import Board
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crownhead.environment.buffers import Array
    from crownhead.tablebase.tablebase import Tablebase

UNKNOWN = 2
"""The label of a position that the database does not have."""
NO_ACTION = _core.ENVIRONMENT.no_action
"""What a game that is over takes."""
ROWS, COLUMNS = 8, 4
"""A board has 8 rows of 4 dark squares."""
MOST_GAMES = 1 << 20
MOST_THREADS = 256
SEEDS = 1 << 64
ACTION_FORMS = {"steps": _core.EnvActions.STEPS, "moves": _core.EnvActions.MOVES}


class VectorEnv:
    """Games that begin again by themselves when they end, unless auto_reset is false.

    After reset() and every step(), four arrays tell of each game, and are written over by the next step:

    observation   uint8 (n, 7, 8, 4): own men, own kings, enemy men, enemy kings, the piece that must go on jumping,
                  moves since the last capture or advance of a man, and how often the position stood there before,
                  as the player to act sees the board
    action_mask   bool (n, 128) or (n, 192): the actions that are allowed
    reward        float32 (n): 1 if the action won the game for the player who acted, else 0
    done          bool (n): whether the game has ended; with auto_reset the observation is of the next one then

    `turn` is 0 where Black is to act and 1 where White is. docs/environment.md describes squares and actions.
    """

    def __init__(
        self,
        n: int,
        seed: int = 0,
        *,
        actions: Literal["steps", "moves"] = "steps",
        threads: int = 1,
        starts: Sequence[Position | str] | None = None,
        auto_reset: bool = True,
        observation: Array | None = None,
        action_mask: Array | None = None,
        reward: Array | None = None,
        done: Array | None = None,
    ) -> None:
        """n games, each from a position drawn from `starts` (the usual one, if none are given).

        An action is one step of a piece, so that a jump over two pieces is two actions of the same player, or the
        number of a whole move in Position.legal_moves(). The arrays that you give are written into. Without
        auto_reset a game that is over stays as it is and takes NO_ACTION until it is reset or set up anew.
        """
        self.actions: Literal["steps", "moves"] = actions
        self._core = _core.EnvBatch(
            _checked("n", n, 1, MOST_GAMES),
            _checked("seed", seed, 0, SEEDS - 1),
            _action_form(actions),
            _checked("threads", threads, 1, MOST_THREADS),
            _start_positions(starts),
            auto_reset,
        )
        self.n = n
        self._process = os.getpid()
        shape = _core.ENVIRONMENT
        self.action_count = shape.step_actions if actions == "steps" else shape.move_actions
        self.observation = buffer("observation", observation, (n, shape.planes, ROWS, COLUMNS), np.uint8)
        self.action_mask = buffer("action_mask", action_mask, (n, self.action_count), np.bool_)
        self.reward = buffer("reward", reward, (n,), np.float32)
        self.done = buffer("done", done, (n,), np.bool_)
        self.turn = np.zeros(n, np.uint8)
        self._hold()
        self._core.write(self._out)

    def _hold(self) -> None:
        mask, done = self.action_mask.view(np.uint8), self.done.view(np.uint8)
        self._out = _core.EnvBuffers(self.observation, mask, self.reward, done, self.turn)

    # -- playing -----------------------------------------------------------------------------------

    def reset(self, seed: int = 0) -> Array:
        """Begins every game anew. The same seed gives the same starts and the same samples."""
        self._check_process()
        self._core.reset(_checked("seed", seed, 0, SEEDS - 1), self._out)
        return self.observation

    def step(self, actions: object) -> None:
        """Plays an action in every game. Raises IllegalAction, and changes nothing, if one is not allowed."""
        self._check_process()
        chosen = chosen_actions(actions, self.n)
        wrong = self._core.step(chosen, self._out)
        if wrong is not None:
            raise self._refusal(wrong, int(np.asarray(actions)[wrong]))

    def sample(self, out: Array | None = None) -> Array:
        """An allowed action for every game, each with the same chance."""
        self._check_process()
        chosen = buffer("out", out, (self.n,), np.int32)
        self._core.sample(chosen)
        return chosen

    def _refusal(self, game: int, action: int) -> IllegalAction:
        allowed = (
            ", ".join(map(str, np.flatnonzero(self.action_mask[game])))
            or f"{NO_ACTION} alone, for it is over"
        )
        message = (
            f"game {game} does not allow action {action}: it allows {allowed} ({self.position(game).fen})"
        )
        return IllegalAction(message, game=game, action=action)

    def _check_process(self) -> None:
        if os.getpid() != self._process:
            raise RuntimeError("this environment belongs to the process that forked: make one after the fork")

    # -- games -------------------------------------------------------------------------------------

    def position(self, game: int) -> Position:
        """The position of a game; in the middle of a jump, without the pieces that were jumped."""
        position: Position = self._core.position(self._number(game))
        return position

    def board(self, game: int) -> Board:
        """The game so far, up to the last whole move."""
        number = self._number(game)
        return Board.of(self._core.start(number), self._core.moves(number))

    def set_position(self, game: int, position: Position | str) -> None:
        """Puts a position on the board of one game, with no past."""
        (start,) = _start_positions([position])
        self._core.set_position(self._number(game), start)
        self._core.write(self._out)

    def copy_game(self, source: int, target: int) -> None:
        """Makes one game what another is, its past included: a branch to search from."""
        self._core.copy_game(self._number(source), self._number(target))
        self._core.write(self._out)

    def copy(self) -> Self:
        """The same games with arrays of their own, which go on apart."""
        self._check_process()
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._core = self._core.copy()
        for name in ("observation", "action_mask", "reward", "done", "turn"):
            setattr(made, name, getattr(self, name).copy())
        made._hold()
        return made

    def labels(self, tablebase: Tablebase, out: Array | None = None) -> Array:
        """For the player to act, int8: 1 won, 0 drawn, -1 lost by the database, or UNKNOWN.

        Draw rules by count are not part of a database's value, and the middle of a jump has none.
        """
        written = buffer("out", out, (self.n,), np.int8)
        self._core.label(tablebase.core, written)
        return written

    def _number(self, game: int) -> int:
        if not 0 <= game < self.n:
            raise IndexError(f"there is no game {game}: they are numbered 0 to {self.n - 1}")
        return game

    def __repr__(self) -> str:
        return f"<VectorEnv of {self.n} games, actions={self.actions!r}>"


def _action_form(actions: str) -> _core.EnvActions:
    if actions not in ACTION_FORMS:
        raise ValueError(f"actions are {' or '.join(map(repr, ACTION_FORMS))}, not {actions!r}")
    return ACTION_FORMS[actions]


def _checked(name: str, number: Any, least: int, most: int) -> int:
    if not isinstance(number, int) or not least <= number <= most:
        raise ValueError(f"{name} must be a whole number from {least} to {most}, not {number!r}")
    return number


def _start_positions(starts: Sequence[Position | str] | None) -> list[Position]:
    if starts is None:
        return [Position.start()]
    positions = [Position.from_fen(start) if isinstance(start, str) else start for start in starts]
    if not positions:
        raise ValueError("there must be at least one position to start from")
    for position in positions:
        if position.is_over:
            raise ValueError(f"a game cannot start where it is over: {position.fen}")
    return positions
