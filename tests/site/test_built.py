"""The built site as a reader meets it: search, boards, links, and nothing from other hosts."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect, sync_playwright

SITE = Path(os.environ["CROWNHEAD_SITE"])
PAGES = sorted(SITE.rglob("*.html"))


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 390, "height": 664})
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: failed.append(str(error)))
        yield page
        browser.close()


asked: list[str] = []
failed: list[str] = []


def test_every_link_leads_to_a_page_of_the_site() -> None:
    assert len(PAGES) > 60
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        for link in re.findall(r'(?:href|src)="([^"#?]+)', text):
            if not re.match(r"[a-z]+:|//", link):
                target = path.parent / unquote(unescape(link))
                assert target.exists(), f"{path.name}: {link}"


def test_nothing_is_loaded_from_elsewhere() -> None:
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        assert (
            re.findall(r'<(?:script|img|link rel="stylesheet")[^>]+(?:src|href)="(?:https?:)?//[^"]+', text)
            == []
        )


def test_the_search_finds_a_page(page: Page, address: str) -> None:
    page.goto(f"{address}/search.html?q=forty-move")
    expect(page.locator("#search-results")).to_contain_text("Endgame databases")


def test_a_board_of_the_rules_can_be_played(page: Page, address: str) -> None:
    page.goto(f"{address}/rules-of-checkers.html")
    boards = page.locator("crownhead-board")
    assert boards.count() == 7
    jump = boards.nth(2)
    assert jump.evaluate("board => board.play('15x22')")
    assert jump.evaluate("board => board.fen").startswith("W:")
    assert not jump.evaluate("board => board.play('1-32')")


def test_a_line_can_be_gone_through_with_the_button(page: Page, address: str) -> None:
    page.goto(f"{address}/board.html")
    board = page.locator("crownhead-board")
    board.get_by_role("button", name="One move forward").click()
    expect(board.get_by_role("status")).to_contain_text("18-14")


def test_no_other_host_was_asked_and_nothing_failed(address: str) -> None:
    assert asked
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
    assert failed == []


def test_without_a_server_the_search_works_too(page: Page) -> None:
    page.goto((SITE / "search.html").as_uri() + "?q=perft")
    expect(page.locator("#search-results li").first).to_be_visible()
