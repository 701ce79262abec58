"""What an endgame database says of a move: exact, and the only thing here that needs no search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.proofs.verdict import Ground, in_moves
from crownhead.study.explain.fact import Fact, Motif

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.rules.move import Move
    from crownhead.rules.position import Position
    from crownhead.tablebase import Tablebase, Value

RANK = {"win": 2, "draw": 1, "loss": 0}
VERBS = {"win": "wins", "draw": "draws", "loss": "loses"}
BY = Ground.DATABASE.by
FAR = 1000
"""Plies: more than any distance."""


def endgame_facts(tablebase: Tablebase, position: Position, move: Move) -> Iterator[Fact]:
    """The value of the move, and the best one if the move gives a win or a draw away."""
    value = _value(tablebase, position, move)
    if value is None:
        return
    yield Fact(Motif.DATABASE, f"It {_says(value)}, {BY}.")
    best = _best(tablebase, position)
    if best is None:
        return
    other, better = best
    if RANK[better.result] > RANK[value.result]:
        text = f"It throws the {better.result} away: {position.notation(other)} {_says(better)}, {BY}."
        yield Fact(Motif.THROWN_AWAY, text, (other,))


def endgame_line(tablebase: Tablebase, position: Position, moves: int) -> tuple[Move, ...]:
    """How the game goes on by the database, for so many moves of both sides at most: the winner hurries, the loser
    holds out. Empty where a value on the way is not known."""
    line: list[Move] = []
    while len(line) < moves and not position.is_over:
        best = _best(tablebase, position)
        if best is None:
            break
        line.append(best[0])
        position = position.play(best[0])
    return tuple(line)


def continued(
    tablebase: Tablebase, position: Position, line: tuple[Move, ...], moves: int
) -> tuple[Move, ...]:
    """A line, and what the database knows of how it goes on: a search that has asked a database ends with it."""
    for move in line:
        position = position.play(move)
    return (*line, *endgame_line(tablebase, position, moves - len(line)))


def _best(tablebase: Tablebase, position: Position) -> tuple[Move, Value] | None:
    """The best move with its value, None where the database does not know all of them."""
    found = [(move, _value(tablebase, position, move)) for move in position.legal_moves(unique=True)]
    known = [(move, value) for move, value in found if value is not None]
    if len(known) < len(found) or not known:
        return None
    return max(known, key=lambda pair: _order(pair[1]))


def _order(value: Value) -> tuple[int, int]:
    plies = FAR if value.plies is None else value.plies
    return RANK[value.result], -plies if value.result == "win" else plies


def _says(value: Value) -> str:
    return f"{VERBS[value.result]}{in_moves(value.plies)}"


def _value(tablebase: Tablebase, position: Position, move: Move) -> Value | None:
    """For the player who makes the move."""
    after = tablebase.get(position.play(move))
    return after.before if after else None
