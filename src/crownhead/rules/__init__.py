"""The rules: squares, pieces, moves and positions, and the forms in which people write them."""
