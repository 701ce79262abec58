"""With CROWNHEAD_NO_SKIPS=1, a test that is skipped or expected to fail counts as failed, unless allowed_skips.toml has
its reason. So a missing tool cannot make a run pass."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import pytest

ALLOWED = Path(__file__).with_name("allowed_skips.toml")


@dataclass(frozen=True)
class Allowed:
    reason: str
    """As the test gives it."""
    platforms: tuple[str, ...]
    """Values of sys.platform."""
    why: str


def read_allowed(path: Path) -> list[Allowed]:
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("skip", [])
    return [Allowed(entry["reason"], tuple(entry["platforms"]), entry["why"]) for entry in entries]


class NoSkips:
    """A pytest plugin."""

    def __init__(self, allowed: list[Allowed]) -> None:
        self._reasons = {one.reason for one in allowed if sys.platform in one.platforms}

    @classmethod
    def from_file(cls, path: Path = ALLOWED) -> NoSkips:
        return cls(read_allowed(path))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        self._judge(report, getattr(report, "wasxfail", None))
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        self._judge(report, None)
        return report

    def _judge(self, report: pytest.TestReport | pytest.CollectReport, expected_failure: str | None) -> None:
        if report.outcome != "skipped":
            return
        reason = expected_failure if expected_failure is not None else _reason(report.longrepr)
        if reason not in self._reasons:
            report.outcome = "failed"
            report.longrepr = f"skipped, which {ALLOWED.name} does not allow on {sys.platform}: {reason}"
            if expected_failure is not None:
                del report.wasxfail  # else pytest counts it as expected still


def _reason(longrepr: object) -> str:
    """The text behind `Skipped: ` in what pytest keeps of a skip: file, line and message."""
    message = str(longrepr[2]) if isinstance(longrepr, tuple) else str(longrepr)
    return re.sub(r"^Skipped: ", "", message)
