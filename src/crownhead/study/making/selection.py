"""A collection out of what was found: spread evenly over the levels, varied, and without near-duplicates."""

from __future__ import annotations

from collections import defaultdict, deque
from itertools import chain
from typing import TYPE_CHECKING, Any

from crownhead.engine.levels import LEVELS
from crownhead.rules.colour import WHITE
from crownhead.rules.position import Position
from crownhead.study.making.source import pieces_of
from crownhead.study.problems.goal import ProblemGoal
from crownhead.study.problems.problem import Problem
from crownhead.study.problems.theme import themes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crownhead.rules.move import Move

NEAR = 2
"""Squares: positions that differ on so many, and have the same first move, are nearly the same."""
WINS_A_DRAW = 2
"""Wins for each draw, as long as there are enough."""
STARTERS = 60
"""Of three pieces, won in one move, that a beginner's level finds: they come first."""
STARTER_LEVEL = 2


def selected(found: Iterable[dict[str, Any]], count: int) -> list[Problem]:
    of_level: dict[int, list[Problem]] = defaultdict(list)
    for raw in found:
        of_level[raw["level"]].append(_problem(raw))
    queues = {level: _varied(of_level[level]) for level in LEVELS}
    chosen: list[Problem] = []
    crowd = _Crowd()
    while len(chosen) < count and any(queues.values()):
        for level in LEVELS:
            while len(chosen) < count and queues[level]:
                one = queues[level].popleft()
                if crowd.admits(one):
                    chosen.append(one)
                    break
    return _numbered(chosen)


def _problem(found: dict[str, Any]) -> Problem:
    position = start = Position.from_fen(found["fen"])
    goal = ProblemGoal[found["goal"]]
    moves: list[Move] = []
    choices = []
    for text in found["line"]:
        moves.append(position.parse_move(text))
        choices.append(position.legal_moves().index(moves[-1]))
        position = position.play(moves[-1])
    themes = themes_of(start, goal, moves)
    return Problem(0, start, goal, bytes(choices), found["rating"], found["level"], themes)


def _varied(problems: list[Problem]) -> deque[Problem]:
    """By turns of each kind: number of pieces, goal and themes. Wins have more turns than draws."""
    kinds: dict[object, deque[Problem]] = defaultdict(deque)
    for one in problems:
        kinds[pieces_of(one.position), one.goal, one.themes].append(one)
    ordered: deque[Problem] = deque()
    while kinds:
        for kind in list(kinds):
            queue = kinds[kind]
            for _ in range(WINS_A_DRAW if queue[0].goal is ProblemGoal.WIN else 1):
                if queue:
                    ordered.append(queue.popleft())
            if not queue:
                del kinds[kind]
    return ordered


def _numbered(chosen: list[Problem]) -> list[Problem]:
    chosen = sorted(chosen, key=lambda one: (one.rating, pieces_of(one.position), one.fen))
    starters = [one for one in chosen if _is_starter(one)][:STARTERS]
    first = {one.position for one in starters}
    rest = (one for one in chosen if one.position not in first)
    return [
        Problem(n, one.position, one.goal, one.choices, one.rating, one.level, one.themes)
        for n, one in enumerate(chain(starters, rest), 1)
    ]


def _is_starter(one: Problem) -> bool:
    small = pieces_of(one.position) == 3 and one.length == 1
    return small and one.goal is ProblemGoal.WIN and one.level <= STARTER_LEVEL


class _Crowd:
    """Those that were chosen, as Black sees them who solves: colours make no difference."""

    def __init__(self) -> None:
        self._positions: set[Position] = set()
        self._by_move: dict[tuple[int, int], list[Position]] = defaultdict(list)

    def admits(self, one: Problem) -> bool:
        """Whether it is unlike all others; if so, it is one of them from now on."""
        positions = list(_solver_positions(one))
        alike = self._by_move[_first_move(one)]
        if any(p in self._positions for p in positions) or any(_near(positions[0], p) for p in alike):
            return False
        self._positions.update(positions)
        alike.append(positions[0])
        return True


def _solver_positions(one: Problem) -> Iterator[Position]:
    """Those in which the solver has to move."""
    position = one.position
    for n, choice in enumerate(one.choices):
        if n % 2 == 0:
            yield _as_black(position)
        position = position.play(position.legal_moves()[choice])


def _first_move(one: Problem) -> tuple[int, int]:
    move = one.position.legal_moves()[one.choices[0]]
    if one.position.turn is WHITE:
        return 33 - move.origin, 33 - move.target
    return move.origin, move.target


def _as_black(position: Position) -> Position:
    return position.flipped() if position.turn is WHITE else position


def _near(one: Position, other: Position) -> bool:
    different = (one.black_bits ^ other.black_bits) | (one.white_bits ^ other.white_bits)
    different |= one.king_bits ^ other.king_bits
    return different.bit_count() <= NEAR
