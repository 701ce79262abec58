"""Samples: positions of games with what became of them, 16 bytes each, in a file that only grows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from crownhead.errors import LearnError

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
        ("score", "<i2"),  # of the search, in hundredths of a man, for Black
    ]
)


def read_samples(paths: Iterable[Path]) -> Samples:
    """Of all the files. A sample that was cut off at the end of one, by a kill, is left out."""
    found = [_read(path) for path in paths]
    samples: Samples = np.concatenate(found) if found else np.empty(0, SAMPLE)
    if not len(samples):
        raise LearnError("the files hold no samples: play some games first")
    return samples


def _read(path: Path) -> Samples:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise LearnError(f"cannot read the samples: {error}") from None
    samples = np.frombuffer(content[: len(content) // SAMPLE.itemsize * SAMPLE.itemsize], SAMPLE)
    possible = (samples["black"] & samples["white"]) == 0
    possible &= (samples["result"] >= -1) & (samples["result"] <= UNKNOWN) & (samples["white_to_move"] <= 1)
    if not possible.all():
        raise LearnError(f"{path} is no file of samples: number {int(np.argmin(possible)) + 1} is impossible")
    return samples
