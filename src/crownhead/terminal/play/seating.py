"""Who sits at the terminal's table, as it is asked for: the engine's colours, level and time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.engine.levels import DEFAULT_LEVEL
from crownhead.play.participant import DEFAULT_SECONDS, Participant
from crownhead.rules.colour import WHITE, Colour

if TYPE_CHECKING:
    from crownhead.play.clock import Control
    from crownhead.play.in_progress import GameInProgress


@dataclass(frozen=True, slots=True)
class Seating:
    engines: frozenset[Colour] = frozenset({WHITE})
    """The colours that the engine plays; people play the others."""
    level: int = DEFAULT_LEVEL
    """As in engine.levels."""
    seconds: float = DEFAULT_SECONDS
    """That the engine may think about a move where there is no clock, and about a hint."""
    control: Control | None = None

    @property
    def people(self) -> list[Colour]:
        return [colour for colour in Colour if colour not in self.engines]

    def players(self) -> dict[Colour, Participant]:
        name = "Player" if len(self.people) == 2 else "You"
        engine = Participant.engine(self.level, self.seconds, self.control)
        person = Participant.person(name, self.control)
        return {colour: engine if colour in self.engines else person for colour in Colour}

    @classmethod
    def of(cls, game: GameInProgress, otherwise: Seating) -> Seating:
        """At a game that goes on. Where no engine plays, it would be as in another seating."""
        engines = [colour for colour, player in game.players.items() if not player.is_person]
        engine = game.players[engines[0]] if engines else None
        return cls(
            frozenset(engines),
            engine.level if engine else otherwise.level,
            engine.seconds if engine else otherwise.seconds,
            game.players[WHITE].control,
        )
