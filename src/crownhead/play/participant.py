"""Who plays one side of a game, how strong and how fast."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from crownhead.engine.levels import FULL_STRENGTH

if TYPE_CHECKING:
    from crownhead.play.clock import Control

DEFAULT_SECONDS = 1.0


class Role(Enum):
    """What decides for a side: a person, crownhead's engine, or another program."""

    PERSON = "person"
    ENGINE = "engine"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Participant:
    """Who plays a side: a person, the engine at a level, or another program.

    >>> Participant.engine(level=4).name
    'crownhead, level 4'
    """

    name: str
    role: Role = Role.PERSON
    level: int = FULL_STRENGTH
    """Of the engine (see engine.levels); nobody asks for that of others."""
    seconds: float = DEFAULT_SECONDS
    """That the engine may think about a move, where it has no clock."""
    control: Control | None = None

    @classmethod
    def person(cls, name: str = "Player", control: Control | None = None) -> Participant:
        """A person."""
        return cls(name, control=control)

    @classmethod
    def engine(
        cls, level: int = FULL_STRENGTH, seconds: float = DEFAULT_SECONDS, control: Control | None = None
    ) -> Participant:
        """The engine at a level."""
        name = "crownhead" if level == FULL_STRENGTH else f"crownhead, level {level}"
        return cls(name, Role.ENGINE, level, seconds, control)

    @classmethod
    def program(cls, name: str, control: Control | None = None) -> Participant:
        """Another program."""
        return cls(name, Role.PROGRAM, control=control)

    @property
    def is_person(self) -> bool:
        """Whether a person decides."""
        return self.role is Role.PERSON

    @property
    def is_engine(self) -> bool:
        """Whether the engine decides."""
        return self.role is Role.ENGINE
