"""Writes the 11-man ballots on the edge between win and draw, src/crownhead/record/openings/eleven_man_edge.tsv.

The longer engines think, the more games they draw, and the further the edge lies from level. So all 2,500 positions
that the ballots come to are searched, those that the published deck calls lost as well: first with FEW nodes, and with
MANY where one side is NEAR ahead or more, or the deck says lost. The positions with a lead within EDGE are kept, with
one ballot each. That is about where the deck begins to call positions lost: of the sound ones hardly any lie beyond
it, of the lost ones hardly any before.

The list in the repository has been made by commit 82a3a7c, whose scores were larger by the factor 1.55, with limits as
much larger; two positions with a lead of just 0.52 men are not in it for that reason.

The work file keeps each score, so that a run that was killed goes on where it was.

Usage: python tools/edge_ballots.py WORK --players FOLDER
"""

from __future__ import annotations

import argparse
from pathlib import Path

import crownhead as ch
from crownhead.record.openings.ballots import Ballot, Kind, ballots, lost_with_eleven_men

FEW, MANY = 3_000_000, 10_000_000
NEAR = 16
"""In hundredths of a man, as is EDGE."""
EDGE = range(23, 53)
TARGET = Path(__file__).parents[1] / "src/crownhead/record/openings/eleven_man_edge.tsv"


class Work:
    """The file of scores: a position, the nodes, and the score for Black in hundredths of a man."""

    def __init__(self, path: Path, players: str) -> None:
        rows = (line.split("\t") for line in path.read_text().splitlines()) if path.exists() else ()
        self._known = {(fen, int(nodes)): int(score) for fen, nodes, score in rows}
        self._file = path.open("a", buffering=1)
        self._engine = ch.Engine(hash_mb=256, tablebase=players)

    def score(self, position: ch.Position, nodes: int) -> int:
        key = (position.fen, nodes)
        if key not in self._known:
            self._engine.new_game()
            played = self._engine.play(position, ch.Limit(nodes=nodes))
            self._known[key] = played.score.seen_by(ch.BLACK).centimen
            self._file.write(f"{position.fen}\t{nodes}\t{self._known[key]}\n")
        return self._known[key]

    def edge(self) -> list[tuple[Ballot, int]]:
        """With the scores of the long searches."""
        lost = lost_with_eleven_men()
        first: dict[ch.Position, Ballot] = {}
        for ballot in ballots(Kind.ELEVEN_MAN, sound=False):
            first.setdefault(ballot.board().position, ballot)
        near = {
            position: ballot
            for position, ballot in first.items()
            if ballot in lost or abs(self.score(position, FEW)) >= NEAR
        }
        scored = [(ballot, self.score(position, MANY)) for position, ballot in near.items()]
        return sorted((ballot, score) for ballot, score in scored if abs(score) in EDGE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--players", required=True, help="the databases of 4 pieces")
    options = parser.parse_args()
    rows = [
        f"{ballot.removed[0]}\t{ballot.removed[1]}\t{' '.join(ballot.moves)}\t{score}"
        for ballot, score in Work(options.work, options.players).edge()
    ]
    TARGET.write_text("black\twhite\tmoves\tscore\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
