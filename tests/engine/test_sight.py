"""What a learner overlooks, and that what is seen is searched without mistakes."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crownhead as ch
from crownhead.engine.sight import WIN, Glance, Sight, difficulty

ALL_SEEN = Sight(depth=2, clearness=1.0, blur=0.0)


@pytest.mark.parametrize(
    ("fen", "last", "jump", "ply", "expected"),
    [
        pytest.param("B:W18:B15", None, "15x22", 0, 0, id="a jump that can be made now"),
        pytest.param("B:W18,26:B15", None, "15x22x31", 0, 1, id="a second hop"),
        pytest.param("W:W14:BK10,K17", None, "14x7", 0, 0, id="a man takes forwards"),
        pytest.param("B:W14:BK18", None, "18x9", 0, 1, id="a king takes backwards"),
        pytest.param("B:W22:BK18", None, "18x25", 0, 0, id="a king takes forwards"),
        pytest.param("W:WK14:B18", None, "14x23", 0, 1, id="a white king takes backwards"),
        pytest.param("W:W22,27:B9,18", "15-18", "22x15", 1, 1, id="takes what has just moved"),
        pytest.param("W:W22,27:B18,9", "9-13", "22x15", 1, 2, id="takes what stands elsewhere"),
        pytest.param("W:W22,27:B18,9", "9-13", "22x15", 3, 4, id="two moves later"),
    ],
)
def test_what_makes_a_jump_hard_to_see(
    fen: str, last: str | None, jump: str, ply: int, expected: int
) -> None:
    position = ch.Position.from_fen(fen)
    before = ch.Move([int(square) for square in last.split("-")]) if last else None
    assert difficulty(position, position.parse_move(jump), before, ply) == expected


def material(position: ch.Position) -> int:
    mine, theirs = position.pieces(position.turn), position.pieces(position.turn.opponent)
    return 100 * (len(mine) - len(theirs))


def whim(position: ch.Position) -> int:
    """A judgement in which no two positions are alike: mistakes in cutting lines off show."""
    return position.key % 601 - 300


def plain(position: ch.Position, depth: int, ply: int, appetite: float) -> float:
    """Minimax without any cut: moves to the depth, and jumps to their end."""
    moves = position.legal_moves(unique=True)
    if not moves:
        return ply - WIN
    if not position.must_jump and ply >= depth:
        return whim(position)
    joy = 0.0 if ply % 2 else appetite
    return max(
        joy * len(move.captures) - plain(position.play(move), depth, ply + 1, appetite) for move in moves
    )


@settings(max_examples=100)
@given(
    seed=st.integers(0, 10**6),
    plies=st.integers(0, 60),
    depth=st.integers(1, 4),
    appetite=st.sampled_from([0, 20, 300]),
)
def test_who_sees_everything_plays_minimax(seed: int, plies: int, depth: int, appetite: int) -> None:
    dice = random.Random(seed)
    position = ch.Position.start()
    for _ in range(plies):
        following = position.play(dice.choice(position.legal_moves()))
        if following.is_over:
            break
        position = following
    sight = replace(ALL_SEEN, depth=depth, appetite=appetite)
    move, worth = Glance(sight, whim, dice).choose(position, ())
    assert worth == plain(position, depth, 0, appetite)
    assert worth == appetite * len(move.captures) - plain(position.play(move), depth, 1, appetite)


def overlooked(clearness: float) -> float:
    """How often 10-15, which leaves the man to 18x11, looks as good as any other move."""
    position = ch.Position.from_fen("B:W18,22,27,31:B1,3,6,10")
    gift = position.parse_move("10-15")
    sight = Sight(depth=1, clearness=clearness, blur=10)
    chosen = [Glance(sight, material, random.Random(n)).choose(position, ())[0] for n in range(300)]
    return chosen.count(gift) / len(chosen)


def test_the_worse_the_sight_the_more_is_left_to_be_taken() -> None:
    shares = [overlooked(clearness) for clearness in (0.0, 0.5, 0.9, 1.0)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.05
    assert shares[-1] == 0


def test_a_position_that_was_there_before_is_avoided() -> None:
    """Two kings far apart: without a past the first of equal moves is as good as any."""
    position = ch.Position.from_fen("B:WK32:BK1,K2")
    glance = Glance(ALL_SEEN, material, random.Random(0))
    move, _ = glance.choose(position, ())
    again, _ = glance.choose(position, (position.play(move).key,))
    assert again != move


def test_taking_is_a_pleasure() -> None:
    """Only 15-18 22x15 11x18 takes anything, and it costs as much as it gains."""
    position = ch.Position.from_fen("B:W22,30,31:B8,11,15")
    moderate = Glance(replace(ALL_SEEN, depth=1), material, random.Random(0)).choose(position, ())
    greedy = Glance(replace(ALL_SEEN, depth=1, appetite=20), material, random.Random(0)).choose(position, ())
    assert greedy[1] == moderate[1] + 20
    assert greedy[0] == position.parse_move("15-18")
