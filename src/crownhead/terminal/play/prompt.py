"""How a line is asked for: with arrow keys, history and tab completion where the terminal has them."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from crownhead.terminal.play.commands import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from crownhead.terminal.play.session import Session


class FlagFell(Exception):
    """The time of whoever is being asked is over."""


class Prompt:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._complete_with_tab()

    def ask(self, text: str) -> str:
        """Raises EOFError at the end of input, and FlagFell."""
        with self._alarm():
            return input(text)

    # -- completion --------------------------------------------------------------------------------

    def _complete_with_tab(self) -> None:
        try:
            import readline
        except ImportError:
            return
        readline.set_completer_delims("")
        readline.set_completer(self._completion)
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def _completion(self, typed: str, which: int) -> str | None:
        fits = completions(self._session, typed)
        return fits[which] if which < len(fits) else None

    # -- time --------------------------------------------------------------------------------------

    @contextmanager
    def _alarm(self) -> Iterator[None]:
        """Interrupts the question when the clock of the player has run down, where the system can."""
        clocks, board = self._session.clocks, self._session.board
        in_main_thread = threading.current_thread() is threading.main_thread()
        if clocks is None or self._session.outcome or not hasattr(signal, "setitimer") or not in_main_thread:
            yield
            return
        before = signal.signal(signal.SIGALRM, _fall)
        signal.setitimer(signal.ITIMER_REAL, clocks.left(board.turn) + 0.01)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def _fall(number: int, frame: FrameType | None) -> None:
    raise FlagFell


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
