"""Databases by a pool: the same bytes as by one process, whatever is there already."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from crownhead.errors import BuildError, CorruptTable, MissingTable
from crownhead.files import Journal
from crownhead.processes import Processes
from crownhead.tablebase import spread
from crownhead.tablebase.build import Plan
from crownhead.tablebase.folder import tables_in


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built by one process."""
    folder = tmp_path_factory.mktemp("alone")
    for _ in Plan(folder, pieces=3, dtw=3).run():
        pass
    return folder


@pytest.fixture(scope="module")
def pool() -> Iterator[Processes]:
    with closing(Processes(2)) as processes:
        yield processes


def content(folder: Path) -> dict[str, bytes]:
    return {table.path.name: table.path.read_bytes() for table in tables_in(folder)}


def test_a_pool_builds_the_same_bytes(alone: Path, pool: Processes, tmp_path: Path) -> None:
    steps = [done.step for done in spread.build(Plan(tmp_path, pieces=3, dtw=3), pool)]
    assert content(tmp_path) == content(alone)
    assert len(steps) == len({step.slice for step in steps})
    assert Plan(tmp_path, pieces=3, dtw=3).steps == []


def test_a_build_goes_on_where_it_was(alone: Path, pool: Processes, tmp_path: Path) -> None:
    running = spread.build(Plan(tmp_path, pieces=3, dtw=3), pool)
    assert isinstance(running, Iterator)
    for _ in range(3):
        next(running)
    running.close()  # type: ignore[attr-defined]
    lost = tables_in(tmp_path)[0].path
    lost.unlink()
    assert 0 < len(Plan(tmp_path, pieces=3, dtw=3).steps) < len(Plan(tmp_path / "new", pieces=3, dtw=3).steps)
    for _ in spread.build(Plan(tmp_path, pieces=3, dtw=3), pool):
        pass
    assert content(tmp_path) == content(alone)


def test_two_workers_that_disagree_are_noticed(pool: Processes, tmp_path: Path) -> None:
    for _ in spread.build(Plan(tmp_path, pieces=2, dtw=0), pool):
        pass
    for table in tables_in(tmp_path):
        table.path.unlink()
    manifest = tmp_path / spread.MANIFEST
    manifest.unlink()
    with Journal(manifest, "build of tables", {}) as journal:
        journal.add({"table": "0101.wld", "sha256": "of something else"})
    with pytest.raises(BuildError, match=r"0101\.wld: two workers made different tables"):
        list(spread.build(Plan(tmp_path, pieces=2, dtw=0), pool))


def test_a_pool_verifies_as_one_process_does(alone: Path, pool: Processes, tmp_path: Path) -> None:
    from crownhead.tablebase.tablebase import Tablebase
    from crownhead.tablebase.verify import verify

    here = {found.table: found.checked for found in verify(Tablebase(alone))}
    there = {found.table: found.checked for found in spread.verify(alone, pool)}
    assert here == there
    smallest = tables_in(alone)[0].slice
    for table in (t for t in tables_in(alone) if t.slice != smallest):
        (tmp_path / table.path.name).write_bytes(table.path.read_bytes())
    with pytest.raises(MissingTable):
        list(spread.verify(tmp_path, pool))


def test_what_was_found_sound_is_not_verified_again(alone: Path, pool: Processes, tmp_path: Path) -> None:
    for table in tables_in(alone):
        (tmp_path / table.path.name).write_bytes(table.path.read_bytes())
    expected = {found.table.path.name: found.checked for found in spread.verify(alone, pool)}
    running = spread.verify(tmp_path, pool)
    first = {next(running).table.path.name for _ in range(4)}
    running.close()  # type: ignore[attr-defined]
    with Journal(tmp_path / spread.SOUND, "verifying of tables", {}) as journal:
        assert {entry["table"] for entry in journal.entries()} == first
    again = list(spread.verify(tmp_path, pool))
    assert {found.table.path.name for found in again[:4]} == first
    assert {found.table.path.name: found.checked for found in again} == expected
    assert not (tmp_path / spread.SOUND).exists(), "the next time, all are verified"


def test_a_table_that_was_sound_and_has_changed_is_verified_again(
    alone: Path, pool: Processes, tmp_path: Path
) -> None:
    for table in tables_in(alone):
        (tmp_path / table.path.name).write_bytes(table.path.read_bytes())
    running = spread.verify(tmp_path, pool)
    changed = next(running).table.path
    running.close()  # type: ignore[attr-defined]
    damaged = bytearray(changed.read_bytes())
    damaged[-1] ^= 1
    changed.write_bytes(damaged)
    with pytest.raises(CorruptTable):
        list(spread.verify(tmp_path, pool))
