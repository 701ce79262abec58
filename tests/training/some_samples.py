"""Samples by chance, scored by a rule of thumb."""

from __future__ import annotations

import numpy as np

from crownhead.training.samples import SAMPLE, UNKNOWN, Samples

WORTH = np.array([0, 100, 150, -100, -150])
"""Of nothing, a black man, a black king, a white man and a white king."""


def random_samples(count: int, seed: int = 1) -> Samples:
    """Up to nine pieces anywhere but on the first and last row: 100 a man, 150 a king."""
    dice = np.random.default_rng(seed)
    share = dice.uniform(0.1, 0.4, (count, 1))
    occupants = np.where(dice.random((count, 32)) < share, dice.integers(1, 5, (count, 32)), 0)
    occupants[:, :4] = occupants[:, 28:] = 0
    bits = np.uint32(1) << np.arange(32, dtype=np.uint32)
    samples: Samples = np.zeros(count, SAMPLE)
    samples["black"] = np.where((occupants == 1) | (occupants == 2), bits, 0).sum(axis=1)
    samples["white"] = np.where(occupants >= 3, bits, 0).sum(axis=1)
    samples["kings"] = np.where((occupants == 2) | (occupants == 4), bits, 0).sum(axis=1)
    samples["white_to_move"] = dice.integers(0, 2, count)
    samples["score"] = WORTH[occupants].sum(axis=1)
    samples["result"] = UNKNOWN
    few = (np.bitwise_count(samples["black"]) <= 12) & (np.bitwise_count(samples["white"]) <= 12)
    samples[~few] = samples[few][0]
    return samples
