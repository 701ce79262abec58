"""Links between pages, wherever the text of a page comes from.

A page of docs/ that is nothing but one link to a file outside docs/ stands for that file: the site shows the file
there, and what links to the file leads to the page.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
CODE = re.compile(r"(^(`{3,}|~{3,}).*?^\2|`[^`\n]*`)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s#]+)(#[^)\s]*)?(\))")
STANDS_FOR = re.compile(r"\s*\[[^\]]*\]\((\.\./[^)\s]+)\)\s*")
ELSEWHERE = re.compile(r"[a-z]+:")


def stands_for(page: Path) -> Path | None:
    """The file outside docs/ that a page shows, if it is such a page."""
    found = STANDS_FOR.fullmatch(page.read_text(encoding="utf-8"))
    return (page.parent / found[1]).resolve() if found else None


def stand_ins(docs: Path = DOCS) -> dict[Path, Path]:
    """The page that stands for each file."""
    pages = {file: page for page in docs.rglob("*.md") if (file := stands_for(page))}
    return {**pages, ROOT / "README.md": docs / "index.md"}


def moved(text: str, origin: Path, page: Path, pages: Mapping[Path, Path]) -> str:
    """The text of the file `origin` with its links made right for where `page` is."""

    def target(found: re.Match[str]) -> str:
        opening, path, heading, closing = found.groups(default="")
        if ELSEWHERE.match(path):
            return found[0]
        file = (origin.parent / path).resolve()
        place = os.path.relpath(pages.get(file, file), page.parent)
        return f"{opening}{place}{heading}{closing}"

    parts = CODE.split(text)
    # Of each three parts the first is text, the second code, the third the code's fence.
    return "".join(
        LINK.sub(target, part) if i % 3 == 0 else part for i, part in enumerate(parts) if i % 3 < 2
    )
