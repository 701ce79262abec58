"""Where everything that can go wrong becomes a message and an exit code.

======================================  ==========================================  ====
click.UsageError, other ClickException  a wrong option or argument                  2
CrownheadError                          a position, move or picture that cannot be  2
OSError                                 a file that cannot be read or written       2
KeyboardInterrupt, click.Abort          Ctrl-C; silent                              130
======================================  ==========================================  ====

When nobody reads the output any more, click ends the program silently with 1: every echo writes at once.
Anything else is a fault of the program and keeps its traceback.
"""

from __future__ import annotations

import os
import sys

import click

from crownhead.errors import CrownheadError

EXPECTED = (click.ClickException, click.Abort, CrownheadError, OSError, KeyboardInterrupt)

LONGEST_MESSAGE = 800  # characters: the message may quote what was given, and that may be of any length


def report(error: BaseException) -> int:
    """Say what went wrong on stderr and return the exit code."""
    match error:
        case KeyboardInterrupt() | click.Abort():
            return 130
        case click.UsageError():
            say(error.format_message() + _where_to_look(error.ctx))
        case click.ClickException():
            say(error.format_message())
        case OSError():
            _discard_output()
            say(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
        case _:
            say(str(error))
    return 2


def say(message: str) -> None:
    """One error message, on one line and of bounded length."""
    line = printable(message)
    if len(line) > LONGEST_MESSAGE:
        line = f"{line[:LONGEST_MESSAGE]}... ({len(line) - LONGEST_MESSAGE} more characters)"
    click.echo(f"crownhead: error: {line}", err=True)


def printable(text: str) -> str:
    """Text from outside must not steer the terminal: what cannot be printed is shown as its escape."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _where_to_look(context: click.Context | None) -> str:
    return f" (see {context.command_path} --help)" if context else ""


def _discard_output() -> None:
    """What is still buffered cannot be written; without this, Python would complain of it again at exit."""
    if sys.stdout:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
