"""The page of analysis as a serious player uses it, in a real browser."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect
from web.running import PATIENCE, Server

import crownhead as ch

GAME = Path(__file__).parents[2] / "examples" / "wyllie.pdn"
BLUNDER = "11-15+23-19+15-18+22x15+10-14"
"""15-18 gives a man away for nothing."""


def load(page: Page, text: str) -> None:
    page.fill("#pdn", text)
    page.get_by_role("button", name="Load", exact=True).click()


def saved(page: Page) -> ch.pdn.Game:
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    return ch.pdn.read(Path(download.value.path()))


def test_tags_are_edited_undone_and_saved(server: Server, open_page: Any) -> None:
    page = open_page(f"{server.url}/analyse?moves=11-15").page
    expect(page.locator("#game-about")).to_contain_text(str(date.today().year))
    page.get_by_role("button", name="Edit", exact=True).click()
    page.locator("#tag-Black").fill("Tinsley")
    page.locator("#tag-Event").fill("Cup")
    page.locator("#tag-Result").select_option("1-0")
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#game-title")).to_have_text("Tinsley \u2013 Red")
    expect(page.locator("#game-about")).to_contain_text("Cup")
    game = saved(page)
    assert (game.headers["Black"], game.headers["Event"], game.result) == ("Tinsley", "Cup", "1-0")
    assert game.headers["Date"].startswith(str(date.today().year))
    page.get_by_role("button", name="Undo the last edit").click()
    expect(page.locator("#game-about")).not_to_contain_text("Cup")


def test_everything_by_keyboard(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/analyse?moves=11-15+23-19+8-11")
    page, keys = person.page, person.page.keyboard
    person.expect_moves("11-15", "23-19", "8-11")
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    person.press(22, 18)
    person.expect_moves("11-15", "23-19", "22-18", "8-11")
    page.evaluate("document.activeElement.blur()")
    keys.press("!")
    expect(page.locator("#moves [aria-current]")).to_have_text("22\u201318!")
    keys.press("c")
    keys.type("a comment")
    keys.press("Escape")
    expect(page.locator(".variation .comment")).to_have_text("a comment")
    keys.press("ArrowUp")
    expect(page.locator("#moves [aria-current]")).to_have_text("23\u201319")
    keys.press("ArrowDown")
    keys.press("p")
    expect(page.locator(".variation button")).to_have_text(["23\u201319", "8\u201311"])
    keys.press("Delete")
    person.expect_moves("11-15", "23-19", "8-11")
    for expected in (4, 4, 4, 4):
        keys.press("Control+z")
        expect(page.locator("#moves button")).to_have_count(expected)
    keys.press("Control+z")
    person.expect_moves("11-15", "23-19", "8-11")
    keys.press("Control+y")
    expect(page.locator("#moves button")).to_have_count(4)


def test_variations_fold(server: Server, open_page: Any) -> None:
    page = open_page(f"{server.url}/analyse").page
    load(page, "1. 11-15 23-19 (1. ... 22-18 {the other corner} 2. 15x22) 2. 8-11 *")
    expect(page.locator("#moves .pair")).to_have_count(2)
    page.locator(".variation summary").click()
    expect(page.locator(".variation button").first).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".variation button").first).to_be_hidden()
    page.locator(".variation summary").click()
    page.locator(".variation button").last.click()
    expect(page.locator("#moves [aria-current]")).to_have_text("15\u00d722")


def test_no_press_on_a_moving_line_is_lost_and_no_move_stands_twice(server: Server, open_page: Any) -> None:
    """200 presses, each held while the engine thinks on; a press plays what stood there when it began."""
    page = open_page(f"{server.url}/analyse").page
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#engine-lines .pv button:not([hidden])").first).to_be_visible()
    result = page.evaluate(
        """async () => {
          const firsts = () => [...document.querySelectorAll('#engine-lines .pv button:first-child:not([hidden])')];
          const later = (test) => new Promise((done) => {
            const ask = () => (test() ? done() : setTimeout(ask, 5));
            ask();
          });
          const current = () => document.querySelector('#moves [aria-current]')?.textContent ?? '';
          let lost = 0, twice = 0;
          for (let n = 0; n < 200; n++) {
            await later(() => firsts().length >= 2);
            const shown = firsts().map((button) => button.textContent);
            twice += new Set(shown).size < shown.length;
            const button = firsts()[n % 2];
            const { left, top, width, height } = button.getBoundingClientRect();
            const at = { bubbles: true, button: 0, clientX: left + width / 2, clientY: top + height / 2, pointerId: 1 };
            const meant = button.textContent;
            document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new PointerEvent('pointerdown', at));
            await new Promise((done) => setTimeout(done, n % 40));
            document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new PointerEvent('pointerup', at));
            await later(() => current() !== '');
            lost += current() !== meant;
            document.querySelector('#first').click();
            await later(() => current() === '');
          }
          return { lost, twice };
        }"""
    )
    assert result == {"lost": 0, "twice": 0}
    assert page.locator("#moves button").count() >= 2


def test_rows_unfold_show_positions_and_play(server: Server, open_page: Any) -> None:
    page = open_page(f"{server.url}/analyse?fen=W:WK22,K23,K24:BK31,K32").page
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#engine-lines .worth").first).to_contain_text("Red in 8")
    page.locator("#engine-lines .worth").first.click()
    expect(page.locator("#engine-lines li").first).to_have_class(re.compile("open"))
    page.locator("#engine-lines .pv button").nth(1).hover()
    expect(page.locator(".mini-board .piece")).to_have_count(5)
    page.mouse.move(5, 5)
    expect(page.locator(".mini-board")).to_be_hidden()
    page.keyboard.press("1")
    expect(page.locator("#moves button")).to_have_count(1)


def test_an_analysis_goes_on_after_a_reload(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/analyse?moves=11-15")
    page = person.page
    page.locator(".engine-options summary").click()
    page.locator("#lines").select_option("2")
    page.locator("#hash").select_option("64")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#engine-depth")).to_contain_text("depth")
    person.click(23, 19)
    person.expect_moves("11-15", "23-19")
    page.reload()
    person.expect_moves("11-15", "23-19")
    expect(page.locator("#engine-depth")).to_contain_text("depth")
    expect(page.locator("#engine-lines li")).to_have_count(2)
    expect(page.locator("#hash")).to_have_value("64")
    page.get_by_role("button", name="Stop").click()


def test_two_tabs_on_one_analysis_lose_nothing(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/analyse")
    page = person.page
    person.click(11, 15)
    person.expect_moves("11-15")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#moves button")).to_have_count(1)
    other.keyboard.press("End")
    other.locator("#board [data-square='22']").click()
    other.locator("#board [data-square='18']").click()
    expect(page.locator("#moves button")).to_have_count(2)
    page.keyboard.press("c")
    page.keyboard.type("from the first")
    page.keyboard.press("Escape")
    expect(other.locator("#moves .comment")).to_have_text("from the first")
    expect(other.locator("#moves button")).to_have_count(2)


def test_an_analysis_that_cannot_be_saved_stays_in_the_browser_until_it_can(
    server: Server, open_page: Any
) -> None:
    person = open_page(f"{server.url}/analyse")
    page = person.page
    full = {"error": {"code": "storage", "message": "the disk is full", "reasons": []}}
    page.route("**/api/analyses/*", lambda route: route.fulfill(status=503, json=full))
    person.click(11, 15)
    expect(page.locator(".toast")).to_contain_text("kept in this browser: the disk is full")
    page.reload()
    person.expect_moves("11-15")
    page.unroute("**/api/analyses/*")
    page.keyboard.press("End")
    person.click(22, 18)
    name = page.url.partition("draft=")[2]
    expect(page.locator(".toast.note")).to_contain_text("Saved in the library.")
    kept = httpx.get(f"{server.url}/api/analyses/{name}", timeout=PATIENCE).json()
    assert [node["text"] for node in kept["tree"]["nodes"]] == ["", "11-15", "22-18"]
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes('analysis'))") == []


def test_an_analysis_is_there_in_another_browser(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/analyse")
    person.click(9, 14)
    person.expect_moves("9-14")
    while person.page.evaluate("Object.keys(localStorage).some((key) => key.includes('analysis'))"):
        pass
    other = open_page(person.page.url)
    other.expect_moves("9-14")
    name = person.page.url.partition("draft=")[2]
    library = other.page
    library.goto(f"{server.url}/library")
    library.locator("#analyses summary").click()
    row = library.locator(f"#analyses li:has(a[href$='{name}'])")
    row.get_by_role("button").click()
    expect(row).to_have_count(0)
    library.get_by_role("button", name="Undo").click()
    expect(row).to_have_count(1)
    row.get_by_role("link").click()
    other.expect_moves("9-14")


def test_why(server: Server, open_page: Any) -> None:
    page = open_page(f"{server.url}/analyse?fen=W:W18,26,30:B10,11,19&moves=18-14").page
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#why-said")).to_contain_text(
        "It wins 1 piece by a shot: 18\u201314 10\u00d717 26\u201322 17\u00d726 30\u00d77."
    )
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#why-said")).to_be_hidden()


def test_a_file_of_many_games(server: Server, open_page: Any, tmp_path: Path) -> None:
    file = tmp_path / "many.pdn"
    file.write_text(
        "\n\n".join(
            f'[Event "Cup {n}"]\n[Black "Player {n}"]\n[White "Hunt"]\n[Result "1/2-1/2"]\n\n'
            "1. 11-15 23-19 2. 8-11 22-17 1/2-1/2"
            for n in range(1, 3001)
        )
    )
    page = open_page(f"{server.url}/analyse").page
    page.set_input_files("#file", file)
    expect(page.locator("#chooser-title")).to_have_text("3000 games: which one?")
    page.keyboard.type("player 2718")
    expect(page.locator(".chooser-list li")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#game-title")).to_have_text("Player 2718 \u2013 Hunt")
    expect(page.locator("#pdn-problems")).to_be_hidden()
    expect(page.locator("#pdn-notes")).to_be_hidden()  # a result at the end is nothing to speak of
    page.get_by_role("button", name="Other games").click()
    page.locator(".chooser-list button").nth(1).click()
    expect(page.locator("#game-title")).to_have_text("Player 2 \u2013 Hunt")


def test_what_was_forgiven_is_a_quiet_note_and_no_pdn_is_called_so(server: Server, open_page: Any) -> None:
    page = open_page(f"{server.url}/analyse").page
    load(page, "1. 11x15 23x19 1/2-1/2")
    expect(page.locator("#pdn-notes summary")).to_have_text("2 notes on the file")
    expect(page.locator("#pdn-notes li").first).to_be_hidden()
    expect(page.locator("#pdn-problems")).to_be_hidden()
    page.locator("#pdn-notes summary").click()
    expect(page.locator("#pdn-notes li").first).to_contain_text("11x15 should be written 11-15")
    load(page, "import os\nprint('hello')\n")
    expect(page.locator("#pdn-problems")).to_contain_text("This is no PDN")
    expect(page.locator("#moves button")).to_have_count(2)  # what was there stays


def test_the_board_grows_to_the_screen(server: Server, open_page: Any) -> None:
    page = open_page(f"{server.url}/analyse").page
    handle = page.locator("#resize")
    before = page.locator("#board").bounding_box()["width"]
    handle.hover()
    page.mouse.down()
    page.mouse.move(2000, 2000)
    page.mouse.up()
    grown = page.locator("#board").bounding_box()["width"]
    assert before < grown <= 800
    page.reload()
    assert page.locator("#board").bounding_box()["width"] == pytest.approx(grown, abs=1)
    handle.focus()
    page.keyboard.press("Home")
    assert page.locator("#board").bounding_box()["width"] == pytest.approx(240, abs=1)
    page.keyboard.press("Escape")
    assert page.locator("#board").bounding_box()["width"] == pytest.approx(before, abs=1)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_from_the_end_of_a_game_to_try_again(server: Server, open_page: Any, size: str) -> None:
    """One press leads from a finished game to its review; a fault is tried again, badly and then well."""
    person = open_page(f"{server.url}/?fen=W:W18,26,30,32:B10,11,19,1", size)
    page = person.page
    page.get_by_label("Friend here").check()
    person.expect_status("Your move!")
    for move in ((18, 15), (11, 18)):
        person.click(*move)
    page.locator("#resign").click()
    page.locator("dialog[open]").get_by_role("button", name="Resign").click()
    page.locator("dialog.end").get_by_role("button", name="Review").click()
    expect(page.locator("#mistakes button").first).to_have_text("1... 18\u201315??")
    page.locator("#mistakes button").first.click()
    expect(page.locator("#board")).to_be_in_viewport()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#try-said")).to_have_text("Find a better move than 18\u201315 for Red.")
    expect(page.locator("#board .arrow")).to_have_count(0)
    person.click(18, 15)
    expect(page.locator("#try-said")).to_contain_text("That was played in the game.")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#try-said")).to_contain_text("Find a better move")
    person.click(18, 14)
    expect(page.locator("#try-said")).to_contain_text("Right! 18\u201314 It wins 1 piece by a shot")
    expect(person.square(7)).to_have_attribute("aria-label", re.compile("square 7, red man"))  # played out


def test_the_page_prints_the_game(server: Server, open_page: Any) -> None:
    page = open_page(f"{server.url}/analyse?moves={BLUNDER}").page
    expect(page.locator("#moves button")).to_have_count(5)
    page.emulate_media(media="print")
    for seen in ("#game-title", "#board", "#moves"):
        expect(page.locator(seen)).to_be_visible()
    for hidden in (".top", "#engine-switch", "#pdn", "#why"):
        expect(page.locator(hidden)).to_be_hidden()
