"""Talking to `crownhead hub` as a process, line by line."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from types import TracebackType

COMMAND = [sys.executable, "-m", "crownhead", "hub"]
PATIENCE = 60.0
"""Seconds: a busy machine is no failure."""


class Hub:
    """A running engine. Whatever it writes on stderr is an error that `close` raises."""

    def __init__(self, *greeting: str) -> None:
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._closed = False
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.say(*greeting)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode().rstrip("\n"))

    def say(self, *lines: str) -> None:
        self.send("".join(f"{line}\n" for line in lines).encode())

    def send(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def hear(self) -> str:
        """The next line."""
        return self._lines.get(timeout=PATIENCE)

    def until(self, command: str) -> list[str]:
        """The lines up to one that begins with this command."""
        heard: list[str] = []
        while not heard or heard[-1].split(" ")[0] != command:
            heard.append(self.hear())
        return heard

    def ask(self, *lines: str, until: str) -> list[str]:
        self.say(*lines)
        return self.until(until)

    def close(self) -> list[str]:
        """Ends the input; returns what was still said. The engine must end well, with nothing on stderr."""
        if self._closed:
            return []
        self._closed = True
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        self._reader.join()
        errors = self.process.stderr.read()
        self.process.stderr.close()
        assert self.process.stdout is not None
        self.process.stdout.close()
        assert (code, errors) == (0, b"")
        rest = []
        while not self._lines.empty():
            rest.append(self._lines.get())
        return rest

    def __enter__(self) -> Hub:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.close()
        else:
            self.process.kill()
            self.process.communicate()
