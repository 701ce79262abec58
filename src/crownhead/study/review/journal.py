"""What has been found out about games, kept on disk one line a game: nothing is searched twice.

A line is added whole and flushed to the disk when a game is done. A line that was torn by a crash is left out
when the file is read, and its game is looked at again.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any

from crownhead.engine import Played, Score, ScoreKind
from crownhead.errors import MoveError
from crownhead.study.inquiry import moves_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from crownhead.engine import Limit
    from crownhead.record.board import Board
    from crownhead.study.review.reviewing import Opinions

FORMAT = 2
"""Changes whenever the same game and limit get other searches."""


class Journal:
    """Without a path nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lines = _read(path) if path else {}

    def get(self, boards: Sequence[Board], limit: Limit) -> Opinions | None:
        """What was found about a game under that limit, or None."""
        line = self._lines.get(key_of(boards, limit))
        try:
            return None if line is None else [_opinion(b, e) for b, e in zip(boards, line, strict=True)]
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, MoveError):
            return None

    def add(self, boards: Sequence[Board], limit: Limit, found: Opinions) -> None:
        key, line = key_of(boards, limit), [_entry(opinion) for opinion in found]
        self._lines[key] = line
        if self._path:
            _append(self._path, json.dumps({"format": FORMAT, "game": key, "found": line}))


def key_of(boards: Sequence[Board], limit: Limit) -> str:
    """The same moves from the same position, looked at as long."""
    moves = " ".join(map(str, boards[-1].moves))
    text = f"{FORMAT}|{boards[0].fen}|{moves}|{limit}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _read(path: Path) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return found
    for line in text.splitlines():
        try:
            entry = json.loads(line)
            if entry["format"] == FORMAT and isinstance(entry["found"], list):
                found[str(entry["game"])] = entry["found"]
        except (ValueError, KeyError, TypeError):
            continue
    return found


def _append(path: Path, line: str) -> None:
    """On a line of its own, even behind a torn one."""
    with path.open("ab+") as file:
        end = file.seek(0, os.SEEK_END)
        if end:
            file.seek(end - 1)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(line.encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def _entry(opinion: Played | None) -> dict[str, Any] | None:
    if opinion is None:
        return None
    score = opinion.score
    return {
        "line": [str(move) for move in opinion.line],
        "score": [score.kind.value, score.centimen, score.plies, score.exact],
        "nodes": opinion.nodes,
        "depth": opinion.depth,
        "time": round(opinion.time, 4),
    }


def _opinion(board: Board, entry: dict[str, Any] | None) -> Played | None:
    if entry is None:
        return None
    line = moves_of(board.position, entry["line"])
    kind, centimen, plies, exact = entry["score"]
    score = Score(ScoreKind(kind), int(centimen), board.turn, plies, bool(exact))
    return Played(line[0], score, line, int(entry["nodes"]), int(entry["depth"]), float(entry["time"]))
