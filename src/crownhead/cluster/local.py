"""A cluster on this machine alone: a scheduler in this process, and one worker with so many processes."""

from __future__ import annotations

import os
import subprocess
import sys

from crownhead.processes import python


class LocalMachine:
    def __init__(self, count: int) -> None:
        """0 for as many processes as there are cores."""
        from distributed import LocalCluster

        self._scheduler = LocalCluster(
            n_workers=0, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address="127.0.0.1:0"
        )
        self.address: str = self._scheduler.scheduler_address
        number = count or os.cpu_count() or 1
        worker = ("-m", "crownhead", "worker", self.address, "--count", str(number), "--once")
        found = os.pathsep.join(place for place in sys.path if place)  # units of the client's own modules too
        self._worker = subprocess.Popen(
            python(*worker), stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": found}
        )

    def close(self) -> None:
        self._worker.terminate()
        self._scheduler.close(timeout=5)
        self._worker.wait()
