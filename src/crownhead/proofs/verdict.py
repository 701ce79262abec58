"""Whether a verdict on a position is proved, by what, and how that is said: here for the terminal, the browser, records
and Python alike.

A win or a loss that the engine has seen to its end is proved, though by nothing that a stranger could check; what a
database says is proved for whoever builds the same database; a certificate is proved for everybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from crownhead.engine.score import ScoreKind
from crownhead.proofs.claim import Claim

if TYPE_CHECKING:
    from crownhead.engine.score import Score
    from crownhead.rules.colour import Colour
    from crownhead.rules.position import Position
    from crownhead.tablebase.tablebase import Tablebase


class Ground(StrEnum):
    """What a verdict rests on."""

    SEARCH = "search"
    """The engine has seen where every line ends, on the board or in a database."""
    DATABASE = "database"
    """The position itself is in an endgame database."""
    CERTIFICATE = "certificate"

    @property
    def by(self) -> str:
        """In words, after "proved"."""
        return {
            Ground.SEARCH: "by search or database",
            Ground.DATABASE: "by the endgame database",
            Ground.CERTIFICATE: "with a certificate",
        }[self]


@dataclass(frozen=True, slots=True)
class ProvedVerdict:
    """Who wins a position, and how it is known."""

    turn: Colour
    winner: Colour | None
    """None is a draw."""
    ground: Ground
    plies: int | None = None
    """Until the loser cannot move, where it is known: of a search, at most."""

    @property
    def claim(self) -> Claim:
        """As `crownhead prove` has it: about the side to move."""
        if self.winner is None:
            return Claim.DRAW
        return Claim.WIN if self.winner == self.turn else Claim.LOSS

    @property
    def result(self) -> str:
        """White wins in 3 moves."""
        if self.winner is None:
            return self.claim.says(self.turn)
        most = " at most" if self.plies is not None and self.ground is Ground.SEARCH else ""
        return f"{self.claim.says(self.turn)}{in_moves(self.plies)}{most}"

    @property
    def sentence(self) -> str:
        """White wins in 3 moves, proved by the endgame database."""
        return f"{self.result}, proved {self.ground.by}."

    def __str__(self) -> str:
        return self.sentence


def verdict_of(
    position: Position, score: Score | None = None, tablebase: Tablebase | None = None
) -> ProvedVerdict | None:
    """What is proved of a position by a database or else by the score that an engine gave it; None if nothing is."""
    turn = position.turn
    value = tablebase.get(position) if tablebase is not None else None
    if value is not None:
        winner = {"win": turn, "loss": turn.opponent, "draw": None}[value.result]
        return ProvedVerdict(turn, winner, Ground.DATABASE, value.plies)
    if score is None or score.kind is ScoreKind.EVALUATION:
        return None
    if score.kind is ScoreKind.DRAW:  # the search proves none: it says so of positions in a database alone
        return ProvedVerdict(turn, None, Ground.DATABASE)
    winner = score.colour if score.kind is ScoreKind.WIN else score.colour.opponent
    return ProvedVerdict(turn, winner, Ground.SEARCH, score.plies)


def certified(position: Position, claim: Claim) -> ProvedVerdict:
    """What a certificate says of who wins, where it says so."""
    turn = position.turn
    winner = {Claim.WIN: turn, Claim.LOSS: turn.opponent, Claim.DRAW: None}[claim]
    return ProvedVerdict(turn, winner, Ground.CERTIFICATE)


def in_moves(plies: int | None) -> str:
    """A distance, in moves of the player who wins."""
    if plies is None:
        return ""
    moves = (plies + 1) // 2
    return f" in {moves} move" if moves == 1 else f" in {moves} moves"
