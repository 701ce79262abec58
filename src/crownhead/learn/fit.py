"""The fitting of weights: a logistic regression of how games ended, by stochastic descent (Adam).

The evaluation is a sum of counts times weights, and every weight has two values between which the number of pieces
lies. So the expected score of a position is the logistic function of such a sum, and the weights that make the
samples most likely are found by going down the gradient, a batch of positions at a time.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from crownhead import _core
from crownhead.learn.samples import SAMPLE, UNKNOWN, Samples

if TYPE_CHECKING:
    from collections.abc import Iterator

    Numbers = np.ndarray[Any, Any]

MEN, KINGS = 0, 1
"""The first two terms of the core."""
BATCH = 16384
HELD_BACK = 0.05
"""The part of the samples that the weights are tried on and not fitted to."""


@dataclass(frozen=True, slots=True)
class Settings:
    epochs: int = 6
    trust: float = 0.0
    """How much the result of the game counts, where it is known; the rest is the score of the search."""
    steepness: float = 90.0
    """Hundredths of a man that change the odds by the factor e."""
    rate: float = 0.01
    """Of learning, at the beginning."""
    decay: float = 1e-5
    """Pull of every weight towards nothing."""


@dataclass(frozen=True, slots=True)
class Progress:
    epoch: int
    loss: float
    """Per position held back, above what the best possible guess would lose."""


class Fit:
    """Weights on their way. Iterate over it to the end, then ask for the weights."""

    def __init__(self, samples: Samples, settings: Settings, seed: int = 0) -> None:
        self._settings = settings
        shuffled = np.random.default_rng(seed).permutation(samples)
        held = max(int(len(shuffled) * HELD_BACK), 1)
        self._tried, self._fitted = shuffled[:held], shuffled[held:]
        size = (_core.weight_count(), 2)
        self._weights = np.zeros(size, np.float32)
        self._weights[MEN] = 100 / settings.steepness
        self._weights[KINGS] = 130 / settings.steepness
        self._mean, self._square = np.zeros(size, np.float32), np.zeros(size, np.float32)
        self._step = 0

    def __iter__(self) -> Iterator[Progress]:
        """An item for each epoch."""
        batches = [Batch(part, self._settings) for part in _parts(self._fitted)]
        tried = [Batch(part, self._settings) for part in _parts(self._tried)]
        steps = max(self._settings.epochs * len(batches), 1)
        order = np.random.default_rng(1)
        for epoch in range(1, self._settings.epochs + 1):
            for i in order.permutation(len(batches)):
                cooling = 0.5 * (1 + np.cos(np.pi * self._step / steps))
                self._descend(batches[i].gradient(self._weights), self._settings.rate * cooling)
            losses = [batch.loss(self._weights) * len(batch) for batch in tried]
            yield Progress(epoch, float(sum(losses) / len(self._tried)))

    def weights(self) -> array[int]:
        """In hundredths of a man, opening and ending in turn, such that a man more is worth a hundred."""
        batch = Batch(self._tried, self._settings)
        scaled = np.rint(self._weights * (100 / max(batch.worth_of_a_man(self._weights), 1e-3)))
        return array("h", np.clip(scaled, -2000, 2000).astype(np.int16).ravel().tobytes())

    def _descend(self, gradient: Numbers, rate: float) -> None:
        self._step += 1
        gradient += self._settings.decay * self._weights
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.001 * (gradient * gradient - self._square)
        bias = np.sqrt(1 - 0.999**self._step) / (1 - 0.9**self._step)
        self._weights -= rate * bias * self._mean / (np.sqrt(self._square) + 1e-8)


class Batch:
    """Samples with their terms counted: rows of (term, count), one after the other."""

    def __init__(self, samples: Samples, settings: Settings) -> None:
        boards = np.stack([samples[name].astype("<u4") for name in SAMPLE.names[:4]], axis=1)  # type: ignore[index]
        begins, terms, counts = _core.count_terms(boards.tobytes())
        self._begins = np.frombuffer(begins, np.int64)[:-1]
        self._terms = np.frombuffer(terms, np.int32)
        self._counts = np.frombuffer(counts, np.int8).astype(np.float32)
        self._lengths: Numbers = np.diff(np.frombuffer(begins, np.int64))
        pieces = np.bitwise_count(samples["black"] | samples["white"]).astype(np.float32)
        self._phase = pieces / 24
        self._balance = np.bitwise_count(samples["black"]).astype(int) - np.bitwise_count(samples["white"])
        self._balance[samples["kings"] != 0] = 0
        expected = _logistic(samples["score"].astype(np.float32) / settings.steepness)
        trust = np.where(samples["result"] == UNKNOWN, 0, settings.trust).astype(np.float32)
        self._target = trust * (samples["result"].astype(np.float32) + 1) / 2 + (1 - trust) * expected

    def __len__(self) -> int:
        return len(self._begins)

    def gradient(self, weights: Numbers) -> Numbers:
        error = (_logistic(self._sums(weights)) - self._target) / len(self)
        columns = []
        for part in (self._phase, 1 - self._phase):
            pulls = np.repeat(error * part, self._lengths) * self._counts
            columns.append(np.bincount(self._terms, pulls, minlength=len(weights)))
        return np.stack(columns, axis=1).astype(np.float32)

    def loss(self, weights: Numbers) -> float:
        return float(np.mean(_entropy(self._target, _logistic(self._sums(weights))) - _entropy(self._target)))

    def worth_of_a_man(self, weights: Numbers) -> float:
        """On the average of the positions without kings in which one side has a man more."""
        ahead = np.abs(self._balance) == 1
        return float(np.mean((self._sums(weights) * self._balance)[ahead])) if ahead.any() else 1.0

    def _sums(self, weights: Numbers) -> Numbers:
        chosen = weights[self._terms] * self._counts[:, None]
        both = np.add.reduceat(chosen, self._begins, axis=0)
        sums: Numbers = both[:, 0] * self._phase + both[:, 1] * (1 - self._phase)
        return sums


def _parts(samples: Samples) -> Iterator[Samples]:
    for begin in range(0, len(samples), BATCH):
        yield samples[begin : begin + BATCH]


def _logistic(value: Numbers) -> Numbers:
    result: Numbers = 1 / (1 + np.exp(-np.clip(value, -30, 30)))
    return result


def _entropy(target: Numbers, guess: Numbers | None = None) -> Numbers:
    guess = np.clip(target if guess is None else guess, 1e-7, 1 - 1e-7)
    result: Numbers = -(target * np.log(guess) + (1 - target) * np.log(1 - guess))
    return result
