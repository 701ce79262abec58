"""What can be claimed of a position, for the side to move and without the draw rules that count moves."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from crownhead.rules.colour import Colour


class ForcedResult(Enum):
    """What one player can force."""

    WIN = 0
    NO_LOSS = 1


class Forced(NamedTuple):
    """One part of a claim: this player can force this."""

    prover: Colour
    result: ForcedResult

    @property
    def attacker(self) -> Colour:
        """Whose win is in question."""
        return self.prover if self.result is ForcedResult.WIN else self.prover.opponent

    @property
    def opposite(self) -> Forced:
        """What is true if this is not."""
        return Forced(
            self.prover.opponent,
            ForcedResult.NO_LOSS if self.result is ForcedResult.WIN else ForcedResult.WIN,
        )


class Claim(Enum):
    """What a proof says of the side to move."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    NOT_LOSS = "not-loss"
    NOT_WIN = "not-win"

    def parts(self, turn: Colour) -> tuple[Forced, ...]:
        """What has to be shown, each by a certificate of its own."""
        no_loss, no_win = Forced(turn, ForcedResult.NO_LOSS), Forced(turn.opponent, ForcedResult.NO_LOSS)
        return {
            Claim.WIN: (no_win.opposite,),
            Claim.LOSS: (no_loss.opposite,),
            Claim.DRAW: (no_loss, no_win),
            Claim.NOT_LOSS: (no_loss,),
            Claim.NOT_WIN: (no_win,),
        }[self]

    @classmethod
    def of(cls, part: Forced, turn: Colour) -> Claim:
        """The claim that has this part alone."""
        return next(claim for claim in cls if claim.parts(turn) == (part,))

    def says(self, turn: Colour) -> str:
        """As a sentence."""
        mover, other = turn.title, turn.opponent.title
        return {
            Claim.WIN: f"{mover} wins",
            Claim.LOSS: f"{other} wins",
            Claim.DRAW: "It is a draw",
            Claim.NOT_LOSS: f"{mover} does not lose",
            Claim.NOT_WIN: f"{other} does not lose",
        }[self]
