"""The parameters that a Hub engine tells of and can be given."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from crownhead.engine.levels import FULL_STRENGTH
from crownhead.protocol.hub.messages import HubMessage, message, number

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class HubSettings:
    """What an engine is made from, and whether its times are processor time. The highest level is full strength."""

    threads: int = 1
    hash: int = 64
    level: int = FULL_STRENGTH
    tablebase: bool = True
    book: bool = False
    cpu: bool = False

    def changed(self, name: str, value: str) -> HubSettings | None:
        """With one parameter set, moved into its bounds; None for a name or value that means nothing here."""
        if name in _SWITCHES:
            switch: dict[str, Any] = {name: value == "true"}
            return replace(self, **switch) if value in ("true", "false") else None
        if name not in _BOUNDS:
            return None
        given = number(value, *_BOUNDS[name])
        change: dict[str, Any] = {} if given is None else {name: int(given)}
        return replace(self, **change) if change else None

    def announced(self) -> Iterator[HubMessage]:
        """The `param` lines."""
        variants = {"values": "english american"}
        yield message("param", name="variant", value="english", type="enum", **variants)
        for entry in fields(self):
            value = getattr(self, entry.name)
            if entry.name in _BOUNDS:
                least, most = _BOUNDS[entry.name]
                yield message("param", name=entry.name, value=value, type="int", min=least, max=most)
            else:
                yield message("param", name=entry.name, value=str(value).lower(), type="bool")


_SWITCHES = ("tablebase", "book", "cpu")
_BOUNDS = {"threads": (1, 256), "hash": (1, 1 << 20), "level": (1, FULL_STRENGTH)}
