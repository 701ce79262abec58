"""Openings studied: what is known of every move of a position, and a repertoire that is trained."""

from crownhead.study.openings.explorer import Explored, ExploredMove, explore

__all__ = ["Explored", "ExploredMove", "explore"]
