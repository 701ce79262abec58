"""What a cluster would make of long work: a discrete-event simulation with the costs that were measured on one machine.

    python tools/simulate_cluster.py databases 7
    python tools/simulate_cluster.py databases 8 --only 4v4
    python tools/simulate_cluster.py book 10000000
    python tools/simulate_cluster.py selfplay 1000000000

Databases are the graph of `crownhead tablebase build`, begun in the order in which the command begins them. See
check_simulation.py for how all three compare with real runs.
"""

from __future__ import annotations

import argparse
import heapq
from dataclasses import dataclass, field, replace

from crownhead.jobs import Graph
from crownhead.tablebase.build import BuildStep
from crownhead.tablebase.slices import Slice, pairs_up_to

WORKERS = (1, 2, 4, 16, 64, 256, 1024)
BITS = {0: 0.364, 1: 0.168, 2: 0.021}
"""Of a position in a file without distances, by how many pieces one side has more: as the files of 6 and 7 pieces have
it; 0.018 for three and more."""


@dataclass(frozen=True)
class Costs:
    """As measured; times are of one core."""

    position: float = 117e-9
    """Seconds to solve a position, on average over 29 pairs of 7 pieces, with all that belongs to it."""
    load: float = 12e-9
    """Seconds to load a position of a table that is needed."""
    unit: float = 0.01
    """Seconds of a unit besides: pickles, messages, files."""
    link: float = 125e6
    """Bytes a second of the client's network card, which all files pass where no disk is shared."""
    machine: int = 16
    """Workers with one cache."""
    price: float = 0.04
    """Dollars a core hour."""


# -- databases -----------------------------------------------------------------------------------------


def file_bytes(s: Slice) -> float:
    return s.positions * BITS.get(abs(s.black - s.white), 0.018) / 8 + 1000


@dataclass
class Outcome:
    seconds: float
    busy: float
    moved: float
    """Bytes, to workers and back."""


@dataclass
class Databases:
    steps: dict[Slice, BuildStep]
    costs: Costs
    needs: dict[Slice, set[Slice]] = field(init=False)
    reached: dict[Slice, list[Slice]] = field(init=False)

    def __post_init__(self) -> None:
        self.reached = {s: list(s.reachable()) for s in self.steps}
        self.needs = {s: {min(o, o.flipped) for o in self.reached[s]} - {s} for s in self.steps}

    def seconds(self, s: Slice) -> float:
        """Of one core, for a pair."""
        direct = [o for o in self.reached[s] if _is_next(s, o)]
        loaded = sum(o.positions for o in direct)
        return self.steps[s].positions * self.costs.position + loaded * self.costs.load + self.costs.unit

    def critical_path(self) -> tuple[float, list[Slice]]:
        chain = Graph(self.needs, self.seconds).chain
        path = [max(chain, key=chain.__getitem__)]
        while later := [s for s in self.steps if path[-1] in self.needs[s]]:
            path.append(max(later, key=chain.__getitem__))
        return chain[path[0]], path

    def run(self, workers: int) -> Outcome:
        graph = Graph(self.needs, self.seconds)
        idle = list(range(workers))
        caches: list[set[Slice]] = [set() for _ in range(-(-workers // self.costs.machine))]
        working: list[tuple[float, int, Slice]] = []
        now = link_free = busy = moved = 0.0
        while True:
            while idle and (s := next(graph, None)):
                worker = idle.pop()
                cache = caches[worker // self.costs.machine]
                wanted = sum(file_bytes(o) for o in self.reached[s] if o not in cache)
                cache.update(self.reached[s])
                link_free = max(now, link_free) + wanted / self.costs.link
                moved += wanted
                busy += self.seconds(s)
                heapq.heappush(working, (link_free + self.seconds(s), worker, s))
            if not working:
                return Outcome(max(now, link_free), busy, moved)
            now, worker, done = heapq.heappop(working)
            made = sum(file_bytes(o) for o in {done, done.flipped})
            link_free = max(now, link_free) + made / self.costs.link
            moved += made
            idle.append(worker)
            graph.done(done)


def _is_next(s: Slice, o: Slice) -> bool:
    """Whether a move leads there: what is not is loaded for those that are, if at all."""
    return s.pieces - o.pieces <= 1 and s.men - o.men <= 1


def databases(pieces: int, only: str | None, costs: Costs) -> None:
    chosen = pairs_up_to(pieces)
    if only is not None:
        black, _, white = only.partition("v")
        most = sorted((int(black), int(white)))
        chosen = [
            s for s in chosen if all(a <= b for a, b in zip(sorted((s.black, s.white)), most, strict=True))
        ]
    graph = Databases({s: BuildStep(s, False) for s in chosen}, costs)
    longest, path = graph.critical_path()
    positions = sum(step.positions for step in graph.steps.values())
    memory = max(step.memory for step in graph.steps.values())
    size = sum(file_bytes(o) for s in graph.steps for o in {s, s.flipped})
    print(
        f"{len(chosen)} pairs of slices, {positions / 1e9:.1f} thousand million positions, {size / 1e9:.2f} GB"
    )
    print(f"largest pair: {memory / 2**30:.1f} GB of memory")
    print(f"critical path: {longest / 3600:.2f} h through {len(path)} pairs, last {path[-1]}")
    print("| workers | hours | speed-up | cores busy | GB moved | dollars |\n|---|---|---|---|---|---|")
    alone = graph.run(1).seconds
    for workers in WORKERS:
        made = graph.run(workers)
        print(
            f"| {workers} | {made.seconds / 3600:.2f} | {alone / made.seconds:.1f} "
            f"| {made.busy / made.seconds / workers:.0%} | {made.moved / 1e9:.1f} "
            f"| {made.seconds / 3600 * workers * costs.price:.2f} |"
        )


# -- books and self-play -------------------------------------------------------------------------------


@dataclass(frozen=True)
class BookCosts:
    """Seconds of one core."""

    position: float
    """To score all moves of a position, at a worker."""
    taken: float
    """To take a position into the graph and the journal, at the client."""
    backed_up: float
    """To back up one position and to choose leaves, at the client, for all positions in every round."""


def book_seconds(positions: int, costs: BookCosts, workers: int) -> tuple[float, float]:
    """In all, and of the client."""
    from crownhead.book.build import CHUNK, GROWTH, LEAST_ROUND

    seconds = client = 0.0
    size = 1
    while size < positions:
        leaves = min(max(LEAST_ROUND, size // GROWTH), positions - size)
        chunks = -(-leaves // CHUNK)
        searching = -(-chunks // workers) * CHUNK * costs.position
        taking = leaves * costs.taken
        choosing = size * costs.backed_up
        seconds += max(searching, taking) + choosing
        client += taking + choosing
        size += leaves
    return seconds, client


def book(positions: int, costs: BookCosts, price: float) -> None:
    _print_table({workers: book_seconds(positions, costs, workers) for workers in WORKERS}, price)


@dataclass(frozen=True)
class ShardCosts:
    position: float
    """Seconds of one core for a sample."""
    samples: int
    """Of a shard."""
    written: float
    """Seconds of the client for a shard: it compresses and writes it."""


def selfplay_seconds(shards: int, costs: ShardCosts, workers: int) -> tuple[float, float]:
    """In all, and of the client."""
    playing = -(-shards // workers) * costs.samples * costs.position
    client = shards * costs.written
    return max(playing, client), client


def selfplay(positions: int, costs: ShardCosts, price: float) -> None:
    shards = -(-positions // costs.samples)
    _print_table({workers: selfplay_seconds(shards, costs, workers) for workers in WORKERS}, price)


def _print_table(taken: dict[int, tuple[float, float]], price: float) -> None:
    print("| workers | hours | speed-up | client busy | dollars |\n|---|---|---|---|---|")
    for workers, (seconds, client) in taken.items():
        hours, speedup = seconds / 3600, taken[1][0] / seconds
        print(
            f"| {workers} | {hours:.2f} | {speedup:.1f} | {client / seconds:.0%} | {hours * workers * price:.2f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for_databases = commands.add_parser("databases")
    for_databases.add_argument("pieces", type=int)
    for_databases.add_argument("--only", help="for example 4v4")
    for_databases.add_argument("--threads", type=int, default=1, help="of each worker")
    for_book = commands.add_parser("book")
    for_book.add_argument("positions", type=int)
    for_book.add_argument("--position", type=float, default=0.0134)
    for_book.add_argument("--taken", type=float, default=150e-6)
    for_book.add_argument("--backed-up", type=float, default=8.1e-6)
    for_selfplay = commands.add_parser("selfplay")
    for_selfplay.add_argument("positions", type=int)
    for_selfplay.add_argument("--position", type=float, default=271e-6)
    for_selfplay.add_argument("--samples", type=int, default=8600)
    for_selfplay.add_argument("--written", type=float, default=0.044)
    given = parser.parse_args()
    costs = Costs()
    if given.command == "databases":
        speed = given.threads * (0.965 if given.threads > 1 else 1)
        costs = replace(costs, position=costs.position / speed, load=costs.load / speed)
        databases(given.pieces, given.only, replace(costs, price=costs.price * given.threads))
    elif given.command == "book":
        book(given.positions, BookCosts(given.position, given.taken, given.backed_up), costs.price)
    else:
        selfplay(given.positions, ShardCosts(given.position, given.samples, given.written), costs.price)


if __name__ == "__main__":
    main()
