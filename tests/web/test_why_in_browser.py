"""Why a move is good or bad, asked during a game."""

from __future__ import annotations

import re
from typing import Any

import httpx
from playwright.sync_api import expect
from web.running import PATIENCE, Server

TWO_FOR_ONE = "B:W22,24,28,31:B8,11,16,19"
"""16-20 24x15 11x18x25: one man given, two taken."""


def game(server: Server, **wishes: Any) -> str:
    answer = httpx.post(f"{server.url}/api/games", json=wishes, timeout=PATIENCE).json()
    return f"{server.url}/game/{answer['game']['id']}"


def test_a_move_that_was_made_is_explained(server: Server, open_page: Any) -> None:
    person = open_page(game(server, kind="screen", fen=TWO_FOR_ONE))
    page = person.page
    person.expect_status("Black to move")
    expect(page.locator("#why")).to_be_disabled()
    person.click(16, 20)
    person.expect_moves("16-20")
    page.click("#why")
    box = page.locator("dialog.why")
    expect(box.get_by_role("heading")).to_have_text("Why 16–20?")
    expect(box).to_contain_text(re.compile("shot|wins"))
    expect(box).to_contain_text("24×15")
    box.get_by_role("button", name="OK").click()
    expect(box).to_have_count(0)


def test_a_hint_is_explained_by_the_keyboard(server: Server, open_page: Any) -> None:
    person = open_page(game(server, kind="engine", level=1, colour="black", fen=TWO_FOR_ONE))
    page = person.page
    person.expect_status("Your move")
    page.keyboard.press("h")
    person.expect_status("Try 16-20.")
    page.keyboard.press("w")
    expect(page.locator("dialog.why h2")).to_have_text("Why 16–20?")
    expect(page.locator("dialog.why")).to_contain_text("24×15")


def test_nobody_gets_help_against_a_friend(server: Server, open_page: Any) -> None:
    person = open_page(server.url)
    person.page.get_by_role("radio", name="Friend by link").check()
    person.page.get_by_role("button", name="Start").click()
    expect(person.page.locator("#invite-link")).to_be_visible()
    person.click(11, 15)
    person.expect_moves("11-15")
    expect(person.page.locator("#why")).to_be_disabled()
    person.page.keyboard.press("w")
    expect(person.page.locator("dialog.why")).to_have_count(0)
