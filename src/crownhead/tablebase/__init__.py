"""Endgame databases: the exact value of every position with few pieces, built at home, verified and probed."""

from crownhead.tablebase.slices import Slice
from crownhead.tablebase.tablebase import Tablebase, Value

__all__ = ["Slice", "Tablebase", "Value"]
