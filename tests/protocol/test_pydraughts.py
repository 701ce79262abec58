"""The real pydraughts 0.6.7, which others use to drive engines, drives ours through whole games."""

from __future__ import annotations

import logging
import random
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import draughts
import pytest
from conversation import PATIENCE
from draughts import engine

import crownhead as ch

CUSTOM = "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"
SCRIPT = Path(sysconfig.get_path("scripts")) / "crownhead"

# It leaves its pipes and threads to the garbage collector.
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


def followed(board: Any, ours: ch.Board, move: Any) -> None:
    """Pushes a move on both boards, which must agree on what can be played."""
    ours.push(ours.parse_move("x".join(map(str, move.steps_move)) if move.captures else move.pdn_move))
    board.push(move)


def play_out(board: Any, fen: str | None, choose: Any, seed: int, most: int = 160) -> ch.Board:
    """The engine against chance, from whoever is to move."""
    dice = random.Random(seed)
    ours = ch.Board(fen)
    engine_moves = seed % 2 == 0
    while not board.is_over() and len(ours) < most:
        move = choose(board) if engine_moves else dice.choice(board.legal_moves())
        followed(board, ours, move)
        engine_moves = not engine_moves
    return ours


@pytest.mark.parametrize(
    ("fen", "seed", "limit"),
    [
        (None, 0, {"time": 2, "inc": 0.02}),
        (None, 1, {"nodes": 3000}),
        (None, 2, {"movetime": 0.01}),
        (CUSTOM, 0, {"depth": 4}),
        (CUSTOM, 1, {"time": 2}),
    ],
)
def test_hub_through_a_whole_game(fen: str | None, seed: int, limit: dict[str, float]) -> None:
    hub = engine.HubEngine([str(SCRIPT), "hub"])
    try:
        assert hub.id["name"] == "crownhead"
        hub.configure({"variant": "english", "hash": 4, "bb-size": 5, "book": True})
        hub.init()
        hub.ping()
        board = draughts.Board(variant="english", fen=fen or "startpos")
        game = play_out(board, fen, lambda b: hub.play(b, engine.Limit(**limit), False).move, seed)
        assert len(game) > 4
        assert {"depth", "score", "nodes", "pv"} <= set(hub.info)
        hub.quit()
        assert hub.p.wait(PATIENCE) == 0
    finally:
        hub.p.kill()
        hub.p.communicate()


def test_hub_ponders() -> None:
    hub = engine.HubEngine([str(SCRIPT), "hub"])
    try:
        hub.init()
        board = draughts.Board(variant="english")
        result = hub.play(board, engine.Limit(depth=6), False)
        board.push(result.move)
        assert result.ponder is not None
        board.push(result.ponder)
        threading.Thread(target=hub.ponderhit).start()  # waits for the search to begin by itself
        pondered = hub.play(board, engine.Limit(depth=5), True)
        assert pondered.move.pdn_move in [move.pdn_move for move in board.legal_moves()]
        hub.quit()
        assert hub.p.wait(PATIENCE) == 0
    finally:
        hub.p.kill()
        hub.p.communicate()


@pytest.fixture
def dxp_port() -> Iterator[int]:
    command = [sys.executable, "-m", "crownhead", "dxp", "--port", "0", "--time", "0.01"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stderr is not None
    yield int(process.stdout.readline().split()[-1])
    process.terminate()
    process.wait(PATIENCE)
    errors = process.stderr.read()
    process.stdout.close()
    process.stderr.close()
    assert errors == ""


def quick_close(socket: Any) -> None:
    """Its own close sleeps for seven seconds between the two steps."""
    if socket.sock and not socket.closed:
        socket.closed = True
        socket.sock.shutdown(2)
        socket.sock.close()
        socket.sock = None


@pytest.mark.parametrize(
    ("fen", "seed"), [(None, 0), (None, 1), (CUSTOM, 0), (CUSTOM, 1), ("B:W18,24,K5,27:B12,K10,3", 0)]
)
def test_dxp_through_a_whole_game(
    dxp_port: int, fen: str | None, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from draughts.engines.dxp_communication.dxp_classes import MySocket

    monkeypatch.setattr(MySocket, "close", quick_close)
    logging.getLogger("pydraughts").setLevel(logging.CRITICAL)
    dxp = engine.DXPEngine(None, {"port": dxp_port, "engine-opened": True}, initial_time=60)
    board = draughts.Board(variant="english", fen=fen or "startpos")
    game = play_out(board, fen, lambda b: dxp.play(b).move, seed, most=60)
    assert dxp.id["name"] == "crownhead"
    assert len(game) > 4
    dxp.quit()
