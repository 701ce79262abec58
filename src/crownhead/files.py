"""Where crownhead keeps its files, and how it writes them.

Beside their name first, then renamed into place: whoever reads a name finds the old file or the new one,
whole, whatever happens in between.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator


def data_directory() -> Path:
    """The user's databases, games and settings; CROWNHEAD_DATA names another place. May not exist yet."""
    if chosen := os.environ.get("CROWNHEAD_DATA"):
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_data_dir("crownhead", appauthor=False))


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of `path` when the block ends well, and vanishes when it does not."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    beside = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(_mode_of(path))
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    with replacing(path) as file:
        file.write(text.encode())


def _mode_of(path: Path) -> int:
    """The permissions of the file that is replaced, or those that a new file would get."""
    try:
        return path.stat().st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
