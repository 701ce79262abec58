"""Arguments that several subcommands take."""

from __future__ import annotations

from pathlib import Path

import click

from crownhead.record.openings.names import name_called
from crownhead.rules.position import Position


def position_of(fen: str | None) -> Position:
    """The position that a FEN describes; without one, the start of the game."""
    return Position.start() if fen is None else Position.from_fen(fen)


def opening_of(text: str) -> tuple[str, tuple[str, ...]]:
    """What an opening is called and its moves, by a part of its name or by the moves themselves."""
    if text[:1].isdigit():
        return text, tuple(text.replace(",", " ").split())
    known = name_called(text)
    if known is None:
        message = f"there is no opening called {text!r}: see crownhead openings --named"
        raise click.UsageError(message, click.get_current_context())
    return known.name, known.moves


def refuse_together(options: dict[str, object]) -> None:
    """Options of which only one can be given, by name."""
    given = [name for name, value in options.items() if value]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} do not go together", click.get_current_context())


def names_a_file(what: str) -> bool:
    """Whether an argument that may be a position or a file is meant for a file."""
    try:
        return what.endswith((".pdn", ".pdn.gz")) or Path(what).is_file()
    except (OSError, ValueError):
        return False


def refuse(options: dict[str, object], meant_for: str) -> None:
    """Options that were given where they make no sense."""
    given = [name for name, value in options.items() if value]
    if given:
        raise click.UsageError(f"{' and '.join(given)} is for {meant_for}", click.get_current_context())
