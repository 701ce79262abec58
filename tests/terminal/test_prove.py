from __future__ import annotations

from pathlib import Path

import pytest

from crownhead.proofs import check_proof
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


def test_an_analysis_says_what_is_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """15x8 takes the last piece."""
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path))
    for _ in Plan(tmp_path / "tablebases", 2, 2).run():
        pass
    out = tmp_path / "d.proof"
    assert run(["analyse", "W:W15:B11", "--depth", "3", "--proof", str(out)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("Proved: White wins.")
    assert said[1].startswith(f"Certificate: {out}")
    assert said[-1] == "White wins in 1 move, proved by the endgame database."
    assert check_proof(out, no_database=True).position.fen == "W:W15:B11"
    assert run(["analyse", "--depth", "3", "--lines", "1"]) == 0
    assert "proved" not in capsys.readouterr().out


def test_the_review_of_a_game_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After 26-22 White takes the last man, whatever Black does."""
    game, out = tmp_path / "game.pdn", tmp_path / "study"
    game.write_text('[FEN "W:W26:B14"]\n\n1. 26-22 14-17 2. 22x13 *')
    command = ["analyse", str(game), "--nodes", "10000", "--jobs", "1", "-o", str(out), "--prove"]
    assert run(command) == 0
    path = out / "proofs" / "0001-000.proof"
    said = capsys.readouterr().out
    assert "At the beginning: White wins in 2 moves" in said
    assert f"Certificate: {path}" in said
    assert check_proof(path, no_database=True).claim.value == "win"
    made = path.stat().st_mtime_ns
    assert run(command) == 0
    assert path.stat().st_mtime_ns == made, "it was not looked for again"
    assert "White wins in 2 moves" in (out / "annotated.pdn").read_text()
    assert "At the beginning: White wins" in (out / "report.html").read_text()


def test_options_that_do_not_go_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.pdn"
    game.write_text("1. 11-15 *")
    assert run(["analyse", str(game), "--prove"]) == 2
    assert "--prove needs --out" in capsys.readouterr().err
    assert run(["analyse", str(game), "--proof", "x"]) == 2
    assert "--proof is for positions" in capsys.readouterr().err


PROBLEMS = """
[FEN "W:WK22,K23,K24:BK31,K32"]
[Result "0-1"]
0-1

[FEN "W:WK22,K23,K24:BK31,K32"]
[Result "1/2-1/2"]
1/2-1/2

[FEN "W:WK24,K23,K22:BK31,K32"]
[Result "0-1"]
0-1

[FEN "B:W10,K19:BK2,21"]
[Result "1/2-1/2"]
1/2-1/2

[Event "a game from the start"]
[Result "1-0"]
1. 11-15 1-0
"""
"""The first is won in 15 plies, as others published; so the second is wrong, and the third is the first again."""


def test_proves_the_problems_of_a_file(
    tables: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "few.pdn", tmp_path / "proofs"
    file.write_text(PROBLEMS)
    command = [
        "prove",
        str(file),
        "--tablebase",
        tables,
        "--out",
        str(out),
        "--jobs",
        "1",
        "--nodes",
        "500000",
    ]
    assert run(command) == 0
    told = capsys.readouterr()
    assert "| all | 3 | 2 | 1 | 0 |" in told.out
    assert "| few.pdn | 2 | `W:WK22,K23,K24:BK31,K32` | draw | win |" in told.out
    assert "1 of the problems is there twice" in told.err
    assert (out / "problems.md").read_text() in told.out
    for number in (1, 2, 4):
        assert run(["prove", "--check", str(out / f"few-{number}.proof"), "--tablebase", tables]) == 0
    before = (out / "problems.journal").read_bytes()
    assert run(command) == 0  # nothing is left to do
    assert (out / "problems.journal").read_bytes() == before


def test_says_what_is_wrong_with_files(
    tables: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "none.pdn", str(tmp_path / "proofs")
    file.write_text('[Event "x"]\n[Result "1-0"]\n1. 11-15 1-0\n')
    assert run(["prove", str(file), "--tablebase", tables]) == 2
    assert "no game has a position and a result" in capsys.readouterr().err
    file.write_text(PROBLEMS)
    assert run(["prove", str(file), "--claim", "win"]) == 2
    assert "--claim is for positions" in capsys.readouterr().err
    assert run(["prove", WON, "--jobs", "2"]) == 2
    assert "--jobs is for files" in capsys.readouterr().err
    assert run(["prove", str(file), "--tablebase", tables, "--out", out, "--jobs", "1", "--nodes", "1"]) == 0
    assert run(["prove", str(file), "--tablebase", tables, "--out", out, "--jobs", "1", "--nodes", "2"]) != 0
    assert "belongs to another proving of problems" in capsys.readouterr().err
