"""How a cluster is named: an address, a scheduler file, or local[:N]."""

from __future__ import annotations

import json
import logging
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

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
            _check_scheduler_file(Path(text))
            return cls(text, file=Path(text))
        raise ClusterError(
            f"{text!r} is no cluster: give an address such as tcp://192.168.1.10:8786, a scheduler file, "
            "or local:4"
        )


def _check_scheduler_file(path: Path) -> None:
    try:
        is_one = "address" in json.loads(path.read_bytes())
    except (OSError, ValueError, TypeError):
        is_one = False
    if not is_one:
        raise ClusterError(f"{path} is no scheduler file: dask scheduler --scheduler-file writes one")


def load_dask() -> None:
    """Raises ClusterError, which says how to install it. What it logs is for its developers: faults that matter to a
    person are told otherwise."""
    try:
        import distributed  # noqa: F401 - it sets the levels of its loggers when it is imported
    except ImportError:
        raise ClusterError(f"a cluster needs Dask, which is not installed: {INSTALL}") from None
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    logging.getLogger("asyncio").addFilter(_is_not_of_dask)


def _is_not_of_dask(record: logging.LogRecord) -> bool:
    """Dask leaves tasks behind that end with exceptions of its own when a scheduler is lost."""
    error = record.exc_info[1] if record.exc_info else None
    return not type(error).__module__.startswith("distributed")


def check_certificate(address: Address, role: Literal["client", "worker"]) -> None:
    """Raises ClusterError where the address asks for TLS and Dask was given no certificate."""
    from distributed.security import Security

    if address.text.startswith("tls://"):
        try:
            known = Security().get_connection_args(role)["ssl_context"] is not None
        except OSError as error:
            raise ClusterError(f"the certificate of the {role} cannot be read: {error}") from None
        if not known:
            raise ClusterError(
                f"{address.text} needs a certificate for the {role}: name it in Dask's configuration, as "
                "docs/cluster.md shows under TLS"
            )
