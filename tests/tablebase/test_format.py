"""Another reader of the files, written from docs/tablebase-format.md alone."""

from __future__ import annotations

import struct
from collections.abc import Callable
from math import comb
from pathlib import Path
from typing import NamedTuple

import pytest

from crownhead import _core
from crownhead.tablebase import Slice, Tablebase

WIN, LOSS, DRAW = 1, 2, 3
RESULTS = {WIN: "win", LOSS: "loss", DRAW: "draw"}

Ask = Callable[[int], bool]


def varint(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = data[at]
        number |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return number, at


class File:
    def __init__(self, path: Path) -> None:
        self.data = data = path.read_bytes()
        assert data[:12] == b"CROWNEND" + struct.pack("<I", 1)
        self.distances = bool(data[12])
        self.slice = Slice(*data[13:17])
        self.block, self.positions = struct.unpack_from("<IQ", data, 20)
        length, plies, self.groups = struct.unpack_from("<IIQ", data, 80)
        self.chances = self._chances(data[128 : 128 + length])
        self.directory = 128 + length + 8 * plies

    def _chances(self, packed: bytes) -> list[int]:
        chances: list[int] = []
        at = 0
        while at < len(packed):
            chances.append(packed[at])
            at += 1
            if chances[-1] == 0:
                more, at = varint(packed, at)
                chances += [0] * more
        assert len(chances) == (8192 if self.distances else 32768)
        return chances

    def code(self, block: int) -> bytes:
        (begin,) = struct.unpack_from("<Q", self.data, self.directory + 16 * (block // 64))
        blocks = -(-self.positions // self.block)
        lengths = []
        for _ in range(min(64, blocks - block // 64 * 64)):
            length, begin = varint(self.data, begin)
            lengths.append(length)
        begin += sum(lengths[: block % 64])
        return self.data[begin : begin + lengths[block % 64]]


def decoder(chances: list[int], code_bytes: bytes) -> Ask:
    def no_part(chance: int) -> int:
        less = 2**31
        for _ in range(abs((chance or 128) - 128)):
            less = less * 59 // 64
        return 2**32 - less if (chance or 128) >= 128 else less

    rest = iter(code_bytes)
    width, code = 2**56 - 1, 0
    for _ in range(7):
        code = code << 8 | next(rest, 0)

    def ask(context: int) -> bool:
        nonlocal width, code
        split = (width >> 32) * no_part(chances[context])
        yes = code >= split
        code, width = (code - split, width - split) if yes else (code, split)
        while width < 2**48:
            width, code = width << 8, code << 8 | next(rest, 0)
        return yes

    return ask


def places_of(rank: int, count: int) -> list[int]:
    """The set with this number, lowest first."""
    places = []
    for j in range(count, 0, -1):
        place = next(x for x in range(32, -1, -1) if comb(x, j) <= rank)
        rank -= comb(place, j)
        places.append(place)
    return places[::-1]


class Near(NamedTuple):
    """How far back, None where there is no such position."""

    first: int | None
    second: int | None
    third: int | None
    outer_first: int | None
    outer_second: int | None


def neighbours(slice: Slice, index: int) -> Near:
    inner, outer = (slice.white_kings, slice.black_kings) if slice.white_kings else (slice.black_kings, 0)
    row = comb(32 - slice.men - outer, inner)
    rows = comb(32 - slice.men, outer)

    def lowered(places: list[int], j: int) -> int | None:
        if j > len(places):
            return None
        below = places[j - 2] if j > 1 else -1
        return comb(places[j - 1] - 1, j - 1) if places[j - 1] - 1 > below else None

    inner_places, outer_places = places_of(index % row, inner), places_of(index // row % rows, outer)
    steps = [lowered(outer_places, j) for j in (1, 2)]
    return Near(
        *(lowered(inner_places, j) for j in (1, 2, 3)), *(None if s is None else s * row for s in steps)
    )


def read_verdicts(file: File, block: int) -> list[int]:
    ask = decoder(file.chances, file.code(block))
    cells: list[int] = []
    for i in range(min(file.block, file.positions - block * file.block)):

        def back(*steps: int | None, here: int = i) -> int:
            if any(step is None for step in steps):
                return 0
            distance = sum(step for step in steps if step)
            return cells[here - distance] if 0 < distance <= here else 0

        near = neighbours(file.slice, block * file.block + i)
        first = back(near.first)
        guess = first or back(1) or DRAW
        digits = [
            first,
            back(1) if near.second is None else back(near.second),
            back(near.outer_first),
            back(2) if near.second is None else back(near.second, near.first),
            back(near.outer_first, near.first),
            0 if near.first is None else back(2),
            back(near.outer_second) if near.third is None else back(near.third),
        ]
        context = 0
        for digit in digits:
            context = 4 * context + digit
        if not ask(2 * context):
            cells.append(guess)
        elif not ask(2 * context + 1):
            cells.append(guess % 3 + 1)
        else:
            cells.append((guess + 1) % 3 + 1)
    return cells


@pytest.mark.parametrize("name", ["0103", "0202", "0310", "1102", "2020", "1210", "0301"])
def test_another_reader_finds_the_same_verdicts(four: Tablebase, name: str) -> None:
    file = File(four.folder / f"{name}.wld")
    blocks = -(-file.positions // file.block)
    for block in {0, 1, blocks // 3, blocks // 2, blocks - 1}:
        for i, cell in enumerate(read_verdicts(file, block)):
            position = _core.slice_position(file.slice, block * file.block + i)
            if not position.must_jump:
                assert RESULTS[cell] == four.probe(position).result, position.fen
