"""The engine's processes: shared fairly, replaced when they die, never overrun."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from web.running import Server, in_its_own_loop
from websockets.sync.client import connect

from crownhead.engine.levels import FULL_STRENGTH
from crownhead.errors import EngineBusy, EngineFailed
from crownhead.web.live import engine_process
from crownhead.web.live import pool as pool_module
from crownhead.web.live.engine_process import COMMAND, EngineProcess
from crownhead.web.live.pool import EnginePool
from crownhead.web.live.thoughts import LONGEST_MOVE, EngineRequest

START = "B:W21-32:B1-12"
NOT_IN_A_BOOK = "B:W18,22,25,27,28,32:B3,8,10,12,16,20"


@pytest.fixture(autouse=True)
def data_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine opens the user's endgame databases, and builds the smallest where there are none."""
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path))


def analysis(seconds: float = 0.1, **more: Any) -> EngineRequest:
    return EngineRequest(0, "analyse", START, seconds=seconds, **more)


def is_alive(process: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except FileNotFoundError:
        return False


def children() -> set[int]:
    lists = list(Path(f"/proc/{os.getpid()}/task").glob("*/children"))
    if not lists:
        pytest.skip("this system does not list the children of a process")
    return {int(text) for path in lists for text in path.read_text().split()}


def test_thoughts_come_and_end() -> None:
    async def run() -> None:
        async with EnginePool(1) as pool:
            thoughts = [thought async for thought in pool.think("ann", analysis(lines=2))]
            assert thoughts[-1].kind == "done"
            assert {t.rank for t in thoughts if t.kind == "info"} == {1, 2}
            assert thoughts[-1].line

    in_its_own_loop(run())


def test_a_level_plays_a_legal_move() -> None:
    async def run() -> None:
        async with EnginePool(1) as pool:
            for level in (1, 9, FULL_STRENGTH):
                request = EngineRequest(0, "play", START, level=level, seconds=0.05)
                assert (await pool.answer("ann", request)).line

    in_its_own_loop(run())


def test_a_dead_process_is_replaced_and_the_work_done() -> None:
    async def run() -> None:
        async with EnginePool(1) as pool:
            others = children()
            await pool.answer("ann", analysis())
            (victim,) = children() - others
            asking = asyncio.create_task(pool.answer("ann", analysis(0.5)))
            await asyncio.sleep(0.2)
            os.kill(victim, signal.SIGKILL)
            assert (await asking).line
            (successor,) = children() - others
            assert successor != victim

    in_its_own_loop(run())


def test_an_engine_that_always_dies_is_given_up() -> None:
    async def run() -> None:
        async with EnginePool(1, ("/bin/false",)) as pool:
            with pytest.raises(EngineFailed):
                await pool.answer("ann", analysis())

    in_its_own_loop(run())


def test_closing_stops_the_search_and_frees_the_engine() -> None:
    async def run() -> None:
        async with EnginePool(1) as pool:
            endless = pool.think("ann", analysis(600))
            async for _ in endless:
                break
            await endless.aclose()
            assert (await pool.answer("bob", analysis())).line

    in_its_own_loop(run())


def test_an_engine_that_cannot_be_started_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its place in the pool is not lost, and whoever asks is answered."""
    monkeypatch.setattr(pool_module, "LONGEST_REST", 0.1)
    program = tmp_path / "engine"

    async def run() -> None:
        async with EnginePool(1, (str(program),)) as pool:
            for _ in range(2):
                with pytest.raises(EngineFailed, match="cannot be started"):
                    await pool.answer("ann", analysis())
            program.write_text(f"#!/bin/sh\nexec {' '.join(COMMAND)}\n")
            program.chmod(0o755)
            assert (await pool.answer("ann", analysis())).line

    in_its_own_loop(run())


def test_why_an_engine_does_not_start_is_shown(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        failing = (sys.executable, "-c", "raise SystemExit('no memory for the table')")
        async with EnginePool(1, failing) as pool:
            with pytest.raises(EngineFailed):
                await pool.answer("ann", analysis())

    in_its_own_loop(run())
    assert "no memory for the table" in capfd.readouterr().err
    assert "ended with status 1 before it was ready" in caplog.text


def test_one_that_is_given_up_while_its_process_starts_does_not_run(tmp_path: Path) -> None:
    """The process is one that writes down what it is asked."""
    asked = tmp_path / "asked"
    slow = f"""
import sys, time
time.sleep(1)
print('{{"id": 0, "kind": "ready"}}', flush=True)
for line in sys.stdin:
    open({str(asked)!r}, "a").write(line)
    number = line.split('"id":')[1].split(",")[0]
    print('{{"id": %s, "kind": "done"}}' % number, flush=True)
"""

    async def run() -> None:
        async with EnginePool(1, (sys.executable, "-c", slow)) as pool:
            given_up = asyncio.create_task(pool.answer("ann", analysis(5)))
            await asyncio.sleep(0.3)
            given_up.cancel()
            await asyncio.gather(given_up, return_exceptions=True)
            await pool.answer("bob", analysis(7))

    in_its_own_loop(run())
    assert '"seconds":7' in asked.read_text()
    assert '"seconds":5' not in asked.read_text()


def test_an_engine_that_hangs_is_ended_and_the_asker_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_process, "GRACE_SECONDS", 1.0)

    async def run() -> None:
        async with EnginePool(1) as pool:
            others = children()
            await pool.answer("ann", analysis())
            (victim,) = children() - others
            os.kill(victim, signal.SIGSTOP)
            with pytest.raises(EngineFailed, match="did not answer in time"):
                await pool.answer("ann", analysis())
            monkeypatch.undo()
            assert (await pool.answer("ann", analysis())).line
            assert victim not in children()

    in_its_own_loop(run())


def test_one_who_waits_too_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "LONGEST_WAIT", 0.5)

    async def run() -> None:
        async with EnginePool(1) as pool:
            others = children()
            await pool.answer("ann", analysis())
            (hung,) = children() - others
            os.kill(hung, signal.SIGSTOP)
            first = asyncio.create_task(pool.answer("ann", analysis(60)))
            await asyncio.sleep(0.1)
            with pytest.raises(EngineBusy):
                await pool.answer("bob", analysis())
            first.cancel()

    in_its_own_loop(run())


def test_a_player_can_be_stopped() -> None:
    """Ten hours on its clock: it would think for a minute."""

    async def run() -> None:
        async with EnginePool(1) as pool:
            clock = EngineRequest(0, "play", START, clock=36_000.0)
            for wait in (0.0, 1.0):
                thinking = asyncio.create_task(pool.answer("ann", clock))
                await asyncio.sleep(wait)
                thinking.cancel()
                await asyncio.gather(thinking, return_exceptions=True)
                began = time.monotonic()
                assert (await pool.answer("bob", analysis())).line
                assert time.monotonic() - began < LONGEST_MOVE / 2

    in_its_own_loop(run())


def test_an_engine_ends_with_its_server(new_server: Callable[..., Server]) -> None:
    """However deep in thought: nobody is left to hear of it."""
    server = new_server()
    with connect(server.url.replace("http", "ws") + "/api/analysis") as socket:
        socket.send(json.dumps({"type": "analyse", "id": 1, "seconds": 600}))
        socket.recv()
        lists = Path(f"/proc/{server.pid}/task").glob("*/children")
        engines = [int(number) for path in lists for number in path.read_text().split()]
        assert engines
        server.kill()
        while any(is_alive(engine) for engine in engines):
            time.sleep(0.05)
    assert "Traceback" not in server.log


@pytest.mark.parametrize("kind", ["analyse", "play"])
def test_long_searches_take_turns_slice_by_slice(
    kind: Literal["analyse", "play"], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "SLICE", 0.2)

    async def run() -> None:
        async with EnginePool(1) as pool:
            await pool.answer("ann", analysis())
            turns: list[str] = []
            serve = pool._serve

            async def noted(process: EngineProcess, job: pool_module.Job) -> None:
                turns.append(job.asker)
                await serve(process, job)

            monkeypatch.setattr(pool, "_serve", noted)
            asked = EngineRequest(0, kind, NOT_IN_A_BOOK, seconds=2)
            ann = asyncio.create_task(pool.answer("ann", asked))
            bob = asyncio.create_task(pool.answer("bob", asked))
            deepest = [(await one).depth for one in (ann, bob)]
            assert min(deepest) > 5
            changes = sum(before != after for before, after in itertools.pairwise(turns))
            assert changes >= 4, turns

    in_its_own_loop(run())


def test_a_search_that_gave_way_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "SLICE", 0.2)

    async def run() -> None:
        async with EnginePool(1) as pool:
            depths: list[int] = []

            async def long() -> None:
                async for thought in pool.think("ann", analysis(6)):
                    depths.extend([thought.depth])

            hog = asyncio.create_task(long())
            await asyncio.sleep(0.3)
            before = len(depths)
            assert (await pool.answer("bob", analysis())).line
            assert not hog.done()
            await hog
            assert len(depths) > before + 2
            assert depths[-1] == max(depths)

    in_its_own_loop(run())


def test_one_who_asks_for_much_does_not_starve_another() -> None:
    async def run() -> None:
        async with EnginePool(1) as pool:
            order: list[str] = []

            async def ask(visitor: str) -> None:
                await pool.answer(visitor, analysis(0.05))
                order.append(visitor)

            greedy = [asyncio.create_task(ask("greedy")) for _ in range(10)]
            await asyncio.sleep(0)
            modest = asyncio.create_task(ask("modest"))
            await asyncio.gather(modest, *greedy)
            assert order.index("modest") <= 2

    in_its_own_loop(run())


def test_a_full_queue_refuses() -> None:
    async def run() -> None:
        async with EnginePool(1) as pool:
            many = [
                asyncio.create_task(pool.answer("ann", analysis(0.01)))
                for _ in range(pool_module.MOST_WAITING_EACH + 20)
            ]
            results = await asyncio.gather(*many, return_exceptions=True)
            assert any(isinstance(result, EngineBusy) for result in results)
            assert any(not isinstance(result, Exception) for result in results)

    in_its_own_loop(run())


def test_one_who_changes_his_mind_at_once_leaves_no_warning(new_server: Callable[..., Server]) -> None:
    """An analysis that is given up before it has begun."""
    server = new_server()
    with connect(server.url.replace("http", "ws") + "/api/analysis") as socket:
        for number in range(20):
            socket.send(json.dumps({"type": "analyse", "id": number, "seconds": 0.05}))
        while json.loads(socket.recv()) != {"type": "rested", "id": 19}:
            pass
    server.stop()
    assert "never awaited" not in server.log
