"""What a review consists of: moves that were judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from crownhead.rules.colour import Colour
from crownhead.study.explain import Explanation, explained
from crownhead.study.explain.fact import written
from crownhead.study.review.accuracy import accuracy
from crownhead.study.review.grade import Grade, faults_per_100
from crownhead.study.review.phase import Phase

if TYPE_CHECKING:
    from crownhead.engine.info import Played
    from crownhead.engine.score import Score
    from crownhead.record.board import Board
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position
    from crownhead.tablebase import Tablebase

MOST_CRITICAL = 3
LINE = 7
"""Moves of a better line that are shown."""


@dataclass(frozen=True)
class Judged:
    """A move of the game beside the engine's best."""

    number: int
    """Moves before it, of both players."""
    board: Board
    """Before the move."""
    move: Move
    best: Played
    reply: Played | None
    """The engine's answer to the move; None where it ended the game."""
    score: Score
    """What the move led to, seen by who made it."""
    loss: float
    """What it gave away of the expected result, 0 to 1."""
    grade: Grade
    tablebase: Tablebase | None = None
    """What the words may come from besides."""

    @property
    def is_best(self) -> bool:
        """Whether it leads where the engine's move does, by whatever path."""
        return self.board.position.play(self.best.move) == self.board.position.play(self.move)

    @property
    def scores(self) -> tuple[Score, Score]:
        """Of the best move and of the one that was played, which are the same where they lead to the same."""
        return self.best.score, self.best.score if self.is_best else self.score

    @property
    def colour(self) -> Colour:
        """Who made the move."""
        return self.board.turn

    @property
    def text(self) -> str:
        """12... 23-19??: the move as books write it."""
        first = self.board.history[0].turn
        place = self.number + (first != Colour.BLACK)
        dots = "." if place % 2 == 0 else "..."
        return f"{place // 2 + 1}{dots} {self.notation}{self.grade.mark}"

    @property
    def phase(self) -> Phase:
        """The part of the game it belongs to."""
        return Phase.of(self.board)

    @property
    def notation(self) -> str:
        """The move as PDN writes it."""
        return self.board.position.notation(self.move)

    @property
    def better(self) -> str:
        """The line that should have been played."""
        return written(self.board.position, self.best.line[:LINE])

    @cached_property
    def explanation(self) -> Explanation:
        return explained(self.board, self.move, self.best, self.reply, self.tablebase)


@dataclass(frozen=True)
class Review:
    """A game reviewed: every move judged, and what each position was worth."""

    moves: tuple[Judged, ...]
    scores: tuple[Score, ...]
    """Of every position, the first included, seen by Black."""
    positions: tuple[Position, ...]

    @cached_property
    def accuracy(self) -> dict[Colour, float | None]:
        """0 to 100 for each player; None where too few moves had a choice."""
        return {colour: accuracy(judged.scores for judged in self.chosen(colour)) for colour in Colour}

    @cached_property
    def faults_per_100(self) -> dict[Colour, float | None]:
        """Faults in a hundred moves of each player where there was a choice."""
        return {colour: faults_per_100([judged.loss for judged in self.chosen(colour)]) for colour in Colour}

    def of_phase(self, phase: Phase) -> Review:
        """The moves of one part of the game."""
        return Review(tuple(judged for judged in self.moves if judged.phase is phase), (), ())

    def chosen(self, colour: Colour) -> list[Judged]:
        """The moves of a player who had a choice."""
        return [m for m in self.moves if m.colour == colour and m.grade is not Grade.FORCED]

    def count(self, colour: Colour, grade: Grade) -> int:
        """How many moves of a side have this grade."""
        return sum(judged.colour == colour and judged.grade is grade for judged in self.moves)

    @property
    def mistakes(self) -> list[Judged]:
        """Every fault, in the order of the game."""
        return [judged for judged in self.moves if judged.grade.is_fault]

    @property
    def critical(self) -> list[Judged]:
        """The moments that decided most, in the order of the game."""
        worst = sorted(self.mistakes, key=lambda judged: -judged.loss)[:MOST_CRITICAL]
        return sorted(worst, key=lambda judged: judged.number)
