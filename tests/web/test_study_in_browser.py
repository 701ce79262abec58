"""Analysis, review, editor, library: import, export and hostile files, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect
from web.running import PATIENCE, Server

import crownhead as ch

GAME = Path(__file__).parents[2] / "examples" / "wyllie.pdn"
HOSTILE = """[Event "<img src=x onerror=alert(1)>"]
[Black "<script>alert(2)</script>"]
[White "javascript:alert(3)"]
[Result "1-0"]

1. 11-15 {<img src=x onerror="alert(4)"> <b>bold</b>} 23-19 (22-18 {in a variation}) 2. 8-11 1-0
"""


def test_moves_make_a_tree_with_variations_and_comments(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/analyse")
    page = person.page
    expect(page.locator("#status")).to_have_text("Black to move.")
    person.click(11, 15)
    person.expect_moves("11-15")
    person.click(23, 19)
    person.expect_moves("11-15", "23-19")
    page.keyboard.press("ArrowLeft")
    person.click(22, 18)
    person.expect_moves("11-15", "23-19", "22-18")
    expect(page.locator(".variation button")).to_have_text(["22\u201318"])
    page.locator("#notes summary").click()
    page.fill("#comment", "the single corner")
    page.press("#comment", "Tab")
    expect(page.locator(".variation .comment")).to_have_text("the single corner")
    page.get_by_role("button", name="Make main line").click()
    expect(page.locator(".variation button")).to_have_text(["23\u201319"])
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download").click()
    text = Path(saved.value.path()).read_text()
    assert re.search(r"1\. 11-15 22-18 \{the single corner\}\s+\(1\. \.\.\. 23-19\)|22-18", text)
    page.get_by_role("button", name="Delete from here").click()
    person.expect_moves("11-15", "23-19")


def test_the_engine_shows_its_lines_live(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/analyse?fen=W:WK22,K23,K24:BK31,K32")
    page = person.page
    expect(page.locator("#status")).to_have_text("Red to move.")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#engine-lines li")).to_have_count(3)
    expect(page.locator("#engine-depth")).to_contain_text("nodes")
    expect(page.locator("#engine-depth")).to_contain_text("depth")
    expect(page.locator("#engine-lines li").first).to_contain_text("Red in 8", timeout=20_000)
    expect(page.locator("#board .arrow.best")).to_have_count(1)
    page.locator("#engine-lines .pv button").first.click()
    expect(page.locator("#moves button")).to_have_count(1)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#engine-lines li")).to_have_count(0)


def test_review_finds_the_blunder(server: Server, open_page: Any) -> None:
    """15-18 gives a man away for nothing."""
    person = open_page(f"{server.url}/analyse?moves=11-15+23-19+15-18+22x15+10-14")
    page = person.page
    person.expect_moves("11-15", "23-19", "15-18", "22x15", "10-14")
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#review-progress")).to_contain_text("fault")
    expect(page.locator("#mistakes")).to_contain_text("It gives up 1 piece: 15\u201318 22\u00d715")
    expect(page.locator("#mistakes button").first).to_have_text("2. 15\u201318??")
    expect(page.locator(".graph")).to_have_count(1)
    expect(page.locator(".players tbody td").first).to_have_text("\u2013")  # too few moves for an accuracy
    page.locator("#mistakes button").first.click()
    expect(page.locator("#board .arrow.played")).to_have_count(1)
    expect(page.locator("#board .arrow.better")).to_have_count(1)
    expect(page.locator("#review-move")).to_contain_text("2. 15\u201318?? It gives up 1 piece")
    assert person.label(15).startswith("square 15, black man"), "the board is shown before the move"
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board .arrow.played")).to_have_count(0)


def test_a_review_can_be_cancelled_and_begun_again(server: Server, open_page: Any) -> None:
    moves = "+".join(str(node.move) for node in ch.pdn.read(GAME).mainline())
    page = open_page(f"{server.url}/analyse?moves={moves}&review").page
    expect(page.locator("#review-bar")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#review-progress")).to_have_text("Cancelled.")
    expect(page.locator("#review-bar")).to_be_hidden()
    assert page.locator(".graph").count() == 0
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#review-turns")).to_contain_text("It turned at")
    expect(page.locator(".players tbody td").first).to_contain_text("%")


def test_opening_names(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/analyse?moves=11-15+23-19+8-11")
    expect(person.page.locator("#opening")).to_contain_text("11-15 23-19 8-11")


def test_a_hostile_file_is_only_text(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/analyse")
    page = person.page
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    page.fill("#pdn", HOSTILE)
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.locator(".tree .comment").first).to_have_text('<img src=x onerror="alert(4)"> <b>bold</b>')
    page.get_by_role("button", name="Keep in library").click()
    expect(page.locator(".toast")).to_have_text("Kept in the library.")
    page.goto(f"{server.url}/library?")
    expect(page.locator("#games a").first).to_contain_text("<script>alert(2)</script>")
    assert page.locator("main img, main b, main script").count() == 0


def test_a_broken_file_says_where(server: Server, open_page: Any) -> None:
    page = open_page(f"{server.url}/analyse").page
    page.fill("#pdn", "1. 11-15 99-98 *")
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.locator("#pdn-problems")).to_contain_text("line 1: '99-98' names square 99")


def test_a_share_link_shows_the_same(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/analyse?fen=W:W18,24:B12,K10&moves=18-15+10x28")
    person.expect_moves("18-15", "10x28")
    expect(person.page.locator("#status")).to_have_text("Red has no move and loses.")
    assert person.label(28) == "square 28, black king"


def test_the_editor_says_what_is_wrong(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/editor")
    page = person.page
    expect(page.locator("#status")).to_have_text("Black to move: 7 moves")
    person.click(13)
    expect(page.locator("#reasons")).to_contain_text("black has 13 pieces")
    expect(page.locator("#analyse")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Empty board").click()
    page.get_by_label("red man").check()
    person.click(1)
    expect(page.locator("#reasons")).to_contain_text("crownhead")
    page.get_by_label("red king").check()
    person.click(1)
    page.get_by_label("black man").check()
    person.press(6)
    expect(page.locator("#fen")).to_have_value("B:WK1:B6")
    page.get_by_role("link", name="Analyse", exact=True).last.click()
    expect(page).to_have_url(re.compile("/analyse\\?fen="))
    expect(person.square(6)).to_have_attribute("aria-label", re.compile("square 6, black man"))


def test_the_library_brings_in_finds_and_exports(server: Server, open_page: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    games = [
        f'[Event "Cup"]\n[Black "Tinsley {name}"]\n[White "Hunt"]\n[Result "1/2-1/2"]\n\n1. 11-15 23-19 8-11 1/2-1/2'
        for name in ("Alpha", "Bravo", "Charlie")
    ]
    file.write_text("\n\n".join(games))
    page = open_page(f"{server.url}/library").page
    page.set_input_files("#file", file)
    expect(page.locator("#import-text")).to_have_text("3 games brought in from games.pdn.")
    page.fill("#words", "tinsley bravo")
    expect(page.locator("#games tr")).to_have_count(1)
    expect(page.locator("#games tr")).to_contain_text("Draw")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Export", exact=True).click()
    assert '[Black "Tinsley Bravo"]' in Path(saved.value.path()).read_text()
    page.get_by_label("Choose Tinsley Bravo").check()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("#status")).to_have_text("No game fits.")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("#status")).to_have_text("1 game")
    page.get_by_role("button", name="Undo the import").click()
    expect(page.locator("#import-text")).to_have_text("The import of games.pdn is undone.")
    expect(page.locator("#status")).to_have_text("No game fits.")


def test_games_are_collected_and_a_player_s_results_drawn(
    new_server: Any, open_page: Any, tmp_path: Path
) -> None:
    server, file = new_server(), tmp_path / "games.pdn"
    file.write_text('[Black "Tinsley"][White "Hunt"][Result "1-0"] 1. 11-15 23-19 2. 8-11 1-0')
    page = open_page(f"{server.url}/library").page
    page.set_input_files("#file", file)
    page.get_by_label("Choose Tinsley").check()
    page.get_by_role("button", name="Put into a collection").click()
    page.get_by_label("Collection").last.fill("Won")
    page.get_by_role("button", name="Put", exact=True).click()
    expect(page.locator("#collection option")).to_have_text(["all games", "Won (1)"])
    page.fill("#words", "tinsley")
    page.get_by_role("button", name="Statistics").click()
    expect(page.locator("#results-player")).to_have_value("Tinsley")
    expect(page.locator("#results-picture")).to_contain_text("+1 =0 −0")


def test_games_that_went_through_the_position_on_the_board(server: Server, open_page: Any) -> None:
    text = '[Black "Passer"][White "By"] 1. 9-13 24-20 2. 6-9 28-24 *\n[Black "Elsewhere"] 1. 9-13 24-20 2. 5-9 *'
    httpx.post(f"{server.url}/api/library", json={"text": text}, timeout=PATIENCE)
    page = open_page(f"{server.url}/analyse?moves=9-13+24-20+6-9").page
    page.get_by_role("link", name="My games with it").click()
    # Other tests share the server, and their games may have gone through it too.
    expect(page.locator("#games tr").filter(has_text="Passer")).to_have_count(1)
    expect(page.locator("#games tr").filter(has_text="Elsewhere")).to_have_count(0)
    page.fill("#position", "nonsense")
    expect(page.locator("#status")).to_contain_text("it must be B or W")


def test_a_finished_game_can_be_reviewed(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/?fen=B:W14:B9")
    person.page.get_by_label("Friend here").check()
    person.expect_status("Your move!")
    person.click(9, 18)
    person.expect_status("Black wins")
    person.page.locator("dialog.end").get_by_role("button", name="Review").click()
    person.expect_moves("9x18")
    expect(person.page.locator("#review-progress")).to_have_text("No faults.")
