"""crownhead problems: positions to solve, in a terminal or line by line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from crownhead.errors import MoveError
from crownhead.rules.colour import BLACK
from crownhead.terminal.arguments import refuse_together
from crownhead.terminal.play.typed import typed_move
from crownhead.terminal.screen import Look, print_board, theme_option

if TYPE_CHECKING:
    from crownhead.engine import Engine
    from crownhead.record.board import Board
    from crownhead.study.problems import Problem

HELP = "Type a move, for example 11-15, or: hint, solution, again, board, next, quit."


@click.command()
@click.argument("number", type=int, required=False)
@click.option(
    "--grade", type=click.IntRange(1, 5), help="Only problems of this grade: 1 is easy, 5 is for experts."
)
@click.option("--list", "listed", is_flag=True, help="List the problems instead of solving one.")
@click.option("--show", is_flag=True, help="Show the problem and nothing else.")
@click.option("--solution", is_flag=True, help="Show the line that wins.")
@theme_option
def problems(
    number: int | None, grade: int | None, listed: bool, show: bool, solution: bool, theme: str
) -> None:
    """Solve problems: find the move that wins.

    Without a NUMBER you begin with the first. Every move is judged: it is right if it still wins, even where the
    solution goes another way. Where the input is no terminal, each line of it is a move or a command.

    \b
    Examples:
      crownhead problems
      crownhead problems --list --grade 3
      crownhead problems 40
      crownhead problems 40 --solution
    """
    from crownhead.study.problems import problem, problems

    refuse_together({"--list": listed, "--show": show, "--solution": solution})
    chosen = [n for n, one in enumerate(problems(), 1) if grade in (None, one.grade)]
    if listed:
        for n in chosen if number is None else [number]:
            click.echo(_row(n, problem(n)))
        return
    first = chosen[0] if number is None else number
    if show or solution:
        _print(first, problem(first), problem(first).board(), theme)
        if solution:
            click.echo(f"Solution: {_line(problem(first))}")
        return
    Solver(theme).solve(first)


def _row(number: int, problem: Problem) -> str:
    from crownhead.study.problems import GRADES

    grade = GRADES[problem.grade - 1]
    return f"{number:>4}  {grade:<9}  {problem.solver!s:<5} in {problem.length}  {problem.fen}"


def _line(problem: Problem) -> str:
    board, names = problem.board(), []
    for text in problem.line:
        names.append(board.position.notation(board.parse_move(text)))
        board.push(text)
    return " ".join(names)


def _print(number: int, problem: Problem, board: Board, theme: str) -> None:
    from crownhead.study.problems import GRADES

    click.echo(f"Problem {number} ({GRADES[problem.grade - 1]}). {problem.task}")
    _print_board(problem, board, theme)


def _print_board(problem: Problem, board: Board, theme: str) -> None:
    print_board(board, Look(theme=theme, flipped=problem.solver == BLACK))


class Solver:
    """One who solves problems one after another."""

    def __init__(self, theme: str) -> None:
        self._theme = theme
        self._engine: Engine | None = None
        self._number = 1
        self._hinted = False

    def solve(self, number: int) -> None:
        self._begin(number)
        try:
            while (line := self._ask()) is not None and self._obey(line.strip()):
                pass
        finally:
            if self._engine is not None:
                self._engine.close()

    def _begin(self, number: int) -> None:
        from crownhead.study.problems import problem

        self._problem = problem(number)
        self._number = number
        self._board = self._problem.board()
        self._solved = self._hinted = False
        self._show()
        click.echo(HELP)

    def _show(self) -> None:
        _print(self._number, self._problem, self._board, self._theme)

    def _ask(self) -> str | None:
        """None at the end of the input."""
        try:
            return input("> " if sys.stdin.isatty() else "")
        except EOFError:
            return None

    def _obey(self, line: str) -> bool:
        """False where the solver wants to leave."""
        match line.lower():
            case "":
                return True
            case "quit" | "exit" | "q":
                return False
            case "help" | "?":
                click.echo(HELP)
            case "board":
                self._show()
            case "again":
                self._begin(self._number)
            case "next":
                return self._next()
            case "hint" | "solution" as wish:
                self._reveal(wish)
            case _:
                self._try(line)
        return True

    def _next(self) -> bool:
        from crownhead.study.problems import problems

        if self._number == len(problems()):
            click.echo("That was the last problem.")
            return False
        self._begin(self._number + 1)
        return True

    def _reveal(self, wish: str) -> None:
        """A hint names the piece first, and then the move."""
        if self._solved:
            click.echo("It is solved. Type next or quit.")
            return
        move = self._problem.solution(self._texts(), self._teacher())
        if wish == "hint" and not self._hinted:
            self._hinted = True
            click.echo(f"Look at the piece on {move.origin}.")
        elif wish == "hint":
            click.echo(f"Play {self._board.position.notation(move)}.")
        else:
            self._try(str(move))

    def _try(self, text: str) -> None:
        if self._solved:
            click.echo("It is solved. Type next or quit.")
            return
        try:
            move = typed_move(self._board.position, text)
        except MoveError as error:
            click.echo(f"{error}. {HELP}")
            return
        attempt = self._problem.attempt([*self._texts(), str(move)], self._teacher())
        replied = len(attempt.board) - len(self._board) == 2
        self._board, self._solved = attempt.board, attempt.verdict.value == "solved"
        if attempt.verdict.is_right:
            self._hinted = False
            reply = f" The reply is {self._last()}." if replied else ""
            click.echo(f"{attempt.move}: {attempt.text}{reply}")
            if self._solved:
                click.echo("Type next or quit.")
            else:
                _print_board(self._problem, self._board, self._theme)
        else:
            click.echo(attempt.text)

    def _last(self) -> str:
        before = self._board.copy()
        move = before.pop()
        return before.position.notation(move)

    def _texts(self) -> list[str]:
        return [str(move) for move in self._board.moves]

    def _teacher(self) -> Engine:
        from crownhead.study.inquiry import teacher

        self._engine = self._engine or teacher()
        return self._engine
