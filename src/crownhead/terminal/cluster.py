"""Who does long work: processes of this machine, or a cluster. The same option for every command that has such work."""

from __future__ import annotations

import os
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import click

from crownhead.files import data_directory
from crownhead.processes import Processes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crownhead.jobs import Pool

cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Work on a Dask cluster: its address, its scheduler file, or local:4 for four processes here.",
)

other_version_option = click.option(
    "--other-version", is_flag=True, help="Continue what another version of crownhead has begun."
)


@contextmanager
def pool_of(cluster: str | None, processes: int | None = None, *, own_data: bool = True) -> Iterator[Pool]:
    """`own_data`: whether the units may ask the user's own databases and book, which workers then get."""
    made: Pool
    if cluster is None:
        made = Processes(processes or os.cpu_count() or 1)
    else:
        from crownhead.cluster.pool import Cluster

        made = Cluster(cluster, data=_own_data() if own_data else None, told=_tell)
    with closing(made):
        yield made


def _own_data() -> Path:
    """With the databases that every user has, so that all workers know the same as this machine."""
    from crownhead.tablebase import first
    from crownhead.tablebase.folder import default_folder

    if first.may_build():
        first.build(default_folder())
    return data_directory()


def _tell(text: str) -> None:
    click.echo(text, err=True)
