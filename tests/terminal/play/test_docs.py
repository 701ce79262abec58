"""The transcripts and pictures in docs/playing.md are what the program does.

`python tests/terminal/play/test_docs.py` writes them anew.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pexpect
import pytest

DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "playing.md"
SESSION = re.compile(r"(?<=```console\n)\$ (crownhead play --[^\n]*)\n(.*?)(?=\n```)", re.DOTALL)
PROMPT = re.compile(r"^.*(?:move|quit)> (.+)$", re.MULTILINE)


def transcript(command: str, lines: list[str]) -> str:
    """What stands in a terminal without colours after the command and these lines were typed."""
    with tempfile.TemporaryDirectory() as data:
        child = pexpect.spawn(
            sys.executable,
            ["-m", *shlex.split(command)],
            env={**os.environ, "CROWNHEAD_DATA": data, "TERM": "dumb", "INPUTRC": os.devnull},
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=120,
        )
        shown = ""
        for line in lines:
            child.expect("(?:move|quit)> ")
            shown += child.before + child.after
            child.sendline(line)
        child.expect(pexpect.EOF)
        shown += child.before
        child.wait()
        child.close()
    return "\n".join(line.rstrip() for line in shown.replace("\r", "").split("\n")).strip("\n")


def sessions() -> list[tuple[str, str]]:
    return [(found[1], found[2]) for found in SESSION.finditer(PAGE.read_text(encoding="utf-8"))]


def typed(printed: str) -> list[str]:
    return [found[1] for found in PROMPT.finditer(printed)]


@pytest.mark.parametrize(("command", "printed"), sessions())
def test_transcripts(command: str, printed: str) -> None:
    assert transcript(command, typed(printed)) == printed


def test_there_are_transcripts() -> None:
    assert len(sessions()) == 2


def test_no_terminal() -> None:
    [typed_lines] = re.findall(r"printf '(.*)' \| crownhead play\n", PAGE.read_text())
    done = subprocess.run(
        [sys.executable, "-m", "crownhead", "play"],
        input=typed_lines.replace("\\n", "\n"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Your game is saved." in done.stdout


def test_the_picture_shows_what_the_screen_shows() -> None:
    spec = importlib.util.spec_from_file_location("draw", DOCS / "images" / "draw.py")
    assert spec is not None
    assert spec.loader is not None
    draw = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(draw)
    _, screen = draw.picture()
    root = ElementTree.fromstring((DOCS / "images" / "play.svg").read_text(encoding="utf-8"))
    shown = "".join(text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text"))
    for line in screen.split("\n"):
        assert re.sub(r"\s", "", line) in re.sub(r"\s", "", shown)


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    for command, printed in sessions():
        page = page.replace(f"$ {command}\n{printed}", f"$ {command}\n{transcript(command, typed(printed))}")
    PAGE.write_text(page, encoding="utf-8")
