"""What a library tells of one player: results by colour, by opening and by year."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

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


@dataclass(slots=True)
class PlayerStatistics:
    name: str
    unfinished: int = 0
    black: PlayerTally = field(default_factory=PlayerTally)
    white: PlayerTally = field(default_factory=PlayerTally)
    openings: dict[str, dict[str, PlayerTally]] = field(default_factory=dict)
    """By opening and colour, black or white; the most frequent first."""
    years: dict[str, PlayerTally] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return self.black.games + self.white.games + self.unfinished


def player_statistics(db: sqlite3.Connection, owner: str, name: str) -> PlayerStatistics:
    """Of the games in which this is the whole name of a player, in small or capital letters."""
    made = PlayerStatistics(name)
    wanted = name.casefold().strip()
    for colour, line in (("black", f"{wanted}\n%"), ("white", f"%\n{wanted}")):
        sql = (
            "SELECT result, opening, substr(date, 1, 4), count(*) FROM games WHERE owner = ? AND hidden = 0 "
            "AND names LIKE ? ESCAPE '\\' GROUP BY 1, 2, 3"
        )
        safe = line if wanted.isalnum() else _escaped(wanted, line)
        for result, opening, year, count in db.execute(sql, (owner, safe)):
            _add(made, colour, result, opening, year, count)
    order = sorted(made.openings.items(), key=lambda each: -sum(tally.games for tally in each[1].values()))
    made.openings = dict(order[:MOST_OPENINGS])
    made.years = dict(sorted(made.years.items()))
    return made


def _escaped(wanted: str, line: str) -> str:
    escaped = wanted.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return line.replace(wanted, escaped)


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
