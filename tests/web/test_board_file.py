"""crownhead-board.js: the board in one file, for pages that have nothing else of ours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

ROOT = Path(__file__).parents[2]
FILE = ROOT / "src" / "crownhead" / "web" / "static" / "crownhead-board.js"


def test_the_file_is_what_the_modules_make() -> None:
    made = "import bundle_board; print(bundle_board.bundle(), end='')"
    done = subprocess.run(
        [sys.executable, "-c", made], cwd=ROOT / "tools", capture_output=True, text=True, check=True
    )
    assert done.stdout == FILE.read_text(), "run python tools/bundle_board.py"


def test_the_file_needs_nothing_else() -> None:
    text = FILE.read_text()
    assert "import " not in text.replace("// ", "")
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_the_example_page_from_the_disk(open_page: Any) -> None:
    """The stroke of a beginners' problem is gone through; on the other board a man is moved."""
    page = open_page((ROOT / "examples" / "board.html").as_uri()).page
    stroke, free = page.locator("#stroke"), page.locator("#free")
    expect(stroke.locator("[data-square='18']")).to_have_attribute(
        "aria-label", "square 18, white man, can move to 14 and 15"
    )
    for _ in range(5):
        stroke.get_by_role("button", name="One move forward").click()
    expect(stroke.locator("output")).to_have_text("30x7 (5 of 5)")
    assert stroke.evaluate("board => board.fen") == "B:W7:B"
    free.locator("[data-square='11']").click()
    free.locator("[data-square='15']").click()
    expect(page.locator("#said")).to_contain_text("11-15, and then it is W:")
    assert free.evaluate("board => board.play('23-19')") is True
    assert free.evaluate("board => board.play('23-19')") is False
    assert free.evaluate("board => board.moves.join(' ')") == "11-15 23-19"
    free.locator("[data-square='8']").focus()
    page.keyboard.press("Enter")
    expect(free.locator("[data-square='8']")).to_have_attribute("aria-selected", "true")
    stroke.evaluate("board => board.setAttribute('moves', '18-14 1-2')")
    stroke.get_by_role("button", name="End").click()
    expect(stroke.locator("output")).to_have_text("1-2 is not legal here")


def test_a_game_in_pdn(open_page: Any) -> None:
    page = open_page("about:blank").page
    page.add_script_tag(path=FILE)
    game = (
        '[Event "A [strange] one"] [FEN "W:W18,26,30:B10,11,19"] {the stroke} '
        "1.18-14! (1. 18-15? 11x18 (1... 10x19)) 10x17 $1 2. 26-22 17x26 3. 30x7 1-0"
    )
    page.evaluate(
        "(pdn) => { const board = document.createElement('crownhead-board'); board.setAttribute('pdn', pdn);"
        " document.body.append(board); }",
        game,
    )
    board = page.locator("crownhead-board")
    assert board.evaluate("board => board.moves") == ["18-14", "10x17", "26-22", "17x26", "30x7"]
    board.get_by_role("button", name="End").click()
    assert board.evaluate("board => board.fen") == "B:W7:B"
