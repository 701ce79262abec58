"""Lessons in a real browser: by mouse, by touch on a phone, and by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import expect
from web.running import Server

from crownhead.study.rules_page import sections


def test_the_first_lesson_is_played_through_and_kept(
    new_server: Callable[..., Server], open_page: Any
) -> None:
    server = new_server()
    person = open_page(f"{server.url}/learn")
    page = person.page
    expect(page.locator("#lesson-title")).to_have_text("The first steps")
    page.click("#next")
    person.click(10, 14)
    person.expect_status("That is a step.")
    page.click("#next")
    person.click(14, 17)
    person.expect_status("That was the man in front.")
    person.click(10, 15)
    person.expect_status("Right")
    page.click("#next")
    expect(page.locator("#lesson-title")).to_have_text("The jump")
    expect(page.locator("#done-count")).to_have_text("1 of 18 finished")
    # The terminal and another browser know of it.
    again = open_page(f"{server.url}/learn").page
    expect(again.locator("#lesson-title")).to_have_text("The jump")
    assert (server.folder / "lessons.json").read_text() == '["step"]'


def test_a_shot_is_answered_move_by_move_on_a_phone(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/learn?lesson=in-and-out", "phone", has_touch=True)
    page = person.page
    expect(page.locator("#text")).to_contain_text("crowned")
    person.tap(4, 8)
    person.expect_status("must answer with a jump")
    person.tap(3, 7)
    person.expect_status("Your opponent plays 11x2")
    person.tap(1, 6)
    person.expect_status("Your opponent plays 2x9")
    person.tap(5, 30)
    person.expect_status("In, out, and three men taken for two.")


def test_a_lesson_by_keyboard_with_hints(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/learn?lesson=two-for-one")
    page = person.page
    expect(person.square(16)).to_have_attribute("aria-label", re.compile("can move"))
    page.keyboard.press("h")
    person.expect_status("Try 16-20.")
    expect(page.locator("#board .arrow.best")).to_have_count(1)
    person.press(16, 20)
    person.expect_status("Your opponent plays 24x15")
    person.press(11, 25)
    person.expect_status("One man given, two taken.")
    expect(page.locator("#next")).to_be_focused()


def test_the_buttons_are_in_sight_on_a_phone(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/learn?lesson=two-for-one", "phone")
    expect(person.square(8)).to_have_attribute("aria-label", re.compile("can move"))
    height = person.page.evaluate("innerHeight")
    for name in ("#hint", "#again", "#next"):
        box = person.page.locator(name).bounding_box()
        assert box["y"] + box["height"] <= height


def test_the_rules_can_be_read_and_printed(server: Server, open_page: Any) -> None:
    page = open_page(f"{server.url}/learn").page
    page.click("text=Read or print the rules")
    expect(page.locator("h1")).to_have_text("The rules of checkers")
    for one in sections():
        expect(page.locator(f"#{one.name} h2")).to_have_text(one.title)
        expect(page.locator(f"#{one.name} svg")).to_have_count(1 if one.fen else 0)
    expect(page.locator("header.top")).to_be_visible()
    page.emulate_media(media="print")
    for unwanted in ("header.top", "#print"):
        expect(page.locator(unwanted)).to_be_hidden()
    page.emulate_media(media="screen")
    page.evaluate("window.print = () => document.body.dataset.printed = 'yes'")
    page.click("#print")
    expect(page.locator("body")).to_have_attribute("data-printed", "yes")


def test_no_control_moves_during_a_lesson(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/learn?lesson=two-for-one")
    page = person.page
    expect(person.square(8)).to_have_attribute("aria-label", re.compile("can move"))
    before = page.locator("#next").bounding_box()
    person.click(8, 12)
    person.expect_status("must answer with a jump")
    person.click(16, 20)
    person.expect_status("Your opponent plays")
    assert page.locator("#next").bounding_box() == before


def test_the_api_refuses_what_is_no_step_or_no_move(client: httpx.Client) -> None:
    step = "/api/lessons/step/steps/2"
    assert client.post(f"{step}/attempts", json={"moves": ["10-9"]}).status_code == 422
    assert client.post(f"{step}/attempts", json={"moves": []}).status_code == 400
    assert client.post("/api/lessons/step/steps/9/attempts", json={"moves": ["10-14"]}).status_code == 400
    assert client.post("/api/lessons/chess/steps/1/hints", json={"moves": []}).status_code == 404
    assert client.post("/api/lessons/chess/finished").status_code == 404
    assert client.post("/api/lessons/winning/steps/1/hints", json={"moves": ["15x22"]}).status_code == 400
