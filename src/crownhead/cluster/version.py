"""Which crownhead this is, as exactly as two machines have to agree on it."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version as installed_version
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
COUNTED = (".py", ".bin")
"""The program and its weights. The extension is not the same file on two kinds of machine."""


@cache
def version() -> str:
    """The release, and a hash that differs between two checkouts of it."""
    total = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in COUNTED and path.is_file():
            total.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{installed_version('crownhead')} ({total.hexdigest()[:8]})"
