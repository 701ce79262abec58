"""A cluster on this machine alone: a scheduler in this process, and one worker with so many processes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

from crownhead.processes import python

PAUSE = 0.2
"""Seconds before a worker that was killed is started again."""


class LocalMachine:
    def __init__(self, count: int) -> None:
        """0 for as many processes as there are cores."""
        from distributed import LocalCluster

        self.fault = ""
        """Why there is no worker any more, if so."""
        self._scheduler = LocalCluster(
            n_workers=0, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address="127.0.0.1:0"
        )
        self.address: str = self._scheduler.scheduler_address
        self._count = count or os.cpu_count() or 1
        self._guard = threading.Lock()
        self._closing = threading.Event()
        self._worker = self._started()
        self._keeper = threading.Thread(target=self._keep, daemon=True)
        self._keeper.start()

    def close(self) -> None:
        with self._guard:
            self._closing.set()
            self._worker.terminate()
        self._scheduler.close(timeout=5)
        self._keeper.join()

    def _started(self) -> subprocess.Popen[bytes]:
        """In a session of its own: Ctrl-C is for the client, which ends it."""
        worker = ("-m", "crownhead", "worker", self.address, "--count", str(self._count), "--once")
        found = os.pathsep.join(place for place in sys.path if place)  # units of the client's own modules too
        return subprocess.Popen(
            python(*worker),
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": found},
            start_new_session=True,
        )

    def _keep(self) -> None:
        """The life of a thread: a worker that was killed is started again, one that failed is not."""
        while True:
            code = self._worker.wait()
            if code > 0:
                self.fault = f"the worker of this machine has ended with exit code {code}: it says why above"
            if self.fault or self._closing.wait(PAUSE):
                return
            with self._guard:
                if not self._closing.is_set():
                    self._worker = self._started()
