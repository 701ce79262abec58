"""How far the levels are apart: each against its neighbours and against players that are not the project's engine.

Usage: python benchmarks/levels.py JOURNALS [--processes N] [--games N] [--nodes N]

Every match has a journal in the folder JOURNALS: a run that was ended goes on where it was, and a match whose levels
have changed is refused until its journal is removed. Prints the matches and all players on one scale of Elo.
"""

from __future__ import annotations

import argparse
import random
import sys
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from crownhead.engine.levels import FULL_STRENGTH, LEVELS, ShortSearch
from crownhead.errors import JournalError
from crownhead.match.baselines import RandomPlayer, TextbookPlayer
from crownhead.match.elo import CONFIDENCE, Pairs
from crownhead.match.journal import GameJournal
from crownhead.match.match import Conditions, Match
from crownhead.match.pace import Pace
from crownhead.match.rating import Meeting, fitted
from crownhead.match.recipes import EngineRecipe, PlayerRecipe
from crownhead.processes import Processes
from crownhead.record.openings.sets import opening_set

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crownhead.match.contender import Recipe

OUTSIDE = (
    ("textbook=1", "random"),
    ("level 1", "random"),
    ("level 1", "textbook=1"),
    ("level 2", "textbook=1"),
    ("level 3", "textbook=2"),
    ("level 4", "textbook=2"),
    ("level 4", "textbook=3"),
    ("level 5", "textbook=3"),
    ("level 6", "textbook=4"),
    ("level 7", "textbook=5"),
    ("level 7", "textbook=6"),
)
SLOWNESS = {
    "textbook=3": 2,
    "textbook=4": 4,
    "textbook=5": 8,
    "textbook=6": 12,
    **{f"level {number}": 2 for number, level in LEVELS.items() if isinstance(level.strength, ShortSearch)},
    f"level {FULL_STRENGTH}": 5,
}
"""By how much fewer games are played with those who take long."""
ZERO = "textbook=1"
"""The player whose Elo is called 0."""
NO_LIMIT = Pace(depth=60)
"""Beyond the limits that a level has of its own."""
RESAMPLES = 100


@dataclass(frozen=True, slots=True)
class Plan:
    folder: Path
    processes: int
    games: int
    nodes: int

    def games_of(self, first: str, second: str) -> int:
        """An even number: every opening is played with both colours."""
        slowness = max(SLOWNESS.get(first, 1), SLOWNESS.get(second, 1))
        return max(self.games // slowness // 2, 1) * 2

    def recipe(self, name: str) -> Recipe:
        kind, _, number = name.replace("=", " ").partition(" ")
        if kind == "random":
            return PlayerRecipe(name, RandomPlayer)
        if kind == "textbook":
            return PlayerRecipe(name, partial(TextbookPlayer, int(number)))
        told = f"{name}: {LEVELS[int(number)].strength}"
        pace = Pace(nodes=self.nodes) if int(number) == FULL_STRENGTH else NO_LIMIT
        return EngineRecipe(told, pace, int(number), tablebase=None)

    def play(self, first: str, second: str) -> Pairs:
        """What is not in the journal yet, and the result of all."""
        conditions = Conditions((self.recipe(first), self.recipe(second)), NO_LIMIT)
        games = self.games_of(first, second)
        match = Match(conditions, opening_set("3-move"), games)
        path = self.folder / f"{first} - {second}.match".replace(" ", "_")
        with (
            closing(GameJournal(path, match.settings())) as journal,
            closing(Processes(self.processes)) as pool,
        ):
            for game in match.run(pool, list(journal.games())):
                journal.add(game)
        played = match.played
        print(
            f"| {first} | {second} | {len(played)} | {played.wins} {played.draws} {played.losses} "
            f"| {_elo(played.pairs)} |",
            flush=True,
        )
        return played.pairs


def _elo(pairs: Pairs) -> str:
    low, high = pairs.elo_bounds
    return f"{pairs.elo:+.0f} ({low:+.0f} to {high:+.0f})"


def resampled(pairs: Pairs, dice: random.Random) -> float:
    """The score of as many pairs, drawn from those that were played."""
    results = [points / 2 for points, count in enumerate(pairs.counts) for _ in range(count)]
    return sum(dice.choices(results, k=len(results))) / len(results) / 2


def scale(played: Mapping[tuple[str, str], Pairs]) -> list[tuple[str, float, float]]:
    """Players with their Elo and its 95% error, which is the spread over matches drawn anew from those played."""
    elo = fitted([Meeting(*names, pairs.score, len(pairs)) for names, pairs in played.items()], ZERO)
    dice = random.Random(0)
    drawn = [
        fitted([Meeting(*names, resampled(pairs, dice), len(pairs)) for names, pairs in played.items()], ZERO)
        for _ in range(RESAMPLES)
    ]
    error = {
        name: CONFIDENCE * (sum((one[name] - elo[name]) ** 2 for one in drawn) / RESAMPLES) ** 0.5
        for name in elo
    }
    return sorted(((name, elo[name], error[name]) for name in elo), key=lambda row: row[1])


def parsed() -> Plan:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="JOURNALS")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--games", type=int, default=200, help="of a match between quick players")
    parser.add_argument("--nodes", type=int, default=400_000, help="a move, at full strength")
    return Plan(**vars(parser.parse_args()))


def main() -> None:
    plan = parsed()
    plan.folder.mkdir(parents=True, exist_ok=True)
    print("| first | second | games | + = - | Elo of the first, 95% |\n|---|---|---|---|---|")
    neighbours = [(f"level {number + 1}", f"level {number}") for number in LEVELS if number + 1 in LEVELS]
    played = {names: plan.play(*names) for names in [*neighbours, *OUTSIDE]}
    print("\n| player | Elo, 95% |\n|---|---|")
    for name, elo, error in scale(played):
        print(f"| {name} | {elo:+.0f} ± {error:.0f} |")


if __name__ == "__main__":
    try:
        main()
    except JournalError as error:
        sys.exit(str(error))
