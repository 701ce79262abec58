"""A game on disk while it is played in the browser: in the library, or in the file of a terminal."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from crownhead.errors import GameInUse, StorageFailed
from crownhead.play.record import record_of
from crownhead.play.stored import words_of
from crownhead.record.openings.opening import opening_of

if TYPE_CHECKING:
    from crownhead.play.in_progress import GameInProgress
    from crownhead.record.board import Board
    from crownhead.record.library.gamefile import GameFile
    from crownhead.record.ply import Ply
    from crownhead.web.storage.store import Store

LATEST_OPENING = 12
"""Moves after which no opening is looked for any more."""


class KeptGame:
    def __init__(self, name: str, store: Store, file: GameFile | None = None) -> None:
        """`file` is where the terminal keeps the game: it is written first, and its lock held until it is let go."""
        self._name = name
        self._store = store
        self._file = file
        self.is_left = False
        """Whether a terminal may have the game by now."""

    @property
    def has_file(self) -> bool:
        return self._file is not None

    def let_go(self) -> None:
        """Of the file, so that a terminal can play on."""
        if self._file is not None:
            self.is_left = True
            self._file.close()

    async def save(self, before: GameInProgress, after: GameInProgress, now: float) -> None:
        """What is different: moves that were made, moves that were taken back, or the end."""
        if self._file is not None:
            await self._write(self._file, after, now)
            return
        kept, wanted = len(before.board), len(after.board)
        result, reason = words_of(after.outcome)
        if wanted < kept:
            await self._store.take_back(self._name, wanted)
        elif wanted == kept:
            if after.outcome != before.outcome:
                await self._store.finish(self._name, wanted, result, reason)
        else:
            times = after.times_after_moves()
            for ply in reversed(plies_after(after.board, kept)):
                number, told = ply.number - 1, (result, reason) if ply.number == wanted else ("*", "")
                known, name = after.is_from_book(number), _named_by(ply)
                await self._store.add_move(
                    self._name, number, str(ply.move), times[number], *told, name, known
                )

    async def _write(self, file: GameFile, after: GameInProgress, now: float) -> None:
        """The library finds there what has changed."""
        if self.is_left:
            raise GameInUse("the game was left: open it again")
        tags = {"Event": "Game in the terminal", "Date": time.strftime("%Y.%m.%d")}
        try:
            await asyncio.to_thread(file.write, record_of(after, now, tags))
        except OSError as error:
            raise StorageFailed(f"the game cannot be saved: {error.strerror or error}") from error
        await self._store.refresh()


def plies_after(board: Board, number: int) -> list[Ply]:
    """The plies that were made after so many moves, the latest first."""
    return [ply for ply in board.ply.back() if ply.number > number]


def _named_by(ply: Ply) -> str | None:
    """The opening that a move completed."""
    opening = opening_of([ply.position]) if ply.number <= LATEST_OPENING else None
    return opening.title if opening else None
