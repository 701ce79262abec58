"""What plays in a match: something that thinks about a board within a limit, and tells its processor time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from crownhead.engine.engine import Engine
    from crownhead.engine.limit import Limit
    from crownhead.engine.score import Score
    from crownhead.match.pace import Pace
    from crownhead.play.player import Player
    from crownhead.record.board import Board
    from crownhead.rules.move import Move


class Contender(Protocol):
    """Raises an error where it cannot go on: that loses the game, and it is made anew for the next one."""

    def new_game(self) -> None: ...

    def decide(self, board: Board, limit: Limit) -> tuple[Move, Score | None]:
        """The move to play, and what the player thinks of the position if it says so."""

    def cpu_seconds(self) -> float:
        """Processor time used up to now, from any beginning."""

    def close(self) -> None: ...


@runtime_checkable
class Seeded(Protocol):
    """Plays by chance, and the same by the same seed: so a game is the same wherever it is played."""

    def seed(self, seed: int) -> None:
        """For the next game."""


class Recipe(Protocol):
    """Makes a contender. Can be sent to another process."""

    @property
    def name(self) -> str: ...

    @property
    def pace(self) -> Pace | None:
        """Its own, where it does not play at the pace of the match."""

    def __call__(self) -> Contender: ...


class EngineContender:
    """An engine of this process. Whatever the process does while it thinks counts as its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._seed: int | None = None

    def seed(self, seed: int) -> None:
        self._seed = seed

    def new_game(self) -> None:
        self._engine.new_game(self._seed)

    def decide(self, board: Board, limit: Limit) -> tuple[Move, Score | None]:
        played = self._engine.play(board, limit)
        return played.move, played.score

    def cpu_seconds(self) -> float:
        return time.process_time()

    def close(self) -> None:
        self._engine.close()


class PlayerContender:
    """Anything with `choose(board)`. It is asked without a limit, so it cannot be late."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def seed(self, seed: int) -> None:
        if isinstance(self._player, Seeded):
            self._player.seed(seed)

    def new_game(self) -> None: ...

    def decide(self, board: Board, limit: Limit) -> tuple[Move, Score | None]:
        return self._player.choose(board), None

    def cpu_seconds(self) -> float:
        return time.process_time()

    def close(self) -> None: ...
