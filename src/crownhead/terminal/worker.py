"""crownhead worker: this machine does units of long work for others of yours."""

from __future__ import annotations

import os
from pathlib import Path

import click

from crownhead.cluster.cache import cache_directory


@click.command()
@click.argument("address")
@click.option(
    "--count",
    type=click.IntRange(1, 1024),
    default=lambda: os.cpu_count() or 1,
    show_default="all cores",
    help="Units to do at the same time.",
)
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    default=cache_directory,
    show_default="your cache directory",
    help="Keep databases and weights of the client here.",
)
@click.option("--once", is_flag=True, help="End when the scheduler ends, and do not wait for it.")
def worker(address: str, count: int, cache: Path, once: bool) -> None:
    """Work for a cluster.

    ADDRESS is that of a Dask scheduler, or the file that it wrote. Whoever can reach the scheduler can run code here:
    a cluster is for machines of your own.

    \b
    Examples:
      crownhead worker tcp://192.168.1.10:8786
      crownhead worker ~/scheduler.json --count 8
    """
    from crownhead.cluster.worker import serve

    serve(address, count, cache, once=once, told=click.echo)
