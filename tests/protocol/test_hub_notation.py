"""Expected texts come from pydraughts 0.6.7, the other side of the protocol."""

from __future__ import annotations

import random

import draughts
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import states

import crownhead as ch
from crownhead.engine.limit import Limit
from crownhead.engine.score import Score, ScoreKind
from crownhead.protocol.hub.limits import UNTOLD, parse_limit, write_limit
from crownhead.protocol.hub.messages import HubMessage, parse_line
from crownhead.protocol.hub.notation import parse_move, parse_position, write_move, write_position
from crownhead.protocol.hub.scores import parse_score, write_score
from crownhead.rules.textbook import State

START = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"


def position_of(state: State) -> ch.Position:
    return ch.Position.from_grid(state.board, ch.Colour(state.player))


def test_the_start_is_as_the_protocol_has_it() -> None:
    assert write_position(ch.Position.start()) == START
    assert parse_position(START) == ch.Position.start()


@given(states())
def test_positions_come_back(state: State) -> None:
    position = position_of(state)
    assert parse_position(write_position(position)) == position


@given(states())
def test_moves_come_back_as_moves_of_the_same_result(state: State) -> None:
    position = position_of(state)
    for move in position.legal_moves():
        found = parse_move(position, write_move(move))
        assert position.play(found) == position.play(move)


@given(states())
def test_ordinary_notation_is_understood_too(state: State) -> None:
    position = position_of(state)
    for move in position.legal_moves():
        assert position.play(parse_move(position, str(move))) == position.play(move)


def test_captures_are_named_in_rising_order() -> None:
    position = ch.Position.from_fen("W:WK31:B26,17,10")
    move = next(move for move in position.legal_moves() if list(move.captures) != sorted(move.captures))
    assert write_move(move).split("x")[2:] == [str(square) for square in sorted(move.captures)]
    unsorted = "x".join(map(str, [move.origin, move.target, *move.captures]))
    assert position.play(parse_move(position, unsorted)) == position.play(move)


@pytest.mark.parametrize(
    "text",
    ["", "W", START[1:], START + "e", "X" + START[1:], "W" + "q" * 32, "Ww" + "e" * 31, "w" + START[1:]],
)
def test_no_position_is_refused(text: str) -> None:
    with pytest.raises(ch.InvalidPosition):
        parse_position(text)


@given(st.text())
def test_any_text_is_a_position_or_refused(text: str) -> None:
    with pytest.raises(ch.InvalidPosition):
        parse_position(text)


@pytest.mark.parametrize("text", ["", "x", "1-1", "0-0", "99x1x2", "12-16-20", "9x" * 40, "١-٢"])
def test_no_move_is_refused(text: str) -> None:
    with pytest.raises(ch.MoveError):
        parse_move(ch.Position.start(), text)


@pytest.mark.parametrize("fen", [None, "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "B:W18,24,K5:B12,K10"])
def test_pydraughts_writes_positions_and_moves_the_same_way(fen: str | None) -> None:
    dice = random.Random(1)
    board = ch.Board(fen)
    theirs = draughts.Board(variant="english", fen=fen or "startpos")
    assert write_position(board.position) == theirs._game.initial_hub_fen
    for _ in range(60):
        expected = sorted({move.hub_move for move in theirs.legal_moves()})
        assert sorted(write_move(move) for move in board.legal_moves(unique=True)) == expected
        if not expected:
            break
        chosen = dice.choice(expected)
        theirs.push(draughts.Move(theirs, hub_move=chosen))
        board.push(parse_move(board.position, chosen))


LIMITS = [
    (Limit(time=2.5), "level move-time=2.500"),
    (Limit(depth=10), "level depth=10"),
    (Limit(nodes=1000), "level nodes=1000"),
    (Limit(infinite=True), "level infinite"),
    (Limit(clock=60.0, increment=1.0), "level time=59.000 inc=1.000"),
    (Limit(clock=60.0, moves_to_go=20), "level moves=20 time=60.000"),
    (Limit(time=1.0, depth=5), "level move-time=1.000 depth=5"),
]


@pytest.mark.parametrize(("limit", "line"), LIMITS)
def test_limits(limit: Limit, line: str) -> None:
    assert str(write_limit(limit)) == line
    read = parse_line(line)
    assert read is not None
    assert parse_limit(read) == limit


@pytest.mark.parametrize(
    "line", ["level", "level ponder", "level depth=x", "level time=nan", "level inc=3", "level moves=9"]
)
def test_a_level_without_meaning_is_as_none(line: str) -> None:
    read = parse_line(line)
    assert read is not None
    assert parse_limit(read) == UNTOLD


@given(st.dictionaries(st.sampled_from(["time", "inc", "moves", "depth", "nodes", "move-time"]), st.text()))
def test_any_level_gives_a_limit(arguments: dict[str, str]) -> None:
    parse_limit(HubMessage("level", arguments))


@given(
    st.dictionaries(
        st.sampled_from(["time", "inc", "moves", "depth", "nodes", "move-time"]), st.floats().map(str)
    )
)
def test_any_numbers_give_a_limit(arguments: dict[str, str]) -> None:
    parse_limit(HubMessage("level", arguments))


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(ScoreKind.EVALUATION, 12, ch.BLACK), "0.12"),
        (Score(ScoreKind.EVALUATION, -350, ch.WHITE), "-3.50"),
        (Score(ScoreKind.EVALUATION, 9999, ch.WHITE), "89.00"),
        (Score(ScoreKind.WIN, 29987, ch.BLACK, 13), "99.87"),
        (Score(ScoreKind.LOSS, -29996, ch.BLACK, 4), "-99.96"),
        (Score(ScoreKind.WIN, 20000, ch.BLACK), "91.00"),
        (Score(ScoreKind.LOSS, -20000, ch.WHITE), "-91.00"),
        (Score(ScoreKind.DRAW, 0, ch.BLACK), "0.00"),
    ],
)
def test_scores(score: Score, text: str) -> None:
    assert write_score(score) == text
    read = parse_score(float(text), score.colour)
    assert read.plies == score.plies
    assert read.colour == score.colour
    if score.kind in (ScoreKind.WIN, ScoreKind.LOSS):
        assert read.kind is score.kind
        assert read.centimen == score.centimen
    elif abs(score.centimen) < 8900:
        assert read.centimen == score.centimen


def test_pydraughts_reads_a_win_in_plies_as_in_moves() -> None:
    """It takes 10000 less the hundredths for the plies of a win."""
    hundredths = int(float(write_score(Score(ScoreKind.WIN, 29987, ch.BLACK, 13))) * 100)
    assert hundredths > 9000
    assert 10000 - hundredths == 13
