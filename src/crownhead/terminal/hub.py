"""crownhead hub: an engine for other programs, over standard input and output."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from crownhead.engine import Engine
from crownhead.protocol.hub.engine import HubEngine

if TYPE_CHECKING:
    from crownhead.protocol.hub.settings import HubSettings


@click.command()
def hub() -> None:
    """Run the engine for another program (Hub protocol).

    Commands are read from standard input and answered on standard output. Programs start this command
    themselves; type `hub`, `init`, `level depth=9`, `go think` and `quit` to see it work. The end of the
    input ends it as `quit` does.
    """
    HubEngine(engine_of, sys.stdout.buffer).serve(sys.stdin.buffer)


def engine_of(settings: HubSettings) -> Engine:
    return Engine(
        threads=settings.threads,
        hash_mb=settings.hash,
        tablebase="auto" if settings.tablebase else None,
        level=settings.level,
        book="auto" if settings.book else None,
    )
