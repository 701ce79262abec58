"""A board for notebooks that can be played on, against the engine, and analysed.

It needs anywidget: pip install "crownhead[notebook]". The board is that of the browser, `crownhead-board.js`.

>>> from crownhead.widget import BoardWidget                # doctest: +SKIP
>>> BoardWidget(engine="white", level=5)                    # doctest: +SKIP
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crownhead.widget.board import BoardWidget

__all__ = ["BoardWidget"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(importlib.import_module(f"{__name__}.board"), name)
    except ModuleNotFoundError as error:
        if error.name not in {"anywidget", "traitlets"}:
            raise
        message = f'{__name__}.{name} needs anywidget; install it with: pip install "crownhead[notebook]"'
        raise ModuleNotFoundError(message, name=error.name) from None
