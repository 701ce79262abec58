"""The weights of the evaluation in a file.

crownhead weights 2\\n      which this is
4 bytes                    how many numbers, the least byte first
4 bytes                    CRC-32 of what follows
the rest                   zlib; numbers of 16 bits, in the order that core/evaluation/evaluation.hpp tells
"""

from __future__ import annotations

import struct
import sys
import zlib
from array import array
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from crownhead import _core
from crownhead.errors import EngineError
from crownhead.files import replacing

if TYPE_CHECKING:
    import os

KIND = b"crownhead weights "
MAGIC = KIND + b"2\n"
HEADER = struct.Struct("<II")
WORD = 2
"""Bytes of a number."""


def evaluation(weights: str | os.PathLike[str] | None) -> _core.Evaluation:
    """By the weights in a file; the project's own without one."""
    return standard_evaluation() if weights is None else _core.Evaluation(weights_bytes(weights))


@cache
def standard_evaluation() -> _core.Evaluation:
    return _core.Evaluation(weights_bytes(None))


def weights_bytes(weights: str | os.PathLike[str] | None) -> bytes:
    """The numbers in a file as the core wants them; the project's own without one."""
    return _unpack(_standard_file(), "weights.bin") if weights is None else read(Path(weights))


@cache
def standard_checksum() -> int:
    """Of the project's own weights: another one is another engine."""
    return zlib.crc32(_standard_file())


def _standard_file() -> bytes:
    return files("crownhead.engine").joinpath("weights.bin").read_bytes()


def read(path: Path) -> bytes:
    """The weights as the core wants them."""
    try:
        return _unpack(path.read_bytes(), str(path))
    except OSError as error:
        raise EngineError(f"cannot read the weights: {error}") from None


def write(path: Path, weights: array[int]) -> None:
    """In the order of the file."""
    body = zlib.compress(_little_endian(weights).tobytes(), 9)
    with replacing(path) as file:
        file.write(MAGIC + HEADER.pack(len(weights), zlib.crc32(body)) + body)


def _unpack(content: bytes, name: str) -> bytes:
    header, body = content[len(MAGIC) : len(MAGIC) + HEADER.size], content[len(MAGIC) + HEADER.size :]
    if content.startswith(KIND) and not content.startswith(MAGIC[: len(content)]):
        form = content[len(KIND) :].partition(b"\n")[0][:9].decode(errors="replace")
        raise EngineError(
            f"{name} has weights of form {form}; this version reads form 2: fit them anew with crownhead train fit"
        )
    if not content.startswith(MAGIC) or len(header) < HEADER.size:
        raise EngineError(f"{name} is no file of weights: it does not begin with {MAGIC.decode().strip()!r}")
    count, checksum = HEADER.unpack(header)
    if zlib.crc32(body) != checksum:
        raise EngineError(f"{name} is damaged: its checksum does not agree")
    if count != _core.NETWORK.weights:
        raise EngineError(f"{name} has {count} numbers; this version has {_core.NETWORK.weights}")
    size = count * WORD
    unpacking = zlib.decompressobj()
    try:
        numbers = unpacking.decompress(body, size + 1)  # no more, however much a few bytes would unpack to
    except zlib.error as error:
        raise EngineError(f"{name} is damaged: {error}") from None
    if len(numbers) != size or not unpacking.eof:
        raise EngineError(f"{name} says that it has {count} numbers and has more or fewer")
    return _little_endian(array("h", numbers)).tobytes()


def _little_endian(words: array[int]) -> array[int]:
    """And back: the same exchange does both."""
    if sys.byteorder == "little":
        return words
    exchanged = array("h", words)
    exchanged.byteswap()
    return exchanged
