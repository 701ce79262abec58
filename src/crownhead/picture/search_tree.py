"""A search tree as SVG: what each node is worth, and what alpha-beta never looked at.

A triangle that points up is a node where we move and want the highest value, one that points down a node where they do
and want the lowest. What was cut off is pale, behind a stroke across the line that would lead there.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from crownhead.errors import PictureError
from crownhead.picture.svg_text import SvgText
from crownhead.rules.search_tree import Searched, SearchTree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.rules.search_tree import Path

MOST_LEAVES = 120
"""More cannot be read in one picture."""
APART, LEVEL, MARGIN = 48, 96, 34
LEAF, NODE = 15, 21
"""Half the width of a leaf; the radius of the circle round a triangle."""
STYLE = """<style>
.tree-edge{fill:none;stroke:#6b7780;stroke-width:1.5}.tree-edge.best{stroke:#0d5530;stroke-width:4}
.tree-edge.cut{stroke:#c9d0d4;stroke-dasharray:4 4}.scissors{fill:none;stroke:#c2291f;stroke-width:2.5}
.node,.leaf{fill:#dde5ea;stroke:#20303a;stroke-width:1.5}.theirs{fill:#f5d9d6}.leaf{fill:#fff}
.node.cut,.leaf.cut{fill:#f6f8f9;stroke:#c9d0d4;stroke-dasharray:3 3}
.tree-text{fill:#20303a;text-anchor:middle}.tree-text.cut{fill:#8b969d}
.move{font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:4px}
</style>"""


def search_tree(tree: SearchTree, *, pruning: bool = True) -> SvgText:
    """The text of an SVG of a small tree, as alpha-beta sees it, or as minimax does with pruning=False.
    A notebook shows it as the picture.

    A node that was cut short shows a bound of its value: ≤2 is at most 2.
    """
    if tree.leaves > MOST_LEAVES:
        raise PictureError(f"the tree has {tree.leaves} leaves: at most {MOST_LEAVES} can be drawn")
    searched = Searched.by_alpha_beta(tree) if pruning else Searched.by_minimax(tree)
    return SvgText("\n".join(_TreeDrawing(searched, _places(tree)).parts()) + "\n")


@dataclass(frozen=True, slots=True)
class _Place:
    x: float
    y: float


def _places(tree: SearchTree) -> dict[Path, _Place]:
    """Leaves side by side, every node above the middle of its children."""
    places: dict[Path, _Place] = {}
    taken = 0

    def put(node: SearchTree, path: Path) -> float:
        nonlocal taken
        below = [put(child, (*path, step)) for step, child in enumerate(node.children)]
        if below:
            x = (below[0] + below[-1]) / 2
        else:
            x, taken = MARGIN + APART * taken, taken + 1
        places[path] = _Place(x, MARGIN + LEVEL * len(path))
        return x

    put(tree, ())
    return places


@dataclass(frozen=True, slots=True)
class _TreeDrawing:
    searched: Searched
    places: dict[Path, _Place]

    def parts(self) -> Iterator[str]:
        width = max(place.x for place in self.places.values()) + MARGIN
        height = max(place.y for place in self.places.values()) + MARGIN
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
            f'height="{height:g}" class="search-tree" role="img" font-family="sans-serif" font-size="13">'
        )
        yield f"<title>{escape(self._summary())}</title>"
        yield STYLE
        yield f'<rect width="{width:g}" height="{height:g}" rx="6" fill="#fff"/>'
        yield from (self._edge(path) for path in self.places if path)
        yield from (self._scissors(path) for path in self.places if self._is_first_cut(path))
        yield from (self._node(path) for path in self.places)
        yield from (self._move(path) for path in self.places if self.searched.tree.at(path).label)
        yield "</svg>"

    def _summary(self) -> str:
        seen, leaves = self.searched.leaves, self.searched.tree.leaves
        return f"A search tree worth {number(self.searched.value)}: {seen} of {leaves} leaves were looked at"

    def _kind(self, path: Path) -> str:
        return "" if path in self.searched.values else " cut"

    def _is_first_cut(self, path: Path) -> bool:
        """Its parent was looked at, and it was not."""
        return bool(path) and path not in self.searched.values and path[:-1] in self.searched.values

    def _edge(self, path: Path) -> str:
        above, here = self.places[path[:-1]], self.places[path]
        best = " best" if self.searched.best_line[: len(path)] == path else ""
        return f'<path class="tree-edge{self._kind(path)}{best}" d="M{above.x:g} {above.y:g}L{here.x:g} {here.y:g}"/>'

    def _scissors(self, path: Path) -> str:
        """A stroke across the line, two fifths down, where it is still apart from its neighbours."""
        above, here = self.places[path[:-1]], self.places[path]
        x, y = above.x + 0.42 * (here.x - above.x), above.y + 0.42 * (here.y - above.y)
        return f'<path class="scissors" d="M{x - 6:g} {y + 3:g}L{x + 6:g} {y - 3:g}"/>'

    def _node(self, path: Path) -> str:
        node, place = self.searched.tree.at(path), self.places[path]
        kind, x, y = self._kind(path), place.x, place.y
        if not node.children:
            shape = (
                f'<rect class="leaf{kind}" x="{x - LEAF - 2:g}" y="{y - LEAF:g}" '
                f'width="{2 * LEAF + 4}" height="{2 * LEAF}" rx="4"/>'
            )
            return f"{shape}{self._text(x, y + 4.5, self._worth(path), kind)}"
        side, up = ("", 1) if node.ours else (" theirs", -1)
        corners = f"M{x:g} {y - 26 * up:g}L{x + NODE + 5:g} {y + 15 * up:g}H{x - NODE - 5:g}z"
        shape = f'<path class="node{side}{kind}" d="{corners}"/>'
        return f"{shape}{self._text(x, y + 4.5 + 5 * up, self._worth(path), kind)}"

    def _worth(self, path: Path) -> str:
        node = self.searched.tree.at(path)
        if path not in self.searched.values:
            return "" if node.value is None else number(node.value)
        sign = ("≥" if node.ours else "≤") if path in self.searched.bounds else ""
        return sign + number(self.searched.values[path])

    def _move(self, path: Path) -> str:
        place = self.places[path]
        label = self.searched.tree.at(path).label
        return self._text(place.x, place.y - 30, label, f"{self._kind(path)} move")

    def _text(self, x: float, y: float, text: str, kind: str) -> str:
        return f'<text class="tree-text{kind}" x="{x:g}" y="{y:g}">{escape(text)}</text>' if text else ""


def number(value: float) -> str:
    """Short, with a true minus: 1.5, −1, ∞."""
    text = "∞" if abs(value) == inf else f"{abs(value):g}"
    return f"−{text}" if value < 0 else text
