"""Perft: how many lines of play of a given length there are. The measure of a move generator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead import _core

if TYPE_CHECKING:
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position


def perft(position: Position, depth: int, *, unique: bool = False, threads: int = 1) -> int:
    """The number of lines of `depth` moves. Different jump paths count apart; unique=True counts moves with
    the same origin, target and captures once. Ctrl-C stops it."""
    return _core.perft(position, depth, unique, threads)


def divide(position: Position, depth: int, *, unique: bool = False, threads: int = 1) -> dict[Move, int]:
    """The same count split by the first move."""
    return _core.divide(position, depth, unique, threads)
