"""What the search finds: known results, and the values that a plain search of the same tree has."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from searches import last_report
from strategies import positions

import crownhead as ch
from crownhead import _core
from crownhead.engine import Engine, Limit, Score, ScoreKind
from crownhead.engine.weights import standard_evaluation
from crownhead.rules.textbook import US, State, actions, successor

WIN = 30_000
DEPTH = 3

engine = Engine(hash_mb=4, tablebase=None)


# -- known results (distances in plies, from published databases) ----------------------------------


@pytest.mark.parametrize(
    ("fen", "said", "nodes"),
    [
        ("W:WK22,K23,K24:BK31,K32", "win in 15", 500_000),
        ("B:WK14:B5,13", "loss in 12", 500_000),
    ],
)
def test_proved_distances(fen: str, said: str, nodes: int) -> None:
    engine.new_game()
    *_, last = engine.analyse(ch.Position.from_fen(fen), Limit(nodes=nodes))
    assert str(last.score) == said


@pytest.mark.parametrize("fen", ["B:WK15,20:BK28,12", "B:W20,16,K2:BK25,K10"])
def test_a_draw_is_not_taken_for_a_win(fen: str) -> None:
    engine.new_game()
    *_, last = engine.analyse(ch.Position.from_fen(fen), Limit(nodes=300_000))
    assert last.score.kind is ScoreKind.EVALUATION


def test_a_win_is_played_to_its_end() -> None:
    engine.new_game()
    board = ch.Board("W:WK22,K23,K24:BK31,K32")
    while board.outcome() is None:
        board.push(engine.play(board, Limit(depth=17)).move)
    assert len(board) == 15
    assert board.outcome() == ch.Outcome(ch.WHITE, ch.Ending.NO_PIECES)


def test_a_proof_ends_the_search_when_nothing_shorter_can_be_found() -> None:
    """A loss in 12 plies: an iteration of 12 plies has seen all that is sooner. With more lines than one all go on."""
    position = ch.Position.from_fen("B:WK14:B5,13")
    engine.new_game()
    *_, last = engine.analyse(position, Limit(depth=40))
    assert last.depth == 12
    engine.new_game()
    *_, last = engine.analyse(position, Limit(depth=14), lines=2)
    assert last.depth == 14


# -- a plain search of the same tree ---------------------------------------------------------------


def plain_value(state: State, depth: int, ply: int = 0) -> int:
    """Minimax by the textbook's rules, seen by the player to move: jumps cost no depth beyond the horizon, a forced
    reply costs none below the root, and no position with a jump is evaluated."""
    open_actions = actions(state)
    if not open_actions:
        return ply - WIN
    jumping = abs(open_actions[0][0][0] - open_actions[0][1][0]) == 2
    if depth <= 0 and not jumping:
        turn = ch.BLACK if state.player == US else ch.WHITE
        return standard_evaluation().of(ch.Position.from_grid(state.board, turn))
    is_free = len(open_actions) == 1 and ply > 0
    below = max(depth - (not is_free), 0)
    return max(-plain_value(successor(state, action), below, ply + 1) for action in open_actions)


@settings(max_examples=30, deadline=None)
@given(position=positions(), depth=st.integers(1, DEPTH))
def test_full_width_search_is_minimax(position: ch.Position, depth: int) -> None:
    """With reductions and forward pruning switched off, the rest (windows, ordering, table) is exact.

    Three plies bring no position back, so that no draw by repetition is met.
    """
    if position.is_over:
        return
    state = State(position.to_grid(), US if position.turn == ch.BLACK else 1)
    core = _core.Engine(1, 1, standard_evaluation())
    core.start(position, [], 0, depth=depth, full_width=True)
    last = last_report(core)
    if last.depth == depth:  # a proof may end the search sooner
        assert Score.of_core(last.score, position.turn).centimen == plain_value(state, depth)


@pytest.mark.parametrize(
    "fen",
    [
        "B:W13,16,19,30:B3,5,17",
        "B:W15,20,23,30:B3,8",
        "B:W21,23,26,28:B8,13,14",
        "B:W15,18,24,28:B6,8,12,14",
        "B:W18,27,29,30:B1,2,5,14",
        "B:W23,28,30:B3,9,14,18",
    ],
)
def test_a_score_outside_the_aspiration_window_is_searched_again(fen: str) -> None:
    """The fifth ply changes the score by more than the window is wide, down in four of these and up in two."""
    position = ch.Position.from_fen(fen)
    core = _core.Engine(1, 1, standard_evaluation())
    core.start(position, [], 0, depth=5, full_width=True)
    last = last_report(core)
    assert last.depth == 5
    assert last.score.centimen == plain_value(State(position.to_grid(), US), 5)


@given(position=positions())
def test_evaluation_is_the_same_from_both_sides(position: ch.Position) -> None:
    evaluation = standard_evaluation()
    assert evaluation.of(position) == evaluation.of(position.flipped())


@given(position=positions())
def test_evaluations_are_never_taken_for_results(position: ch.Position) -> None:
    assert abs(standard_evaluation().of(position)) <= 8000


def test_reports_that_nobody_fetched_are_not_taken_for_those_of_the_next_search() -> None:
    core = _core.Engine(1, 1, standard_evaluation())
    black, white = ch.Position.start(), ch.Position.start().play(ch.Position.start().parse_move("9-14"))
    assert core.start(black, [], 0, depth=1)
    while not core.start(white, [], 0, depth=1):  # refused until the first has ended
        pass
    report = core.next(60)
    assert report is not None
    assert report.line[0] in white.legal_moves()
