"""What one player asks of the other: a draw, or to take a move back or play it again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crownhead.rules.colour import Colour


class OfferKind(Enum):
    """What one player may offer or ask of the other."""

    DRAW = "draw"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that waits for an answer."""

    kind: OfferKind
    by: Colour

    @property
    def to(self) -> Colour:
        """Who has to answer."""
        return self.by.opponent
