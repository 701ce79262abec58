"""Certificates changed in what they say, and sealed again with the right counts and checksums.

Only the checker's logic can refuse these. A few are right all the same: another move of the winner may win too, and a
win is also no loss.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from proof_opinion import Node, Told

import crownhead as ch
from crownhead.proofs import Claim
from crownhead.proofs.certificate import EVERY_MOVE, LEAF

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

Parts = list[list[Node]]
"""The nodes of each part, as the certificate was before."""


def _node(
    told: Told, parts: Parts, chance: random.Random, wanted: Callable[[Node, int, bool], bool]
) -> tuple[int, Node] | None:
    """A part and one of its nodes; `wanted` is asked with the node, its code, and whether the prover is to move."""
    part = chance.randrange(len(parts))
    prover, codes = told.forced[part].prover, told.codes[part]
    found = [n for n in parts[part] if n.end > n.at and wanted(n, codes[n.at], n.position.turn is prover)]
    return (part, chance.choice(found)) if found else None


def _replaced(told: Told, part: int, begin: int, end: int, codes: bytes) -> Told:
    old = told.codes[part]
    return told.with_codes(part, old[:begin] + codes + old[end:])


# -- moves and positions -------------------------------------------------------------------------------


def other_move(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    """What follows is as it was."""
    found = _node(
        told, parts, chance, lambda n, c, own: own and c != LEAF and len(n.position.legal_moves()) > 1
    )
    if found is None:
        return None
    part, node = found
    old = told.codes[part][node.at]
    others = [i for i in range(len(node.position.legal_moves())) if i != old]
    return _replaced(told, part, node.at, node.at + 1, bytes([chance.choice(others)]))


def no_such_move(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    found = _node(told, parts, chance, lambda n, c, own: own and c != LEAF)
    if found is None:
        return None
    part, node = found
    return _replaced(told, part, node.at, node.at + 1, bytes([len(node.position.legal_moves())]))


def one_reply_only(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    found = _node(told, parts, chance, lambda n, c, own: not own and c == EVERY_MOVE)
    if found is None:
        return None
    part, node = found
    return _replaced(told, part, node.at, node.at + 1, bytes([chance.randrange(len(node.next))]))


def code_left_out(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    found = _node(told, parts, chance, lambda n, c, own: True)
    return found and _replaced(told, found[0], found[1].at, found[1].at + 1, b"")


def position_left_out(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    """With all below it."""
    found = _node(told, parts, chance, lambda n, c, own: True)
    return found and _replaced(told, found[0], found[1].at, found[1].end, b"")


def position_twice(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    found = _node(told, parts, chance, lambda n, c, own: True)
    if found is None:
        return None
    part, node = found
    again = told.codes[part][node.at : node.end]
    return _replaced(told, part, node.end, node.end, again)


def circle(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    """The prover goes back to a position on the line; all below his old move is left out."""

    def back(node: Node) -> list[int]:
        moves = node.position.legal_moves()
        return [i for i, move in enumerate(moves) if node.position.play(move) in node.line]

    found = _node(told, parts, chance, lambda n, c, own: own and c != LEAF and bool(back(n)))
    if found is None:
        return None
    part, node = found
    return _replaced(told, part, node.at, node.end, bytes([chance.choice(back(node))]))


# -- leaves --------------------------------------------------------------------------------------------


def leaf_too_early(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    found = _node(told, parts, chance, lambda n, c, own: c != LEAF)
    return found and _replaced(told, found[0], found[1].at, found[1].end, bytes([LEAF]))


def leaf_left_open(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    found = _node(told, parts, chance, lambda n, c, own: c == LEAF)
    if found is None:
        return None
    part, node = found
    code = 0 if node.position.turn is told.forced[part].prover else EVERY_MOVE
    return _replaced(told, part, node.at, node.at + 1, bytes([code]))


# -- the whole -----------------------------------------------------------------------------------------


def ends_early(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    part = chance.randrange(len(parts))
    codes = told.codes[part]
    return told.with_codes(part, codes[: chance.randrange(len(codes))])


def goes_on(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    part = chance.randrange(len(parts))
    more = bytes(chance.choice((0, 1, EVERY_MOVE, LEAF)) for _ in range(1 + chance.randrange(4)))
    return told.with_codes(part, told.codes[part] + more)


def miscounted(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    counts = [len(codes) for codes in told.codes]
    counts[chance.randrange(len(counts))] += chance.choice((-1, 1, 10**12))
    return replace(told, counts=tuple(counts))


def other_claim(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    """With as many parts as it needs, taken from those that are there."""
    claim = chance.choice([claim for claim in Claim if claim is not told.claim])
    wanted = len(claim.parts(told.position.turn))
    return replace(told, claim=claim, codes=tuple(chance.choice(told.codes) for _ in range(wanted)))


def parts_exchanged(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    return replace(told, codes=told.codes[::-1]) if len(told.codes) > 1 else None


def other_root(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    """A piece moved, taken away, crowned or uncrowned, or the other to move."""
    position = told.position
    pieces = {square: piece for square, piece in enumerate(position.occupants, 1) if piece}
    square = chance.choice(list(pieces))
    turn = position.turn
    match chance.randrange(4):
        case 0:
            pieces[chance.choice([s for s in range(1, 33) if s not in pieces])] = pieces.pop(square)
        case 1:
            del pieces[square]
        case 2:
            pieces[square] = ch.Piece.of(pieces[square].colour, king=not pieces[square].king)
        case _:
            turn = turn.opponent
    try:
        return replace(told, position=ch.Position(pieces, turn))
    except ch.InvalidPosition:
        return None


def database_not_named(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    if not told.databases:
        return None
    at = chance.randrange(len(told.databases))
    return replace(told, databases=told.databases[:at] + told.databases[at + 1 :])


def other_database(told: Told, parts: Parts, chance: random.Random) -> Told | None:
    if not told.databases:
        return None
    at = chance.randrange(len(told.databases))
    used = told.databases[at]
    other = used._replace(checksum=used.checksum ^ 1 << chance.randrange(64))
    return replace(told, databases=(*told.databases[:at], other, *told.databases[at + 1 :]))


CHANGES: tuple[Callable[[Told, Parts, random.Random], Told | None], ...] = (
    other_move,
    no_such_move,
    one_reply_only,
    code_left_out,
    position_left_out,
    position_twice,
    circle,
    leaf_too_early,
    leaf_left_open,
    ends_early,
    goes_on,
    miscounted,
    other_claim,
    parts_exchanged,
    other_root,
    database_not_named,
    other_database,
)
