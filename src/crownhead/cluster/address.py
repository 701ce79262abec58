"""How a cluster is named: an address, a scheduler file, or local[:N]."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from pathlib import Path

from crownhead.errors import ClusterError

INSTALL = 'pip install "crownhead[cluster]"'


@dataclass(frozen=True, slots=True)
class Address:
    text: str
    processes: int | None = None
    """Of local[:N]; 0 for as many as there are cores."""
    file: Path | None = None

    @classmethod
    def of(cls, text: str) -> Address:
        """Raises ClusterError."""
        if local := re.fullmatch(r"local(?::(\d{1,4}))?", text):
            if local[1] and not int(local[1]):
                raise ClusterError("local:0 is no cluster: give it one process at least")
            return cls(text, processes=int(local[1] or 0))
        if re.fullmatch(r"(?:(?:tcp|tls|ws|wss|ucx)://)?(\[[^\]]+\]|[^/\\:]+):\d{1,5}", text):
            return cls(text if "://" in text else f"tcp://{text}")
        if Path(text).is_file():
            return cls(text, file=Path(text))
        raise ClusterError(
            f"{text!r} is no cluster: give an address such as tcp://192.168.1.10:8786, a scheduler file, "
            "or local:4"
        )


def load_dask() -> None:
    """Raises ClusterError, which says how to install it. What it logs is for its developers: faults that matter to a
    person are told otherwise."""
    try:
        import distributed  # noqa: F401 - it sets the levels of its loggers when it is imported
    except ImportError:
        raise ClusterError(f"a cluster needs Dask, which is not installed: {INSTALL}") from None
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
