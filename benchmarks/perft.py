"""Perft from the start: one thread against the yardstick (where its source lies beside the project), two threads
against one. Usage: python benchmarks/perft.py [DEPTH]"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

from compare import clock_rate, in_turn

import crownhead as ch

ROOT = Path(__file__).resolve().parents[1]
YARDSTICK = ROOT.parent / "shared" / "yardstick" / "bench.cpp"
LEAVES = tomllib.loads((ROOT / "tests" / "data" / "perft.toml").read_text())["start"]["apart"]
GUINN_RATE = 72e6
"""Leaves a second that GuiNN 2.06 reached on a machine like the one of docs/benchmarks.md."""


def build_yardstick(directory: str) -> Path | None:
    if not YARDSTICK.exists():
        return None
    program = Path(directory) / "yardstick"
    flags = ["-O3", "-march=native", "-std=c++20"]
    subprocess.run(["g++", *flags, "-o", program, YARDSTICK], check=True)
    return program


def yardstick_seconds(program: Path, depth: int) -> float:
    """Its own measure of processor time, start-up left out."""
    out = subprocess.run([program, "perft", str(depth)], capture_output=True, text=True, check=True).stdout
    found = re.search(rf"perft bulk {depth} (\d+) ([\d.]+)s", out)
    assert found
    assert int(found[1]) == LEAVES[depth - 1]
    return float(found[2])


def main() -> None:
    depth = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    leaves = LEAVES[depth - 1]
    start = ch.Position.start()
    runs = 7

    def core(threads: int) -> None:
        assert ch.perft(start, depth, threads=threads) == leaves

    with tempfile.TemporaryDirectory() as directory:
        yardstick = build_yardstick(directory)
        theirs: list[float] = []
        ours = float("inf")
        for _ in range(runs):
            ours = min(ours, in_turn(lambda: core(1), runs=1)[0].seconds)
            if yardstick:
                theirs.append(yardstick_seconds(yardstick, depth))
    rate = leaves / ours
    print(f"perft {depth} = {leaves}, one thread: {rate / 1e6:.0f} M leaves/s of processor time")
    if cycles := clock_rate():
        print(f"  {cycles / rate:.1f} cycles a leaf at {cycles / 1e9:.2f} GHz")
    print(f"  {rate / GUINN_RATE:.1f} times GuiNN's {GUINN_RATE / 1e6:.0f} M")
    if theirs:
        print(
            f"  {min(theirs) / ours:.2f} times the yardstick's {leaves / min(theirs) / 1e6:.0f} M in the same minute"
        )
    one, two = in_turn(lambda: core(1), lambda: core(2), runs=runs, clock=time.perf_counter)
    print(f"two threads: {one.seconds / two.seconds:.2f} times one, by the clock on the wall")


if __name__ == "__main__":
    main()
