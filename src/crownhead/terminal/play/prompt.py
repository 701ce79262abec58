"""How a line is asked for: with arrow keys, history and tab completion on a terminal, while the clock ticks."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

from crownhead.terminal.play.commands import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import Application
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    from crownhead.terminal.play.session import Session
    from crownhead.terminal.play.view import View


class FlagFell(Exception):
    """The time of whoever is being asked is over."""


class Prompt:
    """prompt_toolkit on a terminal, which edits lines and ticks on every system; plain input elsewhere."""

    def __init__(self, session: Session, view: View) -> None:
        self._session = session
        self._view = view
        self._editor = _editor(self._completed) if is_terminal() else None

    def ask(self, text: str) -> str:
        """Raises EOFError at the end of input, and FlagFell."""
        if sys.stdin is None:
            raise EOFError
        if self._editor is not None:
            line = self._editor.prompt(text, pre_run=lambda: self._start_ticking(text))
        else:
            line = input(text)
        if not sys.stdin.isatty():
            print(line)  # where nobody types, what was read stands behind the question all the same
        self._view.note(text + line)
        return line

    def _completed(self, typed: str) -> list[str]:
        fits = completions(self._session, typed)
        if len(fits) > 1:
            self._view.stop_ticking()  # they are listed above the question
        return fits

    # -- time --------------------------------------------------------------------------------------

    def _start_ticking(self, question: str) -> None:
        if self._session.game.clock and not self._session.outcome:
            from prompt_toolkit.application import get_app

            app = get_app()
            app.create_background_task(self._ticking(app, question))

    async def _ticking(self, app: Application[str], question: str) -> None:
        """Lets the clock of the player tick, and ends the question when it has run down."""
        turn = self._session.board.turn
        while (left := self._session.left(turn)) > 0:
            await asyncio.sleep(until_change(left))
            self._view.tick(self._session, question + app.current_buffer.text)
        if app.is_running:
            app.exit(exception=FlagFell())


def is_terminal() -> bool:
    """Whether lines can be edited where they are typed, and shown."""
    people = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    return people and os.environ.get("TERM", "") not in ("dumb", "unknown")


def _editor(complete: Callable[[str], list[str]]) -> PromptSession[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.shortcuts import CompleteStyle

    class Words(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            typed = document.text_before_cursor
            return (Completion(fit, start_position=-len(typed)) for fit in complete(typed))

    # No room is kept for a menu: that would scroll the board away.
    return PromptSession(
        completer=Words(),
        complete_while_typing=False,
        complete_style=CompleteStyle.READLINE_LIKE,
        reserve_space_for_menu=0,
    )


def until_change(left: float) -> float:
    """Seconds after which a clock shows something else: it counts seconds, the last ten of them in tenths."""
    step = 1.0 if left > 10 else 0.1
    return left % step + 0.005


def completions(session: Session, typed: str) -> list[str]:
    """Moves and commands that begin as what was typed."""
    position = session.board.position
    moves = [position.notation(move) for move in position.legal_moves()]
    words = [f"{name} " if command.takes else name for name, command in COMMANDS.items()]
    wanted = typed.lower().replace(" ", "-") if typed[:1].isdigit() else typed.lower()
    plain = wanted.replace("x", "-")
    return [move for move in moves if move.replace("x", "-").startswith(plain)] + [
        word for word in words if wanted and word.startswith(wanted)
    ]
