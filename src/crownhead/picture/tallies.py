"""Wins, draws and losses as bars: a picture of results, in SVG."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH, LABEL, BAR, ROW, TITLE = 720, 300, 320, 26, 40
"""In units of the picture."""
COLOURS = ("#2e8b57", "#9aa3a7", "#c0473c")
"""Of wins, draws and losses; all tell apart without colour by their order and their numbers."""
LONGEST_LABEL = 42


def tallies_svg(groups: Mapping[str, Mapping[str, tuple[int, int, int]]]) -> str:
    """Groups of rows under their titles; each row a name with wins, draws and losses. It takes the colour of the text
    around it, in light and dark."""
    parts: list[str] = []
    y = 0
    for title, rows in groups.items():
        y += TITLE
        parts.append(f'<text x="0" y="{y - 12}" font-weight="650">{escape(title)}</text>')
        for name, tally in rows.items():
            parts.append(_row(name, tally, y))
            y += ROW
    told = "wins, draws and losses"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 8}" role="img" aria-label="{told}" '
        f'font-family="system-ui, sans-serif" font-size="14" fill="currentColor">{"".join(parts)}</svg>'
    )


def _row(name: str, tally: tuple[int, int, int], y: int) -> str:
    total = sum(tally) or 1
    shown = name if len(name) <= LONGEST_LABEL else name[: LONGEST_LABEL - 1] + "…"
    parts = [f'<text x="0" y="{y + 17}"><title>{escape(name)}</title>{escape(shown)}</text>']
    x = float(LABEL)
    for count, colour in zip(tally, COLOURS, strict=True):
        width = BAR * count / total
        if count:
            parts.append(
                f'<rect x="{x:.1f}" y="{y + 3}" width="{width:.1f}" height="{ROW - 8}" fill="{colour}"/>'
            )
        x += width
    wins, draws, losses = tally
    parts.append(f'<text x="{LABEL + BAR + 10}" y="{y + 17}">+{wins} ={draws} \u2212{losses}</text>')
    return "".join(parts)
