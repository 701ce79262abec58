"""Games with variations, as flat lists of nodes for the browser, and back."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from crownhead.errors import BadRequest, PDNError
from crownhead.record import pdn
from crownhead.record.game.game import RESULTS, Game
from crownhead.web.messages import NodeAsked, NodeData, TreeAsked, TreeData

if TYPE_CHECKING:
    from crownhead.record.game.node import Node

MOST_NODES = 20_000
MOST_PROBLEMS = 20
ROSTER = ("Event", "Site", "Date", "Round", "Black", "White", "Result")


def read_tree(text: str) -> TreeData:
    """The first game of a PDN. Raises PDNError where there is none that can be shown."""
    return tree_of(pdn.read(io.StringIO(text)))


def tree_of(game: Game) -> TreeData:
    if game.position is None:
        raise PDNError(
            "the game begins with no position of American checkers", file="", problems=game.problems
        )
    nodes, numbers = [NodeData(-1, "", [], [], game.position.fen, game.root.comment, "")], {id(game.root): 0}
    for node in game.nodes():
        parent = numbers.get(id(node.parent)) if node.parent else None
        if parent is None or node.position is None:
            continue
        if len(nodes) >= MOST_NODES:
            raise BadRequest(f"a game of more than {MOST_NODES} moves is not shown here")
        numbers[id(node)] = len(nodes)
        nodes.append(_node_data(node, parent))
    problems = [str(problem) for problem in game.problems[:MOST_PROBLEMS]]
    return TreeData(dict(game.headers), nodes, problems)


def _node_data(node: Node, parent: int) -> NodeData:
    assert node.position is not None
    path = [int(square) for square in node.move.path] if node.move else []
    captures = [int(square) for square in node.move.captures] if node.move else []
    text = node.notation or "set up"
    return NodeData(parent, text, path, captures, node.position.fen, node.comment, node.strength)


def write_tree(tree: TreeAsked) -> str:
    game = Game(tree.start or None, {name: tree.headers[name] for name in tree.headers if name != "FEN"})
    nodes = [game.root]
    game.root.comment = tree.comment
    for asked in tree.nodes:
        nodes.append(_grown(nodes, asked))
    if (result := tree.headers.get("Result", "*")) in RESULTS:
        game.result = result
    return pdn.dumps(game)


def _grown(nodes: list[Node], asked: NodeAsked) -> Node:
    if asked.parent >= len(nodes):
        raise BadRequest(f"node {len(nodes)} names a parent that comes later: {asked.parent}")
    node = nodes[asked.parent].add(asked.move)
    node.comment = asked.comment
    node.strength = asked.glyph
    return node
