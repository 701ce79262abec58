"""Perft of the core against published counts (tests/data/perft.toml says where they come from)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

import crownhead as ch

PERFT = tomllib.loads((Path(__file__).parents[1] / "data" / "perft.toml").read_text())
QUICK_DEPTH = 10

CASES = [
    pytest.param(
        table["fen"],
        depth,
        kind == "once",
        leaves,
        id=f"{name}-{kind}-{depth}",
        marks=[pytest.mark.deep] if depth > QUICK_DEPTH else [],
    )
    for name, table in PERFT.items()
    for kind in ("apart", "once")
    for depth, leaves in enumerate(table[kind], 1)
]


@pytest.mark.parametrize(("fen", "depth", "unique", "leaves"), CASES)
def test_published_count(fen: str, depth: int, unique: bool, leaves: int) -> None:
    assert ch.perft(ch.Position.from_fen(fen), depth, unique=unique, threads=2) == leaves


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
def test_threads_do_not_change_the_count(threads: int) -> None:
    assert ch.perft(ch.Position.start(), 9, threads=threads) == PERFT["start"]["apart"][8]


@pytest.mark.parametrize("unique", [False, True])
@pytest.mark.parametrize("table", PERFT.values(), ids=PERFT)
def test_divide_adds_up_and_lists_the_legal_moves(table: dict[str, list[int]], unique: bool) -> None:
    position = ch.Position.from_fen(str(table["fen"]))
    divided = ch.divide(position, 4, unique=unique)
    assert sum(divided.values()) == table["once" if unique else "apart"][3]
    assert list(divided) == position.legal_moves(unique=unique)


def test_distinct_positions_from_the_start() -> None:
    layer = {ch.Position.start()}
    for count in PERFT["start"]["distinct"]:
        layer = {position.play(move) for position in layer for move in position.legal_moves()}
        assert len(layer) == count
        assert len({position.key for position in layer}) == count, "two positions share a key"


def test_perft_written_in_python_agrees() -> None:
    def perft(position: ch.Position, depth: int) -> int:
        moves = position.legal_moves()
        if depth == 1:
            return len(moves)
        return sum(perft(position.play(move), depth - 1) for move in moves)

    assert perft(ch.Position.start(), 6) == PERFT["start"]["apart"][5]


def test_depth_zero_is_one_leaf() -> None:
    assert ch.perft(ch.Position.start(), 0) == 1


@pytest.mark.parametrize("position", ["B:W32:B", "B:W8,11:B4", "W:W:B1"])
def test_a_finished_game_has_no_lines(position: str) -> None:
    assert ch.perft(ch.Position.from_fen(position), 1) == 0
    assert ch.perft(ch.Position.from_fen(position), 9) == 0
    assert ch.divide(ch.Position.from_fen(position), 3) == {}


@pytest.mark.parametrize(("depth", "threads"), [(-1, 1), (3, 0), (3, -2), (3, 10_000)])
def test_nonsense_is_refused(depth: int, threads: int) -> None:
    with pytest.raises(ValueError, match=r"depth|threads"):
        ch.perft(ch.Position.start(), depth, threads=threads)
    with pytest.raises(ValueError, match="depth"):
        ch.divide(ch.Position.start(), 0)


@pytest.mark.skipif(os.name == "nt", reason="sends a POSIX signal")
def test_ctrl_c_stops_a_long_count() -> None:
    script = "import crownhead as ch; print('on', flush=True); ch.perft(ch.Position.start(), 40, threads=2)"
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"on\n"
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode != 0
    assert b"KeyboardInterrupt" in errors
