"""Whether a move reaches the goal of a step, what is said to it, and what the opponent answers.

Only the rules and, where a won or drawn ending is played out, the endgame databases: no search, so the same move
gets the same answer every time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.record.board import Board
from crownhead.study.lessons.lesson import Goal, Step
from crownhead.tablebase.tablebase import Tablebase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crownhead.rules.move import Move
    from crownhead.rules.position import Position


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a lesson says to a move."""

    right: bool
    """A wrong move is taken back."""
    done: bool
    """The goal is reached."""
    text: str
    reply: Move | None = None
    """The opponent's answer, where play goes on."""


def judge(step: Step, moves: Sequence[Move | str], tablebase: Tablebase | None = None) -> Judgement:
    """Judges the last of the moves, which is the learner's; those before it were judged right.

    Raises a MoveError for a move that is not legal, and a TablebaseError where an ending needs a database that
    is not there.
    """
    board = Board.of(step.position, moves)
    move = board.last_move
    if move is None:
        raise ValueError("there is no move to judge")
    match step.goal:
        case Goal.WIN:
            return _winning(step, board, tablebase)
        case Goal.DRAW:
            return _drawing(step, board, tablebase)
        case Goal.SHOT:
            return _shot(step, board)
    before = board.history[-2]
    if reaches(step, before, move):
        return Judgement(True, True, step.right)
    return Judgement(False, False, step.wrong or "That is not it. Try again.")


def reaches(step: Step, before: Position, move: Move) -> bool:
    """Whether a single move is what the step asks for."""
    match step.goal:
        case Goal.MOVE:
            return not step.moves or move in [before.parse_move(text) for text in step.moves]
        case Goal.TAKE:
            return len(move.captures) >= step.pieces
        case Goal.CROWN:
            kings = before.pieces(before.turn, king=True)
            return len(before.play(move).pieces(before.turn, king=True)) > len(kings)
        case _:
            return False


def hint(step: Step, moves: Sequence[Move | str], tablebase: Tablebase | None = None) -> Move:
    """A move that is right here."""
    board = Board.of(step.position, moves)
    if step.goal is Goal.SHOT:
        return board.parse_move(step.moves[len(board)])
    if step.goal in (Goal.WIN, Goal.DRAW):
        return _best(board.position, _opened(tablebase, step))
    return next(move for move in board.legal_moves() if reaches(step, board.position, move))


def _shot(step: Step, board: Board) -> Judgement:
    """The line is followed in any order of a jump that ends alike."""
    line = Board.of(step.position, step.moves[: len(board)])
    if line.position != board.position:
        return Judgement(
            False, False, step.wrong or "Look for a move that your opponent must answer with a jump."
        )
    if len(board) >= len(step.moves):
        return Judgement(True, True, step.right)
    return Judgement(True, False, "Yes. Go on.", board.parse_move(step.moves[len(board)]))


def _winning(step: Step, board: Board, tablebase: Tablebase | None) -> Judgement:
    if board.is_over:
        return Judgement(True, True, step.right)
    if _made(board) >= step.within:
        limit = "one move" if step.within == 1 else f"{step.within} moves"
        return Judgement(False, False, step.wrong or f"There is a win within {limit}. Try again.")
    known = _opened(tablebase, step)
    if known.probe(board.position).result != "loss":
        return Judgement(False, False, step.wrong or "That lets the win slip. Try again.")
    return Judgement(True, False, "Still won. Go on.", _best(board.position, known))


def _drawing(step: Step, board: Board, tablebase: Tablebase | None) -> Judgement:
    known = _opened(tablebase, step)
    if board.is_over or known.probe(board.position).result == "loss":
        return Judgement(True, True, "You even win.")
    if known.probe(board.position).result == "win":
        return Judgement(False, False, step.wrong or "That loses. Try again.")
    if _made(board) >= step.within:
        return Judgement(True, True, step.right)
    return Judgement(True, False, "Still a draw. Go on.", _best(board.position, known))


def _made(board: Board) -> int:
    """The learner's moves."""
    return (len(board) + 1) // 2


def _best(position: Position, tablebase: Tablebase) -> Move:
    """The shortest win, the longest defence; of draws, the first that the rules list."""
    return tablebase.moves(position)[0][0]


def _opened(tablebase: Tablebase | None, step: Step) -> Tablebase:
    """With all that the step can lead to."""
    known = tablebase or Tablebase.open()
    known.build_family(step.position)
    return known
