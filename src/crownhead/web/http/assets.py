"""The pages, scripts and styles: read once, kept in memory, compressed, and served by name.

What is not in the table does not exist, so no path leads out of it.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING

from starlette.responses import Response

from crownhead.web.http import pages
from crownhead.web.http.theme_styles import theme_styles

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from starlette.requests import Request

TYPES = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "html": "text/html; charset=utf-8",
    "webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class Asset:
    kind: str
    plain: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, name: str, text: bytes) -> Asset:
        tag = f'"{hashlib.sha256(text).hexdigest()[:20]}"'
        return cls(TYPES[name.rpartition(".")[2]], text, gzip.compress(text, 9, mtime=0), tag)

    def response(self, request: Request) -> Response:
        headers = {"etag": self.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        body = self.plain
        if "gzip" in request.headers.get("accept-encoding", ""):
            body = self.packed
            headers["content-encoding"] = "gzip"
        return Response(body, headers=headers, media_type=self.kind)


class Assets:
    def __init__(self) -> None:
        root = resources.files("crownhead.web") / "static"
        texts = dict(_files(root, ""))
        shell = texts.pop("shell.html").decode()
        fragments = {name: texts.pop(name).decode() for name in list(texts) if name.endswith(".html")}
        sheets = [texts.pop("board/board.css"), texts["style.css"], texts.pop("analyse.css")]
        texts["style.css"] = b"\n".join([theme_styles().encode(), *sheets])
        self._files = {name: Asset.of(name, text) for name, text in texts.items()}
        scripts = {name: text.decode() for name, text in texts.items() if name.endswith(".js")}
        self._pages = {}
        for page in (*pages.PAGES, pages.MISSING):
            styled = f"pages/{page.name}.css" in texts
            built = pages.build(page, shell, fragments[f"pages/{page.name}.html"], scripts, styled)
            self._pages[page.name] = Asset.of(".html", built.encode())

    def file(self, request: Request) -> Response:
        asset = self._files.get(request.path_params["path"])
        return asset.response(request) if asset else self.missing(request)

    def page(self, name: str, request: Request) -> Response:
        return self._pages[name].response(request)

    def missing(self, request: Request) -> Response:
        """A page for people; a line for whoever does not ask for one."""
        if "text/html" not in request.headers.get("accept", ""):
            return Response("There is nothing at this address.\n", 404, media_type="text/plain")
        page = self._pages[pages.MISSING.name]
        return Response(page.plain, 404, media_type=page.kind)


def _files(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found = []
    for entry in folder.iterdir():
        name = prefix + entry.name
        if entry.is_dir():
            found += _files(entry, name + "/")
        elif name.rpartition(".")[2] in TYPES:
            found.append((name, entry.read_bytes()))
    return found
