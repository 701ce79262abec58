"""A cluster on the loopback interface: what Dask costs, and what a second worker brings. See cluster_kills.py too.

    python benchmarks/cluster_load.py overhead [UNITS] [SECONDS]   the same units by local processes and by a cluster
    python benchmarks/cluster_load.py speedup [UNITS] [SECONDS]   one worker and two
    python benchmarks/cluster_load.py compute [UNITS]   both with units that compute, for an idle machine
    python benchmarks/cluster_load.py memory [UNITS]   the client's memory over many small units
    python benchmarks/cluster_load.py start [TIMES]   from the command to the end of a unit that does nothing
    python benchmarks/cluster_load.py full   a worker whose disk, of 1 MB, is full (as root)

Units wait instead of computing for `overhead` and `speedup`, so that a busy machine does not decide the result: what is
measured is how well places are kept busy. `overhead` also says the processor time of all that is not a unit.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

HOME = Path(__file__).parents[1]
sys.path[:0] = [str(HOME / "tests")]

from cluster.machines import Machines  # noqa: E402 - a module of the tests
from units import count_moves, read_shared, slow_double  # noqa: E402

from crownhead.cluster.pool import Cluster  # noqa: E402
from crownhead.jobs import Pool, results  # noqa: E402
from crownhead.processes import Processes, python  # noqa: E402


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


DEPTH, COUNT = 12, 388_623_673
"""Of a perft from the start that takes about a second: published by Aart Bik."""


def computed(pool: Pool, units: int) -> float:
    begin = time.perf_counter()
    assert list(results(pool, count_moves, [DEPTH] * units)) == [COUNT] * units
    return time.perf_counter() - begin


def compute(units: int) -> None:
    with TemporaryDirectory() as folder, Machines(Path(folder)) as machines:
        machines.start_worker("a", 1)
        with closing(ready(machines, 1)) as cluster:
            one = computed(cluster, units)
        machines.start_worker("b", 1)
        with closing(ready(machines, 2)) as cluster, closing(Processes(2)) as local:
            timed(local, 8, 0.1)
            two = computed(cluster, units)
            print(
                f"{units} units: one worker {one:.2f} s, two {two:.2f} s, {one / two:.2f} times", flush=True
            )
            for _ in range(3):
                here, there = computed(local, units), computed(cluster, units)
                print(
                    f"{units} units, 2 places: local processes {here:.2f} s, cluster {there:.2f} s, "
                    f"{there / here - 1:+.1%}",
                    flush=True,
                )


AT_ONCE = 200
"""Units of `memory` on their way, so that a busy machine does not make it wait for each."""


def memory(units: int) -> None:
    with TemporaryDirectory() as folder, Machines(Path(folder)) as machines:
        machines.start_worker("a", 2)
        with closing(ready(machines, 2)) as cluster:
            begin = time.perf_counter()
            work = partial(slow_double, seconds=0.0)
            for number, _ in enumerate(results(cluster, work, range(units), AT_ONCE), 1):
                if number % (units // 10) == 0:
                    print(
                        f"{number:,} units, {resident():.1f} MB, {time.perf_counter() - begin:.0f} s",
                        flush=True,
                    )


def resident() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def start(times: int) -> None:
    """The same short match by this process's own processes, and by a cluster of this machine."""
    match = ("match", "random", "random", "--games", "1")
    for cluster in ((), ("--cluster", "local:1"), ("--cluster", "local:2")):
        taken = []
        for _ in range(times):
            before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            subprocess.run(python("-m", "crownhead", *match, *cluster), check=True, capture_output=True)
            seconds, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            taken.append((seconds, cpu))
        seconds, cpu = min(taken)
        print(f"{' '.join(cluster) or 'local processes'}: {seconds:.2f} s, {cpu:.2f} s of processor time")


SMALL_DISK = (
    *("unshare", "--mount", "sh", "-c"),
    'mount -t tmpfs none "$0" && mount -t tmpfs -o size=1m none "$1" && shift && exec "$@"',
)
"""Of a worker that does not see the client's folder, the first that is named, and whose cache, the second, is small."""


def full() -> None:
    with TemporaryDirectory() as folder, Machines(Path(folder)) as machines:
        client, cache = Path(folder) / "client", Path(folder) / "cache of full"
        client.mkdir()
        cache.mkdir()
        (client / "tables").write_text("x" * 5_000_000)
        machines.start_worker("full", within=(*SMALL_DISK, str(client), str(cache)))
        with closing(Cluster(machines.address, told=print)) as cluster:
            futures = [cluster.submit(read_shared, cluster.share(client / "tables")) for _ in range(4)]
            code, said = machines.said_by("full")
            print(f"the worker with the small disk said, with exit code {code}:\n{said}")
            machines.start_worker("sound", within=())
            assert all(future.result().endswith("x" * 5_000_000) for future in futures)
            print("the other did the work")


def main() -> None:
    command, *numbers = sys.argv[1:] or ["overhead"]
    given = [float(number) for number in numbers]
    with suppress(KeyboardInterrupt):
        if command == "overhead":
            overhead(int(given[0]) if given else 60, given[1] if len(given) > 1 else 1.0)
        elif command == "speedup":
            speedup(int(given[0]) if given else 60, given[1] if len(given) > 1 else 1.0)
        elif command == "compute":
            compute(int(given[0]) if given else 20)
        elif command == "memory":
            memory(int(given[0]) if given else 100_000)
        elif command == "start":
            start(int(given[0]) if given else 5)
        elif command == "full":
            full()
        else:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
