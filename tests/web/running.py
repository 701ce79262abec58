"""A real server in a process of its own, and where the browser is."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx

CHROMIUM = (
    os.environ.get("CROWNHEAD_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
)
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


PATIENCE = 120.0
"""Seconds to wait for an answer: a busy machine is no failure."""


class Server:
    """`crownhead web` on a port of its own."""

    def __init__(self, folder: Path, *options: str, files: int | None = None) -> None:
        """With `files`, it may have no more of them open."""
        self.folder = folder
        self.port = _free_port()
        self.url = f"http://localhost:{self.port}"
        self._options = options
        self._files = files
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> Server:
        command = [sys.executable, "-P", "-m", "crownhead", "web", "--no-browser", f"--port={self.port}"]
        if self._files is not None:
            command = ["sh", "-c", f'ulimit -n {self._files}; exec "$@"', "sh", *command]
        environment = {**os.environ, "CROWNHEAD_DATA": str(self.folder)}
        log = (self.folder / "server.log").open("ab")
        with log:
            self._process = subprocess.Popen(
                [*command, *self._options], env=environment, cwd=self.folder, stdout=log, stderr=log
            )
        self._await_ready()
        return self

    def _await_ready(self) -> None:
        assert self._process is not None
        client = httpx.Client(timeout=PATIENCE)
        while True:
            assert self._process.poll() is None, self.log
            try:
                if client.get(f"{self.url}/healthz").text == "ready\n":
                    client.close()
                    return
            except httpx.TransportError:
                time.sleep(0.05)

    @property
    def log(self) -> str:
        """What it has said."""
        return (self.folder / "server.log").read_text()

    def kill(self) -> None:
        """As the power failing would: no chance to tidy up."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        return self._process.wait()


def in_its_own_loop(work: Coroutine[Any, Any, None]) -> None:
    """In a thread, because the browser's driver keeps a loop in the main one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
