"""A node of a game's tree: one move, what is said about it, and what can follow."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from crownhead import _core
from crownhead.record.board import Board
from crownhead.record.game.annotated import Annotated
from crownhead.record.ply import Ply, is_irreversible
from crownhead.rules.move import Move
from crownhead.rules.position import Position
from crownhead.rules.square import SQUARES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.rules.colour import Colour

NULL_MOVE = "--"
"""The text of a node that passes the turn."""
UNKNOWN_MOVE = "-"
"""The text of a node for a move that was made, but not recorded."""


class Node(Annotated):
    """One of: the root; a move; a setup of another position; a null move; a text that is no move here.

    Positions and boards are made when first asked for, each from the one before it.
    """

    __slots__ = ("_others", "_ply", "_position", "move", "next", "parent", "text")

    def __init__(
        self, position: Position | None, move: Move | None = None, parent: Node | None = None
    ) -> None:
        """With a move, the position can be left out: then it is that of the parent after the move."""
        self._position = position
        self.move = move
        self.parent = parent
        self.next: Node | None = None
        """The move that follows in the line."""
        self._others: list[Node] | None = None
        self.text = ""
        """Of a null move or of a move that could not be played; empty for others."""
        self._notes = None
        self._ply: Ply | None = None

    # -- the position ------------------------------------------------------------------------------

    @property
    def position(self) -> Position | None:
        """What is on the board after it; None after a text that could not be played, until the next setup."""
        missing: list[Node] = []
        node: Node | None = self
        while node is not None and node._position is None and node.move is not None:
            missing.append(node)
            node = node.parent
        position = None if node is None else node._position
        for node in reversed(missing):
            assert position is not None
            assert node.move is not None
            position = node._position = position.play(node.move)
        return position

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
        position = self.position
        if position is None:
            raise ValueError(f"there is no board after {self!r}: no position of American checkers is known")
        if self.move is None or self.parent is None or self.parent._ply is None:
            return Ply(position)
        before = self.parent._ply
        quiet = 0 if is_irreversible(before.position, self.move) else before.quiet + 1
        return Ply(position, self.move, before, quiet)

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
    def variations(self) -> list[Node]:
        """The moves that could have been played instead of the next one of the line."""
        return list(self._others or ())

    @property
    def children(self) -> list[Node]:
        """All that can follow: the next move of the line first, then the variations."""
        return [] if self.next is None else [self.next, *(self._others or ())]

    def arrange(self, children: list[Node]) -> None:
        """Says what can follow, and in which order."""
        self.next = children[0] if children else None
        self._others = children[1:] or None
        for child in children:
            child.parent = self

    def append(self, child: Node) -> None:
        """What can follow too: as the next move if there is none yet, else as a variation."""
        if self.next is None:
            self.next = child
        elif self._others is None:
            self._others = [child]
        else:
            self._others.append(child)

    @property
    def is_main(self) -> bool:
        """Whether it lies on the main line of the game."""
        return all(node.parent is None or node.parent.next is node for node in self.back())

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
        while node.next is not None:
            node = node.next
        return node

    def nodes(self) -> Iterator[Node]:
        """This node and all below it: each line with its variations behind the move they replace."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def add(self, move: Move | str) -> Node:
        """Plays a move from here: the node of that move, a new one unless it is there already."""
        position = self.position
        if position is None:
            raise ValueError("no move can be added where the position is not known")
        if not isinstance(move, Move):
            move = position.parse_move(move)
        for child in self.children:
            if child.move == move:
                return child
        return self._with(Node(position.play(move), move, self))

    def add_setup(self, position: Position) -> Node:
        """Puts up another position, as after an illegal move that was let stand."""
        return self._with(Node(position, None, self))

    def add_null(self) -> Node:
        """Passes the turn: for analysis, as the rules of the game have no such move."""
        child = self.add_text(NULL_MOVE)
        child._position = None if self.position is None else passed(self.position)
        return child

    def add_text(self, text: str) -> Node:
        """Keeps a move that cannot be played here, as it was written."""
        child = self._with(Node(None, None, self))
        child.text = text
        return child

    def _with(self, child: Node) -> Node:
        self.append(child)
        return child

    def promote(self) -> None:
        """One place up among the moves that could be played; the first of them is the line itself."""
        self._shift(-1)

    def demote(self) -> None:
        self._shift(1)

    def make_main(self) -> None:
        """Makes this the main line of the game, down from the root."""
        for node in self.back():
            while node.parent is not None and node.parent.next is not node:
                node._shift(-1)

    def delete(self) -> None:
        """Takes this move out of the tree, with all that follows it."""
        parent, siblings, at = self._place()
        del siblings[at]
        parent.arrange(siblings)
        self.parent = None

    def _shift(self, by: int) -> None:
        parent, siblings, at = self._place()
        to = min(max(at + by, 0), len(siblings) - 1)
        siblings.insert(to, siblings.pop(at))
        parent.arrange(siblings)

    def _place(self) -> tuple[Node, list[Node], int]:
        if self.parent is None:
            raise ValueError("the root of a game has no place among variations")
        siblings = self.parent.children
        return self.parent, siblings, next(i for i, node in enumerate(siblings) if node is self)

    # -- as a value --------------------------------------------------------------------------------

    def same_tree(self, other: Node) -> bool:
        """Whether two trees have the same moves, in the same places, with the same notes."""
        pairs = zip_longest(self.nodes(), other.nodes())
        return all(a is not None and b is not None and a._same_alone(b) for a, b in pairs)

    def _same_alone(self, other: Node) -> bool:
        if self.move != other.move or self.text != other.text:
            return False
        if self.move is None and self._position != other._position:
            return False
        return len(self.children) == len(other.children) and (self._notes or None) == (other._notes or None)

    def __repr__(self) -> str:
        what = str(self.move) if self.move else self.text or ("setup" if self.parent else "root")
        return f"<Node {what}, {len(self.children)} to follow>"


def passed(position: Position) -> Position:
    """The same pieces, the other player to move."""
    occupants = zip(map(int, SQUARES), position.occupants, strict=True)
    return Position({square: piece for square, piece in occupants if piece}, position.turn.opponent)


_core.adopt_node(Node(None), (*Annotated.__slots__, *Node.__slots__))
