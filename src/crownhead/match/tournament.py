"""A tournament: every player meets every other, and each has a place in the table."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from crownhead.errors import JournalError
from crownhead.files import objection, settings_of
from crownhead.match.journal import GameJournal, set_aside
from crownhead.match.match import Conditions, Match
from crownhead.match.pace import Pace
from crownhead.match.rating import Meeting, fitted

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence
    from pathlib import Path

    from crownhead.jobs import Pool
    from crownhead.match.contender import Recipe
    from crownhead.match.game import Finished
    from crownhead.match.tally import Tally
    from crownhead.record.openings.sets import OpeningLine

NODES = 20_000
"""A move of an engine at full strength; levels below have limits of their own."""


class SetAside(NamedTuple):
    """What does not count any more, because players have changed."""

    players: list[str]
    games: int
    folder: Path


@dataclass(slots=True)
class Row:
    """What one player made of the tournament."""

    name: str
    elo: float
    points: float
    games: int
    faults: int
    fault: str
    """The first that it lost a game by, in words."""


@dataclass(slots=True)
class Tournament:
    """The games of each two players are a match with a journal of its own in `folder`."""

    players: Sequence[Recipe]
    openings: tuple[OpeningLine, ...]
    games: int
    """Of each two players; every opening is played with both colours."""
    folder: Path
    seed: int = 0
    other_version: bool = False
    """Whether its journals may have been begun by another version of crownhead."""
    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = [player.name for player in self.players]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"two players have the name {twice[0]}: rename one of them")
        if len(names) < 2:
            raise ValueError("a tournament needs two players at least")

    @property
    def total(self) -> int:
        return self.games * len(list(combinations(self.players, 2)))

    def matches(self) -> Iterator[Match]:
        for pair in combinations(self.players, 2):
            conditions = Conditions(pair, Pace(nodes=NODES))
            yield Match(conditions, self.openings, self.games, self.seed)

    def set_aside_changed(self) -> SetAside:
        """Puts the games of players whose files have changed since into another folder, so that they are played again.
        Raises JournalError where a journal is another tournament's; then nothing is moved."""
        found: dict[Path, list[str]] = {}
        for match in self.matches():
            path, new = self._path(match), match.settings()
            if (old := settings_of(path)) is None:
                continue
            if changed := _changed(match, old, new):
                found[path] = changed
                old = {**old, "files": new["files"], "code": new["code"]}
            if why := objection(old, new, "match", self.other_version):
                raise JournalError(f"{path} {why}")
        folder = self.folder / "old"
        games = sum(set_aside(path, folder) for path in found)
        players = {name for changed in found.values() for name in changed}
        return SetAside(sorted(players), games, folder)

    def run(self, pool: Pool) -> Generator[int, None, None]:
        """Plays what is not in the journals yet; gives the number of games played so far. Raises JournalError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        done = 0
        for match in self.matches():
            self.tallies[_names(match)] = match.played
            with closing(self._journal(match)) as journal:
                before = list(journal.games())
                yield done + len(before)
                count = len(before)
                for game in match.run(pool, before):
                    journal.add(game)
                    count += 1
                    yield done + count
            done += count

    def kept(self) -> int:
        """How many games are in the journals."""
        return sum(1 for _ in self.games_of()) if self.folder.exists() else 0

    def _journal(self, match: Match) -> GameJournal:
        return GameJournal(self._path(match), match.settings(), other_version=self.other_version)

    def _path(self, match: Match) -> Path:
        first, second = _names(match)
        return self.folder / f"{_plain(first)} - {_plain(second)}.match"

    def games_of(self) -> Iterator[tuple[Match, Finished]]:
        """Every game that was played, match by match; also with a bot that somebody has changed meanwhile."""
        for match in self.matches():
            path = self._path(match)
            settings = settings_of(path) or match.settings()
            with closing(GameJournal(path, settings, other_version=True)) as journal:
                for game in sorted(journal.games(), key=lambda game: game.number):
                    yield match, game

    # -- the table ---------------------------------------------------------------------------------

    def table(self) -> list[Row]:
        """The best first. `random` has the Elo 0, if it plays."""
        met = [
            Meeting(*names, tally.points / len(tally), len(tally))
            for names, tally in self.tallies.items()
            if len(tally)
        ]
        zero = next((player.name for player in self.players if player.name == "random"), None)
        elo = fitted(met, zero) if met else {}
        rows = [self._row(player.name, elo.get(player.name, 0.0)) for player in self.players]
        return sorted(rows, key=lambda row: (-row.elo, row.name))

    def score(self, first: str, second: str) -> tuple[float, int] | None:
        """Points and games of one player against another, or None before they have met."""
        if tally := self.tallies.get((first, second)):
            return tally.points, len(tally)
        if tally := self.tallies.get((second, first)):
            return len(tally) - tally.points, len(tally)
        return None

    def _row(self, name: str, elo: float) -> Row:
        row = Row(name, elo, 0.0, 0, 0, "")
        for names, tally in self.tallies.items():
            if name not in names:
                continue
            place = names.index(name)
            row.points += tally.points if place == 0 else len(tally) - tally.points
            row.games += len(tally)
            row.faults += tally.forfeits[place].total()
            row.fault = row.fault or tally.examples[place]
        return row


def _names(match: Match) -> tuple[str, str]:
    first, second = match.conditions.recipes
    return first.name, second.name


def _changed(match: Match, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Players who have other files than before. Older versions did not write down which they had."""
    before = old.get("files", new["files"])
    return [name for name, then, now in zip(_names(match), before, new["files"], strict=True) if then != now]


def _plain(name: str) -> str:
    """As part of the name of a file."""
    return "".join(c if c.isalnum() or c in "-_=." else "_" for c in name)
