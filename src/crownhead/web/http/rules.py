"""The rules of the game as HTML, from the text that the documents have too."""

from __future__ import annotations

import re
from html import escape

from crownhead.study.rules_page import RulesSection, sections

_CODE = re.compile(r"`([^`]+)`")
_STRONG = re.compile(r"\*\*([^*]+)\*\*")


def rules() -> str:
    return "\n".join(map(_section, sections()))


def _section(section: RulesSection) -> str:
    text = "\n".join(map(_paragraph, section.paragraphs))
    picture = ""
    if section.fen:
        caption = escape(section.caption)
        picture = f"\n<figure>{section.picture()}<figcaption>{caption}</figcaption></figure>"
    words = f"<div>\n<h2>{escape(section.title)}</h2>\n{text}\n</div>"
    return f'<section id="{section.name}">\n{words}{picture}\n</section>'


def _paragraph(text: str) -> str:
    lines = text.split("\n")
    if all(line.startswith("- ") for line in lines):
        return "<ul>" + "".join(f"<li>{_inline(line[2:])}</li>" for line in lines) + "</ul>"
    return f"<p>{_inline(text)}</p>"


def _inline(text: str) -> str:
    return _STRONG.sub(r"<strong>\1</strong>", _CODE.sub(r"<code>\1</code>", escape(text, quote=False)))
