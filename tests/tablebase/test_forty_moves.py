"""A won ending is not drawn by the forty-move rule where that can be avoided."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from searches import last_report

import crownhead as ch
from crownhead import Move, Position, _core
from crownhead.tablebase import Slice, Tablebase
from crownhead.tablebase.build import Plan
from crownhead.tablebase.slices import slices_with

FORTY_MOVES = 80
"""Of both sides, in plies."""


def is_progress(position: Position, move: Move) -> bool:
    piece = position.piece_at(move.origin)
    assert piece is not None
    return move.is_jump or not piece.king


def kings_in(slice: Slice) -> int:
    """In how many ways the kings can stand when the men do."""
    left = 32 - slice.men
    return comb(left, slice.black_kings) * comb(left - slice.black_kings, slice.white_kings)


def families_of(tablebase: Tablebase, slice: Slice, every: int = 1) -> Iterator[_core.FortyMoveRule]:
    for first in range(0, slice.positions, every * kings_in(slice)):
        yield _core.FortyMoveRule.around(tablebase.core, _core.slice_position(slice, first))


# -- the two numbers, against a plain computation -----------------------------------------------------------


def members(slice: Slice, men: int) -> list[Position]:
    """The family with the men-th way to place the men, both sides to move."""
    kings = kings_in(slice)
    first = [_core.slice_position(slice, men * kings + i) for i in range(kings)]
    other = [Position.from_fen(("W" if p.turn == ch.BLACK else "B") + p.fen[1:]) for p in first]
    return first + other


def plainly(tablebase: Tablebase, positions: list[Position]) -> dict[Position, tuple[int, int]]:
    """Round after round, what takes that many plies: if a shortest way is gone, and if the winner hurries."""
    patient: dict[Position, int] = {}
    hurried: dict[Position, int] = {}
    values = {p: tablebase.probe(p) for p in positions}
    moves = {
        p: [(is_progress(p, m), p.play(m), tablebase.probe(p.play(m))) for m in p.legal_moves()]
        for p in positions
    }
    for plies in range(200):
        for numbers, shortest in ((patient, True), (hurried, False)):
            found = []
            for p in positions:
                value = values[p]
                if p in numbers or value.plies is None:
                    continue
                if value.result == "win":
                    ways = [
                        (progress, after)
                        for progress, after, v in moves[p]
                        if v.result == "loss" and (not shortest or v.plies == value.plies - 1)
                    ]
                    ready = any(plies >= 1 if progress else after in numbers for progress, after in ways)
                else:
                    ready = all(
                        plies >= 1 if progress else after in numbers for progress, after, _ in moves[p]
                    )
                if ready:
                    found.append(p)
            numbers |= dict.fromkeys(found, plies)
    return {p: (patient[p], hurried[p]) for p in patient}


@pytest.mark.parametrize(
    ("slice", "men"), [(Slice(0, 1, 1, 1), 12), (Slice(1, 1, 0, 1), 3), (Slice(0, 1, 0, 1), 0)]
)
def test_a_plain_computation_finds_the_same(four: Tablebase, slice: Slice, men: int) -> None:
    positions = members(slice, men)
    family = _core.FortyMoveRule.around(four.core, positions[0])
    expected = plainly(four, positions)
    assert len(expected) > 100
    for position, numbers in expected.items():
        assert (family.patient(position), family.hurried(position)) == numbers, position.fen
    assert family.longest_patient == max(patient for patient, _ in expected.values())
    assert family.longest_hurried == max(hurried for _, hurried in expected.values())


def test_other_men_are_another_family(four: Tablebase) -> None:
    family = _core.FortyMoveRule.around(four.core, Position.from_fen("W:WK15,20:BK28,K12"))
    with pytest.raises(ValueError, match="other men"):
        family.hurried(Position.from_fen("W:WK15,19:BK28,K12"))
    with pytest.raises(ValueError, match="too many"):
        _core.FortyMoveRule.around(four.core, Position.from_fen("W:WK1,K2,K3:BK30,K31,K32"))


# -- the moves ------------------------------------------------------------------------------------------------


def check_move(tablebase: Tablebase, position: Position, quiet: int) -> None:
    """What can still be won can be won after the move, whatever the reply: so it will be."""
    value = tablebase.probe(position)
    move = tablebase.core.winning_move(position, quiet)
    if value.result != "win":
        assert move is None
        return
    assert move in position.legal_moves()
    after = position.play(move)
    assert tablebase.probe(after).result == "loss"
    family = _core.FortyMoveRule.around(tablebase.core, position)
    patient, hurried = family.patient(position), family.hurried(position)
    assert hurried <= patient
    assert value.plies
    shortest = tablebase.probe(after).plies == value.plies - 1
    if is_progress(position, move):
        assert shortest or quiet + patient > FORTY_MOVES
    elif quiet + value.plies <= FORTY_MOVES:
        assert shortest
    elif quiet + patient <= FORTY_MOVES:
        assert shortest
        assert family.patient(after) < patient
    elif quiet + hurried <= FORTY_MOVES:
        assert family.hurried(after) < hurried


@settings(max_examples=200, deadline=None)
@given(choice=st.integers(0, 2**62), quiet=st.integers(0, 79))
def test_the_rule_never_catches_a_win_that_it_need_not(four: Tablebase, choice: int, quiet: int) -> None:
    slices = [s for n in (2, 3, 4) for s in slices_with(n) if kings_in(s) < 20_000]
    slice = slices[choice % len(slices)]
    check_move(four, _core.slice_position(slice, choice // len(slices) % slice.positions), quiet)


def play_out(tablebase: Tablebase, position: Position, quiet: int) -> int:
    """Against the reply that keeps the winner waiting longest. The longest stretch without progress, in plies."""
    longest = quiet
    while moves := position.legal_moves():
        assert quiet < FORTY_MOVES, position.fen
        move = tablebase.core.winning_move(position, quiet)
        if move is None:
            family = _core.FortyMoveRule.around(tablebase.core, position)

            def waiting(move: Move, here: Position = position, family: _core.FortyMoveRule = family) -> int:
                return 0 if is_progress(here, move) else family.patient(here.play(move))

            move = max(moves, key=waiting)
        quiet = 0 if is_progress(position, move) else quiet + 1
        longest = max(longest, quiet)
        position = position.play(move)
    return longest


def slow_wins(tablebase: Tablebase) -> list[Position]:
    """A white man on 21, a king each side more for Black: those that can be hurried by more than three plies."""
    slice, men = Slice(0, 2, 1, 1), 16
    kings = kings_in(slice)
    positions = [_core.slice_position(slice, men * kings + i) for i in range(0, kings, 5)]
    family = _core.FortyMoveRule.around(tablebase.core, positions[0])
    won = (p for p in positions if tablebase.probe(p).result == "win")
    return [p for p in won if family.patient(p) > family.hurried(p) + 3]


def test_wins_that_must_be_hurried_are_won(four: Tablebase) -> None:
    positions = slow_wins(four)
    assert len(positions) > 100
    family = _core.FortyMoveRule.around(four.core, positions[0])
    for position in positions[::20]:
        play_out(four, position, FORTY_MOVES - family.hurried(position))


def test_work_that_is_left_is_gone_on_with(four: Tablebase) -> None:
    """As by a player with little time: a shortest way for now, and the right one as soon as all is known."""
    positions = slow_wins(four)
    family = _core.FortyMoveRule.around(four.core, positions[0])
    quiet = {p: FORTY_MOVES - family.hurried(p) for p in positions}
    right = {p: four.core.winning_move(p, quiet[p]) for p in positions}
    shortest = {p: four.core.winning_move(p, 0) for p in positions}
    telling = [p for p in positions if right[p] != shortest[p]]
    assert len(telling) > 10
    core = Tablebase.open(four.folder).core
    asked = telling * (200 // len(telling) + 1)
    is_right = [core.winning_move(p, quiet[p], work=2) == right[p] for p in asked]
    finished = is_right.index(True)
    assert finished > 10
    assert all(is_right[finished:])
    again = Tablebase.open(four.folder).core
    for p in asked[:finished]:
        assert again.winning_move(p, quiet[p], work=2) == shortest[p]


def answer(engine: ch.Engine, position: Position, earlier: list[int], quiet: int) -> _core.Report:
    engine._core.start(position, earlier, quiet, depth=3)
    return last_report(engine._core)


def test_the_engine_heeds_the_rule(four: Tablebase) -> None:
    """The same position after few and after many quiet plies."""
    position = slow_wins(four)[0]
    family = _core.FortyMoveRule.around(four.core, position)
    with ch.Engine(tablebase=four) as engine:
        for quiet in (0, FORTY_MOVES - family.hurried(position)):
            report = answer(engine, position, [], quiet)
            assert report.line[0] == four.core.winning_move(position, quiet)
            assert report.score.plies == (four.probe(position.play(report.line[0])).plies or 0) + 1


def test_a_third_repetition_is_left_to_the_search(four: Tablebase) -> None:
    position = Position.from_fen("W:WK14,K15,K18:BK1")
    with ch.Engine(tablebase=four) as engine:
        best = engine.play(position, ch.Limit(depth=1)).move
        again = position.play(best)
        last = answer(engine, position, [position.key, again.key] * 3, 6)
    assert last.line[0] != best
    assert four.probe(position.play(last.line[0])).result == "loss"


# -- every family --------------------------------------------------------------------------------------------


def longest(tablebase: Tablebase, slice: Slice, every: int = 1) -> int:
    return max(family.longest_patient for family in families_of(tablebase, slice, every))


@pytest.mark.deep
@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_no_shortest_way_is_caught(four: Tablebase, pieces: int) -> None:
    assert max(longest(four, s) for s in slices_with(pieces) if s <= s.flipped) <= FORTY_MOVES


LONGEST_WAIT = "B:WK13,K24,21:BK6,K18"
"""Of all positions with five pieces, a shortest way may go longest here without progress. One that takes no heed
of it may go 102 plies."""


@pytest.mark.deep
def test_the_longest_wait_is_won_in_time(four_folder: Path, tmp_path: Path) -> None:
    for path in four_folder.iterdir():
        (tmp_path / path.name).symlink_to(path)
    plan = Plan(tmp_path, 5, 5)
    plan.steps = [step for step in plan.steps if step.slice in (Slice(0, 2, 0, 3), Slice(0, 2, 1, 2))]
    assert len(list(plan.run())) == 2
    tables = Tablebase.open(tmp_path)
    assert play_out(tables, Position.from_fen(LONGEST_WAIT), 0) <= FORTY_MOVES
    assert longest(tables, Slice(0, 2, 1, 2)) == 73
    assert longest(tables, Slice(0, 2, 0, 3)) == 62


@pytest.mark.deep
def test_no_shortest_way_of_five_pieces_is_caught(five: Tablebase) -> None:
    """Of each slice one family in 31: all take minutes. The test above has all of the two slices with the longest."""
    assert max(longest(five, s, every=31) for s in slices_with(5) if s <= s.flipped) <= FORTY_MOVES
