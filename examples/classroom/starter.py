"""Your checkers player. Fill in the functions one after the other, and run grade.py after each."""

from __future__ import annotations

from math import inf

from crownhead.rules.textbook import US, Action, State, actions, is_end, material, successor, utility

__all__ = ["US", "actions", "inf", "is_end", "material", "successor", "utility"]  # what you will need


def choose_random(state: State) -> Action:
    """Step 1: any of the actions, by chance. The module `random` will help."""
    raise NotImplementedError


def choose_greedy(state: State) -> Action:
    """Step 2: an action that takes as many pieces as possible. How many tiles does a path of three jumps have?"""
    raise NotImplementedError


def minimax(state: State, depth: int) -> float:
    """Step 3: what the state is worth if both play their best for `depth` turns.

    At the end of the game the utility counts, and `material` where you stop looking.
    """
    raise NotImplementedError


def alpha_beta(state: State, depth: int, alpha: float = -inf, beta: float = inf) -> float:
    """Step 4: the same value, without looking at what cannot change it."""
    raise NotImplementedError


def choose(state: State) -> Action:
    """Step 5: the best action, by looking ahead with alpha_beta. A better evaluation than `material` helps."""
    raise NotImplementedError
