"""The web server under load, over loopback: 200 live games at a move a second, a thousand open sockets.

Every move must be acknowledged once, to both players, in its order, and be on disk in the end: that is asserted.
Printed are the times from a move to its acknowledgement, beside those of a server that only echoes what it hears
and runs in the same minute; the memory of a game and of a socket; and what a first visit transfers.

Usage: python benchmarks/web_load.py [--games 200] [--seconds 20] [--sockets 1000]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

TARGET_MS = 20.0
TARGET_TRANSFER_KB = 150.0


class Server:
    def __init__(self, folder: Path, *options: str, python: str = sys.executable) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = {**os.environ, "CROWNHEAD_DATA": str(folder)}
        arguments = ["web", "--no-browser", f"--port={self.port}", *options]
        self._command = [python, "-P", "-m", "crownhead", *arguments]
        self._log = folder / "server.log"
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(self._command, env=self._environment, stdout=log, stderr=log)

    async def ready(self, client: httpx.AsyncClient) -> None:
        while True:
            try:
                await client.get("/healthz")
                return
            except httpx.TransportError:
                await asyncio.sleep(0.05)

    def memory_kb(self) -> int:
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.split("VmRSS:")[1].split()[0])

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


ECHO = """
import asyncio, sys
from websockets.asyncio.server import serve

async def echo(socket):
    async for message in socket:
        await socket.send(message)

async def main():
    async with serve(echo, "127.0.0.1", int(sys.argv[1]), compression=None):
        await asyncio.Future()

asyncio.run(main())
"""


class Echo:
    """The least that a server of sockets can do, as a measure of the machine and of this client."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process = subprocess.Popen([sys.executable, "-c", ECHO, str(self.port)])
        self.delays: list[float] = []

    async def ask(self, until: float) -> None:
        """Twenty questions a second, of the size of an answer to a move."""
        one = await self._connected()
        message = "x" * 900
        while time.perf_counter() < until:
            sent = time.perf_counter()
            await one.send(message)
            await one.recv()
            self.delays.append(time.perf_counter() - sent)
            await asyncio.sleep(0.05)
        await one.close()

    async def _connected(self) -> ClientConnection:
        while True:
            try:
                return await connect(f"ws://127.0.0.1:{self.port}", compression=None)
            except OSError:
                await asyncio.sleep(0.05)


class LiveGame:
    """Two players on two sockets, who move at random."""

    def __init__(self, made: dict[str, dict[str, str]], chance: random.Random) -> None:
        self.id = made["game"]["id"]
        self.seats = made["seats"]
        self.chance = chance
        self.sockets: dict[str, ClientConnection] = {}
        self.played: list[str] = []
        self.delays: list[float] = []

    async def open(self, server: Server) -> None:
        for side in ("black", "white"):
            address = f"ws://127.0.0.1:{server.port}/api/games/{self.id}/live"
            self.sockets[side] = await connect(address, compression=None, max_queue=None)
            await self.sockets[side].send(json.dumps({"type": "join", "keys": [self.seats[side]]}))
            self.state = await self._hear(side, "game")
        self.position = self.state["game"]["position"]

    async def _hear(self, side: str, kind: str) -> dict[str, Any]:
        while True:
            message = json.loads(await self.sockets[side].recv())
            assert message["type"] != "refused", message
            if message["type"] == kind:
                return message  # type: ignore[no-any-return]

    async def play(self, until: float) -> None:
        """A move a second, from a moment of its own on."""
        due = time.perf_counter() + self.chance.random()
        while due < until and self.position["moves"]:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self._move()
            due += 1.0

    async def _move(self) -> None:
        side, ply = self.position["turn"], len(self.played)
        move = self.chance.choice(self.position["moves"])
        text = ("x" if move["captures"] else "-").join(map(str, move["path"]))
        sent = time.perf_counter()
        await self.sockets[side].send(json.dumps({"type": "move", "ply": ply, "move": text}))
        mine = await self._hear(side, "moved")
        self.delays.append(time.perf_counter() - sent)
        theirs = await self._hear("white" if side == "black" else "black", "moved")
        assert mine == theirs
        assert mine["ply"] == ply
        assert mine["made"]["path"] == move["path"]
        self.played.append(text)
        self.position = mine["position"]

    async def close(self) -> None:
        for one in self.sockets.values():
            await one.close()


def check_on_disk(folder: Path, games: list[LiveGame]) -> None:
    """Every move is there once, in its place: none was lost, none doubled."""
    database = sqlite3.connect(folder / "games.sqlite")
    for game in games:
        rows = database.execute("SELECT ply, move FROM moves WHERE game = ? ORDER BY ply", (game.id,))
        assert list(rows) == list(enumerate(game.played)), game.id
    database.close()


async def first_visit_kb(client: httpx.AsyncClient) -> float:
    """What the first page and all that it names take on the wire, compressed."""
    import re

    page = await client.get("/")
    names = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text))
    sizes = [int(page.headers["content-length"])]
    for name in names:
        response = await client.get(name)
        assert response.status_code == 200, name
        sizes.append(int(response.headers["content-length"]))
    return sum(sizes) / 1024


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def measure(folder: Path, options: argparse.Namespace) -> None:
    server, echo = Server(folder), Echo()
    try:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
            await server.ready(client)
            transfer = await first_visit_kb(client)
            print(f"a first visit transfers {transfer:.0f} KB (at most {TARGET_TRANSFER_KB:.0f})")
            assert transfer <= TARGET_TRANSFER_KB
            await load(server, echo, client, folder, options)
    finally:
        for process in (server.process, echo.process):
            process.kill()
            process.wait()


async def load(
    server: Server, echo: Echo, client: httpx.AsyncClient, folder: Path, options: argparse.Namespace
) -> None:
    before = server.memory_kb()
    games = []
    for number in range(options.games):
        made = (await client.post("/api/games", json={"kind": "link"})).json()
        invited = {"invitation": made["invitation"]}
        friend = await client.post(f"/api/games/{made['game']['id']}/invitation", json=invited)
        made["seats"] |= friend.json()["seats"]
        games.append(LiveGame(made, random.Random(number)))
    with_games = server.memory_kb()
    for game in games:
        await game.open(server)
    idle = await idle_sockets(server, games, options.sockets - 2 * options.games)
    print(f"{2 * options.games + len(idle)} sockets are open")
    cpu, began = server.cpu_seconds(), time.perf_counter()
    until = began + options.seconds
    with_sockets = server.memory_kb()
    await asyncio.gather(echo.ask(until), *(game.play(until) for game in games))
    used = (server.cpu_seconds() - cpu) / (time.perf_counter() - began)
    print(f"the server used {100 * used:.0f} % of a core")
    played = server.memory_kb() - with_sockets
    print(f"memory: {(with_games - before + played) / options.games:.0f} KB a game with its moves,", end=" ")
    print(f"{(with_sockets - with_games) / options.sockets:.0f} KB a socket")
    report([delay for game in games for delay in game.delays], echo.delays)
    for one in idle:
        assert json.loads(await one.recv())["type"] == "game", "an idle socket was lost"
        await one.close()
    for game in games:
        await game.close()
    check_on_disk(folder, games)
    print("no move was lost or doubled")


async def idle_sockets(server: Server, games: list[LiveGame], count: int) -> list[ClientConnection]:
    """More who watch, spread over the games, until there are as many sockets as wanted."""
    made = []
    for number in range(max(0, count)):
        game = games[number % len(games)]
        address = f"ws://127.0.0.1:{server.port}/api/games/{game.id}/live"
        one = await connect(address, compression=None, max_queue=None)
        await one.send(json.dumps({"type": "join", "keys": [game.seats["watch"]]}))
        made.append(one)
    return made


def report(delays: list[float], echoes: list[float]) -> None:
    for share, name in ((0.5, "half"), (0.99, "99 in 100"), (1.0, "all")):
        ours, theirs = 1000 * percentile(delays, share), 1000 * percentile(echoes, share)
        print(
            f"{name} of {len(delays)} moves acknowledged within {ours:.1f} ms;"
            f" the echo takes {theirs:.1f} ms: {ours / theirs:.1f} times as long"
        )
    verdict = "met" if percentile(delays, 0.99) * 1000 <= TARGET_MS else "missed"
    print(f"the target of {TARGET_MS:.0f} ms at the 99th percentile is {verdict} on this machine now")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--sockets", type=int, default=1000)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), parser.parse_args()))


if __name__ == "__main__":
    main()
