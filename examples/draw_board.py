"""Boards as text and as SVG. In a notebook, a Position or a Board shows itself."""

from pathlib import Path

import crownhead as ch

board = ch.Board()
for move in ["11-15", "23-19", "8-11", "22-17"]:
    board.push(move)

print(board)  # x o X O and -
print(board.position.to_grid()[3])  # or rows of numbers

picture = ch.svg.board(board, arrows=[(9, 13), (4, 8)], circles=[17], theme="wood", size=480)
Path("board.svg").write_text(picture, encoding="utf-8")
print(f"board.svg has {len(picture)} characters")
