"""Kills worker, scheduler and client of a cluster with -9, at random, during every kind of long work.

    python benchmarks/cluster_kills.py [--kills 100] [--seed 1851] [--apart] [JOB ...]

Each job is done twice: undisturbed by this machine alone, and by a cluster of processes on the loopback interface that
loses a worker, the scheduler or the client again and again. Both must give the same bytes. The kills are spread over
the work: one is due when its share of the units is done, and then comes within a random time, however far what was
killed before has come with starting again. With --apart (as root), workers do not see the client's files, so that all
of them go through their caches.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

HOME = Path(__file__).parents[1]
sys.path[:0] = [str(HOME / "tests")]

from cluster.machines import Machines  # noqa: E402 - a module of the tests

WORKERS = ("a", "b")
APART = ("unshare", "--mount", "sh", "-c", 'mount -t tmpfs none "$0" && exec "$@"')
"""A view of the disk without the folder that is named after this."""
SLEEP = 0.5
"""Seconds: the most between the moment when a kill is due and the kill."""
LOOK = 0.1
"""Seconds between two looks at what is done."""
LAST = 0.9
"""When the last kill is due, as a share of the units."""
RECIPE = """
[play]
seed = 1
games = 8
nodes = 300
ballots = ["3-move"]
opening_plies = 12
random_moves = 0.14
aside = 0.5
endings = 0.4
least_pieces = 7
most_pieces = 12
settled_plies = 14
tablebase_pieces = 0
"""
GAMES = ("--games", "150")
BOT = "def choose(board):\n    return sorted(board.legal_moves(), key=str)[{}]\n"


@dataclass(frozen=True)
class Job:
    """What is done in a folder of its own; `given` is the folder that all have."""

    command: Callable[[Path, Path], list[str | Path]]
    results: tuple[str, ...]
    """Patterns of the files that must be the same."""
    units: str
    """Pattern of the journals whose lines, or else of the files, are the units done."""
    count: Callable[[Path], int] | None = None
    """Of the units, where an undisturbed run leaves none to count; of `given`."""
    program: tuple[str | Path, ...] = ("-m", "crownhead")
    needs: frozenset[str] = frozenset()
    """Of what `prepare` can make."""
    after: Callable[[Path], list[str | Path]] | None = None
    """What else makes the files out of what was found."""

    def done(self, own: Path) -> int:
        files = list(own.glob(self.units)) if ".." not in self.units else [own / self.units]
        if all(file.suffix in (".journal", ".match") for file in files):
            return sum(max(0, file.read_bytes().count(b"\n") - 1) for file in files if file.exists())
        return len(files)

    def content(self, own: Path) -> dict[str, bytes]:
        return {p.name: p.read_bytes() for pattern in self.results for p in sorted(own.glob(pattern))}


JOBS = {
    "train play": Job(
        lambda own, given: [
            "train",
            "play",
            own / "samples",
            "--shards",
            "240",
            "--recipe",
            given / "recipe.toml",
        ],
        ("samples/*.samples",),
        "samples/*.samples",
    ),
    "match": Job(
        lambda own, given: [
            *("match", "hash=2", "hash=4", "--nodes", "500", *GAMES),
            *("--pdn", own / "games.pdn", "--journal", own / "match.journal"),
        ],
        ("games.pdn",),
        "match.journal",
    ),
    "tournament": Job(
        lambda own, given: [
            *("tournament", given / "bots", "--against", "nodes=300,textbook=1", "--games", "16"),
            *("--seconds", "600", "--out", own / "out"),
        ],
        ("out/games.pdn", "out/table.html"),
        "out/journals/*.match",
    ),
    "analyse": Job(
        lambda own, given: ["analyse", given / "games.pdn", "--nodes", "200", "-o", own / "study"],
        ("study/annotated.pdn", "study/report.html", "study/*.svg"),
        "study/review.journal",
        needs=frozenset({"games"}),
    ),
    "book build": Job(
        lambda own, given: [
            "book",
            "build",
            "--positions",
            "1500",
            "--nodes",
            "1000",
            "--out",
            own / "a.book",
        ],
        ("a.book",),
        "a.book.journal",
    ),
    "tablebase build": Job(
        lambda own, given: [
            *("tablebase", "build", "--pieces", "5", "--dtw", "4", "--threads", "1"),
            *("--folder", own / "tables"),
        ],
        ("tables/*.wld", "tables/*.dtw"),
        "tables/*.[wd][lt][dw]",
    ),
    "tablebase verify": Job(
        lambda own, given: ["tablebase", "verify", "--threads", "1", "--folder", given / "tables"],
        ("printed",),
        "../../given/tables/verify.journal",
        needs=frozenset({"tables"}),
        count=lambda given: len(list((given / "tables").glob("*.[wd][lt][dw]"))),
    ),
    "problems": Job(
        lambda own, given: [
            *("find", "--tablebase", given / "tables", "--journal", own / "problems.journal"),
            *("--units", "150", "--kind", "placed"),
        ],
        ("problems.bin",),
        "problems.journal",
        needs=frozenset({"tables"}),
        program=(HOME / "tools" / "make_problems.py",),
        after=lambda own: ["select", "--journal", own / "problems.journal", "--out", own / "problems.bin"],
    ),
    "prove": Job(
        lambda own, given: [
            *("prove", given / "problems.pdn", "--nodes", "2000", "--hash", "4"),
            *("--tablebase", given / "tables", "--out", own / "proofs"),
        ],
        ("proofs/*.proof",),
        "proofs/problems.journal",
        needs=frozenset({"tables"}),
    ),
}


def problems(count: int, chance: random.Random) -> str:
    """Positions of three against three by chance, and claims too: some are right."""
    games = []
    for number in range(count):
        squares = [f"{'K' if chance.random() < 0.4 else ''}{s}" for s in chance.sample(range(5, 29), 6)]
        fen = f"{chance.choice('BW')}:W{','.join(squares[:3])}:B{','.join(squares[3:])}"
        result = chance.choice(["1-0", "0-1", "1/2-1/2"])
        games.append(f'[Event "{number}"]\n[FEN "{fen}"]\n[Result "{result}"]\n\n{result}\n')
    return "\n".join(games)


def prepare(machines: Machines, given: Path, needs: set[str]) -> None:
    """What jobs begin with: bots, a recipe, problems, databases, games."""
    (given / "bots").mkdir(parents=True)
    for name, place in (("first", "0"), ("last", "-1"), ("middle", "len(board.legal_moves()) // 2")):
        (given / "bots" / f"{name}.py").write_text(BOT.format(place))
    (given / "recipe.toml").write_text(RECIPE)
    (given / "problems.pdn").write_text(problems(60, random.Random(1851)))
    tables = ("tablebase", "build", "--threads", "1", "--folder")
    commands: dict[str, tuple[str | Path, ...]] = {
        "data": (*tables, given.parent / "data" / "tablebases", "--pieces", "3"),
        "tables": (*tables, given / "tables", "--pieces", "4"),
        "games": (
            "match",
            "hash=2",
            "hash=4",
            "--games",
            "60",
            "--nodes",
            "100",
            "--pdn",
            given / "games.pdn",
        ),
    }
    for name, command in commands.items():
        if name in needs:
            Client(machines, given, ["-m", "crownhead", *command]).finish()


class Client:
    """A program whose output goes to files of a folder."""

    def __init__(self, machines: Machines, folder: Path, command: list[str | Path]) -> None:
        self._complaints = folder / "complaints"
        with (folder / "printed").open("w") as printed, self._complaints.open("a") as complaints:
            self._process = machines.client(*command, stdout=printed, stderr=complaints)

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def finish(self) -> None:
        if code := self._process.wait():
            raise RuntimeError(f"exit code {code}: {self._complaints.read_text()}")


class Attack:
    """One job on a cluster that loses its parts."""

    def __init__(
        self, machines: Machines, name: str, folder: Path, within: tuple[str, ...], chance: random.Random
    ) -> None:
        self._machines = machines
        self._name = name
        self._job = JOBS[name]
        self._given = folder / "given"
        self._alone, self._spread = (folder / name / how for how in ("alone", "spread"))
        self._within = within
        self._chance = chance
        self._killed: Counter[str] = Counter()

    def run(self, count: int) -> None:
        """Raises AssertionError where kills have changed a result."""
        units = self._undisturbed()
        begin = time.perf_counter()
        for done in self._disturbed(count, units):
            if self._killed.total() % 10 == 0:
                seconds = time.perf_counter() - begin
                print(f"  {self._killed.total()} kills, {done} units, {seconds:.0f} s", flush=True)
        seconds = time.perf_counter() - begin
        expected, found = self._result(self._alone), self._result(self._spread)
        assert expected, f"{self._name} has made nothing"
        different = [name for name in {**found, **expected} if found.get(name) != expected.get(name)]
        assert not different, f"{self._name}: kills have changed {', '.join(different)}"
        lost = ", ".join(f"{what} {number}" for what, number in sorted(self._killed.items()))
        print(
            f"{self._name}: {self._killed.total()} kills ({lost}) in {seconds:.0f} s, and the same "
            f"{sum(map(len, expected.values())):,} bytes in {len(expected)} files",
            flush=True,
        )

    def _undisturbed(self) -> int:
        """The number of units."""
        begin = time.perf_counter()
        self._client(self._alone).finish()
        units = self._job.count(self._given) if self._job.count else self._job.done(self._alone)
        print(f"{self._name}: {units} units, {time.perf_counter() - begin:.0f} s undisturbed", flush=True)
        return units

    def _disturbed(self, count: int, units: int) -> Iterator[int]:
        """After each kill, how many units were done before it."""
        client = self._client(self._spread, "--cluster", self._machines.address)
        while client.is_running and self._killed.total() < count:
            done = self._job.done(self._spread)
            if done < LAST * units * self._killed.total() / count:
                time.sleep(LOOK)
                continue
            time.sleep(self._chance.uniform(0, SLEEP))
            what = self._chance.choice(["worker", "worker", "scheduler", "client"])
            if not client.is_running:
                break
            if what == "client":
                client.kill()
                client = self._client(self._spread, "--cluster", self._machines.address)
            elif what == "worker":
                worker = self._chance.choice(WORKERS)
                self._machines.kill_worker(worker)
                self._machines.start_worker(worker, within=self._within)
            else:
                self._machines.kill_scheduler()
                self._machines.start_scheduler()
            self._killed[what] += 1
            yield done
        client.finish()

    def _client(self, own: Path, *options: str) -> Client:
        own.mkdir(parents=True, exist_ok=True)
        command = [*self._job.program, *self._job.command(own, self._given), *options]
        return Client(self._machines, own, command)

    def _result(self, own: Path) -> dict[str, bytes]:
        if self._job.after:
            Client(self._machines, own, [*self._job.program, *self._job.after(own)]).finish()
        return self._job.content(own)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("jobs", nargs="*", metavar="JOB", help=", ".join(JOBS))
    parser.add_argument("--kills", type=int, default=100, help="In each job.")
    parser.add_argument("--seed", type=int, default=1851)
    parser.add_argument(
        "--apart", action="store_true", help="Workers do not see the client's files (as root)."
    )
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # which ends the cluster too
    for name in given.jobs:
        if name not in JOBS:
            parser.error(f"{name!r} is none of {', '.join(JOBS)}")
    with TemporaryDirectory() as folder, Machines(Path(folder), CROWNHEAD_BUILD="never") as machines:
        client = Path(folder) / "client"
        within = (*APART, str(client)) if given.apart else ()
        names = given.jobs or list(JOBS)
        prepare(machines, client / "given", {"data"}.union(*(JOBS[name].needs for name in names)))
        for worker in WORKERS:
            machines.start_worker(worker, within=within)
        for name in names:
            attack = Attack(machines, name, client, within, random.Random(f"{given.seed} {name}"))
            attack.run(given.kills)


if __name__ == "__main__":
    main()
