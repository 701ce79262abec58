"""A player in pictures: results, accuracy over time and typical mistakes, in SVG."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from crownhead.picture.bars import FONT, Bar, Segment, bars_svg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crownhead.record.library.player import MistakeTally, PlayerStatistics, PlayerTally

RESULTS = {"wins": "#2e8b57", "draws": "#9aa3a7", "losses": "#c0473c"}
"""All tell apart without colour by their order and their numbers."""
PHASES = {"opening": "#5b8db8", "middle game": "#c9a227", "ending": "#8a5fb0"}
GAMES_OF_MEAN = 10
"""Games over which the curve of accuracy goes."""
MOST_DATES = {False: 6, True: 3}
"""Below the curve, in a wide and a narrow picture."""


def results_svg(made: PlayerStatistics, *, narrow: bool = False) -> str:
    groups = {
        "By colour": {"Black": made.black, "White": made.white},
        "By opening": {
            f"{name}, {colour}": tally
            for name, both in made.openings.items()
            for colour, tally in both.items()
            if tally.games
        },
        "By year": made.years,
    }
    drawn = {
        title: [_result(name, tally) for name, tally in rows.items()]
        for title, rows in groups.items()
        if rows
    }
    return bars_svg(drawn, "wins, draws and losses", narrow=narrow)


def _result(name: str, tally: PlayerTally) -> Bar:
    counts = {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}
    segments = [
        Segment(count / (tally.games or 1), RESULTS[what], f"{count} {what}")
        for what, count in counts.items()
    ]
    return Bar(name, segments, f"+{tally.wins} ={tally.draws} \u2212{tally.losses}")


def mistakes_svg(
    made: PlayerStatistics,
    link: Callable[[MistakeTally], str] = lambda tally: "",
    *,
    narrow: bool = False,
) -> str:
    """Kinds of faults, the most frequent first, by phases of the game; `link` is where a part of a bar leads."""
    themes = made.themes
    most = max((sum(tally.faults for tally in tallies) for tallies in themes.values()), default=1)
    bars = []
    for theme, tallies in themes.items():
        ordered = sorted(tallies, key=lambda tally: list(PHASES).index(tally.phase))
        segments = [
            Segment(tally.faults / most, PHASES[tally.phase], _told(tally), link(tally)) for tally in ordered
        ]
        bars.append(Bar(theme.capitalize(), segments, str(sum(tally.faults for tally in tallies))))
    return bars_svg({"": bars}, "kinds of mistakes by phases of the game", narrow=narrow)


def _told(tally: MistakeTally) -> str:
    times = "once" if tally.faults == 1 else f"{tally.faults} times"
    games = "1 game" if tally.games == 1 else f"{tally.games} games"
    return f"{tally.theme.capitalize()} in the {tally.phase}: {times}, in {games}"


# -- accuracy over time --------------------------------------------------------------------------------


def means(made: PlayerStatistics) -> list[float]:
    """After each game, of it and those before it, ten at most."""
    values = [point.accuracy for point in made.accuracy]
    found = []
    for end in range(1, len(values) + 1):
        last = values[max(0, end - GAMES_OF_MEAN) : end]
        found.append(sum(last) / len(last))
    return found


def accuracy_svg(
    made: PlayerStatistics, link: Callable[[str], str] = lambda game: "", *, narrow: bool = False
) -> str:
    """A dot for each game, in the order of time, and the mean of ten games as a curve."""
    return "".join(_Curve(made, link, narrow).drawn())


class _Curve:
    def __init__(self, made: PlayerStatistics, link: Callable[[str], str], narrow: bool) -> None:
        self._made = made
        self._link = link
        self._width, self._height = (360, 220) if narrow else (720, 240)
        self._dates = MOST_DATES[narrow]

    def _x(self, number: int) -> float:
        return 40 + (self._width - 56) * number / max(len(self._made.accuracy) - 1, 1)

    def _y(self, accuracy: float) -> float:
        return 12 + (self._height - 48) * (100 - accuracy) / 100

    def drawn(self) -> Iterator[str]:
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self._width} {self._height}" role="img" '
            f'aria-label="accuracy over time" {FONT}>'
        )
        for level in (0, 25, 50, 75, 100):
            y = self._y(level)
            yield f'<path d="M40 {y:.1f}H{self._width - 16}" stroke="currentColor" stroke-opacity=".2"/>'
            yield f'<text x="34" y="{y + 5:.1f}" text-anchor="end">{level}</text>'
        yield from self._labels()
        for number, point in enumerate(self._made.accuracy):
            yield self._dot(number, point.accuracy, point.date, self._link(point.game))
        line = " ".join(f"{self._x(n):.1f},{self._y(mean):.1f}" for n, mean in enumerate(means(self._made)))
        yield f'<polyline points="{line}" fill="none" stroke="#2e8b57" stroke-width="2.5" pointer-events="none"/>'
        yield "</svg>"

    def _dot(self, number: int, accuracy: float, date: str, href: str) -> str:
        told = f"{accuracy:.0f} %" + (f", {known}" if (known := _known(date)) else "")
        dot = (
            f'<circle cx="{self._x(number):.1f}" cy="{self._y(accuracy):.1f}" r="4" fill="#5b8db8" '
            f'fill-opacity=".65"><title>{escape(told)}</title></circle>'
        )
        return f'<a href="{escape(href)}" aria-label="{escape(told)}">{dot}</a>' if href else dot

    def _labels(self) -> Iterator[str]:
        points = self._made.accuracy
        count = min(self._dates, len(points))
        shown = None
        for place in range(count):
            number = round(place * (len(points) - 1) / max(count - 1, 1))
            date = _known(points[number].date)
            if date and date != shown:
                anchor = "start" if number == 0 else "end" if number == len(points) - 1 else "middle"
                where = f'x="{self._x(number):.1f}" y="{self._height - 10}"'
                yield f'<text {where} text-anchor="{anchor}">{escape(date)}</text>'
            shown = date or shown


def _known(date: str) -> str:
    """1841.??.?? is 1841."""
    return date.split("?")[0].rstrip(".")
