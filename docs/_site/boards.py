"""Boards that can be played through: a picture, and below it the position and moves in a comment.

    ![White gives two men and takes three](images/boards/stroke.svg)
    <!-- board W:W18,26,30:B10,11,19 18-14 10x17 26-22 17x26 30x7 -->

Where Markdown is shown as it is, and without JavaScript, the picture stands there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

BOARD = re.compile(r"^(!\[[^\]]*\]\(([^)\s]+)\))\n<!-- board (\S+)(.*?) -->$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board of a page."""

    image: str
    """The Markdown of its picture."""
    file: str
    fen: str
    moves: tuple[str, ...]

    def markdown(self) -> str:
        moves = f' moves="{escape(" ".join(self.moves))}"' if self.moves else ""
        return f'<crownhead-board fen="{escape(self.fen)}"{moves}>\n\n{self.image}\n\n</crownhead-board>'


def _board(found: re.Match[str]) -> ShownBoard:
    return ShownBoard(found[1], found[2], found[3], tuple(found[4].split()))


def boards(text: str) -> list[ShownBoard]:
    return [_board(found) for found in BOARD.finditer(text)]


def playable(text: str) -> str:
    return BOARD.sub(lambda found: _board(found).markdown(), text)
