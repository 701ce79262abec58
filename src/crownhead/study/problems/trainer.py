"""The trainer: which problem comes next, and how the solver stands.

A problem counts once, when it is first tried: it is solved if every move was found at once and without help. The
rating is Glicko-2 with the problem's difficulty as the opponent's rating. A problem that was not solved comes back:
after five others, and once it is solved, after twenty more. Whoever solves it both times is done with it.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from crownhead.errors import UnknownProblem
from crownhead.study.problems.collection import by_fen, problem
from crownhead.study.problems.glicko import Result, SolverRating, updated
from crownhead.study.problems.history import History

if TYPE_CHECKING:
    from crownhead.study.problems.history import Tried
    from crownhead.study.problems.problem import Problem
    from crownhead.study.problems.theme import ProblemTheme

BEGINNER = SolverRating(400, 350)
"""Somebody of whom nothing is known."""
PROBLEM_DEVIATION = 60
"""Of a problem's rating."""
FIRST = 3
"""Problems that everybody begins with, the easiest of all."""
COMES_BACK = (5, 20)
"""Problems in between, after a failure and after the first success that follows."""
NEAREST = 12
"""One of so many problems near the solver's rating is chosen."""


@dataclass(frozen=True, slots=True)
class Standing:
    rating: int
    deviation: int
    tried: int
    solved: int
    streak: int
    """Solved in a row, up to now."""
    best_streak: int
    failed: int
    """Problems that will come back."""
    due: int
    """Of them, those whose turn it is."""


@dataclass(slots=True)
class _Card:
    """A problem that was failed."""

    due: int
    """After so many tries in all."""
    successes: int = 0


class Trainer:
    def __init__(self, history: History | None = None) -> None:
        self._history = history or History()
        self._settled: set[int] = set()
        """Problems that were failed or solved since they were begun: they count no more."""

    # -- the standing ------------------------------------------------------------------------------

    def standing(self) -> Standing:
        return _Ledger(self._history.tried()).standing()

    # -- choosing ----------------------------------------------------------------------------------

    def choose(self, theme: ProblemTheme | None = None, *, review: bool = False) -> Problem:
        """The next problem: one that is due again, or a new one near the solver's rating.

        With `review`, only those that were failed, due or not. Raises UnknownProblem where none is left.
        """
        ledger = _Ledger(self._history.tried())
        known = {fen: one for fen, one in by_fen().items() if theme is None or theme in one.themes}
        for fen in ledger.coming_back(only_due=not review):
            if fen in known:
                return known[fen]
        if review:
            raise UnknownProblem("there is no failed problem to come back to")
        fresh = [one for fen, one in known.items() if fen not in ledger.seen]
        if not fresh:
            raise UnknownProblem("you have tried every problem of this kind")
        if theme is None and len(ledger.seen) < FIRST:
            return fresh[0]
        return _near(fresh, ledger.rating.rating, len(ledger.seen))

    # -- solving -----------------------------------------------------------------------------------

    def begin(self, number: int) -> Problem:
        self._settled.discard(number)
        return problem(number)

    def fail(self, number: int) -> None:
        """A wrong move, a hint or the solution: whatever comes later, this try has failed."""
        self._settle(number, solved=False)

    def solve(self, number: int) -> None:
        self._settle(number, solved=True)

    def _settle(self, number: int, solved: bool) -> None:
        if number not in self._settled:
            self._history.add(problem(number), solved)
            self._settled.add(number)


class _Ledger:
    """What follows from the history."""

    def __init__(self, history: list[Tried]) -> None:
        self.rating = BEGINNER
        self.seen: set[str] = set()
        self._cards: dict[str, _Card] = {}
        self._count = self._solved = self._streak = self._best = 0
        for tried in history:
            self._enter(tried)

    def _enter(self, tried: Tried) -> None:
        self._count += 1
        self._streak = self._streak + 1 if tried.solved else 0
        self._best = max(self._best, self._streak)
        if tried.fen not in self.seen:
            self.seen.add(tried.fen)
            self._solved += tried.solved
            self.rating = updated(self.rating, [Result(tried.rating, PROBLEM_DEVIATION, float(tried.solved))])
        self._file(tried)

    def _file(self, tried: Tried) -> None:
        if not tried.solved:
            self._cards[tried.fen] = _Card(self._count + COMES_BACK[0])
        elif card := self._cards.get(tried.fen):
            card.successes += 1
            if card.successes == len(COMES_BACK):
                del self._cards[tried.fen]
            else:
                card.due = self._count + COMES_BACK[card.successes]

    def coming_back(self, *, only_due: bool) -> list[str]:
        """The one that has waited longest first."""
        cards = sorted(self._cards.items(), key=lambda pair: pair[1].due)
        return [fen for fen, card in cards if not only_due or card.due <= self._count]

    def standing(self) -> Standing:
        return Standing(
            rating=round(self.rating.rating),
            deviation=round(self.rating.deviation),
            tried=len(self.seen),
            solved=self._solved,
            streak=self._streak,
            best_streak=self._best,
            failed=len(self._cards),
            due=len(self.coming_back(only_due=True)),
        )


def _near(fresh: list[Problem], rating: float, count: int) -> Problem:
    """By chance, but the same for whoever asks next: the terminal and the browser agree."""
    ordered = sorted(fresh, key=lambda one: one.rating)
    at = bisect_left(ordered, rating, key=lambda one: one.rating)
    begin = max(0, min(at - NEAREST // 2, len(ordered) - NEAREST))
    return Random(count).choice(ordered[begin : begin + NEAREST])
