"""One game, one review: Python, the command line and the browser's socket say the same, field by field."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from web.running import Server
from websockets.sync.client import connect

import crownhead as ch

GAME = Path(__file__).parents[2] / "examples" / "wyllie.pdn"
NODES = 15_000


def by_python() -> Any:
    found = ch.study.review(ch.pdn.read(GAME), ch.Limit(nodes=NODES))
    return msgspec.json.decode(msgspec.json.encode(ch.study.review_data(found)))


def by_command(*options: str, folder: Path) -> Any:
    command = [
        sys.executable,
        "-m",
        "crownhead",
        "analyse",
        str(GAME),
        "--nodes",
        str(NODES),
        "--json",
        *options,
    ]
    environment = {**os.environ, "CROWNHEAD_DATA": str(folder)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return json.loads(done.stdout)["review"]


def by_socket(server: Server) -> tuple[Any, list[tuple[int, int]]]:
    moves = [str(node.move) for node in ch.pdn.read(GAME).mainline()]
    progress = []
    with connect(server.url.replace("http", "ws") + "/api/analysis") as socket:
        socket.send(json.dumps({"type": "review", "id": 7, "moves": moves, "nodes": NODES}))
        while (message := json.loads(socket.recv(timeout=300)))["type"] != "reviewed":
            assert message["type"] == "reviewing", message
            progress.append((message["done"], message["of"]))
        return message["review"], progress


def differences(one: Any, other: Any, path: str = "review") -> list[str]:
    """Where two documents differ, each place named."""
    if type(one) is not type(other):
        return [f"{path}: {one!r} is not {other!r}"]
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        return [found for key in one for found in differences(one[key], other[key], f"{path}.{key}")]
    if isinstance(one, list):
        assert len(one) == len(other), path
        return [
            found
            for n, pair in enumerate(zip(one, other, strict=True))
            for found in differences(*pair, f"{path}[{n}]")
        ]
    return [] if one == other else [f"{path}: {one!r} is not {other!r}"]


@pytest.fixture(scope="module")
def expected() -> Any:
    found = by_python()
    assert len(found["moves"]) == 44
    assert any(judged["mark"] in ("?", "??") for judged in found["moves"])
    return found


def test_the_command_line_says_what_python_says(expected: Any, tmp_path: Path) -> None:
    assert differences(expected, by_command("--jobs", "1", folder=tmp_path)) == []
    out = tmp_path / "study"
    assert differences(expected, by_command("--jobs", "2", "-o", str(out), folder=tmp_path)) == []
    assert differences(expected, by_command("-o", str(out), folder=tmp_path)) == [], "from the journal"


def test_the_browser_is_told_what_python_says(expected: Any, server: Server) -> None:
    found, progress = by_socket(server)
    assert differences(expected, found) == []
    assert [done for done, _ in progress] == list(range(1, len(progress) + 1))
    assert progress[-1][0] == progress[-1][1] > 45, "doubtful positions are searched again"
    again, _ = by_socket(server)
    assert differences(found, again) == [], "the same again"


def test_the_annotated_game_says_what_python_says(expected: Any, tmp_path: Path) -> None:
    by_command("-o", str(tmp_path / "study"), folder=tmp_path)
    game = ch.pdn.read(tmp_path / "study" / "annotated.pdn")
    glyphs = {"?!": 6, "?": 2, "??": 4}
    for node, judged in zip(game.mainline(), expected["moves"], strict=True):
        assert node.notation == judged["move"]
        assert [glyph for glyph in node.nags if glyph in glyphs.values()] == [
            glyphs[judged["mark"]] for _ in range(bool(judged["mark"]))
        ]
        if judged["mark"]:
            assert node.comment == f"{judged['grade'].capitalize()}. {' '.join(judged['words'])}"


def test_a_game_that_is_over_and_one_without_moves(server: Server) -> None:
    with connect(server.url.replace("http", "ws") + "/api/analysis") as socket:
        for fen, moves, words in [("W:W15:B11", ["15x8"], "It wins the game"), ("B:W18:B", [], "")]:
            socket.send(json.dumps({"type": "review", "id": 1, "fen": fen, "moves": moves, "nodes": 1000}))
            heard: list[Any] = []
            while not heard or heard[-1]["type"] != "rested":
                heard.append(json.loads(socket.recv(timeout=300)))
            [reviewed] = [message["review"] for message in heard if message["type"] == "reviewed"]
            assert len(reviewed["scores"]) == len(moves) + 1
            assert words in json.dumps(reviewed["moves"])


@pytest.mark.parametrize("nodes", [0, 999, 2_000_001, "many", None])
def test_a_wish_that_costs_nothing_or_too_much_is_refused(server: Server, nodes: Any) -> None:
    with connect(server.url.replace("http", "ws") + "/api/analysis") as socket:
        socket.send(json.dumps({"type": "review", "id": 1, "moves": ["11-15"], "nodes": nodes}))
        message = json.loads(socket.recv(timeout=300))
        assert (message["type"], message["code"]) == ("refused", "bad_request")
        assert "nodes" in message["message"]
