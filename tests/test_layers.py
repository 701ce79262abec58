"""The house is built floor by floor: a room imports from the floors below it, and no module leads back to itself."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

from tools.architecture import EXTENSION, FRONT_DOORS, HOME, cycles, floors, imports, modules, room_of

NEIGHBOURS = {
    ("picture", "record"),
    ("files", "errors"),
    ("jobs", "errors"),
    ("processes", "errors"),
    ("processes", "jobs"),
    ("rules", EXTENSION),
    ("version", EXTENSION),
    (EXTENSION, "rules"),
}
"""Rooms of one floor of which the first imports the second."""
LISTED = {("crownhead.terminal.web", "crownhead.web.server")}
"""Modules that may import another across: the command starts the server."""

SAME_IDEA = {
    "Book",
    "CorruptBook",
    "Engine",
    "Move",
    "Position",
    "Score",
    "ScoreKind",
    "Statistics",
    "Tablebase",
    "Verified",
}
"""Names of classes of the core that stand for the same on a floor above."""


def test_every_room_stands_on_a_floor() -> None:
    rooms = {room_of(module) for module in modules()} - FRONT_DOORS
    assert rooms <= floors().keys()


def test_imports_go_down() -> None:
    floor = floors()
    wrong = []
    for edge in imports():
        here, there = edge.rooms
        if here in FRONT_DOORS or here == there or (edge.module, edge.target) in LISTED:
            continue
        if there in FRONT_DOORS or not (floor[there] < floor[here] or (here, there) in NEIGHBOURS):
            wrong.append(f"{edge.place} imports {edge.target}")
    assert wrong == []


def test_nothing_is_listed_in_vain() -> None:
    assert {edge.rooms for edge in imports()} >= NEIGHBOURS
    assert {(edge.module, edge.target) for edge in imports()} >= LISTED


def test_no_module_leads_back_to_itself() -> None:
    assert cycles() == []


def test_no_class_name_stands_for_two_ideas() -> None:
    places = defaultdict(list)
    for module, path in modules().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(module)
    twice = {name: where for name, where in places.items() if len(where) > 1}
    assert twice.keys() <= SAME_IDEA, {n: w for n, w in twice.items() if n not in SAME_IDEA}


# -- web -----------------------------------------------------------------------------------------------

WEB_ROOMS: dict[str, set[str]] = {
    "http": set(),
    "storage": set(),
    "live": {"http", "storage"},
    "api": {"http", "storage", "live"},
}
"""What each room of web/ may import besides itself; app.py and server.py put them together, and none knows those."""


def test_rooms_of_the_web_import_only_those_below() -> None:
    wrong = []
    for edge in imports():
        if edge.rooms != ("web", "web"):
            continue
        here, there = (end.removeprefix("crownhead.web.").split(".")[0] for end in edge[:2])
        closed = {*WEB_ROOMS, "app", "server"} - WEB_ROOMS.get(here, set(WEB_ROOMS) | {"app"}) - {here}
        if there in closed:
            wrong.append(f"{edge.place} imports {edge.target}")
    assert wrong == []


# -- core ----------------------------------------------------------------------------------------------

CORE_ROOMS: dict[str, set[str]] = {
    "base": set(),
    "rules": {"base"},
    "pdn": {"base", "rules"},
    "evaluation": {"base", "rules"},
    "book": {"base", "rules"},
    "environment": {"base", "rules"},
    "tablebase": {"base", "rules"},
    "search": {"base", "rules", "evaluation"},
    "proof": {"base", "rules", "evaluation", "search", "tablebase"},
    "training": {"base", "rules", "evaluation", "search"},
}
"""What each room of core/ may include besides its own files. The search sees tablebases as endgame oracles only."""


def sources(folder: str) -> list[Path]:
    found = [path for path in (HOME / folder).rglob("*") if path.suffix in {".hpp", ".cpp"}]
    assert found, f"no C++ in {folder}"
    return sorted(found)


def test_rooms_of_the_core_include_only_those_below() -> None:
    wrong = []
    for path in sources("core"):
        room = path.relative_to(HOME / "core").parts[0]
        for included in re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE):
            if included.split("/")[0] not in CORE_ROOMS[room] | {room}:
                wrong.append(f"{path.relative_to(HOME)} includes {included}")
            elif not (HOME / "core" / included).is_file():
                wrong.append(f"{path.relative_to(HOME)}: name {included} by its room")
    assert wrong == []


def test_the_core_knows_no_python() -> None:
    for path in sources("core"):
        text = path.read_text(encoding="utf-8")
        for word in ("nanobind", "Python.h", "<iostream>", "<cstdio>", "printf(", "getenv", "std::exit"):
            assert word not in text, f"{path.name} has {word}"
