"""Problems to solve: positions in which one move wins, with the line that proves it.

A move is right if it still wins, whatever the line of the solution is; and it is called wrong only where it was
refuted.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import msgspec

from crownhead.engine.limit import Limit
from crownhead.engine.score import ScoreKind
from crownhead.errors import UnknownProblem
from crownhead.record.board import Board
from crownhead.study.inquiry import Question, answered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crownhead.engine.engine import Engine
    from crownhead.rules.colour import Colour
    from crownhead.rules.move import Move
    from crownhead.study.inquiry import Inquiry

PROOF = Limit(nodes=4_000_000)
"""To prove that a move wins which is not in the solution: two seconds at most."""
GRADES = ("easy", "moderate", "hard", "very hard", "expert")


class AttemptVerdict(Enum):
    """What is said of the solver's move."""

    RIGHT = "right"
    SOLVED = "solved"
    DRAWS = "draws"
    LOSES = "loses"
    UNPROVED = "unproved"
    """It may win or not."""

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

    @property
    def text(self) -> str:
        match self.verdict:
            case AttemptVerdict.RIGHT:
                return "Right! Go on."
            case AttemptVerdict.SOLVED:
                return "Solved!"
            case AttemptVerdict.DRAWS:
                return f"{self.move} only draws. Try again."
            case AttemptVerdict.LOSES:
                return f"{self.move} loses. Try again."
        return f"I could not prove that {self.move} wins. Try again."


class Problem(msgspec.Struct, frozen=True):
    grade: int
    """From 1, easy, to 5."""
    fen: str
    plies: int
    """To the end of the game, by the best play of both."""
    line: list[str]

    def board(self, moves: Sequence[str] = ()) -> Board:
        """After these moves, the solver's and the replies."""
        return Board.of(self.fen, moves)

    @property
    def solver(self) -> Colour:
        return self.board().turn

    @property
    def length(self) -> int:
        """Moves that the solver has to find."""
        return (self.plies + 1) // 2

    @property
    def task(self) -> str:
        return f"{self.solver.title} to move and win, in {self.length} moves."

    def attempt(self, moves: Sequence[str], engine: Engine | None = None) -> Attempt:
        """Judges the last of the moves, which is the solver's, and answers it if it is right."""
        return answered(self.attempting(self.board(moves)), engine)

    def solution(self, moves: Sequence[str] = (), engine: Engine | None = None) -> Move:
        """The move that wins after these; the solver is to move."""
        return answered(self.solving(self.board(moves)), engine)

    # -- as inquiries ------------------------------------------------------------------------------

    def attempting(self, board: Board) -> Inquiry[Attempt]:
        """No question is asked while the line of the solution is followed."""
        self._check_turn(board, self.solver.opponent)
        board, before = board.copy(), board.copy()
        move = before.pop()
        name = before.position.notation(move)
        if board.position.is_over:
            return Attempt(AttemptVerdict.SOLVED, name, board)
        reply = self._next_in_line(board)
        if reply is None:
            [played] = yield [Question(board, PROOF)]
            if played.score.kind is not ScoreKind.LOSS:
                return Attempt(_refutation(played.score.before.kind), name, before)
            reply = played.move
        if (len(board) + 1) // 2 >= self.length:
            return Attempt(AttemptVerdict.SOLVED, name, board)
        board.push(reply)
        return Attempt(AttemptVerdict.RIGHT, name, board)

    def solving(self, board: Board) -> Inquiry[Move]:
        self._check_turn(board, self.solver)
        if (move := self._next_in_line(board)) is not None:
            return move
        [played] = yield [Question(board, PROOF)]
        return played.move

    def _check_turn(self, board: Board, colour: Colour) -> None:
        if board.turn != colour or (board.position.is_over and colour == self.solver):
            raise ValueError(
                "the solver is to move" if colour == self.solver else "the last move is not the solver's"
            )

    def _next_in_line(self, board: Board) -> Move | None:
        """The move of the solution, as long as it was followed."""
        played = [str(move) for move in board.moves]
        if played != self.line[: len(played)] or len(played) >= len(self.line):
            return None
        return board.parse_move(self.line[len(played)])


def _refutation(kind: ScoreKind) -> AttemptVerdict:
    """By what the search has proved of a move that was not shown to win."""
    match kind:
        case ScoreKind.DRAW:
            return AttemptVerdict.DRAWS
        case ScoreKind.LOSS:
            return AttemptVerdict.LOSES
    return AttemptVerdict.UNPROVED


@cache
def problems() -> tuple[Problem, ...]:
    text = (resources.files("crownhead.study") / "problems.json").read_bytes()
    return tuple(msgspec.json.decode(text, type=list[Problem]))


def problem(number: int) -> Problem:
    """They are counted from 1."""
    if not 1 <= number <= len(problems()):
        raise UnknownProblem(f"there is no problem {number}: they are numbered 1 to {len(problems())}")
    return problems()[number - 1]
