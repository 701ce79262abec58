"""How games begin and end in a real browser: continue, won or lost, rematch, another level, a friend by link."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Any

import httpx
from playwright.sync_api import expect
from web.running import PATIENCE, Server

ONE_MOVE_WIN = "B:W14:B9"


def made(server: Server, **wishes: Any) -> str:
    answer = httpx.post(f"{server.url}/api/games", json=wishes, timeout=PATIENCE).json()
    return f"{server.url}/game/{answer['game']['id']}"


def test_a_game_that_was_left_is_continued(new_server: Any, open_page: Any) -> None:
    server = new_server()
    person = open_page(server.url)
    expect(person.page.locator("#continue")).to_be_hidden()
    person.click(11, 15)
    expect(person.page.locator("#moves button")).to_have_count(2)
    game = person.page.url
    person.page.goto(server.url)
    expect(person.page.locator("#continue-about")).to_contain_text("Level 3, 2 moves")
    person.page.get_by_role("link", name="Continue").click()
    expect(person.page).to_have_url(game)
    expect(person.page.locator("#moves button")).to_have_count(2)


def test_a_game_begun_in_the_terminal_is_continued(new_server: Any, open_page: Any) -> None:
    server = new_server()
    command = [sys.executable, "-P", "-m", "crownhead", "play", "--style", "plain"]
    people = ["--black", "person", "--white", "person"]
    environment = {**os.environ, "CROWNHEAD_DATA": str(server.folder)}
    subprocess.run(
        [*command, *people], input=b"11-15\nquit\n", env=environment, capture_output=True, check=True
    )
    person = open_page(server.url)
    expect(person.page.locator("#continue-about")).to_contain_text("1 move")
    person.page.get_by_role("link", name="Continue").click()
    person.expect_moves("11-15")
    person.click(23, 19)
    person.expect_moves("11-15", "23-19")


def test_three_wins_lead_to_the_next_level(new_server: Any, open_page: Any) -> None:
    """And each is told as such, with a rematch and one with the sides swapped."""
    server = new_server()
    person = open_page(made(server, kind="engine", level=1, fen=ONE_MOVE_WIN))
    end = person.page.locator("dialog.end")
    for games in (1, 2, 3):
        person.expect_status("Your move.")
        expect(end).to_have_count(0)
        person.click(9, 18)
        expect(end).to_contain_text("You won!")
        expect(end).to_contain_text("Red has no pieces left.")
        if games < 3:
            expect(end).not_to_contain_text("in a row")
            end.get_by_role("button", name="Rematch").click()
    expect(end).to_contain_text("You have won 3 games in a row.")
    end.get_by_role("button", name="Play level 2, Beginner").click()
    expect(person.page.locator("#player-top .name")).to_have_text("crownhead, level 2")


def test_friends_have_names_and_play_again(server: Server, open_page: Any) -> None:
    ann = open_page(server.url)
    ann.page.get_by_label("Friend by link").check()
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_role("button", name="Start").click()
    expect(ann.page.locator("#player-top .presence")).to_have_text("is away")
    link = ann.page.locator("#invite-link")
    expect(link).to_have_value(re.compile("/game/[0-9a-f]{16}#[0-9a-f]{32}$"))
    bob = open_page(link.input_value())
    bob.page.locator("#dialog-input").fill("Bob")
    bob.page.locator("dialog").get_by_role("button", name="Play").click()
    bob.expect_status("Ann to move.")
    expect(ann.page.locator("#player-top .name")).to_have_text("Bob")
    expect(ann.page.locator("#player-top .presence")).to_have_text("is here")
    ann.click(11, 15)
    bob.expect_status("Your move.")
    ann.page.click("#undo")
    expect(bob.page.locator("#offer")).to_contain_text("Ann asks to take back the last move.")
    bob.page.get_by_role("button", name="Allow").click()
    ann.expect_moves()
    bob.page.click("#resign")
    bob.confirm("Resign")
    expect(ann.page.locator("dialog.end")).to_contain_text("You won!")
    expect(bob.page.locator("dialog.end")).to_contain_text("You lost")
    ann.page.locator("dialog.end").get_by_role("button", name="Rematch").click()
    bob.page.get_by_role("button", name="Look at the board").click()
    expect(bob.page.locator("#offer")).to_contain_text("Ann asks for a rematch.")
    bob.page.get_by_role("button", name="Play again").click()
    bob.expect_status("Your move.")
    ann.expect_status("Bob to move.")
    expect(ann.page.locator("#player-bottom .name")).to_have_text("Ann")


def test_an_address_where_nothing_is(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/nowhere")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("This square is empty")
    person.page.get_by_role("link", name="Play a game").click()
    person.expect_status("Your move!")
    answer = httpx.get(f"{server.url}/nowhere", timeout=PATIENCE)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/plain; charset=utf-8")
