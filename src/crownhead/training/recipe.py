"""The recipe of weights: everything that self-play and fitting depend on, in one file.

The same recipe gives the same samples on every machine. `recipe.toml` beside this file is that of the project's own
weights.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from crownhead.errors import LearnError

if TYPE_CHECKING:
    from pathlib import Path

Count = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]
_Recipe = TypeVar("_Recipe", "PlayRecipe", "FitRecipe")


class PlayRecipe(Struct, frozen=True, forbid_unknown_fields=True):
    seed: int = 1
    games: Count = 100
    """In a shard."""
    nodes: Count = 3000
    """For each score."""
    ballots: tuple[str, ...] = ("3-move", "11-man")
    """Sets of openings, each as likely as another."""
    opening_plies: Annotated[int, Meta(ge=0, le=100)] = 12
    """At most so many moves by chance after the ballot."""
    random_moves: Share = 0.14
    """The share of moves that chance makes later."""
    aside: Share = 0.5
    """How often a position up to three moves by chance away is scored too."""
    endings: Share = 0.4
    """The share of games that begin with an ending by chance."""
    least_pieces: Annotated[int, Meta(ge=4, le=24)] = 7
    """In such an ending."""
    most_pieces: Annotated[int, Meta(ge=4, le=24)] = 12
    settled_plies: Annotated[int, Meta(ge=0, le=240)] = 14
    """That a game goes on when its outcome is known."""
    fewest_pieces: Annotated[int, Meta(ge=0, le=24)] = 0
    """A game in which fewer are left ends: most positions of a whole one are endings."""
    td_lambda: Share = 0.9
    """How much each later score of the game counts, compared with the one before it; 0 for none but its own."""
    tablebase_pieces: Annotated[int, Meta(ge=0, le=24)] = 0
    """Of the endgame database that is asked; 0 for none."""

    def __post_init__(self) -> None:
        if self.least_pieces > self.most_pieces:
            raise ValueError(
                f"least_pieces is {self.least_pieces}, more than most_pieces, {self.most_pieces}"
            )
        if self.endings and self.fewest_pieces > self.least_pieces:
            raise ValueError(
                f"fewest_pieces is {self.fewest_pieces}, more than least_pieces, {self.least_pieces}: endings would "
                "be over before they begin"
            )
        if not self.ballots:
            raise ValueError("ballots names no set of openings")


class FitRecipe(Struct, frozen=True, forbid_unknown_fields=True):
    seed: int = 1
    epochs: Count = 10
    batch: Count = 8192
    rate: Annotated[float, Meta(gt=0)] = 0.003
    """Of learning, at the beginning; it falls to nothing along a cosine."""
    decay: Annotated[float, Meta(ge=0)] = 1e-5
    """Pull of every number of a pattern towards where it began."""
    steepness: Annotated[float, Meta(gt=0)] = 90.0
    """Of scores, in the unit of the core: what changes the odds by the factor e."""
    trust: Share = 0.0
    """How much the result of the game counts, where it is known; the rest is the score of the search."""
    held_out: Annotated[float, Meta(gt=0, lt=1)] = 0.05
    """The share of the samples that the weights are tried on and not fitted to."""


class RoundChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """What a round does otherwise than [play] and [fit] say."""

    shards: Count = 100
    window: Count = 2
    """Of how many rounds the games are fitted to: its own, and the latest before it. Older scores know less."""
    play: dict[str, Any] = {}
    fit: dict[str, Any] = {}


class RoundRecipe(Struct, frozen=True):
    """All that a round of playing and fitting depends on, besides the weights that it begins with."""

    shards: int
    window: int
    play: PlayRecipe
    fit: FitRecipe


class TrainingRecipe(Struct, frozen=True):
    play: PlayRecipe = PlayRecipe()
    fit: FitRecipe = FitRecipe()
    rounds: tuple[RoundChanges, ...] = ()

    def __post_init__(self) -> None:
        for number in range(1, len(self.rounds) + 1):
            try:
                self.round(number)
            except msgspec.ValidationError as error:
                raise ValueError(f"round {number}: {error}") from None

    def round(self, number: int) -> RoundRecipe:
        """From 1. Those after the last listed are like it. No two play the same games, unless they name a seed."""
        listed = self.rounds[min(number, len(self.rounds)) - 1] if self.rounds else RoundChanges()
        play = _changed(self.play, {"seed": self.play.seed + number - 1, **listed.play})
        return RoundRecipe(listed.shards, listed.window, play, _changed(self.fit, listed.fit))


def _changed(recipe: _Recipe, changes: dict[str, Any]) -> _Recipe:
    """Raises msgspec.ValidationError."""
    return msgspec.convert({**msgspec.structs.asdict(recipe), **changes}, type(recipe))


def read_recipe(path: Path | None = None) -> TrainingRecipe:
    """The project's own without a path. Raises LearnError."""
    source = files("crownhead.training").joinpath("recipe.toml") if path is None else path
    try:
        return msgspec.toml.decode(source.read_bytes(), type=TrainingRecipe)
    except OSError as error:
        raise LearnError(f"cannot read the recipe: {error}") from None
    except (msgspec.DecodeError, ValueError) as error:
        raise LearnError(f"{source}: {error}") from None
