"""Themes: the colours of a board and its pieces, by name.

Every colour is `#rrggbb`, so that SVG, terminal and browser paint the same and contrast can be computed.
The sides of the game are always Black and White; a theme says which paint they get. `Paint.name` is what a
person at that board would call the pieces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

from crownhead.errors import PictureError
from crownhead.rules.colour import BLACK, Colour

HEX_COLOUR = re.compile(r"#[0-9a-f]{6}")
SLUG = re.compile(r"[a-z][a-z0-9-]*")
SIDE = re.compile(r"(?<![\w./\\-])(black|white)(?![\w/\\-]|\.\w)", re.IGNORECASE)
"""A side of the game in a sentence; not in an option such as --black, nor in the name of a file."""


@dataclass(frozen=True, slots=True)
class Paint:
    """The pieces of one side."""

    name: str
    face: str
    shine: str  # the face where the light falls
    rim: str  # the outline, which must stand out from the square
    groove: str  # the ring that is turned into the face
    crown: str

    def __post_init__(self) -> None:
        _check_colours(self, besides=("name",))


@dataclass(frozen=True, slots=True)
class Theme:
    """A board and two sets of pieces. The name is part of the identifiers in an SVG."""

    name: str
    light: str
    dark: str  # the squares of play
    marked: str  # a dark square that the last move touched
    number: str
    frame: str
    arrow: str
    black: Paint
    white: Paint

    def __post_init__(self) -> None:
        if not SLUG.fullmatch(self.name):
            raise PictureError(f"theme name {self.name!r}: small letters, digits and hyphens, a letter first")
        _check_colours(self, besides=("name", "black", "white"))

    def paint(self, colour: Colour) -> Paint:
        return self.black if colour == BLACK else self.white

    def side(self, colour: Colour) -> str:
        """What a person at this board calls a player: Red."""
        return self.paint(colour).name.capitalize()

    def in_words(self, text: str) -> str:
        """A sentence about Black and White, with the names that the players have at this board."""

        def named(found: re.Match[str]) -> str:
            word = found[0]
            name = self.black.name if word.lower() == "black" else self.white.name
            return name.capitalize() if word[0].isupper() else name

        return SIDE.sub(named, text)


def _check_colours(holder: Paint | Theme, besides: tuple[str, ...]) -> None:
    for field in fields(holder):
        value = getattr(holder, field.name)
        if field.name not in besides and not (isinstance(value, str) and HEX_COLOUR.fullmatch(value)):
            raise PictureError(f"colour {field.name}={value!r}: write it as #rrggbb in small letters")


THEMES: dict[str, Theme] = {
    theme.name: theme
    for theme in (
        Theme(
            name="red-black",
            light="#eef1f2",
            dark="#93a7b3",
            marked="#efd36c",
            number="#182229",
            frame="#343c42",
            arrow="#0d5530",
            black=Paint("black", "#1d1f22", "#43474d", "#08090a", "#6a7078", "#f4cf5b"),
            white=Paint("red", "#cc2a22", "#db4a40", "#570d08", "#8a1710", "#ffe27a"),
        ),
        Theme(  # the tournament set: green and buff squares, and red for the side that begins
            name="red-white",
            light="#e2d2a4",
            dark="#6ea17d",
            marked="#dccb5a",
            number="#10251a",
            frame="#27463a",
            arrow="#1f3f8f",
            black=Paint("red", "#b3261e", "#cf4a40", "#3d0805", "#74120c", "#ffe27a"),
            white=Paint("white", "#f6f3ea", "#ffffff", "#3c3a33", "#b5b09e", "#7d4a00"),
        ),
        Theme(
            name="wood",
            light="#e4c18c",
            dark="#ad7c49",
            marked="#e2c04c",
            number="#2a1606",
            frame="#5a2f16",
            arrow="#0a4040",
            black=Paint("dark", "#43281a", "#6d4630", "#1b0d05", "#85593e", "#f3cd7c"),
            white=Paint("light", "#f9ecc4", "#fff8e8", "#4a2c12", "#c09a62", "#6b3d12"),
        ),
        Theme(
            name="high-contrast",
            light="#d4d4d4",
            dark="#757575",
            marked="#ffd400",
            number="#000000",
            frame="#000000",
            arrow="#00007a",
            black=Paint("black", "#000000", "#000000", "#000000", "#ffffff", "#ffffff"),
            white=Paint("white", "#ffffff", "#ffffff", "#000000", "#000000", "#000000"),
        ),
    )
}

DEFAULT_THEME = "red-black"

SIXTEEN_COLOURS = Theme(  # for terminals that can show no others: each of these is one of theirs
    name="sixteen-colours",
    light="#aaaaaa",
    dark="#00aa00",
    marked="#ffff55",
    number="#000000",
    frame="#555555",
    arrow="#0000aa",
    black=Paint("black", "#000000", "#000000", "#000000", "#555555", "#ffffff"),
    white=Paint("red", "#aa0000", "#aa0000", "#aa0000", "#ff5555", "#ffffff"),
)


def find_theme(theme: str | Theme) -> Theme:
    """The theme itself, or the one with that name."""
    if isinstance(theme, Theme):
        return theme
    try:
        return THEMES[theme]
    except (KeyError, TypeError):
        raise PictureError(f"no theme {theme!r}: choose from {', '.join(THEMES)}") from None


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it: from 1, equal, to 21, black on white."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
