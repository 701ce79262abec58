"""Proofs on the page of analysis: over the socket, and with the button."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import expect
from web.running import PATIENCE, Server
from websockets.sync.client import connect

import crownhead as ch
from crownhead.tablebase.build import Plan

FIRST = "W:WK22,K23,K24:BK31,K32"
"""Won in 15 plies by what others published."""


def ask(server: Server, message: dict[str, object]) -> list[dict[str, Any]]:
    """All that is said until the end."""
    heard: list[dict[str, Any]] = []
    with connect(server.url.replace("http", "ws") + "/api/analysis") as socket:
        socket.send(json.dumps(message))
        while not heard or heard[-1]["type"] != "rested":
            heard.append(json.loads(socket.recv()))
    return heard


def test_a_proof_comes_with_a_certificate_that_the_checker_accepts(server: Server, tmp_path: Path) -> None:
    heard = ask(server, {"type": "prove", "id": 1, "fen": FIRST, "seconds": 60})
    [proved] = [message for message in heard if message["type"] == "proved"]
    assert (proved["claim"], proved["turn"]) == ("win", "white")
    path = tmp_path / "first.proof"
    path.write_bytes(base64.b64decode(proved["certificate"]))
    checked = ch.check_proof(path, no_database=True)
    assert checked.position.fen == FIRST
    assert checked.claim.value == "win"


def test_what_cannot_be_decided_in_time_is_not_claimed(server: Server) -> None:
    heard = ask(server, {"type": "prove", "id": 2, "fen": ch.Position.start().fen, "seconds": 0.2})
    [proved] = [message for message in heard if message["type"] == "proved"]
    assert (proved["claim"], proved["certificate"]) == (None, "")
    assert any(message["type"] == "proving" for message in heard)


def test_bad_wishes_are_refused(server: Server) -> None:
    [refused, _] = ask(server, {"type": "prove", "id": 3, "fen": "nonsense"})
    assert refused["type"] == "refused"


def test_the_button(server: Server, open_page: Any) -> None:
    page = open_page(f"{server.url}/analyse?fen={FIRST}").page
    page.get_by_role("button", name="Prove this").click()
    expect(page.locator("#proof-said")).to_contain_text(
        "Red wins, proved with a certificate.", timeout=60_000
    )
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the certificate").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"CROWNPRF")
    page.goto(f"{server.url}/analyse")
    page.get_by_role("button", name="Prove this").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Prove this")).to_be_enabled()
    expect(page.locator("#proof-said")).to_be_hidden()


def test_what_a_database_knows_is_called_proved(new_server: Any, open_page: Any, tmp_path: Path) -> None:
    """King against king, each in a double corner."""
    for _ in Plan(tmp_path / "tablebases", 2, 2).run():
        pass
    server, drawn = new_server(), "It is a draw, proved by the endgame database."
    asked = {"fen": "W:WK28:BK1"}
    assert httpx.post(f"{server.url}/api/verdict", json=asked, timeout=PATIENCE).json() == {"words": drawn}
    assert httpx.post(f"{server.url}/api/verdict", json={}, timeout=PATIENCE).json() == {"words": None}
    page = open_page(f"{server.url}/analyse?fen=W:WK28:BK1").page
    expect(page.locator("#proof-said")).to_have_text(drawn)
    page.get_by_role("button", name="Start", exact=True).click()
    proved = page.get_by_role("button", name="draw, proved, the whole line").first
    expect(proved).to_have_attribute("title", drawn)


def test_the_review_shows_what_is_proved_and_proves_it(
    server: Server, open_page: Any, tmp_path: Path
) -> None:
    """After 26-22 White takes the last man, whatever Black does."""
    page = open_page(f"{server.url}/analyse").page
    page.locator("#pdn").fill('[FEN "W:W26:B14"]\n\n1. 26-22 14-17 2. 22x13 *')
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.locator("#moves")).to_contain_text("22×13")
    page.get_by_role("button", name="Review the game").click()
    turn = page.locator("#review-proved li")
    expect(turn).to_have_count(1)
    expect(turn).to_contain_text("At the beginning: Red wins in 2 moves")
    turn.get_by_role("button", name="Prove this").click()
    expect(page.locator("#proof-said")).to_contain_text("Red wins, proved with a certificate.")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the certificate").click()
    path = tmp_path / "review.proof"
    saved.value.save_as(path)
    assert ch.check_proof(path, no_database=True).position.fen == "W:W26:B14"
