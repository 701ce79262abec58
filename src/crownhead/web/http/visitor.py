"""Who is there. At home, on localhost, everybody is the one user of the machine; for a server that others
can reach, a visitor is a random cookie, and sees only the games that it made or joined."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders

from crownhead.record.library.row import THE_USER
from crownhead.web.http.address import address_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "crownhead"
_FORM = re.compile(r"[0-9a-f]{32}")
_YEAR = 365 * 24 * 3600


class VisitorMiddleware:
    """Puts `visitor` and `asker` into the request's state, and a cookie into the answer to a new one."""

    def __init__(self, app: ASGIApp, *, at_home: bool) -> None:
        self.app = app
        self.at_home = at_home

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        known = THE_USER if self.at_home else _visitor_in(Headers(scope=scope))
        visitor = known or secrets.token_hex(16)
        # The engine is shared by address: a cookie costs nothing, and would buy a share each.
        scope.setdefault("state", {}).update(visitor=visitor, asker=address_of(scope))

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and known is None:
                secure = "; Secure" if scope["scheme"] == "https" else ""
                cookie = f"{COOKIE}={visitor}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax{secure}"
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        await self.app(scope, receive, send_with_cookie)


def _visitor_in(headers: Headers) -> str | None:
    """By hand: the standard library's parser takes quadratic time for some texts."""
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and _FORM.fullmatch(value):
            return value
    return None
