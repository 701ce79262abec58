"""Every page, in every theme and mode, under axe-core; and what it cannot see: sizes and overflow."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from web.running import Server

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
]


@pytest.fixture(scope="session")
def axe() -> str:
    if not AXE.is_file():
        pytest.skip("npm's axe-core is not installed; CROWNHEAD_AXE names its axe.min.js")
    return AXE.read_text()


def settle(page: Any) -> None:
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_nothing(server: Server, open_page: Any, axe: str, address: str) -> None:
    page = open_page(server.url + address, bypass_csp=True).page
    settle(page)
    page.evaluate(axe)
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode)
        found = page.evaluate("axe.run()")["violations"]
        told = [(v["id"], [n["html"][:160] + " " + n["failureSummary"] for n in v["nodes"]]) for v in found]
        assert told == [], mode + json.dumps(told, indent=1)


def test_axe_finds_nothing_in_a_game_and_its_settings(server: Server, open_page: Any, axe: str) -> None:
    person = open_page(server.url, "phone", bypass_csp=True)
    person.expect_status("Your move!")
    person.click(11, 15)
    person.expect_status("Your move.")
    person.page.click("#open-settings")
    person.page.evaluate(axe)
    found = person.page.evaluate("axe.run()")["violations"]
    assert [(v["id"], [n["html"][:160] for n in v["nodes"]]) for v in found] == []


@pytest.mark.parametrize("address", PAGES)
def test_nothing_is_wider_than_the_screen(server: Server, open_page: Any, address: str) -> None:
    page = open_page(server.url + address).page
    settle(page)
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
