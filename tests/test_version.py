"""What two machines compare before they work together, and a run with the one before it."""

from __future__ import annotations

import hashlib
from importlib.metadata import version as installed_version
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from crownhead import _core, version

ROOT = Path(__file__).parents[1]


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


# -- what long work depends on -------------------------------------------------------------------------


JOBS = {"match": version.MATCH, "book": version.BOOK, "self-play": version.SELF_PLAY}


@pytest.mark.parametrize("places", JOBS.values(), ids=JOBS)
def test_what_long_work_depends_on_is_there(places: tuple[str, ...]) -> None:
    assert [place for place in places if not (version.PACKAGE / place).exists()] == []


@pytest.mark.parametrize("places", JOBS.values(), ids=JOBS)
def test_the_page_in_the_browser_does_not_matter_to_long_work(
    places: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "crownhead"
    copytree(version.PACKAGE, package, ignore=ignore_patterns("__pycache__", "static"))
    monkeypatch.setattr(version, "PACKAGE", package)
    before = version.version.__wrapped__(*places)
    for other in ("web/server.py", "terminal/main.py", "study/library.py", "cluster/pool.py", "jobs.py"):
        (package / other).write_text("changed")
    assert version.version.__wrapped__(*places) == before
    (package / "rules" / "move.py").write_text("changed")
    assert version.version.__wrapped__(*places) != before


def test_the_weights_matter_to_matches_and_books_and_are_named_by_recipes_of_self_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "crownhead"
    copytree(version.PACKAGE, package, ignore=ignore_patterns("__pycache__", "static"))
    monkeypatch.setattr(version, "PACKAGE", package)
    before = {name: version.version.__wrapped__(*places) for name, places in JOBS.items()}
    (package / "engine" / "weights.bin").write_bytes(b"others")
    changed = [name for name, places in JOBS.items() if version.version.__wrapped__(*places) != before[name]]
    assert changed == ["match", "book"]
