"""The engine as its users call it."""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections.abc import Callable, Coroutine

import pytest

import crownhead as ch
from crownhead import _core
from crownhead.engine import Engine, Limit, ScoreKind
from crownhead.engine.weights import evaluation


@pytest.fixture
def engine() -> Engine:
    return Engine(hash_mb=4, tablebase=None)


# -- playing ---------------------------------------------------------------------------------------


def test_plays_a_legal_move_and_says_why(engine: Engine) -> None:
    board = ch.Board()
    played = engine.play(board, Limit(depth=8))
    assert played.move in board.legal_moves()
    assert played.depth == 8
    assert played.line[0] == played.move
    assert played.ponder == played.line[1]
    for move in played.line:
        board.push(move)


def test_a_finished_game_has_no_move(engine: Engine) -> None:
    for game in (ch.Position.from_fen("B:WK1:B"), ch.Board("W:W5:B1,K9,K14")):
        with pytest.raises(ch.GameOver, match="is over"):
            engine.play(game, Limit(depth=1))
    resigned = ch.Board()
    resigned.resign()
    with pytest.raises(ch.GameOver, match="resigned") as caught:
        engine.analyse(resigned, Limit(depth=1))
    assert caught.value.outcome == resigned.outcome()


def test_a_single_move_is_answered_at_once(engine: Engine) -> None:
    position = ch.Position.from_fen("B:W18,K32:B14")
    assert len(position.legal_moves()) == 1
    played = engine.play(position, Limit(infinite=True))
    assert played.move == position.legal_moves()[0]


def test_two_moves_are_told_apart_by_thought(engine: Engine) -> None:
    position = ch.Position.from_fen("B:W18,K32:B9")
    assert len(position.legal_moves()) == 2
    assert engine.play(position, Limit(depth=6)).depth == 6


def test_any_limit_gives_a_legal_move(engine: Engine) -> None:
    for limit in (Limit(time=0.0), Limit(nodes=1), Limit(clock=0.0), Limit(depth=1)):
        assert engine.play(ch.Board(), limit).move in ch.Board().legal_moves()


# -- limits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [1, 2, 100, 1023, 1024, 1025, 54321])
def test_nodes_are_counted_exactly(engine: Engine, nodes: int) -> None:
    assert engine.play(ch.Board(), Limit(nodes=nodes)).nodes == nodes


def test_the_same_nodes_every_time(engine: Engine) -> None:
    first = list(engine.analyse(ch.Board(), Limit(nodes=60_000), lines=2))
    engine.new_game()
    again = list(engine.analyse(ch.Board(), Limit(nodes=60_000), lines=2))
    other = list(Engine(hash_mb=4).analyse(ch.Board(), Limit(nodes=60_000), lines=2))
    told = [[(i.depth, i.rank, i.score, i.line, i.nodes) for i in infos] for infos in (first, again, other)]
    assert told[0] == told[1] == told[2]


def test_time_ends_a_search(engine: Engine) -> None:
    begin = time.perf_counter()
    played = engine.play(ch.Board(), Limit(time=0.05))
    assert time.perf_counter() - begin >= 0.05
    assert played.time > 0  # when the last iteration ended, which may be a little earlier


# -- analysing -------------------------------------------------------------------------------------


def test_lines_come_in_order(engine: Engine) -> None:
    infos = list(engine.analyse(ch.Board(), Limit(depth=6), lines=3))
    assert [(i.depth, i.rank) for i in infos] == [(d, r) for d in range(1, 7) for r in (1, 2, 3)]
    last = infos[-3:]
    assert len({i.line[0] for i in last}) == 3
    assert last[0].score >= last[1].score >= last[2].score
    assert all(a.nodes <= b.nodes for a, b in itertools.pairwise(infos))


def test_more_lines_than_moves(engine: Engine) -> None:
    infos = list(engine.analyse(ch.Board(), Limit(depth=1), lines=40))
    assert {i.line[0] for i in infos} == set(ch.Board().legal_moves())


def test_closing_the_iterator_stops_the_search(engine: Engine) -> None:
    infos = engine.analyse(ch.Board(), Limit(infinite=True))
    assert next(infos).depth == 1
    infos.close()  # type: ignore[attr-defined]
    assert engine.play(ch.Board(), Limit(depth=2)).depth == 2


def test_lines_must_be_a_sensible_number(engine: Engine) -> None:
    for lines in (0, -1, 10_000):
        with pytest.raises(ValueError, match="lines must be"):
            next(iter(engine.analyse(ch.Board(), Limit(depth=1), lines=lines)))


# -- control ---------------------------------------------------------------------------------------


def test_stop_from_another_thread(engine: Engine) -> None:
    timer = threading.Timer(0.1, engine.stop)
    timer.start()
    played = engine.play(ch.Board(), Limit(infinite=True))
    timer.join()
    assert played.move in ch.Board().legal_moves()


def test_a_busy_engine_says_so(engine: Engine) -> None:
    infos = engine.analyse(ch.Board(), Limit(infinite=True))
    next(infos)
    with pytest.raises(ch.EngineError, match="searching already"):
        engine.play(ch.Board(), Limit(depth=1))
    with pytest.raises(ch.EngineError, match="searching"):
        engine.new_game()
    infos.close()  # type: ignore[attr-defined]


def test_a_closed_engine_says_so() -> None:
    with Engine(hash_mb=1) as engine:
        pass
    with pytest.raises(ch.EngineError, match="closed"):
        engine.play(ch.Board(), Limit(depth=1))
    engine.close()


def test_pondering(engine: Engine) -> None:
    board = ch.Board()
    pondering = engine.ponder(board, board.parse_move("11-15"), Limit(depth=6))
    time.sleep(0.05)
    played = pondering.hit()
    board.push("11-15")
    assert played.move in board.legal_moves()

    pondering = engine.ponder(board, board.legal_moves()[0], Limit(time=1.0))
    pondering.miss()
    assert engine.play(board, Limit(depth=1)).move in board.legal_moves()


def test_pondering_thinks_until_the_move_is_made(engine: Engine) -> None:
    board = ch.Board()
    pondering = engine.ponder(board, board.parse_move("11-15"), Limit(time=0.02))
    time.sleep(0.1)
    assert pondering.hit().time >= 0.1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"threads": 0}, "threads"),
        ({"threads": 1000}, "threads"),
        ({"hash_mb": 0}, "hash_mb must be a whole number from 1"),
        ({"hash_mb": 1 << 23}, "this machine has"),
        ({"hash_mb": 1 << 60}, "hash_mb must be"),
        ({"hash_mb": -1}, "hash_mb"),
    ],
)
def test_an_engine_that_cannot_be(arguments: dict[str, int], why: str) -> None:
    with pytest.raises(ch.EngineError, match=why):
        Engine(**arguments)  # type: ignore[arg-type]


def test_the_table_is_as_large_as_asked() -> None:
    for megabytes in (1, 3, 17):
        assert Engine(hash_mb=megabytes)._core.table_bytes == megabytes << 20


# -- several at once -------------------------------------------------------------------------------


def test_engines_do_not_disturb_each_other() -> None:
    alone = Engine(hash_mb=1).play(ch.Board(), Limit(nodes=30_000))
    engines = [Engine(hash_mb=1) for _ in range(16)]
    found: list[object] = []
    threads = [
        threading.Thread(target=lambda e=e: found.append(e.play(ch.Board(), Limit(nodes=30_000)).line))
        for e in engines
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone.line] * 16


def test_several_threads_search_one_position() -> None:
    with Engine(threads=3, hash_mb=4) as engine:
        played = engine.play(ch.Position.from_fen("W:WK22,K23,K24:BK31,K32"), Limit(depth=25))
        assert played.score.kind is ScoreKind.WIN  # in 15 plies at best; which line is met first is chance
        assert engine.play(ch.Board(), Limit(nodes=30_000)).nodes <= 30_000


def test_asyncio() -> None:
    async def both() -> tuple[list[int], set[ch.Move]]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.001)

        ticking = asyncio.create_task(tick())
        with Engine(hash_mb=1) as first, Engine(hash_mb=1) as second:
            played = await asyncio.gather(
                first.play_async(ch.Board(), Limit(time=0.2)), second.play_async(ch.Board(), Limit(time=0.2))
            )
            depths = []
            async for info in first.analyse_async(ch.Board(), Limit(infinite=True)):
                depths.append(info.depth)
                if info.depth == 4:
                    break
        ticking.cancel()
        assert ticks > 5
        return depths, {p.move for p in played}

    depths, moves = asyncio.run(both())
    assert depths == [1, 2, 3, 4]
    assert moves <= set(ch.Board().legal_moves())


async def _play(engine: Engine) -> None:
    await engine.play_async(ch.Board(), Limit(infinite=True))


async def _analyse(engine: Engine) -> None:
    async for _ in engine.analyse_async(ch.Board(), Limit(infinite=True)):
        pass


@pytest.mark.parametrize("work", [_play, _analyse])
@pytest.mark.parametrize("seconds", [0, 0.05])
def test_cancelling_stops_the_search(
    work: Callable[[Engine], Coroutine[None, None, None]], seconds: float
) -> None:
    async def cancelled() -> None:
        with Engine(hash_mb=1, tablebase=None) as engine:
            task = asyncio.create_task(work(engine))
            await asyncio.sleep(seconds)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await engine.play_async(ch.Board(), Limit(depth=1))).depth == 1

    asyncio.run(cancelled())


def test_time_ends_an_iteration_in_the_middle() -> None:
    """Nothing else does here, but for so many nodes that no machine has searched them by then."""
    core = _core.Engine(1, 1, evaluation(None), None)
    assert core.start(ch.Position.start(), [], 0, hard=0.02, nodes=20_000_000)
    reports = []
    while not core.is_finished:
        if (report := core.next(1.0)) is not None:
            reports.append(report)
    assert reports[-1].nodes < 20_000_000
