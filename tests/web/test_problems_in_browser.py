"""The trainer of problems in a real browser: a wrong move is refuted on the board, and all of it is counted."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect
from web.running import Server

from crownhead.study.problems import problems


def test_a_wrong_move_is_refuted_and_the_right_one_solves(server: Server, open_page: Any) -> None:
    one = next(
        p
        for p in problems()
        if p.length == 1 and p.level >= 4 and not p.position.must_jump and not p.themes.value & 1
    )
    right = one.solution()
    wrong = next(m for m in one.position.legal_moves() if m != right)
    person = open_page(f"{server.url}/problems?n={one.number}")
    page = person.page
    expect(page.locator("#problem-title")).to_have_text(f"Problem {one.number}")
    expect(page.locator("#status")).to_contain_text(f"to move and {one.goal.verb}.")
    person.click(int(wrong.origin), int(wrong.target))
    expect(page.locator("#status")).to_contain_text("Try again.")
    failed = re.compile(r"^0 of (\d+) solved at once\. \1 comes? back\.")  # other tests share the server
    expect(page.locator("#standing")).to_have_text(failed)
    expect(page.get_by_role("button", name="Show why again")).to_be_visible()
    page.get_by_role("button", name="Again", exact=True).click()
    expect(page.locator("#status")).to_have_text(re.compile(r"to move and (win|draw)\.$"))
    person.click(int(right.origin), int(right.target))
    expect(page.locator("#status")).to_contain_text("Solved!")
    expect(page.locator("#themes")).to_contain_text("About:")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#problem-title")).not_to_have_text(f"Problem {one.number}")


def test_themes_and_numbers(server: Server, open_page: Any) -> None:
    page = open_page(f"{server.url}/problems").page
    expect(page.locator("#theme option").first).to_have_text(f"All problems ({len(problems())})")
    page.select_option("#theme", "crowning")
    expect(page.locator("#theme-about")).to_have_text("Get a new king.")
    page.fill("#number", "7")
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#problem-title")).to_have_text("Problem 7")
    page.fill("#number", "1000000")
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".toast")).to_contain_text("there is no problem 1000000: they are numbered 1 to")
