"""Samples: positions of games with what became of them, as an array."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from crownhead.errors import LearnError
from crownhead.training.shard import read_shard, shards_in

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

Samples: TypeAlias = np.ndarray[Any, Any]
"""An array of SAMPLE."""

UNKNOWN = 2

SAMPLE = np.dtype(
    [
        ("black", "<u4"),  # a bit a square, square 1 the lowest
        ("white", "<u4"),
        ("kings", "<u4"),
        ("white_to_move", "u1"),
        ("result", "i1"),  # of the game: 1 if Black won, -1 if White did; or UNKNOWN
        ("score", "<i2"),  # of the search, in the unit of the core, for Black
    ]
)


def read_samples(folders: Iterable[Path]) -> Samples:
    """Of all the shards, in order; of a position that comes again only the last: in later rounds the engine knows
    more. Raises LearnError."""
    paths = [path for folder in folders for path in shards_in(folder).values()]
    found = [_checked(np.frombuffer(read_shard(path).samples, SAMPLE), path) for path in paths]
    if not sum(map(len, found)):
        raise LearnError("the folders hold no samples: play some games first")
    return without_duplicates(np.concatenate(found))


def without_duplicates(samples: Samples) -> Samples:
    boards = np.ascontiguousarray(samples[["black", "white", "kings", "white_to_move"]])
    packed = boards.astype([(name, "<u4") for name in boards.dtype.names or ()]).view("V16")
    _, from_the_end = np.unique(packed[::-1], return_index=True)
    return samples[np.sort(len(samples) - 1 - from_the_end)]


def _checked(samples: Samples, path: Path) -> Samples:
    possible = (samples["black"] & samples["white"]) == 0
    possible &= (samples["result"] >= -1) & (samples["result"] <= UNKNOWN) & (samples["white_to_move"] <= 1)
    if not possible.all():
        raise LearnError(f"{path}: sample {int(np.argmin(possible)) + 1} is impossible")
    return samples
