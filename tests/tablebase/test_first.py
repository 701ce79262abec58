"""The first database, which builds itself in another process while threads already ask for it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest

import crownhead as ch

if TYPE_CHECKING:
    from pathlib import Path

THREADS, TIMES = 16, 25
KNOWN = {
    "W:WK15:B11": "win in 1",  # takes the last piece
    "W:WK15,K32:B11": "win in 1",
    "W:WK15,K31,K32:B11": "win in 1",
    "W:WK1:BK32": "draw",  # each king in its double corner
}


def test_threads_that_ask_while_the_first_database_is_built_all_get_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path))
    monkeypatch.delenv("CROWNHEAD_BUILD")
    tablebase = ch.Tablebase.open()
    assert tablebase.most_pieces < 2
    barrier = Barrier(THREADS)

    def ask(number: int) -> list[tuple[str, str]]:
        positions = [*KNOWN][number % len(KNOWN) :] + [*KNOWN][: number % len(KNOWN)]
        barrier.wait()
        return [
            (fen, str(tablebase.probe(ch.Position.from_fen(fen)))) for _ in range(TIMES) for fen in positions
        ]

    with ThreadPoolExecutor(THREADS) as threads:
        answers = [answer for told in threads.map(ask, range(THREADS)) for answer in told]
    assert len(answers) == THREADS * TIMES * len(KNOWN)
    assert set(answers) == set(KNOWN.items())
