"""Which crownhead this is, as exactly as two machines, or two runs of the same work, have to agree on it.

The extension counts by its sources: machines with other processors have other builds of them, which compute the same.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version as installed_version
from pathlib import Path

from crownhead import _core

PACKAGE = Path(__file__).parent
COUNTED = (".py", ".bin", ".book", ".toml", ".tsv")
"""The program, its weights and what it knows."""

MATCH = (
    "rules",
    "record/board.py",
    "record/outcome.py",
    "record/openings",
    "book",
    "engine",
    "play",
    "match",
)
BOOK = ("rules", "engine", "book/build.py", "book/graph.py", "book/record.py")
SELF_PLAY = ("rules", "record/openings", "training/selfplay.py")
"""Beside the extension, what the results of long work depend on. The weights of self-play are named in its recipe, so
those that come with the engine do not matter to it. Databases, proofs and problems are facts: other code finds the
same. Reviews have a number of their own (study/review/journal.py)."""


@cache
def version(*places: str) -> str:
    """The release, and a hash that differs between two checkouts of it if they differ in these files or folders of the
    package, or, where none is named, in any."""
    total = hashlib.sha256(_core.SOURCE_HASH.encode())
    for path in sorted(_files(places)):
        content = path.read_bytes()
        text = content if path.suffix in (".bin", ".book") else content.replace(b"\r\n", b"\n")
        total.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + text)
    return f"{installed_version('crownhead')} ({total.hexdigest()[:8]})"


def _files(places: tuple[str, ...]) -> set[Path]:
    roots = [PACKAGE / place for place in places] or [PACKAGE]
    found = {path for root in roots for path in (root.rglob("*") if root.is_dir() else [root])}
    return {path for path in found if path.suffix in COUNTED and path.is_file()}
