"""A cluster of real processes on the loopback interface, which tests start, stop and kill."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from crownhead.processes import python

TESTS = Path(__file__).parents[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Machines:
    """One scheduler, and workers that have a cache each. A context manager, which ends them all."""

    def __init__(self, folder: Path, **settings: str) -> None:
        """Settings are environment variables."""
        self.folder = folder
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: dict[str, subprocess.Popen[str]] = {}
        self._environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (TESTS, TESTS.parent))),
            "CROWNHEAD_DATA": os.fspath(folder / "no data"),
            **settings,
        }

    def __enter__(self) -> Machines:
        self.start_scheduler()
        return self

    def __exit__(self, *error: object) -> None:
        for name in list(self.workers):
            self.kill_worker(name)
        self.kill_scheduler()

    def start_scheduler(self) -> None:
        options = ("--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard", "--no-show")
        self.scheduler = subprocess.Popen(
            python("-m", "distributed.cli.dask_scheduler", *options),
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(self._is_listening)

    def _is_listening(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill_scheduler(self) -> None:
        if self.scheduler is not None:
            self.scheduler.kill()
            self.scheduler.wait()
            self.scheduler = None

    def start_worker(self, name: str, count: int = 1, within: Sequence[str] = (), **settings: str) -> None:
        """`within` is the beginning of a command that runs the rest under conditions."""
        cache = self.folder / f"cache of {name}"
        command = ("-m", "crownhead", "worker", self.address, "--count", str(count), "--cache", str(cache))
        self.workers[name] = subprocess.Popen(
            [*within, *python(*command)],
            env={**self._environment, **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def files_of(self, name: str) -> Path:
        return self.folder / f"cache of {name}" / "files"

    def kill_worker(self, name: str, number: int = signal.SIGKILL) -> None:
        process = self.workers.pop(name)
        process.send_signal(number)
        process.wait()
        assert process.stdout is not None
        process.stdout.close()

    def said_by(self, name: str) -> tuple[int, str]:
        """The exit code of a worker that ends by itself, and all that it said."""
        process = self.workers.pop(name)
        said, _ = process.communicate()
        return process.returncode, said

    def crownhead(self, *arguments: str | Path) -> subprocess.Popen[str]:
        """The command, as a client."""
        return self.client("-m", "crownhead", *arguments)

    def client(
        self,
        *arguments: str | Path,
        stdout: int | IO[str] = subprocess.PIPE,
        stderr: int | IO[str] = subprocess.PIPE,
    ) -> subprocess.Popen[str]:
        """A Python program that has the client's data."""
        return subprocess.Popen(
            python(*map(str, arguments)),
            env={**self._environment, "CROWNHEAD_DATA": os.fspath(self.folder / "client" / "data")},
            stdout=stdout,
            stderr=stderr,
            text=True,
        )


def run(client: subprocess.Popen[str]) -> str:
    """What it prints; it must end well."""
    printed, complaints = client.communicate()
    assert client.returncode == 0, complaints
    return printed


def wait_until(happened: Callable[[], object]) -> None:
    while not happened():
        time.sleep(0.02)


def stop(process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    process.communicate()
