"""What the rules say of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.rules.colour import BLACK, WHITE
from crownhead.study.explain.fact import Fact, Motif
from crownhead.study.explain.runaway import is_stopped, runs_home, steps_home

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.rules.square import Square
    from crownhead.study.explain.case import Case

BRIDGE = {BLACK: (1, 3), WHITE: (30, 32)}
"""Two men at home that keep the other side from crowning anywhere but at the price of a piece."""


def forced(case: Case) -> Iterator[Fact]:
    legal = case.position.legal_moves(unique=True)
    if case.is_forced:
        jump = ", and jumping is compulsory" if case.move.is_jump else ""
        yield Fact(Motif.FORCED, f"It is the only legal move{jump}.")
    elif case.move.is_jump:
        yield Fact(Motif.FORCED, f"A jump was compulsory; there were {len(legal)} to choose from.")


def ending(case: Case) -> Iterator[Fact]:
    if case.after.is_over:
        yield Fact(Motif.ENDS, "It wins the game: the other side has no move left.")


def crowning(case: Case) -> Iterator[Fact]:
    piece = case.position.piece_at(case.move.origin)
    if piece is not None and not piece.king and case.move.target.row == piece.colour.crownhead:
        yield Fact(Motif.CROWNS, "It makes a king.")


def repetition(case: Case) -> Iterator[Fact]:
    times = case.board.ply.occurrences(case.after) + 1
    if times == 2:
        yield Fact(Motif.REPEATS, "It brings a position for the second time.")
    elif times >= 3:
        yield Fact(Motif.REPEATS, "It brings a position for the third time: a draw can be claimed.")


def bridge(case: Case) -> Iterator[Fact]:
    guards = BRIDGE[case.mover]
    held = all(square in case.position.pieces(case.mover, king=False) for square in guards)
    men = case.position.pieces(case.mover.opponent, king=False)
    if held and men and case.move.origin in guards and not case.is_forced:
        where = f"{guards[0]} and {guards[1]}"
        yield Fact(Motif.BRIDGE, f"It breaks the bridge of {where}, the guard of the last row.")


def runaways(case: Case) -> Iterator[Fact]:
    piece = case.after.piece_at(case.move.target)
    if piece is not None and not piece.king and runs_home(case.after, case.move.target):
        yield Fact(Motif.RUNS, f"The man on {case.move.target} cannot be kept from becoming a king.")
    for man in case.after.pieces(case.mover.opponent, king=False):
        if case.is_worse and runs_home(case.after, man) and _best_stops(case, man):
            yield Fact(Motif.LETS_THROUGH, f"It lets the man on {man} through to become a king.")


def _best_stops(case: Case, man: Square) -> bool:
    """Whether the better move provably keeps this man from running home, or takes it."""
    if man in case.best.move.captures:
        return True
    steps = steps_home(man, case.mover.opponent) + 1
    return is_stopped(case.position.play(case.best.move), man, steps)
