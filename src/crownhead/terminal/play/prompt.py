"""How a line is asked for: with arrow keys, history and tab completion where the terminal has them, while the clock
ticks."""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from crownhead.terminal.play.commands import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from crownhead.terminal.play.session import Session
    from crownhead.terminal.play.view import View


class FlagFell(Exception):
    """The time of whoever is being asked is over."""


class Prompt:
    def __init__(self, session: Session, view: View) -> None:
        self._session = session
        self._view = view
        self._typed: Callable[[], str] = str
        """What stands behind the question by now."""
        self._complete_with_tab()

    def ask(self, text: str) -> str:
        """Raises EOFError at the end of input, and FlagFell."""
        if sys.stdin is None:
            raise EOFError
        with self._alarm(text):
            line = input(text)
        if not sys.stdin.isatty():
            print(line)  # where nobody types, what was read stands behind the question all the same
        self._view.note(text + line)
        return line

    # -- completion --------------------------------------------------------------------------------

    def _complete_with_tab(self) -> None:
        try:
            import readline
        except ImportError:
            return
        self._typed = readline.get_line_buffer
        readline.set_completer_delims("")
        readline.set_completer(self._completion)
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def _completion(self, typed: str, which: int) -> str | None:
        fits = completions(self._session, typed)
        if len(fits) > 1:
            self._view.stop_ticking()  # they may be listed under the prompt
        return fits[which] if which < len(fits) else None

    # -- time --------------------------------------------------------------------------------------

    @contextmanager
    def _alarm(self, question: str) -> Iterator[None]:
        """Lets the clock of the player tick, and ends the question when it has run down, where the system can."""
        session, turn = self._session, self._session.board.turn
        in_main_thread = threading.current_thread() is threading.main_thread()
        ticks = session.game.clock and not session.outcome
        if not ticks or not hasattr(signal, "setitimer") or not in_main_thread:
            yield
            return

        def tick(number: int, frame: FrameType | None) -> None:
            left = session.left(turn)
            if left <= 0:
                raise FlagFell
            self._view.tick(session, question + self._typed())
            signal.setitimer(signal.ITIMER_REAL, until_change(left))

        before = signal.signal(signal.SIGALRM, tick)
        signal.setitimer(signal.ITIMER_REAL, until_change(session.left(turn)))
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


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
