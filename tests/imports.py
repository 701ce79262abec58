"""The imports of the package as a graph: every module, and what it names in any import, lazy and for types as well."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1] / "src" / "crownhead"


class Import(NamedTuple):
    module: str
    """Who imports, as crownhead.rules.move."""
    target: str
    place: str
    """File and line."""

    @property
    def rooms(self) -> tuple[str, str]:
        return room_of(self.module), room_of(self.target)


def room_of(module: str) -> str:
    """The part of the house that a module belongs to: rules, or errors; __init__ is the package itself."""
    return [*module.split("."), "__init__"][1]


@cache
def modules() -> dict[str, Path]:
    """Their files by their names; of the extension the file that says its types."""
    found = {}
    for path in sorted([*ROOT.rglob("*.py"), *ROOT.rglob("*.pyi")]):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imports() -> tuple[Import, ...]:
    return tuple(edge for module, path in modules().items() for edge in _imports_of(module, path))


def _imports_of(module: str, path: Path) -> Iterator[Import]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: import by the full name"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            target = name if name in modules() else name.rpartition(".")[0]
            if target in modules() and target != module:
                yield Import(module, target, f"{path.relative_to(ROOT)}:{node.lineno}")


def cycles() -> list[list[str]]:
    """Every group of modules that lead to each other."""
    after: dict[str, set[str]] = {module: set() for module in modules()}
    for module, target, _ in imports():
        if (
            module == "crownhead._core"
        ):  # which imports nothing: the rules hand it the classes that its types name
            continue
        loaded = {target, *_packages_of(target)} - set(_packages_of(module))
        after[module] |= (loaded | {target}) - {module}
    reached = {module: _reached(module, after) for module in after}
    groups = {frozenset(m for m in reached[one] if one in reached[m]) for one in after if one in reached[one]}
    return sorted(map(sorted, groups))


def _packages_of(module: str) -> list[str]:
    """Those that are loaded before it; the whole package, which is loaded before all, is left out."""
    parts = module.split(".")
    return [".".join(parts[:i]) for i in range(2, len(parts))]


def _reached(module: str, after: dict[str, set[str]]) -> set[str]:
    """By one step or more."""
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        new = after[waiting.pop()] - reached
        reached |= new
        waiting += new
    return reached
