"""Endgame databases: how fast they are built, how large they are, how fast they answer.

Usage: python benchmarks/tablebase.py [PIECES] [FOLDER]; PIECES is 4 unless given, FOLDER an existing database to
probe instead of the one that is built. Times are processor time, so that other work on the machine counts little;
a machine with two free processors takes half of it."""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from crownhead import _core
from crownhead.tablebase import Tablebase
from crownhead.tablebase.build import Plan
from crownhead.tablebase.folder import tables_in
from crownhead.tablebase.report import statistics_of
from crownhead.tablebase.slices import slices_with

# Wins, losses and draws with Black to move; 2 to 4 as others have published them.
COUNTS = {
    2: (716, 402, 2_370),
    3: (100_250, 87_305, 8_477),
    4: (2_574_304, 1_917_090, 1_717_922),
    5: (71_334_772, 56_993_144, 11_122_892),
}
PLAIN_RATE = 146e6 / 70
"""Positions a second of processor time of a plain program: 2 to 5 pieces in 35 s on two processors."""
BINOMIAL_RATE = 2e6


def build(folder: Path, pieces: int, dtw: int) -> None:
    begin = time.process_time()
    plan = Plan(folder, pieces, dtw, threads=2)
    for _ in plan.run():
        pass
    seconds = time.process_time() - begin
    rate = plan.positions / seconds
    size = sum(t.path.stat().st_size for t in tables_in(folder) if t.distances == bool(dtw))
    print(
        f"{'DTW' if dtw else 'WLD'} 2-{pieces}: {plan.positions:,} positions in {seconds:.1f} s of processor time"
    )
    print(f"  {rate / 1e6:.2f} M/s: {rate / PLAIN_RATE:.1f} times the plain program, ", end="")
    print(f"{rate / BINOMIAL_RATE:.1f} times Binomial's builder")
    print(f"  {size / 1e6:.2f} MB, {8 * size / plan.positions:.3f} bits a position")
    for n in range(2, pieces + 1):
        found = [s for s in statistics_of(folder) if s.slice.pieces == n]
        sums = tuple(
            sum(column) for column in zip(*((s.wins, s.losses, s.draws) for s in found), strict=True)
        )
        assert sums == COUNTS[n], (n, sums)


def each(positions: list, probe: Callable[[object], object]) -> float:
    begin = time.process_time()
    for position in positions:
        probe(position)
    return (time.process_time() - begin) / len(positions)


def probes(folder: Path) -> None:
    """Python's own cost, measured by asking for a key, is taken off."""
    lots = random.Random(1)
    most = Tablebase.open(folder).most_pieces
    slices = [s for s in slices_with(most) if s.positions > 10_000]
    chosen = (lots.choice(slices) for _ in range(40_000))
    positions = [_core.slice_position(s, lots.randrange(s.positions)) for s in chosen]
    positions = [position for position in positions if not position.must_jump]
    core = Tablebase.open(folder).core
    for position in positions[:2000]:
        core.probe(position)  # opens the files
    empty = each(positions, lambda position: core.most_pieces)
    cold = each(positions[2000:], core.probe) - empty
    few = positions[:500]
    for position in few:
        core.probe(position)
    warm = min(each(few * 20, core.probe) for _ in range(5)) - empty
    print(
        f"{most} pieces, block not cached: {cold * 1e6:.1f} us; cached: {warm * 1e6:.2f} us with Python's share"
    )


def main() -> None:
    pieces = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    with tempfile.TemporaryDirectory() as directory:
        build(Path(directory) / "wld", pieces, 0)
        build(Path(directory) / "dtw", pieces, pieces)
        for folder in (
            [Path(sys.argv[2])] if len(sys.argv) > 2 else [Path(directory) / "wld", Path(directory) / "dtw"]
        ):
            probes(folder)


if __name__ == "__main__":
    main()
