"""The page Openings: the explorer and the trainer, over HTTP and in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect
from web.running import PATIENCE, Server

GAME = """[Black "Anderson"]
[White "Wyllie"]
[Result "1-0"]

1. 11-15 23-19 2. 8-11 1-0
"""
REVERSED = """[Black "Reversed"]
[Result "0-1"]
[SetUp "1"]
[FEN "W:W21-32:B1-12"]

1. 22-18 10-14 0-1
"""


def test_every_move_comes_with_book_and_name(client: httpx.Client) -> None:
    answer = client.post("/api/openings", json={"moves": ["12-16", "22-18"]}).json()
    assert answer["title"] == "Dundee"
    moves = {one["move"]["text"]: one for one in answer["moves"]}
    assert moves["10-14"]["leads_into"] == "transposes to White Doctor"
    assert moves["16-20"]["score"].startswith(("+", "-"))
    assert client.post("/api/openings", json={"moves": ["12-15"]}).status_code == 422


def test_repertoires_over_http(client: httpx.Client) -> None:
    asked = {"name": "Dyke", "side": "white", "moves": ["11-15", "22-17", "15-19"], "plies": 0}
    made = client.post("/api/repertoires", json=asked)
    assert (made.status_code, made.json()["due"]) == (201, 1)
    card = client.post("/api/repertoires/next", json={"name": "Dyke"}).json()["card"]
    assert card["line"] == ["11-15"]
    said = {"name": "Dyke", "fen": card["position"]["fen"], "move": "22-18"}
    assert client.post("/api/repertoires/answers", json=said).json()["right"] is False
    right = client.post("/api/repertoires/answers", json={**said, "move": "22-17"}).json()
    assert (right["right"], right["next"]["card"], right["next"]["repertoire"]["learnt"]) == (True, None, 1)
    assert client.post("/api/repertoires/deleted", json={"name": "Dyke"}).status_code == 204
    assert client.post("/api/repertoires/next", json={"name": "Dyke"}).status_code == 404
    client.post("/api/repertoires", json=asked)
    wider = {**asked, "plies": 4}
    assert client.post("/api/repertoires", json=wider).json()["cards"] > 1
    text = client.post("/api/repertoires/pdn", json={"name": "Dyke"}).text
    assert "1. 11-15 22-17" in text
    assert client.post("/api/repertoires", json={**asked, "side": "black"}).status_code == 422
    client.post("/api/repertoires/deleted", json={"name": "Dyke"})
    empty = client.post("/api/repertoires", json={"name": "x", "side": "white", "moves": [], "plies": 0})
    assert empty.status_code == 400


def test_strangers_see_no_games_and_keep_no_repertoires(new_server: Callable[..., Server]) -> None:
    server = new_server("--host", "0.0.0.0")
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as stranger:
        assert stranger.post("/api/openings/games", json={"moves": []}).json() == {"total": 0, "games": []}
        refused = stranger.get("/api/repertoires")
        assert refused.status_code == 400
        assert "on your own machine" in refused.json()["error"]["message"]


def test_the_explorer_in_the_browser(
    new_server: Callable[..., Server], open_page: Any, tmp_path: Path
) -> None:
    server = new_server()
    folder = server.folder / "games"
    folder.mkdir(parents=True)
    (folder / "mine.pdn").write_text(GAME)
    (folder / "another.pdn").write_text(REVERSED)
    person = open_page(f"{server.url}/openings")
    page = person.page
    row = page.locator(".explored tbody tr").filter(has=page.get_by_role("button", name="11–15", exact=True))
    expect(row).to_contain_text("2/0/0")
    row.get_by_role("button", name="games with 11-15").click()
    expect(page.locator(".games-through a")).to_have_count(2)
    expect(page.locator(".games-through")).to_contain_text("Anderson – Wyllie")
    expect(page.locator(".games-through")).to_contain_text("Reversed – ?")
    person.click(11, 15)
    expect(page.locator("#line")).to_have_text("11–15")
    page.fill("#find", "glasgow")
    page.press("#find", "Enter")
    expect(page.locator("#line-title")).to_have_text("Glasgow")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Back").click()
    expect(page.locator("#line")).to_have_text("11–15 23–19 8–11 22–17")
    expect(page.locator(".explored tbody")).to_contain_text("Glasgow")


def test_a_repertoire_is_made_and_learnt_in_the_browser(
    new_server: Callable[..., Server], open_page: Any
) -> None:
    server = new_server()
    person = open_page(f"{server.url}/openings?moves=11-15+22-17+15-19", size="phone")
    page = person.page
    expect(page.locator("#line-title")).to_have_text("Dyke")
    page.select_option("#plies", "4")
    page.get_by_role("button", name="Add to repertoire").click()
    page.get_by_role("button", name="Learn Dyke, Black").click()
    expect(page.locator("#status")).to_contain_text("what does your repertoire play?")
    person.click(12, 16)
    expect(page.locator("#status")).to_contain_text("Your repertoire plays 11-15. You will be asked again.")
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator("#board .arrow.best")).to_have_count(1)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#list")).to_contain_text("Dyke, Black")
    with page.expect_download() as downloaded:
        page.get_by_role("button", name="Export Dyke, Black").click()
    assert "1. 11-15 22-17 2. 15-19 " in Path(downloaded.value.path()).read_text()


def test_a_line_is_practised_against_the_computer(server: Server, open_page: Any) -> None:
    page = open_page(f"{server.url}/openings?moves=11-15+22-17+15-19").page
    page.get_by_label("Red", exact=True).check()
    page.select_option("#level", "9")
    page.get_by_role("button", name="Practise").click()
    expect(page.locator("#player-top .name")).to_have_text("crownhead, level 9")
    expect(page.locator("#moves button")).to_have_count(3)
    expect(page.locator("#status")).to_contain_text("Your move. You can take a piece, so you must jump.")


def test_a_move_from_the_book_says_so_and_after_a_reload(
    new_server: Callable[..., Server], open_page: Any
) -> None:
    """The book knows the first moves of all openings, and level 9 plays from it."""
    server = new_server()
    wishes = {"kind": "engine", "colour": "white", "level": 9}
    made = httpx.post(f"{server.url}/api/games", json=wishes, timeout=PATIENCE).json()["game"]["id"]
    page = open_page(f"{server.url}/game/{made}").page
    expect(page.locator("#moves .from-book")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("is from the book")
    server.kill()
    server.start()
    page.reload()
    expect(page.locator("#moves .from-book")).to_have_text("book")
    text = httpx.get(f"{server.url}/api/games/{made}/pdn", timeout=PATIENCE).text
    assert "{book}" in text


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_explorer_stands_beside_the_analysis_board(
    new_server: Callable[..., Server], open_page: Any, size: str
) -> None:
    server = new_server()
    folder = server.folder / "games"
    folder.mkdir(parents=True)
    (folder / "mine.pdn").write_text(GAME)
    page = open_page(f"{server.url}/analyse?moves=11-15+23-19+8-11+22-17", size=size).page
    card = page.locator("#openings-card")
    if size == "phone":
        expect(card.locator(".explored")).to_be_hidden()
        card.locator("summary").click()
    card.get_by_role("button", name="11–16", exact=True).click()
    expect(page.locator("#openings-name")).to_have_text("Glasgow")
    expect(page.locator("#moves [aria-current]")).to_have_text("11–16")
    page.locator("#first").click()
    card.get_by_role("button", name="games with 11-15").click()
    expect(card.locator(".games-through a")).to_have_text("Anderson – Wyllie")
    page.reload()
    expect(card.locator(".explored")).to_be_visible()


def test_a_damaged_book_is_named_beside_the_moves(new_server: Callable[..., Server], open_page: Any) -> None:
    server = new_server()
    (server.folder / "opening.book").write_bytes(b"CHBOOK1\n")
    page = open_page(f"{server.url}/openings").page
    expect(page.get_by_role("alert").filter(has_text="The book is not used")).to_contain_text("opening.book")
    expect(page.locator(".explored tbody tr")).to_have_count(7)
