"""crownhead bench: the engine's signature and its speed."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option(
    "--depth",
    type=click.IntRange(1, 40),
    help="Plies to search. The signature is the one of the default depth.",
)
def bench(depth: int | None) -> None:
    """Measure the engine: its signature and its speed.

    It searches forty fixed positions to a fixed depth with one thread. The nodes are the engine's signature:
    they change when its play changes, and with nothing else. The rate is in nodes a second of processor time.
    """
    from rich.console import Console
    from rich.progress import Progress

    from crownhead.engine.bench import DEPTH, positions
    from crownhead.engine.bench import bench as run

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("searching", total=len(positions()))
        result = run(depth or DEPTH, lambda done: progress.update(task, completed=done))
    click.echo(f"{result.positions} positions, depth {result.depth}")
    click.echo(f"{result.nodes} nodes")
    click.echo(f"{result.seconds:.2f} s, {result.rate / 1e6:.2f} million nodes/s")
    if frequency := clock_rate():
        click.echo(f"{frequency / result.rate:.0f} cycles a node")


def clock_rate() -> float | None:
    """Processor cycles a second as the system gives it, or None where it does not."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    rates = [float(line.split(":")[1]) for line in lines if line.startswith("cpu MHz")]
    return max(rates) * 1e6 if rates else None
