"""Visitors: one builds whole trees, one gathers the positions of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crownhead import _core
from crownhead._core import Detail
from crownhead.record.game.game import Game
from crownhead.record.game.node import NULL_MOVE, Node
from crownhead.record.game.notes import tidy

if TYPE_CHECKING:
    from crownhead.record.game.headers import Headers
    from crownhead.record.game.problems import RecordProblem
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position


class TreeBuilder:
    """Whole games. A comment belongs to the move before it; at the beginning of a variation and behind one,
    to the move that follows."""

    __slots__ = ("_headers", "_marks", "_node", "_root", "_stack", "_start", "_waiting", "_waits")

    wants_notes = True
    detail = Detail.NOTHING

    def begin(self, headers: Headers, position: Position | None) -> None:
        self._headers = headers
        self._root = self._node = self._start = Node(position)
        """_start is where the present line began: the node before its first move."""
        self._stack: list[tuple[Node, Node]] = []
        self._waiting: list[str] = []
        self._waits = False
        self._marks: dict[Node, list[str]] = {}
        """The strengths of moves, joined at the end: there may be megabytes of them."""

    def moves(self, moves: list[Move], details: list[Any]) -> None:
        if self._node.next is None and not self._waiting:
            self._waits = False
            self._node = _core.chain(self._node, moves)
        else:
            first = self._attach(Node(None, moves[0], self._node))
            self._node = _core.chain(first, moves[1:])

    def text(self, text: str) -> None:
        self._attach(Node(None, None, self._node)).text = text

    def null(self, position: Position) -> None:
        self._attach(Node(position, None, self._node)).text = NULL_MOVE

    def setup(self, position: Position) -> None:
        self._attach(Node(position, None, self._node))

    def _attach(self, child: Node) -> Node:
        parent = self._node
        begins_variation = bool(self._stack) and parent is self._start
        if parent.next is None or begins_variation:
            parent.append(child)
        else:  # variations came before the move that they are to replace
            parent.arrange([child, *parent.children])
        if self._waiting:
            (child.notes.before if can_have_before(child) else parent.notes.comments).extend(self._waiting)
            self._waiting.clear()
        self._waits = False
        self._node = child
        return child

    def comment(self, text: str) -> None:
        text = tidy(text)
        if self._waits:
            self._waiting.append(text)
        else:
            self._node.notes.comments.append(text)

    def strength(self, text: str) -> None:
        self._marks.setdefault(self._node, []).append(text)

    def nag(self, number: int) -> None:
        self._node.notes.nags.append(number)

    def open(self) -> None:
        self._flush()
        self._stack.append((self._node, self._start))
        if self._node is not self._start and self._node.parent is not None:
            self._node = self._node.parent
        self._start = self._node
        self._waits = True

    def close(self) -> None:
        node, start = self._stack.pop()
        if self._node is self._start:
            self._node = node
        self._flush()
        self._node, self._start = node, start
        self._waits = True

    def _flush(self) -> None:
        """No move follows: what waited for one belongs to the last."""
        if self._waiting:
            self._node.notes.comments.extend(self._waiting)
            self._waiting.clear()

    def end(self, problems: list[RecordProblem]) -> Game:
        while self._stack:
            self.close()
        self._flush()
        for node, marks in self._marks.items():
            node.notes.strength = "".join(marks)
        return Game.parsed(self._headers, self._root, problems)


def can_have_before(node: Node) -> bool:
    """Whether a comment before this move can be told from one behind the move before it: if it begins a variation,
    or if variations stand between."""
    parent = node.parent
    if parent is None or parent.next is not node:
        return parent is not None
    grandparent = parent.parent
    return grandparent is not None and grandparent.next is parent and bool(grandparent.variations)
