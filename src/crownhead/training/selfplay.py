"""Games of the engine against itself, as samples.

A game begins with a ballot and some moves by chance, and now and then chance plays later too, or leads to a position
aside that is scored and left again: the search looks at many positions that no good player would reach, and the
evaluation has to know them. What a game ended in says nothing about the positions before such a move, nor about those
aside.
"""

from __future__ import annotations

import random
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from crownhead.engine.engine import Engine
from crownhead.engine.limit import Limit
from crownhead.engine.score import ScoreKind
from crownhead.processes import Processes, Work, results
from crownhead.record.openings.sets import opening_set
from crownhead.rules.colour import BLACK, WHITE
from crownhead.training.samples import SAMPLE, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Generator

    from crownhead.engine.info import Played
    from crownhead.record.board import Board
    from crownhead.training.samples import Samples

LONGEST_GAME = 240
"""Plies. Games that go on are drawn."""


@dataclass(frozen=True, slots=True)
class SelfPlay:
    nodes: int = 3000
    """A move."""
    opening_plies: int = 12
    """At most so many moves by chance after the ballot."""
    chance: float = 1 / 7
    """Of a move by chance later."""
    aside: float = 1 / 2
    """Chance that a position up to three moves by chance away is scored too."""
    tablebase: str | None = "auto"
    weights: str | None = None

    def __call__(self) -> Author:
        return Author(self)


class Author:
    """Plays games, one at a time. A worker of a process."""

    def __init__(self, settings: SelfPlay) -> None:
        self._settings = settings
        self._engine = Engine(hash_mb=16, tablebase=settings.tablebase, weights=settings.weights)

    def __call__(self, seed: int) -> Samples:
        """The samples of the game that this seed gives."""
        dice = random.Random(seed)
        board = self._opening(dice)
        self._engine.new_game()
        rows: list[tuple[int, ...]] = []
        rows_aside: list[tuple[int, ...]] = []
        known_from = 0  # the row after the last move by chance
        result = 0
        while (outcome := board.outcome()) is None and len(board) < LONGEST_GAME:
            played = self._engine.play(board, Limit(nodes=self._settings.nodes))
            if played.score.kind is not ScoreKind.EVALUATION:
                result = _result(played, board)
                break
            if not board.position.must_jump and len(board.legal_moves()) > 1:
                rows.append(_row(board, played))
            if dice.random() < self._settings.aside:
                rows_aside += self._look_aside(board, dice)
            if dice.random() < self._settings.chance:
                board.push(dice.choice(board.legal_moves()))
                known_from = len(rows)
            else:
                board.push(played.move)
        else:
            result = {BLACK: 1, WHITE: -1, None: 0}[outcome.winner] if outcome else 0
        samples = np.array(rows + rows_aside, SAMPLE)
        samples["result"] = UNKNOWN
        samples["result"][known_from : len(rows)] = result
        return samples

    def close(self) -> None:
        self._engine.close()

    def _look_aside(self, board: Board, dice: random.Random) -> list[tuple[int, ...]]:
        """The quiet position that some moves by chance lead to, if there is one that can be evaluated."""
        there = board.copy()
        steps = dice.randint(1, 3)
        while there.outcome() is None and (steps > 0 or there.position.must_jump):
            there.push(dice.choice(there.legal_moves()))
            steps -= 1
        if there.outcome() is not None:
            return []
        played = self._engine.play(there, Limit(nodes=self._settings.nodes))
        return [_row(there, played)] if played.score.kind is ScoreKind.EVALUATION else []

    def _opening(self, dice: random.Random) -> Board:
        board = dice.choice(opening_set("3-move")).board()
        for _ in range(dice.randint(0, self._settings.opening_plies)):
            ahead = board.copy()
            ahead.push(dice.choice(board.legal_moves()))
            if ahead.outcome() is not None:
                break
            board = ahead
        return board


def play_games(settings: SelfPlay, games: int, seed: int, at_once: int) -> Generator[Samples, None, None]:
    """Game after game, as they end."""
    with closing(Processes(at_once)) as processes:
        yield from results(processes, Work(settings), range(seed, seed + games), at_once)


def _result(played: Played, board: Board) -> int:
    sign = 1 if board.position.turn == BLACK else -1
    return {ScoreKind.WIN: sign, ScoreKind.LOSS: -sign}.get(played.score.kind, 0)


def _row(board: Board, played: Played) -> tuple[int, ...]:
    position = board.position
    score = played.score.seen_by(BLACK).centimen
    return position.black_bits, position.white_bits, position.king_bits, int(position.turn == WHITE), 0, score
