"""What alpha-beta leaves out, against trees that were counted by hand and against the textbook's own search."""

from __future__ import annotations

import random

import pytest

from crownhead.rules import textbook
from crownhead.rules.search_tree import Searched, SearchTree

# By hand. The first is the tree that textbooks on artificial intelligence show. In the second, the first branch is
# worth min(5, 6, 4) = 4; the second has a 3 first, so it is at most 3 and its other two leaves do not matter. The third
# is the first in another order: min(2, 5, 14) = 2, then min(6, 4, 2) = 2, which only its last leaf shows, then 8, 12
# and 3, all above 2. The fourth has three levels. Its first branch is at most max(3, 5) = 5; the 6 shows that the
# second node there is worth 6 at least, so the 7 does not matter. The second branch is at most max(1, 2) = 2 < 5, which
# cuts off all that is left.
BY_HAND = [
    ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], 3, {(1, 1), (1, 2)}),
    ([[5, 6, 4], [3, 9, 9]], 4, {(1, 1), (1, 2)}),
    ([[2, 5, 14], [6, 4, 2], [8, 12, 3]], 3, set()),
    ([[[3, 5], [6, 7]], [[1, 2], [8, 9]]], 5, {(0, 1, 1), (1, 1), (1, 1, 0), (1, 1, 1)}),
]


@pytest.mark.parametrize(("nested", "value", "cut"), BY_HAND)
def test_trees_counted_by_hand(nested: list[object], value: float, cut: set[tuple[int, ...]]) -> None:
    tree = SearchTree.of(nested)  # type: ignore[arg-type]
    searched = Searched.by_alpha_beta(tree)
    assert searched.value == tree.minimax() == value
    assert searched.cut == cut
    assert searched.tree.at(searched.best_line).value == value
    everything = Searched.by_minimax(tree)
    assert (everything.cut, everything.leaves, everything.bounds) == (frozenset(), tree.leaves, frozenset())


@pytest.mark.parametrize(("width", "depth"), [(2, 4), (3, 4), (4, 3), (5, 2)])
def test_in_the_best_order_the_leaves_are_as_few_as_knuth_and_moore_say(width: int, depth: int) -> None:
    """w^⌈d/2⌉ + w^⌊d/2⌋ - 1 (1975). Where all leaves are worth the same, every order is the best."""

    def level(rest: int) -> list[object] | float:
        return [level(rest - 1) for _ in range(width)] if rest else 1.0

    searched = Searched.by_alpha_beta(SearchTree.of(level(depth)))  # type: ignore[arg-type]
    assert searched.leaves == width ** ((depth + 1) // 2) + width ** (depth // 2) - 1


def states(count: int) -> list[textbook.State]:
    dice = random.Random(22)
    found: list[textbook.State] = []
    while len(found) < count:
        state = textbook.start_state()
        while options := textbook.actions(state):
            if dice.random() < 0.1:
                found.append(state)
            state = textbook.successor(state, dice.choice(options))
    return found[:count]


@pytest.mark.parametrize("state", states(40))
def test_it_looks_at_what_the_textbook_looks_at(state: textbook.State) -> None:
    """Leaf after leaf: the textbook evaluates each, but for those where the game has ended."""
    evaluated: list[textbook.State] = []

    def noting(leaf: textbook.State) -> float:
        evaluated.append(leaf)
        return textbook.material(leaf)

    value = textbook.alpha_beta(state, 3, noting)
    searched = Searched.by_alpha_beta(SearchTree.of_state(state, 3))
    assert searched.value == value
    leaves = [value for path, value in searched.values.items() if not searched.tree.at(path).children]
    ended = sum(abs(value) == float("inf") for value in leaves)
    assert len(leaves) - ended == len(evaluated)


def test_moves_are_written_as_people_write_them() -> None:
    tree = SearchTree.of_state(textbook.start_state(), 1)
    assert [child.label for child in tree.children] == [
        "9-13",
        "9-14",
        "10-14",
        "10-15",
        "11-15",
        "11-16",
        "12-16",
    ]
    grid = [[0] * 8 for _ in range(8)]
    grid[3][4], grid[4][3] = textbook.BLACK_MAN, textbook.RED_MAN
    [jump] = SearchTree.of_state(textbook.State(grid, textbook.US), 1).children
    assert jump.label == "15x22"


@pytest.mark.parametrize("wrong", [SearchTree.of, lambda _: SearchTree((SearchTree(value=1.0),), 2.0)])
def test_a_node_has_children_or_a_value(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(ValueError, match="children or a value"):
        wrong([])
