"""Where crownhead keeps its files, and how it writes them: whole files, locks and journals.

A file is written beside its name and renamed into place: whoever reads the name finds the old file or the new one,
whole, whatever happens in between.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import zlib
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from crownhead.errors import FileInUse, JournalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


_NO_ROOM = (errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC))


def data_directory() -> Path:
    """The user's databases, games and settings; CROWNHEAD_DATA names another place. May not exist yet."""
    if chosen := os.environ.get("CROWNHEAD_DATA"):
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_data_dir("crownhead", appauthor=False))


# -- whole files ---------------------------------------------------------------------------------------


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of `path` when the block ends well, and vanishes when it does not.

    A symbolic link stays one: the file that it names is replaced. A device or a pipe is written to as it is.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with _created(beside, like=target) as file, _naming(path):
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """The system does not say which file there was no room for."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM and error.filename is None:
            error.filename = str(path)
        raise


def write_text(path: Path, text: str) -> None:
    with replacing(path) as file:
        file.write(text.encode())


def _created(path: Path, like: Path) -> BinaryIO:
    """A new file with the permissions of `like`, or, where there is none, those that the system gives."""
    try:
        mode = like.stat().st_mode & 0o7777
    except FileNotFoundError:
        return path.open("xb")
    file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    path.chmod(mode)
    return file


# -- locks ---------------------------------------------------------------------------------------------


class Lock:
    """A file that only one process holds at a time; the system lifts the lock when the process ends, however.

    Where the file system has no locks, nobody is kept out.
    """

    def __init__(self, path: Path) -> None:
        """Raises FileInUse."""
        self._path = path
        self._file = _locked(path)

    @classmethod
    def beside(cls, path: Path) -> Lock:
        """The lock of a file that is replaced when it is written, and so cannot be locked itself."""
        return cls(path.with_name(f".{path.name}.lock"))

    def close(self) -> None:
        """Lifts the lock. It is removed first: whoever has opened it by then sees that, and opens a new one."""
        if self._file is not None:
            with suppress(OSError):  # Windows does not remove open files
                self._path.unlink()
            self._file.close()
            self._file = None

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _locked(path: Path) -> BinaryIO | None:
    while True:
        file = path.open("ab")
        try:
            _lock(file.fileno())
            if os.fstat(file.fileno()).st_nlink:
                return file
        except (BlockingIOError, PermissionError):
            file.close()
            raise FileInUse(path) from None
        except OSError:  # no locks here
            file.close()
            return None
        file.close()  # who held it has just removed it


def _lock(descriptor: int) -> None:
    try:
        import fcntl
    except ImportError:
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


# -- journals ------------------------------------------------------------------------------------------


class Journal:
    """What long work has done, kept line by line, so that it goes on where it was, whatever ended it.

    Each line is a checksum and a JSON object: first what the work is, then one entry a line, written through to
    the disk before `add` returns. A line that was being written when the machine stopped is cut off; one that was
    damaged later is an error, for nobody knows what else is missing. The journal remembers how many entries there
    are, and none of them: work of any length needs the same memory.
    """

    VERSION = 1

    def __init__(
        self, path: Path, work: str, settings: Mapping[str, Any], *, other_version: bool = False
    ) -> None:
        """`work` is a noun, such as "match"; work with other settings is other work: see `objection`.

        Raises JournalError if the file is damaged, another work's, or being written.
        """
        self.path = path
        self.count = 0
        self._work = work
        self._other_version = other_version
        header = {"journal": f"crownhead {work}", "version": self.VERSION, "settings": dict(settings)}
        try:
            self._lock = Lock.beside(path)
        except FileInUse:
            raise JournalError(f"{path}: another process is writing this journal") from None
        try:
            self._file = path.open("a+b")
            try:
                self._continue(header)
            except BaseException:
                with suppress(OSError):
                    self._file.close()
                raise
        except BaseException:
            self._lock.close()
            raise

    def add(self, entry: Mapping[str, Any]) -> None:
        self._write(entry)
        self.count += 1

    def entries(self) -> Iterator[dict[str, Any]]:
        """In the order they were added; the file is read as they are asked for."""
        with self.path.open("rb") as file:
            for number, _, entry in _entries(file, self.path):
                if number > 1:
                    yield entry

    def close(self) -> None:
        with suppress(OSError):  # what is not on the disk by now is an entry whose `add` has failed
            self._file.close()
        self._lock.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _write(self, entry: Mapping[str, Any]) -> None:
        with _naming(self.path):
            self._file.write(_line(entry))
            self._file.flush()
            os.fsync(self._file.fileno())

    def _continue(self, header: dict[str, Any]) -> None:
        """Checks and counts what is there, cuts off what is torn, and begins a new file."""
        self._file.seek(0)
        whole = 0
        for number, length, entry in _entries(self._file, self.path):
            if number == 1:
                self._compare(entry, header)
            whole += length
            self.count = number - 1
        if not whole:
            self._check_torn(_line(header))
        self._file.truncate(whole)
        if not whole:
            self._write(header)

    def _check_torn(self, first_line: bytes) -> None:
        """A file without a whole line was being begun for this work, or is somebody else's."""
        self._file.seek(0)
        if not first_line.startswith(self._file.read(len(first_line) + 1)):
            raise JournalError(f"{self.path}: not the journal of this {self._work}")

    def _compare(self, found: dict[str, Any], expected: dict[str, Any]) -> None:
        if found.get("journal") != expected["journal"]:
            raise JournalError(f"{self.path}: not the journal of a {self._work}")
        if found.get("version") != self.VERSION:
            raise JournalError(f"{self.path}: written by another version of crownhead; begin a new journal")
        old, new = found.get("settings", {}), expected["settings"]
        if why := objection(old, new, self._work, self._other_version):
            raise JournalError(f"{self.path} {why}")


def settings_of(path: Path) -> dict[str, Any] | None:
    """What the work of a journal was begun with; None where none was begun. Raises JournalError."""
    with suppress(FileNotFoundError), path.open("rb") as file:
        for _, _, header in _entries(file, path):
            return dict(header.get("settings", {}))
    return None


LATER = {"code", "files"}
"""Settings that older versions did not write down. Where one is missing, it is taken for the same."""


def objection(old: Mapping[str, Any], new: Mapping[str, Any], work: str, other_version: bool = False) -> str:
    """Why work with the new settings does not go on with what was begun with the old ones; "" if it does. The setting
    "code" is the version of crownhead that the results depend on; with `other_version`, it may differ."""
    missing = LATER - old.keys()
    names = [name for name in {**old, **new} if old.get(name) != new.get(name) and name not in missing]
    if names == ["code"]:
        return (
            ""
            if other_version
            else (
                f"was begun by crownhead {old['code']}, and this is {new['code']}: go on with that version, begin anew "
                "in another place, or use --other-version to go on with this one"
            )
        )
    told = "; ".join(f"{name} was {old.get(name)}, is {new.get(name)}" for name in names if name != "code")
    return told and f"belongs to another {work}: {told}"


def _line(entry: Mapping[str, Any]) -> bytes:
    text = json.dumps(entry, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _entries(lines: Iterable[bytes], path: Path) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Line number, length and object of each whole line."""
    for number, line in enumerate(lines, 1):
        checksum, _, text = line.partition(b" ")
        if not line.endswith(b"\n"):  # the last one
            return
        if checksum != b"%08x" % zlib.crc32(text.rstrip(b"\n")):
            wrong = "the checksum is wrong" if number > 1 else "this is not how a journal begins"
            raise JournalError(f"{path}, line {number}: {wrong}; it is another file, or damaged")
        yield number, len(line), json.loads(text)
