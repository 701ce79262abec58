"""What a review says in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click import wrap_text

from crownhead.rules.colour import Colour
from crownhead.study.review import FAULTS, Phase, expectation, proved_turns
from crownhead.study.review.html import PLURALS, percent, share

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.engine.score import Score
    from crownhead.record.game.game import Game
    from crownhead.study.review import Judged, Review

WIDTH = 79
STEPS = "▁▂▃▄▅▆▇█"


def title(game: Game) -> str:
    """Black - White, where and when, and the result."""
    tags = {name: known(value) for name, value in game.headers.items() if known(value)}
    players = f"{tags.get('Black', 'Black')} - {tags.get('White', 'White')}"
    place = [tags[name] for name in ("Event", "Date") if name in tags]
    return ", ".join([players, *place, game.result])


def known(value: str) -> str:
    """A tag without the part that nobody knows: 1841-??-?? is 1841."""
    return value.split("?")[0].rstrip("-./ ") if "?" in value else value


def whole(game: Game, review: Review) -> Iterator[str]:
    """A game in full."""
    yield title(game)
    yield ""
    yield from players(review)
    if len(phases := [phase for phase in Phase if review.of_phase(phase).moves]) > 1:
        yield from (by_phase(phase, review.of_phase(phase)) for phase in phases)
    if len(review.scores) > 2:
        yield ""
        yield f"{sparkline(review.scores)}  (high: Black is ahead, low: White)"
    for judged in review.mistakes:
        yield ""
        yield fault(judged)
    if critical := [judged.text for judged in review.critical]:
        yield ""
        yield f"It turned at {', '.join(critical)}."
    if turns := list(proved_turns(review)):
        yield ""
        yield from (wrap_text(turn.words, width=WIDTH, subsequent_indent="    ") for turn in turns)


def players(review: Review) -> Iterator[str]:
    yield (
        f"{'':7}{'accuracy':>9}"
        + "".join(f"{PLURALS[grade]:>14}" for grade in FAULTS)
        + f"{'in 100 moves':>14}"
    )
    for colour in Colour:
        counts = "".join(f"{review.count(colour, grade):>14}" for grade in FAULTS)
        rate = f"{share(review.faults_per_100[colour]):>14}"
        yield f"{colour.title:7}{percent(review.accuracy[colour]):>9}{counts}{rate}"


def by_phase(phase: Phase, part: Review) -> str:
    """What one part of the game was like."""
    both = [f"{colour.title} {percent(part.accuracy[colour])}" for colour in Colour]
    count = len(part.mistakes)
    faults = "no fault" if count == 0 else "1 fault" if count == 1 else f"{count} faults"
    first = part.moves[0].text.split(".")[0]
    return f"{str(phase).capitalize()} (from move {first}): {', '.join(both)}; {faults}"


def fault(judged: Judged) -> str:
    return wrap_text(f"{judged.text}  {judged.explanation}", width=WIDTH, subsequent_indent="    ")


def sparkline(scores: tuple[Score, ...]) -> str:
    """One character a position: half is even, full means that Black wins."""
    return "".join(STEPS[min(int(expectation(score) * len(STEPS)), len(STEPS) - 1)] for score in scores)


def row(number: int, game: Game, review: Review) -> str:
    """A game of many, on one line."""
    faults = sum(review.count(colour, grade) for colour in Colour for grade in FAULTS)
    both = " ".join(f"{percent(review.accuracy[colour]):>4}" for colour in Colour)
    return f"{number:>5}  {both}  {faults:>3}  {title(game)}"
