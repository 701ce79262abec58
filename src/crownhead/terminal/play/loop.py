"""Whose turn it is, until nobody wants to go on."""

from __future__ import annotations

import signal
from contextlib import contextmanager, nullcontext
from threading import Event, Thread
from typing import TYPE_CHECKING

from crownhead.terminal.play import words
from crownhead.terminal.play.commands import enter, takes_thought
from crownhead.terminal.play.prompt import FlagFell, Prompt
from crownhead.terminal.play.session import Reply
from crownhead.terminal.play.suggestion import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.terminal.play.session import Session
    from crownhead.terminal.play.view import View


def play(session: Session, view: View, said: list[str]) -> None:
    """A game with people. Returns when they leave; the record is as it should be at every moment."""
    prompt = Prompt(session, view)
    view.show(session, [*said, *_before_the_move(session)])
    while not session.leaving:
        reply = _engine_turn(session, view) if session.engine_to_move else _person_turn(session, view, prompt)
        if reply.redraw:
            view.show(session, [*reply.lines, *_before_the_move(session)])
        else:
            view.say(reply.lines)


def watch(session: Session, view: View) -> None:
    """The engine against itself, to the end."""
    alive = view.console.is_terminal
    if alive:
        view.show(session)
    while session.outcome is None:
        reply = session.engine_turn()
        if alive:
            view.show(session, [*reply.lines, *_before_the_move(session)])
        else:
            view.report(session, reply.lines)


def _engine_turn(session: Session, view: View) -> Reply:
    with moves_on_interrupt(session), view.thinking(session.mover):
        return session.engine_turn()


def _person_turn(session: Session, view: View, prompt: Prompt) -> Reply:
    try:
        line = prompt.ask(_question(session, view))
        with view.thinking("crownhead") if takes_thought(line) else nullcontext():
            return enter(session, line)
    except FlagFell:
        view.say([""])
        return enter(session, "")
    except EOFError:
        view.say([""])
        session.leaving = True
        return Reply()


def _question(session: Session, view: View) -> str:
    if session.outcome is not None:
        return "new, review, undo or quit> "
    if session.resigning:
        return "Do you really want to resign? [y/N] "
    if session.asked is not None:
        return f"{view.name(session.asked)}, do you accept? [y/N] "
    return f"{view.name(session.board.turn)}, your move> "


def _before_the_move(session: Session) -> list[str]:
    if session.outcome is not None:
        return [words.whole_ending(session.outcome, session.only_person), *suggestion(session)]
    return [] if session.engine_to_move else words.remarks(session.board)


@contextmanager
def moves_on_interrupt(session: Session) -> Iterator[None]:
    """While the engine thinks, Ctrl-C tells it to move now. It is told again until it does: Ctrl-C may come before it
    has begun."""
    done = Event()

    def insist() -> None:
        session.advice.stop()
        while not done.wait(0.05):
            session.advice.stop()

    before = signal.signal(signal.SIGINT, lambda number, frame: Thread(target=insist, daemon=True).start())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        done.set()
