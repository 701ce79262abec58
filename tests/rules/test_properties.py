"""What holds for every position and every move: texts round-trip, keys are the same however one arrives."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import empty_board, flipped, jump_states, position_of, positions, state_of, states

import crownhead as ch

if TYPE_CHECKING:
    from crownhead.rules.textbook import State


def rebuilt(position: ch.Position) -> ch.Position:
    """The same position from its pieces, by the public constructor."""
    pieces = {square: position.piece_at(square) for square in position.pieces()}
    return ch.Position({square: piece for square, piece in pieces.items() if piece}, position.turn)


# Keys.


@settings(max_examples=200)
@given(positions())
def test_the_key_kept_while_playing_is_the_key_of_the_pieces(position: ch.Position) -> None:
    for move in position.legal_moves():
        after = position.play(move)
        assert after.key == rebuilt(after).key
        assert after == rebuilt(after)
        assert hash(after) == hash(rebuilt(after))


@given(st.lists(st.integers(0, 2**16), max_size=150))
def test_the_key_stays_right_through_a_whole_game(choices: list[int]) -> None:
    position = ch.Position.start()
    for choice in choices:
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    assert position.key == rebuilt(position).key


@settings(max_examples=200)
@given(positions(), positions())
def test_different_positions_have_different_keys(one: ch.Position, other: ch.Position) -> None:
    assert (one == other) == (one.key == other.key) == (one.fen == other.fen)


@given(positions())
def test_the_side_to_move_is_part_of_the_position(position: ch.Position) -> None:
    other = ch.Position.from_grid(position.to_grid(), position.turn.opponent)
    assert other != position
    assert other.key != position.key
    assert 0 <= position.key < 2**64


def test_every_piece_on_every_square_has_its_own_key() -> None:
    lone = [
        ch.Position({square: piece}, ch.BLACK)
        for square in ch.SQUARES
        for piece in ch.Piece
        if piece.king or square.row != (7 if piece.colour is ch.BLACK else 0)
    ]
    assert len({position.key for position in lone}) == len(lone) == 32 * 2 + 28 * 2


# Forms of a position.


@settings(max_examples=200)
@given(positions())
def test_every_form_of_a_position_reads_back_as_itself(position: ch.Position) -> None:
    assert ch.Position.from_fen(position.fen) == position
    for mirror in (False, True):
        grid = position.to_grid(mirror=mirror)
        text = position.to_text(mirror=mirror)
        assert ch.Position.from_grid(grid, position.turn, mirror=mirror) == position
        assert ch.Position.from_text(text, position.turn) == position
    assert str(position) == position.to_text(mirror=True)
    assert rebuilt(position) == position


@given(positions())
def test_mirrored_forms_are_reflections(position: ch.Position) -> None:
    assert position.to_grid(mirror=True) == [row[::-1] for row in position.to_grid()]
    standard, mirrored = (position.to_text(mirror=mirror).split("\n") for mirror in (False, True))
    assert [line.ljust(8) for line in mirrored] == [line.ljust(8)[::-1] for line in standard]


@given(positions())
def test_text_shows_what_the_grid_holds(position: ch.Position) -> None:
    symbols = "-oOxX"
    lines = [line.ljust(8) for line in position.to_text(mirror=False).split("\n")]
    for row, (line, numbers) in enumerate(zip(lines, position.to_grid(), strict=True)):
        for column in range(8):
            assert line[column] == (symbols[numbers[column]] if (row + column) % 2 else " ")


@given(states())
def test_fen_means_what_an_independent_reader_reads(state: State) -> None:
    assert state_of(position_of(state).fen) == state


@given(positions())
def test_pieces_and_occupants_agree_with_piece_at(position: ch.Position) -> None:
    assert position.occupants == tuple(map(position.piece_at, ch.SQUARES))
    for colour in ch.Colour:
        for king in (False, True):
            piece = ch.Piece.of(colour, king=king)
            assert position.pieces(colour, king=king) == tuple(
                square for square in ch.SQUARES if position.piece_at(square) is piece
            )
        assert set(position.pieces(colour)) == {
            *position.pieces(colour, False),
            *position.pieces(colour, True),
        }
    assert position.pieces() == tuple(square for square in ch.SQUARES if position.piece_at(square))


@given(positions())
def test_copies_and_pickles_are_equal(position: ch.Position) -> None:
    for twin in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert twin == position
        assert (hash(twin), twin.key, type(twin)) == (hash(position), position.key, ch.Position)
    for move in position.legal_moves():
        for same in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):
            assert same == move
            assert (hash(same), same.path, same.captures) == (hash(move), move.path, move.captures)


@given(positions())
def test_the_repr_evaluates_to_the_position(position: ch.Position) -> None:
    assert eval(repr(position), {"Position": ch.Position}) == position


# The other chair.


@settings(max_examples=200)
@given(states())
def test_flipped_is_the_same_game_with_colours_exchanged(state: State) -> None:
    position = position_of(state)
    turned = position.flipped()
    assert turned == position_of(flipped(state))
    assert turned.flipped() == position
    assert turned.key == rebuilt(turned).key
    mirrored = {ch.Move([33 - square for square in move.path]): move for move in position.legal_moves()}
    assert set(mirrored) == set(turned.legal_moves())
    for there, here in mirrored.items():
        assert turned.play(there) == position.play(here).flipped()


# Moves and their texts.


@settings(max_examples=200)
@given(positions() | jump_states().map(position_of))
def test_the_texts_of_a_move_name_it(position: ch.Position) -> None:
    for move in position.legal_moves():
        assert position.parse_move(str(move)) == move
        assert position.parse_move(position.notation(move)) == move
        assert len(position.notation(move)) <= len(str(move))


def test_the_texts_of_a_short_jump_that_shares_its_ends_with_a_long_one() -> None:
    position = ch.Position.from_fen("B:W10,18,19,26,27:BK15")
    assert {position.notation(move) for move in position.legal_moves()} == {
        "15x6",
        "15x22x31x24x15x6",
        "15x24x31x22x15x6",
    }
    for move in position.legal_moves():
        assert position.parse_move(position.notation(move)) == move


@settings(max_examples=200)
@given(jump_states().map(position_of))
def test_the_ends_of_a_jump_name_it_unless_they_fit_several_results(position: ch.Position) -> None:
    by_ends: dict[str, list[ch.Move]] = {}
    for move in position.legal_moves():
        by_ends.setdefault(f"{move.origin}x{move.target}", []).append(move)
    for text, fits in by_ends.items():
        results = {frozenset(move.captures) for move in fits}
        if len(results) == 1 or text in map(str, fits):
            assert position.parse_move(text) in fits
        else:
            with pytest.raises(ch.AmbiguousMove) as caught:
                position.parse_move(text)
            assert set(caught.value.candidates) == set(map(str, fits))


@given(positions())
def test_notations_are_different_for_different_moves(position: ch.Position) -> None:
    moves = position.legal_moves()
    assert len({position.notation(move) for move in moves}) == len(moves) == len(set(moves))


@settings(max_examples=200)
@given(positions())
def test_moves_come_in_the_documented_order(position: ch.Position) -> None:
    moves = position.legal_moves()
    assert [move.path for move in moves] == sorted(move.path for move in moves)


@settings(max_examples=200)
@given(jump_states().map(position_of))
def test_unique_keeps_the_first_of_those_with_one_result(position: ch.Position) -> None:
    kept: dict[object, ch.Move] = {}
    for move in position.legal_moves():
        kept.setdefault((move.origin, move.target, frozenset(move.captures)), move)
    assert position.legal_moves(unique=True) == list(kept.values())


@settings(max_examples=200)
@given(positions())
def test_a_move_is_equal_to_the_move_of_its_path(position: ch.Position) -> None:
    for move in position.legal_moves():
        again = ch.Move(move.path)
        assert again == move
        assert hash(again) == hash(move)
        assert (again.captures, again.is_jump, again.tiles) == (move.captures, move.is_jump, move.tiles)
        assert (move.path[0], move.path[-1]) == (move.origin, move.target)


# What may not be.


@settings(max_examples=200)
@given(positions(), st.text(alphabet="0123456789-x:. ", max_size=12))
def test_text_is_a_legal_move_or_an_error_of_its_own_kind(position: ch.Position, text: str) -> None:
    try:
        move = position.parse_move(text)
    except (ch.InvalidMove, ch.IllegalMove, ch.AmbiguousMove):
        return
    assert move in position.legal_moves()


@given(positions())
def test_quiet_moves_are_refused_when_there_is_a_jump(position: ch.Position) -> None:
    if not position.must_jump:
        return
    for square in position.pieces(position.turn):
        for down in (False, True):
            for right in (False, True):
                step = square.neighbour(down=down, right=right)
                if step is not None:
                    with pytest.raises(ch.IllegalMove):
                        position.play(ch.Move([square, step]))


@given(positions())
def test_playing_changes_no_position(position: ch.Position) -> None:
    before = (position.fen, position.key, position.legal_moves())
    for move in before[2]:
        position.play(move)
    assert (position.fen, position.key, position.legal_moves()) == before


@pytest.mark.parametrize(("colour", "piece"), [(ch.BLACK, 3), (ch.WHITE, 1)])
def test_thirteen_pieces_and_uncrowned_men_are_no_position(colour: ch.Colour, piece: int) -> None:
    board = empty_board()
    for square in ch.SQUARES[8:21]:
        board[square.row][square.column] = piece
    with pytest.raises(ch.InvalidPosition, match="13"):
        ch.Position.from_grid(board)
    far = 7 if colour is ch.BLACK else 0
    board = empty_board()
    board[far][(far + 1) % 2] = piece
    with pytest.raises(ch.InvalidPosition):
        ch.Position.from_grid(board)
