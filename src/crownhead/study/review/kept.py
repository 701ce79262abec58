"""A review as the library keeps it: what the engine found, which gives the same review again without a search, and its
faults and accuracies, by which a player's are counted."""

from __future__ import annotations

import zlib
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from crownhead.engine.weights import standard_checksum
from crownhead.record.library.reviews import WHOLE, FaultRow, ReviewPart, StoredReview
from crownhead.rules.colour import Colour
from crownhead.study.review.journal import FORMAT, entries_of, key_of, read_opinions
from crownhead.study.review.phase import Phase
from crownhead.study.review.reviewing import reviewed
from crownhead.study.review.theme import theme_of
from crownhead.tablebase.folder import default_folder
from crownhead.tablebase.tablebase import Tablebase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from crownhead.engine.limit import Limit
    from crownhead.record.board import Board
    from crownhead.study.review.judged import Review
    from crownhead.study.review.reviewing import Opinions

LARGEST = 16 << 20
"""Bytes of what was found, when it is unpacked."""


def signature() -> str:
    """Of the engine that reviews: the form of its searches, its weights, and the pieces of its endgame databases."""
    return f"{FORMAT}-{standard_checksum():08x}-{_pieces(default_folder())}"


@cache
def _pieces(folder: Path) -> int:
    """As they were when this process first asked: its engines do not see what is built later either."""
    return Tablebase(folder).most_pieces


def settings_of(limit: Limit) -> str:
    named = {"nodes": limit.nodes, "depth": limit.depth}
    return ", ".join(f"{name} {value}" for name, value in named.items() if value)


def to_keep(boards: Sequence[Board], limit: Limit, found: Opinions) -> StoredReview:
    review = reviewed(boards, found)
    packed = zlib.compress(msgspec.json.encode([key_of(boards, limit), entries_of(found)]), 9)
    parts, faults = tuple(_parts(review)), tuple(_faults(review))
    return StoredReview(settings_of(limit), signature(), packed, parts, faults)


def kept(stored: StoredReview | None, boards: Sequence[Board], limit: Limit) -> Opinions | None:
    """What was found about these positions under the same limit by the same engine; None if nothing."""
    if stored is None or (stored.settings, stored.engine) != (settings_of(limit), signature()):
        return None
    try:
        text = zlib.decompressobj().decompress(stored.found, LARGEST)
        key, entries = msgspec.json.decode(text, type=tuple[str, list[Any]])
    except (zlib.error, msgspec.DecodeError):
        return None
    return read_opinions(boards, entries) if key == key_of(boards, limit) else None


def _parts(review: Review) -> Iterator[ReviewPart]:
    for phase in (WHOLE, *Phase):
        part = review.of_phase(phase) if isinstance(phase, Phase) else review
        for colour in Colour:
            if moves := part.chosen(colour):
                faults = sum(judged.grade.is_fault for judged in moves)
                yield ReviewPart(str(colour), str(phase), len(moves), faults, part.accuracy[colour])


def _faults(review: Review) -> Iterator[FaultRow]:
    for judged in review.mistakes:
        yield FaultRow(
            judged.number,
            str(judged.colour),
            str(judged.phase),
            judged.grade.title,
            str(theme_of(judged)),
            round(judged.loss, 4),
        )
