"""The page about games: one file that needs no other, for the screen and for paper."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from crownhead.picture import graph, svg
from crownhead.picture.mark import Arrow
from crownhead.rules.colour import BLACK, Colour
from crownhead.study.review import FAULTS, Grade, men
from crownhead.terminal.study.words import PLURALS, percent, share, title

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crownhead.record.game.game import Game
    from crownhead.study.review import Judged, Review

COLOURS = {Grade.INACCURACY: "#8a6500", Grade.MISTAKE: "#b4500b", Grade.BLUNDER: "#b71c1c"}
BETTER = "#1b7f3b"
MOVE = re.compile(r"\d+(?:[-x]\d+)+")

STYLE = """
:root { color-scheme: light dark; --ink: #1c2429; --ground: #fff; --soft: #5b6870; --line: #d5dbdf }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebee; --ground: #14191c; --soft: #9fadb6; --line: #39444b } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.25rem; margin-top: 3rem } h3 { font-size: 1rem; margin: 0 }
svg { max-width: 100%; height: auto } .m { white-space: nowrap }
.course svg { display: block; width: 100%; border: 1px solid var(--line); border-radius: 6px }
table { border-collapse: collapse } th, td { padding: .2rem .8rem; border-bottom: 1px solid var(--line) }
th { text-align: left } td { text-align: right }
.faults { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)) }
.fault { break-inside: avoid; border-top: 4px solid; padding-top: .6rem }
.fault p { margin: .3rem 0 } .soft { color: var(--soft) }
.moves { line-height: 1.9 } .moves b { border-radius: 3px; padding: 0 .2rem; color: #fff }
@media print { body { max-width: none; margin: 0 } }
"""


def page(games: Iterable[tuple[Game, Review]], heading: str) -> Iterator[str]:
    """The parts of the page, one game after another."""
    yield (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(heading)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{escape(heading)}</h1>\n"
    )
    for number, (game, review) in enumerate(games, 1):
        yield "\n".join(_game(number, game, review)) + "\n"
    yield f'<p class="soft">{_legend()}</p>\n</body>\n</html>\n'


def _legend() -> str:
    return (
        "Accuracy is 100 where the engine's best move was always made. An arrow in the colour of the fault shows "
        "the move that was made, a green one the better move."
    )


def _game(number: int, game: Game, review: Review) -> Iterator[str]:
    yield f'<section id="game-{number}">\n<h2>{escape(title(game))}</h2>'
    yield f'<div class="course">{course(review)}</div>'
    yield from _players(review)
    yield from _moves(review)
    if review.mistakes:
        yield '<div class="faults">'
        for judged in review.mistakes:
            yield from _fault(judged, number)
        yield "</div>"
    yield "</section>"


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


def _fault(judged: Judged, number: int) -> Iterator[str]:
    colour = COLOURS[judged.grade]
    arrows = [
        Arrow(judged.move.origin, judged.move.target, colour),
        Arrow(judged.best.move.origin, judged.best.move.target, BETTER),
    ]
    picture = svg.board(judged.board.position, arrows=arrows, size=270, flipped=judged.colour == BLACK)
    yield f'<article class="fault" id="game-{number}-{judged.number}" style="border-color:{colour}">'
    yield f"<h3>{judged.text} <span class='soft'>{judged.grade.title}</span></h3>"
    yield picture
    yield "".join(f"<p>{_unbroken(sentence)}</p>" for sentence in judged.explanation.sentences)
    yield "</article>"
