"""The rules of the game for people: one text with pictures, for the documents and for the browser."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

from crownhead.picture import svg
from crownhead.rules.position import Position

THEME = "high-contrast"
"""Black pieces that are black, white ones that are white: right on paper too."""


class RulesSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    text: str
    fen: str = ""
    moves: tuple[str, ...] = ()
    circles: tuple[int, ...] = ()
    caption: str = ""

    @property
    def name(self) -> str:
        """For addresses and files: you-must-jump."""
        return self.title.lower().replace(" ", "-")

    @property
    def paragraphs(self) -> list[str]:
        """Each a paragraph, or a list whose lines begin with a dash."""
        return self.text.strip().split("\n\n")

    def picture(self, size: int = 320) -> str:
        """As SVG; empty if the section has none."""
        if not self.fen:
            return ""
        position = Position.from_fen(self.fen)
        arrows = [position.parse_move(text) for text in self.moves]
        return svg.board(position, arrows=arrows, circles=self.circles, theme=THEME, size=size)


class _RulesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    section: tuple[RulesSection, ...]


@cache
def sections() -> tuple[RulesSection, ...]:
    text = (resources.files("crownhead.study") / "rules.toml").read_bytes()
    return msgspec.toml.decode(text, type=_RulesFile).section


def markdown(pictures: str) -> str:
    """The page as a document, with the pictures in that folder."""
    parts = ["# The rules of checkers", INTRODUCTION]
    for section in sections():
        parts += [f"## {section.title}", *section.paragraphs]
        if section.fen:
            image = f"![{section.caption}]({pictures}/{section.name}.svg)"
            parts += [f"{image}\n<!-- board {section.fen} -->", f"*{section.caption}*"]
    return "\n\n".join(parts) + "\n"


INTRODUCTION = (
    "These are the rules of American checkers, which is also called English draughts, as tournaments play it. "
    "`crownhead learn` and the page **Learn** in the browser teach them step by step."
)
