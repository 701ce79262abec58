"""Every lesson can be finished, every goal is what its text says, and the databases agree with the endings.

The shots are checked with the textbook's alpha-beta, which shares nothing with what judges them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import crownhead as ch
from crownhead.rules import textbook
from crownhead.study.lessons import Goal, Lesson, Step, hint, judge, lesson, lessons
from crownhead.tablebase.slices import Slice
from crownhead.terminal.main import cli

STEPS = [(one, number) for one in lessons() for number in range(1, len(one.steps) + 1)]
NAMES = [f"{one.name}-{number}" for one, number in STEPS]


def step_of(at: tuple[Lesson, int]) -> Step:
    return at[0].steps[at[1] - 1]


def of_kind(*goals: Goal) -> pytest.MarkDecorator:
    chosen = [at for at in STEPS if step_of(at).goal in goals]
    return pytest.mark.parametrize("at", chosen, ids=[f"{one.name}-{number}" for one, number in chosen])


THIRD_POSITION = Slice(0, 2, 1, 2)
"""Two kings against two kings and a man."""


@pytest.fixture(scope="module")
def endings(tmp_path_factory: pytest.TempPathFactory) -> ch.Tablebase:
    from crownhead.tablebase.build import Plan

    folder = tmp_path_factory.mktemp("endings")
    for plan in (Plan(folder, pieces=4, dtw=4), Plan(folder, pieces=5, dtw=5, families=(THIRD_POSITION,))):
        for _ in plan.run():
            pass
    return ch.Tablebase.open(folder)


@pytest.mark.parametrize("at", STEPS, ids=NAMES)
def test_a_learner_who_follows_the_hints_reaches_the_goal(
    at: tuple[Lesson, int], endings: ch.Tablebase
) -> None:
    step, moves = step_of(at), list[ch.Move]()
    while step.goal is not Goal.READ:
        moves.append(hint(step, moves, endings))
        said = judge(step, moves, endings)
        assert said.right, (moves, said.text)
        if said.done:
            assert said.text == step.right
            break
        assert said.reply is not None
        moves.append(said.reply)


@pytest.mark.parametrize("at", STEPS, ids=NAMES)
def test_every_legal_first_move_gets_an_answer(at: tuple[Lesson, int], endings: ch.Tablebase) -> None:
    step = step_of(at)
    for move in step.position.legal_moves() if step.goal is not Goal.READ else []:
        said = judge(step, [move], endings)
        assert said.text.endswith((".", "!"))
        assert said.right >= said.done
        assert (said.reply is not None) == (said.right and not said.done)


@of_kind(Goal.TAKE)
def test_so_many_pieces_can_be_taken_and_no_more(at: tuple[Lesson, int]) -> None:
    state = textbook_state(step_of(at).position)
    most = max(len(tiles) - 1 for tiles in textbook.must_moves(state))
    assert most == step_of(at).pieces


@of_kind(Goal.SHOT)
def test_a_shot_is_forced_and_the_only_move_that_gains(at: tuple[Lesson, int]) -> None:
    step = step_of(at)
    board = ch.Board(step.position)
    for number, text in enumerate(step.moves):
        if number % 2:
            assert len(board.legal_moves()) == 1, "the opponent has a choice"
        board.push(text)
    mine = step.position.turn
    gained = ahead(board.position, mine) - ahead(step.position, mine)
    named = {
        "two-for-one": 1,
        "three-for-one": 2,
        "in-and-out": 1,
        "forced": 0,
        "second-position": 0,
        "fourth-position": {2: -1, 3: 1}.get(at[1]),
    }[at[0].name]
    assert gained == named
    if gained > 0:
        assert_only_it_gains(step.position, board.moves[0])


def assert_only_it_gains(position: ch.Position, move: ch.Move) -> None:
    """The textbook, which only counts pieces, sees a gain by this move within six plies, and by no other."""
    state = textbook_state(position)
    sign = 1 if position.turn is ch.BLACK else -1
    values = {
        str(tiles): sign * textbook.alpha_beta(textbook.successor(state, tiles), 6, balance)
        for tiles in textbook.actions(state)
    }
    gain = values.pop(str(move.tiles))
    assert gain > sign * balance(state) >= max(values.values())


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_king_between_two_pieces_wins_one(number: int) -> None:
    step = lesson("two-threats").steps[number - 1]
    [text] = step.moves
    move = step.position.parse_move(text)
    assert_only_it_gains(step.position, move)
    again = ch.Position.from_fen(step.position.turn.letter + step.position.play(move).fen[1:])
    threats = [jump for jump in again.legal_moves() if jump.is_jump and jump.origin == move.target]
    assert len(threats) == 2


def test_the_published_breeches_come_about_as_published() -> None:
    """The Checker Maven's note: 14-9 5x14 10x26 30x23, and 15-19 is the breeches. Whatever Black does, a king falls."""
    board = ch.Board.of("W:WK10,13,K14,K15:B5,K16,K22,K28,K30", ["14-9", "5x14", "10x26", "30x23"])
    step = lesson("two-threats").steps[3]
    assert board.position == step.position
    after = step.position.play(step.position.parse_move("15-19"))
    for reply in after.legal_moves():
        jumps = after.play(reply).legal_moves()
        assert {tuple(jump.captures) for jump in jumps} & {(16,), (23,)}, reply


@of_kind(Goal.WIN)
def test_a_win_is_a_win_within_the_moves_that_are_given(
    at: tuple[Lesson, int], endings: ch.Tablebase
) -> None:
    step = step_of(at)
    value = endings.probe(step.position)
    assert value.result == "win"
    assert value.plies is not None
    assert (value.plies + 1) // 2 <= step.within


@of_kind(Goal.DRAW)
def test_a_draw_is_a_draw(at: tuple[Lesson, int], endings: ch.Tablebase) -> None:
    assert endings.probe(step_of(at).position).result == "draw"


def test_first_position_is_the_published_one() -> None:
    """81 plies, and a draw with the other side to move: published, and in facts that two programs computed."""
    first, second = lesson("first-position").steps
    assert (first.fen, second.fen) == ("W:WK15,20:BK28,12", "B:WK15,20:BK28,12")
    assert f"{(81 + 1) // 2} moves" in first.text


LASKER_SECOND = (
    "30-26 9-14 26-23 14-10 23-18 10-6 18-14 6-1 14-9 1-5 9-6 5-9 6-2 9-5 2-6 5-1 6-9 1-5 9-14 5-1 14-18 1-6 "
    "18-15 6-9 15-19 9-14 27-23 14-10 23-18 10-6 18-14 6-1 14-9 1-5 9-6 5-9 6-2 9-5 2-6 5-1 6-9 1-5 9-14 5-1 "
    "14-18 1-6 18-23 6-10 23-27 10-14 19-23 14-10 23-18 10-6 18-14 6-1 14-9 1-5"
)
LASKER_FOURTH = "14-9 1-5 9-13 5-1 11-15 2-6 10-14 1-5 15-18 5-1 14-9 6-2 9-5 2-6 18-15 6-2 15-10 2-6"


@pytest.mark.parametrize(
    ("name", "start", "line"),
    [
        ("second-position", "W:W27,30,K22:B20,21,K9", LASKER_SECOND),
        ("fourth-position", "W:W12,K10,K11,K14:B3,K1,K2", LASKER_FOURTH),
    ],
)
def test_the_later_steps_arise_by_the_published_play(name: str, start: str, line: str) -> None:
    """Lasker's diagrams 95 and 101, and his moves from there to where the learner takes over."""
    first, second, third = lesson(name).steps
    assert first.position == ch.Position.from_fen(start)
    assert ch.Board.of(first.position, line.split()).position == second.position
    reply = {"second-position": "21-25", "fourth-position": "6-2"}[name]
    assert ch.Board.of(second.position, [*second.moves, reply]).position == third.position


LASKER_THIRD = (
    "20-24 11-15 24-27 15-11 27-32 11-15 12-8 15-18 32-27 18-15 27-31 15-18 8-11 18-23 11-7 19-15 28-24 23-27 "
    "24-20 27-23 7-2 15-11 2-6 23-19 6-10 19-23 10-14 23-19 14-18 19-24 18-23 24-28 23-19 28-32 31-26 32-28 "
    "26-23 28-32 23-18 32-28"
)


def test_third_position_is_the_published_one(endings: ch.Tablebase) -> None:
    """Lasker's diagram 98: none of his moves lets the win slip, and they lead to the step that comes before it."""
    near_the_end, whole = lesson("third-position").steps
    assert whole.position == ch.Position.from_fen("W:W28,K20,K12:BK19,K11")
    board = ch.Board(whole.position)
    for text in LASKER_THIRD.split():
        board.push(text)
        assert endings.probe(board.position).result == ("loss" if board.turn is ch.BLACK else "win")
    assert board.position == near_the_end.position
    plies = endings.probe(whole.position).plies
    assert plies is not None
    assert f"{(plies + 1) // 2} moves" in whole.text


def test_the_move_that_lets_a_win_slip_is_taken_back(endings: ch.Tablebase) -> None:
    """Lasker's diagram 88: 32-27 wins, and 32-28 draws."""
    step = lesson("opposition").steps[0]
    assert judge(step, ["32-27"], endings).right
    slipped = judge(step, ["32-28"], endings)
    assert not slipped.right
    assert slipped.reply is None
    assert "opposition" in slipped.text


def test_a_win_that_takes_too_long_is_not_the_goal(endings: ch.Tablebase) -> None:
    step = lesson("winning").steps[1]
    assert not judge(step, ["6-10"], endings).right  # wins too, but two moves later


@pytest.mark.parametrize("one", lessons(), ids=lambda one: one.name)
def test_texts_name_no_colour(one: Lesson) -> None:
    """The learner's pieces have the colour of the theme."""
    texts = " ".join(f"{step.text} {step.right} {step.wrong}" for step in one.steps).lower().split()
    assert not {"black", "white", "red"} & {word.strip(".,:'\"") for word in texts}


def test_an_unknown_lesson_lists_the_known_ones() -> None:
    with pytest.raises(ch.CrownheadError, match=r"no lesson 'chess'.*double-jump"):
        lesson("chess")
    with pytest.raises(ch.CrownheadError, match="1 to 18"):
        lesson("99999999999999999999999")


# -- in the terminal -------------------------------------------------------------------------------


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path))
    return tmp_path


def test_a_lesson_in_the_terminal(data: Path) -> None:
    lines = ["", "10-9", "banana", "hint", "10-14", "14-17", "10-15", "n"]
    done = CliRunner().invoke(cli, ["learn", "1"], input="\n".join(lines) + "\n")
    assert done.exit_code == 0, done.output
    for said in (
        "10-9 is not legal",
        "'banana' is neither a move nor a command",
        "Try 10-14.",
        "That was the man in front.",
    ):
        assert said in done.output
    assert "✓  1  The first steps" in CliRunner().invoke(cli, ["learn", "--list"]).output


def test_the_end_of_input_ends_the_lesson_unfinished(data: Path) -> None:
    done = CliRunner().invoke(cli, ["learn", "2"], input="")
    assert done.exit_code == 0
    assert "✓" not in CliRunner().invoke(cli, ["learn", "--list"]).output


def test_a_damaged_file_of_progress_is_no_progress(data: Path) -> None:
    (data / "lessons.json").write_text('{"not": "a list"')
    assert CliRunner().invoke(cli, ["learn", "--list"]).exit_code == 0


# -- the textbook's view ---------------------------------------------------------------------------


def textbook_state(position: ch.Position) -> textbook.State:
    player = textbook.US if position.turn is ch.BLACK else textbook.THEM
    return textbook.State(position.to_grid(), player)


def balance(state: textbook.State) -> float:
    """Pieces, all of them worth the same, ours less theirs."""
    return len(textbook.tiles_of(state.board, textbook.US)) - len(
        textbook.tiles_of(state.board, textbook.THEM)
    )


def ahead(position: ch.Position, colour: ch.Colour) -> int:
    """By how many pieces."""
    return len(position.pieces(colour)) - len(position.pieces(colour.opponent))
