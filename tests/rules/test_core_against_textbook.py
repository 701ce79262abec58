"""The fast core and the textbook are two programs for one game: on every position they say the same."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import (
    DARK_TILES,
    PREY_TILES,
    empty_board,
    ending_states,
    flipped,
    jump_states,
    played_states,
    position_of,
    random_states,
    state_of,
    states,
)

import crownhead as ch
from crownhead.rules import textbook
from crownhead.rules.textbook import BLACK_KING, BLACK_MAN, RED_KING, THEM, State, actions, successor


def assert_same_game(state: State) -> None:
    """Same actions, in the documented order; same captures; same successors; same end."""
    position = position_of(state)
    moves = position.legal_moves()
    expected = actions(state)
    assert [move.tiles for move in moves] == sorted(expected)
    assert position.must_jump == bool(textbook.must_moves(state))
    assert position.is_over == textbook.is_end(state)
    for move in moves:
        after = successor(state, move.tiles)
        assert position.play(move).to_grid() == after.board
        assert position.play(move).turn == after.player
        assert [square.tile for square in move.captures] == tiles_between(move.tiles, jump=move.is_jump)


def tiles_between(tiles: list[tuple[int, int]], *, jump: bool) -> list[tuple[int, int]]:
    pairs = pairwise(tiles)
    return [((a + c) // 2, (b + d) // 2) for (a, b), (c, d) in pairs] if jump else []


@settings(max_examples=1200)
@given(random_states())
def test_random_positions(state: State) -> None:
    assert_same_game(state)


@settings(max_examples=800)
@given(jump_states())
def test_positions_with_long_jumps(state: State) -> None:
    assert_same_game(state)


@settings(max_examples=300)
@given(played_states())
def test_positions_from_play(state: State) -> None:
    assert_same_game(state)


def king_among_nine(hunter: tuple[int, int], prey: int) -> State:
    board = empty_board()
    for row, column in PREY_TILES[hunter[0] % 2]:
        board[row][column] = prey
    board[hunter[0]][hunter[1]] = RED_KING
    return State(board, THEM)


@pytest.mark.parametrize("hunter", DARK_TILES)
@pytest.mark.parametrize("prey", [BLACK_MAN, BLACK_KING])
def test_a_king_among_nine(hunter: tuple[int, int], prey: int) -> None:
    state = king_among_nine(hunter, prey)
    assert_same_game(state)
    assert_same_game(flipped(state))


def test_a_king_has_at_most_sixteen_paths_of_nine_jumps() -> None:
    """On the richest boards there are: the core's move list and its form of a path rest on this."""
    richest = [actions(king_among_nine(hunter, BLACK_MAN)) for hunter in DARK_TILES]
    assert {len(paths) for paths in richest} == {9, 14, 16}
    assert max(len(path) - 1 for paths in richest for path in paths) == 9


@pytest.mark.parametrize("piece", [1, 2, 3, 4])
def test_one_piece_on_every_square(piece: int) -> None:
    for row, column in DARK_TILES:
        if (piece, row) not in textbook.CROWNING:
            board = empty_board()
            board[row][column] = piece
            assert_same_game(State(board, textbook.US))
            assert_same_game(State(board, textbook.THEM))


@pytest.mark.parametrize(
    "fen",
    [
        "B:W:B",
        "B:W9,10,17,18:BK6",
        "B:W10,18,19,26,27:BK15",
        "B:W7,8,15,16,23,24,6,14:BK11",
        "W:WK19:B15,16,23,24,7,8",
        "B:W26,27:B22",
        "W:W28:B19,24",
    ],
)
def test_chosen_positions(fen: str) -> None:
    assert_same_game(state_of(fen))
    assert_same_game(flipped(state_of(fen)))


@settings(max_examples=200)
@given(states() | ending_states() | ending_states(), st.integers(1, 4))
def test_perft(state: State, depth: int) -> None:
    if textbook.perft(state, 1) ** depth <= 4000:
        assert ch.perft(position_of(state), depth) == textbook.perft(state, depth)


@settings(max_examples=120)
@given(states(), st.integers(1, 3))
def test_divide(state: State, depth: int) -> None:
    if textbook.perft(state, 1) ** depth <= 4000:
        divided = ch.divide(position_of(state), depth)
        assert {str(move.tiles): count for move, count in divided.items()} == {
            str(action): textbook.perft(successor(state, action), depth - 1) for action in actions(state)
        }


def merged(state: State) -> dict[tuple[object, ...], State]:
    """The successors that are counted once: by where a move begins and ends and by what it takes."""
    found: dict[tuple[object, ...], State] = {}
    for action in actions(state):
        after = successor(state, action)
        gone = [
            tile for tile in DARK_TILES if state.board[tile[0]][tile[1]] and not after.board[tile[0]][tile[1]]
        ]
        found[action[0], action[-1], tuple(gone)] = after
    return found


def perft_merged(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft_merged(after, depth - 1) for after in merged(state).values())


@settings(max_examples=150)
@given(jump_states() | random_states(), st.integers(1, 3))
def test_unique_perft_and_moves(state: State, depth: int) -> None:
    position = position_of(state)
    kept = position.legal_moves(unique=True)
    assert len(kept) == len(merged(state))
    assert set(kept) <= set(position.legal_moves())
    after_all = Counter(str(successor(state, action)) for action in actions(state))
    after_kept = Counter(str(successor(state, move.tiles)) for move in kept)
    assert set(after_kept) == set(after_all)
    if textbook.perft(state, 1) ** depth <= 4000:
        assert ch.perft(position, depth, unique=True) == perft_merged(state, depth)


@settings(max_examples=150)
@given(states(), states())
def test_only_the_actions_of_a_position_can_be_played_in_it(state: State, other: State) -> None:
    """The moves of one position, tried in another: what the textbook knows is played, the rest refused."""
    position = position_of(state)
    for move in position_of(other).legal_moves():
        if move.tiles in actions(state):
            assert position.play(move).to_grid() == successor(state, move.tiles).board
        else:
            with pytest.raises(ch.IllegalMove):
                position.play(move)


@st.composite
def walks(draw: st.DrawFn) -> list[int]:
    """Squares that a piece could visit on an empty board: one step, or a few jumps."""
    square = draw(st.sampled_from(ch.SQUARES))
    jumps = draw(st.integers(0, 4))
    path = [int(square)]
    for _ in range(jumps or 1):
        down, right = draw(st.booleans()), draw(st.booleans())
        for _ in range(2 if jumps else 1):
            step = square.neighbour(down=down, right=right)
            if step is None:
                return path
            square = step
        path.append(int(square))
    return path


@settings(max_examples=250)
@given(states(), st.lists(walks(), max_size=8))
def test_any_walk_is_played_or_refused(state: State, paths: list[list[int]]) -> None:
    position = position_of(state)
    for path in paths:
        tiles = [ch.Square(number).tile for number in path]
        if tiles in actions(state):
            assert position.play(ch.Move(path)).to_grid() == successor(state, tiles).board
            continue
        try:
            move = ch.Move(path)
        except ValueError:
            continue  # nothing that any piece could do: a lone square, or one piece jumped twice
        with pytest.raises(ch.IllegalMove):
            position.play(move)
