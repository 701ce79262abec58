"""Proofs on the page of analysis: over the socket, and with the button."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect
from web.running import Server
from websockets.sync.client import connect

import crownhead as ch

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
    expect(page.locator("#proof-said")).to_contain_text("Proved: Red wins.", timeout=60_000)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the certificate").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"CROWNPRF")
    page.goto(f"{server.url}/analyse")
    page.get_by_role("button", name="Prove this").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Prove this")).to_be_enabled()
    expect(page.locator("#proof-said")).to_be_hidden()
