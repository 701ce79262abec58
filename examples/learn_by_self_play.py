"""Learns checkers from nothing by playing against itself, then plays level 2: python learn_by_self_play.py [rounds]

It needs numpy and gymnasium (pip install "crownhead[environment]"). A position is worth the sum of 18 numbers, one for
what stands on each of 18 overlapping groups of six squares. At first all are 0. In each round, each of 256 games goes
on by one step: the one with the best result, or now and then any. What the opponent can reach next says how good that
result really was, and the numbers move a little that way (temporal difference learning).
"""

import sys
from typing import Any, Literal

import numpy as np

from crownhead.environment import VectorEnv, gym_env

GAMES = 256
ROUNDS = 12_000
RATE = 0.03
"""How far a number moves towards what it should have been."""
EXPLORING = 0.1
"""How often a step is chosen by chance."""

Array = np.ndarray[Any, Any]


def neighbour(direction: int, square: int, distance: int) -> int:
    """The square diagonally next to one, or next but one; any number where the board ends: no rule allows that."""
    row, column = square // 4, 2 * (square % 4) + (1 - square // 4 % 2)
    row += distance if direction >= 2 else -distance
    column += distance if direction % 2 else -distance
    return row * 4 + column // 2 if 0 <= row < 8 and 0 <= column < 8 else 0


NEXT, AFTER_NEXT = (np.array([[neighbour(d, s, far) for s in range(32)] for d in range(4)]) for far in (1, 2))
GROUPS = np.array(
    [
        [4 * (row + r) + column + c for r in range(3) for c in range(2)]
        for row in range(6)
        for column in range(3)
    ]
)
SETTINGS = 5 ** GROUPS.shape[1]
"""What can stand on a group: nothing, or a man or king of either player, on each square."""


def results(observation: Array, action_mask: Array) -> tuple[Array, Array, Array]:
    """Every step that a game allows: the number of the game, the step, and the 32 squares after it."""
    games, actions = np.nonzero(action_mask)
    directions, squares = actions // 32, actions % 32
    pieces = np.tensordot(observation[:, :4].reshape(-1, 4, 32), [1, 2, 3, 4], (1, 0))
    boards = pieces[games].astype(np.int32)
    each = np.arange(len(games))
    moved, target = boards[each, squares], NEXT[directions, squares]
    jumps = boards[each, target] > 0
    boards[each[jumps], target[jumps]] = 0
    target = np.where(jumps, AFTER_NEXT[directions, squares], target)
    boards[each, squares] = 0
    boards[each, target] = np.where(target >= 28, 2, moved)  # a man is crowned on the last row
    return games, actions, boards


class Judge:
    """What a position is worth to the player who has just moved: from -1, lost, to 1, won."""

    def __init__(self, seed: int) -> None:
        self.numbers = np.zeros(len(GROUPS) * SETTINGS)
        self.chance = np.random.default_rng(seed)

    def places(self, boards: Array) -> Array:
        """Where the 18 numbers of each position stand."""
        places: Array = np.zeros((len(boards), len(GROUPS)), np.int64)
        for squares in GROUPS.T:
            places = 5 * places + boards[:, squares]
        places += SETTINGS * np.arange(len(GROUPS))
        return places

    def worth(self, places: Array) -> Array:
        worth: Array = np.tanh(self.numbers[places].sum(axis=1))
        return worth

    def learn(self, places: Array, targets: Array) -> None:
        """Moves each number by the mean of what the positions ask of it."""
        wrong = np.repeat(targets - self.worth(places), len(GROUPS))
        at, where, count = np.unique(places, return_inverse=True, return_counts=True)
        self.numbers[at] += RATE * np.bincount(where.ravel(), wrong) / count

    def best(self, observation: Array, action_mask: Array) -> tuple[Array, Array]:
        """For each game the step with the best result, any of those that are equal, and what that is worth."""
        games, actions, boards = results(observation, action_mask)
        table = np.full(action_mask.shape, -np.inf)
        table[games, actions] = self.worth(self.places(boards)) + 1e-9 * self.chance.random(len(games))
        return table.argmax(axis=1), table.max(axis=1)


def learn(rounds: int, seed: int = 0) -> Judge:
    judge, env = Judge(seed), VectorEnv(GAMES, seed=seed)
    for _ in range(100):  # so that the games are not all at the same move
        env.step(env.sample())
    earlier: Array | None = None
    """Where the numbers of the last results stand; `going_on` are the games that did not end there."""
    going_on, mover = np.ones(GAMES, bool), env.turn.copy()
    for _ in range(rounds):
        steps, worth = judge.best(env.observation, env.action_mask)
        if earlier is not None:  # good for the player who moves now is bad for the one before
            seen = np.where(env.turn == mover, worth, -worth)
            judge.learn(earlier[going_on], seen[going_on])
        steps = np.where(judge.chance.random(GAMES) < EXPLORING, env.sample(), steps)
        chosen = np.zeros_like(env.action_mask)
        chosen[np.arange(GAMES), steps] = True
        earlier, mover = judge.places(results(env.observation, chosen)[2]), env.turn.copy()
        env.step(steps)
        going_on = ~env.done
        if env.done.any():
            judge.learn(earlier[env.done], env.reward[env.done])
    return judge


def score(judge: Judge, opponent: int | Literal["random"], games: int, seed: int = 1) -> str:
    """Games against a level or against chance, the judge on either side."""
    env = gym_env(opponent=opponent, side="either")
    ends = {1: 0, 0: 0, -1: 0}
    for game in range(games):
        seen, _ = env.reset(seed=seed + game)
        over, reward = False, 0.0
        while not over:
            step, _ = judge.best(seen["observation"][None], seen["action_mask"][None])
            seen, reward, terminated, truncated, _ = env.step(step[0])
            over = terminated or truncated
        ends[int(reward)] += 1
    points = 100 * (ends[1] + ends[0] / 2) / games
    return f"{points:.1f} % of {games} games (+{ends[1]} ={ends[0]} -{ends[-1]})"


if __name__ == "__main__":
    judge = learn(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
    print("Against random moves:", score(judge, "random", 100))
    print("Against level 2:", score(judge, 2, 100))
