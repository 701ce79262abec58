"""The weights of the evaluation in a file.

crownhead weights 3\\n      which this is
4 bytes                    how many numbers, the least byte first
4 bytes                    CRC-32 of what follows
the rest                   zlib; the low bytes of all numbers, then the high ones. They are numbers of 16 bits, in the
                           order that core/evaluation/evaluation.hpp tells

Form 2 has its numbers one after the other, none for king patterns, and one output bucket for a quarter of the pieces,
whoever has kings. It is still read.
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
MAGIC = KIND + b"3\n"
OLDER = KIND + b"2\n"
HEADER = struct.Struct("<II")
WORD = 2
"""Bytes of a number."""

_BUCKET = _core.NETWORK.units * (2 * _core.NETWORK.lanes + 2) + 1
"""Numbers of an output bucket."""
_KING_ROWS = len(_core.NETWORK.king_pattern_squares) * _core.NETWORK.king_pattern_states * _core.NETWORK.lanes
_OLDER_BUCKETS = 4
_OLDER_COUNT = _core.NETWORK.weights - _KING_ROWS - (_core.NETWORK.buckets - _OLDER_BUCKETS) * _BUCKET


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


def material() -> array[int]:
    """Weights that count men and kings and nothing else, in the order of the file."""
    weights = array("h", bytes(WORD * _core.NETWORK.weights))
    man = _core.NETWORK.worth_of_a_man
    for term, value in ((_core.NETWORK.men_term, man), (_core.NETWORK.kings_term, man * 13 // 10)):
        weights[2 * term] = weights[2 * term + 1] = value  # in the opening and in the ending
    return weights


def write(path: Path, weights: array[int]) -> None:
    """In the order of the file."""
    numbers = _little_endian(weights).tobytes()
    body = zlib.compress(numbers[::WORD] + numbers[1::WORD], 9)
    with replacing(path) as file:
        file.write(MAGIC + HEADER.pack(len(weights), zlib.crc32(body)) + body)


def _unpack(content: bytes, name: str) -> bytes:
    header, body = content[len(MAGIC) : len(MAGIC) + HEADER.size], content[len(MAGIC) + HEADER.size :]
    is_older = content.startswith(OLDER)
    if content.startswith(KIND) and not is_older and not content.startswith(MAGIC[: len(content)]):
        form = content[len(KIND) :].partition(b"\n")[0][:9].decode(errors="replace")
        raise EngineError(
            f"{name} has weights of form {form}; this version reads forms 2 and 3: "
            "fit them anew with crownhead train fit"
        )
    if not (is_older or content.startswith(MAGIC)) or len(header) < HEADER.size:
        raise EngineError(f"{name} is no file of weights: it does not begin with {MAGIC.decode().strip()!r}")
    count, checksum = HEADER.unpack(header)
    if zlib.crc32(body) != checksum:
        raise EngineError(f"{name} is damaged: its checksum does not agree")
    expected = _OLDER_COUNT if is_older else _core.NETWORK.weights
    if count != expected:
        raise EngineError(f"{name} has {count} numbers; this version has {expected}")
    numbers = _inflated(body, count, name)
    if is_older:
        return _widened(_little_endian(array("h", numbers)))
    words = bytearray(numbers)
    words[::WORD], words[1::WORD] = numbers[:count], numbers[count:]
    return _little_endian(array("h", words)).tobytes()


def _inflated(body: bytes, count: int, name: str) -> bytes:
    size = count * WORD
    unpacking = zlib.decompressobj()
    try:
        numbers = unpacking.decompress(body, size + 1)  # no more, however much a few bytes would unpack to
    except zlib.error as error:
        raise EngineError(f"{name} is damaged: {error}") from None
    if len(numbers) != size or not unpacking.eof:
        raise EngineError(f"{name} says that it has {count} numbers and has more or fewer")
    return numbers


def _widened(weights: array[int]) -> bytes:
    """Numbers of form 2 as form 3 has them: king patterns say nothing, and kings do not matter to the bucket."""
    buckets = weights[-_OLDER_BUCKETS * _BUCKET :]
    widened = weights[: -len(buckets)] + array("h", bytes(WORD * _KING_ROWS))
    for begin in range(0, len(buckets), _BUCKET):
        widened += buckets[begin : begin + _BUCKET] * (_core.NETWORK.buckets // _OLDER_BUCKETS)
    return widened.tobytes()


def _little_endian(words: array[int]) -> array[int]:
    """And back: the same exchange does both."""
    if sys.byteorder == "little":
        return words
    exchanged = array("h", words)
    exchanged.byteswap()
    return exchanged
