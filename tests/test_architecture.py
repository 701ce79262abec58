"""docs/architecture.md: its picture is drawn from the imports of today, and all that it names exists."""

from __future__ import annotations

import ast
import re

import pytest

from tools.architecture import HOME, PICTURE, drawing, modules

TEXT = (HOME / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([^`\s]+)`", TEXT)))
FILES = [name for name in NAMED if "/" in name or name.endswith(".py")]


def test_the_picture_is_up_to_date() -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawing(), "run python tools/architecture.py"


@pytest.mark.parametrize("path", FILES)
def test_every_file_named_exists(path: str) -> None:
    places = [HOME / path, HOME / "src" / "crownhead" / path]
    assert any(place.exists() for place in places)


@pytest.mark.parametrize("name", [name for name in NAMED if "." in name and name not in FILES])
def test_every_function_named_exists(name: str) -> None:
    assert exists(f"crownhead.{name}")


def exists(name: str) -> bool:
    module = name
    while module not in modules():
        module = module.rpartition(".")[0]
        if not module:
            return False
    body: list[ast.stmt] = ast.parse(modules()[module].read_text(encoding="utf-8")).body
    for part in filter(None, name.removeprefix(module).split(".")):
        found = [node for node in body if _defines(node, part)]
        if not found:
            return False
        body = getattr(found[0], "body", [])
    return True


def _defines(node: ast.stmt, name: str) -> bool:
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(target, ast.Name) and target.id == name for target in targets)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name == name


@pytest.mark.parametrize("name", ["crownhead.rules.position.Position.parse", "crownhead.nothing.at_all"])
def test_a_name_that_is_not_there_is_noticed(name: str) -> None:
    assert not exists(name)
