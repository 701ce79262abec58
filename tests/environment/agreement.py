"""Random games of an environment, followed move by move by the library's own board and by the textbook."""

from __future__ import annotations

import numpy as np

import crownhead as ch
from crownhead.environment import VectorEnv
from crownhead.rules import textbook

STEPS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
"""Rows and columns of a step: up-left, up-right, down-left, down-right."""


def tile_of(index: int) -> tuple[int, int]:
    row, place = divmod(index, 4)
    return row, 2 * place + (1 - row % 2)


def seen(tile: tuple[int, int], white: bool) -> tuple[int, int]:
    """A tile as it lies on the board, from how the player to move sees it, or the other way round."""
    return (7 - tile[0], 7 - tile[1]) if white else tile


class Follower:
    """One game, as it must be if the environment is right."""

    def __init__(self, with_textbook: bool) -> None:
        self.with_textbook = with_textbook
        self.begin()

    def begin(self) -> None:
        self.board = ch.Board()
        self.path: list[tuple[int, int]] = []
        self.state = textbook.start_state() if self.with_textbook else None

    def paths(self) -> list[list[tuple[int, int]]]:
        """Every legal move as the tiles it visits, of those that begin as this turn has begun."""
        if self.state is not None:
            paths = [list(action) for action in textbook.actions(self.state)]
            assert sorted(paths) == sorted(list(move.tiles) for move in self.board.legal_moves())
        else:
            paths = [list(move.tiles) for move in self.board.legal_moves()]
        return [path for path in paths if path[: len(self.path)] == self.path]

    def allowed(self) -> set[int]:
        """The actions that are the next step of a legal move."""
        done = max(len(self.path) - 1, 0)
        return {self._action(path[done], path[done + 1]) for path in self.paths()}

    def _action(self, here: tuple[int, int], there: tuple[int, int]) -> int:
        white = self.board.turn == ch.WHITE
        (row, column), (to_row, to_column) = seen(here, white), seen(there, white)
        way = STEPS.index((1 if to_row > row else -1, 1 if to_column > column else -1))
        return 32 * way + 4 * row + column // 2

    def act(self, action: int) -> bool:
        """Whether the turn is over."""
        way, index = divmod(action, 32)
        white = self.board.turn == ch.WHITE
        row, column = tile_of(index)
        for path in self.paths():
            here, there = path[max(len(self.path) - 1, 0) : max(len(self.path) - 1, 0) + 2]
            if self._action(here, there) == action:
                self.path = path[: max(len(self.path), 1) + 1]
                break
        else:
            raise AssertionError(f"{action} at {(row, column)} way {way}, white {white}: {self.board.fen}")
        if len(path) > len(self.path):
            return False
        self._play()
        return True

    def _play(self) -> None:
        (move,) = [move for move in self.board.legal_moves() if list(move.tiles) == self.path]
        if self.state is not None:
            self.state = textbook.successor(self.state, self.path)
        self.board.push(move)
        self.path = []


def follow(games: int, seed: int, at_once: int = 32, with_textbook: bool = False) -> dict[str, int]:
    """Plays so many games at random, asserts that every array is right after every step, and counts the ends."""
    env = VectorEnv(at_once, seed=seed)
    followers = [Follower(with_textbook) for _ in range(at_once)]
    ends: dict[str, int] = {}
    while sum(ends.values()) < games:
        actions = env.sample()
        env.step(actions)
        for number, follower in enumerate(followers):
            ended = _check(env, number, follower, int(actions[number]))
            if ended:
                ends[ended] = ends.get(ended, 0) + 1
    return ends


def _check(env: VectorEnv, number: int, follower: Follower, action: int) -> str | None:
    mover = follower.board.turn
    turned = follower.act(action)
    outcome = follower.board.outcome(claim_draw=True) if turned else None
    assert bool(env.done[number]) == (outcome is not None), follower.board.fen
    assert env.reward[number] == (1.0 if outcome and outcome.winner == mover else 0.0)
    if outcome is not None:
        assert outcome.winner in {mover, None}
        follower.begin()
    assert env.turn[number] == int(follower.board.turn == ch.WHITE)
    assert set(np.flatnonzero(env.action_mask[number]).tolist()) == follower.allowed()
    if not follower.path:
        _check_observation(env, number, follower.board)
    return str(outcome.reason) if outcome else None


def _check_observation(env: VectorEnv, number: int, board: ch.Board) -> None:
    assert env.position(number) == board.position
    planes = env.observation[number].reshape(7, 32)
    us = board.turn
    for plane, (colour, king) in enumerate(
        ((us, False), (us, True), (us.opponent, False), (us.opponent, True))
    ):
        expected = {s.index for s in board.position.pieces(colour, king=king)}
        expected = {31 - i for i in expected} if us == ch.WHITE else expected
        assert set(np.flatnonzero(planes[plane]).tolist()) == expected
    assert not planes[4].any()
    assert (planes[5] == board.quiet_moves).all()
    assert (planes[6] == board.repetitions() - 1).all()
