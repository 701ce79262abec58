"""Draws the pictures of the boards that the documents show: python tools/draw_boards.py

A picture in docs/images/boards is followed by a comment with its position and moves (docs/_site/boards.py). It shows
the position before the moves, with an arrow for the first.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import crownhead as ch  # noqa: E402
from docs._site.boards import ShownBoard, boards  # noqa: E402

FOLDER = ROOT / "docs" / "images" / "boards"


def picture(shown: ShownBoard) -> str:
    position = ch.Position.from_fen(shown.fen)
    arrows = [position.parse_move(shown.moves[0])] if shown.moves else []
    return ch.svg.board(position, arrows=arrows, size=320)


def files() -> dict[Path, str]:
    """Every picture of docs/images/boards, with its text."""
    drawn: dict[Path, str] = {}
    for page in sorted((ROOT / "docs").rglob("*.md")):
        for shown in boards(page.read_text(encoding="utf-8")):
            path = (page.parent / shown.file).resolve()
            if path.parent == FOLDER:
                drawn[path] = picture(shown)
    return drawn


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
