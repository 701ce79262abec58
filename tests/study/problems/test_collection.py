"""The shipped problems: form, variety, and a sample proved again by the textbook's rules and databases built here."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from random import Random

import pytest

import crownhead as ch
from crownhead import Colour, Position, Tablebase
from crownhead.rules import textbook
from crownhead.study.problems import Problem, ProblemGoal, ProblemTheme, problem, problems
from crownhead.tablebase.build import Plan

SAMPLE = 60
DEEP_SAMPLE = 600


def pieces(position: Position) -> int:
    return len(position.pieces())


def lines(one: Problem) -> list[Position]:
    """The positions of the solution in which the solver is to move."""
    position, found = one.position, []
    for n, text in enumerate(one.line):
        if n % 2 == 0:
            found.append(position)
        position = position.play(position.parse_move(text))
    return found


# -- form ----------------------------------------------------------------------------------------------


def test_there_are_many_of_every_level() -> None:
    assert len(problems()) >= 5000
    levels = Counter(one.level for one in problems())
    assert set(levels) == set(range(1, 13))
    grades = Counter(one.grade for one in problems())
    assert all(grades[grade] >= 250 for grade in range(1, 6))


def test_the_first_ones_are_for_a_child() -> None:
    """Three pieces, one move to find, found by a level that has just learnt to play."""
    for one in problems()[:25]:
        assert (pieces(one.position), one.length, one.goal) == (3, 1, ProblemGoal.WIN)
        assert one.level <= 2
    ratings = [one.rating for one in problems()[60:]]
    assert ratings == sorted(ratings)


def test_every_line_is_legal_and_ends_with_a_move_of_the_solver() -> None:
    for one in problems():
        position = one.position
        for text in one.line:
            position = position.play(position.parse_move(text))
        assert len(one.line) % 2 == 1
        assert len(one.position.legal_moves(unique=True)) >= 2
        assert [problem(one.number)] == [one]


def as_black(position: Position) -> Position:
    return position if position.turn == ch.BLACK else position.flipped()


def test_no_two_are_alike() -> None:
    """Nor are they with the colours reversed; nor is one a part of another; nor one piece beside its place."""
    seen: set[Position] = set()
    by_move: dict[tuple[int, int], list[dict[int, str]]] = defaultdict(list)
    for one in problems():
        positions = [as_black(position) for position in lines(one)]
        assert not seen & set(positions), one.number
        seen.update(positions)
        first = as_black(one.position)
        move = one.position.parse_move(one.line[0])
        ends = int(move.origin), int(move.target)
        if one.solver == ch.WHITE:
            ends = 33 - ends[0], 33 - ends[1]
        board = {int(square): str(first.piece_at(square)) for square in first.pieces()}
        for other in by_move[ends]:
            assert len({square for square, _ in board.items() ^ other.items()}) > 2, one.number
        by_move[ends].append(board)


# -- themes --------------------------------------------------------------------------------------------


def test_themes_are_true() -> None:
    """As far as the position and the moves show it without any judgement."""
    for one in problems():
        taken = [text.count("x") for text in one.line[::2]]
        assert (ProblemTheme.LONG_JUMP in one.themes) == any(n > 1 for n in taken)
        assert (ProblemTheme.WHICH_JUMP in one.themes) == one.position.must_jump
        assert (ProblemTheme.KINGS in one.themes) == ("K" in one.fen and not one.position.pieces(king=False))
        assert (ProblemTheme.DRAW in one.themes) == (one.goal is ProblemGoal.DRAW)
        if ProblemTheme.QUIET in one.themes:
            assert "x" not in " ".join(one.line)
        if ProblemTheme.SHOT in one.themes:
            assert taken[0] == 0


# -- truth ---------------------------------------------------------------------------------------------


def tables_of(pieces: int, folder: Path) -> Tablebase:
    for _ in Plan(folder, pieces, 0).run():
        pass
    return Tablebase.open(folder)


@pytest.fixture(scope="module")
def four_pieces(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    return tables_of(4, tmp_path_factory.mktemp("four"))


def successors(position: Position) -> dict[str, Position]:
    """By the textbook's rules: where the moves lead, each place once, named by its FEN."""
    state = textbook.State(position.to_grid(), textbook.US if position.turn == ch.BLACK else textbook.THEM)
    found = {}
    for action in textbook.actions(state):
        after = textbook.successor(state, action)
        turn = ch.BLACK if after.player == textbook.US else ch.WHITE
        there = Position.from_grid(after.board, turn)
        found[there.fen] = there
    return found


def wins(position: Position, attacker: Colour, tables: Tablebase, plies: int) -> bool | None:
    """By trying everything until the databases know; None where that takes more plies."""
    if pieces(position) <= tables.most_pieces:
        return tables.probe(position).result == ("win" if position.turn == attacker else "loss")
    after = successors(position)
    if not after:
        return position.turn != attacker
    if plies == 0:
        return None
    found = [wins(there, attacker, tables, plies - 1) for there in after.values()]
    decisive = position.turn == attacker
    if decisive in found:
        return decisive
    return None if None in found else not decisive


def check(one: Problem, tables: Tablebase, plies: int) -> bool:
    """Whether everything could be decided; fails where the right moves are not the solution's alone."""
    decided = True
    attacker = one.solver if one.goal is ProblemGoal.WIN else one.solver.opponent
    for position, text in zip(lines(one), one.line[::2], strict=True):
        solution = position.play(position.parse_move(text)).fen
        for fen, there in successors(position).items():
            won = wins(there, attacker, tables, plies)
            decided = decided and won is not None
            if won is not None:
                assert (won == (one.goal is ProblemGoal.WIN)) == (fen == solution), (one.number, fen)
    return decided


def test_up_to_four_pieces_no_other_move_is_right(four_pieces: Tablebase) -> None:
    small = [one for one in problems() if pieces(one.position) <= 4]
    assert len(small) >= 500
    for one in Random(1).sample(small, SAMPLE):
        assert check(one, four_pieces, 0)


def test_with_more_pieces_nothing_that_a_search_shows_speaks_against_it(four_pieces: Tablebase) -> None:
    larger = [one for one in problems() if pieces(one.position) == 5 and ProblemTheme.QUIET not in one.themes]
    decided = sum(check(one, four_pieces, 1) for one in Random(2).sample(larger, SAMPLE))
    assert decided >= 1


@pytest.mark.deep
def test_up_to_five_pieces_no_other_move_is_right(tmp_path: Path) -> None:
    tables = tables_of(5, tmp_path)
    small = [one for one in problems() if pieces(one.position) <= 5]
    for one in Random(3).sample(small, DEEP_SAMPLE):
        assert check(one, tables, 0)
    larger = [one for one in problems() if pieces(one.position) > 5]
    assert sum(check(one, tables, 2) for one in Random(4).sample(larger, SAMPLE)) >= 1
