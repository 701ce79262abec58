"""Nonsense in, one specific error out: no text, however odd, crashes a reader or slips through it."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

import crownhead as ch

FEN_LIKE = st.text(alphabet="BWKbwk0123456789:,-.? \n", max_size=60)
MOVE_LIKE = st.text(alphabet="0123456789-x:X .–×", max_size=30)
BOARD_LIKE = st.lists(st.text(alphabet="xXoO- .", max_size=9), max_size=10).map("\n".join)
GRID_LIKE = st.lists(st.lists(st.integers(-1, 6) | st.none() | st.text(max_size=2), max_size=9), max_size=9)


@given(FEN_LIKE | st.text(max_size=80))
@example("B:W21-32:B1-12")
@example("W:W-1:B--2")
@example("W:WK:B,")
def test_fen(text: str) -> None:
    try:
        position = ch.Position.from_fen(text)
    except ch.InvalidPosition as error:
        assert error.reasons
    else:
        assert ch.Position.from_fen(position.fen) == position
        assert len(position.pieces(ch.BLACK)) <= 12
        assert len(position.pieces(ch.WHITE)) <= 12


@given(MOVE_LIKE | st.text(max_size=40))
@example("11-15")
@example("11x")
@example("٣-٤")
def test_move(text: str) -> None:
    position = ch.Position.start()
    try:
        move = position.parse_move(text)
    except ch.MoveError as error:
        assert str(error)
        assert error.fen == position.fen
    else:
        assert move in position.legal_moves()


@given(BOARD_LIKE | st.text(max_size=100))
def test_board(text: str) -> None:
    try:
        position = ch.Position.from_text(text)
    except ch.InvalidPosition as error:
        assert error.reasons
    else:
        assert ch.Position.from_text(str(position)) == position


@given(GRID_LIKE)
def test_grid(grid: list[list[int]]) -> None:
    try:
        position = ch.Position.from_grid(grid)
    except ch.InvalidPosition as error:
        assert error.reasons
    else:
        assert position.to_grid() == grid


@given(st.lists(st.integers(-5, 40), max_size=12))
def test_path(path: list[int]) -> None:
    try:
        move = ch.Move(path)
    except ValueError:
        return
    assert list(move.path) == path
    assert ch.Move(move.path) == move
    assert len(set(move.captures)) == len(move.captures)


@given(st.integers(), st.integers(), st.integers(), st.booleans())
def test_the_extension_refuses_sets_that_are_no_position(
    black: int, white: int, kings: int, turn: bool
) -> None:
    position = ch.Position.__new__(ch.Position)
    try:
        super(ch.Position, position).__init__(black, white, kings, turn)
    except (ValueError, TypeError):
        return
    assert ch.Position.from_fen(position.fen) == position
