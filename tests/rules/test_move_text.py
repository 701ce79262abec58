"""Moves as text: read in many ways, written in one, refused with the reason."""

from __future__ import annotations

import pickle

import pytest

import crownhead as ch

FORK = "W:WK19:B15,16,23,24,7,8"
"""A king that can go round a square of four men either way, and on."""


@pytest.mark.parametrize(
    "text", ["11-15", " 11-15 ", "11x15", "11:15", "11–15", "11 - 15", "11-15.", "011-15"]
)
def test_a_step_is_read_in_many_ways(text: str) -> None:
    move = ch.Position.start().parse_move(text)
    assert str(move) == "11-15"
    assert (move.origin, move.target, move.path, move.captures) == (11, 15, (11, 15), ())
    assert not move.is_jump
    assert move.tiles == [(2, 5), (3, 4)]


def test_a_jump_carries_its_path_and_captures() -> None:
    position = ch.Position.from_fen("B:W18,26,27:B14")
    move = position.parse_move("14x30")
    assert str(move) == "14x23x30"
    assert move.captures == (18, 26)
    assert position.notation(move) == "14x30"
    assert position.play(move).fen == "W:W27:BK30"


def test_different_paths_are_different_moves() -> None:
    position = ch.Position.from_fen(FORK)
    assert [str(move) for move in position.legal_moves()] == [
        "19x10x3x12x19x26",
        "19x10x3x12x19x28",
        "19x12x3x10x19x26",
        "19x12x3x10x19x28",
        "19x26",
        "19x28",
    ]
    assert [str(move) for move in position.legal_moves(unique=True)] == [
        "19x10x3x12x19x26",
        "19x10x3x12x19x28",
        "19x26",
        "19x28",
    ]


def test_full_path_only_where_it_is_needed() -> None:
    position = ch.Position.from_fen(FORK)
    for move in position.legal_moves():
        assert position.notation(move) == str(move)
        assert position.parse_move(str(move)) == move
    assert position.parse_move("19x26") == position.legal_moves()[4]


def test_ambiguous_jumps_are_refused_with_the_candidates() -> None:
    position = ch.Position.from_fen("W:WK30:B25,26,17,18")
    paths = [str(move) for move in position.legal_moves()]
    assert paths == ["30x21x14x23x30", "30x23x14x21x30"]
    assert str(position.parse_move("30x30")) == paths[0], "one result: not ambiguous"
    position = ch.Position.from_fen("B:W6,7,14,15:B2")
    with pytest.raises(ch.AmbiguousMove, match="fits several") as caught:
        position.parse_move("2x18")
    assert caught.value.candidates == ("2x9x18", "2x11x18")


@pytest.mark.parametrize(
    ("fen", "text", "kind", "reason"),
    [
        (None, "", ch.InvalidMove, "empty"),
        (None, "hello", ch.InvalidMove, "not a move"),
        (None, "11", ch.InvalidMove, "not a move"),
        (None, "11-", ch.InvalidMove, "not a move"),
        (None, "11-33", ch.InvalidMove, "square 33"),
        (None, "0-5", ch.InvalidMove, "square 0"),
        (None, "1" * 1_000_000, ch.InvalidMove, "not a move"),
        (None, "11-15-18", ch.IllegalMove, "only 11-15 or 11-16"),
        (None, "15-18", ch.IllegalMove, "no piece on 15"),
        (None, "22-18", ch.IllegalMove, "white's, and black is to move"),
        (None, "1-5", ch.IllegalMove, "cannot move"),
        ("B:W18:B14,20", "20-24", ch.IllegalMove, "you must jump: 14x23"),
        ("B:W18,26:B14", "14x23", ch.IllegalMove, "jump on while you can: 14x23x30"),
        ("B:W32:B14", "14-10", ch.IllegalMove, "men move forward only"),
        ("B:W8,11:B4", "4-8", ch.IllegalMove, "the game is over"),
    ],
)
def test_a_wrong_move_is_refused_with_the_reason(
    fen: str | None, text: str, kind: type[ch.MoveError], reason: str
) -> None:
    position = ch.Position.from_fen(fen) if fen else ch.Position.start()
    with pytest.raises(kind, match=reason) as caught:
        position.parse_move(text)
    assert caught.value.fen == position.fen
    assert len(str(caught.value)) < 500
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.fen) == (kind, str(caught.value), position.fen)


@pytest.mark.parametrize("nonsense", [b"11-15", None, 11, object()])
def test_what_is_no_text_is_refused(nonsense: object) -> None:
    with pytest.raises(ch.InvalidMove, match="text or a Move"):
        ch.Position.start().parse_move(nonsense)  # type: ignore[arg-type]


def test_moves_are_made_from_paths_and_checked() -> None:
    assert ch.Move([11, 15]) == ch.Position.start().parse_move("11-15")
    assert ch.Move([14, 23, 30]).captures == (18, 26)
    for wrong in (
        [],
        [11],
        [11, 11],
        [11, 17],
        [4, 13],
        [1, 33],
        [11, 15, 18],
        [1, 10, 1],
        list(range(1, 20)),
    ):
        with pytest.raises(ValueError, match="no piece moves so"):
            ch.Move(wrong)


def test_an_illegal_move_is_never_played() -> None:
    position = ch.Position.start()
    for path in ([15, 18], [22, 18], [11, 18], [11, 8], [1, 6]):
        with pytest.raises(ch.IllegalMove, match="not legal"):
            position.play(ch.Move(path))
    with pytest.raises(TypeError):
        position.play("11-15")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        ch.Position.play(7, ch.Move([11, 15]))  # type: ignore[arg-type]


def test_two_ways_between_the_same_squares_are_written_in_full() -> None:
    """A king goes round four men in either direction, and back to where it began."""
    position = ch.Position.from_fen("B:W6,7,14,15:BK2")
    written = [position.notation(move) for move in position.legal_moves()]
    assert written == ["2x9x18x11x2", "2x11x18x9x2"]


def test_most_moves_of_one_king_are_sixteen() -> None:
    """The bound that core/rules/move.hpp gives for its list: nine enemies to jump, and nothing in the way."""
    most = 0
    for square in ch.SQUARES:
        rows = (1, 3, 5) if square.row % 2 == 0 else (2, 4, 6)
        ring: dict[int, ch.Piece] = {
            s: ch.Piece.WHITE_KING for s in ch.SQUARES if s.row in rows and 1 <= s.column <= 6
        }
        most = max(most, len(ch.Position({**ring, square: ch.Piece.BLACK_KING}).legal_moves()))
    assert most == 16


def test_nine_captures_in_one_move() -> None:
    ring: dict[int, ch.Piece] = {
        s: ch.Piece.WHITE_KING for s in ch.SQUARES if s.row in (1, 3, 5) and 1 <= s.column <= 6
    }
    assert len(ring) == 9
    longest = max(
        (
            move
            for square in ch.SQUARES
            if square.row % 2 == 0
            for move in ch.Position({**ring, square: ch.Piece.BLACK_KING}).legal_moves()
        ),
        key=lambda move: len(move.captures),
    )
    assert len(longest.captures) == len(set(longest.captures)) == len(longest.path) - 1
    assert ch.Move(longest.path) == longest
    assert pickle.loads(pickle.dumps(longest)) == longest


def test_why_a_piece_cannot_move() -> None:
    position = ch.Position.start()
    assert position.why_not(2) == "the black man on 2 cannot move"
    assert position.why_not(15) == "there is no piece on 15"
    assert position.why_not(22) == "the piece on 22 is white's, and black is to move"
    assert position.why_not(11, 8).startswith("men move forward only")
