"""Reviews: faults that are known are found, best moves are not blamed, and the record keeps what is said."""

from __future__ import annotations

import math
from html import escape
from xml.etree import ElementTree

import pytest

import crownhead as ch
from crownhead.engine import Played, ScoreKind
from crownhead.rules.colour import BLACK, WHITE
from crownhead.study.inquiry import Question, answer, answered
from crownhead.study.review import (
    Grade,
    Phase,
    annotate,
    boards_of,
    expectation,
    judging,
    proved_turns,
    review,
    reviewed,
)
from crownhead.study.review.accuracy import accuracy
from crownhead.study.review.reviewing import deeper, is_doubtful

STROKE = "18-14 10x17 26-22 17x26 30x7"
QUICK = ch.Limit(depth=11)


@pytest.fixture(scope="module")
def engine() -> ch.Engine:
    return ch.Engine(hash_mb=16, tablebase=None)


def game_of(moves: str, fen: str | None = None) -> ch.pdn.Game:
    game = ch.pdn.Game(fen)
    for move in moves.split():
        game.play(move)
    return game


@pytest.mark.parametrize("moves", ["9-14 21-17", "10-14 21-17"])
def test_the_two_replies_that_lose_a_man_at_once(engine: ch.Engine, moves: str) -> None:
    """Of the 49 ways to begin, these two are barred from two-move play for just that."""
    found = review(game_of(moves), QUICK, engine)
    assert found.moves[1].grade in (Grade.MISTAKE, Grade.BLUNDER)
    assert found.mistakes == [found.moves[1]] == found.critical
    assert found.moves[1].text == f"1... 21-17{found.moves[1].grade.mark}"
    assert found.accuracy == {BLACK: None, WHITE: None}, "a move or two prove nothing"
    assert found.scores[2].centimen > 60  # a man, less what the engine sees for it


def test_the_engines_own_moves_are_faultless(engine: ch.Engine) -> None:
    board = ch.Board()
    for _ in range(20):  # enough for an accuracy, though some moves are forced
        played = answer(engine, Question(board, QUICK))
        board.push(played.move)
    found = review(board, QUICK, engine)
    assert found.mistakes == []
    # not quite 100: where it is in doubt, a review looks deeper than the search that chose the move
    assert all(value is not None and value >= 99 for value in found.accuracy.values())
    assert found.faults_per_100 == {BLACK: 0, WHITE: 0}
    assert found.mistakes == []


def test_the_end_of_a_game(engine: ch.Engine) -> None:
    found = review(game_of("15x8", "W:W15:B11"), QUICK, engine)
    assert found.moves[0].grade is Grade.FORCED
    assert found.scores[1].kind is ScoreKind.LOSS  # seen by Black, who has nothing left
    assert found.accuracy == {BLACK: None, WHITE: None}
    assert "wins the game" in str(found.moves[0].explanation)


def test_a_win_thrown_away_is_a_blunder(engine: ch.Engine) -> None:
    """facts: W:WK22,K23,K24:BK31,K32 is won in 15 plies. 24-19 lets a piece be taken and no more."""
    found = review(game_of("22-17", "W:WK22,K23,K24:BK31,K32"), ch.Limit(depth=17), engine)
    assert found.moves[0].best.score.kind is ScoreKind.WIN
    assert found.moves[0].best.score.plies == 15


def test_no_game_at_all(engine: ch.Engine) -> None:
    found = review(ch.Board(), QUICK, engine)
    assert (found.moves, len(found.scores)) == ((), 1)
    assert review(ch.Board("B:W18:B"), QUICK, engine).scores[0].kind is ScoreKind.LOSS


def test_the_same_game_gets_the_same_review(engine: ch.Engine) -> None:
    game = game_of("11-15 23-19 8-11 22-17 9-13 17-14 10x17 21x14")
    one, other = (review(game, ch.Limit(nodes=20_000), engine) for _ in range(2))
    assert one.scores == other.scores
    assert [judged.loss for judged in one.moves] == [judged.loss for judged in other.moves]


def test_progress_is_told(engine: ch.Engine) -> None:
    told: list[tuple[int, int]] = []
    review(game_of("11-15 23-19"), ch.Limit(depth=3), engine, lambda done, of: told.append((done, of)))
    assert told[:3] == [(1, 3), (2, 3), (3, 3)]
    assert [done for done, _ in told] == list(range(1, len(told) + 1))
    assert told[-1][0] == told[-1][1]


def test_only_moves_that_can_be_played_are_reviewed() -> None:
    game = ch.pdn.loads("1. 11-15 23-19 2. 8-30 *")
    assert len(boards_of(game)) == 3


def test_expectations() -> None:
    def score(kind: ScoreKind, centimen: int = 0) -> float:
        return expectation(ch.Score(kind, centimen, BLACK))

    assert score(ScoreKind.WIN) == 1
    assert score(ScoreKind.LOSS) == 0
    assert score(ScoreKind.DRAW) == 0.5 == score(ScoreKind.EVALUATION)
    assert math.isclose(score(ScoreKind.EVALUATION, 80) + score(ScoreKind.EVALUATION, -80), 1)
    assert 0.73 < score(ScoreKind.EVALUATION, 60) < 0.74


def test_grades() -> None:
    losses = [0.0, 0.07, 0.08, 0.16, 0.17, 0.29, 0.3, 1.0]
    marks = [Grade.of_loss(loss).mark for loss in losses]
    assert marks == ["", "", "?!", "?!", "?", "?", "??", "??"]


def test_a_doubtful_position_is_looked_at_again(engine: ch.Engine) -> None:
    """A depth at which the stroke of a beginners' problem is not seen before it is made, but is after."""
    board = ch.Board("W:W18,26,30:B10,11,19")
    board.push("18-14")
    boards = boards_of(board)
    shallow = answer(engine, Question(boards[0], ch.Limit(depth=9)))
    assert shallow.move == board.last_move
    blind = type(shallow)(shallow.move, ch.Score(ScoreKind.EVALUATION, -100, WHITE), shallow.line, 1, 1, 0.0)
    after = answer(engine, Question(boards[1], ch.Limit(depth=9)))
    assert is_doubtful(reviewed(boards, [blind, after]).moves[0])
    assert not is_doubtful(reviewed(boards, [shallow, after]).moves[0])
    assert deeper(ch.Limit(nodes=100)) == ch.Limit(nodes=800)
    assert deeper(ch.Limit(depth=10)) == ch.Limit(depth=14)


def test_the_second_look_counts(engine: ch.Engine) -> None:
    """At two plies the stroke is an advantage; once it is begun, a win is seen: the first look is corrected."""
    game = game_of(STROKE, "W:W18,26,30:B10,11,19")
    first = answer(engine, Question(game.board(), ch.Limit(depth=2)))
    assert first.score.kind is ScoreKind.EVALUATION
    found = review(game, ch.Limit(depth=2), engine)
    assert found.moves[0].best.score.kind is ScoreKind.WIN
    assert found.scores[0].kind is ScoreKind.LOSS  # seen by Black


def test_annotation(engine: ch.Engine) -> None:
    game = game_of("9-14 21-17 14x21")
    node = game.root.next
    assert node is not None
    node.comment = "The double corner opening."
    annotate(game, review(game, QUICK, engine))
    again = ch.pdn.loads(ch.pdn.dumps(game))
    assert again == game
    assert again.problems == []
    first, second, third = again.mainline()
    assert first.comment == "The double corner opening."
    assert first.evaluation is not None
    assert set(second.nags) & {2, 4}
    assert second.comment.startswith(("Mistake. ", "Blunder. "))
    assert first.variations != []
    assert third.nags == []
    before = ch.pdn.dumps(game)
    annotate(game, review(game, QUICK, engine))
    assert ch.pdn.dumps(game) == before  # a second time adds nothing


def test_where_a_result_became_certain(engine: ch.Engine) -> None:
    """The stroke wins from its first move on, and nothing changes after that."""
    found = review(game_of(STROKE, "W:W18,26,30:B10,11,19"), ch.Limit(depth=15), engine)
    [turn] = proved_turns(found)
    assert (turn.number, turn.after, turn.verdict.winner) == (0, "", WHITE)
    assert turn.position.fen == "W:W18,26,30:B10,11,19"
    assert turn.words.startswith("At the beginning: White wins")
    assert turn.words.endswith(", proved by search or database.")


def test_a_result_that_is_given_away_is_told_again() -> None:
    """26-22 takes the last man whatever Black does. After 26-23 nobody is said to know, then that Black wins."""
    boards = boards_of(game_of("26-23 14-17 23-19", "W:W26:B14"))
    scores = [
        ch.Score.win(WHITE, 3, exact=True),
        ch.Score(ScoreKind.EVALUATION, 10, BLACK),
        ch.Score.loss(WHITE, exact=True),
        ch.Score.win(BLACK, exact=True),
    ]
    moves = [board.legal_moves()[0] for board in boards]
    opinions: list[Played | None] = [
        Played(move, score, (move,), 1, 1, 0.0) for move, score in zip(moves, scores, strict=True)
    ]
    found = reviewed(boards, opinions)
    assert [(turn.number, turn.verdict.winner) for turn in proved_turns(found)] == [(0, WHITE), (2, BLACK)]
    data = ch.study.review_data(found)
    assert [(turn.winner, turn.after) for turn in data.proved] == [
        ("white", ""),
        ("black", found.moves[1].text),
    ]
    assert [score.proved for score in data.scores] == [
        "White wins in 2 moves at most, proved by search or database.",
        None,
        "Black wins, proved by search or database.",
        "Black wins, proved by search or database.",
    ]


def test_what_is_proved_stands_in_the_record_once(engine: ch.Engine) -> None:
    game = game_of(STROKE, "W:W18,26,30:B10,11,19")
    found = review(game, ch.Limit(depth=15), engine)
    annotate(game, found)
    annotate(game, found)
    again = ch.pdn.loads(ch.pdn.dumps(game))
    [turn] = proved_turns(found)
    assert again.root.comment == turn.verdict.sentence
    assert sum("proved" in node.comment for node in again.mainline()) == 0


def test_the_phases_of_a_game() -> None:
    """Sixteen moves of opening; ten pieces are an ending, also at the beginning of a record."""
    board = ch.Board()
    for _ in range(17):
        assert Phase.of(board) is Phase.OPENING if len(board) < 16 else Phase.of(board) is Phase.MIDDLE_GAME
        board.push(board.legal_moves()[0])
    assert Phase.of(ch.Board("W:W18,26,30:B10,11,19")) is Phase.ENDING


def test_a_move_that_is_tried_is_judged_as_in_a_review(engine: ch.Engine) -> None:
    """The stroke of a beginners' problem is right; another move of the same man throws the win away."""
    board = ch.Board("W:W18,26,30:B10,11,19")
    right, wrong = (
        answered(judging(board, board.parse_move(move), QUICK), engine) for move in ("18-14", "18-15")
    )
    assert right.grade in (Grade.BEST, Grade.GOOD)
    assert right.explanation.sentences[0].startswith("It wins 1 piece by a shot")
    assert wrong.grade is Grade.BLUNDER
    assert wrong.reply is not None


# -- accuracy ------------------------------------------------------------------------------------------


def scores(*pairs: tuple[int, int]) -> list[tuple[ch.Score, ch.Score]]:
    def score(centimen: int) -> ch.Score:
        return ch.Score(ScoreKind.EVALUATION, centimen, BLACK)

    return [(score(best), score(played)) for best, played in pairs]


def test_accuracy_of_equal_moves_is_full_and_of_one_move_unknown() -> None:
    sound = accuracy(scores(*[(10, 3), (5, -4), (0, 0), (-8, -10), (4, -6)] * 4))
    assert sound is not None
    assert sound > 95
    assert accuracy(scores((10, 3))) is None
    assert accuracy([]) is None


def test_each_man_that_is_lost_costs_also_when_the_game_is_lost_already() -> None:
    """Twelve men for three, one after another, between moves that lose nothing more."""
    course = [(-100 * n, -100 * (n + 1)) for n in range(9)]
    random_mover = accuracy(scores(*course, *[(-900, -900)] * 20))
    one_fault = accuracy(scores((0, -100), *[(-100, -100)] * 28))
    assert random_mover is not None
    assert one_fault is not None
    assert random_mover < 60 < 90 < one_fault


def test_accuracy_falls_with_every_fault() -> None:
    falling = [accuracy(scores(*[(0, -80)] * n, *[(0, 0)] * (20 - n))) for n in range(10)]
    assert falling == sorted(falling, key=lambda value: -(value or 0))
    assert len(set(falling)) == len(falling)


def test_a_proved_loss_is_no_fault() -> None:
    lost = ch.Score(ScoreKind.LOSS, -29990, BLACK, plies=10)
    assert accuracy([(lost, lost)] * 9) is None


def test_the_first_moves_of_sound_openings_are_not_doubtful() -> None:
    """Openings of three moves that masters play over the board, all in use: no move of them is a fault."""
    with ch.study.inquiry.teacher() as engine:
        for moves in (
            "9-13 22-18 6-9",
            "11-15 23-19 8-11",
            "12-16 21-17 9-13",
            "10-14 24-19 6-10",
            "9-14 22-17 11-15",
        ):
            found = review(game_of(moves), ch.Limit(nodes=50_000), engine)
            assert found.mistakes == [], moves


def test_a_review_shows_itself_in_a_notebook(engine: ch.Engine) -> None:
    found = review(game_of("9-14 21-17"), QUICK, engine)
    shown = found._repr_html_()  # type: ignore[attr-defined]
    assert shown.count("<article") == len(found.mistakes) == 1
    assert shown.count("<svg") == 2, "the graph, and the position before the mistake"
    assert all(escape(sentence.split()[0]) in shown for sentence in found.mistakes[0].explanation.sentences)
    ElementTree.fromstring(shown)  # nothing is left open
