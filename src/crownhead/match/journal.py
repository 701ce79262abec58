"""The games of a match on disk, so that a match goes on where it was, whatever ended it.

A text file. Each line is a checksum and a JSON object: first what the match is, then one game a line, written
through to the disk before anybody hears of it. A line that was being written when the machine stopped is cut
off; a line that was damaged later is an error, for the results after it cannot be trusted to be complete.
"""

from __future__ import annotations

import json
import os
import zlib
from typing import TYPE_CHECKING, Any

from crownhead.errors import JournalError
from crownhead.match.game import Finished

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

MAGIC = "crownhead match"
VERSION = 1


class Journal:
    """Opened for one match: made if the file is new, otherwise read, checked and continued.

    It remembers how many games there are, and no game: a match of any length needs the same memory.
    """

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        self.path = path
        self.count = 0
        header = {"journal": MAGIC, "version": VERSION, "settings": settings}
        self._file = path.open("a+b")
        try:
            _lock(self._file.fileno(), path)
            whole = self._read(path, header)
            self._file.truncate(whole)
            if not whole:
                self._write(header)
        except BaseException:
            self._file.close()
            raise

    def add(self, game: Finished) -> None:
        """Returns when the game is on the disk."""
        self._write(game.to_json())
        self.count += 1

    def games(self) -> Iterator[Finished]:
        """In the order they were added; the file is read as they are asked for."""
        with self.path.open("rb") as file:
            for number, _, entry in _entries(file, self.path):
                if number > 1:
                    yield _game(entry, self.path, number)

    def close(self) -> None:
        self._file.close()

    def _write(self, entry: dict[str, Any]) -> None:
        self._file.write(encoded(entry))
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, path: Path, header: dict[str, Any]) -> int:
        """Looks at every game; returns how many bytes of the file are whole."""
        self._file.seek(0)
        length = 0
        for number, line, entry in _entries(self._file, path):
            if number == 1:
                _compare(entry, header, path)
            else:
                _game(entry, path, number)
                self.count += 1
            length += line
        if not length:
            self._check_torn(path, encoded(header))
        return length

    def _check_torn(self, path: Path, first_line: bytes) -> None:
        """A file without a whole line was being begun for this match, or is somebody else's."""
        self._file.seek(0)
        if not first_line.startswith(self._file.read(len(first_line) + 1)):
            raise JournalError(f"{path}: not the journal of this match")


def encoded(entry: dict[str, Any]) -> bytes:
    text = json.dumps(entry, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _entries(lines: Iterable[bytes], path: Path) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Line number, length and object of each whole line."""
    for number, line in enumerate(lines, 1):
        checksum, _, text = line.partition(b" ")
        if not line.endswith(b"\n"):  # the last one
            return
        if checksum != b"%08x" % zlib.crc32(text.rstrip(b"\n")):
            raise JournalError(f"{path}, line {number}: the checksum is wrong, the file is damaged")
        yield number, len(line), json.loads(text)


def _game(entry: dict[str, Any], path: Path, number: int) -> Finished:
    try:
        return Finished(**entry)
    except TypeError:
        raise JournalError(f"{path}, line {number}: this is not the record of a game") from None


def _compare(found: dict[str, Any], expected: dict[str, Any], path: Path) -> None:
    if found.get("journal") != MAGIC:
        raise JournalError(f"{path}: not the journal of a match")
    if found.get("version") != VERSION:
        raise JournalError(f"{path}: written by another version of crownhead; begin a new journal")
    old, new = found.get("settings", {}), expected["settings"]
    different = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    if different:
        told = "; ".join(f"{name} was {old.get(name)}, is {new.get(name)}" for name in different)
        raise JournalError(f"{path} belongs to another match: {told}")


def _lock(descriptor: int, path: Path) -> None:
    """Two matches must not write into one journal. Where the system has no such lock, nothing is checked."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise JournalError(f"{path}: another match is writing this journal") from None
