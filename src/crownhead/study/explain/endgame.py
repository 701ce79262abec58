"""What an endgame database says of a move: exact, and the only thing here that needs no search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.study.explain.facts import Fact, Theme

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.rules.move import Move
    from crownhead.rules.position import Position
    from crownhead.tablebase import Tablebase, Value

RANK = {"win": 2, "draw": 1, "loss": 0}
VERBS = {"win": "wins", "draw": "draws", "loss": "loses"}
BY = "by the endgame database"


def endgame_facts(tablebase: Tablebase, position: Position, move: Move) -> Iterator[Fact]:
    """The value of the move, and a better one if the move gives a win or a draw away."""
    value = _value(tablebase, position, move)
    if value is None:
        return
    when = "" if value.plies is None else f" in {value.plies} moves of both sides"
    yield Fact(Theme.DATABASE, f"It {VERBS[value.result]}{when}, {BY}.")
    for other in position.legal_moves(unique=True):
        better = _value(tablebase, position, other)
        if better is not None and RANK[better.result] > RANK[value.result]:
            name, verb = position.notation(other), VERBS[better.result]
            yield Fact(
                Theme.THROWN_AWAY, f"It throws the {better.result} away: {name} {verb}, {BY}.", (other,)
            )
            return


def _value(tablebase: Tablebase, position: Position, move: Move) -> Value | None:
    """For the player who makes the move."""
    after = tablebase.get(position.play(move))
    return after.before if after else None
