"""The themes of the picture layer as style sheets, so that a board looks the same wherever it is drawn."""

from __future__ import annotations

from crownhead.picture.theme import DEFAULT_THEME, THEMES, Paint, Theme


def theme_styles() -> str:
    return "\n".join(_rule(theme) for theme in THEMES.values()) + "\n"


def _rule(theme: Theme) -> str:
    selector = f'[data-theme="{theme.name}"]'
    if theme.name == DEFAULT_THEME:
        selector = f":root, {selector}"
    values = {
        "light": theme.light,
        "dark": theme.dark,
        "marked": theme.marked,
        "number": theme.number,
        "frame": theme.frame,
        "arrow": theme.arrow,
        **_paint("black", theme.black),
        **_paint("white", theme.white),
    }
    return selector + " { " + " ".join(f"--board-{name}: {value};" for name, value in values.items()) + " }"


def _paint(side: str, paint: Paint) -> dict[str, str]:
    parts = ("face", "shine", "rim", "groove", "crown")
    return {f"{side}-{part}": getattr(paint, part) for part in parts}
