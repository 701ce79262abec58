"""Photographs pages of a running `crownhead web` for the docs: python docs/images/photograph.py http://127.0.0.1:8032

A first visit is played as a beginner would: the start page, the first lesson, a game won against level 1, a game lost
to level 4, and its review. The games are real ones, moved by clicks, so the pictures differ from time to time. Use a
server with a new CROWNHEAD_DATA. Needs Playwright and Chromium, as the tests of the browser do.
"""

from __future__ import annotations

import base64
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from crownhead import Board, Engine, Limit

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

PAGES = {"start": "/", "learn": "/learn"}
SIZE = {"width": 1200, "height": 750}
QUALITY = 80
"""Per cent; such a picture has about 45 kB."""
PATIENCE = 120_000
"""Milliseconds to wait for what the page is to show."""
MIDDLE = 10
"""Moves of both sides before the picture of a game that goes on."""
STRONG, WEAK = 9, 1
"""Levels of the player who wins against level 1, and of the one who loses to level 4."""


class Visit:
    def __init__(self, page: Page, camera: CDPSession, url: str, folder: Path) -> None:
        self.page, self.camera, self.url, self.folder = page, camera, url, folder
        page.set_default_timeout(PATIENCE)

    def photograph(self, name: str) -> None:
        taken = self.camera.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        (self.folder / f"{name}.webp").write_bytes(base64.b64decode(taken["data"]))

    def open(self, address: str) -> None:
        self.page.goto(self.url + address, wait_until="networkidle")

    def click(self, *squares: int) -> None:
        for square in squares:
            self.page.locator(f"#board [data-square='{square}']").click()

    def first_lesson(self) -> None:
        self.open("/learn?lesson=jump")
        self.page.locator("#hint").click()
        self.page.locator("#board .arrow.best").wait_for()
        self.photograph("first-lesson")

    def play(self, level: int, strength: int) -> None:
        """A whole game with Black, until the page says how it ended."""
        self.open("/")
        self.page.select_option("#level", str(level))
        if level == 1:
            self.photograph("first-start")
        self.page.locator("#setup [type=submit]").click()
        self.page.wait_for_url("**/game/*")
        with Engine(level=strength) as player:
            while (board := self._ours()) is not None:
                if level == 4 and len(board) == MIDDLE:
                    self.page.wait_for_timeout(1000)  # the piece that moved is still on its way
                    self.photograph("play")
                move = player.play(board, Limit(time=1)).move
                self.click(*move.path) if len(move.path) == 2 else self._type(str(move))
        self.page.locator("dialog.end").wait_for()

    def _type(self, move: str) -> None:
        self.page.fill("#typed-move", move)
        self.page.press("#typed-move", "Enter")

    def _ours(self) -> Board | None:
        """The game when it is Black's turn, or None when it is over."""
        while True:
            game = self.page.request.get(self.page.url.replace("/game/", "/api/games/")).json()["game"]
            if game["result"] != "*":
                return None
            if game["position"]["turn"] == "black":
                return Board.of(game["start"], [ply["text"] for ply in game["plies"]])
            self.page.wait_for_timeout(200)

    def review(self) -> None:
        self.page.locator("dialog.end").get_by_role("button", name="Review").click()
        ours = self.page.locator("#mistakes button").filter(has_not_text="...")
        ours.and_(self.page.locator(".blunder, .mistake")).first.click()
        self.page.wait_for_timeout(500)
        self.photograph("first-review")


def photograph(url: str, folder: Path) -> None:
    chromium = os.environ.get("CROWNHEAD_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
        visit = Visit(page, page.context.new_cdp_session(page), url, folder)
        for name, address in PAGES.items():
            visit.open(address)
            visit.photograph(name)
        visit.first_lesson()
        visit.play(1, STRONG)
        visit.photograph("first-win")
        visit.play(4, WEAK)
        visit.photograph("first-loss")
        visit.review()
        browser.close()


if __name__ == "__main__":
    photograph(sys.argv[1].rstrip("/"), Path(__file__).parent)
