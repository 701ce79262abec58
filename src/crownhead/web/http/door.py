"""The door: what comes from a strange page, under a strange name or too often is turned away.

Every answer carries the rules under which a browser may show it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders

from crownhead.errors import ServiceError, TooMuch
from crownhead.web.http.address import address_of, is_home
from crownhead.web.http.errors import error_response, refusal

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from crownhead.web.http.limits import Limits

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
LARGEST_HEAD = 32 << 10
"""Bytes of all headers: they are counted before any is looked at."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Door:
    def __init__(self, app: ASGIApp, *, at_home: bool, limits: Limits) -> None:
        self.app = app
        self.at_home = at_home
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if (refused := self._refusal(scope)) is not None:
            await _refuse(refused, scope, receive, send_guarded)
        elif scope["type"] == "websocket":
            await self._let_socket_in(scope, receive, send_guarded)
        else:
            await self.app(scope, receive, send_guarded)

    async def _let_socket_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        try:
            self.limits.open_socket(address)
        except TooMuch as error:
            await _refuse(error_response(error), scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.limits.close_socket(address)

    def _refusal(self, scope: Scope) -> Response | None:
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LARGEST_HEAD:
            return refusal(431, "too_large", f"the headers have more than {LARGEST_HEAD} bytes")
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.at_home and not is_home(_name_of(host)):
            return refusal(403, "host", f"this server answers as localhost, not as {host[:80]!r}")
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if changes and origin is not None and _site_of(origin) != host.lower():
            return refusal(403, "origin", "requests from pages of other sites are refused")
        try:
            self.limits.request(address_of(scope))
        except ServiceError as error:
            return error_response(error)
        return None


async def _refuse(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """An HTTP answer, also to one who asked for a socket."""
    await response(scope, receive, send)


def _site_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _name_of(host: str) -> str:
    """Without the port, and without the brackets of an IPv6 address."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()
