"""Unfinished work on a proof: what the tables of its searches hold, to go on with later on the same machine.

CROWNWRK, version (4 bytes), length of the FEN (4), CRC-32 of what follows (4), the FEN, and for each search: the colour
that attacks (1), the length (8) and the zlib stream of the table's entries as they stand in memory.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from crownhead.errors import JournalError
from crownhead.files import replacing
from crownhead.rules.colour import Colour

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from crownhead.rules.position import Position

MAGIC = b"CROWNWRK"
VERSION = 1
HEADER = struct.Struct("<8sIII")
SECTION = struct.Struct("<BQ")


def save(path: Path, position: Position, tables: Mapping[Colour, bytes]) -> None:
    fen = position.fen.encode()
    body = fen
    for attacker, entries in tables.items():
        packed = zlib.compress(entries, 1)
        body += SECTION.pack(attacker, len(packed)) + packed
    with replacing(path) as file:
        file.write(HEADER.pack(MAGIC, VERSION, len(fen), zlib.crc32(body)) + body)


def load(path: Path, position: Position) -> dict[Colour, bytes]:
    """Nothing if there is no file. Raises JournalError if it is damaged or another position's."""
    if not path.exists():
        return {}
    data = path.read_bytes()
    if len(data) < HEADER.size or data[: len(MAGIC)] != MAGIC:
        raise JournalError(f"{path}: this is not the unfinished work of a proof")
    _, version, length, checksum = HEADER.unpack_from(data)
    body = data[HEADER.size :]
    if version != VERSION:
        raise JournalError(f"{path}: it has version {version} and this program reads version {VERSION}")
    if zlib.crc32(body) != checksum:
        raise JournalError(
            f"{path}: its checksum is wrong: it is damaged or cut off; delete it to begin again"
        )
    if body[:length] != position.fen.encode():
        raise JournalError(
            f"{path}: it belongs to another position: {body[:length].decode(errors='replace')}"
        )
    tables, at = {}, length
    while at < len(body):
        attacker, size = SECTION.unpack_from(body, at)
        at += SECTION.size
        tables[Colour(attacker)] = zlib.decompress(body[at : at + size])
        at += size
    return tables
