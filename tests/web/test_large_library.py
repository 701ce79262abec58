"""A library of 100,000 games in a real browser: every kind of search, statistics and deleting with undo."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web.running import Server

import crownhead as ch
from crownhead.record.collection.index_rows import signed
from crownhead.record.library import schema
from crownhead.record.library.row import THE_USER

GAMES = 100_000
PLAYERS = 1_000
"""Each plays as many games with Black as with White: 200 in all."""
LINES = (
    ["11-15", "23-19", "8-11", "22-17"],
    ["9-14", "22-18", "5-9", "24-19"],
    ["10-14", "24-19", "7-10", "28-24"],
)
"""By turns."""

pytestmark = pytest.mark.deep


def fill(path: Path) -> None:
    """The rows that an import would write, without reading a file of a hundred megabytes."""
    schema.prepare(path)
    boards = [ch.Board.of(None, line) for line in LINES]
    start = ch.Position.start().fen
    texts = [" ".join(line) for line in LINES]
    names = [(f"Player {number % PLAYERS}", f"Player {number * 7 % PLAYERS}") for number in range(GAMES)]
    games = [
        (number + 1, f"{number:016x}", THE_USER, black, white, start, float(number), float(number),
         ("1-0", "0-1", "1/2-1/2")[number % 3], 4, f"Cup {number % 100}", f"{1900 + number % 100}.01.01",
         f"{black}\n{white}".casefold(), f"cup {number % 100}\n", number, 5)
        for number, (black, white) in enumerate(names)
    ]  # fmt: skip
    positions = [
        (signed(position.key), number + 1)
        for number in range(GAMES)
        for position in boards[number % len(LINES)].history
    ]
    with closing(schema.connect(path)) as db:
        db.execute("BEGIN")
        db.executemany(
            "INSERT INTO games (number, id, owner, kind, black, white, start, settings, created, changed, result,"
            " plies, event, date, names, words, fingerprint, indexed)"
            " VALUES (?, ?, ?, 'imported', ?, ?, ?, '{}', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            games,
        )
        db.executemany(
            "INSERT INTO texts VALUES (?, ?)", ((n + 1, f"1. {texts[n % 3]} *") for n in range(GAMES))
        )
        db.executemany("INSERT INTO positions VALUES (?, ?)", sorted(positions))
        db.execute("COMMIT")


def found(page: Page, text: str) -> None:
    expect(page.locator("#status")).to_have_text(text)
    expect(page.locator("#list")).to_have_attribute("aria-busy", "false")


def test_a_hundred_thousand_games(new_server: Callable[..., Server], open_page: Any, tmp_path: Path) -> None:
    fill(tmp_path / "games.sqlite")
    server = new_server()
    page = open_page(f"{server.url}/library").page
    found(page, "100,000 games")
    expect(page.locator("#games tr")).to_have_count(50)
    page.get_by_role("button", name="Next page").click()
    expect(page.locator("#games tr").first).to_contain_text(f"Player {(GAMES - 51) % PLAYERS} ")
    page.locator("#more summary").click()
    page.fill("#player", "player 999")
    found(page, "200 games")
    page.select_option("#result", "1-0")
    wins = sum(n % 3 == 0 for n in range(GAMES) if 999 in (n % PLAYERS, n * 7 % PLAYERS))
    found(page, f"{wins} games")
    page.fill("#player", "")
    page.select_option("#result", "")
    page.fill("#date", "1950..1951")
    found(page, "2,000 games")
    page.fill("#date", "")
    position = ch.Board.of(None, LINES[1]).position
    page.fill("#position", position.fen)
    through = len(range(1, GAMES, 3))
    found(page, f"{through:,} games")
    page.locator("#choose-page").check()
    page.get_by_role("button", name="Choose all that were found").click()
    page.get_by_role("button", name="Delete").click()
    found(page, "No game fits.")
    page.get_by_role("button", name="Undo").click()
    found(page, f"{through:,} games")
    page.fill("#position", "")
    page.fill("#player", "player 999")
    page.get_by_role("button", name="Statistics").click()
    expect(page.locator("#results-player")).to_be_visible()
