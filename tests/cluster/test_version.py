"""What two machines compare before they work together."""

from __future__ import annotations

import hashlib
from importlib.metadata import version as installed_version
from pathlib import Path

import pytest

from crownhead import _core
from crownhead.cluster import version

ROOT = Path(__file__).parents[2]


def test_the_extension_was_made_from_the_sources_that_are_here() -> None:
    """Counted again in Python. If this fails after a change of the core, build it."""
    sources = [path for room in ("core", "bindings") for path in (ROOT / room).rglob("*.[ch]pp")]
    listed = "".join(
        f"{name} {hashlib.sha256((ROOT / name).read_bytes()).hexdigest()}\n"
        for name in sorted(path.relative_to(ROOT).as_posix() for path in sources)
    )
    assert hashlib.sha256(listed.encode()).hexdigest().startswith(_core.SOURCE_HASH)
    assert len(_core.SOURCE_HASH) == 16


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rules.py").write_bytes(b"one\ntwo\n")
    (tmp_path / "weights.bin").write_bytes(b"\r\n")
    monkeypatch.setattr(version, "PACKAGE", tmp_path)
    return tmp_path


def test_every_part_of_the_program_counts(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {version.version.__wrapped__()}
    (package / "weights.bin").write_bytes(b"\n")
    found.add(version.version.__wrapped__())
    (package / "rules.py").write_bytes(b"one\nthree\n")
    found.add(version.version.__wrapped__())
    monkeypatch.setattr(_core, "SOURCE_HASH", "of other sources")
    found.add(version.version.__wrapped__())
    assert len(found) == 4
    assert all(text.startswith(f"{installed_version('crownhead')} (") for text in found)


def test_how_lines_end_does_not_count(package: Path) -> None:
    before = version.version.__wrapped__()
    (package / "rules.py").write_bytes(b"one\r\ntwo\r\n")
    assert version.version.__wrapped__() == before
