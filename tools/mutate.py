"""Breaks the program on purpose, one place at a time, and tells which test notices.

Usage: python tools/mutate.py [--build COMMAND] [--like TEXT] [LIST]

LIST (tools/mutations.toml) names a file, a text in it that occurs once, what to write instead, and the tests nearest to
it. Each break is made, the tests are run up to the first failure, and the file is put back; the test that noticed is
then run again with nothing broken. --like takes only breaks whose file contains TEXT. After a change of C++, COMMAND
must bring the extension to where the tests import it from; without it such breaks are left out. Prints a table in
Markdown; ends with 1 if a break was not noticed.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tomllib
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
LIST = Path(__file__).with_name("mutations.toml")
OPTIONS = "addopts=--import-mode=importlib -m 'not deep'"
"""Instead of those of pyproject.toml: one process, so that the first failure ends the run."""
ENDLESS = 1200
"""Seconds after which a run is taken for one that does not end, which is noticed too."""


@dataclass(frozen=True)
class Mutation:
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def is_native(self) -> bool:
        return Path(self.file).suffix in (".cpp", ".hpp")

    @contextmanager
    def made(self) -> Iterator[None]:
        path = ROOT / self.file
        original = path.read_text(encoding="utf-8")
        if original.count(self.old) != 1:
            raise SystemExit(f"{self.file}: {self.old!r} occurs {original.count(self.old)} times, not once")
        path.write_text(original.replace(self.old, self.new), encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(original, encoding="utf-8")


def read_list(path: Path) -> list[Mutation]:
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["mutation"]
    return [Mutation(e["file"], e["old"], e["new"], tuple(e["tests"])) for e in entries]


def run_tests(tests: tuple[str, ...]) -> str:
    """The first test that fails, or why there is none; nothing if all pass."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "-p", "no:cacheprovider", "-o", OPTIONS]
    # Loading the plugins takes longer than many of the tests.
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    try:
        done = subprocess.run(
            [*command, *tests],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=ENDLESS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "a test that does not end"
    if failed := re.search(r"^(?:FAILED|ERROR) ([^\s\[]+)", done.stdout, re.MULTILINE):
        return failed[1].removeprefix("tests/")
    return "" if done.returncode == 0 else "a run that ends with a crash"


@cache
def failing_anyway(test: str) -> bool:
    """Tests that fail in any case would notice everything."""
    return bool(run_tests((f"tests/{test}",)))


def noticed_by(mutation: Mutation, build: str | None) -> str:
    with mutation.made():
        if mutation.is_native:
            built = subprocess.run(build or "false", shell=True, cwd=ROOT, capture_output=True, check=False)
            if built.returncode:
                return "the compiler"
        return run_tests(mutation.tests)


def cell(text: str) -> str:
    return "`" + " ".join(text.split()).replace("|", "\\|") + "`"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("list", nargs="?", type=Path, default=LIST)
    parser.add_argument("--build")
    parser.add_argument("--like", default="")
    chosen = parser.parse_args()
    listed = [
        m for m in read_list(chosen.list) if chosen.like in m.file and (chosen.build or not m.is_native)
    ]
    missed = failing = 0
    print("| file | instead of | stands | noticed by |\n|---|---|---|---|")
    # The extension stays broken up to the next build.
    for mutation in sorted(listed, key=lambda m: m.is_native):
        test = noticed_by(mutation, chosen.build)
        missed += not test
        shown = f"`{test}`" if "::" in test else test or "**nobody**"
        if "::" in test and not mutation.is_native and failing_anyway(test):
            shown += ", **which fails with nothing broken**"
            failing += 1
        print(
            f"| {cell(mutation.file)} | {cell(mutation.old)} | {cell(mutation.new)} | {shown} |", flush=True
        )
    if chosen.build:
        subprocess.run(chosen.build, shell=True, cwd=ROOT, check=True)  # what is there now is not broken
    sys.exit(1 if missed or failing else 0)


if __name__ == "__main__":
    main()
