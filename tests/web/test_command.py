"""crownhead web as a command: how it starts, stops and refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from web.running import PATIENCE, Server
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from crownhead.web.server import LARGEST_MESSAGE


def refused(*options: str, data: Path) -> str:
    """What the command says when it does not start."""
    done = subprocess.run(
        [sys.executable, "-m", "crownhead", "web", "--no-browser", *options],
        capture_output=True,
        text=True,
        env={**os.environ, "CROWNHEAD_DATA": str(data)},
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    return done.stderr


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert f"cannot listen on 127.0.0.1, port {port}" in refused(f"--port={port}", data=tmp_path)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("remember the milk " * 100)
    assert "notes.txt cannot be opened" in refused(f"--database={file}", "--port=0", data=tmp_path)
    assert file.read_text().startswith("remember the milk"), "it is left as it was"


def test_a_directory_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be opened" in refused("--port=0", data=tmp_path / "file" / "below")


def test_wrong_options(tmp_path: Path) -> None:
    assert "65535" in refused("--port=70000", data=tmp_path)
    assert "'anybody' is no address" in refused("--trusted-proxy=anybody", data=tmp_path)
    assert "cannot listen" in refused("--host=no.such.host.invalid", data=tmp_path)


def test_it_stops_when_told_with_a_socket_open(new_server: Any) -> None:
    server: Server = new_server()
    made = httpx.post(f"{server.url}/api/games", json={"kind": "screen"}, timeout=PATIENCE).json()
    address = f"{server.url.replace('http', 'ws')}/api/games/{made['game']['id']}/live"
    with connect(address) as open_socket:
        open_socket.send(json.dumps({"type": "join", "keys": [made["seats"]["black"]]}))
        open_socket.recv()
        assert server.stop() in (0, -signal.SIGTERM)


def test_it_listens_on_one_address_of_this_machine(new_server: Any) -> None:
    """All of 127.0.0.0/8 is this machine: a server that listens everywhere would answer there too."""
    server: Server = new_server()
    with socket.create_connection(("127.0.0.1", server.port)):
        pass
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", server.port))


def test_it_says_where_others_find_it(new_server: Any) -> None:
    server: Server = new_server("--host=0.0.0.0")
    told = server.log
    assert told.count("the board is at http://localhost:") == 1
    elsewhere = re.findall(r"others find it at (http://[\d.]+:(\d+)/)", told)
    if elsewhere:  # a machine without a network has no such address
        [(address, port)] = elsewhere
        assert int(port) == server.port
        assert httpx.get(f"{address}healthz").text == "ready\n"


def test_a_message_that_is_too_large_is_not_read(new_server: Any) -> None:
    server: Server = new_server()
    with connect(server.url.replace("http", "ws") + "/api/analysis") as analysis:
        analysis.send("x" * (LARGEST_MESSAGE + 1))
        with pytest.raises(ConnectionClosedError) as closed:
            analysis.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009  # "message too big" in RFC 6455


def test_what_lies_in_the_current_directory_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n")
    server = Server(tmp_path).start()
    try:
        with connect(server.url.replace("http", "ws") + "/api/analysis") as analysis:
            analysis.send(json.dumps({"type": "analyse", "id": 1, "seconds": 0.1}))
            assert json.loads(analysis.recv())["type"] == "thought"
    finally:
        server.kill()
    assert not (tmp_path / "ran").exists()
    assert "Traceback" not in server.log
