"""crownhead problems: positions to solve, in a terminal or line by line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from crownhead.errors import MoveError, UnknownProblem
from crownhead.rules.colour import BLACK
from crownhead.terminal.arguments import refuse_together
from crownhead.terminal.play.typed import typed_move
from crownhead.terminal.screen import Look, print_board, theme_option

if TYPE_CHECKING:
    from crownhead.engine import Engine
    from crownhead.record.board import Board
    from crownhead.study.problems import Attempt, Problem, ProblemTheme, Trainer

HELP = "Type a move, for example 11-15, or: hint, solution, again, board, next, standing, quit."


def _chosen_theme(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> ProblemTheme | None:
    from crownhead.study.problems import ProblemTheme

    if text is None:
        return None
    names = {theme.slug: theme for theme in ProblemTheme}
    if text.lower() not in names:
        raise click.BadParameter(f"{text!r} is no theme; the themes are {', '.join(names)}")
    return names[text.lower()]


@click.command()
@click.argument("number", type=int, required=False)
@click.option(
    "--about", metavar="THEME", callback=_chosen_theme, help="Only problems of a theme, for example shot."
)
@click.option(
    "--grade", type=click.IntRange(1, 5), help="With --list: only this grade; 1 is easy, 5 is for experts."
)
@click.option("--failed", is_flag=True, help="Go back to problems that you have not solved.")
@click.option("--standing", is_flag=True, help="Show your rating, your streak and the themes.")
@click.option("--list", "listed", is_flag=True, help="List the problems instead of solving one.")
@click.option("--show", is_flag=True, help="Show the problem and nothing else.")
@click.option("--solution", is_flag=True, help="Show the solution.")
@theme_option
def problems(
    number: int | None,
    about: ProblemTheme | None,
    grade: int | None,
    failed: bool,
    standing: bool,
    listed: bool,
    show: bool,
    solution: bool,
    theme: str,
) -> None:
    """Solve problems: find the only move that wins, or draws.

    Without a NUMBER, problems near your rating are chosen; those that you did not solve come back. What you have
    solved is kept, and the browser shows the same. Where the input is no terminal, each line of it is a move or a
    command.

    \b
    Examples:
      crownhead problems
      crownhead problems --about shot
      crownhead problems --failed
      crownhead problems --list --grade 3
      crownhead problems 40 --solution
    """
    from crownhead.study.problems import Trainer, problem, problems

    refuse_together({"--list": listed, "--show": show, "--solution": solution, "--standing": standing})
    refuse_together({"a number": number is not None, "--about": about is not None, "--failed": failed})
    if standing:
        _print_standing(Trainer())
    elif listed:
        for one in problems() if number is None else [problem(number)]:
            if grade in (None, one.grade) and (about is None or about in one.themes):
                click.echo(_row(one))
    elif show or solution:
        _print_alone(problem(1 if number is None else number), solution, theme)
    else:
        Solver(Trainer(), about, failed, theme).solve(number)


def _row(one: Problem) -> str:
    from crownhead.study.problems import GRADES

    goal = f"{one.solver!s:<5} {one.goal.verb:<4} in {one.length}"
    return f"{one.number:>5}  {GRADES[one.grade - 1]:<9} {one.rating:>5}  {goal}  {one.fen}"


def _print_alone(one: Problem, solution: bool, theme: str) -> None:
    _print(one, one.board(), theme)
    if solution:
        line = one.position.line_notation(one.board(one.line).moves)
        click.echo(f"Solution: {' '.join(line)}")


def _print(one: Problem, board: Board, theme: str) -> None:
    from crownhead.study.problems import GRADES

    click.echo(f"Problem {one.number} ({GRADES[one.grade - 1]}, {one.rating}). {one.task}")
    _print_board(one, board, theme)


def _print_board(one: Problem, board: Board, theme: str) -> None:
    print_board(board, Look(theme=theme, flipped=one.solver == BLACK))


def _print_standing(trainer: Trainer) -> None:
    from crownhead.study.problems import ProblemTheme, problems

    now = trainer.standing()
    click.echo(f"Rating {now.rating} \u00b1 {2 * now.deviation}. Solved {now.solved} of {now.tried} tried.")
    click.echo(
        f"Streak {now.streak}, longest {now.best_streak}. {now.failed} to come back to, {now.due} due now."
    )
    click.echo("Themes:")
    for theme in ProblemTheme:
        count = sum(theme in one.themes for one in problems())
        click.echo(f"  {theme.slug:<12} {count:>5}  {theme.about}")


class Solver:
    """One who solves problems one after another."""

    def __init__(self, trainer: Trainer, about: ProblemTheme | None, failed: bool, theme: str) -> None:
        self._trainer = trainer
        self._about = about
        self._failed = failed
        self._theme = theme
        self._engine: Engine | None = None

    def solve(self, number: int | None) -> None:
        self._begin(
            self._trainer.choose(self._about, review=self._failed).number if number is None else number
        )
        click.echo(HELP)
        try:
            while (line := self._ask()) is not None and self._obey(line.strip()):
                pass
        finally:
            if self._engine is not None:
                self._engine.close()

    def _begin(self, number: int) -> None:
        self._problem = self._trainer.begin(number)
        self._board = self._problem.board()
        self._solved = self._hinted = False
        self._show()

    def _show(self) -> None:
        _print(self._problem, self._board, self._theme)

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
            case "standing":
                _print_standing(self._trainer)
            case "again":
                self._begin(self._problem.number)
            case "next":
                return self._next()
            case "hint" | "solution" as wish:
                self._reveal(wish)
            case _:
                self._try(line)
        return True

    def _next(self) -> bool:
        """A problem that is left unsolved counts as failed: it comes back."""
        if not self._solved:
            self._trainer.fail(self._problem.number)
        try:
            self._begin(self._trainer.choose(self._about, review=self._failed).number)
        except UnknownProblem as error:
            click.echo(f"{str(error)[0].upper()}{str(error)[1:]}.")
            return False
        return True

    def _reveal(self, wish: str) -> None:
        """A hint names the piece first, and then the move."""
        if self._solved:
            click.echo("It is solved. Type next or quit.")
            return
        self._trainer.fail(self._problem.number)
        move = self._problem.solution(self._texts())
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
        if attempt.verdict.is_right:
            self._go_on(attempt)
        else:
            self._trainer.fail(self._problem.number)
            self._refute(attempt)

    def _go_on(self, attempt: Attempt) -> None:
        replied = len(attempt.board) - len(self._board) == 2
        self._board, self._hinted = attempt.board, False
        reply = f" The reply is {self._last()}." if replied else ""
        click.echo(f"{attempt.move}: {attempt.text}{reply}")
        if replied:
            _print_board(self._problem, self._board, self._theme)
            return
        self._solved = True
        before = self._trainer.standing().rating
        self._trainer.solve(self._problem.number)
        now = self._trainer.standing()
        change = f" ({now.rating - before:+})" if now.rating != before else ""
        click.echo(f"Rating {now.rating}{change}, streak {now.streak}. Type next or quit.")

    def _refute(self, attempt: Attempt) -> None:
        """What the wrong move leads to, on a board of its own."""
        click.echo(attempt.text)
        if len(attempt.sequel) > 1:
            there = attempt.board.copy()
            for move in attempt.sequel:
                there.push(move)
            _print_board(self._problem, there, self._theme)
            click.echo("That is where it would end. Type board to see the problem again.")

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
