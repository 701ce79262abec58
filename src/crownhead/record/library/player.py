"""What a library tells of one player: results by colour, opening and year; and from the games that were reviewed,
accuracy over time and typical mistakes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from crownhead.record.library.reviews import WHOLE

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

MOST_OPENINGS = 12
MOST_PLAYERS = 200


@dataclass(slots=True)
class PlayerTally:
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The share of the points, from 0 to 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0

    def add(self, points: float, games: int) -> None:
        self.wins += games * (points == 1)
        self.draws += games * (points == 0.5)
        self.losses += games * (points == 0)


class AccuracyPoint(NamedTuple):
    """How well the player played a game."""

    game: str
    date: str
    """As the record has it; may be unknown."""
    side: str
    accuracy: float


class MistakeTally(NamedTuple):
    """How often the player made a kind of fault in a phase of the game."""

    theme: str
    phase: str
    faults: int
    games: int


class PhaseTally(NamedTuple):
    phase: str
    moves: int
    """Where there was a choice."""
    faults: int
    accuracy: float | None
    """The mean of the games in which the phase was long enough."""

    @property
    def faults_per_100(self) -> float:
        return 100 * self.faults / self.moves


@dataclass(slots=True)
class PlayerStatistics:
    name: str
    unfinished: int = 0
    black: PlayerTally = field(default_factory=PlayerTally)
    white: PlayerTally = field(default_factory=PlayerTally)
    openings: dict[str, dict[str, PlayerTally]] = field(default_factory=dict)
    """By opening and colour, black or white; the most frequent first."""
    years: dict[str, PlayerTally] = field(default_factory=dict)
    reviewed: int = 0
    """Games on which the rest rests."""
    accuracy: list[AccuracyPoint] = field(default_factory=list)
    """In the order of time."""
    phases: list[PhaseTally] = field(default_factory=list)
    """In the order of a game."""
    mistakes: list[MistakeTally] = field(default_factory=list)
    """The most frequent first."""

    @property
    def themes(self) -> dict[str, list[MistakeTally]]:
        """Kinds of faults, the most frequent first, each with its phases."""
        found: dict[str, list[MistakeTally]] = {}
        for tally in self.mistakes:
            found.setdefault(tally.theme, []).append(tally)
        return dict(sorted(found.items(), key=lambda each: -sum(tally.faults for tally in each[1])))

    @property
    def games(self) -> int:
        return self.black.games + self.white.games + self.unfinished


def player_statistics(db: sqlite3.Connection, owner: str, name: str) -> PlayerStatistics:
    """Of the games in which this is the whole name of a player, in small or capital letters."""
    made = PlayerStatistics(name)
    for colour, line in _lines(name):
        sql = (
            f"SELECT result, opening, substr(date, 1, 4), count(*) FROM games WHERE {PLAYED} GROUP BY 1, 2, 3"
        )
        for result, opening, year, count in db.execute(sql, (owner, line)):
            _add(made, colour, result, opening, year, count)
    order = sorted(made.openings.items(), key=lambda each: -sum(tally.games for tally in each[1].values()))
    made.openings = dict(order[:MOST_OPENINGS])
    made.years = dict(sorted(made.years.items()))
    _add_reviews(db, owner, made)
    return made


PLAYED = "owner = ? AND hidden = 0 AND names LIKE ? ESCAPE '\\'"


def _lines(name: str) -> Iterator[tuple[str, str]]:
    """The player as Black and as White, as patterns of both names."""
    wanted = name.casefold().strip().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    yield "black", f"{wanted}\n%"
    yield "white", f"%\n{wanted}"


def _add_reviews(db: sqlite3.Connection, owner: str, made: PlayerStatistics) -> None:
    points: list[tuple[str, float, AccuracyPoint]] = []
    mistakes: dict[tuple[str, str], list[int]] = {}
    phases: dict[str, list[float]] = {}
    for side, line in _lines(made.name):
        own = f"FROM games JOIN {{}} AS part ON game = number WHERE {PLAYED} AND side = '{side}'"
        sql = f"SELECT id, date, created, accuracy {own.format('review_parts')} AND phase = ?"
        for game, date, created, accuracy in db.execute(sql, (owner, line, WHOLE)):
            made.reviewed += 1
            if accuracy is not None:
                points.append((date, created, AccuracyPoint(game, date, side, accuracy)))
        sql = f"SELECT theme, phase, count(*), count(DISTINCT game) {own.format('faults')} GROUP BY 1, 2"
        for theme, phase, *counts in db.execute(sql, (owner, line)):
            both = mistakes.setdefault((theme, phase), [0, 0])
            both[:] = [one + more for one, more in zip(both, counts, strict=True)]
        sql = f"SELECT phase, moves, faults, accuracy {own.format('review_parts')} AND phase <> ?"
        for phase, moves, faults, accuracy in db.execute(sql, (owner, line, WHOLE)):
            sums = phases.setdefault(phase, [0, 0, 0, 0])
            known = (accuracy, 1) if accuracy is not None else (0, 0)
            sums[:] = [one + more for one, more in zip(sums, (moves, faults, *known), strict=True)]
    made.accuracy = [point for _, _, point in sorted(points)]
    made.mistakes = sorted(
        (MistakeTally(*key, *counts) for key, counts in mistakes.items()), key=lambda tally: -tally.faults
    )
    made.phases = [
        PhaseTally(phase, int(moves), int(faults), accuracy / games if games else None)
        for phase, (moves, faults, accuracy, games) in sorted(
            phases.items(), key=lambda each: _ORDER.get(each[0], 9)
        )
    ]


_ORDER = {"opening": 0, "middle game": 1, "ending": 2}
"""Of the phases, in a game."""


def _add(made: PlayerStatistics, colour: str, result: str, opening: str, year: str, count: int) -> None:
    points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}.get(result)
    if points is None:
        made.unfinished += count
        return
    points = points if colour == "black" else 1 - points
    (made.black if colour == "black" else made.white).add(points, count)
    if opening:
        both = made.openings.setdefault(opening, {"black": PlayerTally(), "white": PlayerTally()})
        both[colour].add(points, count)
    if year.isdigit():
        made.years.setdefault(year, PlayerTally()).add(points, count)


def players(db: sqlite3.Connection, owner: str) -> list[tuple[str, int]]:
    """The most frequent, with the number of their games."""
    found: Counter[str] = Counter()
    for column in ("black", "white"):
        sql = f"SELECT {column}, count(*) FROM games WHERE owner = ? AND hidden = 0 GROUP BY 1"
        for name, count in db.execute(sql, (owner,)):
            if name.strip("? "):
                found[name] += count
    return found.most_common(MOST_PLAYERS)
