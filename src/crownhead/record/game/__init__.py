"""A game record: a tree of moves with notes, and its headers."""
