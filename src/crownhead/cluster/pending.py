"""A unit that the client has not got the result of."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from distributed import Future as DaskFuture


@dataclass(eq=False)
class Pending:
    number: int
    message: bytes
    future: Future[Any] = field(default_factory=Future)
    sent: DaskFuture[Any] | None = None
    sendings: int = 0
    doubts: int = 0
    """Looks in a row at which the scheduler was not about to do it."""
    is_suspect: bool = False
    """Whether Dask blames it for the death of workers. It blames all that they had, so the unit is done alone next."""
    deaths: int = 0
    """Of workers that were doing it alone."""
    faults: int = 0
    """Sendings that Dask has failed at otherwise."""
