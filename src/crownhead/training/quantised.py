"""The evaluation in whole numbers, as the core calculates it, number for number: what tests hold the core against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from crownhead import _core
from crownhead.rules.piece import MOST_PIECES

if TYPE_CHECKING:
    from crownhead.training.batch import Batch

    Numbers = np.ndarray[Any, Any]

SHAPE = _core.NETWORK
INPUTS, LANES, UNITS, BUCKETS = SHAPE.inputs, SHAPE.lanes, SHAPE.units, SHAPE.buckets
LIMIT = 8000
"""No evaluation is beyond."""


class Quantised:
    def __init__(self, words: bytes) -> None:
        numbers = np.frombuffer(words, np.int16).astype(np.int64)
        parts = [
            (SHAPE.terms, 2),
            (len(SHAPE.pattern_squares) * SHAPE.pattern_states, LANES),
            (2, 32, LANES),
            (len(SHAPE.king_pattern_squares) * SHAPE.king_pattern_states, LANES),
            (BUCKETS, UNITS * (2 * LANES + 1) + UNITS + 1),
        ]
        ends = np.cumsum([np.prod(shape) for shape in parts])
        split = np.split(numbers, ends[:-1])
        self._terms, self._rows, self._kings, self._king_rows, buckets = (
            numbers.reshape(shape) for numbers, shape in zip(split, parts, strict=True)
        )
        units = buckets[:, : -UNITS - 1].reshape(BUCKETS, UNITS, 2 * LANES + 1)
        self._weights = units[:, :, :-1].reshape(BUCKETS, UNITS, 2, LANES)[..., :INPUTS]
        self._biases = units[:, :, -1] * SHAPE.one
        self._outputs, self._output_biases = buckets[:, -UNITS - 1 : -1], buckets[:, -1] * SHAPE.one

    def of(self, batch: Batch) -> Numbers:
        """For the mover of each, in the unit of the core."""
        views = self._rows[batch.rows].sum(axis=2)
        views += (
            self._king_rows[batch.king_rows].sum(axis=2) * batch.has_kings.astype(np.int64)[:, None, None]
        )
        views += np.einsum("bvks,ksl->bvl", batch.kings.astype(np.int64), self._kings)
        tapered = batch.terms.astype(np.int64) @ self._terms + views[:, 0, INPUTS:] - views[:, 1, INPUTS:]
        pieces = batch.pieces.astype(np.int64)
        counted = _towards_zero(tapered[:, 0] * pieces + tapered[:, 1] * (MOST_PIECES - pieces), MOST_PIECES)
        found: Numbers = np.clip(
            counted + self._outputs_of(views[:, :, :INPUTS], batch.buckets), -LIMIT, LIMIT
        )
        return found

    def _outputs_of(self, views: Numbers, buckets: Numbers) -> Numbers:
        inputs = np.clip(views, 0, SHAPE.one)
        sums = np.einsum("bvi,buvi->bu", inputs, self._weights[buckets]) + self._biases[buckets]
        units = np.clip(sums >> SHAPE.one.bit_length() - 1, 0, SHAPE.one)
        output = (units * self._outputs[buckets]).sum(axis=1) + self._output_biases[buckets]
        return _towards_zero(output, SHAPE.output_scale * SHAPE.one)


def _towards_zero(numbers: Numbers, divisor: int) -> Numbers:
    """As C++ divides."""
    quotient: Numbers = np.sign(numbers) * (np.abs(numbers) // divisor)
    return quotient
