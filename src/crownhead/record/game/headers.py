"""The tags of a game: Event, Site, Date and so on."""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping
from typing import TypeVar, overload

from crownhead.errors import PDNError

T = TypeVar("T")

ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
"""The seven tags that every game should have, in their order, with what they say where nothing is known."""
_ROSTER_NAMES = tuple(ROSTER)

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_CONTROL = re.compile(r"\r\n|[\x00-\x1f\x7f]")
_MOST_IN_NAME = 255


class Headers(MutableMapping[str, str]):
    """A mapping from names to values: the seven-tag roster comes first, the others in the order given."""

    __slots__ = ("_values",)

    def __init__(self, values: dict[str, str] | None = None) -> None:
        self._values: dict[str, str] = {}
        for name, value in (values or {}).items():
            self[name] = value

    @classmethod
    def trusted(cls, values: dict[str, str]) -> Headers:
        """Of values known to be tidy: takes the dictionary as it is."""
        headers = cls.__new__(cls)
        headers._values = values
        return headers

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    @overload
    def get(self, name: str, /) -> str | None: ...
    @overload
    def get(self, name: str, /, default: T) -> str | T: ...
    def get(self, name: str, /, default: object = None) -> object:
        return self._values.get(name, default)

    def __setitem__(self, name: str, value: str) -> None:
        """Raises PDNError for a name that no tag can have. White space in a value is made single spaces."""
        if len(name) > _MOST_IN_NAME or not _NAME.fullmatch(name):
            raise PDNError(f"{name[:40]!r} cannot name a tag: a letter, then letters, digits and _")
        self._values[name] = tidy(value)

    def __delitem__(self, name: str) -> None:
        del self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        values = self._values
        yield from (name for name in _ROSTER_NAMES if name in values)
        yield from (name for name in values if name not in ROSTER)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Headers):
            return self._values == other._values
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Headers:
        return Headers.trusted(dict(self._values))

    def __repr__(self) -> str:
        return f"Headers({dict(self)!r})"


def tidy(value: str) -> str:
    """On one line and without control characters: nothing else can stand between quotation marks."""
    return _CONTROL.sub(" ", value)
