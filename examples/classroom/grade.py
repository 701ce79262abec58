"""Which of the five steps are right: python grade.py my_player.py"""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Callable
from itertools import pairwise
from types import ModuleType
from typing import Any

import crownhead as ch
from crownhead.match.baselines import GreedyPlayer
from crownhead.rules import textbook
from crownhead.rules.textbook import State

GAMES = 4
"""Of step 5, half of them with each colour."""


class Wrong(Exception):
    """What a step got wrong, in a sentence."""


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Wrong(otherwise)


def sample(count: int, seed: int) -> list[State]:
    """States of games played by chance."""
    dice = random.Random(seed)
    states: list[State] = []
    while len(states) < count:
        state = textbook.start_state()
        while options := textbook.actions(state):
            if dice.random() < 0.2:
                states.append(state)
            state = textbook.successor(state, dice.choice(options))
    return states[:count]


def taken(action: textbook.Action) -> int:
    return sum(abs(a[0] - b[0]) == 2 for a, b in pairwise(action))


# -- the steps -----------------------------------------------------------------------------------------


def step_1(player: ModuleType) -> None:
    for state in sample(60, 1):
        action = player.choose_random(state)
        expect(action in textbook.actions(state), f"{action} is no action of {state.board}")
    start = textbook.start_state()
    different = {str(player.choose_random(start)) for _ in range(60)}
    expect(len(different) > 3, f"in 60 tries it found only {len(different)} of the 7 first moves")


def step_2(player: ModuleType) -> None:
    for state in sample(60, 2):
        action = player.choose_greedy(state)
        expect(action in textbook.actions(state), f"{action} is no action of {state.board}")
        most = max(map(taken, textbook.actions(state)))
        expect(
            taken(action) == most, f"{action} takes {taken(action)} where {most} can be taken: {state.board}"
        )


def step_3(player: ModuleType) -> None:
    for number, state in enumerate(sample(12, 3)):
        depth = number % 4
        value, right = player.minimax(state, depth), textbook.minimax(state, depth)
        expect(value == right, f"{value} instead of {right} at depth {depth}: {state}")


def step_4(player: ModuleType) -> None:
    for number, state in enumerate(sample(12, 4)):
        depth = number % 4
        value, right = player.alpha_beta(state, depth), textbook.minimax(state, depth)
        expect(value == right, f"{value} instead of {right} at depth {depth}: {state}")
    states = sample(6, 5)
    made = counted(player, lambda: [player.alpha_beta(state, 4) for state in states])
    plain = counted(textbook, lambda: [textbook.minimax(state, 4) for state in states])
    expect(made <= 0.7 * plain, f"it makes {made} successors where minimax makes {plain}: nothing is cut off")


def counted(module: ModuleType, work: Callable[[], Any]) -> int:
    """How often the module's `successor` is called by some work."""
    calls = 0
    successor = module.successor

    def counting(state: State, action: textbook.Action) -> State:
        nonlocal calls
        calls += 1
        return textbook.State(*successor(state, action))

    module.successor = counting  # type: ignore[attr-defined]
    try:
        work()
    finally:
        module.successor = successor  # type: ignore[attr-defined]
    return calls


def step_5(player: ModuleType) -> None:
    random.seed(5)
    points = sum(game(player, ch.BLACK if number % 2 else ch.WHITE, number) for number in range(GAMES))
    expect(
        points > GAMES / 2,
        f"{points:g} points in {GAMES} games against greedy: more than {GAMES / 2:g} are wanted",
    )


def game(player: ModuleType, colour: ch.Colour, seed: int) -> float:
    """The player's points: 1, 1/2 or 0."""
    board, greedy = ch.Board(), GreedyPlayer(seed)
    while (outcome := board.outcome(claim_draw=True)) is None:
        if board.turn == colour:
            action = player.choose(textbook.State(board.position.to_grid(), int(board.turn)))
            moves = [move for move in board.legal_moves() if list(move.tiles) == list(action)]
            expect(bool(moves), f"{action} is no action in {board.fen}")
            board.push(moves[0])
        else:
            board.push(greedy.choose(board))
    return 0.5 if outcome.winner is None else float(outcome.winner == colour)


STEPS = (step_1, step_2, step_3, step_4, step_5)


def graded(player: ModuleType, step: Callable[[ModuleType], None]) -> str:
    """Empty if the step is right, else what is wrong."""
    try:
        step(player)
    except NotImplementedError:
        return "not written yet"
    except Wrong as wrong:
        return str(wrong)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def load(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location("player", path)
    if spec is None or spec.loader is None:
        sys.exit(f"{path}: this is no Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (OSError, SyntaxError) as error:
        sys.exit(f"{path}: {error}")
    return module


def tell(player: ModuleType, number: int) -> bool:
    """Prints whether a step is right, or what is wrong. In a notebook the player is the module `__main__`."""
    wrong = graded(player, STEPS[number - 1])
    print(f"step {number}: {wrong if wrong else 'right'}", flush=True)
    return not wrong


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python grade.py my_player.py")
    player = load(sys.argv[1])
    right = sum(tell(player, number) for number in range(1, len(STEPS) + 1))
    print(f"{right} of {len(STEPS)} steps are right")
    sys.exit(0 if right == len(STEPS) else 1)


if __name__ == "__main__":
    main()
