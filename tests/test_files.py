from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crownhead.files import data_directory, replacing, write_text


def test_data_directory_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path))
    assert data_directory() == tmp_path


def test_data_directory_of_the_user_names_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROWNHEAD_DATA", raising=False)
    assert data_directory().name == "crownhead"


def test_replaces_a_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.pdn"
    path.write_text("old")
    path.chmod(0o640)
    write_text(path, "new")
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.pdn"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), replacing(path) as file:
        file.write(bytes(1 // 0))
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_killed_writer_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "game.pdn"
    path.write_text("old")
    script = (
        "import os, signal, sys; from pathlib import Path; from crownhead.files import replacing\n"
        "with replacing(Path(sys.argv[1])) as file:\n"
        "    file.write(b'half'); file.flush(); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", script, os.fspath(path)], check=False)
    assert done.returncode == -9
    assert path.read_text() == "old"
