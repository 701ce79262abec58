"""Checks a certificate with nothing but the textbook's rules and the database files: nothing here searches.

The reader goes through the positions of a part depth first and takes one code for each that is new. At the prover's
turn it names a move; at the other's, every move is gone into; or the position is a leaf, and a database must say what
is claimed. A part that says "wins" must never come back to a position that is still open: then a number falls
along every line, and every line ends. A part that says "does not lose" may.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from crownhead.errors import InvalidPosition, InvalidProof, MissingTable, TablebaseError
from crownhead.proofs import certificate
from crownhead.proofs.certificate import EVERY_MOVE, LEAF, DatabaseUsed, Header, PartHeader
from crownhead.proofs.claim import Claim, ForcedResult
from crownhead.rules import textbook
from crownhead.rules.colour import Colour
from crownhead.rules.piece import Piece
from crownhead.rules.position import Position
from crownhead.tablebase.build import Plan
from crownhead.tablebase.folder import Table, default_folder
from crownhead.tablebase.slices import Slice
from crownhead.tablebase.tablebase import Tablebase

if TYPE_CHECKING:
    import os
    from typing import BinaryIO

CHECKSUM_AT = 120
"""Where the checksum of a database file stands: docs/tablebase-format.md."""
CACHE_BYTES = 8 * 2**20
"""Leaves come in an order in which the next is near the last."""
MOST_REBUILT = 5
"""Pieces of a database that is built again for a check: half a minute. Six take minutes, seven hours."""

Probe = Callable[[Position], str]


@dataclass(frozen=True, slots=True)
class Checked:
    """A certificate that holds."""

    position: Position
    claim: Claim
    positions: int
    """Different positions in all parts."""
    leaves: int
    plies: int | None
    """Of a win: the longest line to a leaf or to the end."""

    def __str__(self) -> str:
        return f"{self.claim.says(self.position.turn)}: {self.position.fen}"


def check_proof(
    path: str | os.PathLike[str],
    tablebase: str | os.PathLike[str] | None = None,
    *,
    no_database: bool = False,
    on_progress: Callable[[int], None] | None = None,
) -> Checked:
    """Raises InvalidProof if the file proves nothing, MissingTable if a database that it needs is not there.

    The databases are the user's own or those in a directory; with `no_database`, those that are needed are built
    again, as far as they have few pieces.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            certificate.check_sum(file, path.stat().st_size)
            file.seek(0)
            header = certificate.read_header(file)
            if no_database:
                with tempfile.TemporaryDirectory() as built:
                    return _checked(file, header, _rebuilt(header, Path(built)), on_progress)
            folder = default_folder() if tablebase is None else Path(tablebase)
            return _checked(file, header, folder, on_progress)
    except InvalidProof as error:
        raise InvalidProof(f"{path}: {error}") from None


def _checked(
    file: BinaryIO, header: Header, folder: Path, on_progress: Callable[[int], None] | None
) -> Checked:
    root = _root(header)
    allowed = {_named(used, folder) for used in header.databases}
    probe = _probe(Tablebase(folder, CACHE_BYTES), allowed) if allowed else _no_probe
    readings = []
    for part in header.parts:
        reading = Reading(part, probe, on_progress)
        reading.read(textbook.State(root.to_grid(), int(root.turn)), certificate.codes(file, part))
        readings.append(reading)
    plies = readings[0].plies if header.parts[0].forced.result is ForcedResult.WIN else None
    return Checked(
        root, header.claim, sum(r.positions for r in readings), sum(r.leaves for r in readings), plies
    )


def _root(header: Header) -> Position:
    if header.black & header.white or header.kings & ~(header.black | header.white):
        raise InvalidProof("its position has two pieces on one square, or a king where no piece is")
    pieces = {
        square: Piece.of(colour, king=bool(header.kings >> square - 1 & 1))
        for colour, squares in ((Colour.BLACK, header.black), (Colour.WHITE, header.white))
        for square in range(1, 33)
        if squares >> square - 1 & 1
    }
    try:
        return Position(pieces, Colour(header.white_to_move))
    except InvalidPosition as error:
        raise InvalidProof(f"its position is none: {error}") from None


# -- databases -----------------------------------------------------------------------------------------


def _named(used: DatabaseUsed, folder: Path) -> Slice:
    """The slice, if its file is the one that the proof rests on."""
    slice = Slice(*used.pieces)
    if Slice.from_name(slice.name if max(slice) < 13 else "") != slice:
        raise InvalidProof("it names a database that there cannot be")
    table = Table.of(slice, used.distances, folder)
    try:
        with table.path.open("rb") as file:
            file.seek(CHECKSUM_AT)
            found = int.from_bytes(file.read(8), "little")
        table.statistics()
    except FileNotFoundError:
        raise MissingTable(f"the proof needs {table.path}, which is not there: build it") from None
    if found != used.checksum:
        raise InvalidProof(f"it rests on another database than {table.path}: the checksums differ")
    return slice


def _probe(tables: Tablebase, allowed: set[Slice]) -> Probe:
    def probe(position: Position) -> str:
        men = [(len(position.pieces(c, king=False)), len(position.pieces(c, king=True))) for c in Colour]
        mover, other = men if position.turn == 0 else men[::-1]
        if Slice(*mover, *other) not in allowed:
            raise InvalidProof(f"{position.fen} is a leaf of a database that it does not name")
        try:
            return tables.probe(position).result
        except TablebaseError as error:
            raise InvalidProof(f"the value of {position.fen} cannot be read: {error}") from None

    return probe


def _no_probe(position: Position) -> str:
    raise InvalidProof(f"{position.fen} is a leaf, and it names no database")


def _rebuilt(header: Header, folder: Path) -> Path:
    most = max((sum(used.pieces) for used in header.databases), default=0)
    if most > MOST_REBUILT:
        raise MissingTable(
            f"its leaves have up to {most} pieces, and only {MOST_REBUILT} are built again for a check: "
            "build a database with crownhead tablebase build, and check with it"
        )
    if most:
        distances = max((sum(used.pieces) for used in header.databases if used.distances), default=0)
        for _ in Plan(folder, most, distances).run():
            pass
    return folder


# -- one part ------------------------------------------------------------------------------------------

Key = bytes


@dataclass(slots=True)
class _Open:
    """A position whose moves are being gone through."""

    key: Key
    rest: list[textbook.State]
    plies: int = 0


class Reading:
    """One pass through a part."""

    def __init__(self, part: PartHeader, probe: Probe, on_progress: Callable[[int], None] | None) -> None:
        self._part = part
        self._prover = int(part.forced.prover)
        self._must_end = part.forced.result is ForcedResult.WIN
        self._probe = probe
        self._on_progress = on_progress
        self._plies: dict[Key, int | None] = {}
        """To the end of the longest line; None while the position is open."""
        self._codes = 0
        self.leaves = 0
        self.plies = 0

    @property
    def positions(self) -> int:
        return len(self._plies)

    def read(self, root: textbook.State, codes: Iterator[int]) -> None:
        line = [self._entered(root, codes)]
        while line:
            here = line[-1]
            if here.rest:
                self._go_on(here, line, codes)
            else:
                line.pop()
                self._plies[here.key] = self.plies = here.plies
                if line:
                    line[-1].plies = max(line[-1].plies, here.plies + 1)
        if next(codes, None) is not None:
            raise InvalidProof("it goes on after its end")
        if self._codes != self._part.positions:
            raise InvalidProof("it has not as many positions as it says")

    def _go_on(self, here: _Open, line: list[_Open], codes: Iterator[int]) -> None:
        state = here.rest.pop()
        key = _key(state)
        if key not in self._plies:
            line.append(self._entered(state, codes))
            return
        plies = self._plies[key]
        if plies is None and self._must_end:
            raise InvalidProof(f"it goes round in a circle at {_position(state).fen}")
        here.plies = max(here.plies, (plies or 0) + 1)

    def _entered(self, state: textbook.State, codes: Iterator[int]) -> _Open:
        """Checks a new position by its code, and says what has to be gone into."""
        key = _key(state)
        self._plies[key] = None
        if self._on_progress and len(self._plies) % 10_000 == 0:
            self._on_progress(len(self._plies))
        actions = textbook.actions(state)
        if not actions:
            if state.player == self._prover:
                raise InvalidProof(f"its player has no move left in {_position(state).fen}")
            return _Open(key, [])
        code = next(codes, None)
        if code is None:
            raise InvalidProof("it ends too early")
        self._codes += 1
        if code == LEAF:
            self._check_leaf(state)
            return _Open(key, [])
        if state.player == self._prover and code < len(actions):
            actions = [actions[code]]
        elif state.player == self._prover or code != EVERY_MOVE:
            raise InvalidProof(f"it names a move that is not there in {_position(state).fen}")
        return _Open(key, [textbook.successor(state, action) for action in reversed(actions)])

    def _check_leaf(self, state: textbook.State) -> None:
        self.leaves += 1
        position = _position(state)
        if textbook.must_moves(state):
            raise InvalidProof(f"{position.fen} is a leaf with a jump to make")
        value = self._probe(position)
        if state.player != self._prover:
            value = {"win": "loss", "loss": "win"}.get(value, value)
        if value == "loss" or (self._must_end and value != "win"):
            raise InvalidProof(f"the database says of {position.fen} that it is a {value} for its player")


def _key(state: textbook.State) -> Key:
    return bytes([state.player, *(piece for row in state.board for piece in row)])


def _position(state: textbook.State) -> Position:
    return Position.from_grid(state.board, Colour(state.player))
