"""Steps a second of the environment, beside OpenSpiel's checkers: python benchmarks/environment.py [--peers]

Games by chance, with observation and mask after every step. --peers installs OpenSpiel. Rates are by the clock, so run
it on an idle machine, and by processor time. The games are checked: those of two threads are those of one, and the
board of each is what its moves lead to.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from dataclasses import dataclass

from crownhead.environment import VectorEnv

GAMES = 1024
STEPS = 2_000
SPIEL_GAMES = 200


@dataclass
class Rate:
    """Steps a second."""

    by_clock: float
    by_processor: float
    answer: int

    def __str__(self) -> str:
        return f"{self.by_clock / 1e6:.2f} million steps/s, {self.by_processor / 1e6:.2f} million a processor second"


class Watch:
    def __init__(self) -> None:
        self.clock, self.processor = time.perf_counter(), time.process_time()

    def rate(self, steps: int, answer: int) -> Rate:
        clock, processor = time.perf_counter() - self.clock, time.process_time() - self.processor
        return Rate(steps / clock, steps / processor, answer)


def crownhead_rate(threads: int) -> Rate:
    env = VectorEnv(GAMES, seed=1, threads=threads)
    actions = env.sample()
    ended = 0
    watch = Watch()
    for _ in range(STEPS):
        env.sample(actions)
        env.step(actions)
        ended += int(env.done.sum())
    rate = watch.rate(GAMES * STEPS, ended)
    whole = [i for i in range(GAMES) if not env.observation[i, 4].any()]
    assert all(env.board(i).position == env.position(i) for i in whole)
    return rate


def spiel_rate() -> Rate:
    import pyspiel

    chance, steps = random.Random(1), 0
    game = pyspiel.load_game("checkers")
    watch = Watch()
    for _ in range(SPIEL_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.observation_tensor()
            state.legal_actions_mask()
            state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
    return watch.rate(steps, SPIEL_GAMES)


def main() -> None:
    if "--peers" in sys.argv[1:]:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "open_spiel"], check=False)
    one, two = crownhead_rate(1), crownhead_rate(2)
    assert one.answer == two.answer
    print(f"{GAMES} games, one thread: {one}")
    print(f"{GAMES} games, two threads: {two}, {two.by_clock / one.by_clock:.2f} times one")
    print(f"a step of one game in a batch: {1e6 / one.by_clock:.2f} microseconds")
    try:
        theirs = spiel_rate()
    except ImportError:
        print("OpenSpiel is not installed: --peers installs it")
    else:
        print(f"OpenSpiel, one game after the other from Python: {theirs}")
        print(f"crownhead is {one.by_processor / theirs.by_processor:,.0f} times as fast on one thread")


if __name__ == "__main__":
    main()
