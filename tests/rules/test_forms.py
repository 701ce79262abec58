"""FEN, grid and text: what is read, what is written, and what is refused with every reason."""

from __future__ import annotations

import pytest

import crownhead as ch

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


def test_start() -> None:
    assert ch.Position.start().fen == START
    assert ch.Position.start() == ch.Position.from_fen(START)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("B:W21-32:B1-12", START),
        ("B:B1-12:W21-32.", START),
        ("  b : w21-32 : b1-12 . ", START),
        ("W:W18,24:B12,K10.", "W:W18,24:BK10,12"),
        ("W:W18,24:BK10,12", "W:W18,24:BK10,12"),
        ("W:WK1-K3:BK30-32", "W:WK1,K2,K3:BK30,K31,K32"),
        ("W:W1-K3:B12", "W:WK1,K2,K3:B12"),
        ("B:W:B1", "B:W:B1"),
        ("B:B1", "B:W:B1"),
        ("W:W05,06:B001", "W:W5,6:B1"),
    ],
)
def test_fen_is_read_freely_and_written_one_way(text: str, canonical: str) -> None:
    assert ch.Position.from_fen(text).fen == canonical


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("", ["empty"]),
        (" \n ", ["empty"]),
        ("W", ["no pieces follow"]),
        ("X:W21:B1", ["'X'", "B or W"]),
        ("?:W21:B1", ["side to move is not given"]),
        ("W:W21,33:B1", ["no square 33"]),
        ("W:W21,0:B1", ["no square 0"]),
        ("W:W21-35:B1", ["no range 21-35"]),
        ("W:W30-33:B1", ["no range 30-33"]),
        ("W:W25-21:B1", ["no range 25-21"]),
        ("W:W21,21:B1", ["square 21 is given twice"]),
        ("W:W21:B21", ["square 21 is given twice: white man and black man"]),
        ("W:W3:B1", ["white man on 3", "K3"]),
        ("B:W21:B29", ["black man on 29", "K29"]),
        ("B:WK1-13:B32", ["white has 13 pieces", "black man on 32"]),
        ("W:Wfoo:B1", ["'FOO'"]),
        ("W:W21:W22", ["white is given in two parts"]),
        ("W:21:B1", ["'21' does not begin with a colour"]),
        ("W:W21,,22:B1", ["''"]),
        ("W:W21:B1:x", ["'X' does not begin with a colour"]),
        ("x" * 5_000_000, ["5000000 characters"]),
        ("W:W33,21,21:B32,40", ["33", "given twice", "32 stands on its crownhead", "40"]),
        ("W:W２1:B1", ["is no square"]),
    ],
)
def test_a_wrong_fen_is_refused_with_every_reason(text: str, reasons: list[str]) -> None:
    with pytest.raises(ch.InvalidPosition) as caught:
        ch.Position.from_fen(text)
    for reason in reasons:
        assert reason in str(caught.value)
    assert len(str(caught.value)) < 6000


@pytest.mark.parametrize("nonsense", [b"W:W21:B1", None, 7, ["W:W21:B1"]])
def test_what_is_no_text_is_refused(nonsense: object) -> None:
    with pytest.raises(ch.InvalidPosition, match=f"not {type(nonsense).__name__}"):
        ch.Position.from_fen(nonsense)  # type: ignore[arg-type]
    with pytest.raises(ch.InvalidPosition, match=f"not {type(nonsense).__name__}"):
        ch.Position.from_text(nonsense)  # type: ignore[arg-type]


def test_grid_of_the_start() -> None:
    grid = ch.Position.start().to_grid()
    assert grid[0] == [0, 3, 0, 3, 0, 3, 0, 3]
    assert grid[3] == grid[4] == [0] * 8
    assert grid[7] == [1, 0, 1, 0, 1, 0, 1, 0]
    assert ch.Position.from_grid(grid) == ch.Position.start()


def test_grid_can_be_mirrored() -> None:
    position = ch.Position.from_fen("W:W18,K24:BK10,12")
    mirrored = position.to_grid(mirror=True)
    assert mirrored == [row[::-1] for row in position.to_grid()]
    assert ch.Position.from_grid(mirrored, ch.WHITE, mirror=True) == position


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ((0, 0, 3), "light square, at row 0, column 0"),
        ((3, 0, 5), "5 at row 3, column 0 is no occupant"),
        ((3, 0, -1), "-1 at row 3, column 0"),
        ((3, 0, "x"), "'x' at row 3, column 0"),
        ((3, 0, True), "True at row 3, column 0"),
        ((0, 1, 1), "white man on 1 stands on its crownhead"),
        ((3, 0, 3), "black has 13 pieces"),
    ],
)
def test_a_wrong_grid_is_refused(change: tuple[int, int, int], reason: str) -> None:
    grid = ch.Position.start().to_grid()
    row, column, value = change
    grid[row][column] = value
    with pytest.raises(ch.InvalidPosition, match=reason):
        ch.Position.from_grid(grid)


@pytest.mark.parametrize(
    "grid", [[], [[0] * 8] * 7, [[0] * 7] * 8, "........", None, [None] * 8, [[0] * 8] * 9]
)
def test_a_grid_of_another_shape_is_refused(grid: list[list[int]]) -> None:
    with pytest.raises(ch.InvalidPosition, match="8 rows of 8"):
        ch.Position.from_grid(grid)


def test_text_has_a_playable_square_at_the_near_right() -> None:
    lines = str(ch.Position.start()).splitlines()
    assert lines[0] == "x x x x "
    assert lines[3] == " - - - -"
    assert lines[7] == " o o o o"


def test_text_is_read_in_either_orientation() -> None:
    position = ch.Position.from_fen("B:W18,K24:BK10,12")
    for mirror in (False, True):
        assert ch.Position.from_text(position.to_text(mirror=mirror)) == position
    stripped = "\n".join(line.rstrip() for line in str(position).splitlines())
    assert ch.Position.from_text("\n" + stripped + "\n\n") == position


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("x x x x \n", "x x x x  \n\n", None),
        ("x x x x \n x", "x x x z \n x", "'z' in line 1, column 7 is no occupant"),
        ("x x x x \n x", "xox x x \n x", "'o' in line 1, column 2 stands where nobody plays"),
        ("x x x x \n x", "x x x x xx\n x", "line 1 is longer than 8"),
        (" - - - -\n", "", "8 lines, not 7"),
        (" - - - -", " x - - -", "black has 13 pieces"),
    ],
)
def test_a_wrong_text_is_refused(old: str, new: str, reason: str | None) -> None:
    text = str(ch.Position.start()).replace(old, new, 1)
    if reason is None:
        assert ch.Position.from_text(text) == ch.Position.start()
        return
    with pytest.raises(ch.InvalidPosition, match=reason):
        ch.Position.from_text(text)


def test_a_position_cannot_be_changed_or_made_wrong() -> None:
    position = ch.Position.start()
    with pytest.raises(AttributeError):
        position.turn = ch.WHITE  # type: ignore[misc]
    with pytest.raises(AttributeError):
        position.extra = 1  # type: ignore[attr-defined]
    with pytest.raises(ch.InvalidPosition, match="no square 40"):
        ch.Position({40: ch.Piece.BLACK_MAN})
    with pytest.warns(RuntimeWarning, match="uninitialized"), pytest.raises(TypeError):
        ch.Position.__new__(ch.Position).legal_moves()


def test_pieces_by_colour_and_rank() -> None:
    position = ch.Position(
        {18: ch.Piece.WHITE_MAN, 2: ch.Piece.WHITE_KING, 10: ch.Piece.BLACK_KING}, ch.WHITE
    )
    assert position.pieces() == (2, 10, 18)
    assert position.pieces(ch.WHITE) == (2, 18)
    assert position.pieces(ch.RED, king=True) == (2,)
    assert position.pieces(king=False) == (18,)
    assert position.pieces(ch.BLACK, king=False) == ()
    assert position.piece_at(2) is ch.Piece.WHITE_KING
    assert position.piece_at(3) is None
    assert position.occupants.count(None) == 29
    for wrong in (0, 33, -1):
        with pytest.raises(ValueError, match="1 to 32"):
            position.piece_at(wrong)
