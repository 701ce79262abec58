"""A game as a page to read and to print: its tags, its moves with all that is said about them, and diagrams.

One self-contained HTML file: the diagrams are SVG within it, there is no script, and nothing is loaded.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from crownhead.picture import svg
from crownhead.picture.theme import DEFAULT_THEME

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from crownhead.picture.theme import Theme
    from crownhead.record.game.game import Game
    from crownhead.record.game.node import Node

DIAGRAM_SIZE = 260  # pixels
RESULT_WORDS = {
    "1-0": "Black won",
    "0-1": "White won",
    "1/2-1/2": "drawn",
    "0-0": "lost by both",
}

_STYLE = """
body { font: 16px/1.5 Georgia, 'Times New Roman', serif; max-width: 46em; margin: 2em auto; padding: 0 1em;
       color: #1a1a1a; background: #fff; }
h1 { font-size: 1.5em; margin: 0 0 .2em; }
.facts { color: #555; margin: 0 0 1.5em; }
.move { font-weight: bold; white-space: nowrap; }
.variation { color: #444; }
.variation .move { font-weight: normal; }
figure { float: right; clear: right; margin: 0 0 1em 1.5em; break-inside: avoid; text-align: center; }
figcaption { font-size: .85em; color: #555; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } }
""".strip()


def page(
    game: Game,
    *,
    after: Collection[int] = (),
    every: int | None = 20,
    theme: str | Theme = DEFAULT_THEME,
    flipped: bool = False,
) -> str:
    """The text of an HTML file.

    Diagrams stand after the moves given by number, counted from 1 for both sides together, after every so many
    moves, and at the end; and at the beginning, if the game begins elsewhere than at the start.
    """
    return _Page(game, set(after), every, theme, flipped).text()


class _Page:
    def __init__(
        self, game: Game, after: set[int], every: int | None, theme: str | Theme, flipped: bool
    ) -> None:
        self._game = game
        self._after = after
        self._every = every
        self._theme = theme
        self._flipped = flipped

    def text(self) -> str:
        title = escape(self._title())
        parts = [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
            f"<title>{title}</title>",
            f"<style>\n{_STYLE}\n</style></head>",
            "<body>",
            f"<h1>{title}</h1>",
            f'<p class="facts">{self._facts()}</p>',
            *self._body(),
            "</body></html>",
        ]
        return "\n".join(parts) + "\n"

    def _title(self) -> str:
        headers = self._game.headers
        names = [headers.get(colour, "") for colour in ("Black", "White")]
        if any(name not in ("", "?") for name in names):
            return " – ".join(name or "?" for name in names)
        return headers.get("Event", "") or "A game of checkers"

    def _facts(self) -> str:
        headers = self._game.headers
        known = [headers.get(name, "") for name in ("Event", "Site", "Date", "Round")]
        facts = [fact for fact in known if fact.strip("?. -") and fact != self._title()]
        opening = self._opening()
        facts += [f"Opening: {opening}"] if opening else []
        facts += [RESULT_WORDS[self._game.result]] if self._game.result in RESULT_WORDS else []
        return escape(" · ".join(facts))

    def _opening(self) -> str:
        end = self._game.end()
        known = end.position is not None and self._game.position is not None
        opening = end.board().opening() if known else None
        return opening.title if opening else ""

    def _body(self) -> Iterator[str]:
        root = self._game.root
        if "FEN" in self._game.headers or root.next is None:
            yield from self._diagram(root, "The beginning")
        yield '<p class="moves">'
        yield from _comments(root.notes.comments if root.has_notes else [])
        yield from self._moves(root)
        yield f"<strong>{escape(self._game.result)}</strong>"
        yield "</p>"

    def _moves(self, root: Node) -> Iterator[str]:
        """The tree in the order of a book, without recursion: a closing bracket is None on the stack."""
        stack: list[tuple[Node | None, int, bool]] = [(root.next, 0, False)] if root.next else []
        depth = 0
        fresh = True
        while stack:
            node, number, is_variation = stack.pop()
            if node is None:
                depth -= 1
                fresh = True
                yield ")</span>"
                continue
            if is_variation:
                depth += 1
                fresh = True
                stack.append((None, 0, False))
                yield '<span class="variation">('
            yield from _words(node, number, fresh)
            fresh = bool(node.has_notes and node.notes.comments)
            if node.next is not None:
                stack.append((node.next, number + 1, False))
            if not is_variation and node.parent is not None:
                stack += [(other, number, True) for other in reversed(node.parent.variations)]
            if depth == 0 and self._has_diagram(node, number + 1):
                fresh = True
                yield from self._broken(self._diagram(node, _caption(node, number)))

    def _broken(self, diagram: Iterator[str]) -> Iterator[str]:
        """A diagram cannot stand within a paragraph."""
        yield "</p>"
        yield from diagram
        yield '<p class="moves">'

    def _has_diagram(self, node: Node, count: int) -> bool:
        regular = self._every is not None and count % self._every == 0
        return node.next is None or count in self._after or regular

    def _diagram(self, node: Node, caption: str) -> Iterator[str]:
        if node.position is None:
            return
        picture = svg.board(node.board(), theme=self._theme, flipped=self._flipped, size=DIAGRAM_SIZE)
        yield f"<figure>{picture}<figcaption>{escape(caption)}, {node.position.turn} to move</figcaption></figure>"


def _words(node: Node, number: int, fresh: bool) -> Iterator[str]:
    notes = node.notes if node.has_notes else None
    if notes:
        yield from _comments(notes.before)
    strength = notes.strength if notes else ""
    glyphs = "".join(f" ${nag}" for nag in notes.nags) if notes else ""
    text = _numbered(number, fresh) + _name(node) + strength + glyphs
    yield f'<span class="move">{escape(text)}</span>'
    if notes:
        yield from _comments(notes.comments)


def _numbered(number: int, fresh: bool) -> str:
    if number % 2 == 0:
        return f"{number // 2 + 1}. "
    return f"{number // 2 + 1}… " if fresh else ""


def _name(node: Node) -> str:
    if node.is_setup:
        return f"[position {node.position.fen if node.position else ''}]"
    return "[pass]" if node.is_null else node.notation


def _caption(node: Node, number: int) -> str:
    return f"After {number // 2 + 1}{'.' if number % 2 == 0 else '…'} {_name(node)}"


def _comments(comments: list[str]) -> Iterator[str]:
    for comment in comments:
        yield f'<span class="comment">{escape(comment)}</span>'
