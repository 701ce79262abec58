"""The engine's processes: shared fairly, replaced when they die, never overrun."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from web.running import in_its_own_loop

from crownhead.errors import EngineBusy, EngineFailed
from crownhead.web.live import pool as pool_module
from crownhead.web.live.pool import EnginePool
from crownhead.web.live.thoughts import Request

START = "B:W21-32:B1-12"


@pytest.fixture(autouse=True)
def data_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine opens the user's endgame databases, and builds the smallest where there are none."""
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path))


def analysis(seconds: float = 0.1, **more: Any) -> Request:
    return Request(0, "analyse", START, seconds=seconds, **more)


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
            for level in (1, 5, 10):
                request = Request(0, "play", START, level=level, seconds=0.05)
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
        async with EnginePool(1, ["/bin/false"]) as pool:
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


def test_a_long_analysis_gives_way_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
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
            assert len(depths) > before

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
