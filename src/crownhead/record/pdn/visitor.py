"""What a reader of games wants to hear. The parser calls, in the order of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from crownhead import _core
from crownhead._core import Detail

if TYPE_CHECKING:
    from crownhead.record.game.headers import Headers
    from crownhead.record.game.problems import RecordProblem
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position


def detail_of(position: Position, detail: Detail) -> Any:
    return position if detail is Detail.POSITION else _core.signature(position)


T_co = TypeVar("T_co", covariant=True)


class Visitor(Protocol[T_co]):
    """Positions are None where they are not known: in another game, or behind a move that is not legal."""

    wants_notes: bool
    """Whether comments and annotations are worth reading."""

    detail: Detail

    def begin(self, headers: Headers, position: Position | None) -> None: ...
    def comment(self, text: str) -> None: ...
    def moves(self, moves: list[Move], details: list[Any]) -> None:
        """Moves in a row, at least one, with the detail of each that was asked for."""

    def text(self, text: str) -> None:
        """A move that cannot be played."""

    def null(self, position: Position) -> None: ...
    def setup(self, position: Position) -> None: ...
    def strength(self, text: str) -> None: ...
    def nag(self, number: int) -> None: ...
    def open(self) -> None:
        """A variation begins: instead of the last move."""

    def close(self) -> None: ...
    def end(self, problems: list[RecordProblem]) -> T_co: ...


class ForMoves:
    """Half a visitor, for those who want moves only: it knows whether they are in a variation."""

    __slots__ = ("_depth",)

    wants_notes = False

    def __init__(self) -> None:
        self._depth = 0

    def text(self, text: str) -> None: ...
    def comment(self, text: str) -> None: ...
    def strength(self, text: str) -> None: ...
    def nag(self, number: int) -> None: ...

    def open(self) -> None:
        self._depth += 1

    def close(self) -> None:
        self._depth -= 1
