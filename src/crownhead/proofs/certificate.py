"""Certificates as files. docs/proof-format.md describes every byte."""

from __future__ import annotations

import hashlib
import struct
import zlib
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from crownhead.errors import InvalidProof
from crownhead.proofs.claim import Claim, Forced, ForcedResult
from crownhead.rules.colour import Colour

if TYPE_CHECKING:
    from collections.abc import Iterator

MAGIC = b"CROWNPRF"
VERSION = 1
RULES_VERSION = 1
"""American checkers as rules/textbook.py has it. Another number would be another game."""
CLAIMS = (Claim.WIN, Claim.LOSS, Claim.DRAW, Claim.NOT_LOSS, Claim.NOT_WIN)
FIXED = struct.Struct("<8sIBBBBIIII")
"""Magic, version, version of the rules, claim, parts, White to move, black, white, kings, databases."""
PART = struct.Struct("<BB6xQQ")
"""Prover (1 is White), what it can force, positions, compressed bytes."""
DATABASE = struct.Struct("<4BB3xQ")
"""Pieces, 1 if with distances, checksum."""
CHECKSUM_BYTES = 32
MOST_DATABASES = 10_000
CHUNK = 1 << 16

EVERY_MOVE, LEAF = 254, 255


class DatabaseUsed(NamedTuple):
    """One file of a database on which a proof rests."""

    pieces: tuple[int, int, int, int]
    distances: bool
    checksum: int


class PartHeader(NamedTuple):
    forced: Forced
    positions: int
    length: int


class Header(NamedTuple):
    claim: Claim
    white_to_move: bool
    black: int
    white: int
    kings: int
    """Sets of squares: the lowest bit is square 1."""
    parts: tuple[PartHeader, ...]
    databases: tuple[DatabaseUsed, ...]

    def packed(self) -> bytes:
        root = (self.white_to_move, self.black, self.white, self.kings)
        claim = CLAIMS.index(self.claim)
        data = FIXED.pack(MAGIC, VERSION, RULES_VERSION, claim, len(self.parts), *root, len(self.databases))
        for part in self.parts:
            data += PART.pack(part.forced.prover, part.forced.result.value, part.positions, part.length)
        for used in self.databases:
            data += DATABASE.pack(*used.pieces, used.distances, used.checksum)
        return data


def content(header: Header, streams: list[bytes]) -> bytes:
    """The whole file. The streams are compressed."""
    data = header.packed() + b"".join(streams)
    return data + hashlib.sha256(data).digest()


def read_header(file: BinaryIO) -> Header:
    """Raises InvalidProof. The file stands at the first stream afterwards."""
    magic, version, rules, claim, parts, turn, black, white, kings, databases = FIXED.unpack(
        _read(file, FIXED.size)
    )
    if magic != MAGIC:
        raise InvalidProof("it is not a certificate of crownhead")
    if version != VERSION:
        raise InvalidProof(f"it has version {version} and this program reads version {VERSION}")
    if rules != RULES_VERSION:
        raise InvalidProof(f"it is about version {rules} of the rules; these are version {RULES_VERSION}")
    if claim >= len(CLAIMS) or turn > 1 or databases > MOST_DATABASES:
        raise InvalidProof("its header makes no sense")
    expected = CLAIMS[claim].parts(Colour(turn))
    if parts != len(expected):
        raise InvalidProof(f"the claim {CLAIMS[claim].value} needs {len(expected)} parts and it has {parts}")
    read = tuple(_part(_read(file, PART.size)) for _ in range(parts))
    if tuple(part.forced for part in read) != expected:
        raise InvalidProof("its parts prove something else than it claims")
    used = tuple(_database(_read(file, DATABASE.size)) for _ in range(databases))
    return Header(CLAIMS[claim], bool(turn), black, white, kings, read, used)


def _part(data: bytes) -> PartHeader:
    prover, result, positions, length = PART.unpack(data)
    if prover > 1 or result > 1:
        raise InvalidProof("its header makes no sense")
    return PartHeader(Forced(Colour(prover), ForcedResult(result)), positions, length)


def _database(data: bytes) -> DatabaseUsed:
    *pieces, distances, checksum = DATABASE.unpack(data)
    return DatabaseUsed((pieces[0], pieces[1], pieces[2], pieces[3]), bool(distances), checksum)


def _read(file: BinaryIO, size: int) -> bytes:
    data = file.read(size)
    if len(data) < size:
        raise InvalidProof("it is cut off")
    return data


def codes(file: BinaryIO, part: PartHeader) -> Iterator[int]:
    """Of one stream, as they are asked for: the file may be larger than the memory."""
    inflate, left = zlib.decompressobj(), part.length
    try:
        while left:
            data = _read(file, min(left, CHUNK))
            left -= len(data)
            while data:
                yield from inflate.decompress(data, CHUNK)
                data = inflate.unconsumed_tail
        yield from inflate.flush()
    except zlib.error:
        raise InvalidProof("a part of it cannot be unpacked") from None
    if not inflate.eof or inflate.unused_data:
        raise InvalidProof("a part of it does not end where it should")


def check_sum(file: BinaryIO, size: int) -> None:
    """Raises InvalidProof if anything in the file was changed or is missing."""
    digest, left = hashlib.sha256(), size - CHECKSUM_BYTES
    if left < FIXED.size:
        raise InvalidProof("it is cut off")
    while left:
        data = _read(file, min(left, CHUNK))
        digest.update(data)
        left -= len(data)
    if file.read(CHECKSUM_BYTES) != digest.digest():
        raise InvalidProof("its checksum is wrong: it is damaged or cut off")
