"""Searches of the core without the engine around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crownhead import _core


def last_report(core: _core.Engine) -> _core.Report:
    """Of a search that was started."""
    last = None
    while not core.is_finished:
        last = core.next(10) or last
    assert last is not None
    return last
