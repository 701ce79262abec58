"""One step in a line of play. Plies are linked backwards and never change, so that lines share their
beginnings, and a copy of a line is a reference to its last ply."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.rules.move import Move
    from crownhead.rules.position import Position


class Ply:
    """A position, the move that led to it and the ply before, both None at the beginning of a line."""

    __slots__ = ("move", "number", "position", "previous", "quiet")

    def __init__(
        self, position: Position, move: Move | None = None, previous: Ply | None = None, quiet: int = 0
    ) -> None:
        self.position = position
        self.move = move
        self.previous = previous
        self.number: int = 0 if previous is None else previous.number + 1
        """Moves since the beginning of the line."""
        self.quiet = quiet
        """Moves since the last capture or advance of a man."""

    def after(self, move: Move) -> Ply:
        """Raises IllegalMove."""
        position = self.position.play(move)
        return Ply(position, move, self, 0 if is_irreversible(self.position, move) else self.quiet + 1)

    def back(self) -> Iterator[Ply]:
        """This ply and those before it, latest first."""
        ply: Ply | None = self
        while ply is not None:
            yield ply
            ply = ply.previous

    def occurrences(self, position: Position) -> int:
        """How often a position stood on the board up to here. Only quiet moves can bring one back."""
        count = 0
        for ply in self.back():
            count += ply.position == position
            if ply.quiet == 0:
                break
        return count


def is_irreversible(position: Position, move: Move) -> bool:
    """Whether a move captures or advances a man: what was before it cannot come again."""
    return move.is_jump or not position.king_bits >> move.origin.index & 1
