"""crownhead learn: lessons that teach the game by doing."""

from __future__ import annotations

import sys
from itertools import groupby
from typing import TYPE_CHECKING

import click

from crownhead.errors import MoveError
from crownhead.record.board import Board
from crownhead.rules.colour import BLACK
from crownhead.study.lessons import Goal, hint, judge, lesson, lessons
from crownhead.study.lessons.progress import finish, finished
from crownhead.terminal.play.typed import typed_move
from crownhead.terminal.play.words import sentence
from crownhead.terminal.question import confirmed
from crownhead.terminal.screen import Look, show_board, theme_option

if TYPE_CHECKING:
    from crownhead.picture.theme import Theme
    from crownhead.study.lessons import Lesson, Step

HELP = "Type a move, for example 11-15. Type hint for help, again to start over, skip to go on, or quit to leave."

WIDTH = 78


@click.command()
@click.argument("name", required=False, metavar="[LESSON]")
@click.option("--list", "listing", is_flag=True, help="List the lessons.")
@theme_option
def learn(name: str | None, listing: bool, theme: str) -> None:
    """Learn checkers from the beginning, by playing.

    Starts with the first lesson you have not finished, or with the one you choose by its number or name.

    \b
    Examples:
      crownhead learn
      crownhead learn 4
      crownhead learn first-position
    """
    if listing or (name is None and not sys.stdin.isatty()):
        list_lessons()
        return
    done = finished()
    first = next((one for one in lessons() if one.name not in done), lessons()[0])
    course = lessons()[lessons().index(lesson(name) if name else first) :]
    for one in course:
        if not Teacher(one, theme).teach():
            return
        finish(one.name)
        if one is course[-1]:
            click.echo("That was the last lesson. Now play: crownhead play")
        elif not _wants_more():
            return


def list_lessons() -> None:
    """Every lesson with its number; a tick before those that were finished."""
    done, number = finished(), 0
    for chapter, group in groupby(lessons(), key=lambda one: one.chapter):
        click.echo(chapter)
        for one in group:
            number += 1
            click.echo(f"  {'✓' if one.name in done else ' '} {number:2}  {one.title}")
    click.echo("Start with: crownhead learn 1")


def _wants_more() -> bool:
    return confirmed("Go on to the next lesson?", default=True)


def _ask(question: str) -> str | None:
    """A line of input, None at its end."""
    try:
        return input(question).strip()
    except EOFError:
        click.echo()
        return None


class Teacher:
    """One lesson on the terminal."""

    def __init__(self, one: Lesson, theme: str) -> None:
        self.lesson = one
        self.theme = theme
        self._shown: Theme | None = None

    def teach(self) -> bool:
        """Whether the learner came to the end."""
        number = lessons().index(self.lesson) + 1
        click.secho(f"\nLesson {number}: {self.lesson.title}", bold=True)
        return all(self._step(step) for step in self.lesson.steps)

    def _step(self, step: Step) -> bool:
        board = Board(step.position)
        self._show(step, board, step.text)
        if step.goal is Goal.READ:
            answer = _ask("Press Enter to go on. ")
            return answer is not None and answer.lower() not in ("quit", "q")
        while True:
            match _ask("Your move> "):
                case None | "quit" | "q":
                    return False
                case "skip":
                    return True
                case "":
                    self._show(step, board, step.text)
                case "help" | "?":
                    self._say(HELP)
                case "hint":
                    self._say(f"Try {board.position.notation(hint(step, board.moves))}.")
                case "again":
                    board = Board(step.position)
                    self._show(step, board, step.text)
                case text:
                    if self._played(step, board, text):
                        return True

    def _played(self, step: Step, board: Board, text: str) -> bool:
        """Plays a move and the answer to it. Whether the goal is reached."""
        if not text[0].isdigit():
            self._say(f"{text[:40]!r} is neither a move nor a command. {HELP}")
            return False
        try:
            move = typed_move(board.position, text)
        except MoveError as error:
            self._say(sentence(str(error)))
            return False
        said = judge(step, [*board.moves, move])
        if not said.right:
            self._say(said.text)
            return False
        board.push(move)
        if said.reply:
            reply = board.position.notation(said.reply)
            board.push(said.reply)
            self._show(step, board, f"{said.text} Your opponent plays {reply}.")
        else:
            self._show(step, board, said.text)
        return said.done

    def _show(self, step: Step, board: Board, text: str) -> None:
        """The learner sits below."""
        click.echo()
        self._shown = show_board(board, Look(theme=self.theme, flipped=step.position.turn is BLACK))
        self._say(text.strip())

    def _say(self, text: str) -> None:
        """With the names that the sides have on the board."""
        said = self._shown.in_words(text) if self._shown else text
        click.echo(click.wrap_text(said, width=WIDTH))
