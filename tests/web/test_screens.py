"""The play page on every screen: nothing scrolls without need, nothing moves, nothing is covered."""

from __future__ import annotations

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


def at(person: Any, screen: str) -> Any:
    width, height = SCREENS[screen]
    person.page.set_viewport_size({"width": width, "height": height})
    return person


def expect_no_scrolling(page: Any) -> None:
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    screen = page.viewport_size
    assert size[0] <= screen["width"]
    assert size[1] <= screen["height"]


def places(page: Any) -> dict[str, Any]:
    """Where every control is."""
    return dict(
        page.evaluate(
            """(controls) => Object.fromEntries([...document.querySelectorAll(controls)].map((element) => {
                const { x, y, width, height } = element.getBoundingClientRect();
                return [element.id, [x, y, width, height].map(Math.round).join(" ")];
            }))""",
            CONTROLS,
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


@pytest.mark.parametrize("screen", ["large", "desktop", "laptop"])
def test_the_start_page_needs_no_scrolling(server: Server, open_page: Any, screen: str) -> None:
    person = at(open_page(server.url), screen)
    person.expect_status("Your move!")
    expect_no_scrolling(person.page)
    box = person.page.get_by_role("button", name="Start").bounding_box()
    assert box["y"] + box["height"] <= SCREENS[screen][1]


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
