"""Ballots: what is drawn by lot before a game, so that the players do not choose the opening."""

from __future__ import annotations

from enum import Enum
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from crownhead.record.board import Board
from crownhead.record.openings.opening import openings
from crownhead.rules.colour import BLACK
from crownhead.rules.position import Position
from crownhead.rules.square import SQUARES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

BARRED_PAIRS = frozenset({("9-14", "21-17"), ("10-14", "21-17")})
"""Of the 49 ways to begin with two moves, these lose a man at once."""


class Kind(Enum):
    """How games are opened in tournaments."""

    THREE_MOVE = "3-move"
    TWO_MOVE = "2-move"
    ELEVEN_MAN = "11-man"

    def __str__(self) -> str:
        return self.value


class Ballot(NamedTuple):
    """Where a game begins: perhaps with men taken off, and with moves that are made for the players."""

    removed: tuple[int, ...]
    """Squares of the men that are taken off: none, or one of each side."""
    moves: tuple[str, ...]

    @property
    def initial(self) -> Position:
        start = Position.start()
        kept = {int(s): piece for s in SQUARES if (piece := start.piece_at(s)) and s not in self.removed}
        return Position(kept, BLACK)

    def board(self) -> Board:
        return Board.of(self.initial, self.moves)

    def __str__(self) -> str:
        without = f"without {self.removed[0]} and {self.removed[1]}: " if self.removed else ""
        return without + " ".join(self.moves)


@cache
def positions_in_use() -> frozenset[Position]:
    """After each move of the three-move ballots: masters play them, so no engine has to like them."""
    found: set[Position] = set()
    for ballot in ballots(Kind.THREE_MOVE):
        board = ballot.board()
        found.update(Board.at(ply).position for ply in board.ply.back() if ply.move is not None)
    return frozenset(found)


@cache
def ballots(kind: Kind, *, mail: bool = True, sound: bool = True) -> tuple[Ballot, ...]:
    """All that can be drawn.

    156 of three moves, 144 without those added for mail play; 47 of two moves; in the 11-man game the draws of four
    cards (see _eleven_men) that do not lose by force. With sound=False those that lose are there too: 3,136 draws, of
    which some come to the same position.
    """
    match kind:
        case Kind.THREE_MOVE:
            chosen = [o for o in openings() if o.in_use and (mail or o.use.value != "mail")]
            return tuple(Ballot((), opening.moves) for opening in chosen)
        case Kind.TWO_MOVE:
            return tuple(b for b in _two_moves(()) if b.moves not in BARRED_PAIRS)
        case Kind.ELEVEN_MAN:
            lost = lost_with_eleven_men() if sound else {}
            return tuple(ballot for ballot in _eleven_men() if ballot not in lost)


@cache
def lost_with_eleven_men() -> dict[Ballot, int]:
    """Draws that lose, with the engine's score for the side to move in hundredths of a man.

    They are those that the published deck calls lost. tools/eleven_man.py makes the file, and says how.
    """
    return dict(_rated("eleven_man_lost.tsv"))


@cache
def telling_with_eleven_men() -> tuple[Ballot, ...]:
    """A third of the positions that draws come to, a draw of each: those whose games between equals vary most.

    A match from them needs fewer games to tell who is stronger. tools/telling_ballots.py makes the file, and says how.
    """
    return tuple(ballot for ballot, _ in _rated("eleven_man_telling.tsv"))


@cache
def edge_with_eleven_men() -> tuple[Ballot, ...]:
    """Draws on the edge between win and draw for engines that think long.

    The published deck calls a third of them lost. tools/edge_ballots.py makes the file, and says how.
    """
    return tuple(ballot for ballot, _ in _rated("eleven_man_edge.tsv"))


def _rated(name: str) -> Iterator[tuple[Ballot, int]]:
    """11-man ballots with the engine's score in hundredths of a man."""
    rows = files("crownhead.record.openings").joinpath(name).read_text().splitlines()[1:]
    for black, white, moves, score in (row.split("\t") for row in rows):
        yield Ballot((int(black), int(white)), tuple(moves.split())), int(score)


def _two_moves(removed: tuple[int, ...]) -> Iterator[Ballot]:
    position = Ballot(removed, ()).initial
    for first in position.legal_moves():
        after = position.play(first)
        for second in after.legal_moves():
            yield Ballot(removed, (position.notation(first), after.notation(second)))


def _eleven_men() -> Iterator[Ballot]:
    """As the American Checker Federation draws them, with four cards: a man of 5-12 and one of 21-28 to take off, and
    for each side one of the seven first moves. Where the man that should move is off, the one behind it comes up.
    """
    for black in range(5, 13):
        for white in range(21, 29):
            for ballot in _two_moves((black, white)):
                first, second = (int(move.split("-")[1]) for move in ballot.moves)
                # A man of the back row that fills a gap in the second row is on no card.
                if first > 8 and second < 25:
                    yield ballot


def draw(kind: Kind, random: Random, *, mail: bool = True) -> Ballot:
    """One drawn by lot, each as likely as another."""
    return random.choice(ballots(kind, mail=mail))
