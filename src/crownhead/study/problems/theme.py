"""What a problem is about, told by its position and its line alone, so that it is always true."""

from __future__ import annotations

from enum import Flag, auto
from typing import TYPE_CHECKING

from crownhead.rules.colour import BLACK
from crownhead.study.problems.goal import ProblemGoal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crownhead.rules.colour import Colour
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

LONGEST_TAIL = 12
"""Plies of jumps that follow by themselves."""


class ProblemTheme(Flag):
    """The order is that of the bits in the file: docs/problem-format.md."""

    SHOT = auto()
    EXCHANGE = auto()
    SACRIFICE = auto()
    LONG_JUMP = auto()
    WHICH_JUMP = auto()
    CROWNING = auto()
    BLOCK = auto()
    SQUEEZE = auto()
    KINGS = auto()
    OUTNUMBERED = auto()
    QUIET = auto()
    DRAW = auto()

    @property
    def slug(self) -> str:
        """As it is typed."""
        return str(self.name).lower().replace("_", "-")

    @property
    def title(self) -> str:
        return TITLES[self][0]

    @property
    def about(self) -> str:
        return TITLES[self][1]


TITLES = {
    ProblemTheme.SHOT: ("Shots", "Give something up and take more."),
    ProblemTheme.EXCHANGE: ("Exchanges", "Give as many pieces as you take."),
    ProblemTheme.SACRIFICE: ("Sacrifices", "Give up more than you take back at once."),
    ProblemTheme.LONG_JUMP: ("Long jumps", "Take two or more pieces in one move."),
    ProblemTheme.WHICH_JUMP: ("Which jump?", "You must jump. Only one jump is right."),
    ProblemTheme.CROWNING: ("Crowning", "Get a new king."),
    ProblemTheme.BLOCK: ("Blocks", "Leave pieces that cannot move."),
    ProblemTheme.SQUEEZE: ("Squeezes", "Leave only moves after which you can take."),
    ProblemTheme.KINGS: ("Kings only", "No men are left."),
    ProblemTheme.OUTNUMBERED: ("Outnumbered", "You have fewer pieces."),
    ProblemTheme.QUIET: ("Quiet moves", "Nothing is taken."),
    ProblemTheme.DRAW: ("Draws", "Save the game."),
}


def tail(position: Position) -> tuple[Move, ...]:
    """The jumps that follow by themselves: as long as the player to move has one jump and no other."""
    line: list[Move] = []
    while (
        position.must_jump
        and len(line) < LONGEST_TAIL
        and len(moves := position.legal_moves(unique=True)) == 1
    ):
        line.append(moves[0])
        position = position.play(moves[0])
    return tuple(line)


def themes_of(position: Position, goal: ProblemGoal, line: Sequence[Move]) -> ProblemTheme:
    end = _after(position, line)
    last = tail(end)
    found = ProblemTheme(0)
    for theme, holds in (
        (_trade(position, [*line, *last], _after(end, last).must_jump), True),
        (ProblemTheme.LONG_JUMP, any(len(move.captures) > 1 for move in line[::2])),
        (ProblemTheme.WHICH_JUMP, position.must_jump),
        (ProblemTheme.CROWNING, _crowns(position, line)),
        (ProblemTheme.BLOCK, end.is_over and bool(end.pieces(end.turn))),
        (ProblemTheme.SQUEEZE, _squeezes(end)),
        (ProblemTheme.KINGS, not position.pieces(king=False)),
        (ProblemTheme.OUTNUMBERED, _ahead(position, position.turn) < 0),
        (ProblemTheme.QUIET, not any(move.is_jump for move in (*line, *last))),
        (ProblemTheme.DRAW, goal is ProblemGoal.DRAW),
    ):
        found |= theme if holds else ProblemTheme(0)
    return found


def _trade(position: Position, line: Sequence[Move], unsettled: bool) -> ProblemTheme:
    """What a line that begins with a quiet move gives and takes; nothing while a jump is still to come."""
    taken, given = (sum(len(move.captures) for move in line[begin::2]) for begin in (0, 1))
    if unsettled or not given or line[0].is_jump:
        return ProblemTheme(0)
    if taken > given:
        return ProblemTheme.SHOT
    return ProblemTheme.EXCHANGE if taken == given else ProblemTheme.SACRIFICE


def _crowns(position: Position, line: Sequence[Move]) -> bool:
    last_row = range(29, 33) if position.turn == BLACK else range(1, 5)
    for n, move in enumerate(line):
        piece = position.piece_at(move.origin)
        if n % 2 == 0 and piece and not piece.king and move.target in last_row:
            return True
        position = position.play(move)
    return False


def _squeezes(end: Position) -> bool:
    replies = [] if end.must_jump else end.legal_moves()
    return bool(replies) and all(end.play(reply).must_jump for reply in replies)


def _ahead(position: Position, colour: Colour) -> int:
    return len(position.pieces(colour)) - len(position.pieces(colour.opponent))


def _after(position: Position, line: Iterable[Move]) -> Position:
    for move in line:
        position = position.play(move)
    return position
