"""What `crownhead games player` shows: results, accuracy over time and typical mistakes."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from crownhead.picture.player import GAMES_OF_MEAN, PHASES, accuracy_svg, means, mistakes_svg, results_svg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.record.library.player import MistakeTally, PlayerStatistics, PlayerTally

STEPS = "▁▂▃▄▅▆▇█"
WIDEST = 60
"""Characters of the curve."""
LONGEST_BAR = 30


def lines(made: PlayerStatistics) -> Iterator[str]:
    yield from _results(made)
    if not made.reviewed:
        yield ""
        yield "No game of this player is reviewed yet: crownhead games review shows accuracy and mistakes."
        return
    yield from _accuracy(made)
    yield from _mistakes(made)


def _results(made: PlayerStatistics) -> Iterator[str]:
    rows = {"as Black": made.black, "as White": made.white}
    for opening, both in made.openings.items():
        rows |= {f"{opening}, {colour}": tally for colour, tally in both.items() if tally.games}
    rows |= made.years
    yield f"{'':48} games  won drawn lost  score"
    for title, tally in rows.items():
        yield _row(title, tally)


def _row(title: str, tally: PlayerTally) -> str:
    counts = f"{tally.games:5}{tally.wins:5}{tally.draws:6}{tally.losses:5}"
    return f"{title[:48]:48} {counts}{100 * tally.points:6.0f}%"


def _accuracy(made: PlayerStatistics) -> Iterator[str]:
    count = "1 game" if made.reviewed == 1 else f"{made.reviewed:,} games"
    yield ""
    if not made.accuracy:
        yield f"Accuracy: {count} reviewed, all too short to say"
        return
    mean = sum(point.accuracy for point in made.accuracy) / len(made.accuracy)
    yield f"Accuracy: {mean:.0f}% in {count} reviewed"
    curve = means(made)
    if len(curve) > 1:
        yield f"{_curve(curve)}  {curve[0]:.0f}% to {curve[-1]:.0f}%, mean of {GAMES_OF_MEAN} games"
    for phase in made.phases:
        known = "-" if phase.accuracy is None else f"{phase.accuracy:.0f}%"
        yield f"{phase.phase.capitalize():12} {known:>4}  {phase.faults_per_100:5.1f} faults in 100 moves"


def _curve(values: list[float]) -> str:
    """One character for each game, or for several where there are many."""
    count = min(len(values), WIDEST)
    shown = [values[round(place * (len(values) - 1) / max(count - 1, 1))] for place in range(count)]
    return "".join(STEPS[min(int(value / 100 * len(STEPS)), len(STEPS) - 1)] for value in shown)


def _mistakes(made: PlayerStatistics) -> Iterator[str]:
    themes = made.themes
    if not themes:
        return
    most = max(_sum(tallies) for tallies in themes.values())
    yield ""
    yield f"{'Typical mistakes':24}{''.join(f'{phase:>13}' for phase in PHASES)}"
    for theme, tallies in themes.items():
        by_phase = {tally.phase: tally.faults for tally in tallies}
        counts = "".join(f"{by_phase.get(phase, 0):13}" for phase in PHASES)
        bar = "█" * max(1, round(LONGEST_BAR * _sum(tallies) / most))
        yield f"{theme.capitalize():24}{counts}  {bar}"


def _sum(tallies: list[MistakeTally]) -> int:
    return sum(tally.faults for tally in tallies)


STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
svg { display: block; width: 100%; height: auto }
.key i { display: inline-block; width: .9em; height: .9em; border-radius: 2px; margin: 0 .3em 0 1em }
"""


def page(made: PlayerStatistics) -> str:
    """One file that needs no other."""
    key = "".join(f'<i style="background:{colour}"></i>{phase}' for phase, colour in PHASES.items())
    parts = [f"<h2>Results</h2>{results_svg(made)}"]
    if made.accuracy:
        parts.append(
            f"<h2>Accuracy over time</h2>{accuracy_svg(made)}<p>The curve is the mean of ten games.</p>"
        )
    if made.mistakes:
        parts.append(f'<h2>Typical mistakes</h2>{mistakes_svg(made)}<p class="key">{key}</p>')
    name = escape(made.name)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width"><title>{name}</title><style>{STYLE}</style></head>'
        f"<body><h1>{name}</h1>{''.join(parts)}</body></html>\n"
    )
