"""What can be drawn over a board: arrows and circles."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from crownhead.errors import PictureError
from crownhead.rules.move import Move

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CSS_COLOUR = re.compile(r"#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]{3,20}")


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one square to another; without a colour it gets the theme's."""

    tail: int
    head: int
    colour: str | None = None

    def __post_init__(self) -> None:
        _check_square(self.tail, "the tail of an arrow")
        _check_square(self.head, "the head of an arrow")
        _check_colour(self.colour)
        if self.tail == self.head:
            raise PictureError(f"an arrow needs two squares, not {self.tail} twice: a circle marks one")


@dataclass(frozen=True, slots=True)
class Circle:
    """Round one square; without a colour it gets the theme's."""

    square: int
    colour: str | None = None

    def __post_init__(self) -> None:
        _check_square(self.square, "a circle")
        _check_colour(self.colour)


AnyArrow = Arrow | Move | tuple[int, int]
AnyCircle = Circle | int


def arrows(given: Iterable[AnyArrow]) -> Iterator[Arrow]:
    """Pairs of squares become arrows, and a move becomes an arrow for each of its steps."""
    for item in given:
        match item:
            case Arrow():
                yield item
            case Move():
                yield from (Arrow(tail, head) for tail, head in pairwise(item.path))
            case (tail, head):
                yield Arrow(tail, head)
            case _:
                raise PictureError(f"{item!r} is no arrow: give Arrow(tail, head), (tail, head) or a Move")


def circles(given: Iterable[AnyCircle]) -> Iterator[Circle]:
    """Bare squares become circles."""
    for item in given:
        yield item if isinstance(item, Circle) else Circle(item)


def _check_square(given: object, role: str) -> None:
    if not isinstance(given, int) or not 1 <= given <= 32:
        raise PictureError(f"{role} is on square {given!r}: squares are numbered 1 to 32")


def _check_colour(colour: str | None) -> None:
    if colour is not None and not (isinstance(colour, str) and CSS_COLOUR.fullmatch(colour)):
        raise PictureError(f"colour {colour!r}: write #rrggbb or the name of a CSS colour")
