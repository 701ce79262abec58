"""How far long work has come: one display for every command."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from crownhead.jobs import Pool

EVERY = 60.0
"""Seconds between two lines where there is no terminal."""


class WorkDisplay:
    """A bar on the terminal, or a line now and then in a file; on standard error, and a context manager."""

    def __init__(self, units: str, total: float, pool: Pool | None = None) -> None:
        self._units = units
        self._total = total
        self._pool = pool
        self._began = self._told = time.monotonic()
        self._guard = threading.Lock()
        self._done = 0.0
        self._before: float | None = None
        """What was done when this run began."""
        self._bar, self._task = _bar(total)

    def __enter__(self) -> WorkDisplay:
        self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.stop()

    def advance(self, done: float, more: float = 0) -> None:
        """So much more is done, and there is so much more to do than was known. From any thread."""
        with self._guard:
            self._done += done
            self._total += more
            self.show(self._done)

    def show(self, done: float, text: str = "") -> None:
        if self._before is None:
            self._before = done
        line = self._line(done)
        self._bar.update(
            self._task, completed=done, total=self._total, description=f"{line}  {text}" if text else line
        )
        now = time.monotonic()
        if self._bar.disable and now - self._told >= EVERY:
            self._told = now
            click.echo(f"{done:,.0f} of {self._total:,.0f} {self._units}, {line}", err=True)

    def _line(self, done: float) -> str:
        rate = (done - (self._before or 0)) / max(time.monotonic() - self._began, 1e-9)
        parts = [f"{rate:,.1f}/s" if rate < 100 else f"{rate:,.0f}/s"]
        if self._pool is not None:
            count = self._pool.workers
            parts.append("no worker yet" if not count else f"{count} worker{'s' if count > 1 else ''}")
        parts.append(f"{_duration((self._total - done) / rate)} left" if rate > 0 else "-")
        return ", ".join(parts)


def _duration(seconds: float) -> str:
    """As 40 s, 12 min or 3.5 h."""
    if seconds < 100:
        return f"{max(seconds, 0):.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _bar(total: float) -> tuple[Progress, TaskID]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = (BarColumn(24), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    return bar, bar.add_task("", total=total)
