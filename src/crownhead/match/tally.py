"""What the games of a match add up to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from crownhead.match.elo import Pairs
from crownhead.match.game import FORFEITS, LOST_ON_TIME

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crownhead.match.game import Finished


class Tally:
    """Counts as games come in, in whatever order; all from the first player's view."""

    def __init__(self, games: Iterable[Finished] = ()) -> None:
        self.wins = self.draws = self.losses = 0
        self.black_points = 0.0
        self.reasons: Counter[str] = Counter()
        self.forfeits: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        self.examples = ["", ""]
        """Of how each player forfeited, the first that was not on time."""
        self.seconds = [0.0, 0.0]
        self.cpu_seconds = [0.0, 0.0]
        self.decisions = [0, 0]
        self.pairs = Pairs()
        """Only whole pairs count for the statistics."""
        self._half_played: dict[int, float] = {}
        """Points of the only game so far, by the number of its pair."""
        for game in games:
            self.add(game)

    def add(self, game: Finished) -> None:
        self.wins += game.points == 1
        self.draws += game.points == 0.5
        self.losses += game.points == 0
        self.black_points += game.points if game.first_is_black else 1 - game.points
        self.reasons[game.reason] += 1
        if game.reason in FORFEITS:
            loser = int(game.points == 1)
            self.forfeits[loser][game.reason] += 1
            if game.reason != LOST_ON_TIME:
                self.examples[loser] = self.examples[loser] or game.detail
        for player in (0, 1):
            self.seconds[player] += game.seconds[player]
            self.cpu_seconds[player] += game.cpu_seconds[player]
            self.decisions[player] += game.decisions[player]
        if game.pair in self._half_played:
            self.pairs = self.pairs.plus(self._half_played.pop(game.pair) + game.points)
        else:
            self._half_played[game.pair] = game.points

    def __len__(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def time_losses(self, player: int) -> int:
        return self.forfeits[player][LOST_ON_TIME]

    def cpu_a_move(self, player: int) -> float:
        """Seconds of processor time, on average."""
        return self.cpu_seconds[player] / max(self.decisions[player], 1)
