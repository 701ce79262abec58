"""A person at the board, in a real browser."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}


class Person:
    """Moves pieces on a page as a person would."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def square(self, number: int) -> Locator:
        return self.page.locator(f"#board [data-square='{number}']")

    def click(self, *squares: int) -> None:
        for number in squares:
            self.square(number).click()

    def tap(self, *squares: int) -> None:
        for number in squares:
            self.square(number).tap()

    def drag(self, origin: int, target: int) -> None:
        self.square(origin).hover()
        self.page.mouse.down()
        self.square(target).hover()
        self.page.mouse.up()

    def press(self, *squares: int) -> None:
        """By keyboard alone: focus goes from square to square by arrow keys."""
        for number in squares:
            self.walk_to(number)
            self.page.keyboard.press("Enter")

    def walk_to(self, number: int) -> None:
        for _ in range(40):
            here = self.page.evaluate("document.activeElement.dataset.square")
            if here is None:
                self.page.locator("#board [role=gridcell][tabindex='0']").focus()
                continue
            if int(here) == number:
                return
            self.page.keyboard.press(self._way(int(here), number))
        raise AssertionError(f"square {number} cannot be reached by arrow keys")

    def _way(self, here: int, there: int) -> str:
        (x, y), (to_x, to_y) = (self._middle(n) for n in (here, there))
        if abs(y - to_y) > 5:
            return "ArrowDown" if to_y > y else "ArrowUp"
        return "ArrowRight" if to_x > x else "ArrowLeft"

    def _middle(self, number: int) -> tuple[float, float]:
        box = self.square(number).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def type(self, move: str) -> None:
        self.page.fill("#typed-move", move)
        self.page.press("#typed-move", "Enter")

    def confirm(self, button: str) -> None:
        """Says yes to what is asked before a game can end."""
        self.page.locator("dialog.confirm").get_by_role("button", name=button).click()

    def expect_status(self, text: str) -> None:
        expect(self.page.locator("#status")).to_contain_text(text)

    def expect_moves(self, *moves: str) -> None:
        """The moves in the list, in order, written with - and x."""
        shown = [move.replace("-", "\u2013").replace("x", "\u00d7") for move in moves]
        expect(self.page.locator("#moves button")).to_have_text(shown)

    def label(self, number: int) -> str:
        return self.square(number).get_attribute("aria-label") or ""
