"""What to look for in a collection of games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from crownhead.record.openings.opening import openings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crownhead._core import Signature
    from crownhead.record.game.headers import Headers
    from crownhead.record.pdn.signatures import Trace
    from crownhead.rules.material import Material
    from crownhead.rules.position import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Games fit that have all that is asked for. Names may be any part of a tag, in small or capital letters."""

    player: str = ""
    """Of either colour."""
    black: str = ""
    white: str = ""
    event: str = ""
    site: str = ""
    date: str = ""
    """The beginning of a date, 1855 or 1855.03, or a range, 1855..1870."""
    result: str = ""
    opening: str = ""
    """The number of a three-move opening, a part of its name, or its first moves."""
    position: Position | None = None
    material: Material | None = None
    reversed: bool = False
    """The position or the material with the colours exchanged will do as well."""
    variations: bool = False
    """The position or the material may stand in a variation."""

    @property
    def needs_moves(self) -> bool:
        return bool(self.opening) or self.position is not None or self.material is not None

    @property
    def openings(self) -> frozenset[int]:
        """Numbers, of which a game must have one. Raises ValueError if there is no such opening."""
        return openings_named(self.opening) if self.opening else frozenset()

    @property
    def keys(self) -> frozenset[int]:
        if self.position is None:
            return frozenset()
        positions = [self.position, self.position.flipped()][: 1 + self.reversed]
        return frozenset(position.key for position in positions)

    @property
    def materials(self) -> frozenset[int]:
        if self.material is None:
            return frozenset()
        materials = [self.material, self.material.flipped][: 1 + self.reversed]
        return frozenset(material.code for material in materials)

    # -- whether a game fits -----------------------------------------------------------------------

    def fits_names(self, headers: Headers) -> bool:
        def has(wanted: str, *names: str) -> bool:
            return not wanted or any(wanted.casefold() in headers.get(name, "").casefold() for name in names)

        return (
            has(self.player, "Black", "White")
            and has(self.black, "Black")
            and has(self.white, "White")
            and has(self.event, "Event")
            and has(self.site, "Site")
            and (not self.date or date_fits(self.date, headers.get("Date", "")))
        )

    def fits_result(self, headers: Headers) -> bool:
        return not self.result or (headers.get("Result") or "*") == self.result

    def fits_moves(self, trace: Trace) -> bool:
        signatures = trace.main + trace.variations if self.variations else trace.main
        return (
            (not self.opening or opening_number(trace.main) in self.openings)
            and (self.position is None or not self.keys.isdisjoint(key for key, _ in signatures))
            and (self.material is None or not self.materials.isdisjoint(code for _, code in signatures))
        )


def date_fits(wanted: str, date: str) -> bool:
    wanted, date = dotted(wanted), dotted(date)
    first, dots, last = wanted.partition("..")
    if not dots:
        return date.startswith(wanted)
    known = date.replace("?", "").rstrip(".")
    return bool(known) and known[: len(first)] >= first and (not last or known[: len(last)] <= last)


def dotted(date: str) -> str:
    """The standard writes 1855.03.01; others 1855-03-01 or 1855/03/01."""
    return date.replace("-", ".").replace("/", ".")


_NUMBERS: dict[int, int] = {}
"""Of openings, by the key of their position."""
_OPENING_POSITIONS = 4


def opening_number(signatures: Iterable[Signature]) -> int:
    """The three-move opening of a game, 0 if it has none."""
    if not _NUMBERS:
        _NUMBERS.update({opening.position.key: opening.number for opening in openings()})
    for _, (key, _) in zip(range(_OPENING_POSITIONS), signatures, strict=False):
        if key in _NUMBERS:
            return _NUMBERS[key]
    return 0


@lru_cache
def openings_named(text: str) -> frozenset[int]:
    """By number, by a part of the name, or by the first moves. Raises ValueError if there is none."""
    wanted = text.casefold().strip()
    if wanted.isdigit():
        found = {opening.number for opening in openings() if opening.number == int(wanted)}
    elif "-" in wanted and wanted[0].isdigit():
        found = {opening.number for opening in openings() if " ".join(opening.moves).startswith(wanted)}
    else:
        found = {opening.number for opening in openings() if wanted in opening.name.casefold()}
    if not found or not wanted:
        raise ValueError(
            f"there is no opening {text!r}: give a number from 1 to 174, a name, or its first moves"
        )
    return frozenset(found)
