"""The places of a worker, which units take side by side, or one of them alone."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PULSE = 1.0
"""Seconds between two looks whether a unit is still wanted."""


class Places:
    """How many there are is Dask's to say: it has a thread for each."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._taken = 0
        self._alone = 0
        """Units that want all places, or have them: as long as there are any, no other begins."""

    @contextmanager
    def taken(self, alone: bool, is_wanted: Callable[[], bool]) -> Iterator[None]:
        """Raises CancelledError where a unit that waits is not wanted any more."""
        with self._changed:
            self._alone += alone
        try:
            with self._changed:
                while self._taken if alone else self._alone:
                    self._changed.wait(PULSE)
                    if not is_wanted():
                        raise CancelledError
                self._taken += 1
            try:
                yield
            finally:
                with self._changed:
                    self._taken -= 1
        finally:
            with self._changed:
                self._alone -= alone
                self._changed.notify_all()
