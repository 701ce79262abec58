"""The evaluation in real numbers, held against the core's whole numbers and against its own slopes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from strategies import positions

import crownhead as ch
from crownhead import _core
from crownhead.training.model import Batch, BatchEvaluation, Model
from crownhead.training.samples import SAMPLE, UNKNOWN

MAN = 100 / 90


def some_model() -> Model:
    """Every number of it matters."""
    dice = np.random.default_rng(3)
    model = Model.at_the_start(MAN, dice)
    model.rows += dice.normal(0, 0.05, model.rows.shape)
    model.constants += dice.normal(0, 0.1, model.constants.shape)
    model.terms += dice.normal(0, 0.1, model.terms.shape)
    return model


MODEL = some_model()
CORE = _core.Evaluation(MODEL.numbers(MAN).tobytes())


def batch_of(*boards: ch.Position) -> Batch:
    samples = np.zeros(len(boards), SAMPLE)
    for sample, p in zip(samples, boards, strict=True):
        sample["black"], sample["white"], sample["kings"] = p.black_bits, p.white_bits, p.king_bits
        sample["white_to_move"], sample["result"] = p.turn == ch.WHITE, UNKNOWN
    return Batch(samples)


@given(position=positions())
def test_the_core_agrees(position: ch.Position) -> None:
    expected = float(BatchEvaluation(MODEL, batch_of(position)).values[0]) * 100 / MAN
    # 39 terms may be half a hundredth wrong each time they occur; units are known to 1/256
    assert CORE.of(position) == pytest.approx(min(max(expected, -8000), 8000), abs=0.01 * abs(expected) + 10)


def test_the_core_agrees_closely_where_little_is_rounded() -> None:
    start = ch.Position.start()
    expected = BatchEvaluation(MODEL, batch_of(start)).values[0] * 100 / MAN
    assert CORE.of(start) == pytest.approx(expected, abs=6)


def test_slopes() -> None:
    boards = [ch.Position.start(), ch.Position.from_fen("W:WK15,20,21:BK28,12,K3")]
    boards.append(ch.Position.from_fen("B:W18,22,25,27,30:B3,6,9,11,K23"))
    batch, error = batch_of(*boards), np.array([0.5, -1.0, 2.0], np.float32)
    exact = Model(*(part.astype(np.float64) for part in MODEL.parts()))
    slopes = BatchEvaluation(exact, batch).gradient(error)
    for part, slope in zip(exact.parts(), slopes.parts(), strict=True):
        for place in np.argsort(-np.abs(slope).ravel())[:5]:
            values = []
            for step in (1e-6, -2e-6):
                part.flat[place] += step
                values.append((BatchEvaluation(exact, batch).values * error).sum())
            part.flat[place] += 1e-6
            assert (values[0] - values[1]) / 2e-6 == pytest.approx(slope.flat[place], rel=1e-3, abs=1e-5)


def test_both_players_see_the_same() -> None:
    position = ch.Position.from_fen("W:WK15,20,21:BK28,12,K3")
    first, second = BatchEvaluation(MODEL, batch_of(position, position.flipped())).values
    assert first == pytest.approx(second, abs=1e-5)
