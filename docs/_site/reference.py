"""The reference: under a heading that is a public name, its signature and docstring as the code has them.

A page of docs/api/ has a heading such as `pdn.read` for each name, as one writes it after `crownhead.`, and an example.
"""

from __future__ import annotations

import importlib
import inspect
import re
from types import ModuleType

_core = "crownhead._core"
TEXTBOOK = "crownhead.rules.textbook"
"""A module without a page of its names: all of them are shown in one place."""
ENTRY = re.compile(r"([\w./]+) {2,}(\S.*)")
NAME = re.compile(r"^## `([\w.]+)`\n", re.MULTILINE)


def names(text: str) -> list[str]:
    """Those that a page is about."""
    return NAME.findall(text)


def found(name: str) -> object:
    """The object of a public name: `pdn.read` is `crownhead.pdn.read`."""
    *path, last = name.split(".")
    home: object = importlib.import_module("crownhead")
    for i, part in enumerate(path, 1):
        try:
            home = importlib.import_module(".".join(["crownhead", *path[:i]]))
        except ModuleNotFoundError:
            home = getattr(home, part)
    return getattr(home, last)


def directive(name: str) -> str:
    """How Sphinx is asked for it."""
    thing = found(name)
    if isinstance(thing, ModuleType):
        members = "\n   :members:" if thing.__name__ == TEXTBOOK else ""
        return f".. automodule:: {thing.__name__}{members}"
    if isinstance(thing, type):
        kind = "autoexception" if issubclass(thing, BaseException) else "autoclass"
        options = ["members:", "undoc-members:", *(["show-inheritance:"] if kind == "autoexception" else [])]
        if _core in {base.__module__ for base in thing.__bases__}:
            options.append("inherited-members: object")
        return "\n".join([f".. {kind}:: crownhead.{name}", *(f"   :{option}" for option in options)])
    if inspect.isroutine(thing):
        return f".. autofunction:: crownhead.{name}"
    return f".. py:data:: crownhead.{name}\n   :value: {thing!r}"


def with_lists(lines: list[str]) -> list[str]:
    """A docstring whose lines `word     what it means` are a list for Sphinx; a longer meaning goes on below."""
    if lines and lines[0].startswith("Alias for field number"):  # what Python says of a named tuple's field
        return []
    made: list[str] = []
    for line in lines:
        if entry := ENTRY.fullmatch(line):
            if made and made[-1].strip() and not made[-1].startswith(("- ", "  ")):
                made.append("")
            made.append(f"- ``{entry[1]}``: {entry[2]}")
        elif made and made[-1].startswith(("- ``", "  ")) and line.startswith("    "):
            made.append(f"  {line.strip()}")
        else:
            if made and made[-1].startswith("- ``") and line.strip():
                made.append("")
            made.append(line)
    return made


def with_docstrings(text: str) -> str:
    """A class comes after its example, because its members are many; everything else before it."""
    beginning, *parts = NAME.split(text)
    sections = [beginning]
    for name, example in zip(parts[::2], parts[1::2], strict=True):
        described = f"\n```{{eval-rst}}\n{directive(name)}\n```\n\n"
        order = (example, described) if isinstance(found(name), type) else (described, example)
        sections += [f"## `{name}`\n", *order]
    return "".join(sections)


def without_self(signature: str | None) -> str | None:
    """The core's methods name `self`, and nobody writes it."""
    return signature and re.sub(r"^\(self(, )?", "(", signature)
