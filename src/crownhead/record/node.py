"""A node of a game's tree: one move, what is said about it, and what can follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.record.annotated import Annotated
from crownhead.record.board import Board
from crownhead.record.ply import Ply, is_irreversible
from crownhead.rules.move import Move
from crownhead.rules.position import Position
from crownhead.rules.square import SQUARES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.rules.colour import Colour

NULL_MOVE = "--"
"""The text of a node that passes the turn."""


class Node(Annotated):
    """One of: the root; a move; a setup of another position; a null move; a text that is no move here.

    `position` is what is on the board after it. It is None after a text that could not be played, until a
    setup brings a position again.
    """

    __slots__ = ("_ply", "children", "move", "parent", "position", "text")

    def __init__(
        self, position: Position | None, move: Move | None = None, parent: Node | None = None
    ) -> None:
        self.position = position
        self.move = move
        self.parent = parent
        self.children: list[Node] = []
        """The first is the line itself, the others are variations."""
        self.text = ""
        """Of a null move or of a move that could not be played; empty for others."""
        self._notes = None
        self._ply: Ply | None = None

    # -- the position ------------------------------------------------------------------------------

    @property
    def ply(self) -> Ply:
        """The line of play that ends here; made once, from the nearest ancestor that has one."""
        missing: list[Node] = []
        node: Node = self
        while node._ply is None:
            missing.append(node)
            if node.parent is None or node.move is None:
                break
            node = node.parent
        for node in reversed(missing):
            node._ply = node._made_ply()
        assert self._ply is not None
        return self._ply

    def _made_ply(self) -> Ply:
        if self.position is None:
            raise ValueError(f"there is no board after {self!r}: no position of American checkers is known")
        if self.move is None or self.parent is None or self.parent._ply is None:
            return Ply(self.position)
        before = self.parent._ply
        quiet = 0 if is_irreversible(before.position, self.move) else before.quiet + 1
        return Ply(self.position, self.move, before, quiet)

    def board(self) -> Board:
        """The board after this move, with the line that led to it since the beginning or the last setup."""
        return Board.at(self.ply)

    @property
    def turn(self) -> Colour | None:
        return None if self.position is None else self.position.turn

    @property
    def is_setup(self) -> bool:
        """Whether it puts up another position instead of making a move."""
        return self.parent is not None and self.move is None and not self.text

    @property
    def is_null(self) -> bool:
        return self.text == NULL_MOVE

    @property
    def notation(self) -> str:
        """As PDN writes it: the shortest text that says which move it is."""
        if self.move is not None and self.parent is not None and self.parent.position is not None:
            return self.parent.position.notation(self.move)
        return self.text

    # -- the tree ----------------------------------------------------------------------------------

    @property
    def next(self) -> Node | None:
        return self.children[0] if self.children else None

    @property
    def variations(self) -> list[Node]:
        """The moves that could have been played instead of the next one of the line."""
        return self.children[1:]

    @property
    def is_main(self) -> bool:
        """Whether it lies on the main line of the game."""
        return all(node.parent is None or node.parent.children[0] is node for node in self.back())

    @property
    def number(self) -> int:
        """Nodes from the root to here."""
        return sum(1 for _ in self.back()) - 1

    def back(self) -> Iterator[Node]:
        """This node and those before it, to the root."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def line(self) -> Iterator[Node]:
        """The nodes that follow, always taking the first."""
        node = self.next
        while node is not None:
            yield node
            node = node.next

    def end(self) -> Node:
        """The last node of the line."""
        node = self
        while node.children:
            node = node.children[0]
        return node

    def nodes(self) -> Iterator[Node]:
        """This node and all below it: each line with its variations behind the move they replace."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def add(self, move: Move | str) -> Node:
        """Plays a move from here: the node of that move, a new one unless it is there already."""
        if self.position is None:
            raise ValueError("no move can be added where the position is not known")
        if not isinstance(move, Move):
            move = self.position.parse_move(move)
        for child in self.children:
            if child.move == move:
                return child
        child = Node(self.position.play(move), move, self)
        self.children.append(child)
        return child

    def add_setup(self, position: Position) -> Node:
        """Puts up another position, as after an illegal move that was let stand."""
        child = Node(position, None, self)
        self.children.append(child)
        return child

    def add_null(self) -> Node:
        """Passes the turn: for analysis, as the rules of the game have no such move."""
        child = self.add_text(NULL_MOVE)
        child.position = None if self.position is None else passed(self.position)
        return child

    def add_text(self, text: str) -> Node:
        """Keeps a move that cannot be played here, as it was written."""
        child = Node(None, None, self)
        child.text = text
        self.children.append(child)
        return child

    def promote(self) -> None:
        """One place up among the moves that could be played; the first of them is the line itself."""
        siblings, at = self._siblings()
        if at > 0:
            siblings[at - 1], siblings[at] = siblings[at], siblings[at - 1]

    def demote(self) -> None:
        siblings, at = self._siblings()
        if at + 1 < len(siblings):
            siblings[at + 1], siblings[at] = siblings[at], siblings[at + 1]

    def make_main(self) -> None:
        """Makes this the main line of the game, down from the root."""
        for node in self.back():
            if node.parent is not None:
                siblings, at = node._siblings()
                siblings.insert(0, siblings.pop(at))

    def delete(self) -> None:
        """Takes this move out of the tree, with all that follows it."""
        siblings, at = self._siblings()
        del siblings[at]
        self.parent = None

    def _siblings(self) -> tuple[list[Node], int]:
        if self.parent is None:
            raise ValueError("the root of a game has no place among variations")
        siblings = self.parent.children
        return siblings, next(i for i, node in enumerate(siblings) if node is self)

    # -- as a value --------------------------------------------------------------------------------

    def same_tree(self, other: Node) -> bool:
        """Whether two trees have the same moves, in the same places, with the same notes."""
        waiting = [(self, other)]
        while waiting:
            a, b = waiting.pop()
            if not a._same_alone(b) or len(a.children) != len(b.children):
                return False
            waiting.extend(zip(a.children, b.children, strict=True))
        return True

    def _same_alone(self, other: Node) -> bool:
        if self.move != other.move or self.text != other.text or self.position != other.position:
            return False
        return (self._notes or None) == (other._notes or None)

    def __repr__(self) -> str:
        what = str(self.move) if self.move else self.text or ("setup" if self.parent else "root")
        return f"<Node {what}, {len(self.children)} to follow>"


def passed(position: Position) -> Position:
    """The same pieces, the other player to move."""
    occupants = zip(map(int, SQUARES), position.occupants, strict=True)
    return Position({square: piece for square, piece in occupants if piece}, position.turn.opponent)
