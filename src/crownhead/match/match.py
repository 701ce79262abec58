"""A match: the schedule, the processes that play it, and when it ends."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from zlib import crc32

from crownhead.jobs import Work, results
from crownhead.match.adjudication import Adjudication
from crownhead.match.game import FAILED, Finished, play_game
from crownhead.match.recipes import files_of, shared
from crownhead.match.schedule import Pairing, schedule
from crownhead.match.sprt import Sprt, SprtVerdict
from crownhead.match.tally import Tally
from crownhead.version import MATCH, version

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from crownhead.jobs import Pool
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

    def shared(self, pool: Pool) -> Conditions:
        """As the processes of a pool find their files."""
        first, second = self.recipes
        own = self.tablebase in (None, "auto")
        database = self.tablebase if own else pool.share(str(self.tablebase))
        return replace(self, recipes=(shared(first, pool), shared(second, pool)), tablebase=database)

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
    """Two players, so many games; with `sprt`, fewer if the question is answered before.

    Games count in the order of the schedule, whichever of them ends first: a match that is decided has the same games
    and the same verdict, however many are played at the same time and wherever.
    """

    conditions: Conditions
    openings: tuple[OpeningLine, ...]
    games: int
    seed: int = 0
    sprt: Sprt | None = None
    played: Tally = field(default_factory=Tally)
    _ahead: dict[int, Finished] = field(default_factory=dict)
    """Games that do not count yet, because one before them is still being played."""

    def __post_init__(self) -> None:
        if not self.openings:
            raise ValueError("a match needs openings")

    @property
    def verdict(self) -> SprtVerdict:
        return self.sprt.verdict(self.played.pairs) if self.sprt else SprtVerdict.OPEN

    @property
    def is_decided(self) -> bool:
        return self.verdict is not SprtVerdict.OPEN

    @property
    def is_over(self) -> bool:
        return len(self.played) >= self.games or self.is_decided

    def counts(self, game: Finished) -> bool:
        """Whether it was played before the match was decided."""
        return not self.is_decided or game.number < len(self.played)

    def run(self, pool: Pool, before: Iterable[Finished] = ()) -> Generator[Finished, None, None]:
        """Plays what is left after the games of `before`, and gives each game when it is over."""
        done = set()
        for game in before:
            if game.number < self.games and game.number not in done:
                done.add(game.number)
                self._take(game)
        left = (p for p in schedule(self.openings, self.games, self.seed) if p.number not in done)
        try:
            if self.is_over:
                return
            for game in results(pool, Work[Pairing, Finished](self.conditions.shared(pool)), left):
                self._take(game)
                yield game
                if self.is_over:
                    return
        finally:
            self._take_all()

    def _take(self, game: Finished) -> None:
        self._ahead[game.number] = game
        while not self.is_decided and (following := self._ahead.pop(len(self.played), None)):
            self.played.add(following)

    def _take_all(self) -> None:
        """Where it ends undecided, because of a fault or a person, every game counts."""
        if not self.is_decided:
            for _, game in sorted(self._ahead.items()):
                self.played.add(game)
        self._ahead.clear()

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
            "files": [files_of(recipe) for recipe in self.conditions.recipes],
            "code": version(*MATCH),
        }


def _database(tablebase: str | None) -> Tablebase | None:
    if tablebase is None:
        return None
    from crownhead.tablebase import Tablebase

    return Tablebase.open(None if tablebase == "auto" else tablebase)
