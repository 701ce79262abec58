"""Perft: how many lines of play of a given length there are. The measure of a move generator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead import _core

if TYPE_CHECKING:
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

MOST_DEPTH = 1000
"""No computer counts so far: what is deeper is a slip."""
MOST_THREADS = 256


def perft(position: Position, depth: int, *, unique: bool = False, threads: int = 1) -> int:
    """The number of lines of `depth` moves. Different jump paths count apart; unique=True counts moves with
    the same origin, target and captures once. Ctrl-C stops it."""
    _check(depth, 0, threads)
    return _core.perft(position, depth, unique, threads)


def divide(position: Position, depth: int, *, unique: bool = False, threads: int = 1) -> dict[Move, int]:
    """The same count split by the first move."""
    _check(depth, 1, threads)
    return _core.divide(position, depth, unique, threads)


def _check(depth: int, least: int, threads: int) -> None:
    if not isinstance(depth, int) or not least <= depth <= MOST_DEPTH:
        raise ValueError(f"depth must be a whole number from {least} to {MOST_DEPTH}, not {depth!r:.40}")
    if not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"threads must be a whole number from 1 to {MOST_THREADS}, not {threads!r:.40}")
