"""Records of play: a line on a board, games as trees, PDN files, openings."""
