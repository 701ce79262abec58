"""A proof: a position, a claim, and the certificate that shows it."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from crownhead.files import replacing
from crownhead.proofs import certificate
from crownhead.proofs.certificate import DatabaseUsed, Header, PartHeader
from crownhead.rules.colour import WHITE

if TYPE_CHECKING:
    import os

    from crownhead.proofs.claim import Claim, Forced
    from crownhead.rules.position import Position


@dataclass(frozen=True, slots=True)
class Part:
    """That one player can force something, by one code a position: docs/proof-format.md."""

    forced: Forced
    codes: bytes
    leaves: int
    databases: frozenset[DatabaseUsed]


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim about a position, with all that is needed to check it.

    Claims are about the game without the draw rules: see docs/proofs.md for what follows.
    """

    position: Position
    claim: Claim
    parts: tuple[Part, ...]

    @property
    def positions(self) -> int:
        """In the certificate; those at the end of the game are not counted."""
        return sum(len(part.codes) for part in self.parts)

    @property
    def leaves(self) -> int:
        """Positions of which a database gives the value."""
        return sum(part.leaves for part in self.parts)

    @property
    def databases(self) -> list[DatabaseUsed]:
        """The endgame databases that it relies on."""
        return sorted(frozenset().union(*(part.databases for part in self.parts)))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file, whole or not at all."""
        with replacing(Path(path)) as file:
            file.write(self.content())

    def content(self) -> bytes:
        """What such a file has in it."""
        streams = [zlib.compress(part.codes, 9) for part in self.parts]
        headers = [
            PartHeader(part.forced, len(part.codes), len(stream))
            for part, stream in zip(self.parts, streams, strict=True)
        ]
        position = self.position
        root = (position.turn is WHITE, position.black_bits, position.white_bits, position.king_bits)
        header = Header(self.claim, *root, tuple(headers), tuple(self.databases))
        return certificate.content(header, streams)

    def __str__(self) -> str:
        return f"{self.claim.says(self.position.turn)}: {self.position.fen}"
