"""The picture of a search tree: as many nodes and cuts as the tree has, and text that is text."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from crownhead.errors import PictureError
from crownhead.picture.search_tree import MOST_LEAVES, number, search_tree
from crownhead.rules.search_tree import SearchTree

TREE = SearchTree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def classes(picture: str) -> list[str]:
    return [element.get("class", "") for element in ElementTree.fromstring(picture).iter()]


def test_every_node_is_drawn_and_what_was_cut_is_marked() -> None:
    found = classes(search_tree(TREE))
    assert sum(name.split()[0] == "node" for name in found if name) == 4
    assert (found.count("leaf"), found.count("leaf cut"), found.count("scissors")) == (7, 2, 2)
    assert found.count("tree-edge best") == 2


def test_minimax_cuts_nothing() -> None:
    found = classes(search_tree(TREE, pruning=False))
    assert (found.count("leaf"), found.count("leaf cut"), found.count("scissors")) == (9, 0, 0)


def test_values_bounds_and_summary_are_written() -> None:
    root = ElementTree.fromstring(search_tree(TREE))
    texts = ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("≤2") == 1  # the second branch was left after its 2
    assert "7 of 9 leaves" in "".join(root.itertext())


def test_whole_branches_can_be_cut() -> None:
    found = classes(search_tree(SearchTree.of([[[3, 5], [6, 7]], [[1, 2], [8, 9]]])))
    assert (found.count("leaf cut"), found.count("node cut"), found.count("scissors")) == (3, 1, 2)


def test_labels_are_escaped_and_nothing_overlaps() -> None:
    tree = SearchTree((SearchTree(value=1.0, ours=False, label="<&>"), SearchTree(value=2.0, ours=False)))
    picture = search_tree(tree)
    assert "&lt;&amp;&gt;" in picture
    boxes = [element for element in ElementTree.fromstring(picture).iter() if element.get("class") == "leaf"]
    left, right = (float(box.get("x", "")) for box in boxes)
    assert left + float(boxes[0].get("width", "")) < right


def test_a_tree_that_nobody_could_read_is_refused() -> None:
    with pytest.raises(PictureError, match=f"has {MOST_LEAVES + 1} leaves: at most {MOST_LEAVES}"):
        search_tree(SearchTree.of([1.0] * (MOST_LEAVES + 1)))


@pytest.mark.parametrize(
    ("value", "text"), [(3, "3"), (-1.5, "−1.5"), (0.0, "0"), (float("inf"), "∞"), (float("-inf"), "−∞")]
)
def test_numbers(value: float, text: str) -> None:
    assert number(value) == text
