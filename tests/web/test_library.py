"""The library and the clerk: large, long and hostile files hold up nobody else."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from web.running import PATIENCE, Server, in_its_own_loop

from crownhead.errors import BadRequest, TooLarge, TooMuch
from crownhead.web import clerk as clerk_module
from crownhead.web.clerk import Clerk
from crownhead.web.messages.tree import LARGEST_PDN

NewServer = Callable[..., Server]
LONG = (
    '[Event "Walk"][FEN "B:WK32:BK1"] '
    + " ".join(f"{n}. 1-6 32-27 {n}. 6-1 27-32" for n in range(500))
    + " *"
)
SHORT = '[Event "Short"] 1. 11-15 23-19 *'


def test_a_game_without_end_is_not_kept_and_that_is_said(client: httpx.Client) -> None:
    refused = client.post("/api/library", json={"text": LONG})
    assert refused.status_code == 400
    assert "has 2000 moves, and 1000 are the most" in refused.json()["error"]["message"]
    taken = client.post("/api/library", json={"text": LONG + "\n\n" + SHORT}).json()
    assert len(taken["games"]) == 1
    assert any("game 1: not kept" in problem for problem in taken["problems"])


def test_a_game_with_endless_comments_is_not_kept(client: httpx.Client) -> None:
    text = '[Event "x"] 1. 11-15 {' + "talk " * 200_000 + "} *"
    refused = client.post("/api/library", json={"text": text})
    assert refused.status_code == 400
    assert "characters" in refused.json()["error"]["message"]


def test_a_library_goes_out_whole(new_server: NewServer) -> None:
    server = new_server()
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        many = "\n\n".join(SHORT.replace("Short", f"Number {n}") for n in range(120))
        assert len(client.post("/api/library", json={"text": many}).json()["games"]) == 120
        out = client.get("/api/library.pdn").text
        assert sorted(line for line in out.splitlines() if "Event" in line) == sorted(
            f'[Event "Number {n}"]' for n in range(120)
        )


def test_others_are_heard_while_a_large_file_is_read(new_server: NewServer) -> None:
    server = new_server()
    games = SHORT + "\n\n"
    text = games * 4_900 + "{" + "1" * (LARGEST_PDN - 5_000 * len(games)) + "}"
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client, ThreadPoolExecutor(1) as thread:
        client.post("/api/pdn/read", json={"text": SHORT})  # the clerk is there
        reading = thread.submit(client.post, "/api/library", json={"text": text})
        heard = 0
        while not reading.done():
            assert httpx.get(f"{server.url}/healthz", timeout=PATIENCE).text == "ready\n"
            heard += 1
        assert reading.result().status_code < 500
        assert heard > 3


def test_a_server_that_reads_a_large_file_stops_when_told(new_server: NewServer) -> None:
    server = new_server()
    text = (SHORT + "\n\n") * 4_900

    def send() -> None:
        with contextlib.suppress(httpx.TransportError):
            httpx.post(f"{server.url}/api/library", json={"text": text}, timeout=PATIENCE)

    sending = threading.Thread(target=send)
    sending.start()
    time.sleep(0.5)
    assert server.stop() in (0, -signal.SIGTERM)
    sending.join()
    assert "Traceback" not in server.log


def test_the_clerk_gives_up_what_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clerk_module, "LONGEST_WORK", 1.0)

    async def run() -> None:
        clerk = Clerk()
        with pytest.raises(TooLarge):
            await clerk.do("ann", time.sleep, 3600)
        monkeypatch.undo()
        assert await clerk.do("ann", len, "abc") == 3
        with pytest.raises(BadRequest, match="as it was raised"):
            await clerk.do("ann", raises, "as it was raised")
        await clerk.close()

    in_its_own_loop(run())


def test_nobody_fills_the_clerk_s_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clerk = Clerk()
        many = [clerk.do("ann", time.sleep, 0.05) for _ in range(clerk_module.MOST_WAITING_EACH + 3)]
        outcomes = await asyncio.gather(*many, clerk.do("bob", len, "abc"), return_exceptions=True)
        assert sum(isinstance(outcome, TooMuch) for outcome in outcomes) == 3
        assert outcomes[-1] == 3
        assert await clerk.do("ann", len, "abc") == 3
        await clerk.close()

    in_its_own_loop(run())


def raises(text: str) -> None:
    raise BadRequest(text)
