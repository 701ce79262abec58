"""The arrays that an environment writes into, the caller's own or new ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    Array = np.ndarray[Any, Any]


def buffer(name: str, given: Array | None, shape: tuple[int, ...], dtype: DTypeLike) -> Array:
    """The array that was given, if it can be written into as it is, or a new one. Raises TypeError or ValueError."""
    wanted = np.dtype(dtype)
    if given is None:
        return np.zeros(shape, wanted)
    need = f"{name} must be a C-contiguous, writable array of {wanted.name} with the shape {shape}"
    if not isinstance(given, np.ndarray):
        raise TypeError(f"{need}, not a {type(given).__name__}")
    if given.dtype != wanted:
        raise TypeError(f"{need}; its type is {given.dtype.name}")
    if given.shape != shape:
        raise ValueError(f"{need}; its shape is {given.shape}")
    if not given.flags.c_contiguous or not given.flags.writeable:
        raise ValueError(f"{need}; it is {'read-only' if given.flags.c_contiguous else 'not contiguous'}")
    return given


def chosen_actions(actions: object, games: int) -> Array:
    """Actions as the core takes them: one int32 a game. Raises TypeError or ValueError."""
    array = np.asarray(actions)
    if array.shape != (games,):
        raise ValueError(
            f"there must be one action for each of the {games} games; the shape is {array.shape}"
        )
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions are integers, not {array.dtype.name}")
    # Numbers beyond 32 bits are no actions either; -1 says so without wrapping round to one that is.
    if array.dtype.itemsize > 4 or array.dtype == np.uint32:
        array = np.where((array >= 0) & (array < 1 << 31), array, -1)
    return np.ascontiguousarray(array, dtype=np.int32)
