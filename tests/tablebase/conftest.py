from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from crownhead.errors import BuildError
from crownhead.tablebase import Tablebase
from crownhead.tablebase.build import Plan


def build(folder: Path, pieces: int, dtw: int, threads: int = 1) -> Path:
    for _ in Plan(folder, pieces, dtw, threads=threads).run():
        pass
    return folder


@pytest.fixture(scope="session")
def four_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """2 to 4 pieces with distances, built once for all tests. Not to be changed."""
    return build(tmp_path_factory.mktemp("four"), pieces=4, dtw=4, threads=2)


@pytest.fixture(scope="session")
def four(four_folder: Path) -> Tablebase:
    return Tablebase.open(four_folder)


@pytest.fixture(scope="session")
def five(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    """2 to 5 pieces with distances: 50 seconds of processor time, for deep tests, once for all processes of pytest.
    CROWNHEAD_FIVE names a directory that has them already."""
    there = os.environ.get("CROWNHEAD_FIVE")
    own = tmp_path_factory.getbasetemp()
    common = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    return Tablebase.open(there or built_by_one(common / "five"))


def built_by_one(folder: Path) -> Path:
    while True:
        try:
            return build(folder, pieces=5, dtw=5, threads=2)
        except BuildError:  # another process builds there: what it has made is found
            time.sleep(0.5)


@pytest.fixture
def three_folder(four_folder: Path, tmp_path: Path) -> Path:
    """2 and 3 pieces, to be damaged at will."""
    for path in four_folder.iterdir():
        if path.suffix in (".wld", ".dtw") and sum(map(int, path.stem)) <= 3:
            shutil.copy(path, tmp_path)
    return tmp_path
