"""The solution of a problem: at every turn of the solver one move keeps the goal, and no other does.

The other player answers so that the solver must find as many moves as possible. The line ends where that is over, and
it makes a problem only if nothing is left to go wrong there: whatever the reply, every sensible move keeps the goal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.study.problems.goal import ProblemGoal

if TYPE_CHECKING:
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position
    from crownhead.study.making.certainty import Certainty

MOST_CHOICES = 8
"""Of the solver in one problem."""
FEWEST_MOVES = 3
"""To choose from at first, or two jumps."""


@dataclass(frozen=True, slots=True)
class SolutionLine:
    moves: tuple[Move, ...]
    choices: int
    """Turns of the solver with more than one legal move."""


def solution(position: Position, goal: ProblemGoal, certainty: Certainty) -> SolutionLine | None:
    """None where the position is no problem, or it is not certain that it is one."""
    moves = position.legal_moves(unique=True)
    if len(moves) < (2 if position.must_jump else FEWEST_MOVES):
        return None
    line = _Author(position, goal, certainty).solver_turn(position, MOST_CHOICES)
    return None if line is None or not line.choices else line


class _Author:
    def __init__(self, position: Position, goal: ProblemGoal, certainty: Certainty) -> None:
        self._solver = position.turn
        self._goal = goal
        self._certainty = certainty
        self._path: set[Position] = set()
        """What the solver has had before: who comes back there shows nothing new."""

    def solver_turn(self, position: Position, left: int) -> SolutionLine | None:
        """From a position with one move that keeps the goal; None if it has more or the end is not clear."""
        if not left or position in self._path:
            return None
        keeping = self._keeping(position)
        if keeping is None or len(keeping) != 1:
            return None
        [move] = keeping
        choice = len(position.legal_moves(unique=True)) > 1
        after = position.play(move)
        self._path.add(position)
        try:
            return self._line(move, after, choice, left - choice)
        finally:
            self._path.remove(position)

    def _line(self, move: Move, after: Position, choice: bool, left: int) -> SolutionLine | None:
        longest: SolutionLine | None = None
        for reply in self._replies(after):
            rest = self.solver_turn(after.play(reply), left)
            if rest and rest.choices and (longest is None or _order(rest) > _order(longest)):
                longest = SolutionLine((reply, *rest.moves), rest.choices)
        if longest is not None:
            return SolutionLine((move, *longest.moves), longest.choices + choice)
        return SolutionLine((move,), int(choice)) if choice and self._is_clear(after) else None

    def _keeping(self, position: Position) -> list[Move] | None:
        """The moves that keep the goal; None where one is uncertain. Two are enough to know."""
        kept: list[Move] = []
        for move in position.legal_moves(unique=True):
            keeps = self._keeps(position.play(move))
            if keeps is None:
                return None
            if keeps:
                kept.append(move)
            if len(kept) > 1:
                break
        return kept

    def _keeps(self, after: Position) -> bool | None:
        if self._goal is ProblemGoal.WIN:
            return self._certainty.wins(after, self._solver)
        lost = self._certainty.wins(after, self._solver.opponent)
        return None if lost is None else not lost

    def _replies(self, after: Position) -> list[Move]:
        """In a draw, those that do not lose: nobody defends by losing."""
        replies = after.legal_moves(unique=True)
        if self._goal is ProblemGoal.WIN:
            return replies
        return [reply for reply in replies if self._certainty.wins(after.play(reply), self._solver) is False]

    def _is_clear(self, after: Position) -> bool:
        """Whether every sensible move keeps the goal after every reply, or play comes back to where it was."""
        coming = (after.play(reply) for reply in self._replies(after))
        return all(position in self._path or self._all_keep(position) for position in coming)

    def _all_keep(self, position: Position) -> bool:
        moves = position.legal_moves(unique=True)
        safe = [move for move in moves if position.must_jump or not position.play(move).must_jump]
        return bool(moves) and all(self._keeps(position.play(move)) for move in safe or moves)


def _order(line: SolutionLine) -> tuple[int, int]:
    """Many choices in few moves."""
    return line.choices, -len(line.moves)
