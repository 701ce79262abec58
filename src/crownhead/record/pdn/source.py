"""Where PDN comes from: files, compressed or not, open files, in whatever encoding; as pieces, one a game."""

from __future__ import annotations

import codecs
import gzip
import os
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, NamedTuple, cast

from crownhead import _core
from crownhead.errors import PDNError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Source = str | os.PathLike[str] | IO[bytes] | IO[str]
"""A path, or a file open for reading. A str is a path: for the text of games there is loads()."""

MOST_CHARACTERS = 1 << 24
"""A game of more than 16 MB is read over: its tags are kept and the damage is reported."""

_PART = 1 << 18

GZIP = b"\x1f\x8b"
UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class RawGame(NamedTuple):
    """One game as it stands in the file."""

    text: bytes
    line: int
    """Of its first character."""
    offset: int
    """Of its first character among those of the file, decompressed and in UTF-8."""
    cut: bool
    """It was too long, and this is its beginning."""
    last: bool
    """Nothing follows it."""


def raw_games(source: Source) -> Iterator[RawGame]:
    """The games of a file, one after another, in constant memory."""
    splitter = _core.GameSplitter(MOST_CHARACTERS)
    held: _core.GameText | None = None
    with _opened(source) as file:
        for part, final in _parts(file, name_of(source)):
            for found in splitter.feed(part, final):
                if held is not None:
                    yield RawGame(*held, False)
                held = found
    if held is not None:
        yield RawGame(*held, True)


Place = tuple[int, int, int]
"""Line, offset and length of a game."""


def raw_games_at(path: Path, places: Iterable[Place]) -> Iterator[RawGame]:
    """The games at given places of a file, as `pieces` found them, in ascending order."""
    with path.open("rb") as file:
        marks = file.read(len(codecs.BOM_UTF8))
        file.seek(0)
        is_plain = not marks.startswith((GZIP, codecs.BOM_UTF8, *UTF16))
        text_at = _by_seeking(file) if is_plain else _by_reading(_parts(file, str(path)))
        for line, offset, length in places:
            yield RawGame(text_at(offset, length), line, offset, False, False)


def _by_seeking(file: BinaryIO) -> Callable[[int, int], bytes]:
    def text_at(offset: int, length: int) -> bytes:
        file.seek(offset)
        return file.read(length)

    return text_at


def _by_reading(parts: Iterator[tuple[bytes, bool]]) -> Callable[[int, int], bytes]:
    """For files whose characters do not stand where they would in UTF-8."""
    begin, held = 0, b""

    def text_at(offset: int, length: int) -> bytes:
        nonlocal begin, held
        while begin + len(held) < offset + length:
            part, final = next(parts)
            if begin + len(held) <= offset:
                begin, held = begin + len(held), part
            else:
                begin, held = max(begin, offset), held[max(offset - begin, 0) :] + part
            if final:
                break
        return held[offset - begin : offset - begin + length]

    return text_at


def name_of(source: Source) -> str:
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    return str(getattr(source, "name", "") or "<text>")


@contextmanager
def _opened(source: Source) -> Iterator[IO[bytes] | IO[str]]:
    if isinstance(source, (str, os.PathLike)):
        with Path(source).open("rb") as file:
            yield file
    else:
        yield source


def _parts(file: IO[bytes] | IO[str], name: str) -> Iterator[tuple[bytes, bool]]:
    """UTF-8 or one of the old eight-bit encodings, in parts; the last is marked."""
    first = file.read(_PART)
    if isinstance(first, str):
        yield from _encoded(cast("IO[str]", file), first)
        return
    binary = cast("BinaryIO", file)
    if first.startswith(GZIP):
        yield from _decompressed(binary, first, name)
        return
    recode = _recoder(first, name)
    yield recode(first), False
    while part := binary.read(_PART):
        yield recode(part), False
    yield b"", True


def _encoded(file: IO[str], first: str) -> Iterator[tuple[bytes, bool]]:
    yield first.removeprefix("\ufeff").encode(errors="replace"), False
    while part := file.read(_PART):
        yield part.encode(errors="replace"), False
    yield b"", True


class _Rejoined:
    """A file of which a part has been read already."""

    def __init__(self, first: bytes, rest: BinaryIO) -> None:
        self._first = first
        self._rest = rest

    def read(self, size: int = -1) -> bytes:
        if self._first:
            part, self._first = (self._first, b"") if size < 0 else (self._first[:size], self._first[size:])
            return part
        return self._rest.read(size)


def _decompressed(file: BinaryIO, first: bytes, name: str) -> Iterator[tuple[bytes, bool]]:
    """A file that ends early or is damaged gives all that can be read, and then the error."""
    unpacked = gzip.GzipFile(fileobj=cast("BinaryIO", _Rejoined(first, file)), mode="rb")
    recode: _Recoder | _Unmarked | None = None
    damage = ""
    while True:
        try:
            part = unpacked.read1(_PART)
        except (EOFError, OSError, zlib.error) as error:
            part, damage = b"", str(error)
        if not part:
            break
        recode = recode or _recoder(part, name)
        yield recode(part), False
    yield b"", True
    if damage:
        raise PDNError(f"{name}: the compressed file is damaged, the rest of it is lost: {damage}", file=name)


class _Recoder:
    """From the encoding that a byte order mark names to UTF-8."""

    def __init__(self, encoding: str) -> None:
        self._decoder = codecs.getincrementaldecoder(encoding)(errors="replace")

    def __call__(self, part: bytes) -> bytes:
        return self._decoder.decode(part).encode(errors="replace")


class _Unmarked:
    """UTF-8, or something older, which is found out game by game: only the mark is taken off."""

    def __init__(self) -> None:
        self._begun = False

    def __call__(self, part: bytes) -> bytes:
        if self._begun:
            return part
        self._begun = True
        return part.removeprefix(codecs.BOM_UTF8)


def _recoder(first: bytes, name: str) -> _Recoder | _Unmarked:
    if first.startswith(UTF16):
        return _Recoder("utf-16")
    if b"\0" in first[:4096]:
        raise PDNError(f"{name}: this is not a text, and no PDN", file=name)
    return _Unmarked()
