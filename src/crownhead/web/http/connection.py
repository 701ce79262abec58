"""Connections: how many there may be, and how long each may take to say what it wants.

Counted from the moment when somebody connects, before anything is read: one who opens many connections and says
nothing, or a byte now and then, shuts nobody out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from crownhead.web.http.address import group_of

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Sequence

HEAD_SECONDS = 20.0
"""To say what is wanted: the first line and the headers."""
BODY_SECONDS = 120.0
"""To send what belongs to it."""
ANSWER_SECONDS = 600.0
"""For the answer to be made and taken."""
KEPT_FOR_OURSELVES = 64
"""File descriptors: for engines, games, databases and what the system wants."""
WANTED_FILES = 8_192


@dataclass(slots=True)
class Gate:
    """Counts the connections, in all and from each address."""

    total: int
    each: int
    proxies: Sequence[str] = ()
    """Through whom many come."""
    inside: Counter[str] = field(default_factory=Counter)

    def enter(self, address: str) -> bool:
        if self.inside.total() >= self.total:
            return False
        if self.inside[address] >= self.each and not self._is_proxy(address):
            return False
        self.inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.inside[address] -= 1
        if not self.inside[address]:
            del self.inside[address]

    def _is_proxy(self, address: str) -> bool:
        try:
            return any(ip_address(address) in ip_network(proxy, strict=False) for proxy in self.proxies)
        except ValueError:
            return False


def most_connections(files: int) -> tuple[int, int]:
    """How many there may be with so many open files, and how many may come in at once before they are counted."""
    at_once = max(16, min(1024, files // 8))
    return max(8, files - KEPT_FOR_OURSELVES - at_once), at_once


def open_files() -> int:
    """The system's limit, after raising it as far as we may and need."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return WANTED_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_FILES if hard == resource.RLIM_INFINITY else min(WANTED_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return WANTED_FILES if soft == resource.RLIM_INFINITY else min(soft, WANTED_FILES)


class Pass:
    """One connection's way through the gate and out again."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._address: str | None = None

    def enter(self, client: tuple[str, int] | None) -> bool:
        address = group_of(client[0]) if client else "unknown"
        if self._gate.enter(address):
            self._address = address
        return self._address is not None

    def leave(self) -> None:
        if self._address is not None:
            self._gate.leave(self._address)
            self._address = None


class HttpConnection(H11Protocol):
    """Is hung up on when it takes too long over its request."""

    def __init__(self, gate: Gate, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._pass = Pass(gate)
        self._phase: object = None
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._pass.enter(self.client):
            self._watch()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._forget()  # it is counted as a socket from now on
        super().handle_websocket_upgrade(event)

    def _watch(self) -> None:
        """Each phase of a request has its time, however it is used; a byte now and then buys none."""
        phase = self.conn.their_state
        if self.transport.get_protocol() is not self or phase is self._phase:
            return
        self._phase = phase
        if self._patience is not None:
            self._patience.cancel()
        seconds = {h11.IDLE: HEAD_SECONDS, h11.SEND_BODY: BODY_SECONDS}.get(phase, ANSWER_SECONDS)
        self._patience = self.loop.call_later(seconds, self.transport.abort)

    def _forget(self) -> None:
        self._pass.leave()
        if self._patience is not None:
            self._patience.cancel()


class SocketConnection(WebSocketsSansIOProtocol):
    def __init__(self, gate: Gate, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._pass = Pass(gate)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if not self._pass.enter(self.client):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._pass.leave()
        super().connection_lost(exc)
