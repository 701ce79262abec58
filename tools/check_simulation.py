"""Holds the simulation of simulate_cluster.py against real work on a cluster of this machine.

    python -m tools.check_simulation databases FOLDER [--times 3]   2 to 5 pieces without distances
    python -m tools.check_simulation waiting FOLDER   the same graph with units that wait
    python -m tools.check_simulation book FOLDER [--positions 1000]
    python -m tools.check_simulation selfplay FOLDER [--shards 8]

The costs of the units are measured in this process, one after the other, as processor time; the simulation is told
their sum alone. Then the same work is done by one and by two processes of a cluster, for which the machine must have
nothing else to do. `waiting` may be used on a busy one: the units wait for as long as each took, made longer so that
they take a minute together. That shows the order, and what Dask adds.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from crownhead.book.build import BookBuilder
from crownhead.cluster.pool import Cluster
from crownhead.engine.move_scores import ScoreMoves
from crownhead.jobs import Pool, Work, graph_results, results
from crownhead.tablebase import spread
from crownhead.tablebase.build import Plan
from crownhead.terminal.book import roots
from crownhead.training.recipe import read_recipe
from crownhead.training.selfplay import SelfPlayWork, play_shards
from tools.simulate_cluster import BookCosts, Costs, Databases, ShardCosts, book_seconds, selfplay_seconds

if TYPE_CHECKING:
    from collections.abc import Callable

    from crownhead.tablebase.slices import Slice

Result = TypeVar("Result")

PLACES = (1, 2)
WAITING = 60.0
"""Seconds that units wait together: waiting is told from what Dask adds only if it is long enough."""
NODES = 25_000
"""A move of a book: what `crownhead book build` has unless it is told otherwise."""


class Here(Pool):
    """This process, which does a unit at once and counts its processor time."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @property
    def workers(self) -> int:
        return 1

    def close(self) -> None:
        pass

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        done: Future[Result] = Future()
        begin = time.process_time()
        done.set_result(fn(*args, **kwargs))
        self.seconds += time.process_time() - begin
        return done


@dataclass
class Measured:
    units: float
    """Seconds of processor time."""
    client: float
    """The same, of all that is not a unit."""


def measured(work: Callable[[Pool], object]) -> Measured:
    pool, begin = Here(), time.process_time()
    work(pool)
    return Measured(pool.seconds, time.process_time() - begin - pool.seconds)


def on_cluster(places: int, work: Callable[[Pool], object]) -> float:
    """Seconds, without those in which the processes start."""
    with closing(Cluster(f"local:{places}")) as pool:
        while pool.workers < places:
            time.sleep(0.1)
        list(results(pool, time.sleep, [0.1] * 4 * places))
        begin = time.perf_counter()
        work(pool)
        return time.perf_counter() - begin


def compare(
    simulated: Callable[[int], float], work: Callable[[int, int], Callable[[Pool], object]], times: int
) -> None:
    """`work` is of so many places and of that repetition: each has a folder of its own."""
    for places in PLACES:
        took = [on_cluster(places, work(places, number)) for number in range(times)]
        found = ", ".join(f"{seconds:.2f}" for seconds in took)
        print(f"{places} places: simulated {simulated(places):.2f} s, really {found} s", flush=True)


# -- databases -----------------------------------------------------------------------------------------


def databases(folder: Path, times: int) -> None:
    plan, graph, taken = _graph(folder / "here")

    def work(places: int, number: int) -> Callable[[Pool], object]:
        own = replace(plan, folder=folder / f"{places} {number}")
        own.folder.mkdir(parents=True)
        return lambda pool: list(spread.build(own, pool))

    _tell_units(graph, taken)
    compare(lambda places: graph.run(places).seconds, work, times)


def waiting(folder: Path) -> None:
    _, graph, taken = _graph(folder)
    scale = WAITING / sum(taken.values())

    def work(places: int, number: int) -> Callable[[Pool], object]:
        return lambda pool: list(
            graph_results(pool, time.sleep, graph.needs, graph.seconds, lambda s: taken[s] * scale)
        )

    compare(lambda places: graph.run(places).seconds * scale, work, 1)


def _graph(folder: Path) -> tuple[Plan, Databases, dict[Slice, float]]:
    """Each unit as a worker does it: processor time."""
    plan = Plan(folder, 5, dtw=0, threads=1)
    folder.mkdir(parents=True, exist_ok=True)
    worker = spread.SliceWorker(spread.SliceWork(plan.room, plan.threads))
    taken = {}
    for step in plan.steps:
        begin = time.process_time()
        made = worker(spread.SolveTask(step, str(folder)))
        taken[step.slice] = time.process_time() - begin
        for name, content in made:
            (folder / name).write_bytes(content)
    steps = {step.slice: step for step in plan.steps}
    rest = Databases(steps, replace(Costs(), position=0.0)).run(1).busy
    position = (sum(taken.values()) - rest) / plan.positions
    return plan, Databases(steps, replace(Costs(), position=position)), taken


def _tell_units(graph: Databases, taken: dict[Slice, float]) -> None:
    total, positions = sum(taken.values()), sum(step.positions for step in graph.steps.values())
    print(f"{len(taken)} units, {total:.1f} s of processor time, {total / positions * 1e9:.0f} ns a position")
    print("the longest units, measured and simulated, in seconds of processor time:")
    for s in sorted(taken, key=lambda s: -taken[s])[:10]:
        print(f"  {s}: {taken[s]:.2f}, {graph.seconds(s):.2f}")


# -- book and self-play --------------------------------------------------------------------------------


def book(folder: Path, positions: int, times: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)

    def grow(journal: str, pool: Executor) -> None:
        with BookBuilder(folder / journal, roots(), NODES) as builder:
            for _ in builder.grow(pool, Work(ScoreMoves(NODES)), positions=positions):
                pass

    alone = measured(lambda pool: grow("here", pool))
    costs = BookCosts(alone.units / positions, alone.client / positions, 0.0)
    print(
        f"{positions} positions: {costs.position * 1e3:.2f} ms of processor time each, "
        f"and {costs.taken * 1e6:.0f} us at the client"
    )
    compare(
        lambda places: book_seconds(positions, costs, places)[0],
        lambda places, number: lambda pool: grow(f"{places} {number}", pool),
        times,
    )


def selfplay(folder: Path, shards: int, times: int) -> None:
    import msgspec

    recipe = msgspec.structs.replace(read_recipe(None).play, tablebase_pieces=0)

    def play(name: str, pool: Pool) -> int:
        return sum(len(shard) for shard in play_shards(SelfPlayWork(recipe), folder / name, shards, pool))

    samples: list[int] = []
    alone = measured(lambda pool: samples.append(play("here", pool)))
    costs = ShardCosts(alone.units / samples[0], samples[0] // shards, alone.client / shards)
    print(
        f"{shards} shards, {samples[0]:,} samples: {costs.position * 1e6:.0f} us of processor time each, "
        f"and {costs.written * 1e3:.0f} ms at the client for a shard"
    )
    compare(
        lambda places: selfplay_seconds(shards, costs, places)[0],
        lambda places, number: lambda pool: play(f"{places} {number}", pool),
        times,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["databases", "waiting", "book", "selfplay"])
    parser.add_argument("folder", type=Path, help="must be empty, or not be there")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--times", type=int, default=1)
    given = parser.parse_args()
    if given.what == "databases":
        databases(given.folder, given.times)
    elif given.what == "waiting":
        waiting(given.folder)
    elif given.what == "book":
        book(given.folder, given.positions, given.times)
    else:
        selfplay(given.folder, given.shards, given.times)


if __name__ == "__main__":
    main()
