"""The core's whole numbers against the trainer's, number for number."""

from __future__ import annotations

import numpy as np
import pytest
from training.some_samples import random_samples

from crownhead import _core
from crownhead.engine.weights import weights_bytes
from crownhead.training.batch import Batch, packed
from crownhead.training.quantised import Quantised

POSITIONS = 100_000
PART = 10_000


def some_weights() -> bytes:
    """Every number matters, and inputs and units are clipped now and then."""
    dice = np.random.default_rng(5)
    numbers: bytes = dice.integers(-60, 61, _core.NETWORK.weights).astype(np.int16).tobytes()
    return numbers


@pytest.mark.parametrize("words", [weights_bytes(None), some_weights()], ids=["shipped", "by chance"])
def test_the_core_says_the_same(words: bytes) -> None:
    samples = random_samples(POSITIONS)
    core = np.frombuffer(_core.Evaluation(words).of_boards(packed(samples)), np.int32)
    model = Quantised(words)
    for begin in range(0, POSITIONS, PART):
        part = slice(begin, begin + PART)
        assert np.array_equal(model.of(Batch.of(samples[part])), core[part])
    assert len(np.unique(core)) > 500


def test_boards_one_by_one() -> None:
    import crownhead as ch

    evaluation = _core.Evaluation(some_weights())
    position = ch.Position.from_fen("W:WK15,20,21:BK28,12,K3")
    words = [position.black_bits, position.white_bits, position.king_bits, 1]
    (score,) = np.frombuffer(evaluation.of_boards(np.array(words, "<u4").tobytes()), np.int32)
    assert abs(score * 100 / _core.NETWORK.worth_of_a_man - evaluation.of(position)) <= 0.5
