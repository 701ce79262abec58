"""Asking a database: the value of a position, of every move, and the best line to the end."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Literal, Self

from crownhead import _core
from crownhead._core import Fault, FaultKind, Verdict
from crownhead.errors import CorruptTable, MissingTable, TooManyPieces
from crownhead.rules.colour import Colour
from crownhead.tablebase import first
from crownhead.tablebase.folder import default_folder, tables_in
from crownhead.tablebase.slices import Slice

if TYPE_CHECKING:
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

CACHE_BYTES = 64 * 2**20

Result = Literal["win", "loss", "draw"]

RESULTS: dict[Verdict, Result] = {Verdict.WIN: "win", Verdict.LOSS: "loss", Verdict.DRAW: "draw"}

BEFORE: dict[Result, Result] = {"win": "loss", "loss": "win", "draw": "draw"}


@dataclass(frozen=True)
class Value:
    """For the side to move, with the best play of both and without the draw rules."""

    result: Result
    plies: int | None = None
    """Until the loser cannot move; None in a draw, and where the database has no distances."""

    @property
    def before(self) -> Value:
        """What a move is worth that leads here."""
        return Value(BEFORE[self.result], None if self.plies is None else self.plies + 1)

    def __str__(self) -> str:
        return self.result if self.plies is None else f"{self.result} in {self.plies}"


class Tablebase:
    """An endgame database. Safe to use from many threads; files are opened when they are first asked for."""

    def __init__(self, folder: Path, cache_bytes: int = CACHE_BYTES) -> None:
        self.folder = folder
        self._cache_bytes = cache_bytes
        self._awaited: first.Building | None = None
        self._waiting = Lock()
        self.refresh()

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None, cache_bytes: int = CACHE_BYTES) -> Self:
        """The database in a directory, or the user's own.

        The user's own builds itself for 2 to 5 pieces when it is first opened, in other processes and once;
        whoever asks for a position of 2 to 4 before it is done waits a second or two. Raises MissingTable if
        there is no table in the directory that was named.
        """
        if path is None:
            tablebase = cls(default_folder(), cache_bytes)
            if tablebase.most_pieces < first.MORE_PIECES:
                tablebase._awaited = first.build_in_background(tablebase.folder)
            return tablebase
        tablebase = cls(Path(path), cache_bytes)
        if not tables_in(tablebase.folder):
            raise MissingTable(f"there is no endgame table in {path}")
        return tablebase

    def refresh(self) -> None:
        """Look again which tables there are."""
        files = [
            _core.TableName(table.slice, table.distances, os.fspath(table.path))
            for table in tables_in(self.folder)
        ]
        self._core = _core.Tablebase(files, self._cache_bytes)

    @property
    def core(self) -> _core.Tablebase:
        """What the search asks."""
        return self._core

    @property
    def most_pieces(self) -> int:
        """Every position with so many pieces or fewer has a value."""
        return self._core.most_pieces

    # -- values ------------------------------------------------------------------------------------

    def probe(self, position: Position) -> Value:
        """Raises MissingTable, CorruptTable or TooManyPieces."""
        answer = self._answer(position)
        if isinstance(answer, Fault):
            raise self._refusal(position, answer)
        return Value(RESULTS[answer.verdict], answer.plies)

    def _answer(self, position: Position) -> _core.EndgameValue | Fault:
        core = self._core
        answer = core.probe(position)
        if (
            isinstance(answer, Fault)
            and answer.kind is not FaultKind.CORRUPT
            and _pieces(position) <= first.PIECES
        ):
            self._wait_for_first()
            if self._core is not core:
                answer = self._core.probe(position)
        return answer

    def _wait_for_first(self) -> None:
        """Whoever comes while another waits, waits with it."""
        with self._waiting:
            if self._awaited is not None:
                self._awaited.wait()
                self.refresh()
                self._awaited = None

    def build_family(self, position: Position) -> None:
        """Builds what the position can lead to, where it is missing: a few seconds for five pieces."""
        if self.get(position) is None and first.may_build():
            first.build(self.folder, _slice(position))
            self.refresh()

    def get(self, position: Position, default: Value | None = None) -> Value | None:
        """The value, or the default where there is none for whatever reason."""
        answer = self._answer(
            position
        )  # not by probe(), whose refusal reads the directory: milliseconds a position
        return default if isinstance(answer, Fault) else Value(RESULTS[answer.verdict], answer.plies)

    def moves(self, position: Position) -> list[tuple[Move, Value]]:
        """Every legal move with its value for the side that makes it, the best first."""
        valued = [
            (move, self.probe(position.play(move)).before) for move in position.legal_moves(unique=True)
        ]
        return sorted(valued, key=lambda pair: _rank(pair[1]))

    def line(self, position: Position, most: int = 1000) -> list[Move]:
        """The best play of both: the shortest win against the longest defence, to the end.

        Without distances, or in a draw, it stops as soon as the value does not tell the moves apart.
        """
        line: list[Move] = []
        while len(line) < most and (moves := self.moves(position)):
            move, value = moves[0]
            if value.plies is None and len(moves) > 1:
                break
            line.append(move)
            position = position.play(move)
        return line

    # -- trouble -----------------------------------------------------------------------------------

    def _refusal(self, position: Position, fault: Fault) -> MissingTable | CorruptTable | TooManyPieces:
        if fault.kind is FaultKind.CORRUPT:
            return CorruptTable(f"{fault.path}: {fault.reason}", path=Path(fault.path))
        largest = max((table.slice.pieces for table in tables_in(self.folder)), default=0)
        if fault.kind is FaultKind.MISSING or sum(fault.pieces) <= largest:
            return MissingTable(f"the table of {Slice(*fault.pieces)} is not in {self.folder}")
        return TooManyPieces(
            f"{position.fen} has {_pieces(position)} pieces and the database in {self.folder} "
            f"has {largest} at most"
        )


def _pieces(position: Position) -> int:
    return (position.black_bits | position.white_bits).bit_count()


def _slice(position: Position) -> Slice:
    counts = (len(position.pieces(colour, king=king)) for colour in Colour for king in (False, True))
    return Slice(*counts)


def _rank(value: Value) -> tuple[int, int]:
    """Wins, the soonest first; draws; losses, the latest first."""
    plies = value.plies if value.plies is not None else 0
    return {"win": (0, plies), "draw": (1, 0), "loss": (2, -plies)}[value.result]
