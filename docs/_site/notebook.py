"""A notebook as Markdown: its texts, its code, and what is kept in it of what the code printed and drew."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FENCE = "`" * 6
"""Longer than any that a cell has."""


def markdown(path: Path) -> str:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n\n".join(part for cell in cells for part in _cell(cell)) + "\n"


def _cell(cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
    else:
        yield f"{FENCE}python\n{source}\n{FENCE}"
        for output in cell["outputs"]:
            yield _output(output)


def _output(output: dict[str, Any]) -> str:
    """The richest form that a page can show."""
    data = output.get("data", {})
    for kind in ("text/html", "image/svg+xml"):
        if kind in data:
            return f'{FENCE}{{raw}} html\n<div class="output">{"".join(data[kind])}</div>\n{FENCE}'
    text = "".join(data.get("text/plain", output.get("text", "")))
    return f"{FENCE}{{code-block}} text\n:class: output\n\n{text.rstrip()}\n{FENCE}"
