"""Games of the engine against itself, shard by shard. The games themselves are played by core/training/self_play.cpp.

A shard depends on the recipe and its number alone. One that is there is not played again, so work that was ended in
whatever way goes on where it was, and has lost the shards that were being played.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec

from crownhead import _core
from crownhead.engine.weights import evaluation, weights_bytes
from crownhead.errors import FileInUse, LearnError
from crownhead.files import Lock, objection
from crownhead.jobs import Work, results
from crownhead.record.openings.sets import SETS, opening_set
from crownhead.tablebase.tablebase import Tablebase
from crownhead.training.shard import Shard, read_shard, shards_in
from crownhead.version import SELF_PLAY, version

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping
    from pathlib import Path

    from crownhead.jobs import Pool
    from crownhead.training.recipe import PlayRecipe


@dataclass(frozen=True, slots=True)
class SelfPlayWork:
    """What a process needs to play shards."""

    recipe: PlayRecipe
    weights: str | None = None
    tablebase: str | None = None
    """The directory of an endgame database; None for the user's own."""

    def __call__(self) -> Author:
        return Author(self)

    def shared(self, pool: Pool) -> SelfPlayWork:
        """As the processes of a pool find its files."""
        weights, tablebase = (p and pool.share(p) for p in (self.weights, self.tablebase))
        return replace(self, weights=weights, tablebase=tablebase)

    @property
    def identity(self) -> Mapping[str, Any]:
        """All that the samples depend on, in the form that JSON gives back."""
        digest = hashlib.sha256(weights_bytes(self.weights)).hexdigest()
        recipe = json.loads(msgspec.json.encode(self.recipe))
        return {**recipe, "weights": digest, "code": version(*SELF_PLAY)}


class Author:
    """Plays shards, one at a time. A worker of a process."""

    def __init__(self, settings: SelfPlayWork) -> None:
        recipe = settings.recipe
        self._recipe = recipe
        self._endgames = endgames(settings)
        ballots = [[opening.board().position for opening in opening_set(name)] for name in recipe.ballots]
        self._core = _core.SelfPlay(
            evaluation(settings.weights),
            None if self._endgames is None else self._endgames.core,
            ballots,
            nodes=recipe.nodes,
            opening_plies=recipe.opening_plies,
            random_moves=recipe.random_moves,
            aside=recipe.aside,
            endings=recipe.endings,
            least_pieces=recipe.least_pieces,
            most_pieces=recipe.most_pieces,
            settled_plies=recipe.settled_plies,
            fewest_pieces=recipe.fewest_pieces,
            td_lambda=recipe.td_lambda,
        )

    def __call__(self, number: int) -> tuple[int, bytes]:
        digest = hashlib.sha256(f"{self._recipe.seed} {number}".encode()).digest()
        return number, self._core.play(int.from_bytes(digest[:8], "little"), self._recipe.games)

    def close(self) -> None:
        pass


def endgames(settings: SelfPlayWork) -> Tablebase | None:
    """The database, which must have just what the recipe says. Raises LearnError."""
    wanted = settings.recipe.tablebase_pieces
    if not wanted:
        return None
    tablebase = Tablebase.open(settings.tablebase)
    if tablebase.most_pieces != wanted:
        raise LearnError(
            f"the recipe asks for an endgame database of {wanted} pieces, and {tablebase.folder} has "
            f"{tablebase.most_pieces}: build it with crownhead tablebase build --pieces {wanted}, or change "
            "tablebase_pieces"
        )
    return tablebase


def play_shards(
    settings: SelfPlayWork, folder: Path, shards: int, pool: Pool, *, other_version: bool = False
) -> Generator[Shard, None, None]:
    """Those of 0 .. shards - 1 that are not in the folder, as they are written there. With `other_version`, another
    version of the code may have played those that are; each shard names its own. Raises LearnError."""
    unknown = [name for name in settings.recipe.ballots if name not in SETS]
    if unknown:
        raise LearnError(f"there is no set of openings {unknown[0]!r}: {', '.join(SETS)} are those there are")
    identity = settings.identity
    endgames(settings)  # raises before anything is written
    folder.mkdir(parents=True, exist_ok=True)
    try:
        lock = Lock(folder / "playing.lock")
    except FileInUse:
        raise LearnError(f"{folder}: another process is playing games for this folder") from None
    with lock:
        there = shards_in(folder)
        if there:
            last = read_shard(next(reversed(there.values()))).recipe
            if why := objection(last, identity, "recipe", other_version):
                raise LearnError(f"{folder} {why}")
        missing = (number for number in range(shards) if number not in there)
        for number, samples in results(pool, Work(settings.shared(pool)), missing):
            shard = Shard(identity, number, samples)
            shard.write(folder)
            yield shard
