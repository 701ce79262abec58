"""Files that tests read: those in tests/data, and more made by others where they lie beside the project."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

OWN = Path(__file__).resolve().parent / "data"
OTHERS = Path(__file__).resolve().parents[2] / "shared" / "data"
"""No part of the project: what is there is tested too, what is not is no skip, because OWN has every form."""


def present(*names: str) -> list[Path]:
    """Those of these files that exist. At least one is our own, so that a test of them always runs."""
    found = [folder / name for name in names for folder in (OWN, OTHERS) if (folder / name).is_file()]
    assert any(path.is_relative_to(OWN) for path in found), f"tests/data has none of {', '.join(names)}"
    return found


def each(argument: str, paths: Iterable[Path]) -> pytest.MarkDecorator:
    """A test for each file, named after it."""
    listed = list(paths)
    return pytest.mark.parametrize(argument, listed, ids=[path.name for path in listed])
