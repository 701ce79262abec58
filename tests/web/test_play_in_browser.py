"""Games played in a real browser: by mouse, by keyboard, by touch; by one, by two, across a restart."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect
from web.running import PATIENCE, Server

from crownhead import Board

SHORT_GAME = ["11-15", "23-19", "9-14", "22-17", "7-11", "25-22", "11-16", "26-23", "5-9", "17-13"]
"""An opening as it is played, until the cramp; checked against the rules below."""
QUICK_LOSS = "W:W18:B1,15"
"""White jumps 18x11 or is jumped."""
ONE_MOVE_WIN = "B:W14:B9"
FORKED = "B:W7,8,15,16,23,24,6,14:BK11"
"""A king with jumps in several directions and more than one way to the same square."""


def screen_game(server: Server, fen: str | None = None, moves: list[str] | None = None) -> str:
    """The address of a new game of two people at one screen."""
    wishes = {"kind": "screen", "fen": fen, "moves": moves or []}
    made = httpx.post(f"{server.url}/api/games", json=wishes, timeout=PATIENCE).json()
    return f"{server.url}/game/{made['game']['id']}"


def invitation(person: Any) -> str:
    """The link for a friend, from one who begins a game by link."""
    person.page.get_by_label("Friend by link").check()
    person.page.get_by_role("button", name="Start").click()
    expect(person.page.locator("#invite-link")).to_have_value(re.compile("/game/[0-9a-f]{16}#[0-9a-f]{32}$"))
    return str(person.page.input_value("#invite-link"))


def invited(person: Any, name: str = "") -> Any:
    """The friend who has opened the link, after saying who it is."""
    person.page.get_by_label("Your name").last.fill(name)
    person.page.locator("dialog").get_by_role("button", name="Play").click()
    return person


def test_a_beginner_moves_at_once_and_the_computer_answers(server: Server, open_page: Any) -> None:
    player = open_page(server.url)
    player.expect_status("Your move!")
    player.click(11, 15)
    expect(player.page).to_have_url(re.compile("/game/[0-9a-f]{16}$"))
    player.expect_status("Your move.")
    expect(player.page.locator("#moves button")).to_have_count(2)


@pytest.mark.parametrize(
    ("way", "size"),
    [("click", "desktop"), ("drag", "desktop"), ("press", "desktop"), ("tap", "phone"), ("drag", "phone")],
)
def test_moves_by_every_way_at_every_size(server: Server, open_page: Any, way: str, size: str) -> None:
    player = open_page(screen_game(server), size, has_touch=way == "tap")
    player.expect_status("Black to move")  # before, there is nothing to drag
    board = Board()
    for text in SHORT_GAME:
        move = board.push(text)
        if way == "drag":
            player.drag(move.origin, move.target)
        else:
            getattr(player, way)(move.origin, move.target)
        expect(player.page.locator("#moves button")).to_have_count(len(board))
    player.expect_moves(*SHORT_GAME)


def test_a_whole_game_to_its_end_by_keyboard_alone(server: Server, open_page: Any) -> None:
    player = open_page(screen_game(server, ONE_MOVE_WIN))
    player.expect_status("Black to move")
    player.press(9, 18)
    player.expect_status("Black wins. Red has no pieces left.")
    expect(player.page.locator("#announcer")).to_contain_text("Black wins")


def test_typed_moves_and_the_reason_why_not(server: Server, open_page: Any) -> None:
    player = open_page(screen_game(server))
    player.type("11-15")
    player.expect_moves("11-15")
    player.type("11-15")
    expect(player.page.locator(".toast")).to_contain_text("there is no piece on 11")
    player.expect_moves("11-15")


def test_labels_say_what_stands_there_and_where_it_can_go(server: Server, open_page: Any) -> None:
    player = open_page(screen_game(server))
    player.expect_status("to move")
    assert player.label(11) == "square 11, black man, can move to 15 and 16"
    assert player.label(22) == "square 22, red man"
    assert player.label(17) == "square 17, empty"
    player.click(11)
    assert player.label(15) == "square 15, empty, move here from 11"


def test_pieces_that_must_jump_are_marked(server: Server, open_page: Any) -> None:
    player = open_page(screen_game(server, moves=["11-15", "22-18"]))
    player.expect_status("so you must jump")
    assert player.label(15) == "square 15, black man, must jump to 22"
    expect(player.page.locator("#board .must-jump")).to_have_count(1)


def test_a_fork_is_decided_step_by_step(server: Server, open_page: Any) -> None:
    """Every jump of this position, as the rules list them, can be entered by its landings."""
    player = open_page(screen_game(server, FORKED))
    for move in Board(FORKED).legal_moves():
        player.expect_status("so you must jump")
        for number in move.path:
            player.click(number)
            if "Red" in player.page.inner_text("#status"):
                break
        expect(player.page.locator("#moves button")).to_have_count(1)
        player.page.click("#undo")
        expect(player.page.locator("#moves button")).to_have_count(0)


def test_undo_hint_and_resign(server: Server, open_page: Any) -> None:
    player = open_page(server.url)
    player.click(11, 15)
    player.expect_status("Your move.")
    player.page.click("#hint")
    expect(player.page.locator("#board .arrow.best")).to_have_count(1)
    player.page.click("#undo")
    player.expect_moves()
    player.page.click("#resign")
    player.confirm("Resign")
    player.expect_status("You lost. You resigned.")


def test_at_one_screen_the_other_side_answers(server: Server, open_page: Any) -> None:
    player = open_page(screen_game(server))
    offer = player.page.locator("#offer")
    player.page.click("#draw")
    player.confirm("Offer a draw")
    expect(offer).to_contain_text("Black offers a draw. Red, do you accept?")
    player.expect_status("Black to move")
    player.page.click("#decline")
    expect(offer).to_be_hidden()
    player.page.click("#draw")
    player.confirm("Offer a draw")
    expect(offer).to_be_visible()
    player.click(11, 15)
    expect(offer).to_be_hidden()
    player.expect_moves("11-15")
    player.page.click("#draw")
    player.confirm("Offer a draw")
    expect(offer).to_contain_text("Red offers a draw. Black, do you accept?")
    player.page.click("#accept")
    player.expect_status("A draw. Agreed by both players.")


def test_the_computer_declines_a_draw_in_the_opening(server: Server, open_page: Any) -> None:
    player = open_page(server.url)
    player.click(11, 15)
    player.expect_status("Your move.")
    player.page.click("#draw")
    player.confirm("Offer a draw")
    expect(player.page.locator(".toast")).to_contain_text("declines the draw")
    expect(player.page.locator("#offer")).to_be_hidden()
    player.expect_status("Your move.")


def test_redo_plays_again_what_was_taken_back(server: Server, open_page: Any) -> None:
    player = open_page(screen_game(server))
    redo = player.page.locator("#redo")
    expect(redo).to_be_disabled()
    player.click(11, 15)
    player.expect_moves("11-15")
    player.page.click("#undo")
    player.expect_moves()
    redo.click()
    player.expect_moves("11-15")
    expect(redo).to_be_disabled()


def test_two_browsers_play_each_other_by_a_link(server: Server, open_page: Any) -> None:
    first = open_page(server.url)
    second = invited(open_page(invitation(first), "phone", has_touch=True))
    second.expect_status("Your friend to move")
    assert "#" not in second.page.url, "the key stays out of the address"
    expect(first.page.locator("#invite")).to_be_hidden()
    first.click(11, 15)
    second.expect_status("Your move")
    second.tap(23, 19)
    first.expect_moves("11-15", "23-19")

    first.page.click("#draw")
    first.confirm("Offer a draw")
    second.page.click("#accept")
    first.expect_status("A draw. Agreed by both players.")
    second.expect_status("A draw. Agreed by both players.")


def test_a_piece_in_the_hand_stays_there_when_the_friend_comes_and_goes(
    server: Server, open_page: Any
) -> None:
    first = open_page(server.url)
    link = invitation(first)
    first.click(11)
    second = invited(open_page(link))
    second.expect_status("Your friend to move")
    expect(first.page.locator("#invite")).to_be_hidden()
    expect(first.page.locator("#board .selected")).to_have_count(1)
    first.click(15)
    second.expect_moves("11-15")
    first.click(9)
    second.page.close()
    expect(first.page.locator("#status")).to_contain_text("Your friend is away")
    expect(first.page.locator("#board .selected")).to_have_count(1)


def test_a_link_opens_a_game_for_one_friend_only(new_server: Any, open_page: Any) -> None:
    server = new_server("--host=0.0.0.0")
    first = open_page(server.url)
    link = invitation(first)
    second = invited(open_page(link))
    second.expect_status("Your friend to move")
    third = invited(open_page(link))
    third.expect_status("opened before")
    second.page.reload()
    second.expect_status("Your friend to move")


def test_nobody_moves_for_another(server: Server, open_page: Any) -> None:
    first = open_page(server.url)
    second = invited(open_page(invitation(first)))
    second.expect_status("Your friend to move")
    second.click(11, 15)
    expect(second.page.locator("#moves button")).to_have_count(0)
    expect(first.page.locator("#moves button")).to_have_count(0)


def test_a_premove_is_made_when_its_turn_comes(server: Server, open_page: Any) -> None:
    first = open_page(server.url)
    second = invited(open_page(invitation(first)))
    second.expect_status("Your friend to move")
    second.click(22, 17)
    expect(second.page.locator("#board .premove")).to_have_count(2)
    first.click(11, 15)
    first.expect_moves("11-15", "22-17")


def test_a_game_goes_on_after_the_server_was_killed(new_server: Any, open_page: Any) -> None:
    server = new_server()
    player = open_page(screen_game(server))
    player.click(11, 15)
    player.expect_moves("11-15")
    server.kill()
    player.expect_status("connection is lost")
    server.start()
    player.expect_status("Red to move")
    player.click(22, 17)
    player.expect_moves("11-15", "22-17")
    player.page.reload()
    player.expect_moves("11-15", "22-17")


def test_names_cannot_carry_markup(server: Server, open_page: Any) -> None:
    name = "<img src=x onerror=alert(1)>"
    wishes = {"kind": "screen", "name": name, "opponent": "<script>alert(2)</script>"}
    made = httpx.post(f"{server.url}/api/games", json=wishes, timeout=PATIENCE).json()
    player = open_page(f"{server.url}/game/{made['game']['id']}")
    expect(player.page.locator("#player-bottom .name")).to_have_text(name)
    assert player.page.locator("main img, main script").count() == 0


def test_looking_back_and_turning_the_board(server: Server, open_page: Any) -> None:
    player = open_page(screen_game(server, moves=["11-15", "22-18", "15x22"]))
    player.expect_status("Red to move")
    player.page.keyboard.press("ArrowLeft")
    player.expect_status("After 2 of 3 moves")
    assert player.label(18) == "square 18, red man"
    player.page.keyboard.press("ArrowRight")
    assert player.label(18) == "square 18, empty"
    before = player.square(1).bounding_box()
    player.page.keyboard.press("f")
    assert player.square(1).bounding_box() != before


def test_themes_name_the_sides(server: Server, open_page: Any) -> None:
    words = {"red-black": "Black", "red-white": "Red", "wood": "Dark", "high-contrast": "Black"}
    player = open_page(screen_game(server))
    for theme, word in words.items():
        player.page.click("#open-settings")
        player.page.select_option("#set-theme", theme)
        player.page.get_by_role("button", name="Done").click()
        player.expect_status(f"{word} to move")
    player.page.reload()
    player.expect_status("Black to move")
    assert player.label(22) == "square 22, white man", "the choice is remembered"


def test_a_clock_runs_out(server: Server, open_page: Any) -> None:
    wishes = {"kind": "screen", "clock": {"minutes": 0.02, "increment": 0}}
    made = httpx.post(f"{server.url}/api/games", json=wishes, timeout=PATIENCE).json()
    player = open_page(f"{server.url}/game/{made['game']['id']}")
    player.expect_status("Black to move")
    player.click(11, 15)
    player.expect_status("Black wins. Red has no time left.")


def test_every_refused_press_is_answered(server: Server, open_page: Any) -> None:
    """With the sentence that a typed move gets, in the names of the theme, and for those who listen."""
    person = open_page(server.url)
    person.expect_status("Your move!")
    person.click(2)
    person.expect_status("The black man on 2 cannot move.")
    person.click(22)
    person.expect_status("The piece on 22 is red's, and black is to move.")
    person.click(11, 24)
    person.expect_status("From 11 there is only 11-15 or 11-16.")
    expect(person.page.locator("#announcer")).to_have_text("From 11 there is only 11-15 or 11-16.")


def test_another_man_while_a_jump_is_due_is_answered(server: Server, open_page: Any) -> None:
    person = open_page(f"{server.url}/analyse?fen=B:W18,30:B3,15")
    person.expect_status("Black to move.")
    person.click(3)
    person.expect_status("You must jump: 15x22.")
