"""Arguments that several subcommands take."""

from __future__ import annotations

import click

from crownhead.rules.position import Position


def position_of(fen: str | None) -> Position:
    """The position that a FEN describes; without one, the start of the game."""
    return Position.start() if fen is None else Position.from_fen(fen)


def refuse_together(options: dict[str, object]) -> None:
    """Options of which only one can be given, by name."""
    given = [name for name, value in options.items() if value]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} do not go together", click.get_current_context())
