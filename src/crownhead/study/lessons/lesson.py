"""Lessons as data. docs/lessons.md describes the format of the files; a test plays every lesson through."""

from __future__ import annotations

from enum import Enum
from functools import cache
from importlib import resources

import msgspec

from crownhead.errors import UnknownLesson
from crownhead.rules.position import Position


class Goal(Enum):
    """What the learner has to do at a step."""

    READ = "read"
    """Nothing: look at the board and go on."""
    MOVE = "move"
    """Play one of `moves`, or any move where none is listed."""
    TAKE = "take"
    """Take `pieces` pieces in one move."""
    CROWN = "crown"
    """Make a king."""
    SHOT = "shot"
    """Find the learner's moves of the line `moves`; the opponent's replies are forced."""
    WIN = "win"
    """Win within `within` moves against the best defence."""
    DRAW = "draw"
    """Hold the draw for `within` moves against the best attack."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position, a text, and what the learner has to do."""

    text: str
    """What the learner reads before moving."""
    fen: str
    goal: Goal = Goal.READ
    moves: tuple[str, ...] = ()
    pieces: int = 1
    within: int = 1
    right: str = "Right."
    """Said when the goal is reached."""
    wrong: str = ""
    """Said to another legal move; what is wrong with an illegal one, the rules say."""

    @property
    def position(self) -> Position:
        """The position of the FEN."""
        return Position.from_fen(self.fen)

    @property
    def shot(self) -> tuple[str, ...]:
        """The line that is to be found, if this is a shot."""
        return self.moves if self.goal is Goal.SHOT else ()


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson: its title and its steps."""

    name: str = ""
    """Of its file: short, in addresses and on the command line."""
    title: str
    chapter: str
    source: str = ""
    """Where a name or a position was found."""
    step: tuple[Step, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps in their order."""
        return self.step


@cache
def lessons() -> tuple[Lesson, ...]:
    """In the order in which they are to be learnt: their files are numbered."""
    folder = resources.files("crownhead.study.lessons")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name)
    return tuple(_read(file.name, file.read_bytes()) for file in files)


def _read(file: str, text: bytes) -> Lesson:
    name = file.removesuffix(".toml").partition("-")[2]
    return msgspec.structs.replace(msgspec.toml.decode(text, type=Lesson), name=name)


def lesson(name: str) -> Lesson:
    """By its name or its number, which counts from 1."""
    if name.isascii() and name.isdigit() and 1 <= int(name[:4]) <= len(lessons()):
        return lessons()[int(name) - 1]
    for one in lessons():
        if one.name == name.lower():
            return one
    raise UnknownLesson(
        f"there is no lesson {name!r}: they are numbered 1 to {len(lessons())}, and named "
        + ", ".join(one.name for one in lessons())
    )
