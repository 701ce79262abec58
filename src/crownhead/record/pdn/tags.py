"""Reading the tags at the head of a game: [Event "World Title Match"]."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crownhead.record.game.headers import tidy

if TYPE_CHECKING:
    from crownhead.record.pdn.report import ProblemReport

_TAG = rb'\[([A-Z][A-Za-z0-9_]*)[ \t]+"([^"\\\x00-\x1f\x7f]*)"\]\s*'
_BLOCK = re.compile(rb"\s*(?:" + _TAG.replace(b"(", b"(?:") + rb")*")
"""Tags as nearly everybody writes them, all at once."""
_EACH = re.compile(_TAG.decode())

_SKIPPED = re.compile(rb"(?:\s++|[%;][^\r\n]*+|(?P<escape>\\[rn]))*+")
NAMELESS = "Tag_"
"""Stands before the name of a tag that does not begin with a letter."""
ESCAPED_BREAK = "a line break is written out, as a backslash and a letter"
_COMMENT_BEFORE_TAG = re.compile(rb"\{([^}]*)\}(?=(?:\s++|[%;][^\r\n]*+|\\[rn])*+\[)")

_NAME = rb"([A-Za-z0-9_]++)"
_FORMS = (
    (re.compile(rb"\[\s*+" + _NAME + rb'\s*+"((?:[^"\\\r\n]|\\.)*+)"\s*+\]'), ""),
    (
        re.compile(rb"\[[ \t]*+" + _NAME + rb"[ \t]*+[\"']?+(?P<loose>[^\r\n\[\]\"]*+\"?+[ \t]*+)\]"),
        "the value is not between quotation marks",
    ),
    (
        re.compile(rb"\[[ \t]*+" + _NAME + rb'[ \t]*+"([^\r\n]*?)"[ \t]*+\][ \t]*+(?=[\r\n]|\Z)'),
        "quotation marks within the value are not escaped",
    ),
    (
        re.compile(rb"\[\s*+" + _NAME + rb'\s*+"((?:[^"\\\[]|\\.)*+)"\s*+\]', re.DOTALL),
        "the value goes over several lines",
    ),
    (
        re.compile(rb"\[[ \t]*+" + _NAME + rb'[ \t]*+"(?P<loose>[^\r\n\]]*+)\]?+[ \t]*+(?=[\r\n]|\Z)'),
        "the tag is not closed",
    ),
)
"""Tried in this order. Linear in the length of the file: no form gives back what it has taken, and where the third,
which looks to the end of the line for its end, does not fit, no other tag of that line is read."""
_NEEDS_CARE = (b"[", b"{", b"%", b";")
_LINE = re.compile(rb"[^\r\n]*")
_ESCAPE = re.compile(r'\\(["\\])')


def read_plain_tags(text: bytes) -> dict[str, str] | None:
    """The tags of a game that writes them as nearly everybody does; None where more care is needed."""
    offset = _end_of(_BLOCK, text, 0)
    if not text[:offset].isascii() or text[offset : offset + 1] in _NEEDS_CARE:
        return None
    found = _EACH.findall(text[:offset].decode())
    tags = dict(found)
    return tags if len(tags) == len(found) else None


def read_tags(report: ProblemReport) -> tuple[dict[str, str], list[str], int]:
    """The tags, the comments before them, and where the rest begins."""
    text = report.text
    offset = _end_of(_BLOCK, text, 0)
    found = _EACH.findall(text[:offset].decode())
    tags = dict(found)
    comments: list[str] = []
    if len(tags) < len(found):
        tags = _without_repeats(found, report)
    while True:
        offset = _end_of_skipped(offset, report)
        if text[offset : offset + 1] == b"[":
            offset = _read_odd_tag(tags, offset, report)
        elif comment := _COMMENT_BEFORE_TAG.match(text, offset):
            report.forgiven(offset, "a comment stands before a tag")
            comments.append(comment[1].decode())
            offset = comment.end()
        else:
            return tags, comments, offset


def _end_of(pattern: re.Pattern[bytes], text: bytes, offset: int) -> int:
    match = pattern.match(text, offset)
    assert match is not None
    return match.end()


def _end_of_skipped(offset: int, report: ProblemReport) -> int:
    match = _SKIPPED.match(report.text, offset)
    assert match is not None
    if match["escape"]:
        report.forgiven(match.start("escape"), ESCAPED_BREAK)
    return match.end()


def _without_repeats(found: list[tuple[str, str]], report: ProblemReport) -> dict[str, str]:
    tags: dict[str, str] = {}
    for name, value in found:
        _add(tags, name, value, 0, report)
    return tags


def _add(tags: dict[str, str], name: str, value: str, offset: int, report: ProblemReport) -> None:
    if name not in tags:
        tags[name] = value
    elif tags[name] != value:
        report.forgiven(
            offset, f"the tag {name} is given twice: {tags[name][:40]!r} is kept, {value[:40]!r} is not"
        )


def _read_odd_tag(tags: dict[str, str], offset: int, report: ProblemReport) -> int:
    for form, oddity in _FORMS:
        if match := form.match(report.text, offset):
            name, value = (part.decode() for part in match.groups())
            if oddity:
                report.forgiven(offset, f"in the tag {name[:40]}, {oddity}")
            if "loose" in form.groupindex:
                value = _without_loose_end(value)
            value = tidy(_ESCAPE.sub(r"\1", value))
            _add(tags, _good_name(name, offset, report), value, offset, report)
            return match.end()
    end = max(_end_of(_LINE, report.text, offset), offset + 1)
    shown = report.text[offset : min(end, offset + 40)].decode(errors="replace")
    report.damage(offset, f'{shown!r} is no tag: expected a name and a value, as in [Event "Final"]')
    return end


def _without_loose_end(value: str) -> str:
    value = value.rstrip(" \t")
    return value[:-1] if value.endswith(('"', "'")) else value


def _good_name(name: str, offset: int, report: ProblemReport) -> str:
    if "A" <= name[0] <= "Z":
        return name
    if name[0].isalpha():
        report.forgiven(offset, f"the tag {name[:40]} does not begin with a capital letter")
        return name
    report.forgiven(offset, f"the tag {name[:40]} does not begin with a letter")
    return f"{NAMELESS}{name}"


def escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
