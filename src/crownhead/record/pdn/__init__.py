"""Portable draughts notation: reading every file there is, and writing it as the standard has it.

>>> import crownhead as ch
>>> game = ch.pdn.loads('[Event "Match"] 1. 11-15 23-19 2. 8-11 *')
>>> [str(move) for move in game.moves]
['11-15', '23-19', '8-11']
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from crownhead.errors import PDNError
from crownhead.files import replacing
from crownhead.record.game.game import Game
from crownhead.record.game.problems import RecordProblem, Severity
from crownhead.record.pdn.reader import Games, boards, check, games, headers
from crownhead.record.pdn.writer import written

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from crownhead.record.pdn.source import Source

__all__ = [
    "Game",
    "Games",
    "RecordProblem",
    "Severity",
    "boards",
    "check",
    "dumps",
    "games",
    "headers",
    "loads",
    "read",
    "write",
]


def read(source: Source, *, strict: bool = False) -> Game:
    """The first game of a file. Raises PDNError if there is none."""
    reading = games(source, strict=strict)
    for game in reading:
        return game
    raise PDNError(f"{reading.name}: there is no game in it", file=reading.name, problems=reading.problems)


def loads(text: str, *, strict: bool = False) -> Game:
    """The first game of a text."""
    return read(io.StringIO(text), strict=strict)


def dumps(game: Game | Iterable[Game], *, result_at_end: bool = False) -> str:
    """One game or several as canonical PDN."""
    several = [game] if isinstance(game, Game) else game
    return "\n".join(written(each, result_at_end=result_at_end) for each in several)


def write(game: Game | Iterable[Game], path: str | os.PathLike[str], *, result_at_end: bool = False) -> None:
    """Writes one game or several to a file. If anything goes wrong, what was there before stays."""
    several = [game] if isinstance(game, Game) else game
    with replacing(Path(path)) as file:
        for i, each in enumerate(several):
            text = written(each, result_at_end=result_at_end)
            file.write((("\n" if i else "") + text).encode())


Game.written = staticmethod(dumps)
