"""The house is built floor by floor: a module imports from its own floor and those below, never from above."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import crownhead

ROOT = Path(crownhead.__file__).parent
FLOORS = {
    "errors": 0,
    "files": 0,
    "processes": 0,
    "cluster": 0,
    "_core": 0,
    "rules": 1,
    "record": 2,
    "picture": 2,
    "tablebase": 3,
    "book": 3,
    "engine": 4,
    "play": 5,
    "study": 6,
    "match": 6,
    "training": 6,
    "prove": 6,
    "protocol": 6,
    "environment": 6,
    "__init__": 7,
    "terminal": 8,
    "web": 8,
    "__main__": 9,
}


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(ROOT.rglob("*.py")):
        yield path.relative_to(ROOT).parts[0].removesuffix(".py"), path


def imported_rooms(path: Path) -> Iterator[tuple[str, int]]:
    """The part of crownhead that each import names, with its line; inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: import by the full name"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name.split(".")[0] == "crownhead":
                yield [*name.split("."), "__init__"][1], node.lineno


def test_every_module_stands_on_a_floor() -> None:
    assert {room for room, _ in modules()} <= FLOORS.keys()


def test_no_import_goes_up() -> None:
    upward = [
        f"{path.relative_to(ROOT)}:{line} imports {target}"
        for room, path in modules()
        for target, line in imported_rooms(path)
        if FLOORS.get(target, 7) > FLOORS[room]
    ]
    assert upward == []


REPOSITORY = Path(__file__).parents[1]
CORE_ROOMS: dict[str, set[str]] = {
    "base": set(),
    "rules": {"base"},
    "pdn": {"base", "rules"},
    "evaluation": {"base", "rules"},
    "book": {"base", "rules"},
    "tablebase": {"base", "rules"},
    "search": {"base", "rules", "evaluation"},
}
"""What each room of core/ may include besides its own files. The search sees tablebases as endgame oracles only."""


def sources(folder: str) -> list[Path]:
    found = [path for path in (REPOSITORY / folder).rglob("*") if path.suffix in {".hpp", ".cpp"}]
    assert found, f"no C++ in {folder}"
    return sorted(found)


def test_rooms_of_the_core_include_only_those_below() -> None:
    wrong = []
    for path in sources("core"):
        room = path.relative_to(REPOSITORY / "core").parts[0]
        for included in re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE):
            if included.split("/")[0] not in CORE_ROOMS[room] | {room}:
                wrong.append(f"{path.relative_to(REPOSITORY)} includes {included}")
            elif not (REPOSITORY / "core" / included).is_file():
                wrong.append(f"{path.relative_to(REPOSITORY)}: name {included} by its room")
    assert wrong == []


def test_the_core_knows_no_python() -> None:
    for path in sources("core"):
        text = path.read_text(encoding="utf-8")
        for word in ("nanobind", "Python.h", "<iostream>", "<cstdio>", "printf(", "getenv", "std::exit"):
            assert word not in text, f"{path.name} has {word}"
