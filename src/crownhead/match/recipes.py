"""Players of this package for a match. A recipe is small and can be sent to another process."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crownhead.engine.levels import FULL_STRENGTH
from crownhead.match.contender import Contender, EngineContender, PlayerContender
from crownhead.match.pace import UNLIMITED, Pace

if TYPE_CHECKING:
    from collections.abc import Callable

    from crownhead.jobs import Pool
    from crownhead.match.contender import Recipe
    from crownhead.play.player import Player


@dataclass(frozen=True, slots=True)
class EngineRecipe:
    """The engine, in the process that plays the game."""

    name: str
    pace: Pace | None = None
    level: int = FULL_STRENGTH
    threads: int = 1
    hash_mb: int = 64
    tablebase: str | None = "auto"
    weights: str | None = None
    book: str | None = None

    def __call__(self) -> Contender:
        from crownhead.engine import Engine

        return EngineContender(
            Engine(
                self.threads, self.hash_mb, self.tablebase, self.level, weights=self.weights, book=self.book
            )
        )


@dataclass(frozen=True, slots=True)
class PlayerRecipe:
    """Anything with `choose`; `make` must be found by name in another process, as a class or a partial is."""

    name: str
    make: Callable[[], Player]
    pace: Pace | None = UNLIMITED

    def __call__(self) -> Contender:
        return PlayerContender(self.make())


FILES = ("tablebase", "weights", "book", "path")
"""What names a file or a directory in a recipe; "auto" is whatever is the user's own."""


def files_of(recipe: Recipe) -> dict[str, str]:
    """The hashes of its files. Not of databases: all that have so many pieces say the same."""
    given: dict[str, Any] = {name: getattr(recipe, name, None) for name in FILES if name != "tablebase"}
    paths = {name: Path(path) for name, path in given.items() if path not in (None, "auto")}
    return {
        name: hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        for name, path in paths.items()
        if path.is_file()
    }


def shared(recipe: Recipe, pool: Pool) -> Recipe:
    """With its files under the names by which the processes of the pool find them."""
    given: dict[str, Any] = {name: getattr(recipe, name, None) for name in FILES}
    named = {name: pool.share(path) for name, path in given.items() if path not in (None, "auto")}
    return replace(recipe, **named) if named else recipe  # type: ignore[type-var]
