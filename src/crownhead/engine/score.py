"""What a position is worth, as an engine says it: a proved result, a database's verdict, or an opinion."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import total_ordering
from typing import TYPE_CHECKING

from crownhead import _core

if TYPE_CHECKING:
    from crownhead.rules.colour import Colour

KNOWN_WIN, DATABASE_WIN = 30000, 20000
"""What stands for a win in hundredths of a man, so that scores compare: beyond every evaluation."""


class ScoreKind(Enum):
    """What a score says: a win, a loss or a draw that is known, or the engine's evaluation."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    EVALUATION = "evaluation"

    @property
    def opposite(self) -> ScoreKind:
        """What it is for the other side."""
        return {ScoreKind.WIN: ScoreKind.LOSS, ScoreKind.LOSS: ScoreKind.WIN}.get(self, self)


_KINDS = {
    _core.ScoreKind.WIN_IN: (ScoreKind.WIN, 0),
    _core.ScoreKind.LOSS_IN: (ScoreKind.LOSS, 0),
    _core.ScoreKind.DATABASE_WIN: (ScoreKind.WIN, DATABASE_WIN),
    _core.ScoreKind.DATABASE_LOSS: (ScoreKind.LOSS, -DATABASE_WIN),
    _core.ScoreKind.DATABASE_DRAW: (ScoreKind.DRAW, 0),
    _core.ScoreKind.EVALUATION: (ScoreKind.EVALUATION, 0),
}


@total_ordering
@dataclass(frozen=True, slots=True, eq=True)
class Score:
    """Seen by one colour. Scores of the same view compare; -score is the same judgement seen by the other."""

    kind: ScoreKind
    centimen: int
    """Hundredths of a man. A win or loss is a number beyond every evaluation, the sooner the larger."""
    colour: Colour
    """Whose view it is."""
    plies: int | None = None
    """Until the loser cannot move, in a win or loss whose distance is known."""
    exact: bool = False
    """Proved, by a database or by the search."""

    @classmethod
    def win(cls, colour: Colour, plies: int | None = None, *, exact: bool = False) -> Score:
        """Of this colour, seen by it: in so many plies, or at a distance that is not known."""
        worth = DATABASE_WIN if plies is None else KNOWN_WIN - plies
        return cls(ScoreKind.WIN, worth, colour, plies, exact)

    @classmethod
    def loss(cls, colour: Colour, plies: int | None = None, *, exact: bool = False) -> Score:
        """Of this colour, seen by it, as win()."""
        return -cls.win(colour.opponent, plies, exact=exact)

    @classmethod
    def of_core(cls, score: _core.Score, colour: Colour) -> Score:
        """What the core says for `colour`, who is to move."""
        kind, worth = _KINDS[score.kind]
        plies = score.plies
        if plies is not None:
            won = kind is ScoreKind.WIN
            return cls.win(colour, plies, exact=True) if won else cls.loss(colour, plies, exact=True)
        return cls(kind, worth + score.centimen, colour, exact=kind is not ScoreKind.EVALUATION)

    def __neg__(self) -> Score:
        kind, colour = self.kind.opposite, self.colour.opponent
        return replace(self, kind=kind, centimen=-self.centimen, colour=colour)

    @property
    def before(self) -> Score:
        """What the move that led here is worth to who made it: the other's view, and its ply counts too."""
        seen = -self
        if self.plies is None:
            return seen
        sooner = 1 if seen.kind is ScoreKind.LOSS else -1
        return replace(seen, plies=self.plies + 1, centimen=seen.centimen + sooner)

    def seen_by(self, colour: Colour) -> Score:
        """The same judgement from this side's view."""
        return self if colour == self.colour else -self

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        if self.colour != other.colour:
            raise ValueError("scores compare from one view only: use seen_by() first")
        return self.centimen < other.centimen

    def __str__(self) -> str:
        if self.kind is ScoreKind.EVALUATION:
            return f"{self.centimen / 100:+.2f}"
        return f"{self.kind.value} (database)" if self.plies is None else f"{self.kind.value} in {self.plies}"
