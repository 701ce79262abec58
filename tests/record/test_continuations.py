"""How games went on, by the index, against the games read one by one."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import crownhead as ch
from crownhead.record.collection.continuations import PlayedTally, continuations
from crownhead.record.collection.index import Index
from crownhead.rules.position import Position

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
PLIES = 9


def played_out(chance: random.Random, start: Position) -> ch.Board:
    board = ch.Board(start)
    for _ in range(PLIES):
        board.push(chance.choice(board.legal_moves()[:3]))
    return board


def written(board: ch.Board, result: str) -> str:
    start = board.history[0]
    setup = "" if start == Position.start() else f'[SetUp "1"]\n[FEN "{start.fen}"]\n'
    return f'[Result "{result}"]\n{setup}\n{" ".join(map(str, board.moves))} {result}\n\n'


def test_every_move_is_counted_as_often_as_it_was_played(tmp_path: Path) -> None:
    """Random games, a third of them from the twin of the start: the same games with the colours reversed."""
    chance = random.Random(18)
    counted: Counter[tuple[Position, str, int]] = Counter()
    text = ""
    for number in range(240):
        board = played_out(chance, Position.start().flipped() if number % 3 == 0 else Position.start())
        result = chance.choice(RESULTS)
        text += written(board, result)
        for before, move in zip(board.history, board.moves, strict=False):
            squares = [33 - int(s) if before.turn is ch.WHITE else int(s) for s in move.path]
            black = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}.get(result, 3)
            column = 2 - black if before.turn is ch.WHITE and black < 3 else black
            seen = before if before.turn is ch.BLACK else before.flipped()
            counted[seen, str(squares), column] += 1
    (tmp_path / "games.pdn").write_text(text)
    with Index(tmp_path / "index") as index:
        index.update([tmp_path / "games.pdn"])
        for position in {position for position, _, _ in counted}:
            for asked in (position, position.flipped()):
                for move, tally in continuations(index, asked).items():
                    squares = [33 - int(s) if asked.turn is ch.WHITE else int(s) for s in move.path]
                    assert tally == tuple(counted[position, str(squares), column] for column in range(4))


def test_positions_that_no_game_reached_have_empty_tallies(tmp_path: Path) -> None:
    with Index(tmp_path / "index") as index:
        tallies = continuations(index, Position.start())
    assert set(tallies.values()) == {PlayedTally()}
    assert len(tallies) == 7
