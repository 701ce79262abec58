"""Building: the same bytes however it went, and clear refusals."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from seals import sealed

from crownhead import Position, _core
from crownhead.errors import BuildError
from crownhead.processes import python
from crownhead.tablebase import Slice, Tablebase
from crownhead.tablebase.build import Plan
from crownhead.tablebase.first import build_more
from crownhead.tablebase.folder import Table, building_in, tables_in
from crownhead.tablebase.verify import verify


def contents(folder: Path) -> dict[str, bytes]:
    return {table.path.name: table.path.read_bytes() for table in tables_in(folder)}


def build(folder: Path, pieces: int = 3, dtw: int = 3, threads: int = 1) -> dict[str, bytes]:
    for _ in Plan(folder, pieces, dtw, threads=threads).run():
        pass
    return contents(folder)


def test_threads_make_no_difference(tmp_path: Path) -> None:
    assert build(tmp_path / "one") == build(tmp_path / "two", threads=3)


def cut_as_finely_as_possible(folder: Path, slices: list[Slice], dtw: int) -> dict[str, bytes]:
    """Solved again from the files that are there: without memory to speak of, a slice is cut into bands of a square."""
    builder = _core.Builder(os.fspath(folder), 0, 1)
    made = [table for s in slices for table in builder.make(s, s.pieces <= dtw)]
    return {Table.of(Slice(*t.pieces), t.distances, folder).path.name: t.content for t in made}


def test_slices_that_are_cut_have_the_same_bytes(four_folder: Path) -> None:
    """With men on both sides, on one, with a man as the rover, and slices that are their own flip."""
    slices = [Slice.from_pieces(text) for text in ("KMvKM", "KMvKK", "MMvMM", "KMvMM", "MvM", "KKKvM")]
    cut = cut_as_finely_as_possible(four_folder, slices, dtw=4)
    assert len(cut) == 18
    assert cut == {name: (four_folder / name).read_bytes() for name in cut}


@pytest.mark.deep
def test_a_slice_of_six_pieces_that_is_cut_has_the_same_bytes(tmp_path: Path) -> None:
    family = Slice.from_pieces("KMMvMMM")
    for _ in Plan(tmp_path, pieces=6, dtw=0, threads=2, families=(family,)).run():
        pass
    cut = cut_as_finely_as_possible(tmp_path, [family], dtw=0)
    assert cut == {name: (tmp_path / name).read_bytes() for name in ("2130.wld", "3021.wld")}


def test_verdicts_are_the_same_with_and_without_distances(tmp_path: Path) -> None:
    with_distances = build(tmp_path / "with")
    without = build(tmp_path / "without", dtw=0)
    assert without == {name: data for name, data in with_distances.items() if name.endswith(".wld")}


def test_what_is_missing_or_damaged_is_built_again(tmp_path: Path) -> None:
    whole = build(tmp_path)
    (tmp_path / "0102.wld").unlink()
    (tmp_path / "1010.dtw").write_bytes(b"")
    (tmp_path / "2010.dtw").write_bytes(whole["0210.dtw"])
    (tmp_path / ".2010.dtw.x.part").write_bytes(b"half")
    assert {str(step.slice.name) for step in Plan(tmp_path, 3, 3).steps} == {"0102", "1010", "1020"}
    assert build(tmp_path) == whole
    assert not list(tmp_path.glob(".*"))
    assert Plan(tmp_path, 3, 3).steps == []


def test_a_family_is_what_its_positions_lead_to(tmp_path: Path, four: Tablebase) -> None:
    """A man and a king against a king: with no third king, no man of the other side, nothing beyond."""
    position = Position.from_fen("W:WK23,27:BK12")
    for _ in Plan(tmp_path, pieces=3, dtw=3, families=(Slice(0, 1, 1, 1),)).run():
        pass
    assert Tablebase(tmp_path).probe(position) == four.probe(position)
    assert {table.slice.name for table in tables_in(tmp_path)} == {
        "0101",
        *("0110", "1001"),
        *("0102", "0201"),
        *("0111", "1101"),
    }


def test_a_killed_builder_loses_nothing(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys; from pathlib import Path; from crownhead.tablebase.build import Plan\n"
        "for number, done in enumerate(Plan(Path(sys.argv[1]), 3, 3).run()):\n"
        "    if number == int(sys.argv[2]): os.kill(os.getpid(), signal.SIGKILL)"
    )
    for number in (0, 3):
        done = subprocess.run([sys.executable, "-c", script, str(tmp_path / "a"), str(number)], check=False)
        assert done.returncode == -signal.SIGKILL
    assert 0 < len(tables_in(tmp_path / "a")) < 32
    assert build(tmp_path / "a") == build(tmp_path / "b")


def test_going_on_from_files_solves_the_same(tmp_path: Path, four_folder: Path) -> None:
    for name, data in contents(four_folder).items():
        if sum(map(int, Path(name).stem)) < 4 or name.startswith(("0202", "0211", "1102")):
            (tmp_path / name).write_bytes(data)
    steps = [step for step in Plan(tmp_path, 4, 4).steps if step.slice.name == "0220"]
    plan = Plan(tmp_path, 4, 4)
    plan.steps = steps
    for _ in plan.run():
        pass
    assert (tmp_path / "0220.dtw").read_bytes() == (four_folder / "0220.dtw").read_bytes()
    assert (tmp_path / "2002.wld").read_bytes() == (four_folder / "2002.wld").read_bytes()


def test_a_damaged_file_that_is_needed_is_built_again(tmp_path: Path) -> None:
    whole = build(tmp_path)
    path = tmp_path / "0101.dtw"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)  # the header is whole, so only reading finds it
    (tmp_path / "0102.dtw").unlink()
    assert build(tmp_path) == whole


def test_one_builder_at_a_time(tmp_path: Path) -> None:
    with building_in(tmp_path), pytest.raises(BuildError, match="another builder is at work"):
        next(Plan(tmp_path, 2, 0).run())
    assert len(build(tmp_path, pieces=2, dtw=2)) == 8


def test_too_little_memory_is_said_beforehand(tmp_path: Path) -> None:
    plan = Plan(tmp_path / "new", 6, 0, memory=2**20)
    assert 2**27 < plan.memory_needed < 2**30
    with pytest.raises(BuildError, match=r"needs 0\.\d\d GB of memory and only 0\.00 GB"):
        next(plan.run())
    assert not (tmp_path / "new").exists()


PEAK = """
import sys
from pathlib import Path
from crownhead.tablebase.build import Plan
plan = Plan(Path(sys.argv[1]), 5, int(sys.argv[2]), threads=2)
plan.memory = plan.memory_needed
list(plan.run())
(peak,) = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM:")]
print(int(peak) * 1024, plan.memory)
"""


@pytest.mark.deep
@pytest.mark.parametrize("dtw", [0, 5])
def test_the_memory_that_was_forecast_is_enough_and_kept_to(tmp_path: Path, dtw: int) -> None:
    command = python("-c", PEAK, str(tmp_path / "new"), str(dtw))
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    peak, forecast = map(int, done.stdout.split())
    assert peak <= forecast


def test_seven_and_eight_pieces_can_be_planned(tmp_path: Path) -> None:
    assert Plan(tmp_path, 7, 0).memory_needed < 16 * 2**30
    assert Plan(tmp_path, 8, 0).memory_needed < 128 * 2**30


@pytest.mark.parametrize(("pieces", "dtw"), [(1, 0), (25, 0), (4, 5), (4, -1)])
def test_nonsense_is_refused(tmp_path: Path, pieces: int, dtw: int) -> None:
    with pytest.raises(BuildError):
        Plan(tmp_path, pieces, dtw)


def test_no_room_for_the_file(tmp_path: Path) -> None:
    script = (
        "import resource, signal, sys; from pathlib import Path; from crownhead.tablebase.build import Plan\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))\n"
        "try:\n"
        "    list(Plan(Path(sys.argv[1]), 3, 3).run())\n"
        "except OSError as error: print(error.strerror, Path(error.filename).name)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert re.fullmatch(r"File too large \w{4}\.(wld|dtw)\n", done.stdout), "the file is named"
    assert not list(tmp_path.glob(".*.part"))
    assert build(tmp_path) == build(tmp_path / "elsewhere")


@pytest.fixture
def nobody() -> Iterator[None]:
    """The superuser may write anywhere, so be somebody else."""
    superuser = os.geteuid() == 0
    if superuser:
        os.seteuid(65534)
    yield
    if superuser:
        os.seteuid(0)


def test_no_permission(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    (tmp_path / "new").mkdir()
    tmp_path.chmod(0o500)
    request.getfixturevalue("nobody")
    with pytest.raises(PermissionError, match="new"):
        build(tmp_path / "new" / "tables")


def test_the_process_that_builds_for_everybody_says_nothing(tmp_path: Path) -> None:
    """Not even a warning."""
    (tmp_path / "0101.wld").mkdir()  # so that it ends at once
    command = [sys.executable, "-W", "error", "-m", "crownhead.tablebase", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "RuntimeWarning" not in done.stderr
    assert "IsADirectoryError" in done.stderr


def test_a_file_where_the_directory_should_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=r"exists|[Nn]ot a directory"):
        build(tmp_path / "file")


def test_ctrl_c_ends_a_build(tmp_path: Path) -> None:
    steps = Plan(tmp_path, 6, 0).run()
    next(steps)  # it has begun
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        list(steps)
    timer.join()
    for table in tables_in(tmp_path):
        table.check()


@pytest.mark.parametrize("cache_bytes", [1, 3000])
@pytest.mark.parametrize("distances", [False, True])
def test_threads_that_crowd_each_other_out_of_the_cache(
    four: Tablebase, cache_bytes: int, distances: bool
) -> None:
    core = Tablebase.open(four.folder, cache_bytes=cache_bytes).core
    checked, wrong, fault = core.verify(Slice(0, 2, 0, 2), distances, stride=3, threads=4)
    assert checked > 50_000
    assert (wrong, fault) == (None, None)


def test_every_value_is_the_best_of_those_it_leads_to(four: Tablebase) -> None:
    results = list(verify(four, threads=2))
    assert all(result.wrong is None for result in results)
    assert len(results) == len(tables_in(four.folder))
    jumps_left_out = 2 * sum(result.table.slice.positions for result in results) - sum(
        r.checked for r in results
    )
    assert jumps_left_out > 0


def test_verify_finds_a_wrong_value(three_folder: Path) -> None:
    """A table whose checksums are right and whose values are not: only the successors give it away."""
    path = three_folder / "0102.dtw"
    told = list(verify(Tablebase.open(three_folder), pieces=3))
    assert all(result.wrong is None for result in told)
    data = bytearray(path.read_bytes())
    data[-40] ^= 255
    path.write_bytes(sealed(data))
    results = list(verify(Tablebase.open(three_folder), pieces=3))
    assert any(isinstance(result.wrong, Position) for result in results)


def test_the_user_gets_four_pieces_with_nothing_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path))
    monkeypatch.delenv("CROWNHEAD_BUILD", raising=False)
    first, second = Tablebase.open(), Tablebase.open()
    assert str(first.probe(Position.from_fen("B:WK14:B5,13"))) == "loss in 12"
    assert str(second.probe(Position.from_fen("W:WK15,20:BK28,12"))) == "win in 81"
    assert Tablebase.open().most_pieces >= 4
    end_builders(tmp_path)


def end_builders(folder: Path) -> None:
    """The quiet builder of five pieces would go on after the test."""
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if str(folder) in process.read_bytes().decode(errors="replace").split("\0"):
                os.kill(int(process.parent.name), signal.SIGKILL)


@pytest.mark.deep
def test_then_five_pieces_are_built_quietly(tmp_path: Path) -> None:
    """The counts are those of docs/tablebases.md, which the deep tests verify position by position elsewhere."""
    build(tmp_path, pieces=4, dtw=4)
    build_more(tmp_path)
    tablebase = Tablebase.open(tmp_path)
    assert tablebase.most_pieces == 5
    assert str(tablebase.probe(Position.from_fen("W:WK22,K23,K24:BK31,K32"))) == "win"
    assert str(tablebase.probe(Position.from_fen("B:W20,16,K2:BK25,K10"))) == "draw"
    assert str(tablebase.probe(Position.from_fen("W:WK15,20:BK28,12"))) == "win in 81"


def test_the_quiet_builder_does_not_disturb_another(tmp_path: Path) -> None:
    with building_in(tmp_path):
        build_more(tmp_path)
    assert not tables_in(tmp_path)
