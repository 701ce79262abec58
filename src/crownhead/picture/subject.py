"""What a picture is of: a position, or something that holds one, and the move that led to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from crownhead.rules.colour import Colour
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from crownhead.rules.move import Move


class HoldsPosition(Protocol):
    """A Board, a node of a game: anything that has come to a position."""

    @property
    def position(self) -> Position: ...

    @property
    def last_move(self) -> Move | None: ...


@dataclass(frozen=True, slots=True)
class Subject:
    position: Position
    last_move: Move | None

    @classmethod
    def of(cls, shown: Position | HoldsPosition, last_move: Move | None = None) -> Subject:
        """The move given, or else the last move of what is shown."""
        if isinstance(shown, Position):
            return cls(shown, last_move)
        position = getattr(shown, "position", None)
        if not isinstance(position, Position):
            raise TypeError(f"a picture shows a Position or a Board, not {type(shown).__name__}")
        return cls(position, last_move or getattr(shown, "last_move", None))

    @property
    def touched(self) -> frozenset[int]:
        """The squares that the moving piece left, visited and reached."""
        return frozenset(self.last_move.path) if self.last_move else frozenset()

    def describe(self) -> str:
        """The whole picture in words, for those who cannot see it."""
        sentences = [_pieces_in_words(self.position, colour) for colour in Colour]
        if self.last_move:
            sentences.append(f"Last move {self.last_move}.")
        return " ".join(sentences)


def _pieces_in_words(position: Position, colour: Colour) -> str:
    groups = []
    for king, one, many in ((False, "man", "men"), (True, "king", "kings")):
        if squares := position.pieces(colour, king=king):
            groups.append(f"{one if len(squares) == 1 else many} on {', '.join(map(str, squares))}")
    return f"{colour.title}: {'; '.join(groups) or 'no pieces'}."
