"""The imports of the package as a graph, and the picture of the house that is drawn from it.

    python tools/architecture.py

writes docs/images/architecture.svg. The floors are those of the table in CONTRIBUTING.md; every import of every module
counts, those inside functions and those for types as well.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

HOME = Path(__file__).parents[1]
ROOT = HOME / "src" / "crownhead"
PICTURE = HOME / "docs" / "images" / "architecture.svg"
FRONT_DOORS = {"__init__", "__main__"}
"""They open all rooms, and no room knows them."""
EXTENSION = "_core"
"""Stands with the rules, which hand it the classes that it makes: its types name them."""


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


# -- the picture ---------------------------------------------------------------------------------------

WIDTH, FLOOR_HEIGHT, BOX_HEIGHT = 960, 86, 34
LEFT = 60


def floors() -> dict[str, int]:
    """Of each room, as the table in CONTRIBUTING.md has them; the extension stands with the rules."""
    text = (HOME / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \| ([^|]+) \|", text, re.MULTILINE)
    table = {room: int(floor) for floor, rooms in rows for room in re.findall(r"`(\w+)(?:/|\.py)`", rooms)}
    return {**table, EXTENSION: table["rules"]}


def room_edges() -> dict[str, set[str]]:
    """What each room imports directly, itself and the front doors left out."""
    edges: dict[str, set[str]] = {room_of(module): set() for module in modules()}
    for edge in imports():
        here, there = edge.rooms
        if here != there:
            edges[here].add(there)
    return {room: targets for room, targets in edges.items() if room not in FRONT_DOORS}


def essential(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    """Without those that others imply: a room that reaches another through a third has no line to it."""
    down = {
        room: {t for t in targets if (room, t) != (EXTENSION, "rules")} for room, targets in edges.items()
    }
    reached = {room: _reached(room, down) for room in down}
    return {
        room: {t for t in targets if not any(t in reached[other] for other in targets - {t})}
        for room, targets in down.items()
    }


def drawing() -> str:
    places = _places()
    top = max(floors().values())
    height = (top + 1) * FLOOR_HEIGHT + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        'font-size="14">',
        "<title>The rooms of crownhead, floor by floor, and what imports what</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for floor in range(top + 1):
        y = _y(floor)
        shade = "#f4f1ea" if floor % 2 else "#fbfaf7"
        parts.append(f'<rect y="{y - 26}" width="{WIDTH}" height="{FLOOR_HEIGHT}" fill="{shade}"/>')
        parts.append(f'<text x="20" y="{y + 22}" fill="#8a8375" font-size="20">{floor}</text>')
    for room, targets in sorted(essential(room_edges()).items()):
        parts.extend(_line(places[room], places[target]) for target in sorted(targets))
    for room, (x, y, width) in sorted(places.items()):
        parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{BOX_HEIGHT}" rx="5" fill="#ffffff" stroke="#5b5648"/>'
        )
        parts.append(
            f'<text x="{x + width / 2:g}" y="{y + 22}" text-anchor="middle" fill="#22201b">{room}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _places() -> dict[str, tuple[int, int, int]]:
    """Left, top and width of the box of each room that there is."""
    rooms = {room_of(module) for module in modules()} - FRONT_DOORS
    found = {}
    for floor in set(floors().values()):
        here = [room for room, number in floors().items() if number == floor and room in rooms]
        widths = [24 + 9 * len(room) for room in here]
        space = (WIDTH - LEFT - sum(widths)) // (len(here) + 1)
        x = LEFT
        for room, width in zip(here, widths, strict=True):
            x += space
            found[room] = (x, _y(floor), width)
            x += width
    return found


def _y(floor: int) -> int:
    return 26 + (max(floors().values()) - floor) * FLOOR_HEIGHT


def _line(above: tuple[int, int, int], below: tuple[int, int, int]) -> str:
    (x1, y1, w1), (x2, y2, w2) = above, below
    style = 'fill="none" stroke="#8a8375" stroke-width="1.3"'
    begin, end, bottom = x1 + w1 // 2, x2 + w2 // 2, y1 + BOX_HEIGHT
    if y1 == y2:  # neighbours
        return (
            f'<path d="M{begin} {bottom}C{begin} {bottom + 24} {end} {bottom + 24} {end} {bottom}" {style}/>'
        )
    middle = (bottom + y2) // 2
    return f'<path d="M{begin} {bottom}C{begin} {middle} {end} {middle} {end} {y2}" {style}/>'


if __name__ == "__main__":
    PICTURE.write_text(drawing(), encoding="utf-8")
