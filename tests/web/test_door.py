"""The door: what is turned away, how it is told, and who cannot be shut out."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import signal
import socket
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from web.running import PATIENCE, Server, in_its_own_loop

from crownhead.errors import TooMuch
from crownhead.web.http import connection
from crownhead.web.http.address import group_of
from crownhead.web.http.connection import Gate, HttpConnection
from crownhead.web.http.limits import IN_PUBLIC, Buckets, Limits
from crownhead.web.http.visitor import _visitor_in

NewServer = Callable[..., Server]


def is_refusal(response: httpx.Response) -> bool:
    """In JSON, under the policy."""
    assert "default-src 'none'" in response.headers["content-security-policy"]
    return bool(response.json()["error"]["code"] and response.json()["error"]["message"])


def test_so_many_sockets_from_one_address() -> None:
    limits = Limits(replace(IN_PUBLIC, sockets=2))
    for address in ("here", "here", "there"):
        limits.open_socket(address)
    with pytest.raises(TooMuch, match="2 connections"):
        limits.open_socket("here")
    limits.close_socket("here")
    limits.open_socket("here")


@pytest.mark.parametrize(
    "origin", ["http://[", "http://]", "[", "http://[::1", "null", "\x80", "http://a:b:c"]
)
def test_an_origin_that_is_none(client: httpx.Client, origin: str) -> None:
    headers = {b"Origin": origin.encode("latin-1")}
    refused = client.post("/api/games", json={}, headers=headers)
    assert refused.status_code == 403
    assert is_refusal(refused)


def test_what_is_not_there_is_said_in_json(client: httpx.Client) -> None:
    missing, wrong = client.get("/api/nowhere"), client.put("/api/library")
    assert (missing.status_code, wrong.status_code) == (404, 405)
    assert is_refusal(missing)
    assert is_refusal(wrong)
    assert client.get("/nowhere").headers["content-type"].startswith("text/plain")


def test_a_body_that_is_too_large(client: httpx.Client) -> None:
    def pieces() -> Any:
        for _ in range(200):
            yield b"x" * 1000

    said, streamed = (
        client.post("/api/line", content=b"x" * 70_000),
        client.post("/api/line", content=pieces()),
    )
    for refused in (said, streamed):
        assert (refused.status_code, refused.json()["error"]["code"]) == (413, "too_large")
        assert is_refusal(refused)


def test_one_who_leaves_in_the_middle_leaves_no_trace(new_server: NewServer) -> None:
    server = new_server()
    for path in ("/api/line", "/api/library", "/api/games"):
        with socket.create_connection(("127.0.0.1", server.port)) as half:
            head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n"
            half.sendall(head.encode() + b'{"moves": [')
    assert httpx.get(f"{server.url}/healthz", timeout=PATIENCE).text == "ready\n"
    assert server.stop() in (0, -signal.SIGTERM)
    assert "Traceback" not in server.log


@pytest.mark.parametrize("host", ["127.0.0.2", "127.0.0.1"])
def test_it_answers_to_its_own_address(tmp_path: Path, host: str) -> None:
    server = Server(tmp_path, f"--host={host}")
    server.url = f"http://{host}:{server.port}"
    server.start()
    try:
        assert httpx.get(f"{server.url}/", timeout=PATIENCE).status_code == 200
        elsewhere = httpx.get(f"{server.url}/", headers={"Host": "evil.example"}, timeout=PATIENCE)
        assert elsewhere.status_code == 403
    finally:
        server.kill()


def test_half_sent_requests_shut_nobody_out(tmp_path: Path) -> None:
    """290 connections that say nothing whole, to a server that may have 256 files open."""
    server = Server(tmp_path, "--host=0.0.0.0", files=256).start()
    held = []
    try:
        for _ in range(290):
            half = socket.create_connection(("127.0.0.1", server.port))
            half.sendall(b"GET / HTTP/1.1\r\nHost: local")
            held.append(half)
        other = httpx.HTTPTransport(local_address="127.0.0.3")
        with httpx.Client(transport=other, timeout=PATIENCE) as visitor:
            for _ in range(5):
                assert visitor.get(f"http://127.0.0.1:{server.port}/healthz").text == "ready\n"
        assert len(server.log) < 5_000
    finally:
        for half in held:
            half.close()
        server.kill()


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
    ],
)
def test_a_request_that_never_ends_is_hung_up_on(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then buys no time."""
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(connection, "BODY_SECONDS", 0.5)
    gate = Gate(10, 10)

    async def read_and_answer(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await PlainTextResponse("done")(scope, receive, send)

    async def run() -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            config = uvicorn.Config(
                read_and_answer,
                http=partial(HttpConnection, gate),  # type: ignore[arg-type]
                lifespan="off",
                log_config=None,
            )
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            while not server.started:
                await asyncio.sleep(0.01)
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            writer.write(said)
            with contextlib.suppress(ConnectionError):
                while not reader.at_eof():
                    writer.write(b"a")
                    await writer.drain()
                    await asyncio.sleep(0.1)
            writer.close()
            assert gate.inside.total() == 0
            server.should_exit = True
            await serving

    in_its_own_loop(run())


def test_a_head_that_is_too_large_is_refused_unread(server: Server) -> None:
    one = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    one.request("GET", "/", headers={"Cookie": "crownhead=" + '"\\' * 20_000})
    assert one.getresponse().status == 431
    one.close()


def test_a_visitor_is_found_among_other_cookies() -> None:
    name = "0123456789abcdef" * 2
    junk = '"' + "\\" * 30_000
    for text in (f"crownhead={name}", f"a=b;crownhead={name}; c", f'x={junk}; crownhead={name}; "'):
        assert _visitor_in(Headers({"cookie": text})) == name
    for text in ("", f"crownhead={name}0", f"crownhead2={name}", f'crownhead="{name}"', junk):
        assert _visitor_in(Headers({"cookie": text})) is None


def test_mistakes_of_others_do_not_fill_the_log(new_server: NewServer) -> None:
    server = new_server("--host=0.0.0.0")
    for _ in range(400):
        with socket.create_connection(("127.0.0.1", server.port)) as one:
            one.sendall(b"nonsense\r\n\r\n")
            one.recv(100)
    server.stop()
    assert server.log.count("Invalid HTTP request") < 100
    assert len(server.log) < 10_000


def test_addresses_are_remembered_when_there_are_many() -> None:
    buckets = Buckets(rate=0.001, burst=2, most=100)
    for _ in range(2):
        buckets.take("greedy")
    with pytest.raises(TooMuch):
        buckets.take("greedy")
    refused = 0
    for number in range(200):
        try:
            buckets.take(f"other {number}")
        except TooMuch:
            refused += 1
    assert refused == 200 - 99 - 2, "those who are not remembered share what one may have"
    with pytest.raises(TooMuch):
        buckets.take("greedy")


def test_a_network_of_ipv6_is_one_address() -> None:
    assert group_of("2001:db8:1:2::1") == group_of("2001:db8:1:2:ffff::7") == "2001:db8:1:2::/64"
    assert group_of("2001:db8:1:3::1") != group_of("2001:db8:1:2::1")
    assert group_of("::ffff:192.0.2.1") == group_of("192.0.2.1") == "192.0.2.1"


def test_one_address_cannot_keep_as_many_games_as_it_likes(new_server: NewServer) -> None:
    server = new_server("--host=0.0.0.0")
    text = '[Event "x"]\n1. 11-15 {' + "x" * 3_900_000 + "} *"
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        client.get("/")
        codes = [
            client.post("/api/library", content=json.dumps({"text": text})).status_code for _ in range(6)
        ]
        assert 429 in codes
        assert client.get("/api/library").json()["total"] == codes.count(201)
