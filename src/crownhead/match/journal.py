"""The games of a match on disk, so that a match goes on where it was, whatever ended it."""

from __future__ import annotations

from contextlib import closing
from itertools import count
from typing import TYPE_CHECKING, Any

from crownhead.errors import FileInUse, JournalError
from crownhead.files import Journal, Lock, settings_of
from crownhead.match.game import Finished

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


class GameJournal:
    """Opened for one match, which its settings tell from others."""

    def __init__(self, path: Path, settings: Mapping[str, Any], *, other_version: bool = False) -> None:
        """Raises JournalError."""
        self._journal = Journal(path, "match", settings, other_version=other_version)

    @property
    def path(self) -> Path:
        return self._journal.path

    @property
    def count(self) -> int:
        """Of games."""
        return self._journal.count

    def add(self, game: Finished) -> None:
        """Returns when the game is on the disk."""
        self._journal.add(game.to_json())

    def games(self) -> Iterator[Finished]:
        """In the order they were added; the file is read as they are asked for."""
        for number, entry in enumerate(self._journal.entries(), 2):
            try:
                game = Finished(**entry)
            except TypeError:
                raise JournalError(f"{self.path}, line {number}: this is not the record of a game") from None
            yield game

    def close(self) -> None:
        self._journal.close()


def set_aside(path: Path, folder: Path) -> int:
    """Moves a journal into a folder, beside others of its name. How many games it has. Raises JournalError."""
    with closing(GameJournal(path, settings_of(path) or {}, other_version=True)) as journal:
        games = journal.count
    folder.mkdir(exist_ok=True)
    try:
        with Lock.beside(path):
            names = (folder / f"{path.stem} {number}{path.suffix}" for number in count(1))
            path.rename(next(name for name in names if not name.exists()))
    except FileInUse:
        raise JournalError(f"{path}: another process is writing this journal") from None
    return games
