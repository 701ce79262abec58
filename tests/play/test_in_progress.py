"""What holds in every game, however it goes; and how it is kept."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crownhead as ch
from crownhead import BLACK, WHITE, Colour
from crownhead.engine.score import Score, ScoreKind
from crownhead.play import Control, GameInProgress, Participant, game_of, record_of

ACTS = ("move", "move", "move", "offer_draw", "accept", "decline", "undo", "redo", "claim", "resign")


def people(control: Control | None = None, apart: bool = False) -> GameInProgress:
    return GameInProgress(Participant.person("Ann", control), Participant.person("Bob", control), apart=apart)


def do(game: GameInProgress, act: str, by: Colour, choice: int, now: float) -> None:
    if act == "move":
        moves = game.board.legal_moves()
        game.move(moves[choice % len(moves)] if moves else "1-5", now)
    else:
        getattr(game, act)(by, now)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(ACTS),
        st.sampled_from(list(Colour)),
        st.integers(0, 30),
        st.floats(0, 5).map(lambda x: round(x, 1)),
    ),
    max_size=40,
)


def test_who_undoes_after_the_flag_has_fallen_is_too_late() -> None:
    """Nobody had looked at the clock yet: the flag is seen first, and what it has ended can then be taken back."""
    game = people(Control(60))
    game.move("11-15", 0)
    with pytest.raises(ch.NotNow, match="no time left"):
        game.undo(WHITE, 61)
    assert len(game.board) == 1
    game.undo(WHITE, 62)
    assert (game.outcome, len(game.board), game.clock.left(WHITE, 62)) == (None, 1, 60)


def test_a_move_from_the_book_is_marked_until_another_takes_its_place() -> None:
    game = GameInProgress(Participant.person("Ann"), Participant.engine(5))
    even = Score(ScoreKind.EVALUATION, 0, WHITE)
    game.move("11-15", 0)
    game.engine_moves(game.board.parse_move("23-19"), even, 0, from_book=True)
    game.move("8-11", 0)
    game.engine_moves(game.board.parse_move("22-17"), even, 0)

    def marked(game: GameInProgress) -> list[bool]:
        return [game.is_from_book(number) for number in range(4)]

    assert marked(game) == marked(game.copy()) == [False, True, False, False]
    text = ch.pdn.dumps(record_of(game, 0))
    assert "1. 11-15 23-19 {book} 2. 8-11" in text
    assert marked(game_of(ch.pdn.loads(text), game.players)) == [False, True, False, False]
    game.undo(BLACK, 0)
    game.undo(BLACK, 0)
    assert marked(game) == [False] * 4, "what was taken back is not on the board"
    game.redo(BLACK, 0)
    assert marked(game)[1], "played again, it is the same move"
    game.undo(BLACK, 0)
    game.move("11-15", 0)
    game.engine_moves(game.board.parse_move("22-18"), even, 0)
    assert marked(game) == [False] * 4


@given(STEPS, st.booleans())
def test_whatever_is_done_the_game_stays_whole(
    steps: list[tuple[str, Colour, int, float]], apart: bool
) -> None:
    game, now = people(Control(60, 1), apart), 0.0
    for act, by, choice, seconds in steps:
        now += seconds
        before = game.copy()
        with suppress(ch.NotNow, ch.MoveError):
            do(game, act, by, choice, now)
        assert len(game.times_after_moves()) == len(game.board)
        assert game.offer is None or game.outcome is None, "no offer outlives the game"
        assert game.outcome is None or game.clock.running is None, "nobody's time passes after the end"
        if game.outcome is None and len(game.board):
            assert game.clock.running == game.turn
        if len(game.board) != len(before.board):
            assert game.offer is None, "a move that is made or taken back answers every offer"
        again = game_of(ch.pdn.loads(ch.pdn.dumps(record_of(game, now))), game.players)
        assert (again.board, again.outcome) == (game.board, game.outcome)
        for colour, left in game.clock.times(now).items():
            if game.outcome is None:
                assert again.clock.left(colour, now + 500) == pytest.approx(left, abs=0.051)


@given(STEPS)
def test_a_copy_is_a_game_of_its_own(steps: list[tuple[str, Colour, int, float]]) -> None:
    game = people(Control(60))
    game.move("11-15", 1)
    board, times = game.board.copy(), game.clock.times(5)
    twin = game.copy()
    for act, by, choice, seconds in steps:
        with suppress(ch.NotNow, ch.MoveError):
            do(twin, act, by, choice, 5 + seconds)
    assert (game.board, game.clock.times(5), game.offer, game.undone) == (board, times, None, [])


@given(st.integers(1, 12), st.integers(1, 12))
def test_redo_plays_what_undo_took_back(made: int, back: int) -> None:
    game = people()
    for number in range(made):
        do(game, "move", BLACK, number, 0)
    line = game.board.moves
    for _ in range(min(made, back)):
        game.undo(WHITE, 0)
    for _ in range(min(made, back)):
        game.redo(WHITE, 0)
    assert game.board.moves == line
    assert game.undone == []


def test_two_programs_end_a_draw_that_stands() -> None:
    """Nobody is there who could choose to play on."""
    game = GameInProgress(Participant.program("a"), Participant.engine(), ch.Board("B:WK32:BK1"))
    for move in ["1-5", "32-28", "5-1", "28-32"] * 2:
        assert game.outcome is None
        game.move(move, 0)
    assert game.outcome == (None, ch.Ending.REPETITION)


def test_clocks_wait_for_the_first_move_or_the_start() -> None:
    game = people(Control(60))
    assert not game.time_out(1000)
    game.move("11-15", 1000)
    assert game.clock.times(1010) == {BLACK: 60, WHITE: 50}
    started = people(Control(60))
    started.start(0)
    assert started.time_out(61)
    assert started.outcome == (WHITE, ch.Ending.NO_TIME)


def test_an_adjourned_game_waits() -> None:
    game = people(Control(60))
    game.move("11-15", 0)
    game.adjourn(10)
    assert not game.time_out(5000)
    game.start(5000)
    assert game.clock.times(5010) == {BLACK: 60, WHITE: 40}


def test_an_illegal_move_is_no_answer_to_an_offer() -> None:
    game = people()
    game.offer_draw(BLACK, 0)
    with pytest.raises(ch.IllegalMove):
        game.move("11-20", 0)
    assert game.offer is not None


def test_the_engine_is_asked_as_its_level_clock_and_seconds_say() -> None:
    game = GameInProgress(Participant.engine(3, seconds=0.5), Participant.engine(control=Control(60, 2)))
    assert game.limit(0) == ch.Limit(time=0.5)
    game.move("11-15", 0)
    assert game.limit(10) == ch.Limit(clock=50, increment=2)


def test_the_record_has_all_that_is_needed_to_go_on() -> None:
    game = GameInProgress(
        Participant.person("Ann", Control(300, 3)), Participant.engine(4, 2.5, Control(300, 3)), given=0
    )
    game.start(0)
    game.move("11-15", 20)
    record = ch.pdn.loads(ch.pdn.dumps(record_of(game, 25, {"Event": "Club"})))
    assert record.problems == []
    assert record.headers["Event"] == "Club"
    assert [node.clock for node in record.mainline()] == [283]
    other = {BLACK: Participant.engine(9), WHITE: Participant.person()}
    again = game_of(record, other)
    assert again.players == game.players
    assert again.clock.times(0) == {BLACK: 283, WHITE: 295}


@pytest.mark.parametrize(
    "tags",
    [
        {"EngineLevel": "99", "EngineSeconds": "-1", "GivenMoves": "77", "BlackClock": "soon"},
        {"EngineLevel": "²", "EngineSeconds": "nan", "GivenMoves": "²", "BlackClock": "inf"},
        {"TimeControl": "junk", "BlackType": "ghost"},
    ],
)
def test_nonsense_in_a_record_is_not_believed(tags: dict[str, str]) -> None:
    usual = {BLACK: Participant.person(), WHITE: Participant.engine(4)}
    record = ch.Game(headers={"BlackType": "human", "WhiteType": "program", **tags})
    game = game_of(record, usual)
    assert (game.players[WHITE].level, game.players[WHITE].seconds, game.given) == (4, 1.0, 0)
    assert not game.clock
