"""The course of a game as SVG and as PNG, read back by other means."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ElementTree
import zlib

import pytest

from crownhead.picture import graph, graph_png
from crownhead.picture.graph import HEIGHT, WIDTH, Course, Mark

SVG = "{http://www.w3.org/2000/svg}"
COURSE = [0.0, 0.5, 1.0, -1.0, -2.0, -99.0]
MARKS = [Mark(3, "#d33a2c", "2. 9-14 & <worse>")]


def test_svg_shows_every_position_and_mark() -> None:
    root = ElementTree.fromstring(graph.svg(COURSE, MARKS, title="A < B"))
    [line] = root.iter(f"{SVG}polyline")
    points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
    assert len(points) == len(COURSE)
    heights = [y for _, y in points]
    assert heights[2] < heights[1] < heights[0] < heights[3] < heights[4] < heights[5] <= HEIGHT
    [dot] = root.iter(f"{SVG}circle")
    assert (float(dot.attrib["cx"]), float(dot.attrib["cy"])) == points[3]
    assert dot[0].text == "2. 9-14 & <worse>"


def decoded(data: bytes) -> tuple[int, int, list[bytes], list[str]]:
    """Width, height, rows of palette numbers, palette; every checksum tested."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    chunks, at = {}, 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0]
        chunks[kind] = body
        at += 12 + length
    width, height, bits, colour, *_ = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (bits, colour) == (8, 3)
    raw = zlib.decompress(chunks[b"IDAT"])
    assert len(raw) == (width + 1) * height
    rows = [raw[y * (width + 1) + 1 : (y + 1) * (width + 1)] for y in range(height)]
    palette = [f"#{chunks[b'PLTE'][i : i + 3].hex()}" for i in range(0, len(chunks[b"PLTE"]), 3)]
    return width, height, rows, palette


def test_png_has_the_curve_where_it_should_be() -> None:
    width, height, rows, palette = decoded(graph_png.png(COURSE, MARKS))
    assert (width, height) == (2 * WIDTH, 2 * HEIGHT)
    assert max(map(max, rows)) < len(palette)
    course = Course(COURSE)
    for ply in (1, 2, 4):
        x, y = course.point(ply)
        assert palette[rows[round(2 * y)][round(2 * x)]] == "#20303a"
    x, y = course.point(3)
    assert palette[rows[round(2 * y)][round(2 * x)]] == "#d33a2c"


@pytest.mark.parametrize("values", [[0.0], [1.0, -1.0], [float(i % 7 - 3) for i in range(400)], [99.0] * 9])
def test_any_length(values: list[float]) -> None:
    ElementTree.fromstring(graph.svg(values))
    decoded(graph_png.png(values))
