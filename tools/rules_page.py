"""Writes docs/rules-of-checkers.md and its pictures from src/crownhead/study/rules.toml: python tools/rules_page.py"""

from __future__ import annotations

from pathlib import Path

from crownhead.study.rules_page import markdown, sections

DOCS = Path(__file__).parents[1] / "docs"
PICTURES = "images/rules"


def files() -> dict[Path, str]:
    """Every file that belongs to the page, with its text."""
    drawn = {DOCS / PICTURES / f"{one.name}.svg": one.picture() for one in sections() if one.fen}
    return {DOCS / "rules-of-checkers.md": markdown(PICTURES), **drawn}


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
