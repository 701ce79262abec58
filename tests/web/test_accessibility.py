"""Every page, in every theme and mode, under axe-core; and what it cannot see: sizes and overflow."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect
from web.running import PATIENCE, Server

AXE = Path(os.environ.get("CROWNHEAD_AXE", "node_modules/axe-core/axe.min.js"))
PAGES = [
    "/",
    "/analyse?moves=11-15+23-19",
    "/editor",
    "/library",
    "/problems",
    "/learn",
    "/rules",
    "/openings",
    "/nowhere",
]


@pytest.fixture(scope="session")
def axe() -> str:
    if not AXE.is_file():
        pytest.skip("npm's axe-core is not installed; CROWNHEAD_AXE names its axe.min.js")
    return AXE.read_text()


def expect_no_violation(page: Any, axe: str) -> None:
    """In light and in dark."""
    page.evaluate(axe)
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode, reduced_motion="reduce")
        found = page.evaluate("axe.run()")["violations"]
        told = [(v["id"], [n["html"][:160] + " " + n["failureSummary"] for n in v["nodes"]]) for v in found]
        assert told == [], mode + json.dumps(told, indent=1)


def settle(page: Any) -> None:
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_nothing(server: Server, open_page: Any, axe: str, address: str) -> None:
    page = open_page(server.url + address, bypass_csp=True).page
    settle(page)
    expect_no_violation(page, axe)


def test_axe_finds_nothing_in_a_game_and_its_settings(server: Server, open_page: Any, axe: str) -> None:
    person = open_page(server.url, "phone", bypass_csp=True)
    person.expect_status("Your move!")
    person.click(11, 15)
    person.expect_status("Your move.")
    person.page.click("#open-settings")
    expect_no_violation(person.page, axe)


def test_axe_finds_nothing_when_asked_to_resign_and_at_the_end(
    server: Server, open_page: Any, axe: str
) -> None:
    game = httpx.post(f"{server.url}/api/games", json={"kind": "engine", "level": 1}, timeout=PATIENCE)
    person = open_page(f"{server.url}/game/{game.json()['game']['id']}", "phone", bypass_csp=True)
    person.expect_status("Your move.")
    person.page.click("#resign")
    expect(person.page.locator("dialog.confirm")).to_be_visible()
    expect_no_violation(person.page, axe)
    person.confirm("Resign")
    expect(person.page.locator("dialog.end")).to_contain_text("You lost")
    expect_no_violation(person.page, axe)


def test_axe_finds_nothing_in_an_invitation(server: Server, open_page: Any, axe: str) -> None:
    """Neither for the one who invites nor in the dialog that asks the other's name."""
    ann = open_page(server.url, bypass_csp=True)
    ann.page.get_by_label("Friend by link").check()
    ann.page.get_by_role("button", name="Start").click()
    link = ann.page.locator("#invite-link")
    expect(link).not_to_have_value("")
    expect_no_violation(ann.page, axe)
    bob = open_page(link.input_value(), bypass_csp=True)
    expect(bob.page.locator("#dialog-input")).to_be_visible()
    expect_no_violation(bob.page, axe)


@pytest.mark.parametrize("address", PAGES)
def test_nothing_is_wider_than_the_screen(server: Server, open_page: Any, address: str) -> None:
    page = open_page(server.url + address).page
    settle(page)
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
