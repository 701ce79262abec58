"""The page about games: one file that needs no other, for the screen and for paper."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from crownhead.study.review.html import of_review
from crownhead.terminal.study.words import title

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crownhead.record.game.game import Game
    from crownhead.study.review import Review

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
    yield from of_review(review)
    yield "</section>"
