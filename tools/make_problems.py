"""Makes the problems that crownhead ships: positions with one right move at every turn of the solver, proved.

    python tools/make_problems.py find --tablebase DIR --journal FILE --units N [--kind KIND]
                                       [--processes N | --cluster ADDRESS]
    python tools/make_problems.py select --journal FILE --out problems.bin [--count N]

`find` tries units of work, each named by a seed, and keeps what it finds line by line in the journal. Kill it whenever
you like: the same command goes on, and costs at most the units that were under way. `select` takes a collection out of
the journal, spread evenly over the levels of difficulty and without near-duplicates. The same units give the same
collection, whoever did them and in whatever order. ADDRESS is as for the commands: see docs/cluster.md.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crownhead.errors import CrownheadError
from crownhead.files import Journal
from crownhead.jobs import Work, results
from crownhead.study.making.unit import KINDS, Making, Task
from crownhead.terminal.cluster import pool_of
from crownhead.terminal.progress import WorkDisplay

if TYPE_CHECKING:
    from crownhead.jobs import Pool

WORK = "making of problems"
SETTINGS = {"databases": 7}
"""Pieces: other databases would find other problems."""


def find(pool: Pool, tablebase: str, journal: Journal, tasks: list[Task]) -> None:
    done = {(entry["kind"], entry["seed"]) for entry in journal.entries()}
    waiting = [task for task in tasks if task not in done]
    with WorkDisplay("units", len(tasks), pool, before=len(tasks) - len(waiting)) as display:
        for entry in results(pool, Work(Making(pool.share(tablebase))), waiting):
            journal.add(entry)
            display.advance(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    finding = commands.add_parser("find")
    finding.add_argument("--tablebase", required=True, help="Directory with databases of 2 to 7 pieces.")
    finding.add_argument("--units", type=int, required=True, help="Of each kind.")
    finding.add_argument("--kind", choices=KINDS, action="append", help="Only this kind (can be repeated).")
    finding.add_argument("--processes", type=int, default=1)
    finding.add_argument("--cluster", metavar="ADDRESS", help="Work on a Dask cluster.")
    selecting = commands.add_parser("select")
    selecting.add_argument("--out", type=Path, required=True)
    selecting.add_argument("--count", type=int, default=6000)
    for command in (finding, selecting):
        command.add_argument("--journal", type=Path, required=True)
    args = parser.parse_args()
    with Journal(args.journal, WORK, SETTINGS) as journal:
        if args.command == "find":
            tasks = [Task(kind, seed) for seed in range(args.units) for kind in args.kind or KINDS]
            with pool_of(args.cluster, args.processes, own_data=False) as pool:
                find(pool, args.tablebase, journal, tasks)
        else:
            select(journal, args.out, args.count)


def select(journal: Journal, out: Path, count: int) -> None:
    from crownhead.study.making.selection import selected
    from crownhead.study.problems.packed import write

    entries = sorted(journal.entries(), key=_place)
    chosen = selected((found for entry in entries for found in entry["found"]), count)
    write(out, chosen)
    print(f"{len(chosen)} problems, {out.stat().st_size:,} bytes")


def _place(entry: dict[str, Any]) -> tuple[int, int]:
    """Where it stands if one process has done all."""
    return entry["seed"], KINDS.index(entry["kind"])


if __name__ == "__main__":
    try:
        main()
    except CrownheadError as error:
        sys.exit(f"{error}")
    except KeyboardInterrupt:
        sys.exit(130)
