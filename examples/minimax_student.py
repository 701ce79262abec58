"""The minimax of a textbook, on nested lists, against the engine."""

import crownhead as ch
from crownhead.rules import textbook

DEPTH = 3


def student(position: ch.Position) -> ch.Move:
    """The textbook's best action, which is a list of (row, column) tiles, as a move."""
    state = textbook.State(position.to_grid(), int(position.turn))
    action = textbook.best_action(state, DEPTH)
    return next(move for move in position.legal_moves() if move.tiles == action)


board = ch.Board()
with ch.Engine(hash_mb=16) as engine:
    while board.outcome(claim_draw=True) is None:
        if board.turn == ch.BLACK:
            board.push(student(board.position))
        else:
            board.push(engine.play(board, ch.Limit(depth=9)).move)

print(board)
print(f"The student has Black. After {len(board)} moves: {board.outcome(claim_draw=True)}.")
