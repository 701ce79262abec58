"""The shapes of an SVG board, defined once for each theme: a square, a cross, two men and two kings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.rules.colour import Colour

if TYPE_CHECKING:
    from crownhead.picture.theme import Paint, Theme
    from crownhead.rules.piece import Piece

SQUARE = 64
FRAME = 14
RADIUS = 24.5  # leaves the corner to the number

# A crown with three points, 27 wide, its middle at (0, 0): the points, then the band below them.
CROWN = "M-11 6.5-13.5-5l7.2 4.8L0-10 6.3-.2 13.5-5 11 6.5zM-11 8.7h22v3.2h-22z"
JEWELS = ((-13.5, -6.3), (0, -11.6), (13.5, -6.3))


def piece_id(piece: Piece) -> str:
    return f"{piece.colour}-{'king' if piece.king else 'man'}"


def definitions(theme: Theme) -> str:
    parts = [
        f'<rect id="{theme.name}-square" width="{SQUARE}" height="{SQUARE}"/>',
        f'<path id="{theme.name}-cross" d="M26 26l12 12m0-12-12 12"/>',
        *(_pieces(theme, colour) for colour in Colour),
    ]
    return "<defs>\n" + "\n".join(parts) + "\n</defs>"


def _pieces(theme: Theme, colour: Colour) -> str:
    """A man is one disc; a king is two, the upper one crowned."""
    paint = theme.paint(colour)
    name = f"{theme.name}-{colour}"
    lower, upper = 37, 31
    return (
        f'<radialGradient id="{name}-face" cx=".38" cy=".3" r=".75">'
        f'<stop stop-color="{paint.shine}"/><stop offset="1" stop-color="{paint.face}"/></radialGradient>\n'
        f'<g id="{name}-man">{_shadow(36)}{_disc(name, paint, 32)}{_grooves(paint, 32)}</g>\n'
        f'<g id="{name}-king">{_shadow(lower + 2)}{_disc(name, paint, lower)}{_disc(name, paint, upper)}'
        f"{_crown(paint, upper)}</g>"
    )


def _shadow(y: int) -> str:
    return f'<circle cx="33" cy="{y}" r="{RADIUS}" fill-opacity=".28"/>'


def _disc(name: str, paint: Paint, y: int) -> str:
    """The face, its rim, and the milled edge inside the rim."""
    return (
        f'<circle cx="32" cy="{y}" r="{RADIUS - 1}" fill="url(#{name}-face)" '
        f'stroke="{paint.rim}" stroke-width="2"/>'
        f'<circle cx="32" cy="{y}" r="{RADIUS - 4}" fill="none" stroke="{paint.groove}" '
        f'stroke-width="3" stroke-dasharray="1.5 2.17"/>'
    )


def _grooves(paint: Paint, y: int) -> str:
    return "".join(
        f'<circle cx="32" cy="{y}" r="{radius}" fill="none" stroke="{paint.groove}" stroke-width="1.5"/>'
        for radius in (16, 9)
    )


def _crown(paint: Paint, y: int) -> str:
    jewels = "".join(f'<circle cx="{x}" cy="{dy}" r="2"/>' for x, dy in JEWELS)
    return f'<g fill="{paint.crown}" transform="translate(32 {y})"><path d="{CROWN}"/>{jewels}</g>'
