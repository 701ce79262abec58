"""The course of a game as a curve: who was ahead after every move, and where it turned.

Above the middle Black is ahead, who has the dark paint, below it White. The same picture as SVG, and as PNG
by picture.graph_png.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDTH, HEIGHT = 720, 220
LEFT, RIGHT, TOP, BOTTOM = 34, 10, 10, 24  # margins around the curve
MOST = 3.0
"""Men: what is beyond is drawn at the edge."""
LEVELS = (2, 1, 0, -1, -2)


@dataclass(frozen=True, slots=True)
class Mark:
    """A dot on the curve, at a move that matters."""

    ply: int
    colour: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """Where things are in the picture. Values are in men, seen by Black, the first before any move."""

    values: Sequence[float]

    def x(self, ply: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * ply / max(len(self.values) - 1, 1)

    def y(self, value: float) -> float:
        share = (MOST - max(-MOST, min(MOST, value))) / (2 * MOST)
        return TOP + (HEIGHT - TOP - BOTTOM) * share

    def point(self, ply: int) -> tuple[float, float]:
        return self.x(ply), self.y(self.values[ply])

    def ticks(self) -> list[int]:
        """Plies whose move number is written: every fifth move, or every tenth in long games."""
        moves = (len(self.values) - 1) // 2
        return [2 * move for move in range(0, moves + 1, 5 if moves <= 40 else 10)]


def svg(values: Sequence[float], marks: Sequence[Mark] = (), title: str = "Evaluation of the game") -> str:
    """The text of an SVG that scales without loss."""
    course = Course(values)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img" font-family="sans-serif" font-size="11">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        *_areas(course),
        *_grid(course),
        f'<polyline fill="none" stroke="#20303a" stroke-width="1.8" points="{_points(course)}"/>',
        *(_dot(course, mark) for mark in marks),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _areas(course: Course) -> Iterator[str]:
    """Black's advantage above the middle line, White's below it."""
    middle = course.y(0)
    begin, end = course.x(0), course.x(len(course.values) - 1)
    shape = f"{begin:g},{middle:g} {_points(course)} {end:g},{middle:g}"
    for name, y, height, colour in (
        ("above", TOP, middle - TOP, "#9aa7b0"),
        ("below", middle, HEIGHT - BOTTOM - middle, "#e5a49d"),
    ):
        yield (
            f'<clipPath id="course-{name}"><rect x="{LEFT}" y="{y:g}" width="{WIDTH - LEFT - RIGHT}" '
            f'height="{height:g}"/></clipPath><polygon clip-path="url(#course-{name})" fill="{colour}" '
            f'points="{shape}"/>'
        )


def _points(course: Course) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in map(course.point, range(len(course.values))))


def _grid(course: Course) -> Iterator[str]:
    for level in LEVELS:
        y, colour = course.y(level), "#20303a" if level == 0 else "#d5dbdf"
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{colour}" stroke-width="0.8"/>'
        yield f'<text x="{LEFT - 5}" y="{y + 4:.1f}" text-anchor="end" fill="#445">{label(level)}</text>'
    for ply in course.ticks():
        x, y = course.x(ply), HEIGHT - BOTTOM + 15
        yield f'<text x="{x:.1f}" y="{y}" text-anchor="middle" fill="#445">{ply // 2}</text>'


def label(level: int) -> str:
    return f"{level:+d}" if level else "0"


def _dot(course: Course, mark: Mark) -> str:
    x, y = course.point(mark.ply)
    title = f"<title>{escape(mark.title)}</title>" if mark.title else ""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{mark.colour}" stroke="#fff">{title}</circle>'
