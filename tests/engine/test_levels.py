"""Weaker players that are still players, and on one scale."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import crownhead as ch
from crownhead.engine import Engine, Limit
from crownhead.engine.choice import NearlyBestMove
from crownhead.engine.levels import (
    DEFAULT_LEVEL,
    FULL_STRENGTH,
    LEVELS,
    ShortSearch,
    strength_of,
    suggested_level,
)
from crownhead.engine.root import Root
from crownhead.rules import textbook

QUICK = Limit(nodes=50_000)
WEAKER = [number for number in LEVELS if number != FULL_STRENGTH]
SEARCHING = [number for number, level in LEVELS.items() if isinstance(level.strength, ShortSearch)]


def engine(level: int, seed: int | None = 0) -> Engine:
    return Engine(hash_mb=1, level=level, seed=seed, tablebase=None)


def moves_chosen(level: int, position: ch.Position, seeds: int) -> list[ch.Move]:
    chosen = []
    for seed in range(seeds):
        with engine(level, seed) as player:
            chosen.append(player.play(position, QUICK).move)
    return chosen


# -- the table -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [0, FULL_STRENGTH + 1, -1, 2.5, "5"])
def test_other_levels_are_refused(level: int) -> None:
    with pytest.raises(ValueError, match=f"from 1 to {FULL_STRENGTH}"):
        Engine(level=level)


def test_the_last_level_is_full_strength_and_no_other() -> None:
    assert [number for number in LEVELS if strength_of(number) is None] == [FULL_STRENGTH]
    assert list(LEVELS) == list(range(1, FULL_STRENGTH + 1))
    assert DEFAULT_LEVEL in WEAKER


def test_every_level_has_its_own_name_and_a_sentence() -> None:
    assert len({level.name for level in LEVELS.values()}) == len(LEVELS)
    assert len({level.about for level in LEVELS.values()}) == len(LEVELS)
    assert all(level.name and level.about.endswith(".") for level in LEVELS.values())


# -- chance --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_plays_the_same_game(level: int) -> None:
    def game() -> list[ch.Move]:
        board = ch.Board()
        with engine(level, 7) as player:
            for _ in range(8):
                board.push(player.play(board, QUICK).move)
        return board.moves

    assert game() == game()


@pytest.mark.parametrize("level", [1, 4, 9])
def test_seeds_differ(level: int) -> None:
    assert len(set(moves_chosen(level, ch.Position.start(), 12))) > 2


def test_without_a_seed_no_two_games_need_be_the_same() -> None:
    with engine(1, None) as player:
        assert len({player.play(ch.Position.start(), QUICK).move for _ in range(30)}) > 2


@pytest.mark.parametrize("level", [4, 10])
def test_a_level_is_the_same_player_whatever_the_machine_has(level: int) -> None:
    board = ch.Board()
    with engine(level, 3) as small, Engine(threads=2, hash_mb=32, level=level, seed=3) as large:
        for _ in range(6):
            here, there = small.play(board, Limit(nodes=10**7)), large.play(board, Limit(nodes=10**7))
            assert (here.move, here.nodes, here.score) == (there.move, there.nodes, there.score)
            board.push(here.move)


# -- how people play -----------------------------------------------------------------------------------


def gifts(position: ch.Position) -> set[ch.Move]:
    """Moves that leave a man: it is taken, nothing takes back, and the textbook sees no shot behind it."""
    state = textbook.State(position.to_grid(), int(position.turn))
    sign = 1 if state.player == textbook.US else -1
    moves = position.legal_moves(unique=True)
    values = {move: sign * textbook.alpha_beta(textbook.successor(state, move.tiles), 4) for move in moves}
    return {
        move
        for move, value in values.items()
        if value <= max(values.values()) - 1 and _is_taken_for_nothing(position.play(move))
    }


def _is_taken_for_nothing(position: ch.Position) -> bool:
    return position.must_jump and any(not position.play(jump).must_jump for jump in position.legal_moves())


def temptations(count: int) -> list[tuple[ch.Position, set[ch.Move]]]:
    """Positions of games by chance in which a man can be given away, but need not be."""
    dice = random.Random(1)
    found: list[tuple[ch.Position, set[ch.Move]]] = []
    while len(found) < count:
        board = ch.Board()
        for _ in range(dice.randrange(6, 24)):
            if not board.is_over:
                board.push(dice.choice(board.legal_moves()))
        if board.is_over or board.position.must_jump:
            continue
        if given := gifts(board.position):
            found.append((board.position, given))
    return found


def test_beginners_leave_men_to_be_taken_and_strong_players_do_not() -> None:
    shares = {}
    sample = temptations(60)
    for level in (1, 3, SEARCHING[0]):
        given = sum(move in gift for position, gift in sample for move in moves_chosen(level, position, 3))
        shares[level] = given / len(sample) / 3
    assert shares[1] > 0.15
    assert 0 < shares[3] < 0.15
    assert shares[SEARCHING[0]] == 0


def test_beginners_miss_double_jumps_and_strong_players_do_not() -> None:
    """6x15x22 takes two men, 19x28 one."""
    position = ch.Position.from_fen("B:W10,16,18,23,24,29:B2,6,14,19,25,26")
    double = position.parse_move("6x15x22")
    assert position.legal_moves() == [double, position.parse_move("19x28")]
    assert 4 < moves_chosen(1, position, 40).count(double) < 36
    for level in (SEARCHING[0], FULL_STRENGTH):
        assert set(moves_chosen(level, position, 5)) == {double}


@pytest.mark.parametrize("level", SEARCHING)
def test_a_win_at_hand_is_taken(level: int) -> None:
    """Two jumps are open; only one takes everything."""
    position = ch.Position.from_fen("W:WK6,K23:B10,K19")
    wins = {move for move in position.legal_moves() if position.play(move).is_over}
    assert len(wins) == 1 < len(position.legal_moves())
    assert set(moves_chosen(level, position, 10)) == wins


# -- one scale -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("strong", "weak"), [(4, 1), (7, 4), (10, 7), (FULL_STRENGTH, 9)])
def test_a_higher_level_wins(strong: int, weak: int) -> None:
    """So far apart that chance plays no part worth speaking of: nine tenths of the points or more are expected."""
    points = 0.0
    for number, colour in enumerate((ch.BLACK, ch.WHITE) * 5):
        board = ch.Board()
        with engine(weak, number) as below, engine(strong, number) as above:
            while (outcome := board.outcome(claim_draw=True)) is None:
                board.push((above if board.turn == colour else below).play(board, QUICK).move)
        points += 0.5 if outcome.winner is None else float(outcome.winner == colour)
    assert points >= 7


def test_an_iteration_cut_short_does_not_make_a_level_stronger() -> None:
    """A level spreads its choice over the lines that it has heard of; those of a broken iteration are too few."""
    board = ch.Board()
    with Engine(hash_mb=1, tablebase=None) as analyst:
        whole = [info for info in analyst.analyse(board, Limit(depth=2), lines=7) if info.depth == 2]
    chosen = set()
    for seed in range(40):
        choice = NearlyBestMove(ShortSearch(1000, 50), random.Random(seed), Root.of(board), QUICK)
        for info in [*whole, replace(whole[0], depth=3)]:
            choice.hear(info)
        chosen.add(choice.played().move)
    assert len(chosen) > 1


def test_a_level_never_takes_a_line_that_costs_too_much() -> None:
    """Beyond three spreads: by its weight alone it would be taken once in 23 times."""
    board = ch.Board()
    with Engine(hash_mb=1, tablebase=None) as analyst:
        one, other = list(analyst.analyse(board, Limit(depth=1), lines=2))
    dear = replace(other, score=replace(one.score, centimen=one.score.centimen - 31))
    for seed in range(300):
        choice = NearlyBestMove(ShortSearch(1000, 10), random.Random(seed), Root.of(board), QUICK)
        choice.hear(one)
        choice.hear(dear)
        assert choice.played().move == one.line[0]


# -- another level -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "points", "suggested"),
    [
        (4, [1, 1, 1], 5),
        (4, [0, 0.5, 1, 1, 1], 5),
        (4, [0, 0, 0], 3),
        (4, [1, 1, 1, 0, 0, 0], 3),
        (4, [], None),
        (4, [1, 1], None),
        (4, [1, 0.5, 1], None),
        (4, [1, 1, 1, 0], None),
        (4, [0.5, 0.5, 0.5], None),
        (1, [0, 0, 0], None),
        (FULL_STRENGTH, [1, 1, 1], None),
        (FULL_STRENGTH, [0, 0, 0], FULL_STRENGTH - 1),
    ],
)
def test_three_in_a_row_suggest_another_level(level: int, points: list[float], suggested: int | None) -> None:
    assert suggested_level(level, points) == suggested
