"""The engine: finds the best move, and says what it thinks while it looks."""

from __future__ import annotations

import asyncio
import weakref
from contextlib import closing
from random import Random
from typing import TYPE_CHECKING, Self

from crownhead import _core
from crownhead.engine.book_player import BookPlayer
from crownhead.engine.choice import BestMove, NearlyBestMove, SeenMove
from crownhead.engine.endgames import endgames_of
from crownhead.engine.info import Info
from crownhead.engine.levels import FULL_STRENGTH, strength_of
from crownhead.engine.root import Root
from crownhead.engine.sight import Sight
from crownhead.engine.weights import evaluation
from crownhead.errors import EngineError
from crownhead.record.board import Board

if TYPE_CHECKING:
    import os
    from collections.abc import AsyncIterator, Callable, Generator, Iterator
    from types import TracebackType

    from crownhead.book.book import Book
    from crownhead.engine.choice import Choice
    from crownhead.engine.info import Played
    from crownhead.engine.limit import Limit
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position
    from crownhead.tablebase.tablebase import Tablebase

LEVEL_HASH_MB = 4
"""Enough for the nodes of any level but the last, and quickly cleared."""
MOST_THREADS = 256
MOST_HASH_MB = 1 << 24
"""16 TB: more than any machine has, and no number of bytes beyond 64 bits."""
MOST_LINES = 192
"""No position has more moves."""
WAIT = 0.05
"""Seconds between looks for Ctrl-C."""


class Engine:
    """Chooses moves and analyses positions. One engine searches one position at a time; threads may share it.

    The table of what it has found out stays from move to move: new_game() forgets it.
    """

    def __init__(
        self,
        threads: int = 1,
        hash_mb: int = 64,
        tablebase: Tablebase | str | os.PathLike[str] | None = "auto",
        level: int = FULL_STRENGTH,
        seed: int | None = None,
        weights: str | os.PathLike[str] | None = None,
        book: Book | str | os.PathLike[str] | None = None,
        book_margin: int = 0,
    ) -> None:
        """Weaker at a level below the last (see levels), with choices by chance: the same for the same seed.

        Such a level has one thread, a small table and no endgame database, so that it is the same player on every
        machine. At full strength the database is the user's own ("auto"), none, or the one that is given or in a
        directory. The evaluation has the project's weights, or those in a file. Moves are played from the opening
        book, the user's own or the shipped one for "auto": the best, or by chance one that is worse by `book_margin`
        hundredths of a man at most.
        """
        _check_size("threads", threads, MOST_THREADS)
        _check_size("hash_mb", hash_mb, MOST_HASH_MB)
        self._strength = strength_of(level)
        self._seed = seed
        self._book = BookPlayer.of(book, book_margin, seed, level)
        if self._strength is not None:
            threads, hash_mb, tablebase = 1, LEVEL_HASH_MB, None
        try:
            self._evaluation = evaluation(weights)
            self._core = _core.Engine(threads, hash_mb, self._evaluation, endgames_of(tablebase))
        except (ValueError, MemoryError) as error:
            raise EngineError(str(error) or "there is not enough memory for the engine") from None
        self._close = weakref.finalize(self, self._core.finish)

    # -- playing -----------------------------------------------------------------------------------

    def play(self, game: Board | Position, limit: Limit) -> Played:
        """The best move found within the limit. Raises GameOver where there is none."""
        root = Root.of(game)
        if known := self.book_move(root):
            return known
        choice = self._choice(root, limit)
        with closing(self._infos(root, choice.limit, choice.lines)) as infos:
            for info in infos:
                choice.hear(info)
        return choice.played()

    def book_move(self, game: Board | Position | Root) -> Played | None:
        """The move that play() takes from the opening book, or None where it has to think."""
        self._check_open()
        return self._book.play(game if isinstance(game, Root) else Root.of(game)) if self._book else None

    async def play_async(self, game: Board | Position, limit: Limit) -> Played:
        """The same without blocking the event loop. Cancelling it stops the search."""
        root = Root.of(game)
        if known := self.book_move(root):
            return known
        choice = self._choice(root, limit)
        async for info in self._infos_async(root, choice.limit, choice.lines):
            choice.hear(info)
        return choice.played()

    def ponder(self, game: Board | Position, expected: Move, limit: Limit) -> Pondering:
        """Thinks in the background about the reply to a move that the opponent is expected to make."""
        root = Root.of(_after(game, expected))
        choice = self._choice(root, limit)
        self._start(root, choice.limit, choice.lines, pondering=True)
        return Pondering(self, root, choice)

    # -- analysing ---------------------------------------------------------------------------------

    def analyse(self, game: Board | Position, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """Every line of every iteration as it is found. Closing the iterator stops the search."""
        return self._infos(Root.of(game), limit, lines)

    def analyse_async(self, game: Board | Position, limit: Limit, lines: int = 1) -> AsyncIterator[Info]:
        """The same for `async for`. Leaving the loop stops the search."""
        return self._infos_async(Root.of(game), limit, lines)

    # -- control -----------------------------------------------------------------------------------

    def stop(self) -> None:
        """From any thread: whatever is being searched ends now, with the best found so far."""
        self._core.stop()

    def new_game(self, seed: int | None = None) -> None:
        """Forgets everything found so far. With a seed, what a level does by chance is the same from here on."""
        self._check_open()
        if seed is not None:
            self._seed = seed
            if self._book:
                self._book.seed = seed
        try:
            forgotten = self._core.forget()
        except RuntimeError as error:
            raise EngineError(str(error)) from None
        if not forgotten:
            raise EngineError("the engine is searching: stop it before a new game")

    def close(self) -> None:
        """Stops, and searches no more."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- the core ----------------------------------------------------------------------------------

    def _choice(self, root: Root, limit: Limit) -> Choice:
        strength = self._strength
        if strength is None:
            return BestMove(root, limit)
        chance = Random(None if self._seed is None else f"{self._seed} {root.position.key} {root.quiet}")
        if isinstance(strength, Sight):
            return SeenMove(strength, self._evaluation.of, chance, root, limit)
        self.new_game()  # what was found before would make the choice depend on it
        return NearlyBestMove(strength, chance, root, limit)

    def _check_open(self) -> None:
        if not self._close.alive:
            raise EngineError("the engine is closed")

    def _start(
        self,
        root: Root,
        limit: Limit,
        lines: int = 1,
        pondering: bool = False,
        notify: Callable[[], object] | None = None,
    ) -> None:
        self._check_open()
        if not isinstance(lines, int) or not 1 <= lines <= MOST_LINES:
            raise ValueError(f"lines must be a whole number from 1 to {MOST_LINES}, not {lines!r:.40}")
        soft, hard = limit.budget()
        try:
            started = self._core.start(
                root.position,
                root.earlier,
                root.quiet,
                depth=limit.depth,
                nodes=limit.nodes,
                soft=soft,
                hard=hard,
                processor=limit.cpu,
                pondering=pondering,
                lines=lines,
                notify=notify,
            )
        except RuntimeError as error:
            raise EngineError(str(error)) from None
        if not started:
            raise EngineError("the engine is searching already: stop it first, or use another engine")

    def _next(self, seconds: float) -> _core.Report | None:
        try:
            return self._core.next(seconds)
        except RuntimeError as error:
            raise EngineError(str(error)) from None

    def _infos(self, root: Root, limit: Limit, lines: int = 1) -> Generator[Info, None, None]:
        """Ctrl-C may come at any step from the start on; another's search must go on if this one never began."""
        try:
            self._start(root, limit, lines)
            yield from self._fetched(root)
        except (EngineError, ValueError):
            raise
        except BaseException:
            self._core.finish()
            raise

    def _fetched(self, root: Root) -> Generator[Info, None, None]:
        try:
            while not self._core.is_finished:
                if (report := self._next(WAIT)) is not None:
                    yield Info.of_report(report, root.position.turn)
        finally:
            self._core.finish()

    async def _infos_async(self, root: Root, limit: Limit, lines: int = 1) -> AsyncIterator[Info]:
        loop = asyncio.get_running_loop()
        news = asyncio.Event()
        self._start(root, limit, lines, notify=lambda: loop.call_soon_threadsafe(news.set))
        try:
            while not self._core.is_finished:
                if (report := self._next(0)) is None:
                    await news.wait()
                    news.clear()
                else:
                    yield Info.of_report(report, root.position.turn)
        finally:
            self._core.finish()


class Pondering:
    """A search in the background, on the opponent's time."""

    def __init__(self, engine: Engine, root: Root, choice: Choice) -> None:
        self._engine = engine
        self._root = root
        self._choice = choice

    def hit(self) -> Played:
        """The expected move was made: the limit counts from now on. Answers like play()."""
        self._engine._core.ponder_hit()
        with closing(self._engine._fetched(self._root)) as infos:
            for info in infos:
                self._choice.hear(info)
        return self._choice.played()

    def miss(self) -> None:
        """Another move was made: the search ends. What it found stays in the table."""
        self._engine._core.finish()


def _check_size(name: str, value: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise EngineError(f"{name} must be a whole number from 1 to {most}, not {value!r:.40}")


def _after(game: Board | Position, move: Move) -> Board:
    board = game.copy() if isinstance(game, Board) else Board(game)
    board.push(move)
    return board
