"""A cluster on the loopback interface: what Dask costs, what a second worker brings, and what kills change (nothing).

    python benchmarks/cluster_load.py overhead [UNITS] [SECONDS]   the same units by local processes and by a cluster
    python benchmarks/cluster_load.py speedup [UNITS] [SECONDS]   one worker and two
    python benchmarks/cluster_load.py memory [UNITS]   the client's memory over many small units
    python benchmarks/cluster_load.py kills [KILLS]   worker, scheduler and client, at random, in each job

Units wait instead of computing for `overhead` and `speedup`, so that a busy machine does not decide the result: what is
measured is how well places are kept busy. `overhead` also says the processor time of all that is not a unit.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

HOME = Path(__file__).parents[1]
sys.path[:0] = [str(HOME / "tests")]

from cluster.machines import Machines, run, stop  # noqa: E402 - a module of the tests
from units import slow_double  # noqa: E402

from crownhead.cluster.pool import Cluster  # noqa: E402
from crownhead.jobs import Pool, results  # noqa: E402
from crownhead.processes import Processes  # noqa: E402

GAMES = 40


def timed(pool: Pool, units: int, seconds: float) -> tuple[float, float]:
    """Seconds, and processor time of this process."""
    begin, cpu = time.perf_counter(), time.process_time()
    done = sorted(results(pool, partial(slow_double, seconds=seconds), range(units)))
    assert done == [2 * n for n in range(units)]
    return time.perf_counter() - begin, time.process_time() - cpu


def ready(machines: Machines, places: int) -> Cluster:
    """With all places there and their processes started."""
    cluster = Cluster(machines.address)
    while cluster.workers < places:
        time.sleep(0.1)
    timed(cluster, 4 * places, 0.1)
    return cluster


def overhead(units: int, seconds: float) -> None:
    with TemporaryDirectory() as folder, Machines(Path(folder)) as machines:
        machines.start_worker("a", 2)
        with closing(ready(machines, 2)) as cluster, closing(Processes(2)) as local:
            timed(local, 8, 0.1)
            for _ in range(3):
                here, cpu_here = timed(local, units, seconds)
                there, cpu_there = timed(cluster, units, seconds)
                print(
                    f"{units} units of {seconds:g} s, 2 places: local {here:.2f} s, cluster {there:.2f} s, "
                    f"{there / here - 1:+.1%}; client {cpu_here:.2f} and {cpu_there:.2f} s of processor time",
                    flush=True,
                )


def speedup(units: int, seconds: float) -> None:
    with TemporaryDirectory() as folder, Machines(Path(folder)) as machines:
        machines.start_worker("a", 1)
        with closing(ready(machines, 1)) as cluster:
            one, _ = timed(cluster, units, seconds)
        machines.start_worker("b", 1)
        with closing(ready(machines, 2)) as cluster:
            two, _ = timed(cluster, units, seconds)
    print(f"{units} units of {seconds:g} s: one worker {one:.1f} s, two {two:.1f} s, {one / two:.2f} times")


def memory(units: int) -> None:
    with TemporaryDirectory() as folder, Machines(Path(folder)) as machines:
        machines.start_worker("a", 2)
        with closing(ready(machines, 2)) as cluster:
            begin = time.perf_counter()
            work = partial(slow_double, seconds=0.0)
            for number, _ in enumerate(results(cluster, work, range(units)), 1):
                if number % (units // 10) == 0:
                    print(
                        f"{number:,} units, {resident():.1f} MB, {time.perf_counter() - begin:.0f} s",
                        flush=True,
                    )


def resident() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


# -- kills ---------------------------------------------------------------------------------------------


def jobs(folder: Path, cluster: list[str]) -> dict[str, tuple[list[str], list[Path]]]:
    """Commands, and the files that must have the same bytes in the end."""
    pdn, study, book, tables = (folder / n for n in ("games.pdn", "study", "a.book", "tables"))
    wyllie = HOME / "examples" / "wyllie.pdn"
    return {
        "match": (
            ["match", "hash=2", "hash=4", "--nodes", "3000", "--games", str(GAMES), "--pdn", str(pdn),
             "--journal", str(folder / "match.journal"), *cluster],
            [pdn],
        ),
        "analyse": (
            ["analyse", str(wyllie), "--nodes", "60000", "-o", str(study), *cluster],
            [study / "annotated.pdn", study / "report.html"],
        ),
        "book": (["book", "build", "--positions", "300", "--nodes", "1000", "--out", str(book), *cluster], [book]),
        "tablebase": (
            ["tablebase", "build", "--pieces", "4", "--threads", "1", "--folder", str(tables), *cluster],
            [tables],
        ),
    }  # fmt: skip


def content(places: list[Path]) -> dict[str, bytes]:
    files = [f for place in places for f in ([place] if place.is_file() else place.glob("*.[wd][lt][dw]"))]
    return {file.name: file.read_bytes() for file in sorted(files)}


def kills(count: int) -> None:
    chance = random.Random(1851)
    with TemporaryDirectory() as name:
        folder = Path(name)
        with Machines(folder) as machines:
            for worker in ("a", "b"):
                machines.start_worker(worker)
            for job in jobs(folder, []):
                (folder / "alone").mkdir(exist_ok=True)
                (folder / "spread").mkdir(exist_ok=True)
                command, files = jobs(folder / "alone", [])[job]
                run(machines.crownhead(*command))
                expected = content(files)
                assert expected
                killed, seconds = disturbed(machines, folder / "spread", job, count, chance)
                assert content(jobs(folder / "spread", [])[job][1]) == expected, job
                told = ", ".join(f"{what} {n}" for what, n in killed.items())
                print(
                    f"{job}: {len(expected)} files, the same bytes after kills of {told}; {seconds:.0f} s",
                    flush=True,
                )


def disturbed(
    machines: Machines, folder: Path, job: str, count: int, chance: random.Random
) -> tuple[dict[str, int], float]:
    """Kills until the job has come to its end, `count` times at most. Returns what was killed, and the time."""
    killed = {"worker": 0, "scheduler": 0, "client": 0}
    begin = time.perf_counter()
    command, _ = jobs(folder, ["--cluster", machines.address])[job]
    client = machines.crownhead(*command)
    while client.poll() is None and sum(killed.values()) < count:
        time.sleep(chance.uniform(0.5, 4.0))
        what = chance.choice(["worker", "worker", "scheduler", "client"])
        killed[what] += 1
        if what == "worker":
            worker = chance.choice(["a", "b"])
            machines.kill_worker(worker)
            machines.start_worker(worker)
        elif what == "scheduler":
            machines.kill_scheduler()
            machines.start_scheduler()
        elif client.poll() is None:
            stop(client)
            client = machines.crownhead(*command)
    run(client)
    return killed, time.perf_counter() - begin


def main() -> None:
    command, *numbers = sys.argv[1:] or ["overhead"]
    given = [float(number) for number in numbers]
    with suppress(KeyboardInterrupt):
        if command == "overhead":
            overhead(int(given[0]) if given else 60, given[1] if len(given) > 1 else 1.0)
        elif command == "speedup":
            speedup(int(given[0]) if given else 60, given[1] if len(given) > 1 else 1.0)
        elif command == "memory":
            memory(int(given[0]) if given else 100_000)
        else:
            kills(int(given[0]) if given else 100)


if __name__ == "__main__":
    main()
