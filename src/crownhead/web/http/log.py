"""What the server says on standard error: so much and no more, whatever others do to make it talk."""

from __future__ import annotations

import logging

from crownhead.errors import TooMuch
from crownhead.web.http.limits import Bucket

LINES_PER_SECOND, LINES_AT_ONCE = 1.0, 50.0


class BoundedHandler(logging.StreamHandler):  # type: ignore[type-arg]
    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter("crownhead: %(levelname)s: %(message)s"))
        self._bucket = Bucket(LINES_PER_SECOND, LINES_AT_ONCE)
        self._left_out = 0

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._bucket.take()
        except TooMuch:
            self._left_out += 1
            return
        if self._left_out:
            said = f"{self._left_out} messages were left out here"
            super().emit(logging.LogRecord(__name__, logging.WARNING, "", 0, said, None, None))
            self._left_out = 0
        super().emit(record)


def begin() -> None:
    """For the whole process, which serves and does nothing else."""
    root = logging.getLogger()
    root.addHandler(BoundedHandler())
    root.setLevel(logging.WARNING)
