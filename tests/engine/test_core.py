"""Parts of the core compiled for the purpose: searches under sanitizers, the order of moves, evaluations."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from crownhead.book.book import shipped
from crownhead.tablebase.build import Plan

CORE = Path(__file__).parents[2] / "core"
SEARCH = [
    "base/huge_pages",
    "search/background",
    "search/search",
    "search/worker",
    "search/worker_endgames",
    "search/worker_tree",
    "search/transposition_table",
    "evaluation/evaluation",
]
FILES = [
    "base/huge_pages",
    "base/mapped_file",
    "book/book",
    "tablebase/codec/codec",
    "tablebase/codec/range_coder",
    "tablebase/cut",
    "tablebase/file",
    "tablebase/forty_move_rule",
    "tablebase/index",
    "tablebase/initial_value",
    "tablebase/layout",
    "tablebase/tablebase",
]


def compiled(folder: Path, name: str, sources: list[str], *flags: str) -> Path:
    """A program of this folder with sources of the core."""
    compiler = shutil.which("g++")
    if compiler is None or not CORE.is_dir():
        pytest.skip("needs g++ and the sources of the core")
    program = folder / name
    files = [Path(__file__).with_name(f"{name}.cpp"), *(CORE / f"{source}.cpp" for source in sources)]
    common = ["-std=c++20", "-O1", "-g", f"-I{CORE}", "-pthread"]
    subprocess.run([compiler, *common, *flags, "-o", program, *files], check=True)
    return program


def run(*command: Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def output(folder: Path, name: str, sources: list[str], *flags: str) -> str:
    return run(compiled(folder, name, sources, *flags))


def check(folder: Path, name: str, sources: list[str], *flags: str) -> None:
    assert output(folder, name, sources, *flags) == "done\n"


@pytest.mark.deep
@pytest.mark.parametrize("sanitizers", ["thread", "address,undefined"])
def test_threads_search_cleanly(tmp_path: Path, sanitizers: str) -> None:
    check(tmp_path, "race", SEARCH, "-march=native", f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all")


@pytest.mark.deep
def test_threads_read_tables_and_the_book_cleanly(tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    for _ in Plan(tables, 3, 3).run():
        pass
    flags = ["-fsanitize=thread", "-fno-sanitize-recover=all"]
    program = compiled(tmp_path, "race_files", FILES, *flags)
    assert run(program, tables, shipped()) == "done\n"


@pytest.mark.parametrize("flags", [[], ["-march=native"]], ids=["plain", "native"])
def test_the_move_picker(tmp_path: Path, flags: list[str]) -> None:
    check(tmp_path, "move_picker", [], *flags)


@pytest.mark.parametrize("flags", [[], ["-march=native"]], ids=["plain", "native"])
def test_the_accumulator_is_kept_up(tmp_path: Path, flags: list[str]) -> None:
    check(tmp_path, "accumulator", [], *flags)


def test_the_leaf_cache(tmp_path: Path) -> None:
    check(tmp_path, "leaf_cache", [])


def test_the_transposition_table(tmp_path: Path) -> None:
    check(tmp_path, "transposition_table", ["base/huge_pages", "search/transposition_table"])


def test_the_endgame_oracle_is_believed(tmp_path: Path) -> None:
    check(tmp_path, "endgame_oracle", SEARCH)


def test_wide_words_of_the_processor_say_the_same(tmp_path: Path) -> None:
    plain = output(tmp_path, "output_bucket", ["base/huge_pages", "evaluation/evaluation"])
    assert len(set(plain.split())) > 100
    assert (
        output(tmp_path, "output_bucket", ["base/huge_pages", "evaluation/evaluation"], "-march=native")
        == plain
    )
