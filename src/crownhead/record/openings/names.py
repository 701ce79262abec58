"""Names of openings, each with its defining moves and its source; and what a line of play is called."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from crownhead.record.openings.opening import openings
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DECK = "the three-move list of the American Checker Federation"


class OpeningName(NamedTuple):
    """Names that sources give to different moves stand here once for each."""

    name: str
    moves: tuple[str, ...]
    source: str

    @property
    def position(self) -> Position:
        """After the defining moves."""
        position = Position.start()
        for move in self.moves:
            position = position.play(position.parse_move(move))
        return position

    @property
    def is_old(self) -> bool:
        """A name that gave way to another."""
        return "as an old name" in self.source

    def __str__(self) -> str:
        return f"{self.name} ({' '.join(self.moves)})"


@cache
def opening_names() -> tuple[OpeningName, ...]:
    """All of them, by name: those of three-move openings and those beyond."""
    text = Path(__file__).with_name("names.tsv").read_text(encoding="ascii")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    beyond = [OpeningName(name, tuple(moves.split()), source) for name, moves, source in rows]
    deck = [OpeningName(o.name, o.moves, f"{DECK}, number {o.number}") for o in openings() if o.name]
    return tuple(sorted([*beyond, *deck], key=lambda known: (known.name.casefold(), known.moves)))


@cache
def _by_position() -> dict[Position, tuple[OpeningName, ...]]:
    found: dict[Position, tuple[OpeningName, ...]] = {}
    for known in sorted(opening_names(), key=lambda known: known.is_old):
        found[known.position] = (*found.get(known.position, ()), known)
    return found


def names_at(position: Position) -> tuple[OpeningName, ...]:
    """What a position is called, by whatever moves it was reached; names that are in use come first."""
    return _by_position().get(position, ())


def name_of(positions: Sequence[Position]) -> OpeningName | None:
    """What a line is called: the name of the last of its positions that has one."""
    return next((names[0] for position in reversed(positions) if (names := names_at(position))), None)


def names_like(text: str) -> list[OpeningName]:
    """Those with a part of the name, or whose first moves these are."""
    wanted = " ".join(text.casefold().replace("'", "").replace("-the-", " the ").split())
    if wanted[:1].isdigit() and "-" in wanted:
        return [known for known in opening_names() if " ".join(known.moves).startswith(wanted)]
    return [known for known in opening_names() if wanted and wanted in _plain(known.name)]


def name_called(text: str) -> OpeningName | None:
    """The opening that is called so; otherwise the shortest name with that part."""
    wanted = _plain(" ".join(text.split()))
    return min(
        names_like(text),
        key=lambda known: (_plain(known.name) != wanted, len(known.name), len(known.moves)),
        default=None,
    )


def _plain(name: str) -> str:
    return name.casefold().replace("'", "")


def by_other_moves(name: OpeningName, played: Iterable[str]) -> bool:
    """Whether a line came to the opening by other moves than its own: a transposition."""
    return tuple(played)[: len(name.moves)] != name.moves
