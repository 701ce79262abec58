"""What runs by hand and on the machine is the same, and neither has a way to pass in spite of a failure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RUN, NOX = ROOT / ".ci" / "run", ROOT / "noxfile.py"
WORKFLOW = ROOT / ".github" / "workflows" / "ci.yml"
SITE = ROOT / ".github" / "workflows" / "site.yml"
FORGIVING = re.compile(r"\|\|\s*(true|:|exit 0)|set \+e|continue-on-error|success_codes|--exitfirst=0|exit 0")


@pytest.mark.parametrize("path", [RUN, NOX, WORKFLOW, SITE], ids=lambda path: path.name)
def test_nothing_passes_in_spite_of_a_failure(path: Path) -> None:
    assert FORGIVING.findall(path.read_text(encoding="utf-8")) == []


def test_the_script_ends_at_the_first_failure() -> None:
    lines = RUN.read_text(encoding="utf-8").splitlines()
    assert next(line for line in lines if not line.startswith("#")) == "set -euo pipefail"


def test_the_script_runs_every_session_and_contributors_are_told_of_each() -> None:
    sessions = re.findall(r"^@nox\.session\ndef (\w+)", NOX.read_text(encoding="utf-8"), re.MULTILINE)
    run = re.search(r"^for session in (.*); do$", RUN.read_text(encoding="utf-8"), re.MULTILINE)
    assert run is not None
    assert run[1].split() == sessions
    told = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [f"`{session}`" in told for session in sessions] == [True] * len(sessions)


def test_the_workflow_runs_the_script() -> None:
    assert re.search(r"- run: \.ci/run$", WORKFLOW.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_site_is_published_by_the_command_that_contributors_are_told() -> None:
    published = re.findall(
        r"- run: (pip install .*|sphinx-build .*)$", SITE.read_text(encoding="utf-8"), re.MULTILINE
    )
    told = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert len(published) == 2
    assert "\n".join(f"$ {command}" for command in published) in told


def test_tools_are_pinned() -> None:
    import tomllib

    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for package in [*extras["test"], *extras["lint"], *extras["docs"]]:
        assert re.fullmatch(r"[\w-]+==[\w.]+", package)
