"""The play page on every screen: nothing scrolls without need, nothing moves, nothing is covered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect
from web.running import PATIENCE, Server

from crownhead import Board

SCREENS = {
    "large": (2560, 1440),
    "desktop": (1440, 900),
    "laptop": (1366, 768),
    "tablet": (768, 1024),
    "phone": (390, 664),
    "phone on its side": (664, 390),
    "small phone": (320, 568),
}
CONTROLS = "#board, .toolbar > :not([hidden]), .steps button, #status"
LONG_LESSONS = {
    "second-position": "Second Position",
    "opposition": "King against king",
    "two-for-one": "Two for one",
}
LESSON_CONTROLS = "#board, #hint, #again, #next, #text, #lesson-title"
WHOLE_GAME = [
    "9-14", "23-19", "10-15", "19x10", "6x15", "26-23", "15-19", "23x16", "11x20", "31-26", "14-17",
    "22x13", "7-11", "21-17", "3-7", "27-23", "20x27", "26-22", "5-9", "13x6", "1x10", "28-24", "12-16",
    "17-13", "8-12", "22-18", "2-6", "24-19", "27-31", "13-9", "6x13", "32-28", "31-26", "28-24",
    "26-22", "24-20", "22x24", "23-19", "24x15", "25-21",
]  # fmt: skip
"""With jumps, a double jump and a king; the rules below check that it is legal."""
FEW = 8
"""Moves on the screens that are like another."""


def made(server: Server, **wishes: Any) -> str:
    answer = httpx.post(f"{server.url}/api/games", json=wishes, timeout=PATIENCE).json()
    return f"{server.url}/game/{answer['game']['id']}"


def seated(server: Server, **wishes: Any) -> tuple[str, dict[str, str]]:
    """A game's address in the API, and Black's key."""
    answer = httpx.post(f"{server.url}/api/games", json=wishes, timeout=PATIENCE).json()
    key = {"Authorization": f"Bearer {answer['seats']['black']}"}
    return f"{server.url}/api/games/{answer['game']['id']}", key


def at(person: Any, screen: str) -> Any:
    width, height = SCREENS[screen]
    person.page.set_viewport_size({"width": width, "height": height})
    return person


def expect_no_scrolling(page: Any) -> None:
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    screen = page.viewport_size
    assert size[0] <= screen["width"]
    assert size[1] <= screen["height"]


def inner_scrolling(page: Any) -> list[str]:
    """Parts of the page that one would have to scroll to see the whole of."""
    return list(
        page.evaluate(
            """[...document.querySelectorAll("main, main *")].filter((element) =>
                element.scrollHeight > element.clientHeight + 1
                && ["auto", "scroll"].includes(getComputedStyle(element).overflowY)).map((each) => each.className)"""
        )
    )


def assert_in_sight(page: Any, control: str) -> None:
    box, screen = page.locator(control).bounding_box(), page.viewport_size
    assert box["y"] + box["height"] <= screen["height"], (control, box)
    assert box["x"] >= 0, (control, box)
    assert box["x"] + box["width"] <= screen["width"], (control, box)


def places(page: Any, controls: str = CONTROLS) -> dict[str, Any]:
    """Where every control is."""
    return dict(
        page.evaluate(
            """(controls) => Object.fromEntries([...document.querySelectorAll(controls)].map((element) => {
                const { x, y, width, height } = element.getBoundingClientRect();
                return [element.id, [x, y, width, height].map(Math.round).join(" ")];
            }))""",
            controls,
        )
    )


@pytest.mark.parametrize("screen", SCREENS)
def test_no_control_moves_in_a_whole_game(server: Server, open_page: Any, screen: str) -> None:
    """By touch where there is no mouse; after each move everything is where it was, and nothing scrolls."""
    touch = "phone" in screen or screen == "tablet"
    player = at(open_page(made(server, kind="screen"), has_touch=touch), screen)
    player.expect_status("Black to move")
    before, board = places(player.page), Board()
    assert {"undo", "hint", "draw", "resign", "board"} <= before.keys()
    for text in WHOLE_GAME if screen in ("desktop", "phone") else WHOLE_GAME[:FEW]:
        move = board.push(text)
        for square in (move.origin, move.target):
            (player.tap if touch else player.click)(square)
        expect(player.page.locator("#moves button")).to_have_count(len(board))
        assert places(player.page) == before, text
    expect_no_scrolling(player.page)
    player.page.click("#resign")
    player.confirm("Resign")
    player.page.locator("dialog.end").get_by_role("button", name="Look at the board").click()
    after = places(player.page)
    assert after.keys() - before.keys() == {"rematch", "swap", "review"}
    assert {name: after[name] for name in after.keys() & before.keys()} == {
        name: before[name] for name in after.keys() & before.keys()
    }
    for taken, given in (("hint", "rematch"), ("draw", "swap"), ("resign", "review")):
        assert after[given] == before[taken]
    expect_no_scrolling(player.page)


@pytest.mark.parametrize("screen", SCREENS)
def test_the_start_page_needs_no_scrolling(
    new_server: Callable[..., Server], open_page: Any, screen: str
) -> None:
    """Whoever one plays against, and with a game to go on with above the form."""
    server = new_server()
    for unfinished in (False, True):
        if unfinished:
            game, key = seated(server, kind="engine", level=1, colour="black")
            httpx.post(f"{game}/moves", json={"ply": 0, "move": "11-15"}, headers=key, timeout=PATIENCE)
        person = at(open_page(server.url), screen)
        expect(person.page.locator("#continue")).to_be_visible(visible=unfinished)
        for kind in ("Friend here", "Friend by link", "Computer"):
            person.page.get_by_role("radio", name=kind).check()
            expect_no_scrolling(person.page)
            assert_in_sight(person.page, "#setup [type=submit]")
            assert inner_scrolling(person.page) == []
        if screen != "phone on its side" or not unfinished:
            person.expect_status("Your move!")


@pytest.mark.parametrize("screen", SCREENS)
def test_lessons_fit_the_screen_and_nothing_moves(server: Server, open_page: Any, screen: str) -> None:
    """The longest texts, and a lesson in which a move is refused, a wrong one and the right one are made."""
    person = at(open_page(f"{server.url}/learn?lesson=second-position"), screen)
    page = person.page
    for name, title in LONG_LESSONS.items():
        page.goto(f"{server.url}/learn?lesson={name}")
        expect(page.locator("#lesson-title")).to_have_text(title)
        expect_no_scrolling(page)
        for control in ("#hint", "#again", "#next", "#board"):
            assert_in_sight(page, control)
    before = places(page, LESSON_CONTROLS)
    person.click(22)
    person.expect_status("The piece on 22 is red's")
    assert places(page, LESSON_CONTROLS) == before
    person.click(8, 12)
    person.expect_status("must answer with a jump")
    assert places(page, LESSON_CONTROLS) == before
    person.click(16, 20)
    person.expect_status("Your opponent plays")
    assert places(page, LESSON_CONTROLS) == before


@pytest.mark.parametrize("screen", ["laptop", "phone", "phone on its side"])
def test_another_lesson_is_chosen_from_the_list(server: Server, open_page: Any, screen: str) -> None:
    page = at(open_page(f"{server.url}/learn"), screen).page
    expect(page.locator("#contents")).to_be_hidden()
    page.get_by_role("button", name="Lessons", exact=True).click()
    page.locator("#all").get_by_role("button", name="Two for one").click()
    expect(page.locator("#lesson-title")).to_have_text("Two for one")
    expect(page.locator("#contents")).to_be_hidden()


def test_the_board_grows_with_the_screen(server: Server, open_page: Any) -> None:
    person = open_page(made(server, kind="screen"))
    widths = [at(person, screen).page.locator("#board").bounding_box()["width"] for screen in SCREENS]
    assert widths[0] > 1100
    assert widths[4] == 390, "on an upright phone it is as wide as the screen"
    assert widths[5] > 0.8 * 390, "on its side nearly as tall"


@pytest.mark.parametrize("screen", SCREENS)
def test_a_toast_covers_no_square(server: Server, open_page: Any, screen: str) -> None:
    person = at(open_page(made(server, kind="screen")), screen)
    person.expect_status("Black to move")
    person.page.locator("#typed-move").focus()
    person.type("32-28")
    toast = person.page.locator(".toast").bounding_box()
    board = person.page.locator("#board").bounding_box()
    apart = toast["y"] + toast["height"] <= board["y"] or toast["x"] >= board["x"] + board["width"]
    assert apart, (toast, board)


def test_a_dragged_piece_is_seen_beyond_the_edge(server: Server, open_page: Any) -> None:
    person = open_page(made(server, kind="screen"))
    person.expect_status("Black to move")
    board = person.page.locator("#board").bounding_box()
    person.square(11).hover()
    person.page.mouse.down()
    person.page.mouse.move(board["x"] - 30, board["y"] + 200, steps=5)
    piece = person.page.locator("#board .piece.dragged").bounding_box()
    assert piece["x"] < board["x"] - 30
    shown = person.page.locator("#board svg").first
    assert shown.evaluate("element => getComputedStyle(element).overflow") == "visible"
    assert (
        person.page.locator("#board").evaluate("element => getComputedStyle(element).overflow") == "visible"
    )
    expect_no_scrolling(person.page)
    person.page.mouse.up()
    expect(person.page.locator("#board .piece.dragged")).to_have_count(0)
