"""Who plays a game, how strong and how fast; and how that stands in the tags of its record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.rules.colour import WHITE, Colour
from crownhead.terminal.play.clock import Control

if TYPE_CHECKING:
    from collections.abc import Mapping

STRONGEST = 10
DEFAULT_LEVEL = 4
DEFAULT_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Setup:
    engines: frozenset[Colour] = frozenset({WHITE})
    """The colours that the engine plays; people play the others."""
    level: int | None = DEFAULT_LEVEL
    """1 to 10; None is as strong as it can."""
    seconds: float = DEFAULT_SECONDS
    """That the engine may think about a move where there is no clock, and about a hint."""
    control: Control | None = None

    @property
    def people(self) -> list[Colour]:
        return [colour for colour in Colour if colour not in self.engines]

    def name(self, colour: Colour) -> str:
        """As the record and the screen call a player."""
        if colour in self.engines:
            return f"crownhead, level {self.level}" if self.level else "crownhead"
        return "Player" if len(self.people) == 2 else "You"

    def tags(self) -> dict[str, str]:
        """What a record needs to say so that the game can go on another day."""
        tags = {}
        for colour in Colour:
            tags[title(colour)] = self.name(colour)
            tags[f"{title(colour)}Type"] = "program" if colour in self.engines else "human"
        if self.control:
            tags["TimeControl"] = str(self.control)
        if self.engines:
            tags["EngineLevel"] = str(self.level or "full")
            tags["EngineSeconds"] = f"{self.seconds:g}"
        return tags

    @classmethod
    def of_tags(cls, tags: Mapping[str, str], otherwise: Setup) -> Setup:
        """From a record; what it does not say, or says wrongly, is as in another setup."""
        types = {colour: tags.get(f"{title(colour)}Type") for colour in Colour}
        engines = otherwise.engines
        if all(kind in ("human", "program") for kind in types.values()):
            engines = frozenset(colour for colour, kind in types.items() if kind == "program")
        return cls(
            engines,
            _level(tags.get("EngineLevel", ""), otherwise.level),
            _seconds(tags.get("EngineSeconds", ""), otherwise.seconds),
            Control.of_text(tags["TimeControl"]) if "TimeControl" in tags else otherwise.control,
        )


def title(colour: Colour) -> str:
    return str(colour).capitalize()


def _level(text: str, otherwise: int | None) -> int | None:
    if text == "full":
        return None
    return int(text) if text.isascii() and text.isdigit() and 1 <= int(text) <= STRONGEST else otherwise


def _seconds(text: str, otherwise: float) -> float:
    try:
        seconds = float(text)
    except ValueError:
        return otherwise
    return seconds if 0 < seconds <= 3600 else otherwise
