"""The three-move openings that tournaments ballot, with their names; and which of them a game began with."""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from crownhead.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable


class Use(Enum):
    CROSSBOARD = "crossboard"
    """In the deck for play over the board."""
    MAIL = "mail"
    """Added for play by mail, and to the larger deck."""
    BARRED = "barred"
    """Lost, or thought to be: never balloted."""

    def __str__(self) -> str:
        return self.value


class Opening(NamedTuple):
    number: int
    """In the list of all that do not transpose into another, 1 to 174."""
    moves: tuple[str, ...]
    use: Use
    name: str
    """Many have none."""

    @property
    def title(self) -> str:
        """The name if there is one, and the moves."""
        moves = " ".join(self.moves)
        return f"{self.name} ({moves})" if self.name else moves

    @property
    def in_use(self) -> bool:
        return self.use is not Use.BARRED

    @property
    def position(self) -> Position:
        """After the moves of the opening."""
        position = Position.start()
        for move in self.moves:
            position = position.play(position.parse_move(move))
        return position

    def __str__(self) -> str:
        return self.title


@cache
def openings() -> tuple[Opening, ...]:
    """All 174, by number: 144 are played over the board, 12 more by mail, 18 are barred."""
    from pathlib import Path  # takes as long as all else that `import crownhead` loads

    text = Path(__file__).with_name("openings.tsv").read_text(encoding="ascii")
    return tuple(_opening(line) for line in text.splitlines() if not line.startswith("#"))


def _opening(line: str) -> Opening:
    number, moves, use, *name = line.split("\t")
    return Opening(int(number), tuple(moves.split()), Use(use), "".join(name))


@cache
def _by_position() -> dict[Position, Opening]:
    return {opening.position: opening for opening in openings()}


def opening_of(positions: Iterable[Position]) -> Opening | None:
    """The opening that a line of positions went through, whatever the order of its moves."""
    by_position = _by_position()
    return next((by_position[position] for position in positions if position in by_position), None)
