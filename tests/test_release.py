"""What a release writes, and what it refuses."""

from __future__ import annotations

import datetime
import tomllib
from pathlib import Path

import pytest

import crownhead
from tools.release import ReleaseError, changelog, current, released

ROOT = Path(__file__).parents[1]
DAY = datetime.date(2026, 11, 17)


def test_the_version_stands_in_two_places_and_is_the_same() -> None:
    assert current(ROOT) == crownhead.__version__


def test_a_release_has_its_version_everywhere_and_its_news_under_it() -> None:
    texts = released(ROOT, "98.7.6", DAY)
    assert tomllib.loads(texts["pyproject.toml"])["project"]["version"] == "98.7.6"
    assert '\n__version__ = "98.7.6"\n' in texts["src/crownhead/__init__.py"]
    assert "\n## Unreleased\n\n## 98.7.6 (2026-11-17)\n\n- " in texts["CHANGELOG.md"]
    old = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert texts["CHANGELOG.md"].replace("\n## 98.7.6 (2026-11-17)\n", "", 1) == old


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# Changelog\n\n- a\n", "has no heading"),
        ("# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-01-01)\n\n- a\n", "has nothing under Unreleased"),
        ("# Changelog\n\n## Unreleased\n\n- b\n\n## 0.2.0 (2026-01-01)\n\n- a\n", "has 0.2.0 already"),
    ],
)
def test_a_changelog_that_does_not_fit(text: str, told: str) -> None:
    with pytest.raises(ReleaseError, match=told):
        changelog(text, "0.2.0", DAY)


@pytest.mark.parametrize("version", ["0.2", "v0.2.0", "0.2.0a1", "0.0.1", ""])
def test_a_version_that_is_none_or_older(version: str) -> None:
    with pytest.raises(ReleaseError, match=r"three numbers|is older than"):
        released(ROOT, version, DAY)
