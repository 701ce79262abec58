"""What has been found out about games, kept on disk one line a game: nothing is searched twice."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from crownhead.engine import Played, Score, ScoreKind
from crownhead.errors import MoveError
from crownhead.files import Journal
from crownhead.study.inquiry import moves_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from crownhead.engine import Limit
    from crownhead.record.board import Board
    from crownhead.study.review.reviewing import Opinions

FORMAT = 2
"""Changes whenever the same game and limit get other searches."""


class ReviewJournal:
    """Without a path nothing is kept on disk. A context manager."""

    def __init__(self, path: Path | None) -> None:
        """Raises JournalError."""
        self._journal = Journal(path, "review", {}) if path else None
        entries = self._journal.entries() if self._journal else ()
        self._found: dict[str, list[Any]] = {
            entry.get("game", ""): entry.get("found", []) for entry in entries
        }

    def get(self, boards: Sequence[Board], limit: Limit) -> Opinions | None:
        """What was found about a game under that limit, or None."""
        line = self._found.get(key_of(boards, limit))
        return None if line is None else read_opinions(boards, line)

    def add(self, boards: Sequence[Board], limit: Limit, found: Opinions) -> None:
        key, line = key_of(boards, limit), entries_of(found)
        self._found[key] = line
        if self._journal:
            self._journal.add({"game": key, "found": line})

    def close(self) -> None:
        if self._journal:
            self._journal.close()

    def __enter__(self) -> ReviewJournal:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def key_of(boards: Sequence[Board], limit: Limit) -> str:
    """The same moves from the same position, looked at as long."""
    moves = " ".join(map(str, boards[-1].moves))
    text = f"{FORMAT}|{boards[0].fen}|{moves}|{limit}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def entries_of(found: Opinions) -> list[dict[str, Any] | None]:
    """As JSON."""
    return [_entry(opinion) for opinion in found]


def read_opinions(boards: Sequence[Board], entries: list[Any]) -> Opinions | None:
    """None where they are damaged or not of these positions."""
    try:
        return [_opinion(board, entry) for board, entry in zip(boards, entries, strict=True)]
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, MoveError):
        return None


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
