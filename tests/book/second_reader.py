"""A reader of books written from docs/book-format.md alone. It shares no code with the package."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any, NamedTuple

MASK = (1 << 64) - 1


class Move(NamedTuple):
    origin: int
    target: int
    rank: int
    found: int
    depth: int
    score: int
    counts: tuple[int, ...]


def checksum(data: bytes) -> int:
    total = 0
    words = [int.from_bytes(data[at : at + 8], "little") for at in range(0, len(data), 8)]
    for word in [*words, len(data)]:
        total = (total ^ word) * 0x9E3779B97F4A7C15 & MASK
        total ^= total >> 29
    return total


def mix(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def key(black: int, white: int, kings: int) -> int:
    return mix(mix(white * 2**32 + black) + kings & MASK)


def read(path: Path) -> tuple[dict[int, list[Move]], Any]:
    data = path.read_bytes()
    assert data[:8] == b"CHBOOK1\n"
    version, bits, flags, zero = struct.unpack_from("<IBBH", data, 8)
    positions, moves, recipe, records, body_sum, head_sum = struct.unpack_from("<6Q", data, 16)
    assert (version, zero) == (1, 0)
    assert 8 <= bits <= 24
    assert checksum(data[:56]) == head_sum
    assert checksum(data[64:]) == body_sum
    table = 64 + (recipe + 7) // 8 * 8
    begins = struct.unpack_from(f"<{2**bits + 1}I", data, table)
    body = data[table + 4 * len(begins) :]
    assert len(body) == records == begins[-1]
    found: dict[int, list[Move]] = {}
    for bucket in range(2**bits):
        at = begins[bucket]
        while at < begins[bucket + 1]:
            word = int.from_bytes(body[at : at + 8], "little")
            at += 8
            top = bucket << 64 - bits
            listed = found.setdefault(top | (word >> 8) % 2 ** (64 - bits), [])
            for _ in range(word % 256):
                listed.append(read_move(body, at, bool(flags & 1)))
                at += 16 if flags & 1 else 4
    assert len(found) == positions
    assert sum(map(len, found.values())) == moves
    return found, json.loads(data[64 : 64 + recipe])


def read_move(body: bytes, at: int, has_counts: bool) -> Move:
    (word,) = struct.unpack_from("<I", body, at)
    score = word >> 20
    return Move(
        word & 31,
        word >> 5 & 31,
        word >> 10 & 3,
        word >> 12 & 3,
        word >> 14 & 63,
        score - 4096 if score >= 2048 else score,
        struct.unpack_from("<3I", body, at + 4) if has_counts else (),
    )
