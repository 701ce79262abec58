"""A shard: samples of some games in a file of their own, with the recipe that made them.

crownhead samples 1\\n      which this is
4 bytes                    length of the header, the least byte first
4 bytes                    CRC-32 of what follows
header                     JSON: the recipe, number and seed of the shard, how many samples
the rest                   zlib; the first bytes of all samples, then the second ones, and so on
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crownhead.errors import LearnError
from crownhead.files import replacing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MAGIC = b"crownhead samples 1\n"
PREFIX = struct.Struct("<II")
SAMPLE_BYTES = 16
SUFFIX = ".samples"


@dataclass(frozen=True, slots=True)
class Shard:
    recipe: Mapping[str, Any]
    """What the samples depend on, besides the number."""
    number: int
    samples: bytes
    """16 bytes each, as crownhead.training.samples describes them."""

    def __len__(self) -> int:
        return len(self.samples) // SAMPLE_BYTES

    def write(self, folder: Path) -> Path:
        """All or nothing."""
        header = {"recipe": dict(self.recipe), "number": self.number, "samples": len(self)}
        text = json.dumps(header).encode()
        body = text + zlib.compress(_planes(self.samples), 9)
        path = path_of(folder, self.number)
        with replacing(path) as file:
            file.write(MAGIC + PREFIX.pack(len(text), zlib.crc32(body)) + body)
        return path


def path_of(folder: Path, number: int) -> Path:
    return folder / f"{number:06d}{SUFFIX}"


def shards_in(folder: Path) -> dict[int, Path]:
    """By number. What is no shard by its name is left alone."""
    names = re.compile(rf"(\d{{6,}}){re.escape(SUFFIX)}")
    found = ((names.fullmatch(path.name), path) for path in folder.iterdir())
    return dict(sorted((int(name[1]), path) for name, path in found if name))


def read_shard(path: Path) -> Shard:
    """Raises LearnError."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise LearnError(f"cannot read the samples: {error}") from None
    begin = len(MAGIC) + PREFIX.size
    if not content.startswith(MAGIC) or len(content) < begin:
        raise LearnError(f"{path} is no shard of samples: it does not begin with {MAGIC.decode().strip()!r}")
    length, checksum = PREFIX.unpack(content[len(MAGIC) : begin])
    if zlib.crc32(content[begin:]) != checksum:
        raise LearnError(f"{path} is damaged: its checksum does not agree")
    try:
        header = json.loads(content[begin : begin + length])
        planes = zlib.decompress(content[begin + length :])
        shard = Shard(header["recipe"], header["number"], _samples(planes))
        is_whole = len(planes) == header["samples"] * SAMPLE_BYTES
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise LearnError(f"{path} is damaged: {error}") from None
    if not is_whole:
        raise LearnError(f"{path} says that it has {header['samples']} samples and has more or fewer")
    return shard


def _planes(samples: bytes) -> bytes:
    """Bytes that mean the same stand together: zlib makes half of that."""
    return b"".join(samples[i::SAMPLE_BYTES] for i in range(SAMPLE_BYTES))


def _samples(planes: bytes) -> bytes:
    samples = bytearray(len(planes))
    size = len(planes) // SAMPLE_BYTES
    for i in range(SAMPLE_BYTES):
        samples[i::SAMPLE_BYTES] = planes[i * size : (i + 1) * size]
    return bytes(samples)
