"""Writing games: PDN 3.0 in one canonical form, which reads back as the same game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.record.game.node import NULL_MOVE, UNKNOWN_MOVE
from crownhead.record.game.notes import tidy
from crownhead.record.pdn.tags import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crownhead.record.game.game import Game
    from crownhead.record.game.node import Node

WIDTH = 79
"""Longest line, in characters; only a single word can be longer."""


def written(game: Game, *, result_at_end: bool = False) -> str:
    """The game as text.

    The standard ends every game with * and gives the result in a tag. Some older programs look for the result
    at the end of the moves: result_at_end puts it there.
    """
    tags = [f'[{name} "{escaped(value)}"]' for name, value in game.headers.items()]
    text = _MoveText(game.root)
    text.words.append(game.result if result_at_end else "*")
    return "\n".join([*tags, *_wrapped(text.words)]) + "\n"


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    line: list[str] = []
    length = -1
    for word in words:
        if line and length + 1 + len(word) > WIDTH:
            yield " ".join(line)
            line, length = [], -1
        line.append(word)
        length += 1 + len(word)
    yield " ".join(line)


class _MoveText:
    """The words of a tree: a move, then in brackets what could be played instead, then what follows it.

    The stack holds what is still to be written: a node of a line, a variation, or None for a closing bracket.
    """

    def __init__(self, root: Node) -> None:
        self.words: list[str] = []
        self._opening = ""
        self._closing = 0
        """Brackets that follow the last word."""
        self._needs_number = True
        self._stack: list[tuple[Node | None, int, bool]] = []
        self._add_comments(root.notes.comments if root.has_notes else ())
        self._push_line(root, 0)
        while self._stack:
            self._step(*self._stack.pop())
        self._close()

    def _push_line(self, parent: Node, number: int) -> None:
        if parent.next is not None:
            self._stack.append((parent.next, number, False))

    def _step(self, node: Node | None, number: int, is_variation: bool) -> None:
        if node is None:
            self._closing += 1
            self._needs_number = True
            return
        if is_variation:
            self._opening = "("
            self._needs_number = True
            self._stack.append((None, 0, False))
        self._add_node(node, number)
        self._push_line(node, number + 1)
        if not is_variation and node.parent is not None:
            self._stack.extend((other, number, True) for other in reversed(node.parent.variations))

    def _close(self) -> None:
        if self._closing:
            self.words[-1] += ")" * self._closing
            self._closing = 0

    def _add(self, word: str) -> None:
        self._close()
        self.words.append(self._opening + word)
        self._opening = ""

    def _add_node(self, node: Node, number: int) -> None:
        notes = node.notes if node.has_notes else None
        if notes:
            self._add_comments(notes.before)
        if node.text == UNKNOWN_MOVE:
            self._needs_number = True  # it would join the squares before and behind it
        self._add(self._numbered(number) + _text_of(node) + (notes.strength if notes else ""))
        self._needs_number = False
        if notes:
            for nag in notes.nags:
                self._add(f"${nag}")
            self._add_comments(notes.comments)

    def _numbered(self, number: int) -> str:
        """1. for the first player of a pair of moves; 1... for the second, where moves are interrupted."""
        if number % 2 == 0:
            return f"{number // 2 + 1}. "
        return f"{number // 2 + 1}... " if self._needs_number else ""

    def _add_comments(self, comments: Iterable[str]) -> None:
        for comment in comments:
            if "}" in comment:
                raise ValueError(
                    f"a comment cannot hold a closing brace, which would end it: {comment[:60]!r}"
                )
            for word in f"{{{tidy(comment)}}}".split(" "):
                self._add(word)
            self._needs_number = True


def _text_of(node: Node) -> str:
    if node.is_setup:
        return f'/FEN "{node.position.fen if node.position else ""}"/'
    if node.text == NULL_MOVE and node.position is not None:
        return f'/FEN "{node.position.turn.letter}::"/'
    return node.notation
