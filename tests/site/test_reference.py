"""The reference has every public name, each with a docstring of its own and an example that comes out as printed."""

from __future__ import annotations

import doctest
import enum
import importlib
import inspect
import re
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from crownhead.tablebase.build import Plan
from docs._site import reference

PAGES = sorted((Path(__file__).parents[2] / "docs" / "api").glob("*.md"))
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
MODULES = {
    "": "crownhead",
    "book.": "crownhead.book",
    "engine.": "crownhead.engine",
    "environment.": "crownhead.environment",
    "pdn.": "crownhead.record.pdn",
    "play.": "crownhead.play",
    "proofs.": "crownhead.proofs",
    "rules.search_tree.": "crownhead.rules.search_tree",
    "study.": "crownhead.study",
    "study.lessons.": "crownhead.study.lessons",
    "study.openings.": "crownhead.study.openings",
    "svg.": "crownhead.picture.svg",
    "tablebase.": "crownhead.tablebase",
    "widget.": "crownhead.widget",
}
"""What a user may import from, and what stands before its names."""


@cache
def public() -> dict[str, object]:
    """By the shortest name of each: `Engine`, not `engine.Engine`."""
    names: dict[str, object] = {"rules.textbook": importlib.import_module("crownhead.rules.textbook")}
    for prefix, home in MODULES.items():
        module = importlib.import_module(home)
        top = {name.rpartition(".")[2] for name in names if "." not in name}
        names |= {prefix + name: getattr(module, name) for name in module.__all__ if name not in top}
    return names


def sections(page: Path) -> dict[str, str]:
    """The text below each name's heading."""
    _, *parts = reference.NAME.split(page.read_text(encoding="utf-8"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_every_public_name_has_its_place_and_no_other_has() -> None:
    documented = [name for page in PAGES for name in sections(page)]
    assert sorted(documented) == sorted(public())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_name_is_used_in_its_example(page: Path) -> None:
    for name, text in sections(page).items():
        code = "\n".join(BLOCK.findall(text))
        wanted = name.rpartition(".")[2]
        thing = public()[name]
        assert ">>> " in code, name
        if isinstance(thing, ModuleType) or wanted in {"Info", "Games"}:
            wanted = wanted.lower()
        assert re.search(rf"\b{wanted}\b", code), f"the example of {name} does not use it"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a user has after the first start: the databases of 2 to 4 pieces."""
    folder = tmp_path_factory.mktemp("data")
    for _ in Plan(folder / "tablebases", 4, 4).run():
        pass
    return folder


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples(page: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROWNHEAD_DATA", str(data))
    text = "\n".join(BLOCK.findall(page.read_text(encoding="utf-8")))
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    report: list[str] = []
    runner.run(examples, out=report.append)
    assert not runner.failures, "".join(report)


@pytest.mark.parametrize("name", [name for name, thing in public().items() if callable(thing)])
def test_every_name_says_what_it_is(name: str) -> None:
    """In a docstring that is its own, not one that a base class or a decorator has made."""
    thing = public()[name]
    said = (vars(thing).get("__doc__") if isinstance(thing, type) else inspect.getdoc(thing)) or ""
    made = f"{getattr(thing, '__name__', '')}("
    assert said.strip(), f"{name} has no docstring"
    assert not said.startswith(made), f"the docstring of {name} is only its signature"
    if isinstance(thing, enum.EnumMeta):
        assert not said.startswith(("Create a collection", "Enum where")), (
            f"{name} has no docstring of its own"
        )


@pytest.mark.parametrize("name", [name for name, thing in public().items() if isinstance(thing, type)])
def test_every_method_says_what_it_does(name: str) -> None:
    thing = public()[name]
    methods = (property, classmethod, staticmethod, FunctionType)
    members = {
        key: value for key, value in vars(thing).items() if isinstance(value, methods) and key[0] != "_"
    }
    silent = [key for key, value in members.items() if not (getattr(value, "__doc__", "") or "").strip()]
    assert silent == []
