"""Problems to solve: at every turn of the solver one move keeps the win, or the draw, and no other does.

That was proved when they were made (see study.making), so a move that is not in the solution is wrong. What the engine
is asked for is only how it fails.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from crownhead.engine.limit import Limit
from crownhead.engine.score import ScoreKind
from crownhead.record.board import Board
from crownhead.study.inquiry import Question, answered
from crownhead.study.problems.goal import ProblemGoal
from crownhead.study.problems.theme import ProblemTheme, tail

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crownhead.engine.engine import Engine
    from crownhead.engine.info import Played
    from crownhead.rules.colour import Colour
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position
    from crownhead.study.inquiry import Inquiry

REFUTATION = Limit(nodes=400_000)
"""A quarter of a second at most."""
LONGEST_REFUTATION = 8
"""Plies that are played out."""
GRADES = ("easy", "moderate", "hard", "very hard", "expert")
HIGHEST_LEVEL = {1: 3, 2: 5, 3: 7, 4: 9, 5: 12}
"""Of each grade."""


class AttemptVerdict(Enum):
    """What is said of the solver's move."""

    RIGHT = "right"
    SOLVED = "solved"
    DRAWS = "draws"
    LOSES = "loses"
    NO_WIN = "no win"
    """It draws or loses."""

    @property
    def is_right(self) -> bool:
        return self in (AttemptVerdict.RIGHT, AttemptVerdict.SOLVED)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move of the solver's, judged and answered."""

    verdict: AttemptVerdict
    move: str
    """As people write it."""
    board: Board
    """With the reply, if the move was right; before the move if it was not."""
    sequel: tuple[Move, ...] = ()
    """After the solution, the jumps that follow by themselves. After a wrong move, what refutes it: the move itself
    first."""

    @property
    def text(self) -> str:
        match self.verdict:
            case AttemptVerdict.RIGHT:
                return "Right! Go on."
            case AttemptVerdict.SOLVED:
                follows = f" {self._told()} follows." if self.sequel else ""
                return f"Solved!{follows}"
        wrong = {AttemptVerdict.DRAWS: "only draws", AttemptVerdict.LOSES: "loses"}
        line = f": {self._told()}" if len(self.sequel) > 1 else ""
        return f"{self.move} {wrong.get(self.verdict, 'does not win')}{line}. Try again."

    def _told(self) -> str:
        return " ".join(self.board.position.line_notation(self.sequel))


@dataclass(frozen=True, slots=True)
class Problem:
    number: int
    """From 1; the larger the harder, apart from the first ones, which are for those who have just learnt the rules."""
    position: Position
    goal: ProblemGoal
    choices: bytes
    """The solution: the numbers of its moves among the legal ones."""
    rating: int
    """How hard the hardest choice is, on the scale of the levels."""
    level: int
    """The weakest level of the engine that finds every move."""
    themes: ProblemTheme

    @property
    def line(self) -> list[str]:
        """The solution: the solver's moves and the replies."""
        return [str(move) for move in self._moves()]

    def _moves(self) -> list[Move]:
        position, line = self.position, []
        for choice in self.choices:
            line.append(position.legal_moves()[choice])
            position = position.play(line[-1])
        return line

    @property
    def fen(self) -> str:
        return self.position.fen

    def board(self, moves: Sequence[str] = ()) -> Board:
        """After these moves, the solver's and the replies."""
        return Board.of(self.fen, moves)

    @property
    def solver(self) -> Colour:
        return self.position.turn

    @property
    def length(self) -> int:
        """Moves that the solver has to find."""
        return (len(self.choices) + 1) // 2

    @property
    def grade(self) -> int:
        """From 1, easy, to 5."""
        return next(grade for grade, highest in HIGHEST_LEVEL.items() if self.level <= highest)

    @property
    def task(self) -> str:
        return f"{self.solver.title} to move and {self.goal.verb}."

    def attempt(self, moves: Sequence[str], engine: Engine | None = None) -> Attempt:
        """Judges the last of the moves, which is the solver's, and answers it if it is right."""
        return answered(self.attempting(self.board(moves)), engine)

    def solution(self, moves: Sequence[str] = ()) -> Move:
        """The right move after these; the solver is to move."""
        board = self.board(moves)
        self._check(board, len(board), self.solver)
        return self._moves()[len(board)]

    # -- as an inquiry -----------------------------------------------------------------------------

    def attempting(self, board: Board) -> Inquiry[Attempt]:
        """Only a wrong move raises a question: how is it refuted?"""
        self._check(board, len(board) - 1, self.solver.opponent)
        line, played, before = self._moves(), len(board), board.copy()
        move = before.pop()
        name = before.position.notation(move)
        if before.position.play(line[played - 1]) == board.position:
            if played == len(line):
                return Attempt(AttemptVerdict.SOLVED, name, board, tail(board.position))
            board = board.copy()
            board.push(line[played])
            return Attempt(AttemptVerdict.RIGHT, name, board)
        if board.position.is_over:
            return Attempt(AttemptVerdict.LOSES, name, before, (move,))
        [answer] = yield [Question(board, REFUTATION)]
        return Attempt(self._failure(answer), name, before, (move, *answer.line[:LONGEST_REFUTATION]))

    def _failure(self, answer: Played) -> AttemptVerdict:
        """A move that does not draw loses. Of one that does not win, the search may have proved more."""
        if self.goal is ProblemGoal.DRAW or answer.score.kind is ScoreKind.WIN:
            return AttemptVerdict.LOSES
        return AttemptVerdict.DRAWS if answer.score.kind is ScoreKind.DRAW else AttemptVerdict.NO_WIN

    def _check(self, board: Board, followed: int, turn: Colour) -> None:
        """Raises ValueError unless the solution was followed so far and this colour is to move."""
        if board.turn != turn or followed < 0:
            raise ValueError(
                "the solver is to move" if turn == self.solver else "the last move is not the solver's"
            )
        line = self._moves()
        if followed >= len(line) or list(board.moves[:followed]) != line[:followed]:
            raise ValueError("these moves do not follow the solution")
