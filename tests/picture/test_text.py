"""The plain and the coloured text board, read back cell by cell."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text
from strategies import DARK_TILES, states, tile_of
from views import position_of, seen

import crownhead as ch
from crownhead.picture.blocks import coloured
from crownhead.picture.text import plain
from crownhead.picture.theme import THEMES, Theme
from crownhead.rules.textbook import State

SYMBOLS = " oOxX"  # by the numbers of grids
WIDTHS = st.integers(1, 120)

STUDY = ch.Position.from_fen("W:W18,24,K2:B1,K29")
START_FRAMED = """\
+----+----+----+----+----+----+----+----+
|    |x  1|    |x  2|    |x  3|    |x  4|
+----+----+----+----+----+----+----+----+
|x  5|    |x  6|    |x  7|    |x  8|    |
+----+----+----+----+----+----+----+----+
|    |x  9|    |x 10|    |x 11|    |x 12|
+----+----+----+----+----+----+----+----+
|  13|    |  14|    |  15|    |  16|    |
+----+----+----+----+----+----+----+----+
|    |  17|    |  18|    |  19|    |  20|
+----+----+----+----+----+----+----+----+
|o 21|    |o 22|    |o 23|    |o 24|    |
+----+----+----+----+----+----+----+----+
|    |o 25|    |o 26|    |o 27|    |o 28|
+----+----+----+----+----+----+----+----+
|o 29|    |o 30|    |o 31|    |o 32|    |
+----+----+----+----+----+----+----+----+"""


# -- plain ---------------------------------------------------------------------------------------------


def test_the_start() -> None:
    assert plain(ch.Position.start()) == START_FRAMED


@settings(max_examples=100, deadline=None)
@given(states(), st.booleans(), st.booleans())
def test_every_cell_holds_its_piece_and_number(state: State, flipped: bool, mirror: bool) -> None:
    lines = plain(position_of(state), flipped=flipped, mirror=mirror).splitlines()
    cells = [line.split("|")[1:-1] for line in lines[1::2]]
    expected = [["    "] * 8 for _ in range(8)]
    for number in range(1, 33):
        row, column = tile_of(number)
        there, across = seen((row, column), flipped, mirror)
        expected[there][across] = f"{SYMBOLS[state.board[row][column]]} {number:2}"
    assert cells == expected


def test_the_last_move_has_stars() -> None:
    lines = plain(STUDY, last_move=ch.Move([23, 18])).splitlines()
    assert [cell for line in lines for cell in line.split("|") if "*" in cell] == ["o*18", " *23"]


def test_narrow_screens() -> None:
    numbered = ["    x  1    O  2       3       4", "   5       6       7       8"]
    bare = ["  x   O   -   -", "-   -   -   -"]
    assert plain(STUDY, width=40).splitlines()[:2] == numbered
    assert plain(STUDY, width=31).splitlines()[:2] == bare
    assert plain(STUDY, width=32, numbers=False).splitlines()[:2] == bare
    assert plain(STUDY, numbers=False).splitlines()[:2] == [
        "+---" * 8 + "+",
        "|   | x |   | O |   | - |   | - |",
    ]


def test_unicode() -> None:
    lines = plain(STUDY, unicode=True).splitlines()
    assert lines[0] == "┌" + "┬".join(["────"] * 8) + "┐"
    assert lines[1] == "│    │⛂  1│    │⛁  2│    │   3│    │   4│"
    assert lines[15].startswith("│⛃ 29│")
    assert "⛀ 18" in lines[9]


@given(WIDTHS, st.booleans(), st.booleans())
def test_plain_boards_keep_to_the_width(width: int, numbers: bool, unicode: bool) -> None:
    lines = plain(STUDY, width=width, numbers=numbers, unicode=unicode).splitlines()
    assert len(lines) in (8, 17)
    assert max(map(len, lines)) <= max(width, 16)


# -- coloured ------------------------------------------------------------------------------------------


def cells_of(text: Text, height: int, width: int, frame: int) -> list[list[set[tuple[str, str, str]]]]:
    """Per tile the (character, ink, ground) triples that are on it."""
    console = Console(width=200, color_system="truecolor")
    lines = text.split("\n")[frame : len(text.split("\n")) - frame]
    board: list[list[set[tuple[str, str, str]]]] = [[set() for _ in range(8)] for _ in range(8)]
    for number, line in enumerate(lines):
        column = -frame
        for segment in line.render(console):
            for character in segment.text:
                if segment.style and 0 <= column < 8 * width:
                    ink, ground = segment.style.color, segment.style.bgcolor
                    assert ink is not None
                    assert ground is not None
                    board[number // height][column // width].add((character, ink.name, ground.name))
                column += 1
    return board


@settings(max_examples=60, deadline=None)
@given(
    states(), st.booleans(), st.booleans(), st.sampled_from(list(THEMES.values())), st.sampled_from([80, 30])
)
def test_every_tile_has_its_colours(
    state: State, flipped: bool, mirror: bool, theme: Theme, width: int
) -> None:
    text = coloured(position_of(state), flipped=flipped, mirror=mirror, theme=theme, width=width)
    tiles = cells_of(text, 2, 5, 1) if width == 80 else cells_of(text, 1, 3, 0)
    for row in range(8):
        for column in range(8):
            there, across = seen((row, column), flipped, mirror)
            tile = tiles[there][across]
            piece = state.board[row][column]
            grounds = {ground for _, _, ground in tile}
            assert (theme.dark if (row, column) in DARK_TILES else theme.light) in grounds
            paint = theme.white if piece in (1, 2) else theme.black
            painted = {ink for character, ink, _ in tile if character in "▗▖▝▘●♛"}
            assert (paint.face in painted) == bool(piece)
            assert any(character == "♛" for character, _, _ in tile) == (piece in (2, 4))


def test_the_last_move_is_marked() -> None:
    theme = THEMES["wood"]
    for width, layout in ((80, (2, 5, 1)), (30, (1, 3, 0)), (20, (1, 2, 0))):
        tiles = cells_of(coloured(STUDY, last_move=ch.Move([23, 18]), theme=theme, width=width), *layout)
        marked = [
            (row, column)
            for row in range(8)
            for column in range(8)
            if theme.marked in {ground for _, _, ground in tiles[row][column]}
        ]
        assert marked == [tile_of(18), tile_of(23)]


@given(WIDTHS, st.booleans())
def test_coloured_boards_keep_to_the_width(width: int, numbers: bool) -> None:
    lines = coloured(STUDY, width=width, numbers=numbers).plain.splitlines()
    assert len(lines) in (8, 18)
    assert max(map(len, lines)) <= max(width, 16)


def test_numbers_of_the_coloured_board() -> None:
    for width in (80, 30):
        words = coloured(ch.Position.start(), width=width).plain
        found = "".join(c if c.isdigit() else " " for c in words).split()
        assert [int(number) for number in found] == list(range(1, 33))
    for options in ({"width": 80, "numbers": False}, {"width": 30, "numbers": False}, {"width": 20}):
        assert not any(c.isdigit() for c in coloured(STUDY, **options).plain)  # type: ignore[arg-type]


def test_a_board_shows_its_own_last_move() -> None:
    board = ch.Board()
    board.push("11-15")
    assert plain(board) == plain(board.position, last_move=board.last_move) != plain(board.position)
    assert coloured(board) == coloured(board.position, last_move=board.last_move)


def test_unknown_themes_are_refused() -> None:
    with pytest.raises(ch.PictureError, match="no theme 'pink': choose from red-black"):
        coloured(STUDY, theme="pink")


def test_pictures_do_not_load_rich_before_it_is_needed() -> None:
    script = (
        "import sys, crownhead.picture.text, crownhead.picture.blocks, crownhead.picture.svg\n"
        "sys.exit('rich' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
