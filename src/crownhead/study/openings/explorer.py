"""The explorer: of every move of a position what the book says, how games went on, and what it leads into."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crownhead.book.record import WON
from crownhead.record.collection.continuations import PlayedTally
from crownhead.record.openings.names import by_other_moves, name_of, names_at
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crownhead.book.book import Book, BookMove
    from crownhead.record.board import Board
    from crownhead.record.openings.names import OpeningName
    from crownhead.rules.move import Move


class ExploredMove(NamedTuple):
    """A move, with what the book, the games and the names of openings say of it."""

    move: Move
    text: str
    known: BookMove | None
    """What the book knows of it."""
    tally: PlayedTally
    names: tuple[OpeningName, ...]
    """What the position after the move is called."""
    transposes: bool
    """Whether that opening is usually reached by other moves."""

    @property
    def score(self) -> str:
        """The book's, in men, for the side that moves; empty where it has none."""
        if self.known is None or self.known.origin.name == "PLAYED":
            return ""
        if abs(self.known.score) >= WON:
            return "wins" if self.known.score > 0 else "loses"
        return f"{self.known.score / 100:+.2f}"

    @property
    def leads_into(self) -> str:
        """The name, with a word for a transposition."""
        if not self.names:
            return ""
        return f"transposes to {self.names[0].name}" if self.transposes else self.names[0].name


class Explored(NamedTuple):
    """What is known of a position and of every move in it."""

    name: OpeningName | None
    """What the line is called so far."""
    transposed: bool
    """Whether it came there by other moves than those that define the opening."""
    moves: tuple[ExploredMove, ...]
    """Those of the book first, the best first, then the ones that were played most."""

    @property
    def games(self) -> int:
        """How many games went on from here."""
        return sum(explored.tally.games for explored in self.moves)

    @property
    def title(self) -> str:
        """What the opening is called, or empty."""
        if self.name is None:
            return ""
        return f"{self.name.name} (by transposition)" if self.transposed else self.name.name


def explore(board: Board, book: Book | None, tallies: Mapping[Move, PlayedTally]) -> Explored:
    """Of the last position of a line. `tallies` are the games that went on from it."""
    position = board.position
    played = [before.notation(move) for before, move in zip(board.history, board.moves, strict=False)]
    begun = board.history[0] == Position.start()
    known = {found.move: found for found in book.moves(position)} if book else {}
    moves = [_explored(position, move, known.get(move), tallies, played if begun else None) for move in
             position.legal_moves(unique=True)]  # fmt: skip
    name = name_of(board.history)
    transposed = name is not None and begun and by_other_moves(name, played)
    return Explored(name, transposed, tuple(sorted(moves, key=_rank)))


def _explored(
    position: Position,
    move: Move,
    known: BookMove | None,
    tallies: Mapping[Move, PlayedTally],
    played: list[str] | None,
) -> ExploredMove:
    names = names_at(position.play(move))
    text = position.notation(move)
    other = played is not None and all(by_other_moves(name, [*played, text]) for name in names)
    return ExploredMove(move, text, known, tallies.get(move, PlayedTally()), names, bool(names) and other)


def _rank(explored: ExploredMove) -> tuple[bool, int, int]:
    score = explored.known.score if explored.score and explored.known else 0
    return not explored.score, -score, -explored.tally.games
