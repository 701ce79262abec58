"""Lines of the Hub protocol: a command, then arguments as name=value, values with blanks in double quotes.

Reading forgives everything, because the line may come from anywhere; writing keeps to what the strictest
reader known to us can take: no quote and no equals sign inside a value, and never an empty value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import starmap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_LINE = 1 << 20
"""Bytes: a game of fifty thousand moves. Whatever is longer is no message."""

_ARGUMENT = re.compile(r'([^\s="]+)(?:\s*=\s*(?:"([^"]*)"?|([^\s"]*)))?')
_UNSAFE = re.compile(r'[\x00-\x1f\x7f"=]+')


@dataclass(frozen=True, slots=True)
class HubMessage:
    """A command and its arguments. One without a value, as in `level infinite`, has an empty one."""

    command: str
    arguments: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.command, *starmap(_argument, self.arguments.items())])


def message(command: str, **arguments: object) -> HubMessage:
    """A message from Python's names: `move_time=2` is written `move-time=2`."""
    return HubMessage(command, {name.replace("_", "-"): str(value) for name, value in arguments.items()})


def parse_line(line: str) -> HubMessage | None:
    """The message of a line, or None where there is none; whatever cannot be read is left out."""
    command, _, rest = line.strip().partition(" ")
    if not command:
        return None
    found = _ARGUMENT.finditer(rest)
    return HubMessage(command, {match[1]: match[2] or match[3] or "" for match in found})


def quoted(value: str) -> str:
    """A value as it may stand in a line, in quotes if it has blanks."""
    safe = _UNSAFE.sub(" ", value).strip()
    return f'"{safe}"' if " " in safe or not safe else safe


def _argument(name: str, value: str) -> str:
    return f"{name}={quoted(value)}" if value else name


def number(text: str | None, least: float, most: float) -> float | None:
    """A number within bounds, however the text is wrong; None if it is none."""
    try:
        value = float(text or "")
    except ValueError:
        return None
    return None if value != value else min(max(value, least), most)
