"""A limit of processor time holds while the process has to wait."""

from __future__ import annotations

import signal
import subprocess
import time

from crownhead.processes import python

LIMIT = 0.3
PAUSE = 0.6
"""Seconds on the wall in which a search gets nothing: longer than its limit."""

SEARCH = f"""
import time
import crownhead as ch
with ch.Engine(hash_mb=1, tablebase=None) as engine:
    engine.play(ch.Board(), ch.Limit(depth=1))
    print("ready", flush=True)
    begin = time.process_time()
    engine.play(ch.Board(), ch.Limit(time={LIMIT}, cpu=True))
    print(time.process_time() - begin, flush=True)
"""


def test_time_in_which_the_process_stands_still_does_not_count() -> None:
    with subprocess.Popen(python("-c", SEARCH), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGSTOP)
        time.sleep(PAUSE)
        process.send_signal(signal.SIGCONT)
        assert float(process.stdout.readline()) >= LIMIT
