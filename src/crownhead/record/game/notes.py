"""What is said about a move: comments, annotations, and the commands within comments, [%clk 0:01:05]."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_COMMAND = re.compile(r"\[%(\w++)\s++([^\[\]]*+)\]")
BOOK = "book"
"""The comment behind a move that an engine knew from its opening book."""
_TIME = re.compile(r"(?:[wWbB])?(?:(\d+):)?(\d{1,3}):(\d{1,2}(?:\.\d+)?)")


@dataclass(slots=True)
class Notes:
    before: list[str] = field(default_factory=list)
    """Comments that stand before the move."""
    comments: list[str] = field(default_factory=list)
    """Comments that follow it."""
    nags: list[int] = field(default_factory=list)
    """Numeric annotation glyphs: 1 is a good move, 2 a mistake, 7 the only move."""
    strength: str = ""
    """Such as ! or ?! or !!."""

    def __bool__(self) -> bool:
        return bool(self.before or self.comments or self.nags or self.strength)


def tidy(comment: str) -> str:
    """As it can be written on wrapped lines and read again: every run of white space is one space."""
    return " ".join(comment.split())


def without_commands(comments: list[str]) -> str:
    return " ".join(filter(None, (tidy(_COMMAND.sub(" ", comment)) for comment in comments)))


def command(comments: list[str], *names: str) -> str | None:
    """The value of the first command of one of these names."""
    for comment in comments:
        for match in _COMMAND.finditer(comment):
            if match[1] in names:
                return match[2].strip()
    return None


def with_command(comments: list[str], name: str, value: str | None) -> list[str]:
    """The comments with this command set, or taken out if the value is None."""
    pattern = re.compile(rf"\[%{name}\s++[^\[\]]*+\]")
    kept = [tidy(pattern.sub("", comment)) for comment in comments]
    kept = [comment for comment in kept if comment]
    if value is None:
        return kept
    return [f"[%{name} {value}]", *kept]


def seconds(value: str | None) -> float | None:
    """Of h:mm:ss or m:ss, or None where it says nothing of the kind."""
    match = _TIME.match(value or "")
    if not match:
        return None
    hours, minutes, rest = match.groups()
    return int(hours or 0) * 3600 + int(minutes) * 60 + float(rest)


def clock_text(time: float) -> str:
    """h:mm:ss, with a fraction to the millisecond if there is one."""
    if time < 0:
        raise ValueError(f"a clock cannot show {time} seconds")
    thousandths = round(time * 1000)
    minutes, thousandths = divmod(thousandths, 60_000)
    text = f"{minutes // 60}:{minutes % 60:02}:{thousandths // 1000:02}"
    return f"{text}.{thousandths % 1000:03}".rstrip("0") if thousandths % 1000 else text
