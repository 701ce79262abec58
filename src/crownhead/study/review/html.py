"""A review as HTML, its parts: the graph, the table of both players, the moves, the faults with their diagrams.

The report of the command line is made of them, and a review that shows itself in a notebook.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from crownhead.picture import graph, svg
from crownhead.picture.mark import Arrow
from crownhead.rules.colour import BLACK, Colour
from crownhead.study.review.annotate import men
from crownhead.study.review.certain import proved_turns
from crownhead.study.review.grade import FAULTS, Grade

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.study.review.judged import Judged, Review

COLOURS = {Grade.INACCURACY: "#8a6500", Grade.MISTAKE: "#b4500b", Grade.BLUNDER: "#b71c1c"}
BETTER = "#1b7f3b"
PLURALS = {Grade.INACCURACY: "inaccuracies", Grade.MISTAKE: "mistakes", Grade.BLUNDER: "blunders"}
MOVE = re.compile(r"\d+(?:[-x]\d+)+")


def of_review(review: Review) -> Iterator[str]:
    """All of it."""
    yield f'<div class="course">{course(review)}</div>'
    yield from _players(review)
    yield from _moves(review)
    yield from (f'<p class="proved">{_unbroken(turn.words)}</p>' for turn in proved_turns(review))
    if review.mistakes:
        yield '<div class="faults">'
        for judged in review.mistakes:
            yield from _fault(judged)
        yield "</div>"


NOTEBOOK = """
.crownhead-review svg { max-width: 100%; height: auto }
.crownhead-review .m { white-space: nowrap }
.crownhead-review .faults { display: grid; gap: 1.2rem; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)) }
.crownhead-review .fault { border-top: 4px solid; padding-top: .5rem }
.crownhead-review .moves b { border-radius: 3px; padding: 0 .2rem; color: #fff }
.crownhead-review .course { max-width: 60rem; background: #fff; border-radius: 6px }
"""


def for_notebook(review: Review) -> str:
    """In a page that others have styled."""
    body = "\n".join(of_review(review))
    return f'<div class="crownhead-review"><style>{NOTEBOOK}</style>\n{body}\n</div>'


def percent(accuracy: float | None) -> str:
    return "-" if accuracy is None else f"{accuracy:.0f}%"


def share(faults: float | None) -> str:
    return "-" if faults is None else f"{faults:.0f}"


def course(review: Review) -> str:
    """The graph of a game, as SVG."""
    return graph.svg(values(review), marks(review))


def values(review: Review) -> list[float]:
    """Men that Black is ahead."""
    return [men(score) for score in review.scores]


def marks(review: Review) -> list[graph.Mark]:
    return [graph.Mark(m.number + 1, COLOURS[m.grade], m.text) for m in review.mistakes]


def _players(review: Review) -> Iterator[str]:
    heads = "".join(f"<th>{PLURALS[grade]}</th>" for grade in FAULTS)
    yield f"<table>\n<tr><th></th><th>accuracy</th>{heads}<th>faults in 100 moves</th></tr>"
    for colour in Colour:
        cells = "".join(f"<td>{review.count(colour, grade)}</td>" for grade in FAULTS)
        name, rate = colour.title, share(review.faults_per_100[colour])
        yield f"<tr><th>{name}</th><td>{percent(review.accuracy[colour])}</td>{cells}<td>{rate}</td></tr>"
    yield "</table>"


def _moves(review: Review) -> Iterator[str]:
    yield f'<p class="moves">{" ".join(map(_move, review.moves))}</p>'


def _move(judged: Judged) -> str:
    """With its number where books have one."""
    numbered = judged.colour == BLACK or judged.number == 0
    text = judged.text if numbered else judged.notation + judged.grade.mark
    if judged.grade.is_fault:
        return f'<b class="m" style="background:{COLOURS[judged.grade]}">{text}</b>'
    return f'<span class="m">{text}</span>'


def _unbroken(sentence: str) -> str:
    """Moves are not divided at the end of a line."""
    return MOVE.sub(r'<span class="m">\g<0></span>', escape(sentence))


def _fault(judged: Judged) -> Iterator[str]:
    colour = COLOURS[judged.grade]
    arrows = [
        Arrow(judged.move.origin, judged.move.target, colour),
        Arrow(judged.best.move.origin, judged.best.move.target, BETTER),
    ]
    picture = svg.board(judged.board.position, arrows=arrows, size=270, flipped=judged.colour == BLACK)
    yield f'<article class="fault" style="border-color:{colour}">'
    yield f"<h3>{judged.text} <span class='soft'>{judged.grade.title}</span></h3>"
    yield picture
    yield "".join(f"<p>{_unbroken(sentence)}</p>" for sentence in judged.explanation.sentences)
    yield "</article>"
