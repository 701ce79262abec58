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

    def __init__(self, units: str, total: float, pool: Pool | None = None, *, before: float = 0) -> None:
        """`before` were done when this run began."""
        self._units = units
        self._total = total
        self._pool = pool
        self._began = self._told = time.monotonic()
        self._guard = threading.RLock()
        self._done = self._before = before
        self._text = ""
        self._bar, self._task = _bar(self)

    def __enter__(self) -> WorkDisplay:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        self._bar.stop()
        if kind is KeyboardInterrupt:
            click.echo(f"stopped after {self._done:,.0f} of {self._total:,.0f} {self._units}", err=True)

    def advance(self, done: float, more: float = 0) -> None:
        """So much more is done, and there is so much more to do than was known. From any thread."""
        with self._guard:
            self._total += more
            self.show(self._done + done)

    def show(self, done: float, text: str = "") -> None:
        with self._guard:
            self._done, self._text = done, text
            self._bar.update(self._task, completed=done, total=self._total)
            now = time.monotonic()
            if self._bar.disable and now - self._told >= EVERY:
                self._told = now
                click.echo(str(self), err=True)

    def __str__(self) -> str:
        """What is true at this moment: a cluster's workers come and go."""
        with self._guard:
            parts = [f"{self._done:,.0f} of {self._total:,.0f} {self._units}", self._pace(), *self._workers()]
            rate = self._rate()
            if rate > 0:
                parts.append(f"{_duration((self._total - self._done) / rate)} left")
            return ", ".join(parts) + (f"  {self._text}" if self._text else "")

    def _rate(self) -> float:
        return max(0.0, self._done - self._before) / max(time.monotonic() - self._began, 1e-9)

    def _pace(self) -> str:
        rate = self._rate()
        if 0 < rate < 0.1:
            return f"{60 * rate:.2g}/min"
        return f"{rate:,.1f}/s" if rate < 100 else f"{rate:,.0f}/s"

    def _workers(self) -> list[str]:
        if self._pool is None:
            return []
        count = self._pool.workers
        return [f"{count} worker{'s' if count > 1 else ''}" if count else "no worker yet"]


def _duration(seconds: float) -> str:
    """As 40 s, 12 min or 3.5 h."""
    if seconds < 100:
        return f"{max(seconds, 0):.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _bar(display: WorkDisplay) -> tuple[Progress, TaskID]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task
    from rich.text import Text

    class Sentence(ProgressColumn):
        max_refresh = 0.5

        def render(self, task: Task) -> Text:
            return Text(str(display), no_wrap=True, overflow="ellipsis")

    console = Console(stderr=True)
    bar = Progress(
        BarColumn(20),
        Sentence(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
        expand=True,
    )
    return bar, bar.add_task("", total=None)
