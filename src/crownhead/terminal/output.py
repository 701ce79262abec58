"""Files that the user names on the command line."""

from __future__ import annotations

import errno
from pathlib import Path

from crownhead import files


def write_file(name: str, text: str) -> None:
    """Write a file whole or not at all, with an error that says what is wrong with the name.

    A link is followed. A pipe or a device cannot be replaced, so it is written to.
    """
    path = writable(name)
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
    else:
        files.write_text(path, text)


def writable(name: str) -> Path:
    """The path of a file to be written; raises an error that says what is wrong with the name."""
    path = Path(name).resolve()
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a directory, not a file", name)
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no directory {path.parent}", name)
    return path
