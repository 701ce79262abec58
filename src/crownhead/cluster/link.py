"""The connection of a client to its scheduler, which may be lost and made again."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from crownhead.cluster.address import Address, check_certificate
from crownhead.errors import ClusterError

if TYPE_CHECKING:
    from collections.abc import Callable

    from distributed import Client
    from distributed import Future as DaskFuture

    from crownhead.cluster.local import LocalMachine

CONNECTING = 10.0
"""Seconds to wait for a scheduler before it is said that it cannot be reached."""
PAUSE = 0.2
"""Seconds between two tries."""
GRACE = 2.0
"""Seconds that Dask may take longer than it was told."""


class Link:
    def __init__(self, address: Address, machine: LocalMachine | None) -> None:
        """Raises ClusterError."""
        check_certificate(address, "client")
        self._address = address
        self._machine = machine
        self.places = 0
        """For units, on all machines together, at the last look."""
        self.client: Client
        self.renew()

    @property
    def is_open(self) -> bool:
        return self.client.status == "running"

    @property
    def is_lost(self) -> bool:
        """For good. Dask itself tries for a while to reach a scheduler again."""
        return self.client.status == "closed"

    def renew(self) -> None:
        """Raises ClusterError."""
        begin = time.monotonic()
        while True:
            try:
                self._connect()
                return
            except Exception as error:  # a scheduler that dies while it is being spoken to may come again
                if time.monotonic() - begin >= CONNECTING:
                    why = str(error) or "what is there does not speak as a Dask scheduler does"
                    raise ClusterError(f"no scheduler answers at {self._address.text}: {why}") from None
            time.sleep(PAUSE)

    def look(self) -> None:
        self.places = sum(self.client.nthreads(callback_timeout=CONNECTING).values())

    def submit(self, key: str, function: Callable[..., Any], *args: Any) -> DaskFuture[Any]:
        return self.client.submit(function, *args, key=key, pure=False)

    def call(self, worker: str, function: Callable[..., Any], *args: Any) -> Any:
        """On one worker, beside its units."""
        return self.client.run(function, *args, workers=[worker])[worker]

    def call_all(self, function: Callable[..., Any], *args: Any) -> None:
        self.client.run(function, *args, on_error="ignore")

    def states(self, keys: list[str]) -> dict[str, str]:
        """Of those that the scheduler knows. The function is sent as it is: a scheduler need not have crownhead."""

        def states(dask_scheduler: Any) -> dict[str, str]:
            tasks = dask_scheduler.tasks
            return {key: tasks[key].state for key in keys if key in tasks}

        found: dict[str, str] = self.client.run_on_scheduler(states, callback_timeout=CONNECTING)
        return found

    def announced(self, topic: str) -> list[Any]:
        """What workers have told the scheduler under this topic."""
        return [message for _, message in self.client.get_events(topic)]

    def close(self) -> None:
        with suppress(Exception):
            self.client.close(timeout=2)

    def _connect(self) -> None:
        place: dict[str, Any] = {"address": self._address.text}
        if self._machine is not None:
            place = {"address": self._machine.address}
        elif self._address.file is not None:
            place = {"scheduler_file": str(self._address.file)}
        client = _opened(place)
        try:
            self.places = sum(client.nthreads(callback_timeout=CONNECTING).values())
        except BaseException:
            client.close(timeout=2)
            raise
        self.client = client


def _opened(place: dict[str, Any]) -> Client:
    """In a thread that can be left behind: Dask waits for ever for somebody who listens and says nothing."""
    from distributed import Client

    opened: Future[Client] = Future()

    def open_client() -> None:
        try:
            opened.set_result(Client(timeout=CONNECTING, set_as_default=False, **place))
        except Exception as error:
            opened.set_exception(error)

    threading.Thread(target=open_client, daemon=True).start()
    try:
        return opened.result(CONNECTING + GRACE)
    except BaseException:
        opened.add_done_callback(lambda late: late.exception() or late.result().close(timeout=2))
        raise
