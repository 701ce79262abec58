"""Draws the pictures of the terminal: python docs/images/draw.py"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from rich.console import Console

import crownhead as ch
from crownhead.rules.colour import WHITE
from crownhead.terminal.play import words
from crownhead.terminal.play.seating import Seating
from crownhead.terminal.play.session import Session
from crownhead.terminal.play.view import View

MOVES = "11-15 23-19 8-11 22-17 9-13 17-14 10x17 21x14 6-10 25-21 10x17 21x14"
OUTSIDE = re.compile(r"@font-face \{.*?\}\n?", re.DOTALL)
"""Fonts from elsewhere: the picture needs none."""


def console() -> Console:
    return Console(
        file=io.StringIO(), record=True, force_terminal=True, color_system="truecolor", width=80, height=24,
        highlight=False, markup=False,
    )  # fmt: skip


def game() -> tuple[Session, list[str]]:
    board = ch.Board()
    for move in MOVES.split():
        board.push(move)
    session = Session(Seating(frozenset({WHITE})), board, flipped=True)
    return session, ["crownhead plays 21x14.", *words.remarks(session.board), "Black, your move> "]


def picture() -> tuple[str, str]:
    """The screen of a game as SVG and as text."""
    screen = console()
    View("colour", console=screen).show(*game())
    text = screen.export_text(clear=False)
    return OUTSIDE.sub("", screen.export_svg(title="crownhead play", unique_id="play")), text


if __name__ == "__main__":
    Path(__file__).with_name("play.svg").write_text(picture()[0], encoding="utf-8")
    sys.stdout.write(picture()[1])
