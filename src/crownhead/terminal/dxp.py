"""crownhead dxp: an engine for other programs, over the network."""

from __future__ import annotations

import asyncio
from functools import partial

import click

from crownhead.engine import Engine, Limit
from crownhead.engine.levels import FULL_STRENGTH
from crownhead.protocol.dxp.server import PORT, DxpServer


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Port to listen on; 0 takes any free one.",
)
@click.option("--time", "seconds", type=click.FloatRange(0.001, 1e6), help="Seconds for every move.")
@click.option(
    "--level",
    type=click.IntRange(1, FULL_STRENGTH),
    default=FULL_STRENGTH,
    help=f"How strong to play, from 1 to {FULL_STRENGTH}, the strongest.",
)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads to use.")
@click.option(
    "--hash",
    "hash_mb",
    type=click.IntRange(1),
    default=64,
    show_default=True,
    help="Size of the transposition table in MB.",
)
@click.option(
    "--idle",
    type=click.FloatRange(1),
    default=3600,
    show_default=True,
    help="Seconds to wait for a message before hanging up.",
)
@click.option("--book", is_flag=True, help="Play from the opening book.")
@click.option("--plain", is_flag=True, help="Expect positions the usual way up, not turned round.")
def dxp(
    host: str,
    port: int,
    seconds: float | None,
    level: int,
    threads: int,
    hash_mb: int,
    idle: float,
    book: bool,
    plain: bool,
) -> None:
    """Run the engine for other programs (DXP protocol).

    Waits for programs to connect and to offer a game, until Ctrl-C. Without --time, the time is the one that
    the game is offered with, or a second a move if it has none.

    \b
    Examples:
      crownhead dxp
      crownhead dxp --port 4000 --time 5
    """
    limit = None if seconds is None else Limit(time=seconds)
    engine = partial(Engine, threads=threads, hash_mb=hash_mb, level=level, book="auto" if book else None)
    asyncio.run(_serve(DxpServer(engine, limit=limit, idle=idle, turned=not plain), host, port))


async def _serve(server: DxpServer, host: str, port: int) -> None:
    chosen = await server.listen(host, port)
    click.echo(f"waiting for games at {host}, port {chosen}")
    try:
        await asyncio.Event().wait()
    finally:
        await server.close()
