"""A picture as text that a notebook shows."""

from __future__ import annotations


class SvgText(str):
    """The text of an SVG, which a notebook shows as the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)
