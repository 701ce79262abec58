"""A match: the schedule, the processes that play it, and when it ends."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from zlib import crc32

from crownhead.match.adjudication import Adjudication
from crownhead.match.game import FAILED, Finished, play_game
from crownhead.match.schedule import Pairing, schedule
from crownhead.match.sprt import Sprt, SprtVerdict
from crownhead.match.tally import Tally
from crownhead.processes import Processes, Work, results

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from crownhead.match.contender import Contender, Recipe
    from crownhead.match.pace import Pace
    from crownhead.record.openings.sets import OpeningLine
    from crownhead.tablebase.tablebase import Tablebase


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a process must know to play any game of a match. Can be sent to another process."""

    recipes: tuple[Recipe, Recipe]
    pace: Pace
    rules: Adjudication = field(default_factory=Adjudication)
    tablebase: str | None = None
    """The directory of the database that decides games, "auto" for the user's own."""

    @property
    def paces(self) -> tuple[Pace, Pace]:
        first, second = self.recipes
        return first.pace or self.pace, second.pace or self.pace

    def __call__(self) -> MatchWorker:
        return MatchWorker(self)


class MatchWorker:
    """Plays games one after another with the same two contenders, or new ones after a failure."""

    def __init__(self, conditions: Conditions) -> None:
        self._conditions = conditions
        self._database = _database(conditions.tablebase)
        self._contenders: tuple[Contender, Contender] | None = None

    def __call__(self, pairing: Pairing) -> Finished:
        conditions = self._conditions
        first, second = conditions.recipes
        if self._contenders is None:
            self._contenders = first(), second()
        game = play_game(pairing, self._contenders, conditions.paces, conditions.rules, self._database)
        if game.reason == FAILED:
            self.close()
        return game

    def close(self) -> None:
        for contender in self._contenders or ():
            contender.close()
        self._contenders = None


@dataclass(slots=True)
class Match:
    """Two players, so many games; with `sprt`, fewer if the question is answered before."""

    conditions: Conditions
    openings: tuple[OpeningLine, ...]
    games: int
    seed: int = 0
    sprt: Sprt | None = None
    concurrency: int = 1
    played: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        if not self.openings:
            raise ValueError("a match needs openings")

    @property
    def verdict(self) -> SprtVerdict:
        return self.sprt.verdict(self.played.pairs) if self.sprt else SprtVerdict.OPEN

    @property
    def is_over(self) -> bool:
        return len(self.played) >= self.games or self.verdict is not SprtVerdict.OPEN

    def run(self, before: Iterable[Finished] = ()) -> Generator[Finished, None, None]:
        """Plays what is left after the games of `before`, and gives each game when it is over."""
        done = set()
        for game in before:
            done.add(game.number)
            self.played.add(game)
        left = (p for p in schedule(self.openings, self.games, self.seed) if p.number not in done)
        if self.is_over:
            return
        at_once = min(self.concurrency, self.games - len(done))
        with closing(Processes(at_once)) as processes:
            for game in results(processes, Work[Pairing, Finished](self.conditions), left, at_once):
                self.played.add(game)
                yield game
                if self.is_over:
                    return

    def _fingerprint(self) -> int:
        return crc32(repr([(line.name, line.fen, line.moves) for line in self.openings]).encode())

    def settings(self) -> dict[str, Any]:
        """What must not change when a match is continued; the number of games and the test may."""
        first, second = self.conditions.recipes
        return {
            "first": first.name,
            "second": second.name,
            "pace": list(map(str, self.conditions.paces)),
            "rules": str(self.conditions.rules),
            "database": self.conditions.tablebase,
            "seed": self.seed,
            "openings": f"{len(self.openings)} ({self._fingerprint():08x})",
        }


def _database(tablebase: str | None) -> Tablebase | None:
    if tablebase is None:
        return None
    from crownhead.tablebase import Tablebase

    return Tablebase.open(None if tablebase == "auto" else tablebase)
