"""crownhead tablebase: what it says, what it writes, and how it refuses."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from crownhead.tablebase.folder import building_in
from crownhead.terminal.main import run

COLUMNS = (
    "black_men,black_kings,white_men,white_kings,turn,positions,wins,losses,draws,longest_win,longest_loss"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("tables")
    assert run(["tablebase", "build", "--pieces", "3", "--threads", "1", "--folder", str(place)]) == 0
    return place


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(["tablebase", *arguments]) == code
    captured = capsys.readouterr()
    return captured.out if code == 0 else captured.err


def test_what_is_built_stays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "build", "--pieces", "3", "--folder", str(folder))
    assert text.endswith("0 pairs of slices to build, 0 positions\n")


def test_probe_tells_value_moves_and_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "probe", "B:WK14:B5,13", "--folder", str(folder)).splitlines()
    assert lines[0] == "loss in 12"
    assert [line.split() for line in lines[1:3]] == [
        ["5-9", *["loss", "in", "12"]],
        ["13-17", *["loss", "in", "8"]],
    ]
    assert len(lines[3].split()) == 12


def test_info_has_the_published_counts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "info", "--folder", str(folder))
    assert "3 pieces: 196,032 positions, 100,250 wins, 87,305 losses, 8,477 draws" in text
    assert "longest win: 61 plies" in text


def test_stats_has_a_row_for_each_slice_and_side(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows_file, picture = tmp_path / "stats.csv", tmp_path / "stats.svg"
    said(capsys, "stats", "--csv", str(rows_file), "--svg", str(picture), "--folder", str(folder))
    rows = list(csv.DictReader(rows_file.read_text().splitlines()))
    assert ",".join(rows[0]) == COLUMNS
    found = {tuple(row.values())[:5]: tuple(row.values())[5:] for row in rows}
    assert len(found) == len(rows) == 2 * 16
    assert found["0", "2", "0", "1", "black"] == ("14880", "14846", "0", "34", "33", "")
    assert found["0", "1", "0", "2", "white"] == found["0", "2", "0", "1", "black"]
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert said(capsys, "stats", "--folder", str(folder)) == rows_file.read_text()


def test_verify_finds_damage(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "32 tables are sound" in said(capsys, "verify", "--folder", str(folder))
    assert "32 tables are sound" in said(capsys, "verify", "--sample", "500", "--folder", str(folder))
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    damaged = tmp_path / "0201.wld"
    data = bytearray(damaged.read_bytes())
    data[-1] ^= 4
    damaged.write_bytes(data)
    assert f"{damaged}: the checksum" in said(capsys, "verify", "--folder", str(tmp_path), code=2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "--memory", "lots"], "'lots' is no amount of memory: write 8G or 512M"),
        (["build", "--pieces", "25"], "25 is not in the range"),
        (["build", "--pieces", "4", "--dtw", "5"], "not for 5"),
        (["build", "--pieces", "6", "--memory", "1M"], "needs 0."),
        (["info"], "there is no endgame table in"),
        (["probe", "nonsense"], "must be B or W"),
    ],
)
def test_refusals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    text = said(capsys, *arguments, "--folder", str(tmp_path), code=2)
    assert message in text
    assert "Traceback" not in text


def test_two_builders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with building_in(tmp_path):
        text = said(capsys, "build", "--pieces", "2", "--folder", str(tmp_path), code=2)
    assert f"another builder is at work in {tmp_path}" in text
    assert said(capsys, "build", "--pieces", "2", "--folder", str(tmp_path))


def test_a_full_disk(tmp_path: Path) -> None:
    """A limit on the size of files stands for it: writing fails in the middle of one."""
    script = (
        "import resource, signal, sys; from crownhead.terminal.main import run\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))\n"
        "sys.exit(run(['tablebase', 'build', '--pieces', '3', '--folder', sys.argv[1]]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob(".*.part"))


def test_build_alone_says_what_larger_ones_cost(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The numbers of positions are those that others have published."""
    before = sorted(folder.iterdir())
    text = said(capsys, "build", "--threads", "1", "--folder", str(folder))
    assert f"{folder}: every position with up to 3 pieces" in text
    positions = {line.split()[0]: line.split()[1] for line in text.splitlines()[3:6]}
    assert positions == {"5": "145,660,124", "6": "2,571,745,800", "7": "36,814,859,424"}
    assert sorted(folder.iterdir()) == before


def test_only_the_slices_that_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "build", "--slices", "KKvK", "--dtw", "3", "--folder", str(tmp_path))
    tables = {path.name for path in tmp_path.iterdir()}
    assert tables >= {"0201.wld", "0102.dtw", "0101.dtw"}
    assert not any(name.startswith("1") for name in tables)
    assert said(capsys, "probe", "B:WK1:BK14,K15", "--folder", str(tmp_path)).startswith("win in ")


@pytest.mark.parametrize("text", ["KKK", "KKvX", "vK", "KvKvK", "K" * 13 + "vK"])
def test_slices_that_are_none(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--slices" in said(capsys, "build", "--slices", text, code=2)
