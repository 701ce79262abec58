"""What a database holds, as rows and as a picture."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

from crownhead.tablebase.folder import Statistics, tables_in

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

COLUMNS = (
    "black_men,black_kings,white_men,white_kings,turn,positions,wins,losses,draws,longest_win,longest_loss"
)


def statistics_of(folder: Path) -> list[Statistics]:
    """One for each slice: with distances where a table has them. Raises CorruptTable."""
    best = {table.slice: table for table in sorted(tables_in(folder), key=lambda table: table.distances)}
    ordered = sorted(best.values(), key=lambda table: (table.slice.pieces, table.slice.men, table.slice))
    return [table.statistics() for table in ordered]


def csv_of(statistics: Iterable[Statistics]) -> str:
    """A row for each slice and side to move, wins and losses from that side; distances in plies, empty
    where there are none."""
    rows = [COLUMNS]
    for s in statistics:
        values = [
            s.positions,
            s.wins,
            s.losses,
            s.draws,
            *("" if n is None else n.plies for n in (s.longest_win, s.longest_loss)),
        ]
        rows.append(",".join(map(str, [*s.slice, "black", *values])))
        rows.append(",".join(map(str, [*s.slice.flipped, "white", *values])))
    return "\n".join(rows) + "\n"


def histogram_of(statistics: Iterable[Statistics]) -> list[int]:
    """Positions by the number of plies to the end, over all slices that have distances."""
    total: list[int] = []
    for s in statistics:
        total += [0] * (len(s.histogram) - len(total))
        for plies, count in enumerate(s.histogram):
            total[plies] += count
    return total


WIDTH, HEIGHT, MARGIN = 900, 360, 48


def histogram_svg(histogram: list[int]) -> str:
    """Bars by plies on a logarithmic scale: wins (odd) in one colour, losses (even) in another."""
    most = max(len(str(max(histogram, default=1))), 1)  # powers of ten up to the top
    step = (WIDTH - 2 * MARGIN) / max(len(histogram), 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-size="11">',
        "<title>Positions by distance to the end, in plies</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for power in range(most + 1):
        y = _height(10**power, most)
        parts.append(f'<path d="M{MARGIN} {y:.1f}H{WIDTH - MARGIN}" stroke="#ddd"/>')
        parts.append(f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">1e{power}</text>')
    for plies, count in enumerate(histogram):
        x = MARGIN + plies * step
        if count:
            top = _height(count, most)
            colour = "#2b6cb0" if plies % 2 else "#c05621"
            parts.append(
                f'<rect x="{x:.2f}" y="{top:.2f}" width="{step * 0.9:.2f}" '
                f'height="{HEIGHT - MARGIN - top:.2f}" fill="{colour}"/>'
            )
        if plies % 20 == 0:
            parts.append(f'<text x="{x:.1f}" y="{HEIGHT - MARGIN + 16}" text-anchor="middle">{plies}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">plies to the end</text>')
    parts.append(f'<text x="{WIDTH - MARGIN}" y="20" text-anchor="end"><tspan fill="#2b6cb0">wins</tspan> ')
    parts.append('<tspan fill="#c05621">losses</tspan></text></svg>')
    return "\n".join(parts) + "\n"


def _height(count: int, most: int) -> float:
    return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * log10(max(count, 1)) / most
