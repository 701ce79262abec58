"""The stub of the extension says what the extension has: names, parameters, defaults."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from crownhead import _core

STUB = Path(_core.__file__).parent / "_core.pyi"
if not STUB.exists():  # installed for development: the extension lies apart from the sources
    STUB = Path(__file__).parents[1] / "src" / "crownhead" / "_core.pyi"
LEFT_TO_PYTHON = {"__init__", "__eq__", "__hash__", "__doc__", "__module__", "__nb_signature__"}


def in_stub() -> Iterator[tuple[str, str]]:
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            for number, member in enumerate(m for m in node.body if not isinstance(m, ast.Expr)):
                if isinstance(member, ast.FunctionDef) and member.name not in LEFT_TO_PYTHON:
                    yield f"{node.name}.{member.name}", _parameters_of_stub(member)
                elif isinstance(member, ast.AnnAssign):
                    yield f"{node.name}.{ast.unparse(member.target)}", f"field {number}"
                elif isinstance(member, ast.Assign):
                    yield (
                        f"{node.name}.{ast.unparse(member.targets[0])}",
                        f"value {ast.unparse(member.value)}",
                    )
        elif isinstance(node, ast.AnnAssign):
            yield ast.unparse(node.target), ast.unparse(node.annotation)
        elif isinstance(node, ast.FunctionDef):
            yield node.name, _parameters_of_stub(node)


def in_extension() -> Iterator[tuple[str, str]]:
    for name, value in vars(_core).items():
        if isinstance(value, type) and issubclass(value, Enum):
            for each in value:
                yield f"{name}.{each.name}", f"value {each.value}"
        elif isinstance(value, type) and issubclass(value, tuple):
            for number, field in enumerate(value._fields):  # type: ignore[attr-defined]
                yield f"{name}.{field}", f"field {number}"
        elif isinstance(value, type):
            for member, inner in vars(value).items():
                if not member.startswith("__"):
                    yield f"{name}.{member}", _parameters_at_runtime(inner)
        elif isinstance(value, tuple | str) and not name.startswith("_"):
            yield name, type(value).__name__
        elif not name.startswith("_"):
            yield name, _parameters_at_runtime(value)


def _parameters_of_stub(function: ast.FunctionDef) -> str:
    names = [argument.arg for argument in function.args.args]
    without = len(names) - len(function.args.defaults)
    if any(isinstance(d, ast.Name) and d.id == "property" for d in function.decorator_list):
        return "property"
    return ", ".join(name + ("=" if i >= without else "") for i, name in enumerate(names))


def _parameters_at_runtime(value: object) -> str:
    if isinstance(value, property):
        return "property"
    signature = str(value.__nb_signature__[0][0])  # type: ignore[attr-defined]
    inside = signature[signature.index("(") + 1 : signature.rindex(") ->")]
    inside = re.sub(r"\[[^\[\]]*\]", "", re.sub(r"\[[^\[\]]*\]", "", inside))
    parts = [part.strip() for part in inside.split(",") if part.strip()]
    return ", ".join(part.split(":")[0].strip() + ("=" if "=" in part else "") for part in parts)


def test_stub_and_extension_agree() -> None:
    assert dict(in_stub()) == dict(in_extension())
