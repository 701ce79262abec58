"""Endings of kings only, one more than the opponent has, are won and not walked about in."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import crownhead as ch
from crownhead.engine.weights import material, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def positions(count: int) -> Iterator[ch.Position]:
    """By chance, the stronger side to move and no jump on the board: 4 kings against 3, nearly always won."""
    dice = random.Random(5)
    while count:
        squares = [f"K{square}" for square in dice.sample(range(1, 33), 7)]
        position = ch.Position.from_fen(f"B:W{','.join(squares[:3])}:B{','.join(squares[3:])}")
        if not position.must_jump and not position.play(position.legal_moves()[0]).must_jump:
            count -= 1
            yield position


def test_four_kings_win_against_three_whatever_the_weights(tmp_path: Path) -> None:
    """Without the progress gradient a quarter of them are won."""
    write(tmp_path / "material.weights", material())
    won = [winner(position, tmp_path / "material.weights") == ch.BLACK for position in positions(20)]
    assert sum(won) >= 17


def winner(position: ch.Position, weights: Path) -> ch.Colour | None:
    board = ch.Board(position)
    with ch.Engine(hash_mb=1, tablebase=None, weights=weights) as engine:
        while (outcome := board.outcome(claim_draw=True)) is None:
            board.push(engine.play(board, ch.Limit(nodes=5000)).move)
    return outcome.winner
