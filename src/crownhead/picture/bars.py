"""Rows of bars with a name and a number each, in SVG. It takes the colour of the text around it, in light and dark."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FONT = 'font-family="system-ui, sans-serif" font-size="14" fill="currentColor"'


@dataclass(frozen=True, slots=True)
class Segment:
    share: float
    """Of the whole width of a bar, 0 to 1."""
    colour: str
    title: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    name: str
    segments: Sequence[Segment]
    text: str
    """Behind the bar."""


@dataclass(frozen=True, slots=True)
class Layout:
    """In units of the picture. In a narrow one the name stands above its bar."""

    width: int
    label: int
    bar: int
    row: int
    longest: int
    """Characters of a name that are shown."""
    top: int
    """Of a bar, below the top of its row."""

    @property
    def thickness(self) -> int:
        return 18


WIDE = Layout(width=720, label=300, bar=320, row=26, longest=42, top=3)
NARROW = Layout(width=360, label=0, bar=270, row=46, longest=48, top=23)
TITLE = 40


def bars_svg(groups: Mapping[str, Sequence[Bar]], told: str, *, narrow: bool = False) -> str:
    """Groups of bars under their titles; `told` is what a screen reader says of the picture."""
    layout = NARROW if narrow else WIDE
    parts: list[str] = []
    y = 0
    for title, rows in groups.items():
        if title:
            y += TITLE
            parts.append(f'<text x="0" y="{y - 12}" font-weight="650">{escape(title)}</text>')
        for bar in rows:
            parts.append(_row(bar, layout, y))
            y += layout.row
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width} {y + 8}" role="img" '
        f'aria-label="{escape(told)}" {FONT}>{"".join(parts)}</svg>'
    )


def _row(bar: Bar, layout: Layout, y: int) -> str:
    shown = bar.name if len(bar.name) <= layout.longest else bar.name[: layout.longest - 1] + "…"
    parts = [f'<text x="0" y="{y + 17}"><title>{escape(bar.name)}</title>{escape(shown)}</text>']
    x = float(layout.label)
    for segment in bar.segments:
        width = layout.bar * segment.share
        if width:
            parts.append(_segment(segment, x, y + layout.top, width, layout.thickness))
        x += width
    place = layout.label + layout.bar + 10
    parts.append(f'<text x="{place}" y="{y + layout.top + 14}">{escape(bar.text)}</text>')
    return "".join(parts)


def _segment(segment: Segment, x: float, y: int, width: float, height: int) -> str:
    title = f"<title>{escape(segment.title)}</title>" if segment.title else ""
    drawn = f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{height}" fill="{segment.colour}">{title}</rect>'
    if not segment.href:
        return drawn
    return f'<a href="{escape(segment.href)}" aria-label="{escape(segment.title)}">{drawn}</a>'
