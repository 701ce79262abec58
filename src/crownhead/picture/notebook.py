"""In a notebook, a position or a board shows itself as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crownhead.picture.subject import HoldsPosition
    from crownhead.rules.position import Position


def shows_itself(*kinds: type) -> None:
    """Gives these classes the method that Jupyter looks for. The pictures are loaded when it is called."""
    for kind in kinds:
        kind._repr_svg_ = _repr_svg_  # type: ignore[attr-defined]


def _repr_svg_(shown: Position | HoldsPosition) -> str:
    from crownhead.picture import svg

    return svg.board(shown)
