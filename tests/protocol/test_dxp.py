"""Our DXP server and client with each other, and each with programs that misbehave, over real sockets."""

from __future__ import annotations

import asyncio
import random
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

import pytest

import crownhead as ch
from crownhead.engine import Engine, Limit
from crownhead.errors import PeerGone, PeerLeft, PeerMistake, PeerSilent
from crownhead.processes import python
from crownhead.protocol.dxp.client import DxpClient
from crownhead.protocol.dxp.link import GAP, DxpLink
from crownhead.protocol.dxp.messages import Accept, DxpMove, End, GameRequest, Reason, parse
from crownhead.protocol.dxp.server import DxpServer

CUSTOM = "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"
PATIENCE = 60.0
make_engine = partial(Engine, hash_mb=1, tablebase=None)


@asynccontextmanager
async def serving(limit: Limit | None = None, **options: float) -> AsyncIterator[int]:
    server = DxpServer(make_engine, limit=limit or Limit(nodes=500), **options)  # type: ignore[arg-type]
    port = await server.listen(port=0)
    try:
        yield port
    finally:
        await server.close()


class Raw:
    """A connection that sends and receives bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def to(cls, port: int) -> Raw:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def receive(self) -> str:
        async with asyncio.timeout(PATIENCE):
            return (await self._reader.readuntil(b"\0"))[:-1].decode()

    async def is_closed(self) -> bool:
        async with asyncio.timeout(PATIENCE):
            return await self._reader.read() == b""

    def close(self) -> None:
        self._writer.close()


def request(follower: ch.Colour = ch.BLACK) -> bytes:
    return f"{GameRequest('tester', follower)}\0".encode()


@pytest.mark.parametrize("fen", [None, CUSTOM])
@pytest.mark.parametrize("colour", [ch.BLACK, ch.WHITE])
@pytest.mark.parametrize("turned", [True, False])
def test_a_whole_game_with_ourselves(fen: str | None, colour: ch.Colour, turned: bool) -> None:
    async def game() -> ch.Board:
        dice = random.Random(3)
        async with (
            serving(turned=turned) as port,
            await DxpClient.connect(port=port, turned=turned) as client,
        ):
            await client.begin(ch.Board(fen), colour)
            assert client.opponent == "crownhead"
            while not client.board.is_over and len(client.board) < 100:
                if client.board.turn == colour:
                    await client.receive_move(PATIENCE)
                else:
                    await client.send_move(dice.choice(client.board.legal_moves()))
            await client.end()
            return client.board

    board = asyncio.run(game())
    assert board.is_over or len(board) == 100


def test_messages_in_a_row_keep_a_gap_that_an_answer_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some programs take what they find at once for one message."""

    async def ends() -> tuple[DxpLink, DxpLink, asyncio.Server]:
        links: list[DxpLink] = []
        server = await asyncio.start_server(lambda *pair: links.append(DxpLink(*pair)), "127.0.0.1", 0)
        here = DxpLink(*await asyncio.open_connection(*server.sockets[0].getsockname()))
        await here.send(Accept("one", 0))
        while not links:
            await asyncio.sleep(0.01)
        return here, links[0], server

    async def talk() -> None:
        here, there, server = await ends()
        clock = asyncio.get_running_loop().time
        begun = clock()
        await there.send(Accept("two", 0))
        await there.send(Accept("three", 0))
        assert clock() - begun > 0.9 * GAP
        monkeypatch.setattr("crownhead.protocol.dxp.link.GAP", 3600.0)
        await there.send(Accept("four", 0))
        await there.receive(PATIENCE)
        async with asyncio.timeout(PATIENCE):
            await there.send(Accept("five", 0))
        for link in (here, there):
            await link.close()
        server.close()

    asyncio.run(talk())


def test_several_games_on_one_connection_and_several_connections() -> None:
    async def games(port: int) -> list[str]:
        moves = []
        async with await DxpClient.connect(port=port) as client:
            for _ in range(3):
                await client.begin(ch.Board(), ch.BLACK)
                moves.append(str(await client.receive_move(PATIENCE)))
                await client.end()
        return moves

    async def all_games() -> list[list[str]]:
        async with serving() as port:
            return list(await asyncio.gather(games(port), games(port), games(port)))

    first, *others = asyncio.run(all_games())
    assert all(other == first for other in others)
    assert first[0] in map(str, ch.Position.start().legal_moves())


def test_who_has_no_move_says_that_it_loses() -> None:
    async def lost() -> None:
        async with serving() as port, await DxpClient.connect(port=port) as client:
            await client.begin(ch.Position.from_fen("B:WK1:B"), ch.BLACK)
            with pytest.raises(PeerLeft, match="i lose"):
                await client.receive_move(PATIENCE)

    asyncio.run(lost())


def test_the_end_of_a_game_stops_the_thinking_at_once() -> None:
    async def ended() -> str:
        async with serving(Limit(infinite=True)) as port:
            raw = await Raw.to(port)
            await raw.send(request())
            assert parse(await raw.receive()) == Accept("crownhead")
            await raw.send(b"E01\0")
            answer = await raw.receive()
            raw.close()
            return answer

    assert asyncio.run(ended()) == "E00"


def test_a_peer_that_vanishes_while_we_think_is_forgotten() -> None:
    async def vanished() -> None:
        async with serving(Limit(infinite=True), most=1) as port:
            for _ in range(5):
                raw = await Raw.to(port)
                await raw.send(request())
                assert parse(await raw.receive()) == Accept("crownhead")
                raw.close()
                await asyncio.sleep(0.1)

    asyncio.run(vanished())


def test_when_all_are_busy_it_hangs_up() -> None:
    async def busy() -> bool:
        async with serving(most=1) as port:
            first = await Raw.to(port)
            await first.send(request())
            await first.receive()
            second = await Raw.to(port)
            closed = await second.is_closed()
            first.close()
            second.close()
            return closed

    assert asyncio.run(busy())


def test_many_short_connections_share_few_engines() -> None:
    made: list[Engine] = []

    def make() -> Engine:
        made.append(make_engine())
        return made[-1]

    async def connections() -> None:
        server = DxpServer(make, limit=Limit(nodes=500), most=2)
        port = await server.listen(port=0)
        for _ in range(30):
            first = await Raw.to(port)
            await first.send(str(GameRequest("a", ch.BLACK)).encode() + b"\0")
            assert isinstance(parse(await first.receive()), Accept)
            first.close()
        await server.close()

    asyncio.run(connections())
    assert 1 <= len(made) <= 2
    for engine in made:
        with pytest.raises(ch.EngineError, match="closed"):
            engine.new_game()


def test_ctrl_c_says_nothing() -> None:
    command = python("-m", "crownhead", "dxp", "--port", "0", "--hash", "1")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().split()[-1])
        with socket.create_connection(("127.0.0.1", port)) as game:
            game.sendall(str(GameRequest("a", ch.BLACK, minutes=100)).encode() + b"\0")
            assert game.recv(1) == b"A"
            process.send_signal(signal.SIGINT)
            assert process.communicate()[1].strip() == ""


def test_a_silent_peer_is_hung_up_on() -> None:
    async def silent() -> bool:
        async with serving(idle=0.2) as port:
            raw = await Raw.to(port)
            closed = await raw.is_closed()
            raw.close()
            return closed

    assert asyncio.run(silent())


def test_taking_back_is_refused_and_chat_overheard() -> None:
    async def asked() -> tuple[str, str]:
        async with serving() as port:
            raw = await Raw.to(port)
            await raw.send(b"Chello\0K0\0B005Z\0")
            refused = await raw.receive()
            await raw.send(request())
            accepted = await raw.receive()
            raw.close()
            return refused, accepted

    assert asyncio.run(asked()) == ("K1", f"A{'crownhead':32}0")


def test_an_illegal_move_ends_the_game_with_a_word() -> None:
    async def cheated() -> list[str]:
        async with serving() as port:
            raw = await Raw.to(port)
            await raw.send(request(ch.WHITE) + b"M0000013200\0")
            told = [await raw.receive() for _ in range(3)]
            await raw.send(b"E00\0" + request(ch.WHITE))
            told.append(await raw.receive())
            raw.close()
            return told

    accepted, chat, end, again = asyncio.run(cheated())
    assert accepted == again == f"A{'crownhead':32}0"
    assert chat.startswith("CM0000013200 is no legal move")
    assert end == "E00"


def test_an_impossible_position_is_refused_with_a_word() -> None:
    async def refused() -> tuple[str, str]:
        async with serving() as port:
            raw = await Raw.to(port)
            await raw.send(f"R01{'tester':32}Z000000BZ{'w' * 32}\0".encode())
            answers = await raw.receive(), await raw.receive()
            raw.close()
            return answers

    accept, chat = asyncio.run(refused())
    assert accept == f"A{'crownhead':32}1"
    assert "pieces" in chat


@pytest.mark.parametrize("seed", range(4))
def test_junk_does_it_no_harm(seed: int) -> None:
    async def attacked() -> None:
        dice = random.Random(seed)
        async with serving() as port:
            raw = await Raw.to(port)
            for _ in range(100):
                start = dice.choice([b"", b"R01", b"M0000", b"A", b"B", b"K", b"C", request()[:-1]])
                await raw.send(start + dice.randbytes(dice.randrange(60)) + dice.choice([b"\0", b"", b"\n"]))
            await raw.send(b"x" * 300_000 + b"\0" + b"E00\0" + request())
            answer = parse(await raw.receive())
            while not isinstance(answer, DxpMove):
                answer = parse(await raw.receive())
            raw.close()

    asyncio.run(attacked())


def test_two_messages_are_never_sent_at_once() -> None:
    """Some programs take what arrives in one packet for one message."""

    async def times() -> list[float]:
        async with serving(Limit(depth=1)) as port:
            raw = await Raw.to(port)
            clock = asyncio.get_running_loop().time
            await raw.send(request())
            arrived = []
            for _ in range(2):
                await raw.receive()
                arrived.append(clock())
            raw.close()
            return arrived

    accepted, moved = asyncio.run(times())
    assert moved - accepted > 0.02


Peer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def misbehaving(*answers: bytes) -> AsyncIterator[DxpClient]:
    """A client connected to a program that sends these bytes after the first it gets, and no more."""
    done = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\0")
        for data in answers:
            writer.write(data)
            await writer.drain()
        if answers[-1:] != (b"",):
            await done.wait()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    client = await DxpClient.connect(port=port)
    try:
        yield client
    finally:
        done.set()
        await client.close()
        server.close()


def begin_with(*answers: bytes, move: bool = False) -> None:
    async def begin() -> None:
        async with misbehaving(*answers) as client:
            await client.begin(ch.Board(), ch.BLACK, patience=0.5)
            if move:
                await client.receive_move(0.5)

    asyncio.run(begin())


ACCEPTED = f"{Accept('peer')}\0".encode()


def test_the_client_with_programs_that_misbehave() -> None:
    with pytest.raises(PeerSilent, match=r"said nothing for 0\.5 s"):
        begin_with()
    with pytest.raises(PeerGone, match="hung up"):
        begin_with(b"A half a mess", b"")
    with pytest.raises(PeerMistake, match="does not accept"):
        begin_with(f"{Accept('peer', 1)}\0".encode())
    with pytest.raises(PeerSilent):
        begin_with(b"junk\0" * 10 + ACCEPTED, move=True)
    with pytest.raises(PeerMistake, match="no legal move"):
        begin_with(ACCEPTED + b"M0000013200\0", move=True)
    with pytest.raises(PeerLeft, match="draw"):
        begin_with(ACCEPTED + f"{End(Reason.DRAW)}\0".encode(), move=True)
    begin_with(b"x" * 5000 + b"\0" + ACCEPTED + b"Chello\0B001W\0M0000111500\0", move=True)


def test_nobody_listens() -> None:
    async def nobody() -> None:
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        await DxpClient.connect(port=port)

    with pytest.raises(PeerGone, match="no program listens"):
        asyncio.run(nobody())
