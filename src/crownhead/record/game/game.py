"""A game: its tags, its tree of moves, its result."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from crownhead.record.game.headers import ROSTER, Headers
from crownhead.record.game.node import Node
from crownhead.rules.colour import BLACK, WHITE, Colour
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crownhead.record.board import Board
    from crownhead.record.game.problems import RecordProblem
    from crownhead.rules.move import Move

AMERICAN = "21"
"""The GameType of American checkers."""

RESULTS = {"1-0": BLACK, "0-1": WHITE, "1/2-1/2": None, "0-0": None, "*": None}
"""Who won. In American PDN 1-0 means that Black, who moves first, did; 0-0 is lost for both."""


class Game:
    """A game record: tags and a tree of moves. `play` adds a move at the end, and `add` at any node of the tree."""

    __slots__ = ("headers", "problems", "root")

    written: ClassVar[Callable[[Game], str]] = repr
    """How a game becomes text. The PDN package, which knows games, puts its writer here."""

    def __init__(self, position: Position | str | None = None, headers: dict[str, str] | None = None) -> None:
        """From a position or FEN, or the start. What is not given of the seven-tag roster is filled in."""
        if isinstance(position, str):
            position = Position.from_fen(position)
        self.headers = Headers({**ROSTER, "GameType": AMERICAN, **(headers or {})})
        if position is not None and position != Position.start():
            self.headers["FEN"] = position.fen
        self.root = Node(Position.start() if position is None else position)
        self.problems: list[RecordProblem] = []
        """What the reader forgave or found wrong, where the game comes from a file."""

    @classmethod
    def parsed(cls, headers: Headers, root: Node, problems: list[RecordProblem]) -> Game:
        """A game from what a reader found."""
        game = cls.__new__(cls)
        game.headers = headers
        game.root = root
        game.problems = problems
        return game

    @classmethod
    def from_board(cls, board: Board, headers: dict[str, str] | None = None) -> Game:
        """The line of a board as a game, with its result if it is over."""
        history = board.history
        game = cls(history[0], headers)
        node = game.root
        for move in board.moves:
            node = node.add(move)
        outcome = board.outcome()
        if outcome is not None:
            game.result = outcome.result
        return game

    # -- the moves ---------------------------------------------------------------------------------

    @property
    def position(self) -> Position | None:
        """Where the game begins; None if that is not a position of American checkers."""
        return self.root.position

    def board(self) -> Board:
        """The board at the beginning."""
        return self.root.board()

    def mainline(self) -> Iterator[Node]:
        """The nodes of the main line, one for each move."""
        return self.root.line()

    def end(self) -> Node:
        """The last node of the main line: the root, if there is no move."""
        return self.root.end()

    def nodes(self) -> Iterator[Node]:
        """Every node of the tree, the root first."""
        return self.root.nodes()

    def play(self, move: Move | str) -> Node:
        """Adds a move at the end of the main line."""
        return self.end().add(move)

    @property
    def moves(self) -> list[Move]:
        """The moves of the main line."""
        return [node.move for node in self.mainline() if node.move is not None]

    # -- the result --------------------------------------------------------------------------------

    @property
    def result(self) -> str:
        """1-0 if Black won, 0-1 if White did, 1/2-1/2, 0-0, or * if there is none."""
        return self.headers.get("Result") or "*"

    @result.setter
    def result(self, result: str) -> None:
        if result not in RESULTS:
            raise ValueError(f"{result!r} is no result: expected one of {', '.join(RESULTS)}")
        self.headers["Result"] = result

    @property
    def winner(self) -> Colour | None:
        """Who won by the result; None for a draw, or if it is not known."""
        return RESULTS.get(self.result)

    @property
    def is_american(self) -> bool:
        """Whether its GameType is that of American checkers; most files do not say and mean it."""
        return is_american(self.headers.get("GameType", ""))

    # -- as a value --------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Equal if tags, moves, variations and all that is said about them are; problems do not count."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.headers == other.headers and self.root.same_tree(other.root)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return type(self).written(self)

    def __repr__(self) -> str:
        names = f"{self.headers.get('Black', '?')} - {self.headers.get('White', '?')}"
        return f"<Game {names}, {self.result}, {sum(1 for _ in self.mainline())} moves>"


def is_american(game_type: str) -> bool:
    """`21` and its long form `21,B,8,8,N1,0`; nothing at all means the same here."""
    return game_type.split(",")[0].strip() in ("", "?", AMERICAN)
