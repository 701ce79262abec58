"""Runs the server until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
import urllib.request
import webbrowser
from functools import partial
from typing import TYPE_CHECKING, cast

import uvicorn

from crownhead.web.app import Options, create_app
from crownhead.web.http import log
from crownhead.web.http.address import is_home
from crownhead.web.http.connection import (
    Gate,
    HttpConnection,
    SocketConnection,
    most_connections,
    open_files,
)
from crownhead.web.http.door import LARGEST_HEAD
from crownhead.web.live.seats import new_secret
from crownhead.web.storage.store import Store

if TYPE_CHECKING:
    from asyncio import Protocol
    from collections.abc import Callable, Sequence
    from pathlib import Path

LARGEST_MESSAGE = 64 << 10
"""Bytes of one message on a socket."""
GRACE_SECONDS = 3
MOST_CONNECTIONS_EACH = 100
"""From one address, where others can reach the server; never more than a third of all."""
DEFAULT_PORT = 8032


def listening(host: str, port: int | None) -> socket.socket:
    """A socket at the port, or near the usual one if none is named and that is taken. Raises OSError."""
    candidates = [port] if port is not None else [*range(DEFAULT_PORT, DEFAULT_PORT + 20), 0]
    for candidate in candidates:
        try:
            return _bound(host, candidate)
        except OSError:
            if candidate == candidates[-1]:
                raise
    raise AssertionError


def _bound(host: str, port: int) -> socket.socket:
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    # The protocol is named because asyncio sends without delay only on sockets that say they are TCP.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener


def address_of(listener: socket.socket, host: str) -> str:
    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    if host in ("0.0.0.0", "::"):
        shown = "localhost"
    return f"http://{shown}:{port}/"


def address_for_others(listener: socket.socket, host: str) -> str | None:
    """Where machines of the same network find a server that listens everywhere, as far as the system knows."""
    if host not in ("0.0.0.0", "::"):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that nobody has; nothing is sent
        except OSError:
            return None
        mine = probe.getsockname()[0]
    return None if is_home(mine) else f"http://{mine}:{listener.getsockname()[1]}/"


def serve(
    listener: socket.socket,
    host: str,
    database: Path | None,
    announce: Callable[[], None],
    proxies: Sequence[str] = (),
) -> None:
    """Until it is told to stop. Raises StorageFailed where the games cannot be kept.

    `proxies` are the addresses of those whose word on where a visitor comes from is taken: behind one, nobody is
    at home.
    """
    at_home = is_home(host) and not proxies
    options = Options(at_home=at_home) if database is None else Options(database, at_home)
    asyncio.run(_try(options.database))
    log.begin()
    total, at_once = most_connections(open_files())
    gate = Gate(total, total if at_home else min(MOST_CONNECTIONS_EACH, total // 3), proxies)
    config = uvicorn.Config(
        create_app(options),
        http=cast("type[Protocol]", partial(HttpConnection, gate)),
        backlog=at_once,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        ws=cast("type[Protocol]", partial(SocketConnection, gate)),
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        log_config=None,
        log_level="warning",
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
    )
    announce()
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


async def _try(database: Path) -> None:
    """Raises StorageFailed where a server could not read or save games, before there is one."""
    store = Store(database)
    try:
        await store.secret(new_secret())
    finally:
        await store.close()


def open_browser_when_ready(address: str) -> None:
    def wait() -> None:
        for _ in range(100):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(address + "healthz", timeout=1).close()
                webbrowser.open(address)
                return
            time.sleep(0.1)

    threading.Thread(target=wait, daemon=True).start()
