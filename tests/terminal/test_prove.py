from __future__ import annotations

from pathlib import Path

import pytest

from crownhead.tablebase.build import Plan
from crownhead.terminal.main import run

WON = "W:WK22,K23,K24:BK31,K32"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("tables")
    for _ in Plan(folder, 3, 0).run():
        pass
    return str(folder)


def test_proves_and_checks(tables: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "a.proof")
    assert run(["prove", WON, "--claim", "win", "--tablebase", tables, "--out", out]) == 0
    assert "Proved: White wins." in capsys.readouterr().out
    assert run(["prove", "--check", out, "--tablebase", tables]) == 0
    assert f"The proof holds. White wins: {WON}" in capsys.readouterr().out


def test_says_what_is_wrong(tables: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prove", WON, "--claim", "draw", "--tablebase", tables]) == 1
    assert "Refuted: White wins." in capsys.readouterr().out
    assert run(["prove"]) == 2
    assert "Give a FEN" in capsys.readouterr().err
    (tmp_path / "b.proof").write_bytes(b"no proof at all")
    assert run(["prove", "--check", str(tmp_path / "b.proof"), "--tablebase", tables]) == 2
    assert "it is cut off" in capsys.readouterr().err
    assert run(["prove", WON, "--check", "a"]) == 2


def test_unfinished_work_is_kept(tables: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "c.proof"
    fen = "B:W16,K29:BK15,27"
    assert run(["prove", fen, "--claim", "win", "--nodes", "50", "--tablebase", tables, "-o", str(out)]) == 1
    assert "Not decided" in capsys.readouterr().out
    assert (tmp_path / "c.proof.work").exists()
    assert not out.exists()
