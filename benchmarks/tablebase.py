"""Endgame databases: how fast they are built, how large they are, how fast they answer.

Usage: python benchmarks/tablebase.py [PIECES] [FOLDER]
       python benchmarks/tablebase.py rate FOLDER
       python benchmarks/tablebase.py slice NAME FOLDER

PIECES is 4 unless given, FOLDER an existing database to probe instead of the one that is built. "rate" compares the
search in positions with 8 pieces with the database and without. "slice" solves one slice and its flip, such as 0403,
from the smaller ones in FOLDER, and writes nothing. Times are processor time, so that other work on the machine counts
little; a machine with two free processors takes half of it."""

from __future__ import annotations

import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import crownhead as ch
from crownhead import _core
from crownhead.tablebase import Slice, Tablebase
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


def each(positions: list[ch.Position], probe: Callable[[ch.Position], object]) -> float:
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


# -- the search with and without ------------------------------------------------------------------------------

NODES = 5_000_000
"""About a second of search, so that what is unpacked at the beginning counts as it does in play."""
EIGHT_PIECES = (Slice(2, 2, 2, 2), Slice(3, 1, 3, 1), Slice(4, 0, 4, 0), Slice(2, 2, 3, 1), Slice(1, 3, 1, 3))


def some_position(slice: Slice, lots: random.Random) -> ch.Position:
    while True:
        position: ch.Position = _core.slice_position(slice, lots.randrange(slice.positions))
        if not position.must_jump and not position.is_over:
            return position


def searched(position: ch.Position, tablebase: Tablebase | None) -> tuple[int, float]:
    """Nodes and seconds, the table empty and the files open."""
    with ch.Engine(tablebase=tablebase, hash_mb=64) as engine:
        engine.play(position, ch.Limit(nodes=1000))
        begin = time.process_time()
        nodes = engine.play(position, ch.Limit(nodes=NODES)).nodes
        return nodes, time.process_time() - begin


def rate(folder: Path) -> None:
    lots = random.Random(8)
    tablebase = Tablebase.open(folder)
    totals = {"without": [0, 0.0], "with": [0, 0.0]}
    for slice in EIGHT_PIECES:
        position = some_position(slice, lots)
        for name, asked in (("without", None), ("with", tablebase)):
            for i, measured in enumerate(searched(position, asked)):
                totals[name][i] += measured
    rates = {name: nodes / seconds for name, (nodes, seconds) in totals.items()}
    print(
        f"8 pieces, database of {tablebase.most_pieces}: "
        + ", ".join(f"{value / 1e6:.2f} M nodes/s {name}" for name, value in rates.items())
    )
    print(f"  {rates['with'] / rates['without']:.2f} times the rate without")
    assert tablebase.most_pieces < 8


# -- one slice -------------------------------------------------------------------------------------------------


def one_slice(name: str, folder: Path) -> None:
    slice = Slice.from_name(name)
    assert slice, f"{name} is no slice"
    positions = sum(s.positions for s in {slice, slice.flipped})
    print(f"{slice}: {positions:,} positions, {_core.building_bytes(slice, False) / 2**30:.2f} GB asked for")
    begin = time.process_time()
    made = _core.Builder(str(folder), 12 * 2**30, 2).make(slice, False)
    seconds = time.process_time() - begin
    size = sum(len(table.content) for table in made)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(
        f"  {seconds:.1f} s of processor time, {seconds / positions * 1e9:.0f} ns a position; {peak:.2f} GB"
    )
    print(f"  {size / 1e6:.2f} MB, {8 * size / positions:.3f} bits a position")
    for table in made:
        found = table.statistics
        assert found.wins + found.losses + found.draws == Slice(*table.pieces).positions


def main() -> None:
    match sys.argv[1:]:
        case ["rate", folder]:
            rate(Path(folder))
        case ["slice", name, folder]:
            one_slice(name, Path(folder))
        case [pieces, *folder]:
            build_and_probe(int(pieces), folder)
        case _:
            build_and_probe(4, [])


def build_and_probe(pieces: int, folders: list[str]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        built = [Path(directory) / "wld", Path(directory) / "dtw"]
        build(built[0], pieces, 0)
        build(built[1], pieces, pieces)
        for folder in map(Path, folders or built):
            probes(folder)


if __name__ == "__main__":
    main()
