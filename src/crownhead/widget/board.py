"""The widget: what the browser shows and what the engine answers are traits, which both sides hear of."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Literal

import anywidget
import traitlets

from crownhead.engine.engine import Engine
from crownhead.engine.levels import FULL_STRENGTH
from crownhead.engine.limit import Limit
from crownhead.errors import EngineError
from crownhead.record.board import Board
from crownhead.rules.colour import BLACK
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HERE = Path(__file__).parent
BOARD = HERE.parent / "web" / "static" / "crownhead-board.js"
"""The board of the browser: there is no second one."""
START = Position.start().fen
Side = Literal["black", "white"]


class BoardWidget(anywidget.AnyWidget):  # type: ignore[misc]
    """A board that shows itself in a notebook. Moves on it arrive in `moves`, and moves put there are shown."""

    _esm = BOARD.read_text(encoding="utf-8") + (HERE / "widget.js").read_text(encoding="utf-8")

    fen = traitlets.Unicode(START).tag(sync=True)
    """The position at the beginning."""
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """What was played, as 11-15."""
    flipped = traitlets.Bool(False).tag(sync=True)
    theme = traitlets.Unicode("red-black").tag(sync=True)
    thinking = traitlets.Bool(False).tag(sync=True)
    lines = traitlets.List(traitlets.Dict()).tag(sync=True)
    """What the engine thinks of the position: depth, score seen by Black, and line, the best first."""
    said = traitlets.Unicode("").tag(sync=True)
    """The result, or what is wrong."""

    def __init__(
        self,
        position: Position | Board | str | None = None,
        moves: Sequence[str] = (),
        *,
        engine: Side | None = None,
        level: int = FULL_STRENGTH,
        limit: Limit | None = None,
        **shown: Any,
    ) -> None:
        """From a position, a board or a FEN. The engine plays the side that is named; `limit` is its time for a move
        and for an analysis, a second if nothing is said. `shown` may have `flipped` and `theme`."""
        start, played = _beginning(position, moves)
        self._thread: Thread | None = None
        self._side = engine
        self._limit = limit or Limit(time=1.0)
        self._engine = Engine(level=level)
        self._analyst = self._engine if level == FULL_STRENGTH else Engine()
        super().__init__(fen=start, moves=played, **{"flipped": engine == "white", **shown})
        self.on_msg(self._asked)
        self._turn()

    @property
    def board(self) -> Board:
        """The line of play as it is now, to go on with in Python."""
        return Board.of(self.fen, self.moves)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.board.position

    def play(self, move: str) -> None:
        """Makes a move. Raises MoveError."""
        board = self.board
        made = board.position.parse_move(move)
        self.moves = [*self.moves, str(made)]

    def analyse(self, lines: int = 3) -> None:
        """Fills `lines` in the background; wait() returns when that is done."""
        self._think(lambda board: self._analysed(board, lines))

    def wait(self) -> None:
        """Until the engine has said what it was asked for."""
        while (thread := self._thread) is not None:
            thread.join()
            if self._thread is thread:
                self._thread = None

    def close(self) -> None:
        """Ends the engine and the widget."""
        self.wait()
        self._engine.close()
        self._analyst.close()
        super().close()

    # -- what happens ------------------------------------------------------------------------------

    @traitlets.validate("moves")  # type: ignore[untyped-decorator]
    def _legal(self, proposal: Any) -> list[str]:
        board = Board.of(self.fen, proposal["value"])
        return [str(move) for move in board.moves]

    @traitlets.observe("moves")  # type: ignore[untyped-decorator]
    def _moved(self, change: Any) -> None:
        self.lines = []
        self._turn()

    def _asked(self, widget: object, content: Any, buffers: object) -> None:
        """By a button in the browser."""
        if isinstance(content, dict) and content.get("ask") == "analyse":
            self.analyse()

    def _turn(self) -> None:
        board = self.board
        outcome = board.outcome()
        self.said = "" if outcome is None else outcome.in_words
        if outcome is None and str(board.turn) == self._side:
            self._think(self._answered)

    def _answered(self, board: Board) -> None:
        move = self._engine.play(board, self._limit).move
        if self._is_at(board):
            self.moves = [*self.moves, str(move)]

    def _analysed(self, board: Board, count: int) -> None:
        found: dict[int, dict[str, Any]] = {}
        for info in self._analyst.analyse(board, self._limit, count):
            score = str(info.score.seen_by(BLACK))
            line = " ".join(board.position.line_notation(info.line))
            found[info.rank] = {"depth": info.depth, "score": score, "line": line}
        if self._is_at(board):
            self.lines = [found[rank] for rank in sorted(found)]

    def _is_at(self, board: Board) -> bool:
        """Whether nobody has moved since."""
        return list(self.moves) == [str(each) for each in board.moves]

    def _think(self, work: Callable[[Board], None]) -> None:
        """In a thread, one after another: the notebook goes on."""
        before, board = self._thread, self.board

        def run() -> None:
            if before is not None:
                before.join()
            self.thinking = True
            try:
                with suppress(EngineError):  # the widget was closed
                    if not board.position.is_over:
                        work(board)
            finally:
                self.thinking = False

        self._thread = Thread(target=run, daemon=True)
        self._thread.start()


def _beginning(position: Position | Board | str | None, moves: Sequence[str]) -> tuple[str, list[str]]:
    if isinstance(position, Board):
        return position.history[0].fen, [str(move) for move in position.moves] + list(moves)
    if isinstance(position, Position):
        return position.fen, list(moves)
    return (START if position is None else Position.from_fen(position).fen), list(moves)
