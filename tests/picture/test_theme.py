"""Themes: what must stand out from what, in numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rich.color import Color, ColorSystem

from crownhead.errors import PictureError
from crownhead.picture.theme import SIXTEEN_COLOURS, THEMES, Theme, contrast, find_theme

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [  # as WCAG's own examples and the usual checkers give them
        ("#000000", "#ffffff", 21.0),
        ("#ffffff", "#ffffff", 1.0),
        ("#767676", "#ffffff", 4.54),
        ("#777777", "#ffffff", 4.48),
        ("#ff0000", "#ffffff", 4.00),
        ("#0000ff", "#ffffff", 8.59),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == contrast(other, one) == pytest.approx(ratio, abs=0.005)


def test_the_four_themes() -> None:
    assert list(THEMES) == ["red-black", "red-white", "wood", "high-contrast"]


@every_theme
def test_numbers_can_be_read(theme: Theme) -> None:
    """4.5 is WCAG's bound for small text, 3 that for shapes."""
    assert contrast(theme.number, theme.dark) >= 4.5
    assert contrast(theme.number, theme.marked) >= 4.5


@every_theme
def test_pieces_stand_out_from_squares_and_from_each_other(theme: Theme) -> None:
    assert contrast(theme.black.face, theme.white.face) >= 3
    for paint in (theme.black, theme.white):
        assert contrast(paint.rim, theme.dark) >= 3
        assert contrast(paint.rim, theme.marked) >= 3


@every_theme
def test_crowns_can_be_seen(theme: Theme) -> None:
    for paint in (theme.black, theme.white):
        assert contrast(paint.crown, paint.face) >= 3
        assert contrast(paint.crown, paint.shine) >= 3


@every_theme
def test_squares_and_arrows_can_be_told_apart(theme: Theme) -> None:
    assert contrast(theme.light, theme.dark) >= 1.9
    assert contrast(theme.marked, theme.dark) >= 1.5
    assert contrast(theme.light, theme.white.face) >= 1.3
    assert contrast(theme.arrow, theme.dark) >= 3


def test_high_contrast_is_high() -> None:
    theme = THEMES["high-contrast"]
    for paint in (theme.black, theme.white):
        assert contrast(paint.face, theme.dark) >= 4.5
        assert contrast(paint.crown, paint.face) == pytest.approx(21)


@pytest.mark.parametrize(
    ("theme", "system"),
    [(theme, ColorSystem.EIGHT_BIT) for theme in THEMES.values()]
    + [(theme, ColorSystem.STANDARD) for theme in (SIXTEEN_COLOURS, THEMES["high-contrast"])],
    ids=lambda value: value.name,
)
def test_terminals_with_few_colours_still_tell_them_apart(theme: Theme, system: ColorSystem) -> None:
    colours = [theme.dark, theme.marked, theme.black.face, theme.white.face]
    shown = [Color.parse(colour).downgrade(system).number for colour in colours]
    assert len(set(shown)) == len(shown)
    assert Color.parse(theme.light).downgrade(system).number not in shown[:3]
    for paint in (theme.black, theme.white):
        face, crown = (Color.parse(colour).downgrade(system).number for colour in (paint.face, paint.crown))
        assert face != crown


def test_a_theme_of_ones_own() -> None:
    own = replace(THEMES["wood"], name="pine", dark="#8a6b3f")
    assert find_theme(own) is own
    assert find_theme("wood") is THEMES["wood"]


@pytest.mark.parametrize("colour", ["red", "#fff", "#FFFFFF", "#12345g", "", None])
def test_colours_are_six_digits(colour: Any) -> None:
    with pytest.raises(PictureError, match=r"colour dark=.*: write it as #rrggbb in small letters"):
        replace(THEMES["wood"], dark=colour)
    with pytest.raises(PictureError, match=r"colour face=.*: write it as #rrggbb in small letters"):
        replace(THEMES["wood"].black, face=colour)


@pytest.mark.parametrize("name", ["", "My theme", 'a"b', "-a", "1a"])
def test_names_fit_into_an_svg(name: str) -> None:
    with pytest.raises(PictureError, match="small letters, digits and hyphens, a letter first"):
        replace(THEMES["wood"], name=name)


@pytest.mark.parametrize(
    ("theme", "text", "said"),
    [
        ("red-black", "White wins: Black resigned.", "Red wins: Black resigned."),
        ("red-black", "the piece on 22 is white's", "the piece on 22 is red's"),
        ("red-white", "You play Black and move first.", "You play Red and move first."),
        ("wood", "Black offers a draw.", "Dark offers a draw."),
        ("red-black", "use --white person, or load white.pdn", "use --white person, or load white.pdn"),
    ],
)
def test_the_players_are_called_what_the_theme_calls_them(theme: str, text: str, said: str) -> None:
    assert THEMES[theme].in_words(text) == said
