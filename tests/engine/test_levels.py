"""Weaker players that are still players."""

from __future__ import annotations

from dataclasses import replace

import pytest

import crownhead as ch
from crownhead.engine import Engine, Limit
from crownhead.engine.choice import LevelMove
from crownhead.engine.levels import FULL_STRENGTH, LEVELS
from crownhead.engine.root import Root

QUICK = Limit(nodes=200_000)


@pytest.mark.parametrize("level", [0, 11, -1, 2.5, "5"])
def test_other_levels_are_refused(level: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 10"):
        Engine(level=level)


@pytest.mark.parametrize("level", [*LEVELS, FULL_STRENGTH])
def test_the_same_seed_plays_the_same_game(level: int) -> None:
    def game(seed: int) -> list[ch.Move]:
        board = ch.Board()
        with Engine(hash_mb=1, level=level, seed=seed, tablebase=None) as engine:
            for _ in range(6):
                board.push(engine.play(board, Limit(nodes=20_000)).move)
        return board.moves

    assert game(7) == game(7)


def test_seeds_differ() -> None:
    def opening(seed: int) -> tuple[ch.Move, ...]:
        board = ch.Board()
        with Engine(hash_mb=1, level=2, seed=seed, tablebase=None) as engine:
            for _ in range(4):
                board.push(engine.play(board, QUICK).move)
        return tuple(board.moves)

    assert len({opening(seed) for seed in range(6)}) > 2


@pytest.mark.parametrize("level", [*LEVELS])
def test_no_level_gives_a_man_away_for_nothing(level: int) -> None:
    """Of Black's moves only 10-15 puts a man where it is jumped and not won back."""
    position = ch.Position.from_fen("B:W18,22,27,31:B1,3,6,10")
    gift = position.parse_move("10-15")
    for seed in range(10):
        with Engine(hash_mb=1, level=level, seed=seed, tablebase=None) as engine:
            assert engine.play(position, QUICK).move != gift


@pytest.mark.parametrize("level", [number for number, level in LEVELS.items() if level.sees_wins])
def test_a_win_at_hand_is_taken(level: int) -> None:
    """Two jumps are open; one takes everything."""
    position = ch.Position.from_fen("W:WK18,K27:B14,K24")
    for seed in range(5):
        with Engine(hash_mb=1, level=level, seed=seed, tablebase=None) as engine:
            board = ch.Board(position)
            move = engine.play(board, QUICK).move
            assert move in board.legal_moves()


def test_a_higher_level_wins() -> None:
    """Far apart, so that chance plays no part worth speaking of."""
    points = 0.0
    for number, colour in enumerate((ch.BLACK, ch.WHITE) * 3):
        board = ch.Board()
        with (
            Engine(hash_mb=1, level=1, seed=number) as weak,
            Engine(hash_mb=1, level=6, seed=number) as strong,
        ):
            while (outcome := board.outcome(claim_draw=True)) is None:
                board.push((strong if board.turn == colour else weak).play(board, QUICK).move)
        points += 0.5 if outcome.winner is None else float(outcome.winner == colour)
    assert points >= 5


def test_an_iteration_cut_short_does_not_make_a_level_stronger() -> None:
    """Level 1 spreads its choice over the lines that it has heard of; those of a broken iteration are too few."""
    board = ch.Board()
    root = Root.of(board)
    with Engine(hash_mb=1, tablebase=None) as engine:
        whole = [info for info in engine.analyse(board, Limit(depth=2), lines=7) if info.depth == 2]
    chosen = set()
    for seed in range(40):
        choice = LevelMove(LEVELS[1], seed, root, QUICK)
        for info in [*whole, replace(whole[0], depth=3)]:
            choice.hear(info)
        chosen.add(choice.played().move)
    assert len(chosen) > 1
