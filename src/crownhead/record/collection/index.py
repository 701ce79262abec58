"""An index of collections of games, in SQLite: which game is where, and which positions it goes through.

Each file is taken in or brought up to date in one transaction, so that an interruption leaves the index as it
was before that file. An index of another version is begun anew: it holds nothing that the files do not. A file
that is no index is left as it is.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from crownhead.errors import PDNError
from crownhead.files import data_directory
from crownhead.record.collection.index_rows import conditions, distinct, row_of, signed
from crownhead.record.collection.query import date_fits
from crownhead.record.collection.scan import Found
from crownhead.record.pdn.parser import parse
from crownhead.record.pdn.signatures import Tracer
from crownhead.record.pdn.source import RawGame, raw_games, raw_games_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crownhead.record.collection.query import Query
    from crownhead.record.pdn.signatures import Trace

MAGIC = 0x43524F57
"""The application id of the file: CROW."""
VERSION = 1
_BATCH = 5000
"""Games that are written at once."""
_LONGEST_WAIT = 30.0
"""Seconds to wait for another process that writes to the index."""

_SCHEMA = f"""
PRAGMA application_id = {MAGIC};
PRAGMA user_version = {VERSION};
CREATE TABLE files (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, changed INTEGER NOT NULL
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, line INTEGER NOT NULL,
    offset INTEGER NOT NULL, length INTEGER NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL,
    event TEXT NOT NULL, site TEXT NOT NULL, date TEXT NOT NULL, result TEXT NOT NULL, opening INTEGER NOT NULL
);
CREATE INDEX games_of_file ON games (file);
CREATE INDEX games_of_opening ON games (opening);
CREATE TABLE positions (
    key INTEGER NOT NULL, game INTEGER NOT NULL, main INTEGER NOT NULL, PRIMARY KEY (key, game)
) WITHOUT ROWID;
CREATE TABLE materials (
    code INTEGER NOT NULL, game INTEGER NOT NULL, main INTEGER NOT NULL, PRIMARY KEY (code, game)
) WITHOUT ROWID;
"""


class _State(NamedTuple):
    """What tells whether a file has changed."""

    size: int
    changed: int
    """When, in nanoseconds: the later of the changes of its text and of its entry."""

    @classmethod
    def of(cls, path: Path) -> _State:
        status = path.stat()
        return cls(status.st_size, max(status.st_mtime_ns, status.st_ctime_ns))


class Index:
    """Open it, update it with files, find games; a context manager."""

    def __init__(self, path: Path | None = None) -> None:
        """At a path, or in the user's data directory."""
        self.path = data_directory() / "games.index" if path is None else path
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._errors():
            self._database = self._opened()

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()

    def _opened(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=_LONGEST_WAIT, isolation_level=None)
        try:
            if not _is_current(database):
                with _transaction(database):
                    self._begin(database)
        except BaseException as error:
            database.close()
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
                raise self._refusal() from None
            raise
        return database

    def _begin(self, database: sqlite3.Connection) -> None:
        """Makes the tables, unless another process has just done it."""
        if _is_current(database):
            return
        (magic,) = database.execute("PRAGMA application_id").fetchone()
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        tables = [name for (name,) in database.execute(query)]
        if magic != MAGIC and (magic or tables):
            raise self._refusal()
        for name in tables:
            database.execute(f"DROP TABLE {name}")
        for statement in _SCHEMA.split(";"):
            database.execute(statement)

    def _refusal(self) -> PDNError:
        message = f"{self.path} is not an index of games: name another file, or remove this one"
        return PDNError(message, file=str(self.path))

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise PDNError(f"{self.path}: the index cannot be used: {error}", file=str(self.path)) from error
        except sqlite3.DatabaseError as error:
            message = f"{self.path}: the index is damaged ({error}): delete it, and it will be made again"
            raise PDNError(message, file=str(self.path)) from error

    # -- taking files in ---------------------------------------------------------------------------

    def outdated(self, files: Iterable[Path]) -> list[Path]:
        """Those that the index does not know, or that have changed since it read them."""
        with self._errors():
            rows = self._database.execute("SELECT path, size, changed FROM files")
            known = {path: _State(size, changed) for path, size, changed in rows}
        return [path for path in files if known.get(str(path.resolve())) != _State.of(path)]

    def update(
        self, files: Iterable[Path], progress: Callable[[int], None] = lambda characters: None
    ) -> None:
        """Reads the files that are new or have changed."""
        for path in self.outdated(files):
            with self._errors(), _transaction(self._database):
                self._take_in(path, progress)

    def _take_in(self, path: Path, progress: Callable[[int], None]) -> None:
        state = _State.of(path)
        name = str(path.resolve())
        self._forget(name)
        file = self._database.execute("INSERT INTO files VALUES (NULL, ?, ?, ?)", (name, *state)).lastrowid
        assert file is not None
        games = iter(raw_games(path))
        while batch := list(islice(games, _BATCH)):
            self._write(file, [(raw, parse(raw, Tracer())) for raw in batch])
            progress(sum(len(raw.text) for raw in batch))

    def _forget(self, name: str) -> None:
        row = self._database.execute("SELECT id FROM files WHERE path = ?", (name,)).fetchone()
        if row is None:
            return
        for table in ("positions", "materials"):
            self._database.execute(
                f"DELETE FROM {table} WHERE game IN (SELECT id FROM games WHERE file = ?)", row
            )
        self._database.execute("DELETE FROM games WHERE file = ?", row)
        self._database.execute("DELETE FROM files WHERE id = ?", row)

    def _write(self, file: int, batch: list[tuple[RawGame, Trace]]) -> None:
        (first,) = self._database.execute("SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence").fetchone()
        rows = [(first + i, file, *row_of(raw, trace)) for i, (raw, trace) in enumerate(batch)]
        self._database.executemany(f"INSERT INTO games VALUES ({', '.join('?' * 12)})", rows)
        keys, codes = [], []
        for i, (_, trace) in enumerate(batch):
            of_key, of_code = distinct(trace)
            keys += [(signed(key), first + i, main) for key, main in of_key.items()]
            codes += [(code, first + i, main) for code, main in of_code.items()]
        self._database.executemany("INSERT INTO positions VALUES (?, ?, ?)", sorted(keys))
        self._database.executemany("INSERT INTO materials VALUES (?, ?, ?)", sorted(codes))

    # -- finding games -----------------------------------------------------------------------------

    def find(self, query: Query, files: Iterable[Path] | None = None) -> Iterator[Found]:
        """The games that fit, in files that are up to date in the index: those named, or all that it knows."""
        wanted = None if files is None else {str(path.resolve()): path for path in files}
        rows = self._rows(query)
        hits: dict[Path, list[tuple[int, int, int]]] = {}
        for name, line, offset, length, date in rows:
            if (wanted is None or name in wanted) and (not query.date or date_fits(query.date, date)):
                path = Path(name) if wanted is None else wanted[name]
                hits.setdefault(path, []).append((line, offset, length))
        for path, places in hits.items():
            yield from (Found(path, raw) for raw in raw_games_at(path, sorted(places)))

    def count(self, query: Query) -> int:
        """How many games fit, without reading them; a date is not looked at."""
        needs, values = conditions(query)
        where = f"WHERE {' AND '.join(needs)}" if needs else ""
        (number,) = self.rows(f"SELECT count(*) FROM games {where}", values)[0]
        return int(number)

    def _rows(self, query: Query) -> list[tuple[str, int, int, int, str]]:
        needs, values = conditions(query)
        where = f"WHERE {' AND '.join(needs)}" if needs else ""
        columns = "files.path, games.line, games.offset, games.length, games.date"
        text = f"SELECT {columns} FROM games JOIN files ON files.id = games.file {where} ORDER BY games.id"
        return self.rows(text, values)

    def rows(self, text: str, values: Iterable[object] = ()) -> list[Any]:
        """What a question to the database gives."""
        with self._errors(), closing(self._database.execute(text, tuple(values))) as cursor:
            return cursor.fetchall()


def _is_current(database: sqlite3.Connection) -> bool:
    (magic,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    return (magic, version) == (MAGIC, VERSION)


@contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")
