"""The fitting of weights: a logistic regression of what searches found, by stochastic descent (Adam).

The expected score of a position is the logistic function of its evaluation, and the parameters that make the samples
most likely are found by going down the gradient, a batch of positions at a time. The gradient is JAX's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from crownhead.training import network
from crownhead.training.batch import Batch

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator

    from crownhead.training.network import Parameters
    from crownhead.training.recipe import FitRecipe
    from crownhead.training.samples import Samples

    Numbers = np.ndarray[Any, Any]


class Epoch(NamedTuple):
    number: int
    loss: float
    """Per position fitted to, while it was fitted; above what the best possible guess would lose."""
    held_out_loss: float
    """Per position held out."""


class FitState(NamedTuple):
    """All that changes from step to step: what a checkpoint keeps."""

    parameters: Parameters
    mean: Parameters
    """Of the gradient, lately."""
    square: Parameters
    """Of its square."""
    step: int
    epochs: list[Epoch]

    @classmethod
    def beginning_with(cls, parameters: Parameters) -> FitState:
        zeros = [jax.tree.map(jnp.zeros_like, parameters) for _ in range(2)]
        return cls(parameters, zeros[0], zeros[1], 0, [])


class Fit:
    """Weights on their way. Iterate over it to the end, then ask for the weights."""

    def __init__(self, samples: Samples, recipe: FitRecipe, weights: bytes | None = None) -> None:
        """Begins with the weights that are given, or with chance. The samples come as they were played."""
        self._recipe = recipe
        # The last ones: positions of one game are much alike, and say little of games that were not seen.
        fitted = len(samples) - max(int(len(samples) * recipe.held_out), 1)
        self.held_out = samples[fitted:]
        self.fitted = np.random.default_rng(recipe.seed).permutation(samples[:fitted])
        self._start = (
            network.beginning(network.SHAPE.worth_of_a_man / recipe.steepness, recipe.seed)
            if weights is None
            else network.restored(weights, recipe.steepness)
        )
        self._begins_with_weights = weights is not None
        self.state = FitState.beginning_with(self._start)
        self._descend = jax.jit(self._step)
        self._judge = jax.jit(lambda parameters, batch: self._losses(parameters, batch).sum())

    def __iter__(self) -> Iterator[Epoch]:
        """An item for each epoch that is left."""
        while len(self.state.epochs) < self._recipe.epochs:
            epoch = self._epoch(len(self.state.epochs) + 1)
            self.state.epochs.append(epoch)
            yield epoch

    def weights(self) -> array[int]:
        """In the order of the file, scaled so that a man is worth what the core takes it for, or what it was in the
        weights that these began with: searches see more than evaluations, so scores would grow from round to round,
        and whatever is measured in them (margins, levels, words) would mean something else."""
        man = self._worth_of_a_man(self.state.parameters)
        worth: float = network.SHAPE.worth_of_a_man
        if self._begins_with_weights:
            worth = self._recipe.steepness * self._worth_of_a_man(self._start)
        return network.quantised(self.state.parameters, worth / man)

    def held_out_loss(self) -> float:
        parts = self._parts(self.held_out)
        total = sum(float(self._judge(self.state.parameters, Batch.of(part))) for part in parts)
        return total / len(self.held_out)

    def values(self, samples: Samples, parameters: Parameters | None = None) -> Numbers:
        """For the mover of each, in the unit whose logistic function is the expected score; by other parameters than
        those of now, if they are given."""
        judge = jax.jit(network.values)
        chosen = self.state.parameters if parameters is None else parameters
        found = [judge(chosen, Batch.of(part)) for part in self._parts(samples)]
        return np.concatenate([np.asarray(part) for part in found])

    def targets(self, samples: Samples) -> Numbers:
        return np.concatenate([np.asarray(self._targets(Batch.of(part))) for part in self._parts(samples)])

    # -- steps -------------------------------------------------------------------------------------

    def _epoch(self, number: int) -> Epoch:
        parts = list(self._parts(self.fitted))
        steps = self._recipe.epochs * len(parts)
        total = 0.0
        for i in np.random.default_rng([self._recipe.seed, number]).permutation(len(parts)):
            cooling = 0.5 * (1 + np.cos(np.pi * self.state.step / steps))
            batch = Batch.of(parts[i])
            parameters, mean, square, loss = self._descend(
                *self.state[:3], batch, self.state.step + 1.0, self._recipe.rate * cooling
            )
            self.state = FitState(parameters, mean, square, self.state.step + 1, self.state.epochs)
            total += float(loss)
        return Epoch(number, total / len(self.fitted), self.held_out_loss())

    def _step(
        self,
        parameters: Parameters,
        mean: Parameters,
        square: Parameters,
        batch: Batch,
        step: jax.Array,
        rate: jax.Array,
    ) -> tuple[Parameters, Parameters, Parameters, jax.Array]:
        def objective(p: Parameters) -> tuple[jax.Array, jax.Array]:
            loss = self._losses(p, batch)
            pull = jnp.square(p.rows - self._start.rows).sum()
            pull += jnp.square(p.king_rows - self._start.king_rows).sum()
            return loss.mean() + 0.5 * self._recipe.decay * pull, loss.sum()

        slope, loss = jax.grad(objective, has_aux=True)(parameters)
        bias = jnp.sqrt(1 - 0.999**step) / (1 - 0.9**step)
        mean = jax.tree.map(lambda m, g: m + 0.1 * (g - m), mean, slope)
        square = jax.tree.map(lambda s, g: s + 0.001 * (g * g - s), square, slope)
        parameters = jax.tree.map(
            lambda p, m, s: p - rate * bias * m / (jnp.sqrt(s) + 1e-8), parameters, mean, square
        )
        return parameters, mean, square, loss

    def _losses(self, parameters: Parameters, batch: Batch) -> jax.Array:
        """Cross entropy, above the least possible."""
        value, target = network.values(parameters, batch), self._targets(batch)
        least = -(_xlogx(target) + _xlogx(1 - target))
        return jnp.logaddexp(0, value) - target * value - least

    def _targets(self, batch: Batch) -> jax.Array:
        expected = jax.nn.sigmoid(batch.scores / self._recipe.steepness)
        trust = batch.is_known * self._recipe.trust
        return trust * (batch.results + 1) / 2 + (1 - trust) * expected

    def _parts(self, samples: Samples) -> Iterator[Samples]:
        for begin in range(0, len(samples), self._recipe.batch):
            yield samples[begin : begin + self._recipe.batch]

    def _worth_of_a_man(self, parameters: Parameters) -> float:
        """On the average of the positions held out without kings in which one side has a man more."""
        held = self.held_out
        balance = np.bitwise_count(held["black"]).astype(int) - np.bitwise_count(held["white"])
        chosen = (np.abs(balance) == 1) & (held["kings"] == 0)
        if not chosen.any():
            return 1.0
        sign = balance[chosen] * (1 - 2 * held["white_to_move"][chosen].astype(int))
        return max(float(np.mean(self.values(held[chosen], parameters) * sign)), 1e-3)


def _xlogx(x: jax.Array) -> jax.Array:
    return x * jnp.log(jnp.maximum(x, 1e-7))
