"""A run under CROWNHEAD_NO_SKIPS cannot pass by skipping: tried with small runs of pytest of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from skips import ALLOWED, read_allowed

TESTS = Path(__file__).parent
REGISTER = f"""
import sys
sys.path.insert(0, {str(TESTS)!r})
from skips import Allowed, NoSkips

def pytest_configure(config):
    here, elsewhere = (sys.platform,), ("plan9",)
    config.pluginmanager.register(NoSkips([Allowed("right here", here, ""), Allowed("right there", elsewhere, "")]))
"""


def run(folder: Path, test: str, plugin: bool = True, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_text(REGISTER if plugin else "")
    (folder / "test_it.py").write_text(f"import pytest\n{test}\n")
    (folder / "pytest.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # they take seconds to load
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


SKIPPED = {
    "in the test": "def test(): pytest.skip('no tool')",
    "by a mark": "@pytest.mark.skip(reason='no tool')\ndef test(): pass",
    "by a condition": "@pytest.mark.skipif(True, reason='no tool')\ndef test(): pass",
    "in a fixture": "@pytest.fixture\ndef tool(): pytest.skip('no tool')\ndef test(tool): pass",
    "the whole module": "pytest.skip('no tool', allow_module_level=True)",
    "for want of a module": "pytest.importorskip('no_such_tool', reason='no tool')",
    "expected to fail": "@pytest.mark.xfail(reason='no tool')\ndef test(): assert False",
    "not run, expected to fail": "@pytest.mark.xfail(run=False, reason='[NOTRUN] no tool')\ndef test(): pass",
    "without parameters": "@pytest.mark.parametrize('tool', [])\ndef test(tool): pass",
    "allowed on another system": "def test(): pytest.skip('right there')",
}


@pytest.mark.parametrize("test", SKIPPED.values(), ids=SKIPPED.keys())
def test_a_skip_that_is_not_allowed_fails(tmp_path: Path, test: str) -> None:
    assert run(tmp_path, test, plugin=False).returncode in (0, 5)  # passes, or no test is left
    done = run(tmp_path, test)
    assert done.returncode in (1, 2), done.stdout  # failed, or the collection did
    assert re.search(r"skipped, which allowed_skips\.toml does not allow on \w+: ", done.stdout)


def test_it_fails_in_parallel_too(tmp_path: Path) -> None:
    for test in (SKIPPED["in the test"], SKIPPED["the whole module"]):
        assert run(tmp_path, test, True, "-p", "xdist", "-n", "1").returncode in (1, 2)


def test_what_is_allowed_here_passes(tmp_path: Path) -> None:
    done = run(tmp_path, "def test(): pytest.skip('right here')\ndef test_more(): pass")
    assert (done.returncode, "1 passed, 1 skipped" in done.stdout) == (0, True), done.stdout


def test_a_whole_module_may_be_allowed_too(tmp_path: Path) -> None:
    (tmp_path / "test_other.py").write_text("def test(): pass\n")
    assert run(tmp_path, "pytest.skip('right here', allow_module_level=True)").returncode == 0


def test_nothing_is_allowed_on_linux_and_every_entry_is_still_used() -> None:
    entries = read_allowed(ALLOWED)
    sources = "".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    sources += "".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("conftest.py"))
    for entry in entries:
        assert set(entry.platforms) <= {"win32", "darwin"}
        assert entry.why
        module = re.fullmatch(r"could not import '(\w+)'.*", entry.reason)
        assert (f'importorskip("{module[1]}")' if module else f'"{entry.reason}"') in sources, entry.reason
    assert len({entry.reason for entry in entries}) == len(entries)
