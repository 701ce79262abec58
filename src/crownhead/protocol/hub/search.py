"""One search of the Hub engine, in a thread of its own."""

from __future__ import annotations

import threading
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

from crownhead.engine.info import Info
from crownhead.protocol.hub.messages import HubMessage, message
from crownhead.protocol.hub.notation import write_move
from crownhead.protocol.hub.scores import write_score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crownhead.engine import Engine, Limit
    from crownhead.engine.info import Played
    from crownhead.record.board import Board
    from crownhead.rules.move import Move


class Aim(Enum):
    """What a `go` is for. All but THINK go on until they are told to stop."""

    THINK = "think"
    PONDER = "ponder"
    ANALYSE = "analyze"

    @classmethod
    def of(cls, asked: HubMessage) -> Aim:
        return next((aim for aim in (cls.PONDER, cls.ANALYSE) if aim.value in asked.arguments), cls.THINK)


class HubSearch(threading.Thread):
    """Ends in exactly one `done`, unless it is abandoned. The board must have a legal move."""

    def __init__(
        self,
        engine: Engine,
        board: Board,
        limit: Limit,
        aim: Aim,
        say: Callable[[HubMessage], bool],
        weakened: bool = False,
    ) -> None:
        """A weakened engine chooses for itself; another one plays the best line that it tells of."""
        super().__init__(name="hub-search", daemon=True)
        self.engine, self.board, self.limit, self.aim = engine, board, limit, aim
        self._say = say
        self._weakened = weakened
        self._stopping = threading.Event()
        self._abandoned = False
        self._best: tuple[Move, ...] = (board.legal_moves()[0],)

    def finish(self) -> None:
        """Stops the thinking; returns when `done` has been said."""
        self._stopping.set()
        self.engine.stop()
        self.join()

    def abandon(self) -> None:
        """Stops without a `done`."""
        self._abandoned = True
        self.finish()

    def run(self) -> None:
        try:
            for info in self._thoughts():
                self._best = info.line or self._best
                if not self._say(described(info)) or self._stopping.is_set():
                    break
        except Exception as error:  # whatever happens, the other side must get its move
            self._say(message("error", message=f"the search failed, {type(error).__name__} {error}"[:400]))
        if not self._abandoned:
            self._say(decided(self._best))

    def _thoughts(self) -> Iterator[Info]:
        if self.aim is Aim.THINK and self._weakened:
            return iter([_told(self.engine.play(self.board, self.limit))])
        if self.aim is Aim.THINK and (known := self.engine.book_move(self.board)):
            return iter([_told(known)])
        forced = self.aim is Aim.THINK and len(self.board.legal_moves(unique=True)) == 1
        return self.engine.analyse(self.board, replace(self.limit, depth=1) if forced else self.limit)


def described(info: Info) -> HubMessage:
    """Rates are in millions of nodes a second, scores in men."""
    line = {"pv": " ".join(map(write_move, info.line))} if info.line else {}
    return message(
        "info",
        depth=info.depth,
        mean_depth=f"{info.depth:.1f}",
        score=write_score(info.score),
        nodes=info.nodes,
        time=f"{info.time:.3f}",
        nps=f"{info.nodes / max(info.time, 1e-6) / 1e6:.3f}",
        **({"book": "true"} if info.from_book else {}),
        **line,
    )


def _told(played: Played) -> Info:
    line = (played.move, *played.line[1:])
    return Info(played.depth, played.score, line, played.nodes, played.time, from_book=played.from_book)


def decided(line: tuple[Move, ...]) -> HubMessage:
    names = ("move", "ponder")
    return HubMessage("done", {name: write_move(move) for name, move in zip(names, line, strict=False)})
