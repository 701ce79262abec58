"""The SVG board, read back as XML and compared with grids that the picture code has no part in."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import DARK_TILES, states, tile_of
from views import Tile, position_of, seen

import crownhead as ch
from crownhead.picture.theme import THEMES
from crownhead.rules.textbook import State

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {1: "white-man", 2: "white-king", 3: "black-man", 4: "black-king"}  # by the numbers of grids
STUDY = "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"

themes = st.sampled_from(sorted(THEMES))


@dataclass
class Picture:
    """An SVG taken apart: what stands on which tile of the picture."""

    root: ElementTree.Element

    @classmethod
    def of(cls, text: str) -> Picture:
        return cls(ElementTree.fromstring(text))

    def group(self, name: str) -> list[ElementTree.Element]:
        found = [list(group) for group in self.root.findall(f"{SVG}g") if group.get("class") == name]
        assert len(found) <= 1
        return found[0] if found else []

    def tiles(self, name: str) -> dict[Tile, str]:
        """The shapes that a group uses, by tile."""
        placed = {}
        for use in self.group(name):
            x, y = int(use.attrib["x"]), int(use.attrib["y"])
            assert x % 64 == y % 64 == 0
            placed[y // 64, x // 64] = use.attrib["href"].lstrip("#")
        assert len(placed) == len(self.group(name))
        return placed

    def numbers(self) -> dict[Tile, int]:
        texts = self.group("numbers")
        return {
            (int(float(text.attrib["y"])) // 64, int(float(text.attrib["x"])) // 64): int(text.text or "")
            for text in texts
        }


@settings(max_examples=150, deadline=None)
@given(states(), st.booleans(), st.booleans(), themes)
def test_every_square_number_and_piece_is_where_it_belongs(
    state: State, flipped: bool, mirror: bool, theme: str
) -> None:
    text = ch.svg.board(position_of(state), flipped=flipped, mirror=mirror, theme=theme)
    picture = Picture.of(text)
    expected = {
        seen((row, column), flipped, mirror): f"{theme}-{SHAPES[state.board[row][column]]}"
        for row, column in DARK_TILES
        if state.board[row][column]
    }
    assert picture.tiles("pieces") == expected
    dark = {seen(tile, flipped, mirror) for tile in DARK_TILES}
    assert set(picture.tiles("dark")) == dark
    assert len(dark) == 32
    assert picture.numbers() == {seen(tile_of(n), flipped, mirror): n for n in range(1, 33)}


def test_a_dark_square_is_at_the_near_left_unless_mirrored() -> None:
    for flipped in (False, True):
        assert (7, 0) in Picture.of(ch.svg.board(ch.Position.start(), flipped=flipped)).tiles("dark")
        mirrored = Picture.of(ch.svg.board(ch.Position.start(), flipped=flipped, mirror=True))
        assert (7, 7) in mirrored.tiles("dark")


@pytest.mark.parametrize("theme", THEMES)
def test_every_shape_that_is_used_is_defined_once(theme: str) -> None:
    text = ch.svg.board(ch.Position.from_fen(STUDY), theme=theme, last_move=ch.Move([26, 17, 10]))
    defined = re.findall(r'\bid="([^"]+)"', text)
    used = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text)
    assert len(defined) == len(set(defined))
    assert {one or other for one, other in used} <= set(defined)


def test_themes_share_no_identifier() -> None:
    """So that boards of several themes can stand in one page."""
    identifiers = [re.findall(r'\bid="([^"]+)"', ch.svg.board(ch.Position.start(), theme=t)) for t in THEMES]
    flat = [identifier for found in identifiers for identifier in found]
    assert len(flat) == len(set(flat))


def test_without_numbers() -> None:
    assert Picture.of(ch.svg.board(ch.Position.start(), numbers=False)).numbers() == {}


def test_the_last_move_marks_its_path_and_what_it_took() -> None:
    position = ch.Position.from_fen("W:W26,31:B22,14,3")
    move = position.parse_move("26x17x10")
    picture = Picture.of(ch.svg.board(position.play(move), last_move=move))
    assert set(picture.tiles("marked")) == {tile_of(26), tile_of(17), tile_of(10)}
    assert len(picture.tiles("dark")) == 29
    assert set(picture.tiles("captured")) == {tile_of(22), tile_of(14)}


def test_a_board_shows_its_own_last_move() -> None:
    board = ch.Board()
    assert Picture.of(ch.svg.board(board)).tiles("marked") == {}
    board.push("11-15")
    assert set(Picture.of(ch.svg.board(board)).tiles("marked")) == {tile_of(11), tile_of(15)}
    assert ch.svg.board(board) == ch.svg.board(board.position, last_move=board.last_move)


@given(st.lists(st.integers(1, 32), min_size=2, max_size=2, unique=True), st.booleans(), st.booleans())
@settings(max_examples=100, deadline=None)
def test_arrows_point_from_tail_to_head(pair: list[int], flipped: bool, mirror: bool) -> None:
    tail, head = pair
    text = ch.svg.board(ch.Position.start(), arrows=[(tail, head)], flipped=flipped, mirror=mirror)
    (arrow,) = Picture.of(text).group("arrows")
    x, y, angle = map(float, re.findall(r"-?[\d.]+", arrow.attrib["transform"]))
    (length,) = map(float, re.findall(r"L([\d.]+) 0 ", arrow.attrib["d"]))
    end = (x + length * cos(radians(angle)), y + length * sin(radians(angle)))
    assert (x, y) == middle(seen(tile_of(tail), flipped, mirror))
    assert end == pytest.approx(middle(seen(tile_of(head), flipped, mirror)), abs=1)


def middle(tile: Tile) -> tuple[float, float]:
    return tile[1] * 64 + 32, tile[0] * 64 + 32


def test_arrows_can_be_pairs_moves_or_arrows_with_a_colour() -> None:
    jump = ch.Position.from_fen("W:W26,31:B22,14,3").parse_move("26x17x10")
    given: list[Any] = [(11, 15), [9, 13], jump, ch.svg.Arrow(1, 6, "crimson"), ch.svg.Arrow(2, 7, "#0a0B0c")]
    arrows = Picture.of(ch.svg.board(ch.Position.start(), arrows=given)).group("arrows")
    assert [arrow.get("fill") for arrow in arrows] == [None, None, None, None, "crimson", "#0a0B0c"]


def test_circles_can_be_squares_or_circles_with_a_colour() -> None:
    text = ch.svg.board(ch.Position.start(), circles=[ch.Square(14), ch.svg.Circle(18, "blue")])
    circles = Picture.of(text).group("circles")
    places = [(float(circle.attrib["cx"]), float(circle.attrib["cy"])) for circle in circles]
    assert places == [middle(tile_of(14)), middle(tile_of(18))]
    assert [circle.get("stroke") for circle in circles] == [None, "blue"]


def test_it_is_described_in_words() -> None:
    root = Picture.of(ch.svg.board(ch.Position.from_fen("W:WK30:B1,2"), last_move=ch.Move([6, 2]))).root
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Checkers, White to move"
    assert root.findtext(f"{SVG}desc") == "Black: men on 1, 2. White: king on 30. Last move 6-2."
    alone = Picture.of(ch.svg.board(ch.Position.from_fen("B:W:BK3,K4,5"))).root
    assert alone.findtext(f"{SVG}desc") == "Black: man on 5; kings on 3, 4. White: no pieces."


def test_its_size_can_be_chosen() -> None:
    root = Picture.of(ch.svg.board(ch.Position.start(), size=720)).root
    assert (root.get("width"), root.get("height")) == ("720", "720")


@pytest.mark.parametrize("theme", THEMES)
def test_it_stays_small(theme: str) -> None:
    assert len(ch.svg.board(ch.Position.start(), theme=theme)) < 8_000


def test_positions_and_boards_show_themselves_in_notebooks() -> None:
    board = ch.Board()
    board.push("11-15")
    assert board._repr_svg_() == ch.svg.board(board)  # type: ignore[attr-defined]
    assert board.position._repr_svg_() == ch.svg.board(board.position)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"theme": "pink"}, "no theme 'pink': choose from red-black, red-white, wood, high-contrast"),
        ({"theme": ["wood"]}, r"no theme \['wood'\]: choose from red-black"),
        ({"arrows": [(33, 1)]}, "the tail of an arrow is on square 33: squares are numbered 1 to 32"),
        ({"arrows": [(1, 0)]}, "the head of an arrow is on square 0: squares are numbered 1 to 32"),
        ({"arrows": [("a", 1)]}, "the tail of an arrow is on square 'a'"),
        ({"arrows": [(7, 7)]}, "an arrow needs two squares, not 7 twice: a circle marks one"),
        ({"arrows": [7]}, r"7 is no arrow: give Arrow\(tail, head\), \(tail, head\) or a Move"),
        ({"arrows": ["11-15"]}, "'11-15' is no arrow"),
        ({"circles": [33]}, "a circle is on square 33: squares are numbered 1 to 32"),
        ({"circles": [None]}, "a circle is on square None"),
        ({"size": 0}, "size 0: give 16 to 16384 pixels"),
        ({"size": "big"}, "size 'big': give 16 to 16384 pixels"),
    ],
)
def test_what_cannot_be_drawn_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ch.PictureError, match=message):
        ch.svg.board(ch.Position.start(), **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("colour", ['red"/><script>', "url(#x)", "", "#12", "#12345", "rgb(1,2,3)", 7])
def test_a_colour_cannot_smuggle_anything_in(colour: Any) -> None:
    for kind in (ch.svg.Circle, lambda square, colour: ch.svg.Arrow(square, 1, colour)):
        with pytest.raises(ch.PictureError, match="write #rrggbb or the name of a CSS colour"):
            kind(5, colour)


@pytest.mark.parametrize("shown", [None, "B:W21-32:B1-12", 7])
def test_only_positions_and_what_holds_one_can_be_shown(shown: object) -> None:
    with pytest.raises(TypeError, match="a picture shows a Position or a Board, not "):
        ch.svg.board(shown)  # type: ignore[arg-type]
