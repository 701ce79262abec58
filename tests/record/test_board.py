"""Boards: lines of play, their ends and draws."""

from __future__ import annotations

import copy

import pytest

import crownhead as ch

SHUFFLE = ["1-6", "32-27", "6-1", "27-32"]
"""Two kings go out and back: four moves that restore a position."""


def kings() -> ch.Board:
    return ch.Board("B:WK32:BK1")


def test_push_and_pop_restore_everything() -> None:
    board = ch.Board()
    texts = ["11-15", "23-19", "8-11", "22-17"]
    for text in texts:
        board.push(text)
    assert [str(move) for move in board.moves] == texts
    assert len(board) == 4
    assert len(board.history) == 5
    assert str(board.last_move) == "22-17"
    for text in reversed(texts):
        assert str(board.pop()) == text
    assert board == ch.Board()
    assert board.last_move is None
    with pytest.raises(IndexError, match="no move to take back"):
        board.pop()


def test_a_wrong_move_changes_nothing() -> None:
    board = ch.Board()
    board.push("11-15")
    before = board.copy()
    for wrong in ("11-15", "nonsense", "", "23-14"):
        with pytest.raises(ch.MoveError):
            board.push(wrong)
    with pytest.raises(ch.IllegalMove):
        board.push(ch.Move([11, 15]))
    assert board == before


def test_copies_are_independent() -> None:
    board = ch.Board()
    board.push("11-15")
    twin = copy.copy(board)
    twin.push("23-19")
    assert len(board) == 1
    assert len(twin) == 2
    assert twin != board
    twin.pop()
    assert twin == board


@pytest.mark.parametrize(
    ("fen", "text", "winner", "ending"),
    [
        ("B:W18:B14", "14x23", ch.BLACK, ch.Ending.NO_PIECES),
        ("W:W18:B14", "18x9", ch.WHITE, ch.Ending.NO_PIECES),
        ("W:W10,14:B5", "14-9", None, None),
        ("W:W9,13,K7:B5", "7-2", None, None),
        ("B:W12:B3,4", "4-8", ch.BLACK, ch.Ending.NO_MOVE),
    ],
)
def test_the_player_without_a_move_loses(
    fen: str, text: str, winner: ch.Colour | None, ending: ch.Ending | None
) -> None:
    board = ch.Board(fen)
    board.push(text)
    outcome = board.outcome()
    if winner is None:
        assert outcome is None
        return
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (winner, ending)
    assert outcome.result == ("1-0" if winner == ch.BLACK else "0-1")
    assert not board.legal_moves()


def test_the_third_occurrence_is_a_draw_to_claim() -> None:
    board = kings()
    for text in SHUFFLE:
        board.push(text)
    assert board.repetitions() == 2
    for text in SHUFFLE[:3]:
        assert board.can_claim_draw() is None
        board.push(text)
    assert board.can_claim_draw() is ch.Ending.REPETITION, "the next move makes it three"
    assert [str(move) for move in board.repeating_moves()] == ["27-32"]
    assert board.outcome(claim_draw=True) is None, "but it does not stand there yet"
    board.push("27-32")
    assert board.repetitions() == 3
    assert board.outcome() is None
    assert board.outcome(claim_draw=True) == (None, ch.Ending.REPETITION)
    assert board.claim_draw() == (None, ch.Ending.REPETITION)
    assert board.outcome() == (None, ch.Ending.REPETITION)
    assert board.pop()
    assert board.outcome() is None


def test_the_side_to_move_is_part_of_the_position() -> None:
    board = ch.Board("B:WK32,K31:BK1,K2")
    for text in ["1-6", "32-28", "6-1", "28-32"]:
        board.push(text)
    assert board.repetitions() == 2
    assert board.position != ch.Position.from_fen("W:WK32,K31:BK1,K2")


def test_forty_moves_of_each_player_are_a_draw_to_claim() -> None:
    board = kings()
    for number in range(80):
        assert board.quiet_moves == number
        assert board.can_claim_draw() is not ch.Ending.FORTY_MOVES
        board.push(SHUFFLE[number % 4])
    assert board.can_claim_draw() is ch.Ending.FORTY_MOVES
    assert board.outcome(claim_draw=True) == (None, ch.Ending.FORTY_MOVES)


def test_a_man_or_a_capture_starts_the_count_anew() -> None:
    board = ch.Board("B:WK32,25:BK1,14")
    board.push("1-6")
    board.push("32-27")
    assert board.quiet_moves == 2
    board.push("14-17")
    assert board.quiet_moves == 0
    board.push("27-32")
    assert board.quiet_moves == 1
    capture = ch.Board("B:WK32,K15:BK1,K10")
    capture.push("10x19")
    assert capture.quiet_moves == 0


def test_no_draw_to_claim() -> None:
    with pytest.raises(ValueError, match="no draw can be claimed"):
        ch.Board().claim_draw()


def test_agreement_and_resignation_end_a_game_once() -> None:
    board = ch.Board()
    assert board.agree_draw() == (None, ch.Ending.AGREED)
    assert str(board.outcome()) == "a draw: agreed"
    with pytest.raises(ValueError, match="over already"):
        board.resign()
    board = ch.Board()
    assert board.resign() == (ch.WHITE, ch.Ending.RESIGNED)
    assert str(board.outcome()) == "white wins: black resigned"
    assert board.is_over
    board = ch.Board()
    assert board.resign(ch.WHITE) == (ch.BLACK, ch.Ending.RESIGNED)
    assert board.copy().outcome() == board.outcome()


def test_an_ended_game_takes_no_move() -> None:
    board = ch.Board()
    board.resign()
    with pytest.raises(ValueError, match="over"):
        board.push("11-15")
    assert board.is_over


def test_from_a_position_or_a_fen() -> None:
    fen = "W:W18,24:BK10,12"
    assert ch.Board(fen) == ch.Board(ch.Position.from_fen(fen))
    with pytest.raises(ch.InvalidPosition):
        ch.Board("nonsense")


def test_a_board_of_moves_is_the_line_that_was_pushed() -> None:
    texts = ["11-15", "22-18", "15x22", "25x18"]
    pushed = ch.Board()
    for text in texts:
        pushed.push(text)
    assert ch.Board.of(None, texts) == pushed
    assert ch.Board.of(pushed.history[1], texts[1:]).position == pushed.position
    with pytest.raises(ch.IllegalMove):
        ch.Board.of(None, ["11-15", "11-15"])


@pytest.mark.parametrize(
    ("winner", "ending", "words", "short"),
    [
        (
            ch.BLACK,
            ch.Ending.NO_PIECES,
            "Black wins: White has no pieces left",
            "black wins: white has no pieces",
        ),
        (
            ch.WHITE,
            ch.Ending.NO_TIME,
            "White wins: Black has no time left",
            "white wins: black has no time left",
        ),
        (ch.WHITE, ch.Ending.RESIGNED, "White wins: Black resigned", "white wins: black resigned"),
        (ch.WHITE, ch.Ending.RECORDED, "White wins", "white wins"),
        (None, ch.Ending.AGREED, "A draw, agreed by both players", "a draw: agreed"),
        (None, ch.Ending.RECORDED, "A draw", "a draw"),
    ],
)
def test_an_outcome_in_words(winner: ch.Colour | None, ending: ch.Ending, words: str, short: str) -> None:
    board = ch.Board()
    assert board.declare(ch.Outcome(winner, ending)).in_words == words
    assert str(board.outcome()) == short
    with pytest.raises(ValueError, match="over already"):
        board.declare(ch.Outcome(None, ch.Ending.AGREED))


def test_every_ending_has_words() -> None:
    for ending in ch.Ending:
        for winner in (ch.BLACK, None):
            words = ch.Outcome(winner, ending).in_words
            assert words.startswith("Black wins" if winner is not None else "A draw")
            assert "{" not in words
