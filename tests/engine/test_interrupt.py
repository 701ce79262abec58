"""Ctrl-C while the engine thinks."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

THINKS = """
import signal, crownhead as ch
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job starts with it ignored
engine = ch.Engine(hash_mb=1, tablebase=None)
try:
    print("thinking", flush=True)
    engine.play(ch.Board(), ch.Limit(infinite=True))
except KeyboardInterrupt:
    print("interrupted", engine.play(ch.Board(), ch.Limit(depth=1)).depth, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot send Ctrl-C to one process alone")
def test_ctrl_c_stops_a_search_and_leaves_a_sound_engine() -> None:
    with subprocess.Popen([sys.executable, "-c", THINKS], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "thinking\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "interrupted 1\n"
        assert process.wait() == 0
