"""PettingZoo's and Gymnasium's own tests, and whole games through both."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import crownhead as ch
from crownhead.environment import aec_env, gym_env
from crownhead.environment.gym import steps_of


@pytest.mark.filterwarnings("ignore::UserWarning")  # they advise; what is wrong they raise
def test_pettingzoo_finds_nothing_wrong() -> None:
    api_test(aec_env(), num_cycles=300, verbose_progress=False)
    seed_test(aec_env, num_cycles=100)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_finds_nothing_wrong() -> None:
    check_env(gym_env(), skip_render_check=True)


def test_two_agents_play_to_the_end() -> None:
    env = aec_env(starts=["B:W6,14,30:B1,K32"], render_mode="ansi")
    env.reset(seed=1)
    env.step(96)  # 1x10, and it can jump on
    assert env.agent_selection == "black"
    assert env.observe("white")["action_mask"].sum() == 0
    env.step(64 + 9)  # 10x17
    assert env.agent_selection == "white"
    rendered = env.render()
    assert rendered is not None
    assert rendered.count("\n") > 8
    while env.agents:
        observation, _, ended, _, _ = env.last()
        assert observation is not None
        env.step(None if ended else int(np.flatnonzero(observation["action_mask"])[0]))


def test_the_loser_gets_what_the_winner_gets_negative() -> None:
    env = aec_env(starts=["B:W6:B1"])
    env.reset()
    env.step(96)
    assert env.rewards == {"black": 1.0, "white": -1.0}
    assert env.terminations == {"black": True, "white": True}


def test_a_learner_meets_a_level() -> None:
    env = gym_env(opponent=1, side="white")
    observation, _ = env.reset(seed=3)
    ended, reward = False, 0.0
    assert len(env.board()) == 1
    while not ended:
        allowed = np.flatnonzero(observation["action_mask"])
        observation, reward, ended, _, _ = env.step(int(allowed[0]))
    outcome = env.board().outcome(claim_draw=True)
    assert outcome is not None
    assert reward == {ch.WHITE: 1.0, ch.BLACK: -1.0, None: 0.0}[outcome.winner]


def test_an_action_that_is_not_allowed_loses_the_game() -> None:
    env = gym_env(side="black")
    env.reset(seed=1)
    _, reward, ended, _, info = env.step(0)
    assert (reward, ended) == (-1.0, True)
    assert "game 0 does not allow action 0" in info["illegal"]
    assert len(env.board()) == 0


def test_steps_of_a_move_as_each_side_sees_them() -> None:
    board = ch.Board()
    assert steps_of(board.parse_move("11-15"), 0) == [64 + 10]  # 11 to 15: index 10, down-left
    board.push("11-15")
    assert steps_of(board.parse_move("22-18"), 1) == [64 + 31 - 21]  # up-right, seen turned: down-left
    ends = ch.Position.from_fen("B:W6,14,30:B1,K32").parse_move("1x10x17")
    assert steps_of(ends, 0) == [96, 64 + 9]


@pytest.mark.parametrize("bad", [{"side": "red"}, {"opponent": "best"}])
def test_what_cannot_be_is_refused(bad: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"is one of|an opponent is"):
        gym_env(**bad).reset()  # type: ignore[arg-type]


def test_a_missing_extra_names_the_command_that_installs_it() -> None:
    code = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "from crownhead import environment\n"
        "try: environment.aec_env\n"
        "except ModuleNotFoundError as error: print(error)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert 'needs pettingzoo; install it with: pip install "crownhead[environment]"' in said
