"""Which crownhead this is, as exactly as two machines have to agree on it."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version as installed_version
from pathlib import Path

from crownhead import _core

PACKAGE = Path(__file__).parents[1]
COUNTED = (".py", ".bin", ".book", ".toml", ".tsv")
"""The program, its weights and what it knows."""


@cache
def version() -> str:
    """The release, and a hash that differs between two checkouts of it. The extension counts by its sources: machines
    with other processors have other builds of them, which compute the same."""
    total = hashlib.sha256(_core.SOURCE_HASH.encode())
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in COUNTED and path.is_file():
            content = path.read_bytes()
            text = content if path.suffix in (".bin", ".book") else content.replace(b"\r\n", b"\n")
            total.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + text)
    return f"{installed_version('crownhead')} ({total.hexdigest()[:8]})"
