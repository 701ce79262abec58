"""The parts of the pages that need no page, tested by Node's own test runner."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "web" / "js").glob("*.test.js"))
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="Node.js is not installed")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_with_node(path: Path) -> None:
    assert NODE is not None
    done = subprocess.run([NODE, "--test", path], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
