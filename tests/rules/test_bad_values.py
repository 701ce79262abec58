"""Nothing that is no position, square or move gets in, whatever its type, and nothing is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import positions

import crownhead as ch

# Every character, surrogates included, which no encoding can write.
any_text = st.text(st.characters(exclude_categories=()), max_size=40)
junk = (
    st.none() | st.booleans() | st.integers() | st.floats() | any_text | st.binary() | st.lists(st.integers())
)


@pytest.mark.parametrize("turn", ["B", "W", "white", 2, -1, b"W", object()])
def test_the_side_to_move_is_a_colour(turn: object) -> None:
    with pytest.raises(ch.InvalidPosition, match="the side to move is"):
        ch.Position({1: ch.Piece.BLACK_MAN}, turn)  # type: ignore[arg-type]
    with pytest.raises(ch.InvalidPosition, match="the side to move is"):
        ch.Position.from_grid([[0] * 8] * 8, turn)  # type: ignore[arg-type]
    with pytest.raises(ch.InvalidPosition, match="the side to move is"):
        ch.Position.from_text(str(ch.Position.start()), turn)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [0, 33, -1, 1.5, 2.0, "1", None, 10**30])
def test_a_piece_stands_on_a_square(number: object) -> None:
    with pytest.raises(ch.InvalidPosition, match="there is no square"):
        ch.Position({number: ch.Piece.BLACK_MAN})  # type: ignore[dict-item]


@pytest.mark.parametrize("piece", [0, 3, "x", None, ch.BLACK])
def test_a_piece_is_a_piece(piece: object) -> None:
    with pytest.raises(ch.InvalidPosition, match="on square 18 is no Piece"):
        ch.Position({18: piece})  # type: ignore[dict-item]


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(ch.InvalidPosition) as caught:
        ch.Position({33: ch.Piece.BLACK_MAN, 18: "x", 1: ch.Piece.WHITE_MAN}, "W")  # type: ignore
    assert len(caught.value.reasons) == 4


@pytest.mark.parametrize("number", [3.7, 3.0, "3", None])
def test_a_square_is_a_whole_number(number: object) -> None:
    with pytest.raises(TypeError):
        ch.Square(number)  # type: ignore[arg-type]


@given(any_text | st.text(alphabet="BWKbwk?:,-.0123456789 ", max_size=60))
def test_any_text_is_a_fen_or_no_position(text: str) -> None:
    try:
        position = ch.Position.from_fen(text)
    except ch.InvalidPosition:
        return
    assert ch.Position.from_fen(position.fen) == position


@given(any_text | st.lists(st.text(alphabet="xXoO- ", max_size=9), min_size=7, max_size=9).map("\n".join))
def test_any_text_is_a_board_or_no_position(text: str) -> None:
    try:
        position = ch.Position.from_text(text)
    except ch.InvalidPosition:
        return
    assert ch.Position.from_text(str(position)) == position


@given(
    junk
    | st.lists(junk | st.lists(st.integers(-1, 5) | junk, min_size=8, max_size=8), min_size=8, max_size=8)
)
def test_anything_is_a_grid_or_no_position(grid: list[list[int]]) -> None:
    try:
        position = ch.Position.from_grid(grid)
    except ch.InvalidPosition:
        return
    assert ch.Position.from_grid(position.to_grid()) == position


@given(positions(), junk)
def test_anything_is_a_move_or_an_error_that_says_where(position: ch.Position, text: str) -> None:
    try:
        move = position.parse_move(text)
    except ch.MoveError as error:
        fen = error.fen
    else:
        assert move in position.legal_moves()
        return
    assert fen == position.fen


@given(st.lists(st.integers(-1, 40), max_size=12))
def test_any_path_is_a_move_or_a_value_error(path: list[int]) -> None:
    try:
        move = ch.Move(path)
    except ValueError:
        return
    assert list(move.path) == path
    assert len(set(move.captures)) == len(move.captures)


@pytest.mark.parametrize("colour", ["B", "black", 2, b"W"])
def test_a_colour_is_a_colour(colour: object) -> None:
    with pytest.raises(ValueError, match="not a valid Colour"):
        ch.Position.start().pieces(colour)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not a valid Colour"):
        ch.Piece.of(colour, king=True)  # type: ignore[arg-type]


def test_notation_is_of_a_move() -> None:
    with pytest.raises(TypeError, match="a move is needed, not str"):
        ch.Position.start().notation("11-15")  # type: ignore[arg-type]
