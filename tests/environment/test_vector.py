"""Many games at once: the same games as the library's own board plays."""

from __future__ import annotations

import multiprocessing
from typing import Any

import numpy as np
import pytest
from environment.agreement import follow

import crownhead as ch
from crownhead.environment import NO_ACTION, UNKNOWN, VectorEnv
from crownhead.tablebase.build import Plan


def test_games_by_chance_agree_with_the_board_and_the_textbook() -> None:
    ends = follow(60, seed=1, with_textbook=True)
    assert ends.keys() <= {"no move", "no pieces", "forty moves", "repetition"}
    assert len(ends) >= 2


@pytest.mark.deep
def test_many_games_by_chance_agree_with_the_board() -> None:
    ends = follow(2000, seed=2, at_once=128)
    assert ends.keys() >= {"no move", "no pieces", "forty moves"}


def play_whole_moves(env: VectorEnv, steps: int) -> int:
    boards = [ch.Board() for _ in range(env.n)]
    ended = 0
    for _ in range(steps):
        actions = env.sample()
        moves = [b.legal_moves()[a] for b, a in zip(boards, actions, strict=True)]
        env.step(actions)
        for i, (board, move) in enumerate(zip(boards, moves, strict=True)):
            mover = board.turn
            board.push(move)
            outcome = board.outcome(claim_draw=True)
            assert env.done[i] == (outcome is not None)
            assert env.reward[i] == (outcome is not None and outcome.winner == mover)
            if outcome is not None:
                boards[i] = board = ch.Board()
                ended += 1
            assert env.board(i) == board
            assert env.action_mask[i].sum() == len(board.legal_moves())
            assert env.action_mask[i, : len(board.legal_moves())].all()
    return ended


def test_whole_moves_are_numbered_as_legal_moves_lists_them() -> None:
    assert play_whole_moves(VectorEnv(8, seed=3, actions="moves"), 150) > 4


def test_every_thread_plays_the_same_games() -> None:
    alone, shared = VectorEnv(300, seed=4), VectorEnv(300, seed=4, threads=3)
    for _ in range(200):
        for env in (alone, shared):
            env.step(env.sample())
        for name in ("observation", "action_mask", "reward", "done", "turn"):
            assert np.array_equal(getattr(alone, name), getattr(shared, name))


def test_a_seed_brings_the_same_games_again() -> None:
    starts = ["W:W18,24:B1,K10", "B:W31,32:B1,2", "B:WK32:BK1,K2"]
    env = VectorEnv(50, seed=7, starts=starts)

    def first_steps() -> list[Any]:
        return [env.observation.copy(), *(_stepped(env) for _ in range(5))]

    first = first_steps()
    env.reset(seed=7)
    assert all(np.array_equal(a, b) for a, b in zip(first, first_steps(), strict=True))
    env.reset(seed=8)
    assert not np.array_equal(first[0], env.observation)


def _stepped(env: VectorEnv) -> Any:
    env.step(env.sample())
    return env.observation.copy()


def test_a_double_jump_is_two_actions_of_one_player() -> None:
    env = VectorEnv(1, starts=["B:W6,14,30:B1,K32"])
    # 1x10 over 6, then 10x17 over 14: down-right, then down-left.
    env.step([32 * 3 + 0])
    assert env.turn[0] == 0
    assert env.observation[0, 4].ravel().nonzero()[0].tolist() == [9]
    assert np.flatnonzero(env.action_mask[0]).tolist() == [32 * 2 + 9]
    assert len(env.board(0)) == 0
    env.step([32 * 2 + 9])
    assert env.turn[0] == 1
    assert str(env.board(0).last_move) == "1x10x17"


def test_the_winner_is_rewarded_and_the_next_game_is_set_up() -> None:
    env = VectorEnv(2, starts=["B:W6:B1"])
    env.step([96, 96])
    assert env.reward.tolist() == [1.0, 1.0]
    assert env.done.tolist() == [True, True]
    assert env.position(0).fen == "B:W6:B1"


def test_without_auto_reset_a_game_that_is_over_stays_so() -> None:
    env = VectorEnv(2, starts=["B:W6:B1"], auto_reset=False)
    env.step([96, 96])
    assert env.position(0).fen == "W:W:B10"
    assert not env.action_mask.any()
    assert env.sample().tolist() == [NO_ACTION, NO_ACTION]
    env.set_position(1, "B:W31,32:B1")
    env.step([NO_ACTION, 64])
    assert env.reward.tolist() == [0.0, 0.0]
    assert env.done.tolist() == [True, False]
    with pytest.raises(
        ch.IllegalAction, match="game 0 does not allow action 96: it allows -1 alone, for it is over"
    ):
        env.step([96, 64])


def test_a_copy_goes_on_apart() -> None:
    env = VectorEnv(3, seed=5)
    env.step(env.sample())
    other = env.copy()
    before = env.position(0)
    other.step(other.sample())
    assert env.position(0) == before != other.position(0)
    env.copy_game(0, 2)
    assert env.board(2) == env.board(0)
    assert np.array_equal(env.observation[2], env.observation[0])
    env.set_position(1, "B:W32:B1,K5")
    assert env.observation[1].any(axis=(1, 2)).tolist() == [True, True, True, False, False, False, False]


def test_labels_are_the_databases(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("four")
    for _ in Plan(folder, pieces=4, dtw=0).run():
        pass
    starts = ["B:WK14:B5,13", "W:WK15,20:BK28,12", "B:WK15,20:BK28,12", "B:W21-32:B1-12"]
    env = VectorEnv(4, starts=starts)
    for game, start in enumerate(starts):
        env.set_position(game, start)
    # facts: a loss in 12, a win in 81, and a draw with Black to move
    assert env.labels(ch.Tablebase.open(folder)).tolist() == [-1, 1, 0, UNKNOWN]


def test_arrays_of_the_caller_are_written_into() -> None:
    observation = np.full((2, 7, 8, 4), 9, np.uint8)
    done = np.ones(2, np.bool_)
    env = VectorEnv(2, observation=observation, done=done)
    assert env.observation is observation
    assert observation[0, 0].sum() == 12
    env.step(env.sample())
    assert not done.any()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n": 0}, "n must be a whole number from 1 to 1048576, not 0"),
        ({"n": 2, "seed": -1}, "seed must be"),
        ({"n": 2, "threads": 0}, "threads must be"),
        ({"n": 2, "actions": "jumps"}, "actions are 'steps' or 'moves', not 'jumps'"),
        ({"n": 2, "starts": []}, "at least one position"),
        ({"n": 2, "starts": ["B:W32:B"]}, "a game cannot start where it is over"),
        ({"n": 2, "done": np.zeros(3, np.bool_)}, r"done must be .* the shape \(2,\); its shape is \(3,\)"),
        ({"n": 2, "reward": np.zeros(4, np.float32)[::2]}, "not contiguous"),
    ],
)
def test_what_cannot_be_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        VectorEnv(**settings)


def test_an_array_of_another_type_is_refused() -> None:
    with pytest.raises(TypeError, match=r"array of float32 .* its type is float64"):
        VectorEnv(2, reward=np.zeros(2))
    with pytest.raises(TypeError, match="actions are integers, not float64"):
        VectorEnv(2).step([0.0, 1.0])
    with pytest.raises(ValueError, match="one action for each of the 2 games"):
        VectorEnv(2).step([1])


@pytest.mark.parametrize("action", [0, -1, 128, 1 << 32 | 72, 1 << 70])
def test_an_action_that_is_not_allowed_changes_nothing(action: int) -> None:
    env = VectorEnv(2)
    before = env.copy()
    allowed = int(np.flatnonzero(env.action_mask[0])[0])
    with pytest.raises((ch.IllegalAction, TypeError)) as caught:
        env.step([allowed, action])
    if isinstance(caught.value, ch.IllegalAction):
        assert (caught.value.game, caught.value.action) == (1, action)
        assert "game 1 does not allow action" in str(caught.value)
    assert env.position(0) == before.position(0)
    assert np.array_equal(env.observation, before.observation)


def _step_after_fork(env: VectorEnv, said: Any) -> None:
    try:
        env.step(env.sample())
        said.put("stepped")
    except RuntimeError as error:
        said.put(str(error))


def test_after_a_fork_it_says_so_instead_of_waiting_for_threads_that_are_gone() -> None:
    context = multiprocessing.get_context("fork")
    said = context.Queue()
    env = VectorEnv(200, threads=2)
    child = context.Process(target=_step_after_fork, args=(env, said))
    child.start()
    assert said.get() == "this environment belongs to the process that forked: make one after the fork"
    child.join()
