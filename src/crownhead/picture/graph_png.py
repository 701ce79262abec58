"""The course of a game as PNG, without any library: the file is a few chunks and compressed rows.

Every pixel is a number of a small palette. The picture is made column by column, because a curve is a height
for each of them, at twice the size of the SVG so that no edge looks rough.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from crownhead.picture.graph import BOTTOM, HEIGHT, LEFT, LEVELS, RIGHT, WIDTH, Course, Mark, label

if TYPE_CHECKING:
    from collections.abc import Sequence

SCALE = 2
PALETTE = ["#ffffff", "#9aa7b0", "#e5a49d", "#d5dbdf", "#20303a", "#444455"]
GROUND, ABOVE, BELOW, LINE, INK, TEXT = range(6)

DIGITS = {  # five rows of three pixels, the highest bit at the left
    "0": (7, 5, 5, 5, 7), "1": (2, 6, 2, 2, 7), "2": (7, 1, 7, 4, 7), "3": (7, 1, 7, 1, 7),
    "4": (5, 5, 7, 1, 1), "5": (7, 4, 7, 1, 7), "6": (7, 4, 7, 5, 7), "7": (7, 1, 2, 2, 2),
    "8": (7, 5, 7, 5, 7), "9": (7, 5, 7, 1, 7), "+": (0, 2, 7, 2, 0), "-": (0, 0, 7, 0, 0),
}  # fmt: skip
DOT = 2 * SCALE
"""Pixels to a dot of a digit's pattern, across and down."""


def png(values: Sequence[float], marks: Sequence[Mark] = ()) -> bytes:
    """The bytes of the file."""
    palette = [*PALETTE, *sorted({mark.colour for mark in marks})]
    canvas = _Canvas(Course(values))
    canvas.draw_curve()
    canvas.draw_labels()
    for mark in marks:
        canvas.draw_dot(mark, palette.index(mark.colour, len(PALETTE)))
    return _file(canvas.columns, palette)


class _Canvas:
    def __init__(self, course: Course) -> None:
        self.course = course
        self.columns = [bytearray(HEIGHT * SCALE) for _ in range(WIDTH * SCALE)]

    def draw_curve(self) -> None:
        heights = self._heights()
        begin = LEFT * SCALE
        middle = round(self.course.y(0) * SCALE)
        lines = [round(self.course.y(level) * SCALE) for level in LEVELS if level]
        for offset, height in enumerate(heights):
            column = self.columns[begin + offset]
            top, bottom, paint = (height, middle, ABOVE) if height < middle else (middle, height, BELOW)
            column[top:bottom] = bytes([paint]) * (bottom - top)
            for y in lines:
                column[y] = LINE
            column[middle] = INK
            near = heights[max(offset - 1, 0) : offset + 2]
            low, high = min(near) - 1, max(near) + 2
            column[low:high] = bytes([INK]) * (high - low)

    def _heights(self) -> list[int]:
        """Of the curve, for every column between the margins: straight from ply to ply."""
        course, last = self.course, len(self.course.values) - 1
        columns = (WIDTH - LEFT - RIGHT) * SCALE
        found = []
        for column in range(columns):
            place = last * column / (columns - 1)
            ply = min(int(place), max(last - 1, 0))
            before, after = course.y(course.values[ply]), course.y(course.values[min(ply + 1, last)])
            found.append(round((before + (after - before) * (place - ply)) * SCALE))
        return found

    def draw_dot(self, mark: Mark, paint: int) -> None:
        x, y = (round(place * SCALE) for place in self.course.point(mark.ply))
        radius = 5 * SCALE
        for across in range(-radius, radius + 1):
            reach = int((radius * radius - across * across) ** 0.5)
            if 0 <= x + across < len(self.columns):
                low = max(y - reach, 0)
                column = self.columns[x + across]
                inside = column[low : y + reach + 1]
                column[low : y + reach + 1] = bytes([paint]) * len(inside)

    def draw_labels(self) -> None:
        for level in LEVELS:
            text = label(level)
            width = len(text) * 4 * DOT // SCALE
            self._write(text, LEFT - 5 - width, self.course.y(level) - 5)
        for ply in self.course.ticks():
            text = str(ply // 2)
            width = len(text) * 4 * DOT // SCALE
            self._write(text, self.course.x(ply) - width / 2, HEIGHT - BOTTOM + 8)

    def _write(self, text: str, left: float, top: float) -> None:
        x, y = round(left * SCALE), round(top * SCALE)
        for place, character in enumerate(text):
            for row, bits in enumerate(DIGITS[character]):
                for column in range(3):
                    if bits >> (2 - column) & 1:
                        self._fill(x + (place * 4 + column) * DOT, y + row * DOT)

    def _fill(self, x: int, y: int) -> None:
        for column in self.columns[max(x, 0) : x + DOT]:
            column[y : y + DOT] = bytes([TEXT]) * DOT


def _file(columns: list[bytearray], palette: list[str]) -> bytes:
    header = struct.pack(">IIBBBBB", len(columns), len(columns[0]), 8, 3, 0, 0, 0)  # 8 bits, by palette
    rows = b"".join(b"\0" + bytes(row) for row in zip(*columns, strict=True))  # 0: the row as it is
    colours = b"".join(bytes.fromhex(colour[1:]) for colour in palette)
    chunks = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
