"""How a fit went, as pictures: the loss after each epoch, and whether expected scores come true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crownhead.training.fit import Epoch

    Numbers = np.ndarray[Any, Any]
    Points = Sequence[tuple[float, float]]

WIDTH, HEIGHT, MARGIN = 560, 360, 60
COLOURS = ("#1f5fa8", "#c2571a")


def loss_plot(epochs: Sequence[Epoch]) -> str:
    lines = {
        "fitted": [(float(epoch.number), 1000 * epoch.loss) for epoch in epochs],
        "held out": [(float(epoch.number), 1000 * epoch.held_out_loss) for epoch in epochs],
    }
    return _plot("Loss above the least possible, in thousandths", "epoch", lines)


def calibration_plot(values: Numbers, targets: Numbers, bins: int = 20) -> str:
    """Positions sorted by what the network expects, in groups of equal size, against what the search found."""
    expected = 1 / (1 + np.exp(-values))
    groups = np.array_split(np.argsort(expected), min(bins, len(values)))
    points = [(float(expected[group].mean()), float(targets[group].mean())) for group in groups]
    lines = {"found by the search": points, "ideal": [(0.0, 0.0), (1.0, 1.0)]}
    return _plot("Expected score: network and search", "expected by the network", lines)


def _plot(title: str, below: str, lines: dict[str, list[tuple[float, float]]]) -> str:
    every = [point for points in lines.values() for point in points]
    (left, right), (low, high) = (_range([point[axis] for point in every]) for axis in (0, 1))

    def place(point: tuple[float, float]) -> str:
        x = MARGIN + (point[0] - left) / (right - left) * (WIDTH - 2 * MARGIN)
        y = HEIGHT - MARGIN - (point[1] - low) / (high - low) * (HEIGHT - 2 * MARGIN)
        return f"{x:.1f},{y:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        ' font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{MARGIN}" y="24" font-size="15">{title}</text>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 15}" text-anchor="middle">{below}</text>',
        f'<path d="M{MARGIN},{MARGIN}V{HEIGHT - MARGIN}H{WIDTH - MARGIN}" fill="none" stroke="#555"/>',
    ]
    for share in (0.0, 0.5, 1.0):
        x, y = place((left + share * (right - left), low + share * (high - low))).split(",")
        parts.append(
            f'<text x="{x}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{left + share * (right - left):.3g}</text>'
        )
        parts.append(
            f'<text x="{MARGIN - 8}" y="{float(y) + 4:.1f}" text-anchor="end">{low + share * (high - low):.3g}</text>'
        )
    for number, (name, points) in enumerate(lines.items()):
        colour = COLOURS[number]
        drawn = " ".join(map(place, points))
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{p.split(",")[0]}" cy="{p.split(",")[1]}" r="3" fill="{colour}"/>'
            for p in drawn.split()
        ]
        parts.append(f'<text x="{MARGIN + 170 * number}" y="45" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _range(numbers: list[float]) -> tuple[float, float]:
    least, most = min(numbers), max(numbers)
    return (least, most) if most > least else (least - 0.5, least + 0.5)
