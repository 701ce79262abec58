"""The game without a terminal: lines go in, replies come out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import crownhead as ch
from crownhead.errors import AmbiguousMove, IllegalMove, MoveError
from crownhead.play import Control
from crownhead.record.library import gamefile
from crownhead.record.outcome import Ending
from crownhead.rules.colour import BLACK, WHITE
from crownhead.tablebase.build import Plan
from crownhead.terminal.play import words
from crownhead.terminal.play.commands import COMMANDS, enter, greeting
from crownhead.terminal.play.prompt import completions
from crownhead.terminal.play.seating import Seating
from crownhead.terminal.play.session import Reply, Session
from crownhead.terminal.play.typed import typed_move

TWO_PEOPLE = Seating(engines=frozenset(), seconds=0.05)
AGAINST_WHITE = Seating(engines=frozenset({WHITE}), level=1, seconds=0.02)
JUMPS = "B:W18,19,26,27:B11,15"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path / "data"))
    yield tmp_path / "data"
    while OPEN:
        OPEN.pop().close()


OPEN: list[Session] = []


def session(seating: Seating = TWO_PEOPLE, fen: str | None = None) -> Session:
    OPEN.append(Session(seating, ch.Board(fen), gamefile.GameFile.new))
    return OPEN[-1]


def played(game: Session, *lines: str) -> list[Reply]:
    return [enter(game, line) for line in lines]


def ending(game: Session) -> str:
    assert game.outcome is not None
    return words.whole_ending(game.outcome, game.only_person)


def said(reply: Reply) -> str:
    return "\n".join(reply.lines)


# -- moves ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["11-15", "11 15", " 11 - 15 ", "11x15", "11–15", "11:15", "11.15"])
def test_ways_to_type_a_move(text: str) -> None:
    game = session()
    assert enter(game, text).redraw
    assert [str(move) for move in game.board.moves] == ["11-15"]


def test_the_beginning_of_a_move_is_enough() -> None:
    position = ch.Position.from_fen("W:W18,24,30:B15,12,K1")
    assert str(typed_move(position, "18")) == "18x11"
    start = ch.Position.start()
    assert str(typed_move(start, "12")) == "12-16"
    assert str(typed_move(start, "9-13")) == "9-13"
    with pytest.raises(AmbiguousMove, match="11 could be 11-15 or 11-16"):
        typed_move(start, "11")
    with pytest.raises(AmbiguousMove, match="9-1 could be 9-13 or 9-14"):
        typed_move(start, "9-1")
    with pytest.raises(IllegalMove, match="no piece on 17"):
        typed_move(start, "17")


def test_every_move_can_be_typed_in_full_and_with_blanks() -> None:
    for fen in (None, JUMPS, "W:WK19:B15,16,23,24,7,8", "B:W7,8,15,16,23,24,6,14:BK11"):
        position = ch.Board(fen).position
        for move in position.legal_moves():
            for text in (str(move), str(move).replace("x", " "), position.notation(move)):
                assert position.play(typed_move(position, text)) == position.play(move)


@pytest.mark.parametrize("text", ["0", "33", "99-1", "1" * 500, "11-", "-", "11-15-18-22-25", "11--", "1x1"])
def test_junk_is_answered(text: str) -> None:
    game = session()
    reply = enter(game, text)
    assert game.board.moves == [] or text == "11-"
    assert reply.lines or reply.redraw
    with pytest.raises(MoveError):
        typed_move(ch.Position.start(), "77777777777")


def test_an_illegal_move_is_explained() -> None:
    game = session(fen=JUMPS)
    assert "you must jump" in said(enter(game, "11-16"))
    assert "15x22x31" in said(enter(game, "11-16"))
    start = session()
    assert said(enter(start, "11-8")).startswith("11-8 is not legal: ")
    assert "White's" not in said(enter(start, "22-18"))
    assert (
        said(enter(start, "22-18")) == "22-18 is not legal: the piece on 22 is white's, and black is to move."
    )


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("18", "There is no piece on 18."),
        ("22", "The piece on 22 is white's, and black is to move."),
        ("5", "The black man on 5 cannot move."),
        ("1", "The black man on 1 cannot move."),
        ("11", "11 could be 11-15 or 11-16."),
        ("11-16x", "'11-16x' is not a move: expected squares joined by - or x, as in 11-15 or 22x15x8."),
        ("11-", "11- could be 11-15 or 11-16."),
        ("40", "'40' is not a move: expected squares joined by - or x, as in 11-15 or 22x15x8."),
    ],
)
def test_what_is_half_typed_or_mistyped(typed: str, message: str) -> None:
    game = session()
    assert said(enter(game, typed)) == message
    assert len(game.board) == 0


def test_resigning_is_asked_about() -> None:
    game = session()
    for answer in ("n", "", "flip"):
        enter(game, "resign")
        assert game.resigning
        enter(game, answer)
        assert (game.resigning, game.outcome) == (False, None)
    enter(game, "resign")
    assert said(enter(game, "maybe")) == "Please answer yes or no."
    assert game.resigning, "an answer that is none is asked for again, and n is a no, not a new game"
    assert said(enter(game, "n")) == "You play on."
    played(game, "resign", "11-15")
    assert [str(move) for move in game.board.moves] == ["11-15"]


def test_the_greeting_is_true() -> None:
    """After a ballot of three moves White is to move, though Black moved first."""
    drawn = ch.Board.of(ch.Position.start(), ["9-14", "22-18", "5-9"])
    assert greeting(Session(Seating(), drawn)).startswith(
        "The ballot is 9-14 22-18 5-9. You play Black and wait for crownhead's move."
    )
    white = Seating(engines=frozenset({BLACK}))
    assert "You play White and are to move." in greeting(Session(white, drawn))
    assert greeting(Session(white)).startswith("You play White and move second.")
    assert greeting(Session(Seating())).startswith("You play Black and move first.")


def test_forced_jumps_are_pointed_out() -> None:
    game = session(fen=JUMPS)
    assert words.remarks(game.board) == ["You must jump. Choose one of these: 15x22x31 or 15x24x31."]
    one = session(fen="W:W18,24:B15,12,K10")
    assert words.remarks(one.board) == ["You can take a piece, so you must jump: 18x11."]
    assert words.remarks(session().board) == []


def test_completion() -> None:
    game = session()
    assert completions(game, "11") == ["11-15", "11-16"]
    assert completions(game, "11 15") == ["11-15"]
    assert completions(game, "un") == ["undo"]
    assert completions(game, "zz") == []
    assert "9-13" in completions(game, "")


# -- taking back ---------------------------------------------------------------------------------------


def test_undo_and_redo_between_two_people() -> None:
    game = session()
    played(game, "11-15", "23-19", "8-11")
    assert said(enter(game, "undo")) == "Taken back: 8-11. Type redo to play it again."
    enter(game, "undo")
    assert [str(move) for move in game.board.moves] == ["11-15"]
    enter(game, "redo")
    enter(game, "redo")
    assert [str(move) for move in game.board.moves] == ["11-15", "23-19", "8-11"]
    assert "nothing to play again" in said(enter(game, "redo"))
    played(game, "undo", "undo", "22-17")
    assert "nothing to play again" in said(enter(game, "redo"))


def test_undo_against_the_engine_goes_back_to_the_person() -> None:
    game = session(AGAINST_WHITE)
    assert "no move of yours" in said(enter(game, "undo"))
    enter(game, "11-15")
    assert game.engine_to_move
    game.engine_turn()
    assert len(game.board) == 2
    enter(game, "undo")
    assert len(game.board) == 0
    enter(game, "redo")
    assert len(game.board) == 2


def test_the_moves_of_a_ballot_stay() -> None:
    board = ch.Board()
    for move in ("9-13", "21-17", "5-9"):
        board.push(move)
    game = Session(TWO_PEOPLE, board)
    assert "no move of yours" in said(enter(game, "undo"))
    assert len(game.board) == 3


# -- the end -------------------------------------------------------------------------------------------


def test_the_end_says_who_won_and_why() -> None:
    game = session(fen="W:W15:B11")
    enter(game, "15x8")
    assert ending(game) == "White wins: Black has no pieces left."
    blocked = session(fen="W:W17,22,26:B13,9")
    assert blocked.outcome is None
    against = session(AGAINST_WHITE)
    enter(against, "resign")
    assert against.outcome is None
    enter(against, "y")
    assert ending(against) == "You have lost. White wins: Black resigned."
    assert said(enter(against, "11-15")).startswith("The game is over.")
    assert said(enter(against, "undo")) == "The game goes on."
    assert against.outcome is None


def test_draws() -> None:
    two = session()
    assert said(enter(two, "draw")) == "Black offers a draw."
    assert two.asked == WHITE
    assert said(enter(two, "")) == "White declines. The game goes on."
    enter(two, "draw")
    enter(two, "y")
    assert ending(two) == "A draw, agreed by both players."
    against = session(AGAINST_WHITE)
    assert "declines" in said(enter(against, "draw"))
    kings = session(fen="B:WK32:BK1")
    played(kings, *["1-5", "32-28", "5-1", "28-32"] * 2)
    assert words.remarks(kings.board) == ["You may claim a draw by repetition: type draw."]
    enter(kings, "draw")
    assert ending(kings) == "A draw: the same position for the third time."


# -- commands ------------------------------------------------------------------------------------------


def test_every_command_answers_at_any_time() -> None:
    for fen in (None, JUMPS, "B:W18:B"):
        for name in COMMANDS:
            game = session(AGAINST_WHITE, fen)
            reply = enter(game, name)
            assert reply.lines or reply.redraw or game.leaving
            game.close()


def test_unknown_words() -> None:
    game = session()
    assert "Did you mean undo?" in said(enter(game, "undu"))
    assert "neither a move" in said(enter(game, "\x1b[31mx" * 50))
    assert "help" in said(enter(game, "?"))
    assert said(enter(game, "mov")).startswith("Black has these moves: 9-13, 9-14")


def test_hint_eval_and_why() -> None:
    game = session()
    assert said(enter(game, "hint")).startswith("Try ")
    assert "for Black" in said(enter(game, "eval"))
    assert "No move has been made" in said(enter(game, "why"))
    enter(game, "11-15")
    assert said(enter(game, "why")).startswith("11-15:\n  ")
    assert "exchanges 1 for 1" in said(enter(game, "why 22-18"))
    assert "not legal" in said(enter(game, "why 11-16"))


def test_flip_and_new() -> None:
    game = session(AGAINST_WHITE)
    enter(game, "flip")
    assert game.flipped
    enter(game, "11-15")
    reply = enter(game, "new white level 6")
    assert game.seating.engines == {BLACK}
    assert game.seating.level == 6
    assert len(game.board) == 0
    assert said(reply).startswith("You play White and move second.")
    assert "new second level 6" in said(enter(game, "new sideways"))
    enter(game, "new first")
    assert game.seating.engines == {WHITE}
    game.sides = {"dark": BLACK, "light": WHITE}  # as the theme of the board calls them
    enter(game, "new light")
    assert game.seating.engines == {BLACK}


# -- the record ----------------------------------------------------------------------------------------


@pytest.fixture
def long_game() -> Session:
    game = session(AGAINST_WHITE)
    for _ in range(4):
        enter(game, str(game.board.legal_moves()[0]))
        game.engine_turn()
    return game


def test_every_move_is_on_disk(data: Path) -> None:
    game = session()
    assert not (data / "games").exists()
    for number, move in enumerate(["11-15", "23-19", "8-11"], 1):
        enter(game, move)
        [path] = (data / "games").glob("*.pdn")
        assert len(ch.pdn.read(path).moves) == number
    enter(game, "undo")
    assert len(ch.pdn.read(path).moves) == 2
    played(game, "resign", "yes")
    record = ch.pdn.read(path)
    assert (record.result, record.headers["Termination"]) == ("0-1", "resigned")
    assert record.problems == []


def test_a_game_goes_on_from_its_record(long_game: Session) -> None:
    moves, seating = long_game.board.moves, long_game.seating
    assert gamefile.unfinished() is None  # it is being played
    long_game.close()
    found = gamefile.unfinished()
    assert found is not None
    again = session()
    again.take_up(found[1], found[0])
    assert (again.board.moves, again.seating) == (moves, seating)
    enter(again, str(again.board.legal_moves()[0]))
    assert len(ch.pdn.read(found[0].path).moves) == len(moves) + 1
    again.close()


@pytest.mark.parametrize(("command", "reason"), [("resign y", Ending.RESIGNED), ("draw y", Ending.AGREED)])
def test_a_declared_end_comes_back(command: str, reason: Ending, tmp_path: Path) -> None:
    game = session()
    played(game, "11-15", *command.split(), f"save {tmp_path / 'copy.pdn'}", "new")
    assert game.outcome is None
    enter(game, f"load {tmp_path / 'copy.pdn'}")
    assert game.outcome is not None
    assert game.outcome.reason is reason


def test_save_and_load(tmp_path: Path) -> None:
    game = session()
    assert "nothing to save" in said(enter(game, "save"))
    played(game, "11-15", "23-19")
    assert said(enter(game, "save")).startswith("The game is saved after every move: ")
    assert "there is no directory" in said(enter(game, f"save {tmp_path}/nowhere/x.pdn"))
    assert said(enter(game, "load nosuch")) == "There is no file nosuch. Type load to list the saved games."
    (tmp_path / "junk.pdn").write_bytes(b"\xff\x00 no game")
    assert enter(game, f"load {tmp_path}/junk.pdn").lines
    (tmp_path / "bad.pdn").write_text("1. 11-15 11-20 *")
    assert "cannot be played" in said(enter(game, f"load {tmp_path}/bad.pdn"))
    assert len(game.board) == 2
    assert "2 moves, not finished" in said(enter(game, "load"))
    enter(game, "new")
    enter(game, "load 1")
    assert len(game.board) == 2


def test_a_game_that_cannot_be_saved_goes_on(data: Path) -> None:
    data.write_text("a file where the directory should be")
    game = session()
    reply = enter(game, "11-15")
    assert said(reply).startswith("The game could not be saved: ")
    assert len(game.board) == 1


# -- clocks --------------------------------------------------------------------------------------------


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def timed(control: Control) -> tuple[Session, Time]:
    time = Time()
    OPEN.append(Session(Seating(frozenset(), control=control), None, gamefile.GameFile.new, now=time))
    return OPEN[-1], time


def test_how_clocks_are_shown() -> None:
    assert [words.time_left(t) for t in (0, 9.96, 10, 61.9, 3600, 3725)] == [
        "0:00.0",
        "0:09.9",
        "0:10",
        "1:01",
        "1:00:00",
        "1:02:05",
    ]


def test_time_ends_the_game() -> None:
    game, time = timed(Control(60))
    enter(game, "11-15")
    time.now += 61
    enter(game, "23-19")
    assert game.outcome is not None
    assert ending(game) == "Black wins: White has no time left."
    assert game.written().headers["Termination"] == "no time left"
    assert len(game.board) == 1


def test_clocks_are_recorded_and_restored() -> None:
    """A game that is left goes on with the clocks as they stood, also that of the player who was thinking. The time
    before the first move costs nothing."""
    game, time = timed(Control(300, 3))
    for move in ("11-15", "23-19", "8-11"):
        time.now += 10
        enter(game, move)
    time.now += 25
    game.close()
    assert game.file is not None
    record = ch.pdn.read(game.file.path)
    assert [node.clock for node in record.mainline()] == [303, 293, 296]
    again, time = timed(Control(60))
    time.now += 1000
    again.take_up(record)
    assert again.seating.control == Control(300, 3)
    assert (again.left(BLACK), again.left(WHITE)) == (296, 268)
    time.now += 5
    assert (again.left(BLACK), again.left(WHITE)) == (296, 263)
    enter(again, "undo")
    assert len(again.board) == 2
    assert (again.left(BLACK), again.left(WHITE)) == (303, 293)


def test_undo_gives_the_time_back() -> None:
    game, time = timed(Control(300))
    enter(game, "11-15")
    time.now += 50
    enter(game, "23-19")
    assert game.left(WHITE) == 250
    enter(game, "undo")
    assert game.left(WHITE) == 300


def test_a_hint_in_an_ending_shows_how_it_goes_on(data: Path) -> None:
    """Published: won in 81 plies, by one move. The engine reads it from the database, and the line goes on."""
    for _ in Plan(data / "tablebases", pieces=4, dtw=4).run():
        pass
    text = said(enter(session(fen="W:WK15,20:BK28,12"), "hint"))
    assert len(re.findall(r"\d+[-x]\d+", text.split("go on ")[1])) >= 6


# -- a review ------------------------------------------------------------------------------------------


def test_a_review_names_the_blunder_that_gave_a_man() -> None:
    """21-17 gives a man for nothing: 14x21. Nobody made another mistake of that size."""
    game = session()
    played(game, "9-14", "21-17", "14x21")
    told = said(enter(game, "review"))
    assert "1... 21-17??" in told
    assert "1... 21-17?? cost the most." in told


def test_a_review_speaks_of_the_only_person_alone() -> None:
    game = session(AGAINST_WHITE, "B:W22,24,28,31:B8,11,16,19")
    played(game, "16-20")
    assert said(enter(game, "review")) == "You made no mistake that the engine can see."


def test_there_is_nothing_to_review_before_the_first_move() -> None:
    assert said(enter(session(), "review")) == "There is nothing to review yet: no move has been made."
