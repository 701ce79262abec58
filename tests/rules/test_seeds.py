"""The three documents that the game was first described in, statement by statement.

`docs/seeds.md` maps each statement to the code and to the test here that shows it. Test names begin with
the number of the document and of the statement.
"""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from strategies import position_of, state_of, states

import crownhead as ch
from crownhead.rules import textbook

if TYPE_CHECKING:
    from crownhead.rules.textbook import State

INDICES = range(32)
ROOT = Path(__file__).parents[2]


def at(fen: str) -> ch.Position:
    return ch.Position.from_fen(fen)


def index_after(n: int, *, down: bool, right: bool) -> int | None:
    """The index that one diagonal step leads to, or None at an edge."""
    square = ch.Square.from_index(n).neighbour(down=down, right=right)
    return None if square is None else square.index


def lone(piece: ch.Piece, n: int) -> ch.Position:
    return ch.Position({ch.Square.from_index(n): piece}, piece.colour)


def targets(position: ch.Position) -> set[int]:
    return {move.target.index for move in position.legal_moves()}


def texts(position: ch.Position) -> list[str]:
    return [str(move) for move in position.legal_moves()]


def can_capture(n: int, *, down: bool, right: bool) -> bool:
    """Whether a king on `n` may jump in a direction, given something to jump where there is room."""
    over = ch.Square.from_index(n).neighbour(down=down, right=right)
    if over is None:
        return False
    pieces: dict[int, ch.Piece] = {ch.Square.from_index(n): ch.Piece.BLACK_KING, over: ch.Piece.WHITE_KING}
    return any(move.is_jump for move in ch.Position(pieces, ch.BLACK).legal_moves())


# 000: thirty-two squares and their arithmetic.


def test_000_01_dark_squares_are_numbered_from_the_top_left_to_the_bottom_right() -> None:
    assert [square.index for square in ch.SQUARES] == list(INDICES)
    tiles = [square.tile for square in ch.SQUARES]
    assert tiles == sorted(tiles)
    assert tiles[0] == (0, 1)
    assert tiles[31] == (7, 6)
    assert set(tiles) == {tile for tile in product(range(8), repeat=2) if sum(tile) % 2}


@pytest.mark.parametrize("n", INDICES)
def test_000_02_the_row_is_the_index_divided_by_four(n: int) -> None:
    assert ch.Square.from_index(n).row == n // 4


@pytest.mark.parametrize("n", INDICES)
def test_000_03_to_05_steps_down_add_four_and_five_on_even_rows_three_and_four_on_odd_rows(n: int) -> None:
    left, right = (4, 5) if n // 4 % 2 == 0 else (3, 4)
    assert index_after(n, down=True, right=False) in (n + left, None)
    assert index_after(n, down=True, right=True) in (n + right, None)


def test_000_03_to_05_the_examples() -> None:
    assert index_after(0, down=True, right=False) == 4
    assert index_after(0, down=True, right=True) == 5
    assert index_after(5, down=True, right=True) == 9


@pytest.mark.parametrize("n", INDICES)
def test_000_05_two_steps_down_differ_by_seven_eight_or_nine(n: int) -> None:
    """The document says seven for every pair of steps: that is two to the left only."""
    for first, second in product((False, True), repeat=2):
        middle = index_after(n, down=True, right=first)
        end = None if middle is None else index_after(middle, down=True, right=second)
        assert end in (n + 7 + first + second, None)


def test_000_06_a_square_has_five_possible_occupants() -> None:
    position = at("B:W21,K22:B9,K10")
    assert set(position.occupants) == {None, *ch.Piece}
    assert len(position.occupants) == 32
    assert [position.piece_at(ch.Square(number)) for number in (21, 22, 9, 10, 11)] == [
        ch.Piece.WHITE_MAN,
        ch.Piece.WHITE_KING,
        ch.Piece.BLACK_MAN,
        ch.Piece.BLACK_KING,
        None,
    ]
    assert ch.RED is ch.WHITE


@pytest.mark.parametrize("n", INDICES)
def test_000_07_black_men_go_in_the_positive_direction_and_red_men_in_the_negative(n: int) -> None:
    if n < 28:
        assert targets(lone(ch.Piece.BLACK_MAN, n))
        assert min(targets(lone(ch.Piece.BLACK_MAN, n))) > n
    if n >= 4:
        assert targets(lone(ch.Piece.WHITE_MAN, n))
        assert max(targets(lone(ch.Piece.WHITE_MAN, n))) < n


@pytest.mark.parametrize("n", INDICES)
def test_000_08_in_the_negative_direction_even_and_odd_rows_are_exchanged(n: int) -> None:
    """The left diagonal runs from the bottom left to the top right, so going up it goes to the right."""
    left, right = (4, 5) if (n // 4 + 1) % 2 == 0 else (3, 4)
    assert index_after(n, down=False, right=True) in (n - left, None)
    assert index_after(n, down=False, right=False) in (n - right, None)


@pytest.mark.parametrize("n", INDICES)
def test_000_09_and_10_men_are_promoted_on_the_far_row_and_nowhere_else(n: int) -> None:
    for piece, far_row in ((ch.Piece.BLACK_MAN, 7), (ch.Piece.WHITE_MAN, 0)):
        if n // 4 == far_row:
            continue
        position = lone(piece, n)
        for move in position.legal_moves():
            after = position.play(move).piece_at(move.target)
            assert after is not None
            assert after.king == (move.target.row == far_row)
            assert after.colour is piece.colour


@pytest.mark.parametrize("n", INDICES)
def test_000_11_a_king_goes_in_both_directions(n: int) -> None:
    around = {index_after(n, down=down, right=right) for down, right in product((False, True), repeat=2)}
    for king in (ch.Piece.BLACK_KING, ch.Piece.WHITE_KING):
        assert targets(lone(king, n)) == around - {None}


def test_000_11b_a_man_moves_to_an_unoccupied_square_only() -> None:
    assert texts(at("B:W:B14,17")) == ["14-18", "17-21", "17-22"]
    assert texts(at("B:W17,18,21,22,23:B14")) == []


@pytest.mark.parametrize(
    ("fen", "jumps"),
    [
        ("B:W18:B14", ["14x23"]),
        ("B:W17,18:B14", ["14x21", "14x23"]),
        ("W:W18:B14", ["18x9"]),
        ("B:W18,23:B14,17", []),
        ("B:W18:B14,23", []),
        ("B:W10:B14", []),
    ],
)
def test_000_12_a_capture_needs_the_opposite_colour_and_then_an_unoccupied_square(
    fen: str, jumps: list[str]
) -> None:
    assert [str(move) for move in at(fen).legal_moves() if move.is_jump] == jumps


def test_000_13_captures_are_examined_again_where_they_end() -> None:
    assert texts(at("B:W6,15,23:B1")) == ["1x10x19x26"]
    assert texts(at("B:W6,14,15:B1")) == ["1x10x17", "1x10x19"]


def test_000_14_a_player_must_capture_if_possible() -> None:
    position = at("B:W18:B1,14")
    assert position.must_jump
    assert texts(position) == ["14x23"]
    with pytest.raises(ch.IllegalMove):
        position.parse_move("1-5")


def test_000_15_play_ends_when_the_player_to_move_has_no_move() -> None:
    """The document looks at men: kings play on without men, and blocked men do not."""
    assert at("W:W:B18").is_over
    assert at("W:W28:B19,24").is_over
    assert not at("W:WK18:BK1").is_over


@pytest.mark.parametrize("n", INDICES)
def test_000_16_no_steps_to_the_left_from_the_left_edge(n: int) -> None:
    assert (index_after(n, down=True, right=False) is None) == ((n - 4) % 8 == 0 or n >= 28)
    assert (index_after(n, down=False, right=False) is None) == ((n - 4) % 8 == 0 or n < 4)


@pytest.mark.parametrize("n", INDICES)
def test_000_17_no_steps_to_the_right_from_the_right_edge(n: int) -> None:
    assert (index_after(n, down=True, right=True) is None) == ((n - 3) % 8 == 0 or n >= 28)
    assert (index_after(n, down=False, right=True) is None) == ((n - 3) % 8 == 0 or n < 4)


@pytest.mark.parametrize("n", INDICES)
def test_000_18_no_captures_to_the_left_from_the_two_left_columns(n: int) -> None:
    at_edge = (n - 4) % 8 == 0 or n % 8 == 0
    assert can_capture(n, down=True, right=False) == (not at_edge and n < 24)
    assert can_capture(n, down=False, right=False) == (not at_edge and n >= 8)


@pytest.mark.parametrize("n", INDICES)
def test_000_19_no_captures_to_the_right_from_the_two_right_columns(n: int) -> None:
    at_edge = (n - 3) % 8 == 0 or (n - 7) % 8 == 0
    assert can_capture(n, down=True, right=True) == (not at_edge and n < 24)
    assert can_capture(n, down=False, right=True) == (not at_edge and n >= 8)


def test_000_20_no_step_leaves_the_board() -> None:
    for n, down, right in product(INDICES, (False, True), (False, True)):
        assert index_after(n, down=down, right=right) in (*INDICES, None)
    for bad in (-1, 32):
        with pytest.raises(ValueError, match=str(bad)):
            ch.Square.from_index(bad)


# 001: the rules for people, and their board of text.

START_TEXT = """\
x x x x
 x x x x
x x x x
 - - - -
- - - -
 o o o o
o o o o
 o o o o"""


def test_001_01_two_players_with_twelve_pieces_each() -> None:
    for colour, symbol in ((ch.BLACK, "x"), (ch.WHITE, "o")):
        assert len(ch.Position.start().pieces(colour)) == 12
        assert str(ch.Position.start()).count(symbol) == 12


def test_001_02_the_board_alternates_and_has_a_playable_square_at_each_near_right() -> None:
    lines = str(ch.Position.start()).split("\n")
    assert [line.ljust(8) for line in lines] == [line.ljust(8) for line in START_TEXT.split("\n")]
    board = [line.ljust(8) for line in str(at("B:W:B18")).split("\n")]
    for row, column in product(range(8), repeat=2):
        assert (board[row][column] == " ") == ((row + column) % 2 == 1)
    assert board[7][7] == "-"  # the near right of the player at the bottom
    assert board[0][0] == "-"  # and of the player at the top


def test_001_02_the_mirrored_text_shows_the_same_squares() -> None:
    position = at("B:W21,K32:B1,K13")
    standard, mirrored = (position.to_text(mirror=mirror).split("\n") for mirror in (False, True))
    assert [line.ljust(8)[::-1] for line in standard] == [line.ljust(8) for line in mirrored]
    assert standard[0].ljust(8)[ch.Square(1).column] == "x"
    assert ch.Position.from_text(str(position)) == position


def test_001_03_pieces_start_on_the_twelve_nearest_playable_squares() -> None:
    start = ch.Position.start()
    assert start.pieces(ch.BLACK) == ch.SQUARES[:12]
    assert start.pieces(ch.WHITE) == ch.SQUARES[20:]
    assert ch.Position.from_text(START_TEXT) == start


def test_001_04_x_moves_first_and_players_alternate() -> None:
    board = ch.Board()
    assert board.turn is ch.BLACK
    assert ch.Piece.of(ch.BLACK, king=False).symbol == "x"
    board.push("11-15")
    assert board.turn is ch.WHITE
    board.push("22-18")
    assert board.turn is ch.BLACK


@given(states())
def test_001_05_pieces_go_diagonally_and_single_pieces_forward(state: State) -> None:
    position = position_of(state)
    for move in position.legal_moves():
        piece = position.piece_at(move.origin)
        assert piece is not None
        for (row, column), (to_row, to_column) in zip(move.tiles, move.tiles[1:], strict=False):
            assert abs(to_row - row) == abs(to_column - column) == (2 if move.is_jump else 1)
            assert piece.king or (to_row - row) * position.turn.forward > 0


def test_001_06_a_move_without_a_jump_goes_one_square() -> None:
    assert texts(at("B:W:B1")) == ["1-5", "1-6"]
    assert texts(at("B:W:BK18")) == ["18-14", "18-15", "18-22", "18-23"]


def test_001_07_a_jump_goes_straight_over_one_piece_and_may_be_repeated_in_one_turn() -> None:
    (move,) = at("B:W6,15,23:B1").legal_moves()
    assert move.path == (1, 10, 19, 26)
    assert move.captures == (6, 15, 23)
    assert not at("B:W6,10:B1").must_jump  # two in a row cannot be jumped


def test_001_08_what_is_captured_is_removed() -> None:
    position = at("B:W6,15,23,32:B1")
    assert position.play(position.parse_move("1x26")) == at("W:W32:B26")


def test_001_09_the_jump_must_be_made_and_the_choice_is_free() -> None:
    position = at("B:W6,15,23,17:B1,13,5")
    assert texts(position) == ["1x10x19x26", "13x22"]
    with pytest.raises(ch.IllegalMove):
        position.parse_move("5-9")


def test_001_10_a_piece_is_crowned_on_the_furthest_row() -> None:
    after = at("B:W7:B27").play(at("B:W7:B27").parse_move("27-31"))
    assert str(after).split("\n")[7].count("X") == 1
    after = after.play(after.parse_move("7-2"))
    assert str(after).split("\n")[0].count("O") == 1


def test_001_11_kings_go_forward_and_backward_and_single_pieces_forward() -> None:
    assert texts(at("B:W:BK14")) == ["14-9", "14-10", "14-17", "14-18"]
    assert texts(at("B:W:B14")) == ["14-17", "14-18"]


def test_001_12_kings_combine_directions_and_single_pieces_shift_but_go_forward() -> None:
    assert texts(at("B:W9,10,17,18:BK6")) == ["6x13x22x15x6", "6x15x22x13x6"]
    assert texts(at("B:W6,14:B1")) == ["1x10x17"]
    assert texts(at("B:W6,7:B1")) == ["1x10"]


@pytest.mark.parametrize(
    ("fen", "winner"), [("W:W:B18", ch.BLACK), ("W:W28:B19,24", ch.BLACK), ("B:W9,14:B5", ch.WHITE)]
)
def test_001_13_who_cannot_move_has_lost(fen: str, winner: ch.Colour) -> None:
    outcome = ch.Board(at(fen)).outcome()
    assert outcome is not None
    assert outcome.winner is winner


# 002: the grid, and the game as artificial intelligence sees it.


def test_002_state_is_eight_lists_of_eight_with_the_upper_left_first() -> None:
    grid = ch.Position.start().to_grid()
    assert [len(row) for row in grid] == [8] * 8
    assert at("B:W:B1").to_grid()[0] == [0, 3, 0, 0, 0, 0, 0, 0]


def test_002_tiles_hold_nought_to_four() -> None:
    """The document calls both 2 and 4 a red king: 4 is the black one."""
    grid = at("B:W21,K22:B9,K10").to_grid()
    assert (grid[5][0], grid[5][2], grid[2][1], grid[2][3], grid[2][5]) == (1, 2, 3, 4, 0)
    assert [int(piece) for piece in (ch.Piece.WHITE_MAN, ch.Piece.WHITE_KING)] == [1, 2]
    assert [int(piece) for piece in (ch.Piece.BLACK_MAN, ch.Piece.BLACK_KING)] == [3, 4]


def test_002_starting_state() -> None:
    """The document leaves it out."""
    assert ch.Position.start().to_grid() == textbook.start_state().board
    assert ch.Position.start().turn == textbook.start_state().player == textbook.US


def test_002_actions_are_lists_of_all_tiles_visited() -> None:
    (move,) = at("B:W6,15,23:B1").legal_moves()
    assert move.tiles == [(0, 1), (2, 3), (4, 5), (6, 3)]
    assert textbook.actions(state_of("B:W6,15,23:B1")) == [move.tiles]


@given(states())
def test_002_an_action_has_two_tiles_or_more_and_more_than_two_only_if_it_takes(state: State) -> None:
    for action in textbook.actions(state):
        assert len(action) == 2 or (len(action) > 2 and action in textbook.must_moves(state))


def test_002_optional_moves_and_must_moves_are_two_lists() -> None:
    state = state_of("B:W18:B14,1")
    assert textbook.optional_moves(state) == [[(0, 1), (1, 0)], [(0, 1), (1, 2)], [(3, 2), (4, 1)]]
    assert textbook.must_moves(state) == [[(3, 2), (5, 4)]]


@pytest.mark.parametrize(
    ("fen", "optional", "must"),
    [
        ("B:W:BK14", 4, 0),  # northwest, northeast, southwest, southeast
        ("B:W:BK29", 1, 0),  # out of bounds
        ("B:W:BK29,25", 1, 0),  # same colour
        ("B:W:B14", 2, 0),  # men go forward only, which the document forgets
        ("B:W17:B14", 1, 1),  # opposite colour, and empty one space further
        ("B:W21:B17", 1, 0),  # opposite colour, and out of bounds
        ("B:W18:B14,23", 3, 0),  # opposite colour, and the same colour behind it
    ],
)
def test_002_what_is_checked_in_every_direction(fen: str, optional: int, must: int) -> None:
    state = state_of(fen)
    assert (len(textbook.optional_moves(state)), len(textbook.must_moves(state))) == (optional, must)


def test_002_all_paths_of_a_jump_are_added_and_none_stops_early() -> None:
    assert textbook.must_moves(state_of("B:W6,14,15:B1")) == [
        [(0, 1), (2, 3), (4, 1)],
        [(0, 1), (2, 3), (4, 5)],
    ]


def test_002_a_must_move_must_be_taken() -> None:
    state = state_of("B:W18:B14,1")
    assert textbook.actions(state) == textbook.must_moves(state)
    assert textbook.actions(textbook.start_state()) == textbook.optional_moves(textbook.start_state())


def test_002_successor_of_a_step() -> None:
    assert textbook.successor(state_of("B:W32:B14"), [(3, 2), (4, 3)]) == state_of("W:W32:B18")


def test_002_successor_of_a_jump() -> None:
    action = [(0, 1), (2, 3), (4, 5), (6, 3)]
    assert textbook.successor(state_of("B:W6,15,23,32:B1"), action) == state_of("W:W32:B26")


def test_002_is_end_when_the_player_to_move_has_no_move() -> None:
    """The document asks for a board without red or without black: blocked pieces lose as well."""
    assert textbook.is_end(state_of("W:W:B18"))
    assert textbook.is_end(state_of("W:W28:B19,24"))
    assert not textbook.is_end(textbook.start_state())


def test_002_players_and_utility() -> None:
    assert (textbook.US, textbook.THEM) == (0, 1)
    assert textbook.utility(state_of("W:W:B18")) == float("inf")
    assert textbook.utility(state_of("B:W18:B")) == float("-inf")
    assert textbook.utility(textbook.start_state()) == 0


def test_002_minimax_and_alpha_beta() -> None:
    shot = state_of("B:W17,18:B1,6,9,10")
    assert textbook.minimax(shot, 3) == textbook.alpha_beta(shot, 3) == float("inf")


# The map.


def test_every_test_and_name_in_the_map_exists() -> None:
    text = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
    tests = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M)
    }
    named = set(re.findall(r"`(test_\w+)`", text))
    assert named - tests == set()
    assert {name for name in tests if re.match(r"test_00\d_", name)} - named == set()
    for path, name in re.findall(r"`(src/[\w/.]+)` `([\w.]+)`", text):
        source = (ROOT / path).read_text(encoding="utf-8")
        assert re.search(rf"\b{name.split('.')[-1]}\b", source), f"{name} is not in {path}"
