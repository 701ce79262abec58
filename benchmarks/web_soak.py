"""The web server for a long time, with people who play, analyse, import, leave, come back and misbehave.

Every client has an address of its own (127.x.y.z, so this needs Linux) and meets the limits of a public server. Now and
then the server or one of its engines is killed with SIGKILL, and the server started again. Asserted are: no move that
was acknowledged is lost or changed, to the player who comes back and on disk in the end; no answer is a mistake of the
server (a status of 500) and no traceback is in its log; its memory does not grow. Printed are the times from a move to
its acknowledgement, and what happened, every ten minutes and at the end. The server runs from a copy of the installed
package, so that you may go on working on it.

Usage: python benchmarks/web_soak.py [--clients 300] [--minutes 120] [--kill-every 120]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import statistics
import sysconfig
import tempfile
import time
import venv
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from web_load import Server, percentile
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import crownhead
from crownhead import _core

PDN = '[Event "Soak {n}"]\n[Black "A"]\n[White "B"]\n1. 11-15 23-19 2. 8-11 22-17 3. 4-8 {{why}} *\n\n'
GONE = (OSError, WebSocketException, httpx.HTTPError, EOFError, TimeoutError)
"""What a client sees when the server is killed; it comes back."""
MOST_GROWTH = 1.25
"""Of the memory, between the first and the last third of the longest life of a server."""
WARM_SECONDS = 20.0
REPORT_SECONDS = 600.0
PATIENCE = 120.0


@dataclass
class Record:
    """What happened."""

    counts: Counter[str] = field(default_factory=Counter)
    delays: list[float] = field(default_factory=list)
    moves: dict[str, list[str]] = field(default_factory=dict)
    """Of each game, what was acknowledged."""
    mistakes: list[str] = field(default_factory=list)
    memory: list[list[int]] = field(default_factory=list)
    """Kilobytes, every second of each life of the server."""


class Client:
    def __init__(self, number: int, server: Server, record: Record) -> None:
        self.address = f"127.{1 + number // 60_000}.{number // 250 % 240}.{1 + number % 250}"
        self.server, self.record = server, record
        self.chance = random.Random(number)
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        self.http = httpx.AsyncClient(transport=transport, base_url=server.url, timeout=PATIENCE)

    async def live(self, until: float) -> None:
        roles = [self.play, self.play, self.play_engine, self.analyse, self.keep_library, self.misbehave]
        while time.monotonic() < until:
            role = self.chance.choice(roles)
            try:
                await role(until)
                self.record.counts[role.__name__] += 1
            except GONE:
                self.record.counts["disconnected"] += 1
                await asyncio.sleep(self.chance.random())
        await self.http.aclose()

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        response = await self.http.request(method, path, **more)
        self.record.counts[f"status {response.status_code}"] += 1
        if response.status_code >= 500 and response.status_code != 503:
            self.record.mistakes.append(f"{method} {path}: {response.status_code} {response.text[:200]}")
        return response

    def socket(self, path: str) -> connect:
        address = f"ws://127.0.0.1:{self.server.port}{path}"
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())}
        return connect(
            address, local_addr=(self.address, 0), additional_headers=headers, open_timeout=PATIENCE
        )

    # -- those who play ----------------------------------------------------------------------------

    async def play(self, until: float) -> None:
        await self._play(until, {"kind": "screen"})

    async def play_engine(self, until: float) -> None:
        await self._play(until, {"kind": "engine", "level": self.chance.randint(1, 10), "seconds": 0.1})

    async def _play(self, until: float, wishes: dict[str, Any]) -> None:
        made = await self.ask("POST", "/api/games", json=wishes)
        if made.status_code != 201:
            await asyncio.sleep(1)
            return
        game, seats = made.json()["game"]["id"], list(made.json()["seats"].values())
        self.record.moves[game] = []
        length = self.chance.randint(5, 60)
        while time.monotonic() < until and len(self.record.moves[game]) < length:
            try:
                async with self.socket(f"/api/games/{game}/live") as socket:
                    await socket.send(json.dumps({"type": "join", "keys": seats}))
                    if not await self._sit(socket, game, until, length):
                        return
            except GONE:
                self.record.counts["reconnected"] += 1
                await asyncio.sleep(self.chance.random())

    async def _sit(self, socket: ClientConnection, game: str, until: float, length: int) -> bool:
        """Plays until the game is over or the player leaves for a moment. Whether there is more to play."""
        stays = self.chance.randint(3, 40)
        acknowledged = self.record.moves[game]
        position: dict[str, Any] = {}
        sent = 0.0
        while time.monotonic() < until and len(acknowledged) < length and stays:
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            if message["type"] == "game":
                position = self._compared(game, message["game"])
                ours = message["game"]["engine"] != position["turn"]
                over = message["game"]["result"] != "*"
            elif message["type"] == "moved":
                if sent:
                    self.record.delays.append(time.perf_counter() - sent)
                acknowledged[message["ply"] :] = [_text(message["made"])]
                position, sent = message["position"], 0.0
                ours, over = not message["thinking"], message["result"] != "*"
            else:
                self.record.counts[f"refused: {message.get('code')}"] += 1
                return bool(message.get("code") == "engine")
            if over:
                return False
            if ours and not sent:
                await asyncio.sleep(self.chance.random())
                stays -= 1
                move = _text(self.chance.choice(position["moves"]))
                sent = time.perf_counter()
                await socket.send(json.dumps({"type": "move", "ply": len(acknowledged), "move": move}))
        return True

    def _compared(self, game: str, state: dict[str, Any]) -> dict[str, Any]:
        """What the server says now begins with all that it has acknowledged before."""
        told, acknowledged = [_text(ply) for ply in state["plies"]], self.record.moves[game]
        if told[: len(acknowledged)] != acknowledged:
            self.record.mistakes.append(f"game {game}: {acknowledged} became {told}")
        acknowledged[:] = told
        return state["position"]  # type: ignore[no-any-return]

    # -- those who study ---------------------------------------------------------------------------

    async def analyse(self, until: float) -> None:
        async with self.socket("/api/analysis") as socket:
            for number in range(self.chance.randint(1, 4)):
                seconds = self.chance.uniform(0.05, 3)
                asked = {"type": "analyse", "id": number, "lines": 2, "seconds": seconds}
                await socket.send(json.dumps(asked))
                while self.chance.random() > 0.05:  # else leaves in the middle, or asks for something else
                    message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                    if message["type"] == "rested" and message["id"] == number:
                        break

    async def keep_library(self, until: float) -> None:
        text = "".join(PDN.format(n=n) for n in range(self.chance.randint(1, 30)))
        taken = await self.ask("POST", "/api/library", json={"text": text})
        if taken.status_code != 201:
            return
        await self.ask("GET", "/api/library", params={"q": "soak"})
        await self.ask("GET", "/api/library.pdn", params={"q": "soak"})
        for game in taken.json()["games"]:
            await self.ask("GET", f"/api/games/{game}/tree")
            await self.ask("DELETE", f"/api/library/{game}")

    # -- those who misbehave -----------------------------------------------------------------------

    async def misbehave(self, until: float) -> None:
        pranks = [self.half_a_request, self.nonsense, self.too_much, self.never_listens, self.another_s_game]
        await self.chance.choice(pranks)()

    async def half_a_request(self) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=(self.address, 0))
        head = b"POST /api/library HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\n{"
        writer.write(head[: self.chance.randrange(1, len(head))])
        await writer.drain()
        await asyncio.sleep(self.chance.uniform(0, 5))
        writer.close()

    async def nonsense(self) -> None:
        for _ in range(5):
            body = self.chance.randbytes(self.chance.randrange(2_000))
            await self.ask(
                "POST", self.chance.choice(["/api/games", "/api/line", "/api/pdn/read"]), content=body
            )

    async def too_much(self) -> None:
        await self.ask("POST", "/api/line", content=b"x" * 100_000)
        digits = {"text": "1" * self.chance.randrange(200_000)}
        await self.ask("POST", "/api/pdn/read", json=digits)
        await self.ask("GET", "/", headers={"Cookie": '"\\' * 20_000})

    async def never_listens(self) -> None:
        """Asks for more than it takes, and leaves without a word."""
        made = await self.ask("POST", "/api/games", json={"kind": "screen"})
        if made.status_code != 201:
            return
        reply, game = made.json(), made.json()["game"]["id"]
        async with self.socket(f"/api/games/{game}/live") as socket:
            join = json.dumps({"type": "join", "keys": list(reply["seats"].values())})
            for _ in range(50):
                await socket.send(join)
            await asyncio.sleep(1)
            socket.transport.abort()

    async def another_s_game(self) -> None:
        if self.record.moves:
            game = self.chance.choice(list(self.record.moves))
            move = {"ply": 0, "move": "11-15"}
            await self.ask(
                "DELETE", f"/api/library/{game}" if self.chance.random() < 0.5 else "/api/library/x"
            )
            refused = await self.ask(
                "POST", f"/api/games/{game}/moves", json=move, headers={"Authorization": "Bearer 0"}
            )
            if refused.status_code == 200:
                self.record.mistakes.append(f"a stranger moved in {game}")


def _text(move: dict[str, Any]) -> str:
    return ("x" if move["captures"] else "-").join(map(str, move["path"]))


# -- the server ------------------------------------------------------------------------------------------


def fixed_copy(folder: Path) -> str:
    """The interpreter of an environment with a copy of the package, as it is now, and the other packages as installed.

    A path in a .pth file is searched for modules but not for further .pth files: an editable installation stays out.
    """
    venv.create(folder, symlinks=True)
    paths = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)}, scheme="venv")
    packages = Path(paths["purelib"])
    copy = packages / "crownhead"
    shutil.copytree(Path(crownhead.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(_core.__file__, copy)
    (packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return str(Path(paths["scripts"]) / "python")


async def kill_now_and_then(server: Server, record: Record, every: float, until: float) -> None:
    """The server and an engine by turns."""
    chance, number = random.Random(0), 0
    while time.monotonic() + every < until:
        await asyncio.sleep(every)
        number += 1
        if number % 2:
            lists = Path(f"/proc/{server.process.pid}/task").glob("*/children")
            children = [int(child) for path in lists for child in path.read_text().split()]
            if children:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(chance.choice(children), signal.SIGKILL)
                record.counts["engines or clerks killed"] += 1
        else:
            server.process.kill()
            server.process.wait()
            record.counts["servers killed"] += 1
            record.memory.append([])
            server.start()


async def watch(server: Server, record: Record, until: float) -> None:
    record.memory.append([])
    told = time.monotonic()
    while time.monotonic() < until:
        await asyncio.sleep(1)
        if time.monotonic() > told + REPORT_SECONDS:
            told = time.monotonic()
            moves, mistakes = sum(map(len, record.moves.values())), len(record.mistakes)
            print(f"{(until - told) / 60:.0f} minutes to go: {moves} moves, {mistakes} mistakes", flush=True)
        with contextlib.suppress(OSError, IndexError):
            record.memory[-1].append(server.memory_kb())


def check(folder: Path, record: Record) -> None:
    database = sqlite3.connect(folder / "games.sqlite")
    for game, acknowledged in record.moves.items():
        rows = database.execute("SELECT move FROM moves WHERE game = ? ORDER BY ply", (game,))
        stored = [move for (move,) in rows]
        if stored[: len(acknowledged)] != acknowledged:
            record.mistakes.append(f"game {game}: {acknowledged} was acknowledged, {stored} is on disk")
    log = (folder / "server.log").read_text()
    if "Traceback" in log:
        traceback = log[log.index("Traceback") :][:4_000]
        record.mistakes.insert(0, "the log has a traceback: " + traceback)  # first: it explains the others


def report(record: Record) -> None:
    print(", ".join(f"{what}: {count}" for what, count in sorted(record.counts.items())))
    moves = sum(map(len, record.moves.values()))
    print(f"{moves} moves in {len(record.moves)} games were acknowledged")
    for share in (0.5, 0.99, 1.0):
        within = 1000 * percentile(record.delays, share)
        print(f"{100 * share:g} % of {len(record.delays)} moves within {within:.1f} ms")
    longest = max(record.memory, key=len)[int(WARM_SECONDS) :]
    third = len(longest) // 3
    if third:
        first, last = statistics.median(longest[:third]), statistics.median(longest[-third:])
        print(
            f"memory in the longest life ({len(longest)} s): {first / 1024:.0f} MB, then {last / 1024:.0f} MB"
        )
        if last > first * MOST_GROWTH:
            record.mistakes.append(f"the memory grew by {100 * (last / first - 1):.0f} %")


async def soak(folder: Path, options: argparse.Namespace) -> Record:
    record = Record()
    server = Server(folder, "--host=0.0.0.0", python=fixed_copy(folder / "copy"))
    try:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client:
            await server.ready(client)
        until = time.monotonic() + 60 * options.minutes
        clients = [Client(number, server, record) for number in range(options.clients)]
        await asyncio.gather(
            watch(server, record, until),
            kill_now_and_then(server, record, options.kill_every, until),
            *(client.live(until) for client in clients),
        )
    finally:
        server.process.kill()
        server.process.wait()
    return record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--clients", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--kill-every", type=float, default=120.0, metavar="SECONDS")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        record = asyncio.run(soak(Path(folder), options))
        check(Path(folder), record)
    report(record)
    for mistake in record.mistakes[:20]:
        print("MISTAKE:", mistake)
    assert not record.mistakes, f"{len(record.mistakes)} mistakes"
    print("no acknowledged move was lost")


if __name__ == "__main__":
    main()
