"""Arguments that several subcommands take."""

from __future__ import annotations

from crownhead.rules.position import Position


def position_of(fen: str | None) -> Position:
    """The position that a FEN describes; without one, the start of the game."""
    return Position.start() if fen is None else Position.from_fen(fen)
