"""Values: published counts and positions, and a solver written with the textbook that shares no code."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, islice
from math import inf
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import DARK_TILES, empty_board, position_of, state_of

from crownhead import Position, _core
from crownhead.rules import textbook
from crownhead.tablebase import Slice, Tablebase, Value
from crownhead.tablebase.build import Plan
from crownhead.tablebase.report import statistics_of
from crownhead.tablebase.slices import slices_with
from crownhead.tablebase.verify import verify

# From the facts: positions, wins, losses, draws, longest win and loss in plies, Black to move.
TOTALS = {
    2: (3_488, 716, 402, 2_370, 13, 12),
    3: (196_032, 100_250, 87_305, 8_477, 61, 62),
    4: (6_209_316, 2_574_304, 1_917_090, 1_717_922, 109, 108),
}
SLICES = {
    Slice(0, 1, 0, 1): (992, 230, 108, 654, 11, 10),
    Slice(0, 2, 0, 1): (14_880, 14_846, 0, 34, 33, None),
    Slice(0, 1, 0, 2): (14_880, 412, 13_018, 1_450, 11, 34),
    Slice(0, 2, 0, 2): (215_760, 58_361, 3_943, 153_456, 49, 48),
}
POSITIONS = {
    "W:WK15,20:BK28,12": "win in 81",
    "B:WK15,20:BK28,12": "draw",
    "B:WK14:B5,13": "loss in 12",
}
FIVE_PIECES = {
    "W:WK22,K23,K24:BK31,K32": "win in 15",
    "B:W20,16,K2:BK25,K10": "draw",
    "B:WK10,K30:BK3,5,K29": "win in 147",
}


Row = tuple[int, int, int, int, int | None, int | None]


def told(four: Tablebase) -> dict[Slice, Row]:
    return {
        s.slice: (
            s.positions,
            s.wins,
            s.losses,
            s.draws,
            s.longest_win and s.longest_win.plies,
            s.longest_loss and s.longest_loss.plies,
        )
        for s in statistics_of(four.folder)
    }


@pytest.mark.parametrize("pieces", TOTALS)
def test_published_counts(four: Tablebase, pieces: int) -> None:
    rows = [row for slice, row in told(four).items() if slice.pieces == pieces]
    assert len(rows) == len(list(slices_with(pieces)))
    sums = tuple(sum(column) for column in zip(*(row[:4] for row in rows), strict=True))
    assert (*sums, max(row[4] or 0 for row in rows), max(row[5] or 0 for row in rows)) == TOTALS[pieces]


@pytest.mark.parametrize("slice", SLICES, ids=str)
def test_published_slices(four: Tablebase, slice: Slice) -> None:
    assert told(four)[slice] == SLICES[slice]


@pytest.mark.parametrize("fen", POSITIONS)
def test_published_positions(four: Tablebase, fen: str) -> None:
    position = Position.from_fen(fen)
    assert str(four.probe(position)) == POSITIONS[fen]
    assert str(four.probe(position.flipped())) == POSITIONS[fen]


# -- against the textbook ---------------------------------------------------------------------------------


def states_with(pieces: int) -> Iterator[textbook.State]:
    """Every state with so many pieces and none on the row where it would have been crowned."""
    kinds = (textbook.RED_MAN, textbook.RED_KING, textbook.BLACK_MAN, textbook.BLACK_KING)

    def fill(
        left: int, tiles: tuple[tuple[int, int], ...], board: textbook.Board
    ) -> Iterator[textbook.Board]:
        if not left:
            yield [row.copy() for row in board]
            return
        row, column = tiles[left - 1]
        for kind in kinds:
            if (kind, row) not in textbook.CROWNING:
                board[row][column] = kind
                yield from fill(left - 1, tiles, board)
        board[row][column] = textbook.EMPTY

    for tiles in combinations(DARK_TILES, pieces):
        for board in fill(pieces, tiles, empty_board()):
            for player in (textbook.US, textbook.THEM):
                yield textbook.State(board, player)


Frozen = tuple[tuple[tuple[int, ...], ...], int]


def frozen(state: textbook.State) -> Frozen:
    return tuple(map(tuple, state.board)), state.player


def solve(most: int) -> dict[Frozen, tuple[str, float]]:
    """Retrograde analysis at its plainest: round after round, losses of that distance and then wins."""
    after = {
        frozen(state): [frozen(textbook.successor(state, action)) for action in textbook.actions(state)]
        for pieces in range(1, most + 1)
        for state in states_with(pieces)
    }
    values: dict[Frozen, tuple[str, float]] = {}
    open_states = set(after)
    quiet_rounds, plies = 0, 0
    while quiet_rounds < 2:
        found: dict[Frozen, tuple[str, float]] = {}
        for state in open_states:
            known = [values.get(s, ("", inf))[0] for s in after[state]]
            if "loss" in known:
                found[state] = ("win", plies)
            elif all(word == "win" for word in known):
                found[state] = ("loss", plies)
        values |= found
        open_states -= found.keys()
        quiet_rounds = 0 if found else quiet_rounds + 1
        plies += 1
    return values | dict.fromkeys(open_states, ("draw", inf))


def compare(tablebase: Tablebase, most: int) -> None:
    values = solve(most)
    checked = 0
    for pieces in range(2, most + 1):
        for slice in slices_with(pieces):
            for index in range(slice.positions):
                position = _core.slice_position(slice, index)
                result, plies = values[frozen(state_of(position.fen))]
                expected = Value(result, None if plies == inf else int(plies))  # type: ignore[arg-type]
                assert tablebase.probe(position) == expected, position.fen
                checked += 1
    assert checked == sum(TOTALS[n][0] for n in range(2, most + 1))


def test_two_pieces_agree_with_the_textbook(four: Tablebase) -> None:
    compare(four, 2)


@pytest.mark.deep
def test_three_pieces_agree_with_the_textbook(four: Tablebase) -> None:
    compare(four, 3)


def check_with_the_textbook(tablebase: Tablebase, pieces: int, number: int) -> None:
    """Positions drawn by lot: the best of what the textbook says they lead to. Moves, flips and the order of values
    are none of the core's."""
    lots = random.Random(pieces)
    slices = list(slices_with(pieces))
    sizes = [slice.positions for slice in slices]
    for slice in lots.choices(slices, sizes, k=number):
        position = _core.slice_position(slice, lots.randrange(slice.positions))
        position = lots.choice((position, position.flipped()))
        state = state_of(position.fen)
        after = [textbook.successor(state, action) for action in textbook.actions(state)]
        told = [tablebase.probe(position_of(next_state)) for next_state in after]
        lost = [value.plies for value in told if value.result == "loss" and value.plies is not None]
        won = [value.plies for value in told if value.result == "win" and value.plies is not None]
        if lost:
            expected = Value("win", min(lost) + 1)
        elif len(won) == len(told):
            expected = Value("loss", max(won, default=-1) + 1)
        else:
            expected = Value("draw")
        assert tablebase.probe(position) == expected, position.fen


def test_a_sample_of_four_pieces_agrees_with_the_textbook(four: Tablebase) -> None:
    check_with_the_textbook(four, 4, 300)


@pytest.mark.deep
def test_a_sample_of_five_pieces_agrees_with_the_textbook(five: Tablebase) -> None:
    check_with_the_textbook(five, 5, 20_000)


# -- against the rules ------------------------------------------------------------------------------------


@settings(max_examples=300)
@given(choice=st.integers(0, 2**62))
def test_value_is_the_best_of_the_moves(four: Tablebase, choice: int) -> None:
    slices = [s for n in (2, 3, 4) for s in slices_with(n)]
    slice = slices[choice % len(slices)]
    position = _core.slice_position(slice, choice // len(slices) % slice.positions)
    moves = four.moves(position)
    assert four.probe(position) == (moves[0][1] if moves else Value("loss", 0))
    assert four.probe(position.flipped()) == four.probe(position)


def test_line_is_as_long_as_the_value_says(four: Tablebase) -> None:
    lots = random.Random(5)
    slices = list(slices_with(4))
    for _ in range(40):
        slice = lots.choice(slices)
        position = _core.slice_position(slice, lots.randrange(slice.positions))
        value = four.probe(position)
        line = four.line(position)
        if value.plies is not None:
            assert len(line) == value.plies
            for move in line:
                position = position.play(move)
            assert position.is_over


def test_a_side_without_pieces_has_lost(four: Tablebase) -> None:
    assert four.probe(Position.from_fen("B:WK1:B")) == Value("loss", 0)
    assert four.probe(Position.from_fen("W:WK1:B")) == Value("win", 1)


# -- five pieces ------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_five_pieces(five: Tablebase) -> None:
    for fen, value in FIVE_PIECES.items():
        assert str(five.probe(Position.from_fen(fen))) == value


@pytest.mark.deep
def test_values_of_five_pieces_are_the_best_of_those_they_lead_to(five: Tablebase) -> None:
    """A tenth of them, evenly spread: all take three minutes (docs/measurements/tablebases.md)."""
    results = list(verify(five, pieces=5, sample=20_000_000, threads=2))
    assert [result.table for result in results if result.wrong] == []
    assert sum(result.checked for result in results) > 10_000_000


# -- seven pieces -----------------------------------------------------------------------------------------

PUBLISHED = {
    "B:WK12,K18,K28,K32:BK3,K11,K17": "loss in 64",
    "B:WK7,K19,K24,K32:BK3,K13": "loss in 54",
    "W:WK19,K24,K32:BK10,K13": "win in 53",
}
"""Of the longest win with eight pieces that E. Trice found and published on the forum of usacheckers.com."""


def best_lines(tablebase: Tablebase, start: Position, plies: int) -> Iterator[set[Position]]:
    """What the best play of both leads to, ply by ply: each time the distance is one less."""
    reached = {start}
    while True:
        yield reached
        plies -= 1
        after = {position.play(move) for position in reached for move in position.legal_moves()}
        reached = {position for position in after if tablebase.probe(position).plies == plies}


@pytest.mark.deep
def test_four_kings_against_three_on_a_published_line(tmp_path: Path) -> None:
    kings = Slice.from_pieces("KKKKvKKK")
    for _ in Plan(tmp_path, pieces=7, dtw=7, threads=2, families=(kings,)).run():
        pass
    tablebase = Tablebase.open(tmp_path)
    for fen, value in PUBLISHED.items():
        assert str(tablebase.probe(Position.from_fen(fen))) == value
    first, *others = map(Position.from_fen, PUBLISHED)
    lines = list(islice(best_lines(tablebase, first, 64), 12))
    assert [n for n, reached in enumerate(lines) for other in others if other in reached] == [10, 11]
