"""Runs notebooks and keeps in them what their cells show: python tools/notebooks.py NOTEBOOK...

Without Jupyter, and the same every time: a cell's last expression is shown as SVG or HTML if it can be, else as text.
With --check nothing is written, and a notebook that shows something else than what is kept in it fails.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

SEED = 1
"""Chance is the same in every run, so that what is shown is too."""
RICH = {"_repr_svg_": "image/svg+xml", "_repr_html_": "text/html"}


def shown(value: object) -> dict[str, list[str]]:
    """As the file keeps it: every form of a value, by lines."""
    data = {kind: getattr(value, method)() for method, kind in RICH.items() if hasattr(value, method)}
    if not data:
        data["text/plain"] = repr(value)
    else:
        data["text/plain"] = f"<{type(value).__name__}>"
    return {kind: text.splitlines(keepends=True) for kind, text in data.items()}


def run_cell(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """What the cell prints, and what its last expression is."""
    body = ast.parse(source).body
    last = body.pop().value if body and isinstance(body[-1], ast.Expr) else None  # type: ignore[attr-defined]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
        value = eval(compile(ast.Expression(last), "<cell>", "eval"), names) if last else None
    outputs: list[dict[str, Any]] = []
    if text := printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)})
    if value is not None:
        outputs.append({"data": shown(value), "metadata": {}, "output_type": "display_data"})
    return outputs


def run(notebook: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The notebook with what its cells show when they run in their order, in its folder."""
    main = ModuleType("__main__")
    before = sys.modules["__main__"]
    sys.modules["__main__"] = main
    sys.path.insert(0, str(folder))
    random.seed(SEED)
    try:
        with contextlib.chdir(folder):
            cells = [
                {**cell, "outputs": run_cell("".join(cell["source"]), vars(main))}
                if cell["cell_type"] == "code"
                else cell
                for cell in notebook["cells"]
            ]
    finally:
        sys.path.remove(str(folder))
        sys.modules["__main__"] = before
    return {**notebook, "cells": cells}


def main(arguments: list[str]) -> None:
    os.environ.setdefault("CROWNHEAD_BUILD", "never")
    check = "--check" in arguments
    for path in (Path(argument) for argument in arguments if argument != "--check"):
        kept = json.loads(path.read_text(encoding="utf-8"))
        new = run(kept, path.resolve().parent)
        if not check:
            path.write_text(json.dumps(new, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        elif new != kept:
            sys.exit(f"{path}: it shows something else now; python tools/notebooks.py {path} keeps it")


if __name__ == "__main__":
    main(sys.argv[1:])
