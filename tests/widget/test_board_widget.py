"""The board in notebooks: its traits in Python, and what it shows in a real browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect, sync_playwright
from web.running import CHROMIUM, CHROMIUM_ARGUMENTS

import crownhead as ch
from crownhead.widget import BoardWidget

QUICK = ch.Limit(nodes=2_000)


@pytest.fixture
def widget() -> Iterator[BoardWidget]:
    made = BoardWidget(limit=QUICK)
    yield made
    made.close()


def test_moves_go_in_and_out(widget: BoardWidget) -> None:
    widget.play("11-15")
    widget.moves = ["11-15", "23-19"]
    assert widget.board.moves[-1].target == 19
    with pytest.raises(ch.errors.MoveError):
        widget.play("11-15")
    with pytest.raises(ch.errors.MoveError):
        widget.moves = ["11-22"]
    assert widget.moves == ["11-15", "23-19"]


def test_the_engine_answers_and_a_finished_game_says_so() -> None:
    game = BoardWidget("B:W18:B15", engine="white", limit=QUICK)
    assert game.flipped, "the person who plays Black sits at the foot"
    game.play("15x22")
    game.wait()
    assert game.moves == ["15x22"], "White has nothing left to move"
    assert game.said.lower().startswith("black wins")
    game.close()
    other = BoardWidget(engine="black", limit=QUICK)
    other.wait()
    assert len(other.moves) == 1
    other.close()


def test_an_analysis_fills_the_lines(widget: BoardWidget) -> None:
    widget.analyse(lines=2)
    widget.wait()
    assert [set(line) for line in widget.lines] == [{"depth", "score", "line"}] * 2
    assert not widget.thinking
    widget.play("9-14")
    assert widget.lines == [], "they were about another position"


def test_without_the_extra_the_command_that_installs_it_is_named() -> None:
    code = (
        "import sys\nsys.modules['anywidget'] = None\n"
        "try:\n    from crownhead.widget import BoardWidget\n"
        "except ModuleNotFoundError as error:\n    print(error)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert 'pip install "crownhead[notebook]"' in told


SHOW = """
async (esm) => {
  const address = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  const { default: widget } = await import(address);
  const traits = { fen: "W:W18,26,30:B10,11,19", moves: [], flipped: false, theme: "wood" };
  Object.assign(traits, { thinking: false, said: "", lines: [] });
  const heard = {};
  globalThis.sent = [];
  globalThis.model = {
    get: (name) => traits[name],
    set: (name, value) => { traits[name] = value; heard[`change:${name}`]?.(); },
    save_changes: () => {},
    send: (message) => sent.push(message),
    on: (event, action) => { heard[event] = action; },
  };
  const el = document.body.appendChild(document.createElement("div"));
  widget.render({ model, el });
}
"""


def test_the_board_in_a_browser_plays_and_shows_what_python_says() -> None:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        page = browser.new_page()
        page.evaluate(SHOW, BoardWidget._esm if isinstance(BoardWidget._esm, str) else str(BoardWidget._esm))
        square = "crownhead-board [data-square='{}']"
        page.locator(square.format(18)).click()
        page.locator(square.format(14)).click()
        page.wait_for_function("model.get('moves').length === 1")
        assert page.evaluate("model.get('moves')") == ["18-14"]
        page.evaluate("model.set('moves', ['18-14', '10x17'])")
        expect(page.locator("crownhead-board output")).to_have_text("10x17 (2 of 2)")
        page.get_by_role("button", name="Analyse").click()
        assert page.evaluate("sent") == [{"ask": "analyse"}]
        page.evaluate("model.set('lines', [{ depth: 9, score: '+1.00', line: '26-22 17x26' }])")
        expect(page.locator("ol li")).to_have_text("+1.00 26-22 17x26 (depth 9)")
        browser.close()
