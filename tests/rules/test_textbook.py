"""The textbook game: published counts, the rules one by one, and search that agrees with itself."""

from __future__ import annotations

import copy
import doctest
from itertools import permutations
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import DARK_TILES, empty_board, flipped, random_states, state_of, states, tile_of

from crownhead.rules import textbook
from crownhead.rules.textbook import (
    BLACK_KING,
    BLACK_MAN,
    EMPTY,
    PIECES,
    RED_KING,
    RED_MAN,
    THEM,
    US,
    Action,
    Evaluation,
    State,
    actions,
    alpha_beta,
    best_action,
    is_end,
    material,
    minimax,
    must_moves,
    optional_moves,
    perft,
    start_state,
    successor,
    tiles_of,
    utility,
)


def path(*numbers: int) -> Action:
    return [tile_of(number) for number in numbers]


def test_docstring_examples() -> None:
    result = doctest.testmod(textbook)
    assert result.attempted > 0
    assert result.failed == 0


# Published counts, different jump paths counted apart.


def test_perft_from_the_start() -> None:
    counts = [1, 7, 49, 302, 1469, 7361, 36768]
    assert [perft(start_state(), depth) for depth in range(len(counts))] == counts


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        ("B:W7,8,15,16,23,24,6,14:BK11", [13, 54, 90, 289, 1010, 5831]),
        ("W:WK19:B15,16,23,24,7,8", [6, 28, 84, 486, 1181]),
        ("W:WK15,K14:BK6", [8, 25, 120, 249, 1483, 4085, 22637]),
        ("W:WK15,20:BK28,12", [5, 13, 44, 116, 381, 1259, 4479, 13659]),
    ],
)
def test_perft_of_positions_with_kings(fen: str, counts: list[int]) -> None:
    assert [perft(state_of(fen), depth) for depth in range(1, len(counts) + 1)] == counts


# The state and its beginning.


def test_start_has_twelve_men_each_on_the_dark_tiles_nearest_to_their_player() -> None:
    board, player = start_state()
    assert player == US
    assert {tile: board[tile[0]][tile[1]] for tile in DARK_TILES} == {
        tile: BLACK_MAN if tile[0] < 3 else RED_MAN if tile[0] > 4 else EMPTY for tile in DARK_TILES
    }
    assert all(
        board[row][column] == EMPTY for row in range(8) for column in range(8) if (row + column) % 2 == 0
    )


def test_each_start_state_is_a_new_one() -> None:
    start_state().board[0][1] = EMPTY
    assert start_state().board[0][1] == BLACK_MAN


# Moves that take nothing.


@pytest.mark.parametrize(
    ("fen", "targets"),
    [
        ("B:W:B14", {17, 18}),
        ("W:W14:B", {9, 10}),
        ("B:W:BK14", {9, 10, 17, 18}),
        ("W:WK14:B", {9, 10, 17, 18}),
        ("B:W:BK13", {9, 17}),
        ("B:W:BK4", {8}),
        ("B:W:BK29", {25}),
        ("B:W:B14,17", {18, 21, 22}),
    ],
)
def test_one_step_forward_for_a_man_and_in_all_directions_for_a_king(fen: str, targets: set[int]) -> None:
    assert {action[-1] for action in optional_moves(state_of(fen))} == {tile_of(number) for number in targets}


def test_optional_moves_are_kept_beside_must_moves_but_may_not_be_played() -> None:
    state = state_of("B:W18:B14,1")
    assert optional_moves(state) == [path(1, 5), path(1, 6), path(14, 17)]
    assert must_moves(state) == [path(14, 23)]
    assert actions(state) == [path(14, 23)]


# Moves that take pieces.


def test_a_man_takes_forward_only() -> None:
    assert must_moves(state_of("B:W10:B14")) == []
    assert must_moves(state_of("W:W14:B18")) == []
    assert must_moves(state_of("W:WK14:B18")) == [path(14, 23)]


def test_a_man_may_take_a_king() -> None:
    assert actions(state_of("B:WK18:B14")) == [path(14, 23)]


@pytest.mark.parametrize("fen", ["B:W18,23:B14", "B:W18:B14,23", "B:W28:B24", "B:W21:B17"])
def test_nothing_is_taken_when_the_tile_beyond_is_occupied_or_out_of_bounds(fen: str) -> None:
    assert must_moves(state_of(fen)) == []


def test_taking_goes_on_for_as_long_as_it_can() -> None:
    assert actions(state_of("B:W6,15,23:B1")) == [path(1, 10, 19, 26)]


def test_a_man_may_turn_while_it_takes_but_not_go_back() -> None:
    assert actions(state_of("B:W6,14,15:B1")) == [path(1, 10, 17), path(1, 10, 19)]


def test_the_longer_path_is_not_compulsory() -> None:
    assert actions(state_of("B:W6,15,23,17:B1,13")) == [path(1, 10, 19, 26), path(13, 22)]


def test_a_man_that_is_crowned_ends_its_move() -> None:
    state = state_of("B:W26,27:B22")
    assert actions(state) == [path(22, 31)]
    after = successor(state, path(22, 31))
    assert after.board[7][4] == BLACK_KING
    assert tiles_of(after.board, THEM) == path(27)
    assert actions(state_of("B:W26,27:BK22")) == [path(22, 31, 24)]


def test_a_king_may_take_its_way_back_to_its_origin_and_takes_no_piece_twice() -> None:
    state = state_of("B:W9,10,17,18:BK6")
    assert sorted(actions(state)) == sorted([path(6, 13, 22, 15, 6), path(6, 15, 22, 13, 6)])
    assert successor(state, path(6, 13, 22, 15, 6)) == state_of("W:W:BK6")


def test_a_king_may_go_on_from_where_it_stood() -> None:
    state = state_of("B:W10,18,19,26,27:BK15")
    assert sorted(actions(state)) == sorted(
        [path(15, 6), path(15, 22, 31, 24, 15, 6), path(15, 24, 31, 22, 15, 6)]
    )
    assert successor(state, path(15, 22, 31, 24, 15, 6)) == state_of("W:W:BK6")


# Successors.


def test_successor_moves_the_piece_and_changes_turns() -> None:
    assert successor(start_state(), path(11, 15)) == state_of(
        "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"
    )


def test_men_are_crowned_on_the_far_row_and_kings_stay_kings() -> None:
    assert successor(state_of("B:W:B27"), path(27, 31)) == state_of("W:W:BK31")
    assert successor(state_of("W:W6:B"), path(6, 1)) == state_of("B:WK1:B")
    assert successor(state_of("B:W:BK6"), path(6, 1)) == state_of("W:W:BK1")


@given(states())
def test_an_action_moves_one_own_piece_and_takes_one_for_each_jump(state: State) -> None:
    for action in actions(state):
        taken = 0 if action in optional_moves(state) else len(action) - 1
        after = successor(state, action)
        assert len(tiles_of(after.board, state.player)) == len(tiles_of(state.board, state.player))
        assert len(tiles_of(after.board, after.player)) == len(tiles_of(state.board, after.player)) - taken
        assert after.board[action[-1][0]][action[-1][1]] in PIECES[state.player]


@given(states())
def test_a_state_is_never_changed(state: State) -> None:
    before = copy.deepcopy(state)
    for action in actions(state):
        successor(state, action)
    alpha_beta(state, 1)
    assert state == before


@given(states())
def test_both_players_have_the_same_rules(state: State) -> None:
    turned = [[(7 - row, 7 - column) for row, column in action] for action in actions(state)]
    assert sorted(turned) == sorted(actions(flipped(state)))
    for action, mirrored in zip(actions(state), turned, strict=True):
        assert flipped(successor(state, action)) == successor(flipped(state), mirrored)


# The end, and what it is worth.


@pytest.mark.parametrize(
    ("fen", "value"),
    [
        ("B:W18:B", -inf),  # no pieces
        ("W:W:B18", inf),
        ("W:W28:B24,19", inf),  # every piece is blocked
        ("B:W9,14:B5", -inf),
        ("B:W:B18", 0.0),  # nobody has won before the loser is to move and cannot
        ("W:W18:B", 0.0),
    ],
)
def test_who_is_to_move_and_cannot_has_lost(fen: str, value: float) -> None:
    state = state_of(fen)
    assert is_end(state) == (value != 0)
    assert utility(state) == value
    assert minimax(state, 0, evaluate=utility) == value


def test_utility_is_nothing_while_the_game_goes_on() -> None:
    assert not is_end(start_state())
    assert utility(start_state()) == 0


def king_against_king() -> list[State]:
    found = []
    for black, red in permutations(DARK_TILES, 2):
        board = empty_board()
        board[black[0]][black[1]], board[red[0]][red[1]] = BLACK_KING, RED_KING
        found += [State(board, US), State(board, THEM)]
    return found


def test_king_against_king_has_the_published_wins_losses_and_draws() -> None:
    """Solve the whole ending: let what is won and lost spread backwards until nothing changes."""
    ending = king_against_king()
    value: dict[str, float] = {}
    reached: dict[str, list[str]] = {}
    for state in ending:
        following = [successor(state, action) for action in actions(state)]
        value |= {str(each): utility(each) for each in (state, *following)}
        reached[str(state)] = list(map(str, following))
    plies: dict[str, int] = {}
    best = {str(state): max if state.player == US else min for state in ending}
    for distance in range(1, 14):
        known = value.copy()
        for name in (name for name in best if reached[name] and not known[name]):
            value[name] = best[name](known[after] for after in reached[name])
            plies[name] = distance
    ours = [str(state) for state in ending if state.player == US]
    won, lost = ([name for name in ours if value[name] == result] for result in (inf, -inf))
    assert (len(ours), len(won), len(lost)) == (992, 230, 108)
    assert (max(plies[name] for name in won), max(plies[name] for name in lost)) == (11, 10)


# Search.


def test_material_counts_our_pieces_less_theirs() -> None:
    assert material(start_state()) == 0
    assert material(state_of("B:W18:BK1,2")) == 1.5
    assert material(state_of("W:WK18,19:B2")) == -1.5


def test_two_men_are_won_for_one() -> None:
    state = state_of("B:W17,18:B1,6,9,10")
    assert best_action(state, depth=3) == path(10, 14)
    assert minimax(state, 2) == 2
    assert minimax(state, 3) == inf


def test_the_same_shot_from_the_other_chair() -> None:
    state = flipped(state_of("B:W17,18:B1,6,9,10"))
    assert best_action(state, depth=3) == path(23, 19)
    assert minimax(state, 3) == -inf


def test_the_block_is_preferred_to_giving_a_man_away() -> None:
    state = state_of("B:W28:B19,20")
    assert best_action(state, depth=1) == path(20, 24)
    assert minimax(state, 1) == inf


def test_waiting_wins_when_every_reply_loses_a_man() -> None:
    state = state_of("W:W19,24:B11")
    assert actions(state)[0] == path(19, 15)  # gives a man away
    assert best_action(state, depth=3) == path(24, 20)
    assert minimax(state, 3) == -inf


def test_a_lost_ending_is_lost_in_exactly_twelve_turns() -> None:
    state = state_of("B:WK14:B5,13")
    assert alpha_beta(state, 12, utility) == -inf
    assert alpha_beta(state, 11, utility) == 0


def mobility(state: State) -> float:
    """Another evaluation: how many actions we would have on this board, less how many they would have."""
    return float(len(actions(State(state.board, US))) - len(actions(State(state.board, THEM))))


@given(states(), st.integers(0, 3), st.sampled_from([material, mobility, utility]))
@settings(max_examples=80)
def test_alpha_beta_is_minimax(state: State, depth: int, evaluate: Evaluation) -> None:
    if len(actions(state)) < 20:
        assert alpha_beta(state, depth, evaluate) == minimax(state, depth, evaluate)


@given(random_states(), st.integers(0, 2), st.integers(-9, 9), st.integers(1, 9))
@settings(max_examples=60)
def test_alpha_beta_within_a_window_is_right_about_its_side(
    state: State, depth: int, alpha: int, width: int
) -> None:
    beta = alpha + width
    value, exact = alpha_beta(state, depth, material, alpha, beta), minimax(state, depth)
    assert min(max(value, alpha), beta) == min(max(exact, alpha), beta)


@given(random_states(), st.integers(0, 2))
@settings(max_examples=60)
def test_what_is_good_for_us_is_bad_for_them(state: State, depth: int) -> None:
    assert minimax(flipped(state), depth) == -minimax(state, depth)


@given(random_states(), st.integers(1, 3))
@settings(max_examples=40)
def test_the_best_action_has_the_value_of_the_state(state: State, depth: int) -> None:
    if not is_end(state) and len(actions(state)) < 20:
        action = best_action(state, depth)
        assert action in actions(state)
        assert alpha_beta(successor(state, action), depth - 1) == alpha_beta(state, depth)
