"""The evaluation as the fitting sees it: real numbers, that know how they would have to change.

core/evaluation/network.hpp says how they come together. Here every man and king on every square has inputs of
its own besides the patterns that it is part of, so that what a man does is learnt from all positions, also for
patterns that are seldom seen. In the end they go into the patterns.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from crownhead import _core
from crownhead.rules.piece import MOST_PIECES
from crownhead.training.samples import SAMPLE

if TYPE_CHECKING:
    from crownhead.training.samples import Samples

    Numbers = np.ndarray[Any, Any]

NETWORK = _core.NETWORK
"""The shape is the core's."""
BUCKETS = max(NETWORK.bucket_of_pieces) + 1
KINDS = 4
"""One's own men, own kings, the enemy's men, his kings."""


class Batch:
    """Samples as the mover sees them, whoever he is."""

    def __init__(self, samples: Samples) -> None:
        boards = np.stack([samples[name].astype("<u4") for name in SAMPLE.names[:4]], axis=1)  # type: ignore[index]
        packed = boards.tobytes()
        self.size = len(samples)
        self.sign = 1 - 2 * samples["white_to_move"].astype(np.float32)
        self.terms = self._count(packed)
        self.rows: Numbers = np.frombuffer(_core.active_rows(packed), np.int32).reshape(self.size, 2, -1)
        self.squares = _squares(samples)
        pieces = np.bitwise_count(samples["black"] | samples["white"]).astype(int)
        self.share: Numbers = np.stack([pieces / MOST_PIECES, 1 - pieces / MOST_PIECES], axis=1).astype(
            np.float32
        )
        buckets = np.array(NETWORK.bucket_of_pieces)[pieces]
        self.groups = [np.flatnonzero(buckets == bucket) for bucket in range(BUCKETS)]
        self.score = samples["score"] * self.sign
        self.result = samples["result"].astype(np.float32)
        balance = np.bitwise_count(samples["black"]).astype(int) - np.bitwise_count(samples["white"])
        self.balance = np.where(samples["kings"] != 0, 0, balance * self.sign)

    def _count(self, packed: bytes) -> Numbers:
        begins, terms, counts = _core.count_terms(packed)
        lengths: Numbers = np.diff(np.frombuffer(begins, np.int64))
        number = np.repeat(np.arange(self.size), lengths)
        places = number * NETWORK.terms + np.frombuffer(terms, np.int32)
        table = np.bincount(places, np.frombuffer(counts, np.int8), minlength=self.size * NETWORK.terms)
        counted: Numbers = table.reshape(self.size, NETWORK.terms).astype(np.float32) * self.sign[:, None]
        return counted


def _squares(samples: Samples) -> Numbers:
    """Ones where a piece stands: [sample, player, kind and square], the mover first, each from his own side."""
    black, white, kings = samples["black"], samples["white"], samples["kings"]
    sets = np.stack([black & ~kings, black & kings, white & ~kings, white & kings], axis=1)
    of_black = np.unpackbits(sets.astype("<u4").view(np.uint8), axis=1, bitorder="little").reshape(
        -1, KINDS, 32
    )
    of_white = of_black[:, [2, 3, 0, 1], ::-1]
    views = np.stack([of_black, of_white], axis=1).reshape(-1, 2, KINDS * 32)
    turned = samples["white_to_move"] == 1
    views[turned] = views[turned][:, ::-1]
    return views.astype(np.float32)


@dataclass(slots=True)
class Model:
    """Its numbers; their gradient has the same form."""

    terms: Numbers
    rows: Numbers
    squares: Numbers
    common: Numbers
    weights: Numbers
    biases: Numbers
    worth: Numbers
    constants: Numbers

    @classmethod
    def empty(cls) -> Model:
        shapes = (
            (NETWORK.terms, 2),
            (len(NETWORK.pattern_squares) * NETWORK.pattern_states, NETWORK.lanes),
            (KINDS * 32, NETWORK.inputs),
            (NETWORK.inputs,),
            (BUCKETS, NETWORK.units, 2 * NETWORK.inputs),
            (BUCKETS, NETWORK.units),
            (BUCKETS, NETWORK.units),
            (BUCKETS,),
        )
        return cls(*(np.zeros(shape, np.float32) for shape in shapes))

    @classmethod
    def at_the_start(cls, man: float, dice: np.random.Generator) -> Model:
        """A man and a king are worth something, the rest is chance."""
        model = cls.empty()
        model.terms[NETWORK.men_term], model.terms[NETWORK.kings_term] = man, 1.3 * man
        for numbers, spread in ((model.squares, 0.05), (model.weights, 0.3), (model.worth, 0.2)):
            numbers += dice.normal(0, spread, numbers.shape)
        model.common += dice.normal(0.3, 0.1, NETWORK.inputs)
        model.biases += 0.2
        return model

    def parts(self) -> list[Numbers]:
        return [getattr(self, field.name) for field in fields(self)]

    def numbers(self, man: float) -> array[int]:
        """As the core wants them, if `man` in here is to be a hundred there."""
        scale = 100 / man
        rows, kings = self._without_squares()
        own, enemy = kings.reshape(2, 32, NETWORK.inputs)
        lanes = np.full(NETWORK.lanes, NETWORK.one)
        lanes[NETWORK.inputs :] = scale
        no_weights = np.zeros((BUCKETS, NETWORK.units, 2, 2))
        inputs = self.weights.reshape(BUCKETS, NETWORK.units, 2, NETWORK.inputs)
        weights = np.concatenate([inputs, no_weights], axis=3).reshape(
            BUCKETS, NETWORK.units, 2 * NETWORK.lanes
        )
        units = np.concatenate([weights, self.biases[:, :, None]], axis=2).reshape(BUCKETS, -1) * NETWORK.one
        opinions = (
            np.concatenate([self.worth, self.constants[:, None]], axis=1) * scale * NETWORK.output_scale
        )
        parts = [self.terms * scale, rows * lanes]
        parts += [np.pad(row * NETWORK.one, ((0, 0), (0, 2))) for row in (own, enemy)]
        parts += [np.concatenate([units, opinions], axis=1)]
        found = np.rint(np.concatenate([part.ravel() for part in parts]))
        return array("h", np.clip(found, -32000, 32000).astype(np.int16).tobytes())

    def _without_squares(self) -> tuple[Numbers, Numbers]:
        """The rows with what belongs to a piece in them, and what a king is more than a man."""
        own_man, own_king, enemy_man, enemy_king = self.squares.reshape(KINDS, 32, NETWORK.inputs)
        rows = self.rows.reshape(-1, NETWORK.pattern_states, NETWORK.lanes).copy()
        rows[0, :, : NETWORK.inputs] += self.common
        states = np.arange(NETWORK.pattern_states)
        for square in range(32):
            place, digit = _first_place(square)
            occupant = states // 3**digit % 3
            rows[place, occupant == 1, : NETWORK.inputs] += own_man[square]
            rows[place, occupant == 2, : NETWORK.inputs] += enemy_man[square]
        return rows, np.concatenate([own_king - own_man, enemy_king - enemy_man])


def _first_place(square: int) -> tuple[int, int]:
    """The first pattern that a square is in, and its number there."""
    places = NETWORK.pattern_squares
    place = next(i for i, squares in enumerate(places) if squares >> square & 1)
    return place, (places[place] & ((1 << square) - 1)).bit_count()


class BatchEvaluation:
    """What a model thinks of a batch."""

    def __init__(self, model: Model, batch: Batch) -> None:
        self._model, self._batch = model, batch
        sums = np.take(model.rows, batch.rows, axis=0).sum(axis=2)
        self._views = sums[:, :, : NETWORK.inputs] + batch.squares @ model.squares + model.common
        self._inputs = np.clip(self._views, 0, 1).reshape(batch.size, 2 * NETWORK.inputs)
        self._units = np.empty((batch.size, NETWORK.units), model.worth.dtype)
        weights = batch.terms @ model.terms + sums[:, 0, NETWORK.inputs :] - sums[:, 1, NETWORK.inputs :]
        self.values: Numbers = (weights * batch.share).sum(axis=1)
        for bucket, group in enumerate(batch.groups):
            self._units[group] = self._inputs[group] @ model.weights[bucket].T + model.biases[bucket]
            opinion = np.clip(self._units[group], 0, 1) @ model.worth[bucket]
            self.values[group] += opinion + model.constants[bucket]

    def gradient(self, error: Numbers) -> Model:
        """Of a sum over the batch, where `error` is its derivative by each value."""
        model, batch, found = self._model, self._batch, Model.empty()
        shares = error[:, None] * batch.share
        found.terms[:] = batch.terms.T @ shares
        pull = np.empty((batch.size, 2, NETWORK.lanes), np.float32)
        for bucket, group in enumerate(batch.groups):
            units, wrong = self._units[group], error[group]
            found.constants[bucket] = wrong.sum()
            found.worth[bucket] = wrong @ np.clip(units, 0, 1)
            by_unit = wrong[:, None] * model.worth[bucket] * ((units > 0) & (units < 1))
            found.biases[bucket] = by_unit.sum(axis=0)
            found.weights[bucket] = by_unit.T @ self._inputs[group]
            pull[group, :, : NETWORK.inputs] = (by_unit @ model.weights[bucket]).reshape(
                -1, 2, NETWORK.inputs
            )
        pull[:, :, : NETWORK.inputs] *= (self._views > 0) & (self._views < 1)
        pull[:, 0, NETWORK.inputs :], pull[:, 1, NETWORK.inputs :] = shares, -shares
        found.common[:] = pull[:, :, : NETWORK.inputs].sum(axis=(0, 1))
        found.squares[:] = np.tensordot(batch.squares, pull[:, :, : NETWORK.inputs], axes=((0, 1), (0, 1)))
        self._scatter(pull, found.rows)
        return found

    def _scatter(self, pull: Numbers, rows: Numbers) -> None:
        """Add what pulls at each player's view to all rows that he sees."""
        seen = self._batch.rows
        for lane in range(NETWORK.lanes):
            pulls = np.repeat(pull[:, :, lane].ravel(), seen.shape[2])
            rows[:, lane] = np.bincount(seen.ravel(), pulls, minlength=len(rows))
