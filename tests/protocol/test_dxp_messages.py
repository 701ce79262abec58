from __future__ import annotations

import random

import draughts
import pytest
from draughts.engines.dxp_communication import dxp_classes
from hypothesis import given
from hypothesis import strategies as st
from strategies import states

import crownhead as ch
from crownhead.errors import PeerMistake
from crownhead.protocol.dxp.messages import (
    Accept,
    BackAnswer,
    BackRequest,
    Chat,
    DxpMessage,
    DxpMove,
    End,
    GameRequest,
    Reason,
    parse,
)
from crownhead.protocol.dxp.notation import find_move, parse_position, write_move, write_position
from crownhead.rules.textbook import State

NAME = "DXP Client                      "
START = "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww"

# Written by pydraughts 0.6.7, or given as examples in the description of the protocol.
EXAMPLES: list[tuple[str, DxpMessage]] = [
    (f"R01{NAME}Z001002BZ{START}", GameRequest("DXP Client", ch.BLACK, 1, 2, (ch.BLACK, START))),
    (
        "R01Tornado voor Windows 4.0        W060065A",
        GameRequest("Tornado voor Windows 4.0", ch.WHITE, 60, 65),
    ),
    (f"A{NAME}0", Accept("DXP Client", 0)),
    ("M001205250422122320", DxpMove(12, 5, 25, (22, 12, 23, 20))),
    ("M0000111500", DxpMove(0, 11, 15)),
    ("E00", End()),
    ("E11", End(Reason.I_LOSE, stop=True)),
    ("B005Z", BackRequest(5, ch.BLACK)),
    ("K1", BackAnswer(1)),
    ("CWhat do you think about move 35?", Chat("What do you think about move 35?")),
]


@pytest.mark.parametrize(("text", "message"), EXAMPLES)
def test_examples(text: str, message: DxpMessage) -> None:
    assert parse(text) == message
    assert str(message) == text


@pytest.mark.parametrize("text", ["", "X", "R", "R01", "Mabc", "M00001115", "E9", "K", "Kx", "B5Z", "A", "é"])
def test_what_is_no_message(text: str) -> None:
    assert parse(text) is None


@given(st.text())
def test_nothing_is_too_strange(text: str) -> None:
    for letter in "RAMEBKC":
        parse(letter + text)


@given(st.text(), st.text())
def test_names_and_chat_keep_their_width_and_hold_no_end(name: str, text: str) -> None:
    assert len(str(Accept(name))) == 34
    assert len(str(GameRequest(name, ch.WHITE))) == 43
    assert len(str(Chat(text))) <= 127
    assert "\0" not in str(Accept(name)) + str(Chat(text))


def position_of(state: State) -> ch.Position:
    return ch.Position.from_grid(state.board, ch.Colour(state.player))


@given(states(), st.booleans())
def test_positions_and_moves_come_back(state: State, turned: bool) -> None:
    position = position_of(state)
    assert parse_position(write_position(position, turned=turned), turned=turned) == position
    for move in position.legal_moves():
        sent = parse(str(write_move(move, 3.4)))
        assert isinstance(sent, DxpMove)
        assert sent.seconds == 3
        assert position.play(find_move(position, sent)) == position.play(move)


def test_an_illegal_move_is_a_mistake() -> None:
    with pytest.raises(PeerMistake, match="M0000013200 is no legal move"):
        find_move(ch.Position.start(), DxpMove(0, 1, 32))


@pytest.mark.parametrize("fen", [None, "B:W18,24,K5:B12,K10", "W:W18,24,K5:B12,K10"])
def test_pydraughts_sends_positions_the_same_way(fen: str | None) -> None:
    status = dxp_classes.GameStatus(fen=fen or "startpos", variant="english")
    text = dxp_classes.DamExchange().msg_gamereq(0, 1, 2, status.pos, status.get_color())
    request = parse(text)
    assert isinstance(request, GameRequest)
    position = ch.Board(fen).position
    assert parse_position(request.position) == position
    assert request.position == write_position(position)


def test_pydraughts_names_moves_the_same_way() -> None:
    dice = random.Random(7)
    theirs, ours = draughts.Board(variant="english"), ch.Board()
    for _ in range(50):
        legal = {move.hub_position_move: move for move in theirs.legal_moves()}
        written = {str(write_move(move))[5:9] + str(write_move(move))[11:] for move in ours.legal_moves()}
        assert written == set(legal)
        if not legal:
            break
        key = dice.choice(sorted(legal))
        squares = [int(key[i : i + 2]) for i in range(0, len(key), 2)]
        ours.push(find_move(ours.position, DxpMove(0, squares[0], squares[1], tuple(squares[2:]))))
        theirs.push(legal[key])
