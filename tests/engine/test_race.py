"""The threads of a search under the thread sanitizer, compiled for the purpose."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "core"
SOURCES = ["background", "search", "worker", "table", "evaluation"]


@pytest.mark.deep
def test_no_data_race(tmp_path: Path) -> None:
    compiler = shutil.which("g++")
    if compiler is None or not CORE.is_dir():
        pytest.skip("needs g++ and the sources of the core")
    program = tmp_path / "race"
    flags = ["-std=c++20", "-O1", "-g", "-fsanitize=thread", f"-I{CORE}", "-pthread"]
    files = [str(Path(__file__).with_name("race.cpp")), *(str(CORE / f"{name}.cpp") for name in SOURCES)]
    subprocess.run([compiler, *flags, "-o", str(program), *files], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert (done.returncode, done.stdout) == (0, "done\n")
