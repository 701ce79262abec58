"""Which lessons a learner has finished: a small file in the user's data directory, shared by terminal and browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from crownhead.files import data_directory, write_text

if TYPE_CHECKING:
    from pathlib import Path


def progress_file() -> Path:
    return data_directory() / "lessons.json"


def finished() -> frozenset[str]:
    """The names of the lessons that were finished; none where the file is not there or makes no sense."""
    try:
        return frozenset(msgspec.json.decode(progress_file().read_bytes(), type=list[str]))
    except (OSError, msgspec.DecodeError):
        return frozenset()


def finish(name: str) -> None:
    """Raises OSError where it cannot be kept."""
    path = progress_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, msgspec.json.encode(sorted(finished() | {name})).decode())
