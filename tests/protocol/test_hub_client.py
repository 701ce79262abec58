from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import pytest
from conversation import COMMAND

import crownhead as ch
from crownhead.engine import Info, Limit, ScoreKind
from crownhead.engine.levels import FULL_STRENGTH
from crownhead.errors import GameOver, PeerGone, PeerMistake, PeerSilent
from crownhead.protocol.hub.client import HubClient
from crownhead.protocol.hub.messages import HubMessage
from crownhead.protocol.hub.player import HubPlayer

PEER = [sys.executable, str(Path(__file__).parent / "peers" / "hub_peer.py")]


def peer(behaviour: str) -> list[str]:
    return [*PEER, behaviour]


def test_it_plays_a_game_with_our_own_engine() -> None:
    async def game() -> ch.Board:
        board = ch.Board()
        async with await HubClient.launch(COMMAND, {"hash": 4}) as engine:
            assert engine.name == "crownhead"
            assert engine.parameters["level"]["max"] == str(FULL_STRENGTH)
            await engine.new_game()
            while len(board) < 60 and not board.is_over:
                played = await engine.play(board, Limit(nodes=500))
                assert played.line[0] == played.move
                assert played.nodes > 0
                board.push(played.move)
            await engine.ping()
        return board

    assert len(asyncio.run(game())) > 20


def test_an_engine_that_can_count_processor_time_is_told_to() -> None:
    player = HubPlayer(peer("counting"))
    try:
        assert str(player.play(ch.Board(), Limit(time=1.0)).move) == "12-16"
        assert str(player.play(ch.Board(), Limit(time=1.0, cpu=True)).move) == "11-15"
    finally:
        player.close()


def test_it_analyses_until_the_loop_is_left() -> None:
    async def analysis() -> list[Info]:
        infos = []
        async with await HubClient.launch(COMMAND) as engine:
            async for info in engine.analyse(ch.Board(), Limit(infinite=True)):
                infos.append(info)
                if info.depth >= 5:
                    break
            played = await engine.play(ch.Position.start(), Limit(depth=2))
            assert played.move in ch.Position.start().legal_moves()
            infos += [info async for info in engine.analyse(ch.Board(), Limit(depth=4))]
        return infos

    infos = asyncio.run(analysis())
    assert infos[-1].depth == 4
    assert all(info.line for info in infos)


def test_a_search_can_be_stopped_from_another_task() -> None:
    async def stopped() -> ch.Move:
        async with await HubClient.launch(COMMAND) as engine:
            search = asyncio.create_task(engine.play(ch.Board(), Limit(infinite=True)))
            await asyncio.sleep(0.2)
            await engine.stop()
            return (await search).move

    assert asyncio.run(stopped()) in ch.Position.start().legal_moves()


def test_a_cancelled_search_leaves_the_engine_usable() -> None:
    async def cancelled() -> ch.Move:
        async with await HubClient.launch(COMMAND) as engine:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(engine.play(ch.Board(), Limit(infinite=True)), 0.2)
            return (await engine.play(ch.Board(), Limit(depth=3))).move

    assert asyncio.run(cancelled()) in ch.Position.start().legal_moves()


def play_once(behaviour: str, patience: float = 60.0) -> HubPlayer:
    return HubPlayer(peer(behaviour), patience=patience)


def test_what_an_engine_tells_is_taken_over() -> None:
    with play_once("plain") as engine:
        played = engine.play(ch.Board(), Limit(time=1))
        assert str(played.move) == "11-15"
        assert [str(move) for move in played.line] == ["11-15", "23-19"], "up to the first impossible move"
        assert (played.depth, played.nodes, str(played.score)) == (3, 10, "+0.25")
        assert str(played.ponder) == "23-19"
        assert str(engine.choose(ch.Board())) == "11-15"


def test_an_engine_that_tells_nothing_has_no_opinion() -> None:
    with play_once("terse") as engine:
        assert engine.decide(ch.Board(), Limit(time=1))[1] is None
    with play_once("winning") as engine:
        score = engine.decide(ch.Board(), Limit(time=1))[1]
        assert score is not None
        assert (score.kind, score.plies) == (ScoreKind.WIN, 13)


def test_noise_is_overheard() -> None:
    with play_once("noisy") as engine:
        assert str(engine.play(ch.Board(), Limit(time=1)).move) == "11-15"


@pytest.mark.parametrize(
    ("behaviour", "error", "told"),
    [
        ("silent", PeerSilent, "no answer within"),
        ("chatty", PeerSilent, r"no answer within 1\.1 s"),
        ("crash", PeerGone, "exit code 1.*something terrible happened"),
        ("half", PeerGone, "has ended"),
        ("cheat", PeerMistake, "1-32"),
        ("mute", PeerMistake, "wants to play ''"),
        ("nonsense", PeerMistake, "hello"),
    ],
)
def test_bad_behaviour_is_an_error_that_says_what_happened(
    behaviour: str, error: type[Exception], told: str
) -> None:
    with play_once(behaviour, patience=1.0) as engine, pytest.raises(error, match=told):
        engine.play(ch.Board(), Limit(time=0.1))


def test_an_engine_that_does_not_even_greet() -> None:
    with pytest.raises(PeerSilent, match=r"no answer within 0\.5 s"):
        HubPlayer(peer("asleep"), patience=0.5)


def test_an_engine_that_talks_for_ever_instead_of_greeting() -> None:
    with pytest.raises(PeerSilent, match=r"no answer within 1 s"):
        HubPlayer(peer("babbling"), patience=1.0)


def test_an_engine_that_announces_parameters_for_ever() -> None:
    with pytest.raises(PeerMistake, match="more than 1048576 characters about itself"):
        HubPlayer(peer("boasting"))


def test_an_engine_that_does_not_stop_when_told_to() -> None:
    async def stopped() -> None:
        async with await HubClient.launch(peer("chatty"), patience=1.0) as engine:
            search = asyncio.create_task(engine.play(ch.Board(), Limit(infinite=True)))
            await asyncio.sleep(0.2)
            await engine.stop()
            await search

    with pytest.raises(PeerSilent, match="no answer within 1 s"):
        asyncio.run(stopped())


def test_an_engine_that_does_not_read() -> None:
    async def flooded() -> None:
        async with await HubClient.launch(peer("silent"), patience=1.0) as engine:
            with pytest.raises(PeerSilent):
                await engine.play(ch.Board(), Limit(time=0.1))
            while True:
                await engine._say(HubMessage("pos", {"pos": "x" * 100_000}))

    with pytest.raises(PeerSilent, match="does not read what it is told"):
        asyncio.run(flooded())


def test_a_stubborn_engine_is_killed() -> None:
    engine = play_once("stubborn")
    engine.close()


@pytest.mark.parametrize(
    ("command", "told"),
    [(["/no/such/program"], "cannot be started"), ([sys.executable, "-c", ""], "has ended")],
)
def test_no_engine_at_all(command: list[str], told: str) -> None:
    with pytest.raises(PeerGone, match=told):
        HubPlayer(command)


def test_an_unknown_parameter_is_refused_with_those_there_are() -> None:
    with pytest.raises(PeerMistake, match=r"no parameter 'wings'; it has: variant"):
        HubPlayer(peer("plain"), {"wings": 2})


def test_a_game_that_is_over_has_no_move() -> None:
    with play_once("plain") as engine, pytest.raises(GameOver):
        engine.play(ch.Position.from_fen("B:WK1:B"), Limit(depth=1))


@pytest.mark.skipif(
    not Path("/proc/self/stat").exists(),
    reason="this system does not tell the processor time of other processes",
)
def test_processor_time_is_that_of_the_engine() -> None:
    with HubPlayer(COMMAND) as engine:
        before = engine.cpu_seconds()
        engine.play(ch.Board(), Limit(nodes=300_000))
        used = engine.cpu_seconds() - before
        assert used > 0.005, "three hundred thousand positions take some milliseconds"


def test_a_player_whose_search_a_signal_left_can_be_closed() -> None:
    """As when a match is told to end while an engine thinks."""

    def leave(*_: object) -> None:
        sys.exit()

    before = signal.signal(signal.SIGALRM, leave)
    player = HubPlayer(COMMAND)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(SystemExit):
            player.play(ch.Board(), Limit(time=600))
    finally:
        signal.signal(signal.SIGALRM, before)
        player.close()
