"""The search against the project's prototype, compiled on the spot where its source lies beside the project.

Usage: python benchmarks/search.py

Prints nodes a second of both, measured in turn; the processor time from the start position to depth 21, which takes
Cake 1.89, the strongest open engine, 10.7 seconds on such a machine; and the time of two threads against one.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

from compare import in_turn

import crownhead as ch
from crownhead.engine.bench import bench, on_one_processor, positions

YARDSTICK = Path(__file__).resolve().parents[2] / "shared" / "yardstick" / "bench.cpp"
DEPTH = 21
CAKE_SECONDS = 10.7
DEPTH_OF_THREADS = 25  # so deep that starting a thread takes no part of the time
EXACT = ("W:WK22,K23,K24:BK31,K32", "win in 15")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        compare_rates(Path(folder))
    to_depth()
    two_threads()


def compare_rates(folder: Path) -> None:
    program = folder / "yardstick"
    if not YARDSTICK.exists():
        print(f"{bench().rate / 1e6:.2f} million nodes/s; no prototype to compare with")
        return
    flags = ["-O3", "-march=native", "-std=c++20"]
    subprocess.run(["g++", *flags, "-o", program, YARDSTICK], check=True)
    with on_one_processor():
        rates = [(bench().rate, yardstick_rate(program)) for _ in range(7)]
    ours, theirs = map(max, zip(*rates, strict=True))
    print(f"crownhead {ours / 1e6:.2f}, prototype {theirs / 1e6:.2f} million nodes/s: {ours / theirs:.2f}")


def yardstick_rate(program: Path) -> float:
    said = subprocess.run([program, "search", "17"], capture_output=True, text=True, check=True).stdout
    return float(re.findall(r"([\d.]+) Mn/s", said)[-1]) * 1e6


def to_depth() -> None:
    with ch.Engine(tablebase=None) as engine:
        begin = time.process_time()
        last = list(engine.analyse(ch.Board(), ch.Limit(depth=DEPTH)))[-1]
        seconds = time.process_time() - begin
        assert last.depth == DEPTH
        known = list(engine.analyse(ch.Position.from_fen(EXACT[0]), ch.Limit(depth=DEPTH)))[-1]
        assert str(known.score) == EXACT[1]
    print(
        f"depth {DEPTH}: {seconds:.2f} s, {last.nodes:,} nodes; {seconds / CAKE_SECONDS:.2f} of Cake's time"
    )


def two_threads() -> None:
    if (os.cpu_count() or 1) < 2:
        print("two threads: this machine has one processor")
        return
    one, two = in_turn(lambda: search_with(1), lambda: search_with(2), runs=3, clock=time.perf_counter)
    ratio = two.seconds / one.seconds
    print(f"two threads: {ratio:.2f} of the time of one to depth {DEPTH_OF_THREADS}, on an idle machine")


def search_with(threads: int) -> None:
    """Several positions: to one alone, luck in the order of moves does more than a thread."""
    with ch.Engine(threads=threads, tablebase=None) as engine:
        for position in [ch.Position.start(), *positions()[::4]]:
            engine.new_game()
            last = list(engine.analyse(position, ch.Limit(depth=DEPTH_OF_THREADS)))[-1]
            assert last.depth == DEPTH_OF_THREADS


if __name__ == "__main__":
    main()
