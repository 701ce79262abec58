"""Writes the most telling of the 11-man ballots, src/crownhead/record/openings/eleven_man_telling.tsv.

Most ballots are drawn whoever plays them, and some are won by one side whoever plays them: neither tells who is
stronger. A ballot tells most on the edge between win and draw: p(1 - p) is large, where p is the share of games that
the better side wins. So the engine plays games against itself from the positions that the ballots come to, and a third
of the positions is kept, with one ballot each.

Every position is searched once with DEEP nodes, and FAST games are played from it; from the half that seems to tell
most, SLOW games are played too. Each move of a game gets a number of nodes by chance, so that games differ. The players
have databases of 4 pieces; games are decided by those in the folder, or drawn where both players put their last eight
moves within 0.1 men after 40 plies. A few games say little, so the share of each position is drawn towards that of its
NEIGHBOURS, which count as KNOWN games: for fast games those with the nearest scores, for slow games those with the
nearest shares of fast games.

The work file keeps each result, so that a run that was killed goes on where it was.

Usage: python tools/telling_ballots.py WORK --tablebase FOLDER --players FOLDER [--as-it-is]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import crownhead as ch
from crownhead.match.adjudication import Adjudication, Arbiter
from crownhead.record.openings.ballots import Ballot, Kind, ballots
from crownhead.tablebase.tablebase import Tablebase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

DEEP = 200_000
FAST_NODES, SLOW_NODES = (3_000, 12_000), (12_000, 48_000)
FAST, SLOW = 2, 4
"""Games from a position."""
NEIGHBOURS, KNOWN = 400, 20
TARGET = Path(__file__).parents[1] / "src/crownhead/record/openings/eleven_man_telling.tsv"


@dataclass
class Rated:
    """A position with what is known of it, all as Black sees it."""

    position: ch.Position
    ballot: Ballot
    score: int | None = None
    """In hundredths of a man."""
    games: dict[int, float] = field(default_factory=dict)
    """Points by the number of the game."""

    def lead(self) -> float:
        """Of the better side."""
        return abs(self.score or 0)

    def wins(self, numbers: range) -> tuple[int, int]:
        """Of the better side, and the games in which."""
        winner = float((self.score or 0) >= 0)
        played = [self.games[number] for number in numbers if number in self.games]
        return played.count(winner), len(played)


class Games:
    """The engine against itself."""

    def __init__(self, database: Tablebase, players: str) -> None:
        self._database = database
        self._engine = ch.Engine(hash_mb=4, tablebase=players)
        self._rules = Adjudication(draw_score=0.1)

    def score(self, position: ch.Position) -> int:
        self._engine.new_game()
        return self._engine.play(position, ch.Limit(nodes=DEEP)).score.seen_by(ch.BLACK).centimen

    def play(self, position: ch.Position, number: int) -> float:
        """Black's points. The same for the same position and number."""
        dice = Random(f"{position.fen} {number}")
        few, many = FAST_NODES if number < FAST else SLOW_NODES
        self._engine.new_game()
        board, arbiter = ch.Board(position), Arbiter(self._rules, self._database)
        while True:
            if end := board.outcome(claim_draw=True) or arbiter.ruling(board):
                return 0.5 if end.winner is None else float(end.winner == ch.BLACK)
            played = self._engine.play(board, ch.Limit(nodes=round(few * (many / few) ** dice.random())))
            arbiter.note(played.score)
            board.push(played.move)


class Work:
    """The file of results: a position, the number of a game or `score`, and the value."""

    def __init__(self, path: Path) -> None:
        self.every = list(positions())
        by_fen = {one.position.fen: one for one in self.every}
        for line in path.read_text().splitlines() if path.exists() else ():
            fen, what, value = line.split("\t")
            if what == "score":
                by_fen[fen].score = int(value)
            else:
                by_fen[fen].games[int(what)] = float(value)
        self._file = path.open("a", buffering=1)

    def finish(self, games: Games) -> None:
        for one in self.every:
            if one.score is None:
                one.score = games.score(one.position)
                self._file.write(f"{one.position.fen}\tscore\t{one.score}\n")
        for number in range(FAST):
            self._play(self.every, number, games)
        for number in range(FAST, FAST + SLOW):
            self._play(self.half(), number, games)

    def half(self) -> list[Rated]:
        return most_telling(self.every, self._shares_of_fast())[: len(self.every) // 2]

    def third(self) -> list[Rated]:
        fast = self._shares_of_fast()
        shares = smoothed(self.every, lambda one: fast[one.position], range(FAST, FAST + SLOW))
        return most_telling(self.every, shares)[: len(self.every) // 3]

    def _shares_of_fast(self) -> dict[ch.Position, float]:
        return smoothed(self.every, Rated.lead, range(FAST))

    def _play(self, chosen: Iterable[Rated], number: int, games: Games) -> None:
        for one in chosen:
            if number not in one.games:
                one.games[number] = games.play(one.position, number)
                self._file.write(f"{one.position.fen}\t{number}\t{one.games[number]}\n")


def positions() -> Iterator[Rated]:
    """Each with the first ballot that comes to it."""
    first: dict[ch.Position, Ballot] = {}
    for ballot in ballots(Kind.ELEVEN_MAN):
        first.setdefault(ballot.board().position, ballot)
    return (Rated(position, ballot) for position, ballot in first.items())


def most_telling(every: list[Rated], shares: dict[ch.Position, float]) -> list[Rated]:
    return sorted(every, key=lambda one: -shares[one.position] * (1 - shares[one.position]))


def smoothed(every: list[Rated], key: Callable[[Rated], float], numbers: range) -> dict[ch.Position, float]:
    """The better side's share of wins in games of these numbers; `key` says who are neighbours."""
    ordered = sorted(every, key=key)
    wins = [one.wins(numbers) for one in ordered]
    shares = {}
    for place, one in enumerate(ordered):
        begin = max(0, min(place - NEIGHBOURS // 2, len(ordered) - NEIGHBOURS))
        near_won, near = (sum(column) for column in zip(*wins[begin : begin + NEIGHBOURS], strict=True))
        won, played = wins[place]
        shares[one.position] = (KNOWN * near_won / max(near, 1) + won) / (KNOWN + played)
    return shares


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--tablebase", required=True, help="the databases that decide games")
    parser.add_argument("--players", required=True, help="the databases of 4 pieces")
    parser.add_argument("--as-it-is", action="store_true", help="make the list of the games that are there")
    options = parser.parse_args()
    work = Work(options.work)
    if not options.as_it_is:
        work.finish(Games(Tablebase.open(options.tablebase), options.players))
    kept = {one.position for one in work.third()}
    rows = [
        f"{one.ballot.removed[0]}\t{one.ballot.removed[1]}\t{' '.join(one.ballot.moves)}\t{one.score}"
        for one in work.every
        if one.position in kept
    ]
    TARGET.write_text("black\twhite\tmoves\tscore\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
