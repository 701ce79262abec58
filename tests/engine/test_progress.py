"""Endings of kings only, one more than the opponent has, are won and not walked about in."""

from __future__ import annotations

from pathlib import Path

import crownhead as ch
from crownhead.engine.weights import material, write

POSITIONS = (
    "B:WK23,K15,K31:BK3,K24,K13,K6",
    "B:WK31,K19,K30:BK6,K28,K12,K4",
    "B:WK19,K28,K14:BK5,K31,K21,K1",
    "B:WK3,K11,K28:BK31,K1,K23,K25",
    "B:WK30,K12,K31:BK4,K32,K3,K21",
)


def test_four_kings_win_against_three_whatever_the_weights(tmp_path: Path) -> None:
    write(tmp_path / "material.weights", material())
    won = [winner(position, tmp_path / "material.weights") == ch.BLACK for position in POSITIONS]
    assert sum(won) >= 4


def winner(fen: str, weights: Path) -> ch.Colour | None:
    board = ch.Board(fen)
    with ch.Engine(hash_mb=1, tablebase=None, weights=weights) as engine:
        while (outcome := board.outcome(claim_draw=True)) is None:
            board.push(engine.play(board, ch.Limit(nodes=5000)).move)
    return outcome.winner
