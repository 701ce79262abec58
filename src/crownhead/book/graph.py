"""The book while it grows: a graph of positions, with scores backed up from its leaves.

Drop-out expansion (T. Lincke, Strategies for the automatic construction of opening books, 2000): the next leaf to
expand is the one whose line gives away least, counted over the losses of all its moves and a little for every ply. A
line that both sides might well play is followed far, a bad move only far enough to know that it is bad.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, NamedTuple

from crownhead.book.record import Known, Origin, Records, key_of, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

PLY_COST = 4
"""Hundredths of a man for every ply: with two lines of equal losses, the shorter one comes first."""
DECIDED = 400
"""Hundredths of a man: a move that is worth more or less is followed no further."""


class Scored(NamedTuple):
    """A move as the search sees it."""

    move: Move
    score: int
    """Hundredths of a man, for the side that moves."""
    depth: int


class BookNode:
    """A position whose moves have all been searched."""

    __slots__ = ("children", "depths", "moves", "position", "searched", "value")

    def __init__(self, position: Position, scored: Iterable[Scored]) -> None:
        ordered = sorted(scored, key=lambda s: -s.score)
        self.position = position
        self.moves = [s.move for s in ordered]
        self.searched = [s.score for s in ordered]
        self.depths = [s.depth for s in ordered]
        self.children = [key_of(position.play(move)) for move in self.moves]
        self.value = self.searched[0]
        """The best of its moves, as far as the graph knows."""


class BookGraph:
    def __init__(self, roots: Iterable[Position]) -> None:
        self.roots = tuple(roots)
        self.nodes: dict[int, BookNode] = {}

    def add(self, position: Position, scored: Iterable[Scored]) -> None:
        self.nodes.setdefault(key_of(position), BookNode(position, scored))

    def score(self, node: BookNode, number: int) -> int:
        """Of a move: backed up from the position it leads to, or searched where that is a leaf."""
        child = self.nodes.get(node.children[number])
        return node.searched[number] if child is None else -child.value

    # -- backing up --------------------------------------------------------------------------------

    def back_up(self) -> None:
        """Sets the value of every node.

        Positions that can come again, which takes kings, form cycles: play that goes round for ever is a draw. Their
        values are those of games of n moves that are drawn if they have not left the cycle by then, for n so great
        that nothing changes any more.
        """
        for component in self._components():
            if len(component) == 1 and component[0] not in self.nodes[component[0]].children:
                self._set(self.nodes[component[0]])
                continue
            members = [self.nodes[key] for key in component]
            for node in members:
                node.value = 0
            for _ in range(2 * len(members) + 2):
                values = [max(self.score(node, i) for i in range(len(node.moves))) for node in members]
                if values == [node.value for node in members]:
                    break
                for node, value in zip(members, values, strict=True):
                    node.value = value

    def _set(self, node: BookNode) -> None:
        node.value = max(self.score(node, number) for number in range(len(node.moves)))

    def _components(self) -> Iterator[list[int]]:
        """Strongly connected ones, each after all that it leads to (R. Tarjan)."""
        order: dict[int, int] = {}
        low: dict[int, int] = {}
        open_: list[int] = []
        is_open: set[int] = set()
        for root in self.nodes:
            if root in order:
                continue
            path = [(root, iter(self.nodes[root].children))]
            order[root] = low[root] = len(order)
            open_.append(root)
            is_open.add(root)
            while path:
                key, children = path[-1]
                for child in children:
                    if child not in self.nodes:
                        continue
                    if child not in order:
                        order[child] = low[child] = len(order)
                        open_.append(child)
                        is_open.add(child)
                        path.append((child, iter(self.nodes[child].children)))
                        break
                    if child in is_open:
                        low[key] = min(low[key], order[child])
                else:
                    path.pop()
                    if path:
                        low[path[-1][0]] = min(low[path[-1][0]], low[key])
                    if low[key] == order[key]:
                        start = _last_index(open_, key)
                        yield open_[start:]
                        is_open.difference_update(open_[start:])
                        del open_[start:]

    # -- growing -----------------------------------------------------------------------------------

    def cheapest_leaves(self, most: int) -> list[Position]:
        """The leaves to expand next: Dijkstra's algorithm over what lines give away."""
        costs = {key_of(root): 0 for root in self.roots}
        waiting = [(0, number, key_of(root), root) for number, root in enumerate(self.roots)]
        heapq.heapify(waiting)
        number = len(waiting)
        seen: set[int] = set()
        leaves: list[Position] = []
        while waiting and len(leaves) < most:
            cost, _, key, position = heapq.heappop(waiting)
            if key in seen:
                continue
            seen.add(key)
            node = self.nodes.get(key)
            if node is None:
                leaves.append(position)
                continue
            scores = [self.score(node, i) for i in range(len(node.moves))]
            best = max(scores)
            for move, child, score in zip(node.moves, node.children, scores, strict=True):
                total = cost + best - score + PLY_COST
                if abs(score) < DECIDED and total < costs.get(child, 1 << 30):
                    after = node.position.play(move)
                    if child in self.nodes or not after.is_over:
                        costs[child] = total
                        number += 1
                        heapq.heappush(waiting, (total, number, child, after))
        return leaves

    # -- as a book ---------------------------------------------------------------------------------

    def records(self, margin: int) -> Records:
        """Of every node the moves that are worse than its best by no more than `margin` hundredths of a man."""
        return {key: list(self._known(node, margin)) for key, node in self.nodes.items()}

    def _known(self, node: BookNode, margin: int) -> Iterator[Known]:
        scored = sorted(((self.score(node, i), -i) for i in range(len(node.moves))), reverse=True)
        for score, minus in scored:
            if score < scored[0][0] - margin:
                return
            origin = Origin.BACKED_UP if node.children[-minus] in self.nodes else Origin.SEARCHED
            yield Known(name_of(node.position, node.moves[-minus]), score, node.depths[-minus], origin)


def _last_index(items: list[int], wanted: int) -> int:
    at = len(items) - 1
    while items[at] != wanted:
        at -= 1
    return at
