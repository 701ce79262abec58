"""Writes the 11-man ballots that lose, src/crownhead/record/openings/eleven_man_lost.tsv.

Which ones lose is taken from the deck that Ed Gilbert published with KingsRow, as it stands in pydraughts (the extra
`test`). Beside each is what our engine says: its score for the side to move after NODES nodes, and after MANY where it
does not find a side ahead by LOST by then. All others are searched too, for FEW nodes, and for NODES where a side is
ahead by CLOSER: those that it finds lost though the deck does not are printed. One thread, no databases and a fresh
table for each search: the same file every time.

The work file keeps each result, so that a run that was killed goes on where it was.

Usage: python tools/eleven_man.py WORK
"""

from __future__ import annotations

import argparse
from importlib.resources import files
from pathlib import Path

import msgspec

import crownhead as ch
from crownhead.record.openings.ballots import Ballot, Kind, ballots

FEW, NODES, MANY = 50_000, 500_000, 3_000_000
CLOSER, LOST = 20, 60
"""Hundredths of a man."""
TARGET = Path(__file__).parents[1] / "src/crownhead/record/openings/eleven_man_lost.tsv"


class Deck(msgspec.Struct):
    """The file of pydraughts: positions by name, and the names of those that lose."""

    all: dict[str, str]
    standard: list[str]
    lost: list[str]

    @classmethod
    def published(cls) -> Deck:
        return msgspec.json.decode(
            files("draughts").joinpath("ballot_files/11_english.json").read_bytes(), type=cls
        )

    def lost_positions(self) -> set[ch.Position]:
        return {ch.Position.from_fen(self.all[name]) for name in self.lost}


def score_of(engine: ch.Engine, position: ch.Position, is_listed: bool) -> int:
    score = 0
    for nodes in (NODES, MANY) if is_listed else (FEW, NODES):
        engine.new_game()
        score = engine.play(ch.Board(position), ch.Limit(nodes=nodes)).score.centimen
        if abs(score) >= LOST if is_listed else abs(score) < CLOSER:
            break
    return score


def done_in(work: Path) -> dict[str, int]:
    lines = work.read_text().splitlines() if work.exists() else []
    return {fen: int(score) for fen, _, score in (line.partition("\t") for line in lines) if score}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("work", type=Path)
    options = parser.parse_args()
    every: dict[ch.Position, list[Ballot]] = {}
    for ballot in ballots(Kind.ELEVEN_MAN, sound=False):
        every.setdefault(ballot.board().position, []).append(ballot)
    lost, done = Deck.published().lost_positions(), done_in(options.work)
    with ch.Engine(hash_mb=64, tablebase=None, book=None) as engine, options.work.open("a") as file:
        for position in sorted(every, key=lambda position: position not in lost):
            if position.fen not in done:
                done[position.fen] = score_of(engine, position, position in lost)
                file.write(f"{position.fen}\t{done[position.fen]}\n")
                file.flush()
    agreed = [position for position in lost if abs(done[position.fen]) >= LOST]
    other = [position.fen for position in every if position not in lost and abs(done[position.fen]) >= LOST]
    print(f"{len(agreed)} of {len(lost)} positions that are listed are found lost; of the others: {other}")
    rows = [
        f"{b.removed[0]}\t{b.removed[1]}\t{' '.join(b.moves)}\t{done[position.fen]}"
        for position, drawn in every.items()
        if position in lost
        for b in drawn
    ]
    TARGET.write_text("black\twhite\tmoves\tscore\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
