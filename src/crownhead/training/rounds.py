"""Rounds of learning: each plays games with the weights of the one before, and fits its own to them.

    FOLDER/begin.weights        what the first round plays with: given, or counting men and kings alone
    FOLDER/round-1/             its samples
    FOLDER/round-1.weights      what was fitted to them
    FOLDER/round-2/ ...

What is there is not made again, so work that was ended in whatever way goes on where it was.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.engine.weights import material, read, write
from crownhead.errors import LearnError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Round:
    folder: Path
    number: int
    """From 1."""

    @property
    def samples(self) -> Path:
        return self.folder / f"round-{self.number}"

    @property
    def weights(self) -> Path:
        """What is fitted."""
        return self.folder / f"round-{self.number}.weights"

    @property
    def player(self) -> Path:
        """The weights that its games are played with."""
        return self.before.weights if self.number > 1 else beginning_of(self.folder)

    @property
    def begin(self) -> Path | None:
        """The weights that fitting begins with; None for chance, where the player only counts pieces."""
        return None if read(self.player) == material().tobytes() else self.player

    @property
    def before(self) -> Round:
        return Round(self.folder, self.number - 1)

    def fitted_to(self, window: int) -> list[Path]:
        """The games of so many rounds, its own the last."""
        first = max(self.number - window + 1, 1)
        return [Round(self.folder, number).samples for number in range(first, self.number + 1)]


def beginning_of(folder: Path) -> Path:
    return folder / "begin.weights"


def rounds_in(folder: Path, count: int, begin: Path | None) -> Iterator[Round]:
    """Those that have no weights yet, in order. Raises LearnError if the folder began with other weights."""
    folder.mkdir(parents=True, exist_ok=True)
    _begin(beginning_of(folder), begin)
    for number in range(1, count + 1):
        one = Round(folder, number)
        if not one.weights.exists():
            yield one


def _begin(path: Path, begin: Path | None) -> None:
    if not path.exists():
        write(path, material() if begin is None else array("h", read(begin)))
    elif begin is not None and read(path) != read(begin):
        raise LearnError(f"{path.parent} was begun with other weights than {begin}: choose another folder")
