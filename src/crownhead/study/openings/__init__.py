"""Openings studied: what is known of every move of a position, and repertoires that are trained.

explorer    the book, the games and the names for every move
repertoire  cards, and when each is asked again
kept        repertoires in the user's data directory
"""

from crownhead.study.openings.explorer import Explored, ExploredMove, explore
from crownhead.study.openings.repertoire import Card, Repertoire, answer, from_book, from_games

__all__ = ["Card", "Explored", "ExploredMove", "Repertoire", "answer", "explore", "from_book", "from_games"]
