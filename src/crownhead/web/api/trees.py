"""Games with variations, as flat lists of nodes for the browser, and back."""

from __future__ import annotations

import io
from itertools import islice
from typing import TYPE_CHECKING

from crownhead.errors import BadRequest, PDNError
from crownhead.record import pdn
from crownhead.record.game.game import RESULTS, Game
from crownhead.web.messages.tree import NodeAsked, NodeData, PdnGame, TreeAsked, TreeData

if TYPE_CHECKING:
    from crownhead.record.game.headers import Headers
    from crownhead.record.game.node import Node
    from crownhead.record.game.problems import RecordProblem

MOST_NODES = 20_000
MOST_PROBLEMS = 20
LONGEST_TAG = 120
NO_PDN = (
    'This is no PDN: there is neither a move such as 11-15 in it nor a tag such as [Event "..."].'
    " PDN is the text in which games of checkers are written down."
)
USUAL_END = "the standard ends games with *"
"""Most files end their games with the result, and nobody needs to be told."""
ROSTER = ("Event", "Site", "Date", "Round", "Black", "White", "Result")


def read_tree(text: str, number: int = 1) -> TreeData:
    """A game of a PDN, from 1. Raises PDNError where there is none that can be shown."""
    if (game := next(islice(pdn.games(io.StringIO(text)), number - 1, None), None)) is not None:
        return tree_of(game)
    if number > 1:
        raise PDNError(f"there is no game {number} in it", file="")
    raise PDNError(NO_PDN, file="")


def list_games(text: str) -> list[PdnGame]:
    """The games of a PDN by their tags. Raises PDNError where there is none."""
    found = [_listed(number, tags) for number, tags in enumerate(pdn.headers(io.StringIO(text)), 1)]
    if not found:
        raise PDNError(NO_PDN, file="")
    return found


def _listed(number: int, tags: Headers) -> PdnGame:
    def tag(name: str) -> str:
        return tags.get(name, "")[:LONGEST_TAG]

    return PdnGame(number, tag("Black"), tag("White"), tag("Event"), tag("Date"), tag("Result"))


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
    damage = [_told(problem) for problem in game.problems if problem.is_damage]
    forgiven = [_told(p) for p in game.problems if not p.is_damage and USUAL_END not in p.message]
    return TreeData(dict(game.headers), nodes, damage[:MOST_PROBLEMS], forgiven[:MOST_PROBLEMS])


def _told(problem: RecordProblem) -> str:
    return f"line {problem.line}: {problem.message}"


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
