"""A solution of the five steps."""

from __future__ import annotations

import random
from math import inf

from crownhead.rules.textbook import US, Action, State, actions, is_end, material, successor, utility

DEPTH = 3
"""Turns to look ahead: odd, so that the last to move is the one who chooses."""


def choose_random(state: State) -> Action:
    return random.choice(actions(state))


def choose_greedy(state: State) -> Action:
    return max(actions(state), key=pieces_taken)


def pieces_taken(action: Action) -> int:
    """A step goes to the next row and takes nothing; each tile after the first of a jump is a piece taken."""
    (row, _), (next_row, _), *_ = action
    return len(action) - 1 if abs(next_row - row) == 2 else 0


def minimax(state: State, depth: int) -> float:
    if depth <= 0 or is_end(state):
        return utility(state) or material(state)
    values = [minimax(successor(state, action), depth - 1) for action in actions(state)]
    return max(values) if state.player == US else min(values)


def alpha_beta(state: State, depth: int, alpha: float = -inf, beta: float = inf) -> float:
    if depth <= 0 or is_end(state):
        return utility(state) or material(state)
    best = -inf if state.player == US else inf
    for action in actions(state):
        value = alpha_beta(successor(state, action), depth - 1, alpha, beta)
        if state.player == US:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def choose(state: State) -> Action:
    options = actions(state)
    random.shuffle(options)  # among equals, not always the same
    sign = 1 if state.player == US else -1
    return max(options, key=lambda action: sign * alpha_beta(successor(state, action), DEPTH - 1))
