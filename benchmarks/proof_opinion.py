"""A second opinion on certificates, which shares no code with the checker.

It takes the rules from the core, where the checker takes them from the textbook. It gathers the whole set first, then
takes away what has ended, until nothing is left or the rest goes round in circles.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import crownhead as ch
from crownhead.proofs import Claim, certificate
from crownhead.proofs.certificate import EVERY_MOVE, LEAF, DatabaseUsed, Header, PartHeader
from crownhead.proofs.claim import Forced, ForcedResult

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from crownhead.proofs.proof import Proof


@dataclass(frozen=True)
class Told:
    """What a certificate says, without its counts and checksums."""

    position: ch.Position
    claim: Claim
    codes: tuple[bytes, ...]
    databases: tuple[DatabaseUsed, ...]
    counts: tuple[int, ...] | None = None
    """What the header says of the number of codes, where that is not true."""

    @classmethod
    def of(cls, proof: Proof) -> Told:
        return cls(
            proof.position, proof.claim, tuple(part.codes for part in proof.parts), tuple(proof.databases)
        )

    @property
    def forced(self) -> tuple[Forced, ...]:
        return self.claim.parts(self.position.turn)

    def write(self, path: Path) -> None:
        streams = [zlib.compress(codes) for codes in self.codes]
        counts = self.counts or tuple(map(len, self.codes))
        parts = tuple(
            PartHeader(forced, count, len(stream))
            for forced, count, stream in zip(self.forced, counts, streams, strict=True)
        )
        p = self.position
        root = (p.turn is ch.WHITE, p.black_bits, p.white_bits, p.king_bits)
        header = Header(self.claim, *root, parts, self.databases)
        path.write_bytes(certificate.content(header, streams))

    def with_codes(self, part: int, codes: bytes) -> Told:
        return replace(self, codes=(*self.codes[:part], codes, *self.codes[part + 1 :]))


# -- the second opinion --------------------------------------------------------------------------------


@dataclass
class Node:
    """A position of a part, where its code stands, and where the codes of those below it end."""

    position: ch.Position
    line: tuple[ch.Position, ...]
    """The positions above it, the root first."""
    at: int
    end: int = 0
    next: tuple[ch.Position, ...] = ()


class Wrong(Exception):
    """The codes do not fit the positions."""


def gathered(told: Told, part: int, tables: ch.Tablebase) -> list[Node]:
    """The set in the order of its codes. Raises Wrong."""
    prover, codes = told.forced[part].prover, told.codes[part]
    named = {used.pieces for used in told.databases}
    nodes: list[Node] = []
    seen: set[ch.Position] = set()
    waiting: list[tuple[ch.Position, tuple[ch.Position, ...]] | Node] = [(told.position, ())]
    used = 0
    while waiting:
        here = waiting.pop()
        if isinstance(here, Node):
            here.end = used
            continue
        position, line = here
        if position in seen:
            continue
        seen.add(position)
        node = Node(position, line, used)
        nodes.append(node)
        waiting.append(node)
        moves = position.legal_moves()
        if not moves:
            if position.turn is prover:
                raise Wrong("the prover has lost")
            continue
        if used == len(codes):
            raise Wrong("too few codes")
        code = codes[used]
        used += 1
        if code == LEAF:
            check_leaf(told, part, position, named, tables)
            continue
        if position.turn is prover:
            if code >= len(moves):
                raise Wrong("no such move")
            node.next = (position.play(moves[code]),)
        else:
            if code != EVERY_MOVE:
                raise Wrong("not every move")
            node.next = tuple(position.play(move) for move in moves)
        waiting.extend((p, (*line, position)) for p in reversed(node.next))
    if used != len(codes) or (told.counts and told.counts[part] != used):
        raise Wrong("too many codes, or miscounted")
    return nodes


def check_leaf(
    told: Told, part: int, position: ch.Position, named: Collection[tuple[int, ...]], tables: ch.Tablebase
) -> None:
    if position.legal_moves()[0].is_jump:
        raise Wrong("a leaf that must jump")
    own, other = position.turn, position.turn.opponent
    pieces = tuple(
        len(position.pieces(colour, king=king)) for colour in (own, other) for king in (False, True)
    )
    if pieces not in named:
        raise Wrong("a leaf of a database that is not named")
    forced = told.forced[part]
    value = tables.probe(position).result
    good = "win" if own is forced.prover else "loss"
    if value != good and (forced.result is ForcedResult.WIN or value != "draw"):
        raise Wrong("a leaf with another value")


def is_right(told: Told, tables: ch.Tablebase, true_databases: frozenset[DatabaseUsed]) -> bool:
    if not true_databases.issuperset(told.databases):
        return False
    try:
        parts = [gathered(told, part, tables) for part in range(len(told.codes))]
    except Wrong:
        return False
    return all(
        forced.result is ForcedResult.NO_LOSS or ends(nodes)
        for forced, nodes in zip(told.forced, parts, strict=True)
    )


def ends(nodes: list[Node]) -> bool:
    """Whether every line does: what leads only to what has ended ends too, and in the end that must be all."""
    waits = {node.position: set(node.next) for node in nodes}
    before: dict[ch.Position, list[ch.Position]] = {}
    for node in nodes:
        for position in waits[node.position]:
            before.setdefault(position, []).append(node.position)
    ended = [position for position, after in waits.items() if not after]
    count = 0
    while ended:
        position = ended.pop()
        count += 1
        for earlier in before.get(position, ()):
            waits[earlier].discard(position)
            if not waits[earlier]:
                ended.append(earlier)
    return count == len(nodes)
