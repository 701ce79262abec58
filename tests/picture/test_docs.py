"""The docs on pictures and the command line are true: their code is run, their pictures are redrawn."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
RATE = re.compile(r"[\d.]+ s, [\d.]+ million leaves/s")


def test_the_pictures_in_the_docs_are_what_its_code_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (DOCS / "pictures.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec("\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL)), {})
    drawn = {file.name: file.read_text() for file in tmp_path.iterdir()}
    kept = {file.name: file.read_text() for file in (DOCS / "pictures").iterdir()}
    shown = re.findall(r"!\[[^]]+\]\(pictures/([^)]+)\)", text)
    assert drawn == kept
    assert sorted(shown) == sorted(kept)


def test_the_commands_in_the_docs_print_what_it_says() -> None:
    """Those that are quick and print the same every time."""
    text = (DOCS / "command-line.md").read_text(encoding="utf-8")
    for session in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for command, expected in re.findall(
            r"\$ crownhead ((?:show|moves|perft)\b.*)\n((?:[^$].*\n)*)", session
        ):
            arguments = re.findall(r'"([^"]*)"|(\S+)', command)
            done = subprocess.run(
                [sys.executable, "-m", "crownhead", *(quoted or bare for quoted, bare in arguments)],
                capture_output=True,
                text=True,
                env={**os.environ, "COLUMNS": "80"},
                check=True,
            )
            assert RATE.sub("", done.stdout) == RATE.sub("", expected)
