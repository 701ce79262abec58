"""What the documents show is what happens: Python examples and commands in them are run and compared.

In a ```python block, lines with >>> are a doctest. In a ```console block, each line after `$ ` is a command; if it
is a crownhead command that ends by itself, the lines below it are what it prints. A line of `...` stands for lines
that differ from machine to machine.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    "README.md",
    "docs/rules.md",
    "docs/playing.md",
    "docs/protocols.md",
    "docs/matches.md",
    "docs/studying.md",
    "docs/pdn.md",
    "docs/lessons.md",
]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NOT_RUN = re.compile(
    r"pip |git |python |pytest|crownhead (play|learn|book|web|hub|dxp|match|tablebase build|analyse)\b"
)


def blocks(language: str) -> Iterator[tuple[str, str]]:
    for name in DOCUMENTS:
        for found in BLOCK.finditer((ROOT / name).read_text(encoding="utf-8")):
            if found[1] == language:
                yield name, found[2]


def commands() -> Iterator[tuple[str, str]]:
    for _, block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            if not NOT_RUN.match(command):
                yield command, printed


@pytest.mark.parametrize("document", DOCUMENTS)
def test_python_examples(document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "\n".join(block for name, block in blocks("python") if name == document)
    examples = doctest.DocTestParser().get_doctest(text, {}, document, document, 0)
    assert examples.examples, "no example found"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    report: list[str] = []
    runner.run(examples, out=report.append)
    assert not runner.failures, "".join(report)


@pytest.mark.parametrize(("command", "printed"), list(commands()))
def test_commands(command: str, printed: str, tmp_path: Path) -> None:
    program, *arguments = shlex.split(command)
    assert program == "crownhead"
    done = subprocess.run(
        [sys.executable, "-m", "crownhead", *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "80"},
        check=False,
    )
    expected = re.escape(printed.rstrip()).replace(r"\.\.\.", r"[^\n]*")
    assert re.fullmatch(expected, (done.stdout + done.stderr).rstrip()), done.stdout + done.stderr
