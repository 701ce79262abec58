"""An evaluation of your own, with a small alpha-beta search around it."""

from collections.abc import Callable

import crownhead as ch

Evaluation = Callable[[ch.Position], float]


def advance(position: ch.Position) -> float:
    """Men and kings, and men are worth more the nearer they are to the crownhead. Seen by Black."""
    total = 0.0
    for colour, sign in ((ch.BLACK, 1), (ch.WHITE, -1)):
        for square in position.pieces(colour, king=False):
            total += sign * (1 + 0.05 * (7 - abs(colour.crownhead - square.row)))
        total += sign * 1.5 * len(position.pieces(colour, king=True))
    return total


def search(
    position: ch.Position, depth: int, evaluate: Evaluation, alpha: float = -1e9, beta: float = 1e9
) -> float:
    """What the player to move can reach, seen by that player."""
    moves = position.legal_moves(unique=True)
    if not moves:
        return -1000 - depth  # lost, and the sooner the worse
    if depth <= 0 and not position.must_jump:
        return evaluate(position) if position.turn == ch.BLACK else -evaluate(position)
    for move in moves:
        alpha = max(alpha, -search(position.play(move), depth - 1, evaluate, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def best_move(position: ch.Position, depth: int, evaluate: Evaluation) -> ch.Move:
    return max(
        position.legal_moves(unique=True),
        key=lambda move: -search(position.play(move), depth - 1, evaluate),
    )


position = ch.Position.from_fen("W:W19,24,32:B10,11,18")
print(f"White to move plays {best_move(position, 5, advance)}, which wins a piece by a stroke.")
print(f"From the start Black plays {best_move(ch.Position.start(), 5, advance)}.")
