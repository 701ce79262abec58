"""The fitting of weights: a logistic regression of what searches found, by stochastic descent (Adam).

The expected score of a position is the logistic function of its evaluation, and the numbers of the evaluation that make
the samples most likely are found by going down the gradient, a batch of positions at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from crownhead.training.model import Batch, BatchEvaluation, Model
from crownhead.training.samples import UNKNOWN, Samples

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator

    Numbers = np.ndarray[Any, Any]

BATCH = 8192
HELD_BACK = 0.05
"""The part of the samples that the weights are tried on and not fitted to."""


@dataclass(frozen=True, slots=True)
class FitSettings:
    epochs: int = 10
    trust: float = 0.0
    """How much the result of the game counts, where it is known; the rest is the score of the search."""
    steepness: float = 90.0
    """Hundredths of a man that change the odds by the factor e."""
    rate: float = 0.003
    """Of learning, at the beginning."""
    decay: float = 1e-5
    """Pull of every number of a pattern towards nothing."""


@dataclass(frozen=True, slots=True)
class Epoch:
    epoch: int
    loss: float
    """Per position held back, above what the best possible guess would lose."""


class Fit:
    """Weights on their way. Iterate over it to the end, then ask for the weights."""

    def __init__(self, samples: Samples, settings: FitSettings, seed: int = 0) -> None:
        self._settings = settings
        dice = np.random.default_rng(seed)
        shuffled = dice.permutation(samples)
        held = max(int(len(shuffled) * HELD_BACK), 1)
        self._tried, self._fitted = shuffled[:held], shuffled[held:]
        self._model = Model.at_the_start(100 / settings.steepness, dice)
        self._mean, self._square = Model.empty(), Model.empty()
        self._step = 0

    def __iter__(self) -> Iterator[Epoch]:
        """An item for each epoch."""
        parts = list(_parts(self._fitted))
        steps = max(self._settings.epochs * len(parts), 1)
        order = np.random.default_rng(1)
        for epoch in range(1, self._settings.epochs + 1):
            for i in order.permutation(len(parts)):
                cooling = 0.5 * (1 + np.cos(np.pi * self._step / steps))
                self._descend(self._gradient(Batch(parts[i])), self._settings.rate * cooling)
            yield Epoch(epoch, self._loss())

    def weights(self) -> array[int]:
        """In the order of the file, such that a man more is worth a hundred."""
        return self._model.numbers(max(self._worth_of_a_man(), 1e-3))

    def _descend(self, gradient: Model, rate: float) -> None:
        self._step += 1
        gradient.rows += self._settings.decay * self._model.rows
        bias = np.sqrt(1 - 0.999**self._step) / (1 - 0.9**self._step)
        models = (self._model, gradient, self._mean, self._square)
        for numbers, slope, mean, square in zip(*(model.parts() for model in models), strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            numbers -= rate * bias * mean / (np.sqrt(square) + 1e-8)

    def _gradient(self, batch: Batch) -> Model:
        judgement = BatchEvaluation(self._model, batch)
        return judgement.gradient((_logistic(judgement.values) - self._target(batch)) / batch.size)

    def _loss(self) -> float:
        total = 0.0
        for batch in map(Batch, _parts(self._tried)):
            target = self._target(batch)
            guess = _logistic(BatchEvaluation(self._model, batch).values)
            total += float(np.sum(_entropy(target, guess) - _entropy(target)))
        return total / len(self._tried)

    def _target(self, batch: Batch) -> Numbers:
        expected = _logistic(batch.score / self._settings.steepness)
        trust = np.where(batch.result == UNKNOWN, 0, self._settings.trust).astype(np.float32)
        target: Numbers = trust * (batch.result * batch.sign + 1) / 2 + (1 - trust) * expected
        return target

    def _worth_of_a_man(self) -> float:
        """On the average of the positions without kings in which one side has a man more."""
        worth: list[float] = []
        for batch in map(Batch, _parts(self._tried)):
            ahead = np.abs(batch.balance) == 1
            worth += (BatchEvaluation(self._model, batch).values * batch.balance)[ahead].tolist()
        return float(np.mean(worth)) if worth else 1.0


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
