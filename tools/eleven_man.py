"""Finds the 11-man ballots that lose, for src/crownhead/record/openings/eleven_man_lost.tsv.

Every way to take off a man of 5-12 and one of 21-28 and to make two moves is searched for NODES nodes; where a side is
ahead by CLOSER or more, again for MANY. A ballot in which a side is then ahead by LOST, or has won by force, is written
down with the score for the side to move. One thread and a fresh table for each search: the same file every time.

The work file keeps each result, so that a run that was killed goes on where it was.

Usage: python tools/eleven_man.py WORK [--write]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import crownhead as ch
from crownhead.record.openings.ballots import Ballot, Kind, ballots

NODES, MANY = 50_000, 500_000
CLOSER, LOST = 20, 60
"""Hundredths of a man."""
TARGET = Path(__file__).parents[1] / "src/crownhead/record/openings/eleven_man_lost.tsv"


def score_of(engine: ch.Engine, ballot: Ballot) -> int:
    score = 0
    for nodes in (NODES, MANY):
        engine.new_game()
        score = engine.play(ballot.board(), ch.Limit(nodes=nodes)).score.centimen
        if abs(score) < CLOSER:
            break
    return score


def done_in(work: Path) -> dict[str, int]:
    lines = work.read_text().splitlines() if work.exists() else []
    return {name: int(score) for name, _, score in (line.partition("\t") for line in lines) if score}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--write", action="store_true", help="write the table when all is done")
    options = parser.parse_args()
    done = done_in(options.work)
    every = ballots(Kind.ELEVEN_MAN, sound=False)
    with ch.Engine(hash_mb=16, tablebase=None) as engine, options.work.open("a") as file:
        for ballot in every:
            if str(ballot) not in done:
                done[str(ballot)] = score_of(engine, ballot)
                file.write(f"{ballot}\t{done[str(ballot)]}\n")
                file.flush()
    lost = [ballot for ballot in every if abs(done[str(ballot)]) >= LOST]
    print(f"{len(lost)} of {len(every)} lose")
    if options.write:
        rows = (f"{b.removed[0]}\t{b.removed[1]}\t{' '.join(b.moves)}\t{done[str(b)]}" for b in lost)
        TARGET.write_text("black\twhite\tmoves\tscore\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
