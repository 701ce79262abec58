"""A fit that can go on after an interruption: its state after each epoch, in a file.

The file is a numpy archive. It names the recipe and the samples; a fit of others does not take it for its own.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import msgspec
import numpy as np

from crownhead.errors import LearnError
from crownhead.files import replacing
from crownhead.training.fit import Epoch, FitState
from crownhead.training.network import SHAPES, Parameters

if TYPE_CHECKING:
    from pathlib import Path

    from crownhead.training.recipe import FitRecipe
    from crownhead.training.samples import Samples


class Checkpoint:
    def __init__(self, path: Path, recipe: FitRecipe, samples: Samples, weights: bytes | None) -> None:
        self._path = path
        self._identity = {
            "recipe": msgspec.to_builtins(recipe),
            "samples": hashlib.sha256(samples.tobytes()).hexdigest(),
            "weights": None if weights is None else hashlib.sha256(weights).hexdigest(),
        }

    def write(self, state: FitState) -> None:
        """All or nothing."""
        header = {"identity": self._identity, "step": state.step, "epochs": state.epochs}
        arrays: dict[str, Any] = {
            f"{part}_{name}": np.asarray(numbers)
            for part in ("parameters", "mean", "square")
            for name, numbers in getattr(state, part)._asdict().items()
        }
        with replacing(self._path) as file:
            np.savez(file, header=np.array(json.dumps(header)), **arrays)

    def read(self) -> FitState | None:
        """None if there is no file. Raises LearnError for a damaged one, or one of another fit."""
        if not self._path.exists():
            return None
        try:
            with self._path.open("rb") as file, np.load(file) as archive:
                header = json.loads(str(archive["header"]))
                parameters, mean, square = (_part(archive, name) for name in ("parameters", "mean", "square"))
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise LearnError(f"{self._path} is no checkpoint, or damaged: {error}") from None
        if header["identity"] != self._identity:
            found = header["identity"]
            different = [name for name, value in self._identity.items() if found.get(name) != value]
            raise LearnError(
                f"{self._path} belongs to a fit with other {' and '.join(different)}: remove it to begin anew"
            )
        epochs = [Epoch(*epoch) for epoch in header["epochs"]]
        return FitState(parameters, mean, square, header["step"], epochs)

    def remove(self) -> None:
        self._path.unlink(missing_ok=True)


def _part(archive: Any, part: str) -> Parameters:
    found = Parameters(*(jnp.asarray(archive[f"{part}_{name}"]) for name in Parameters._fields))
    for name, numbers, shape in zip(Parameters._fields, found, SHAPES, strict=True):
        if numbers.shape != tuple(shape):
            raise ValueError(f"{name} has the shape {numbers.shape}, not {shape}")
    return found
