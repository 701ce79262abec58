"""What `import crownhead` offers, and what it costs nothing to offer."""

from __future__ import annotations

import subprocess
import sys
import types

import crownhead as ch


def test_all_is_what_is_exported() -> None:
    public = {
        name
        for name, value in vars(ch).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    assert public <= set(ch.__all__)
    for name in ch.__all__:
        assert getattr(ch, name) is not None
    assert set(ch.__all__) <= set(dir(ch))
    assert len(set(ch.__all__)) == len(ch.__all__)


def test_red_is_white() -> None:
    assert ch.RED is ch.WHITE


def test_import_loads_nothing_heavy() -> None:
    heavy = [
        "click",
        "rich",
        "starlette",
        "uvicorn",
        "websockets",
        "msgspec",
        "sqlite3",
        "asyncio",
        "inspect",
    ]
    script = f"import sys, crownhead; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
