"""crownhead web: the board in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    import socket


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port to listen on (default: 8032, or the next free one)."
)
@click.option(
    "--host",
    default="127.0.0.1",
    help="Address to listen on (default: 127.0.0.1; 0.0.0.0 lets others connect).",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--database", type=click.Path(dir_okay=False, path_type=Path), help="Keep the games in this file."
)
@click.option(
    "--trusted-proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    help="Trust X-Forwarded-For from a proxy at this address, and tell visitors apart as with --host.",
)
def web(
    port: int | None, host: str, no_browser: bool, database: Path | None, proxies: tuple[str, ...]
) -> None:
    """Play, analyse and keep games in the browser.

    Only this machine can reach the board, unless --host says otherwise. Ctrl-C stops it; games go on where
    they were when it is started again.

    \b
    Examples:
      crownhead web
      crownhead web --port 9000 --no-browser
      crownhead web --host 0.0.0.0
      crownhead web --trusted-proxy 127.0.0.1 --no-browser
    """
    from crownhead.web import server

    for proxy in proxies:
        _expect_address(proxy)
    listener = _listener(host, port)
    address = server.address_of(listener, host)

    def announce() -> None:
        click.echo(f"crownhead: the board is at {address} - Ctrl-C stops it")
        if others := server.address_for_others(listener, host):
            click.echo(f"crownhead: others find it at {others}")
        if not no_browser:
            server.open_browser_when_ready(address)

    server.serve(listener, host, database, announce, proxies)


def _expect_address(text: str) -> None:
    import ipaddress

    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise click.UsageError(
            f"--trusted-proxy: {text!r} is no address: give one as 127.0.0.1, or a network as 10.0.0.0/8"
        ) from None


def _listener(host: str, port: int | None) -> socket.socket:
    from crownhead.web import server

    try:
        return server.listening(host, port)
    except OSError as error:
        where = host if port is None else f"{host}, port {port}"
        raise click.ClickException(f"cannot listen on {where}: {error.strerror or error}") from error
