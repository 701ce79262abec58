"""What is certain of a position: by endgame databases, and above them by proof-number search that ends in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead._core import EndgameValue, ProofOutcome, ProofSearch, Verdict
from crownhead.engine.weights import standard_evaluation

if TYPE_CHECKING:
    from crownhead.rules.colour import Colour
    from crownhead.rules.position import Position
    from crownhead.tablebase.tablebase import Tablebase

TABLE_MB = 16
SECONDS = 1e9
"""No limit: what is found depends on nodes alone, so it is the same on every machine."""
HOLD_SHARE = 2
"""Positions of a set that holds, for so many nodes."""


class Certainty:
    def __init__(self, tables: Tablebase, nodes: int) -> None:
        """`nodes` is the limit of each proof."""
        self._tables = tables
        self._nodes = nodes
        self._searches: dict[Colour, ProofSearch] = {}

    @property
    def most_pieces(self) -> int:
        """Positions with so many or fewer are known at once."""
        return self._tables.most_pieces

    def wins(self, position: Position, attacker: Colour) -> bool | None:
        """Whether this player wins, by the best play of both; None where it was not found out."""
        known = self._tables.core.probe(position)
        if isinstance(known, EndgameValue):
            return known.verdict is (Verdict.WIN if position.turn == attacker else Verdict.LOSS)
        outcome = self._proved(position, attacker)
        return None if outcome is ProofOutcome.UNKNOWN else outcome is ProofOutcome.PROVED

    def _proved(self, position: Position, attacker: Colour) -> ProofOutcome:
        if attacker not in self._searches:
            endgames = self._tables.core
            self._searches[attacker] = ProofSearch(bool(attacker), TABLE_MB, standard_evaluation(), endgames)
        search = self._searches[attacker]
        outcome = search.search(position, self._nodes, SECONDS)
        if outcome is ProofOutcome.UNKNOWN:
            outcome = search.hold(position, self._nodes // HOLD_SHARE, SECONDS)
        return outcome

    def forget(self) -> None:
        """What was proved before changes how many nodes the next proof takes."""
        self._searches.clear()
