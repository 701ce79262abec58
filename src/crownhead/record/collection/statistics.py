"""Counting what a collection of games holds."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING

from crownhead.record.collection.query import opening_number
from crownhead.record.openings.opening import openings

if TYPE_CHECKING:
    from crownhead.record.pdn.signatures import Trace


class CollectionStatistics:
    """Fed with games one by one; keeps numbers only."""

    def __init__(self) -> None:
        self.results: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()
        """Games of each number of moves of both sides."""
        self.openings: Counter[int] = Counter()
        """By number; 0 are those that begin elsewhere."""
        self.players: Counter[str] = Counter()
        self.years: Counter[str] = Counter()

    def add(self, trace: Trace) -> None:
        headers = trace.headers
        self.results[headers.get("Result") or "*"] += 1
        self.lengths[max(len(trace.main) - 1, 0)] += 1
        self.openings[opening_number(trace.main)] += 1
        for colour in ("Black", "White"):
            if (name := headers.get(colour, "").strip()) not in ("", "?"):
                self.players[name] += 1
        if (year := headers.get("Date", "")[:4]).isdigit():
            self.years[year] += 1

    @property
    def games(self) -> int:
        return self.results.total()

    @property
    def moves(self) -> int:
        return sum(length * count for length, count in self.lengths.items())

    @property
    def median_length(self) -> float:
        """Of the games that have moves."""
        played = [length for length in self.lengths.elements() if length]
        return median(played) if played else 0

    def named_openings(self, most: int) -> list[tuple[str, int]]:
        """The most frequent three-move openings."""
        known = Counter({number: count for number, count in self.openings.items() if number})
        return [(openings()[number - 1].title, count) for number, count in known.most_common(most)]

    def as_dict(self) -> dict[str, object]:
        """For programs: everything, with names instead of numbers."""
        titles = {opening.number: opening.title for opening in openings()}
        return {
            "games": self.games,
            "moves": self.moves,
            "results": dict(self.results),
            "lengths": {str(length): count for length, count in sorted(self.lengths.items())},
            "openings": {titles.get(number, ""): count for number, count in self.openings.most_common()},
            "players": dict(self.players.most_common()),
            "years": dict(sorted(self.years.items())),
        }
