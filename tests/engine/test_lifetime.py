"""Engines that go at bad moments: at the end of the interpreter, on their own thread, without threads to be had."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

import crownhead as ch
from crownhead.processes import python
from crownhead.tablebase.build import Plan

AT_EXIT = {
    "play": "e.play(ch.Board(), ch.Limit(infinite=True))",
    "analyse": "[i for i in e.analyse(ch.Board(), ch.Limit(infinite=True))]",
    "play_async": "asyncio.run(e.play_async(ch.Board(), ch.Limit(infinite=True)))",
    "perft": "ch.perft(ch.Position.start(), 30)",
    "verify": "[v for _ in iter(int, 1) for v in verify(t)]",
    "book": "[b.moves(ch.Position.start()) for _ in iter(int, 1)]",
    "core": "(c.start(ch.Position.start(), [], 0, notify=lambda: None), [c.next(0.001) for _ in iter(int, 1)])",
}


def run(code: str) -> subprocess.CompletedProcess[str]:
    begin = "import asyncio, resource, threading, time, crownhead as ch\nfrom crownhead import _core\n"
    begin += "from crownhead.tablebase import Tablebase\n"
    return subprocess.run(python("-c", begin + code), capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """2 and 3 pieces."""
    folder = tmp_path_factory.mktemp("tables")
    for _ in Plan(folder, 3, 3).run():
        pass
    return folder


@pytest.mark.parametrize("work", AT_EXIT)
def test_the_interpreter_may_end_while_a_daemon_thread_works(work: str, tables: Path) -> None:
    code = f"""
from crownhead.book.book import Book, shipped
from crownhead.engine.weights import evaluation
from crownhead.tablebase.verify import verify
b, t = Book.open(shipped()), Tablebase.open({str(tables)!r})
e = ch.Engine(hash_mb=1, tablebase=None)
c = _core.Engine(1, 1, evaluation(None), None)
threading.Thread(target=lambda: {AT_EXIT[work]}, daemon=True).start()
time.sleep(0.3)
"""
    done = run(code)
    assert (done.returncode, done.stderr) == (0, "")


NOTICED = """
from crownhead.engine.weights import evaluation
core = _core.Engine(1, 1, evaluation(None), None)
begun = threading.Event()
def notice():
    begun.set()
    while True:
        pass
core.start(ch.Position.start(), [], 0, notify=notice)
begun.wait()
"""


def test_the_interpreter_may_end_while_a_notice_is_given() -> None:
    """The search's thread runs Python then, and is ended when it asks for the lock again."""
    done = run(NOTICED)
    assert (done.returncode, done.stderr) == (0, "")


COLLECTED = """
import weakref
from crownhead.engine.root import Root
box = [ch.Engine(hash_mb=1, tablebase=None)]
engine, begun, ended = weakref.ref(box[0]), threading.Event(), threading.Event()
told = []
def notice():
    begun.wait()  # until nobody but the box holds the engine
    if box:
        box.clear()
        told.extend([threading.current_thread() is threading.main_thread(), engine() is None])
        ended.set()
box[0]._start(Root.of(ch.Board()), ch.Limit(infinite=True), notify=notice)
begun.set()
assert ended.wait(60)
assert told == [False, True], told
print("still here", flush=True)
time.sleep(0.2)
"""


def test_an_engine_may_be_collected_on_its_own_thread() -> None:
    done = run(COLLECTED)
    assert (done.returncode, done.stdout, done.stderr) == (0, "still here\n", "")


FORKED = """
import os, warnings
warnings.simplefilter("ignore", DeprecationWarning)  # of Python's own, for what is tested here
tables = Tablebase.open({tables!r})
engine = ch.Engine(threads={threads}, hash_mb=1, tablebase=tables)
engine.play(ch.Board(), ch.Limit(depth=5))
if {searching}:
    infos = engine.analyse(ch.Board(), ch.Limit(infinite=True))
    next(infos)
child = os.fork()
if child == 0:
    print(tables.probe(ch.Position.from_fen("B:WK1:BK32")))
    print(ch.Engine(hash_mb=1, tablebase=None).play(ch.Board(), ch.Limit(depth=3)).depth)
    for act in (lambda: engine.play(ch.Board(), ch.Limit(depth=3)).depth, engine.new_game):
        try:
            print(act())
        except ch.EngineError as error:
            print(error)
    engine.close()
else:
    assert os.waitpid(child, 0)[1] == 0
    engine.stop()
"""


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("searching", [False, True])
def test_a_forked_process_plays_or_says_why_not(tables: Path, threads: int, searching: bool) -> None:
    """A king in each double corner: drawn. A child has no threads but the one that forked."""
    done = run(FORKED.format(tables=str(tables), threads=threads, searching=searching))
    refusal = "the engine was searching when this process was forked: make a new engine here"
    told = [refusal, refusal] if searching else ["3", "None"]
    assert (done.returncode, done.stdout.splitlines(), done.stderr) == (0, ["draw", "3", *told], "")


NO_THREADS = """
engine = ch.Engine(threads={threads}, hash_mb=1, tablebase=None)
with open("/proc/self/statm") as file:
    pages = int(file.read().split()[0])
soft, hard = resource.getrlimit(resource.RLIMIT_AS)
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + {spare} * 2**20, hard))
for _ in range(2):
    try:
        engine.play(ch.Board(), ch.Limit(depth=3))
    except ch.EngineError as error:
        print(error)
resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
print(engine.play(ch.Board(), ch.Limit(depth=3)).depth)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of address space is Linux's")
@pytest.mark.parametrize(("threads", "spare"), [(1, 4), (40, 100)])
def test_threads_that_cannot_start_are_an_error_and_leave_a_sound_engine(threads: int, spare: int) -> None:
    """The stack of a thread takes 8 MB of addresses: there is room for none, or for the first and not for all."""
    done = run(NO_THREADS.format(threads=threads, spare=spare))
    refusal = "the system starts no more threads: use fewer\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, refusal * 2 + "3\n", "")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"hash_mb": -1}, "hash_mb must be a whole number from 1 to 16777216, not -1"),
        ({"hash_mb": 10**30}, "hash_mb must be a whole number from 1 to 16777216, not 10000"),
        ({"hash_mb": 1.5}, "hash_mb must be a whole number"),
        ({"threads": 0}, "threads must be a whole number from 1 to 256, not 0"),
        ({"threads": 10**30}, "threads must be a whole number from 1 to 256"),
    ],
)
def test_what_an_engine_cannot_be_made_with(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(ch.EngineError, match=told):
        ch.Engine(tablebase=None, **arguments)


@pytest.mark.parametrize("name", ["time", "clock", "increment"])
@pytest.mark.parametrize("value", [-1, float("nan"), float("inf"), 10**400, "1"])
def test_seconds_that_no_clock_has(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{name} must be a number of seconds from 0 to 1000000000, not"):
        ch.Limit(**cast("Any", {"clock": 1.0, name: value}))


@pytest.mark.parametrize("value", [0, 193, 10**30, 1.5, None])
def test_lines_that_nobody_can_show(value: Any) -> None:
    engine = ch.Engine(hash_mb=1, tablebase=None)
    with pytest.raises(ValueError, match="lines must be a whole number from 1 to 192, not"):
        next(iter(engine.analyse(ch.Board(), ch.Limit(depth=1), lines=value)))


@pytest.mark.parametrize("count", [ch.perft, ch.divide])
@pytest.mark.parametrize("value", [-1, 1001, 10**30, 1.5, "2"])
def test_counts_that_never_end(count: Any, value: Any) -> None:
    with pytest.raises(ValueError, match=r"depth must be a whole number from [01] to 1000, not"):
        count(ch.Position.start(), value)
    with pytest.raises(ValueError, match="threads must be a whole number from 1 to 256, not"):
        count(ch.Position.start(), 1, threads=value)


@pytest.mark.parametrize("name", ["nodes", "depth"])
def test_limits_beyond_what_can_be_counted(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be a whole number from 1 to 1000000000000000000"):
        ch.Limit(**cast("Any", {name: 10**30}))
    most: dict[str, Any] = {name: 10**18}
    assert ch.Engine(hash_mb=1, tablebase=None).play(ch.Board(), ch.Limit(time=0.01, **most)).move


def test_the_table_has_its_memory_before_the_first_move() -> None:
    """Else the first search spends its time on touching it."""

    def resident_mb() -> float:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGESIZE") / 2**20

    if not Path("/proc/self/statm").exists():
        return  # other systems do not say so simply
    before = resident_mb()
    with ch.Engine(hash_mb=128, tablebase=None):
        assert resident_mb() - before > 120
