"""The board on real terminals: wide, narrow, with many colours, few and none."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

pty = pytest.importorskip("pty", reason="no pseudo-terminals on this system")

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def shown(columns: int, *args: str, **environment: str) -> str:
    """What `crownhead show` writes to a terminal of so many columns."""
    master, slave = pty.openpty()
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLORTERM")}
    settings = {"TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": "24", "PYTHONUTF8": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "crownhead", "show", *args],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**clean, **settings, **environment},
    )
    os.close(slave)
    data = b""
    try:
        while chunk := os.read(master, 65536):
            data += chunk
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(master)
    assert process.wait() == 0
    return data.decode().replace("\r\n", "\n")


def test_colours_and_discs() -> None:
    printed = shown(80, "--after", "11-15")
    plain = ESCAPE.sub("", printed).splitlines()
    assert "\x1b[" in printed
    assert "▗" in printed
    assert plain[-2] == "White (red) to move"
    assert max(map(len, plain[:-1])) == 42
    assert len(plain) <= 23  # an 80x24 terminal keeps a line for the prompt


def test_sixteen_colours() -> None:
    printed = shown(80, TERM="xterm")
    assert "38;5;" not in printed
    assert "\x1b[31;42m" in printed  # red on green
    assert "\x1b[30;42m" in printed  # black on green


def test_true_colour() -> None:
    assert "38;2;" in shown(80, "--theme", "wood", COLORTERM="truecolor")


def test_narrow_terminals() -> None:
    for columns, widest in ((40, 24), (30, 24), (20, 16)):
        lines = ESCAPE.sub("", shown(columns)).splitlines()
        assert max(map(len, lines[:8])) == widest


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_terminals_without_colour(environment: dict[str, str]) -> None:
    printed = shown(80, **environment)
    assert "\x1b" not in printed
    assert "|    |x  1|" in printed


def test_terminals_without_unicode() -> None:
    printed = shown(80, PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert printed.isascii()
    assert "|    |x  1|" in printed


def test_plain_characters_on_request() -> None:
    printed = shown(80, "--text", "unicode")
    assert "\x1b" not in printed
    assert "⛂  1" in printed
    assert "Black (⛂) to move" in printed
