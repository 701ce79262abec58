"""Books as files. docs/book-format.md describes every byte; the core reads them for look-ups."""

from __future__ import annotations

import itertools
import json
import struct
from typing import TYPE_CHECKING, Any

from crownhead import _core
from crownhead.book.record import MOST_DEPTH, MOST_SCORE, Known, Origin, Records
from crownhead.errors import CorruptBook
from crownhead.files import replacing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

MAGIC = b"CHBOOK1\n"
VERSION = 1
HEADER = struct.Struct("<8sIBBHQQQQQ")
"""Magic, version, bits of buckets, flags, nothing, positions, moves, length of recipe and records, checksum."""
HAS_COUNTS = 1
FEWEST_BUCKET_BITS, MOST_BUCKET_BITS = 8, 24
POSITIONS_PER_BUCKET = 8
MOST_MOVES = 255
_LOWER_56 = (1 << 56) - 1


def save(path: Path, records: Records, recipe: Mapping[str, Any]) -> None:
    """Whole, beside its name and renamed into place."""
    with replacing(path) as file:
        file.write(packed(records, recipe))


def packed(records: Records, recipe: Mapping[str, Any]) -> bytes:
    """The same records give the same bytes."""
    counts = any(known.games for moves in records.values() for known in moves)
    bits = min(max(FEWEST_BUCKET_BITS, (len(records) // POSITIONS_PER_BUCKET).bit_length()), MOST_BUCKET_BITS)
    body, buckets = bytearray(), [0]
    for key in sorted(records):
        buckets += [len(body)] * ((key >> 64 - bits) + 1 - len(buckets))
        body += _record(key, records[key], counts)
    buckets += [len(body)] * ((1 << bits) + 1 - len(buckets))
    note = json.dumps(recipe, sort_keys=True).encode()
    rest = note + bytes(-len(note) % 8) + struct.pack(f"<{len(buckets)}I", *buckets) + body
    moves = sum(map(len, records.values()))
    head = HEADER.pack(
        MAGIC, VERSION, bits, HAS_COUNTS if counts else 0, 0, len(records), moves, len(note), len(body),
        _core.checksum(rest),
    )  # fmt: skip
    return head + struct.pack("<Q", _core.checksum(head)) + rest


def _record(key: int, moves: list[Known], counts: bool) -> bytes:
    kept = moves[:MOST_MOVES]
    data = struct.pack("<Q", (key & _LOWER_56) << 8 | len(kept))
    for known in kept:
        score = max(-MOST_SCORE, min(MOST_SCORE, known.score)) & 0xFFF
        depth = min(known.depth, MOST_DEPTH)
        data += struct.pack("<I", known.name | known.origin.value << 12 | depth << 14 | score << 20)
        if counts:
            data += struct.pack("<3I", known.wins, known.draws, known.losses)
    return data


def load(path: Path) -> tuple[Records, dict[str, Any]]:
    """Everything that a book says, and its recipe. Raises CorruptBook or OSError."""
    checked(path)
    data = path.read_bytes()
    _, _, bits, flags, _, _, _, note, _, _ = HEADER.unpack_from(data)
    start = HEADER.size + 8
    table = start + note + -note % 8
    buckets = struct.unpack_from(f"<{(1 << bits) + 1}I", data, table)
    body = memoryview(data)[table + 4 * len(buckets) :]
    records: Records = {}
    for number, (begin, end) in enumerate(itertools.pairwise(buckets)):
        for lower, moves in _records(body[begin:end], bool(flags & HAS_COUNTS)):
            records[number << 64 - bits | lower & ((1 << 64 - bits) - 1)] = moves
    return records, json.loads(data[start : start + note] or b"{}")


def _records(body: memoryview, counts: bool) -> Iterator[tuple[int, list[Known]]]:
    size, at = (16 if counts else 4), 0
    while at + 8 <= len(body):
        word = int.from_bytes(body[at : at + 8], "little")
        count = word & 255
        words = body[at + 8 : at + 8 + count * size]
        yield word >> 8, [_known(words[size * i : size * (i + 1)]) for i in range(count)]
        at += 8 + count * size


def _known(data: memoryview) -> Known:
    word, *counts = struct.unpack(f"<{len(data) // 4}I", data)
    score = (word >> 20) - (4096 if word >> 31 else 0)
    return Known(word & 0xFFF, score, word >> 14 & 63, Origin(word >> 12 & 3), *counts)


def checked(path: Path) -> _core.Book:
    """The book, after the core has checked the whole file. Raises CorruptBook or OSError."""
    try:
        return _core.Book(str(path))
    except _core.CorruptBook as error:
        raise CorruptBook(f"{path}: {error}", path=path) from None
    except RuntimeError:
        path.open("rb").close()  # says what is wrong, as an OSError
        raise
