"""A small game tree as a plain value, and what minimax and alpha-beta look at in it: for students, and for pictures.

>>> tree = SearchTree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> tree.minimax()
3
>>> searched = Searched.by_alpha_beta(tree)
>>> searched.value, searched.leaves
(3, 7)
>>> sorted(searched.cut)                    # the second and third leaf of the second branch
[(1, 1), (1, 2)]
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, TypeAlias

from crownhead.rules import textbook
from crownhead.rules.square import Square

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["SearchTree", "Searched"]

Nested: TypeAlias = "float | Sequence[Nested]"
Path: TypeAlias = tuple[int, ...]
"""The way from the root to a node: which child at each step. The root is ()."""


@dataclass(frozen=True, slots=True)
class SearchTree:
    """A node of a game tree, with the nodes below it. Values are ours: we want the highest, they the lowest."""

    children: tuple[SearchTree, ...] = ()
    value: float | None = None
    """What a leaf is worth; None at a node that has children."""
    ours: bool = True
    """We are to move here."""
    label: str = ""
    """The move that leads here."""

    def __post_init__(self) -> None:
        if bool(self.children) == (self.value is not None):
            raise ValueError("a node of a search tree has children or a value, and not both")

    @classmethod
    def of(cls, nested: Nested, ours: bool = True, label: str = "") -> SearchTree:
        """A tree from lists in lists: a number is a leaf, a list is a node. Turns change at every step."""
        if isinstance(nested, int | float):
            return cls((), nested, ours, label)
        return cls(tuple(cls.of(child, not ours) for child in nested), None, ours, label)

    @classmethod
    def of_state(
        cls,
        state: textbook.State,
        depth: int,
        evaluate: textbook.Evaluation = textbook.material,
        label: str = "",
    ) -> SearchTree:
        """The tree that the textbook's searches see: every action to a depth, and what the ends of it are worth."""
        ours = state.player == textbook.US
        if depth <= 0 or textbook.is_end(state):
            return cls((), textbook.utility(state) or evaluate(state), ours, label)
        children = tuple(
            cls.of_state(textbook.successor(state, action), depth - 1, evaluate, _name(action))
            for action in textbook.actions(state)
        )
        return cls(children, None, ours, label)

    def at(self, path: Path) -> SearchTree:
        """The node at the end of a path."""
        node = self
        for step in path:
            node = node.children[step]
        return node

    def paths(self, start: Path = ()) -> Iterator[Path]:
        """Every node, each before those below it."""
        yield start
        for step, child in enumerate(self.children):
            yield from child.paths((*start, step))

    @property
    def leaves(self) -> int:
        """How many leaves the tree has."""
        return sum(child.leaves for child in self.children) if self.children else 1

    def minimax(self) -> float:
        """What the root is worth if both play their best."""
        return Searched.by_minimax(self).value


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search has seen of a tree."""

    tree: SearchTree
    values: Mapping[Path, float]
    """Of the nodes that it looked at: what it found them to be worth, or a bound of that."""
    bounds: frozenset[Path]
    """Nodes that it left before all their children were seen: the value is at least that much where we are to move,
    and at most that much where they are."""

    @classmethod
    def by_minimax(cls, tree: SearchTree) -> Searched:
        """A search that sees everything."""
        return _TreeWalk(tree, pruning=False).run()

    @classmethod
    def by_alpha_beta(cls, tree: SearchTree) -> Searched:
        """A search that leaves out what cannot change the value of the root."""
        return _TreeWalk(tree, pruning=True).run()

    @property
    def value(self) -> float:
        """What the root is worth."""
        return self.values[()]

    @property
    def leaves(self) -> int:
        """How many leaves it looked at."""
        return sum(not self.tree.at(path).children for path in self.values)

    @property
    def cut(self) -> frozenset[Path]:
        """The nodes that it never looked at."""
        return frozenset(self.tree.paths()) - self.values.keys()

    @property
    def best_line(self) -> Path:
        """The moves that both play if each plays its best."""
        path: Path = ()
        while self.tree.at(path).children:
            seen = [(*path, i) for i in range(len(self.tree.at(path).children)) if (*path, i) in self.values]
            path = next(child for child in seen if self.values[child] == self.values[path])
        return path


class _TreeWalk:
    """One walk over a tree. It is the textbook's `alpha_beta`, and it takes notes."""

    def __init__(self, tree: SearchTree, *, pruning: bool) -> None:
        self.tree = tree
        self.pruning = pruning
        self.values: dict[Path, float] = {}
        self.bounds: set[Path] = set()

    def run(self) -> Searched:
        self._value(self.tree, (), -inf, inf)
        return Searched(self.tree, self.values, frozenset(self.bounds))

    def _value(self, node: SearchTree, path: Path, alpha: float, beta: float) -> float:
        if node.value is not None:
            self.values[path] = node.value
            return node.value
        best = -inf if node.ours else inf
        for step, child in enumerate(node.children):
            value = self._value(child, (*path, step), alpha, beta)
            if node.ours:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if self.pruning and alpha >= beta and step + 1 < len(node.children):
                self.bounds.add(path)
                break
        self.values[path] = best
        return best


def _name(action: textbook.Action) -> str:
    """As people write the move: 11-15, 15x22."""
    jump = abs(action[0][0] - action[1][0]) == 2
    return ("x" if jump else "-").join(str(Square.from_tile(*tile)) for tile in action)
