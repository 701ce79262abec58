"""The evaluation as the fitting sees it: real numbers, and what they make of a batch of positions.

core/evaluation/network.hpp says how they come together, and the shape is the core's. A new form of network is a change
of this file, of `quantised.py` and of the core; the gradient follows by itself.

Here every man and king on every square has inputs of its own besides the patterns that it is part of, so that what a
man does is learnt from all positions, also for patterns that are seldom seen. In the end they go into the patterns.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from crownhead import _core
from crownhead.rules.piece import MOST_PIECES

if TYPE_CHECKING:
    from crownhead.training.batch import Batch

    Numbers = np.ndarray[Any, Any]

SHAPE = _core.NETWORK
PATTERNS = len(SHAPE.pattern_squares)
PATTERN_SIZE = 8
INPUTS, LANES, UNITS, BUCKETS = SHAPE.inputs, SHAPE.lanes, SHAPE.units, SHAPE.buckets


class Parameters(NamedTuple):
    """Everything that is learnt; a gradient has the same form."""

    terms: jax.Array
    """[term, opening or ending]"""
    rows: jax.Array
    """[pattern and state, lane]"""
    men: jax.Array
    """[own or enemy, square, input]: besides the patterns."""
    kings: jax.Array
    """[own or enemy, square, input]: what a king adds to a man."""
    king_rows: jax.Array
    """[king pattern and state, lane]"""
    common: jax.Array
    """[input]"""
    weights: jax.Array
    """[bucket, unit, inputs of the mover, then of the other]"""
    biases: jax.Array
    """[bucket, unit]"""
    outputs: jax.Array
    """[bucket, unit]"""
    output_biases: jax.Array
    """[bucket]"""


SHAPES = Parameters(
    (SHAPE.terms, 2),
    (PATTERNS * SHAPE.pattern_states, LANES),
    (2, 32, INPUTS),
    (2, 32, INPUTS),
    (len(SHAPE.king_pattern_squares) * SHAPE.king_pattern_states, LANES),
    (INPUTS,),
    (BUCKETS, UNITS, 2 * INPUTS),
    (BUCKETS, UNITS),
    (BUCKETS, UNITS),
    (BUCKETS,),
)


def beginning(man: float, seed: int) -> Parameters:
    """A man and a king are worth something, the rest is chance."""
    dice = np.random.default_rng(seed)
    found = Parameters(*(np.zeros(shape, np.float32) for shape in SHAPES))
    found.terms[SHAPE.men_term], found.terms[SHAPE.kings_term] = man, 1.3 * man
    spreads = Parameters(0, 0, 0.05, 0.05, 0, 0.1, 0.3, 0, 0.2, 0)
    means = Parameters(0, 0, 0, 0, 0, 0.3, 0, 0.2, 0, 0)
    drawn = [
        n + dice.normal(m, s, n.shape) if m or s else n for n, m, s in zip(found, means, spreads, strict=True)
    ]
    return Parameters(*(jnp.asarray(numbers, jnp.float32) for numbers in drawn))


def values(parameters: Parameters, batch: Batch) -> jax.Array:
    """Of each position for the mover, in the unit of the parameters."""
    sums = _rows(parameters)[batch.rows].sum(axis=2)
    sums += parameters.king_rows[batch.king_rows].sum(axis=2) * batch.has_kings[:, None, None]
    kings = jnp.einsum("bvks,ksi->bvi", batch.kings, parameters.kings)
    inputs = jnp.clip(sums[:, :, :INPUTS] + kings + parameters.common, 0, 1).reshape(-1, 2 * INPUTS)
    tapered = batch.terms @ parameters.terms + sums[:, 0, INPUTS:] - sums[:, 1, INPUTS:]
    pieces = batch.pieces / MOST_PIECES
    counted = tapered[:, 0] * pieces + tapered[:, 1] * (1 - pieces)
    # all buckets, and then the right one: quicker than to gather the weights of each position's own
    units = jnp.clip(jnp.einsum("bi,kui->bku", inputs, parameters.weights) + parameters.biases, 0, 1)
    outputs = (units * parameters.outputs).sum(axis=2) + parameters.output_biases
    return counted + jnp.take_along_axis(outputs, batch.buckets[:, None], axis=1)[:, 0]


def quantised(parameters: Parameters, scale: float) -> array[int]:
    """As the core wants them, if 1 in here is to be a score of `scale` there."""
    p = Parameters(*(np.asarray(numbers, np.float64) for numbers in parameters))
    one = SHAPE.one
    rows: Numbers = np.array(_rows(parameters), np.float64)
    rows[: SHAPE.pattern_states, :INPUTS] += p.common
    units_of_lanes = np.where(np.arange(LANES) < INPUTS, one, scale)
    rows *= units_of_lanes
    kings = np.pad(p.kings * one, ((0, 0), (0, 0), (0, LANES - INPUTS)))
    weights = np.pad(
        p.weights.reshape(BUCKETS, UNITS, 2, INPUTS), ((0, 0), (0, 0), (0, 0), (0, LANES - INPUTS))
    )
    units = np.concatenate([weights.reshape(BUCKETS, UNITS, -1), p.biases[:, :, None]], axis=2) * one
    outputs = np.concatenate([p.outputs, p.output_biases[:, None]], axis=1) * scale * SHAPE.output_scale
    buckets = np.concatenate([units.reshape(BUCKETS, -1), outputs], axis=1)
    parts = (p.terms * scale, rows, kings, p.king_rows * units_of_lanes, buckets)
    found = np.concatenate([part.ravel() for part in parts])
    return array("h", np.clip(np.rint(found), -32000, 32000).astype(np.int16).tobytes())


def restored(words: bytes, scale: float) -> Parameters:
    """The parameters that `quantised` made these numbers of, as well as they can be known."""
    one = SHAPE.one
    left = np.frombuffer(words, np.int16).astype(np.float32)

    def take(*shape: int) -> Numbers:
        nonlocal left
        count = int(np.prod(shape))
        taken, left = left[:count].reshape(shape), left[count:]
        return taken

    terms = take(SHAPE.terms, 2) / scale
    units_of_lanes = np.where(np.arange(LANES) < INPUTS, one, scale)
    rows = take(*SHAPES.rows) / units_of_lanes
    kings = take(2, 32, LANES)[:, :, :INPUTS] / one
    king_rows = take(*SHAPES.king_rows) / units_of_lanes
    buckets = take(BUCKETS, UNITS * (2 * LANES + 1) + UNITS + 1)
    units = buckets[:, : -UNITS - 1].reshape(BUCKETS, UNITS, 2 * LANES + 1) / one
    weights = units[:, :, :-1].reshape(BUCKETS, UNITS, 2, LANES)[..., :INPUTS]
    outputs = buckets[:, -UNITS - 1 :] / (scale * SHAPE.output_scale)
    none = np.zeros(SHAPES.men, np.float32)
    found = (
        *(terms, rows, none, kings, king_rows, none[0, 0]),
        *(weights.reshape(BUCKETS, UNITS, -1), units[:, :, -1], outputs[:, :-1], outputs[:, -1]),
    )
    return Parameters(*(jnp.asarray(numbers, jnp.float32) for numbers in found))


def _rows(parameters: Parameters) -> jax.Array:
    """Of all patterns and states, with what belongs to each man in them."""
    men = (
        jnp.moveaxis(parameters.men, 0, 1)[_SQUARES] * _IS_FIRST
    )  # [pattern, number there, own or enemy, input]
    of_men = jnp.einsum("sjk,pjki->psi", _OCCUPANTS, men)
    rows = parameters.rows.reshape(PATTERNS, SHAPE.pattern_states, LANES)
    return rows.at[:, :, :INPUTS].add(of_men).reshape(-1, LANES)


def _squares() -> tuple[Numbers, Numbers]:
    """Of each pattern; and whether it is the first that a square is in, which is where that square's men go."""
    squares = np.array([[q for q in range(32) if bits >> q & 1] for bits in SHAPE.pattern_squares])
    seen: set[int] = set()
    is_first = np.zeros(squares.shape, np.float32)
    for place, square in np.ndenumerate(squares):
        is_first[place] = square not in seen
        seen.add(int(square))
    return squares, is_first[:, :, None, None]


def _occupants() -> Numbers:
    """[state, number of the square, own or enemy]: 1 where such a piece stands."""
    digits = np.arange(SHAPE.pattern_states)[:, None] // 3 ** np.arange(PATTERN_SIZE) % 3
    found: Numbers = (digits[:, :, None] == [1, 2]).astype(np.float32)
    return found


_SQUARES, _IS_FIRST = _squares()
_OCCUPANTS = _occupants()
