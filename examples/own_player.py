"""A player of your own: anything with choose(board) can play where the engine can."""

import random

import crownhead as ch
from crownhead.play import EnginePlayer, Player


class Greedy:
    """Takes as much as it can, makes kings, and otherwise moves at random."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, board: ch.Board) -> ch.Move:
        return max(board.legal_moves(), key=lambda move: (self.worth(board, move), self.chance.random()))

    def worth(self, board: ch.Board, move: ch.Move) -> int:
        piece = board.position.piece_at(move.origin)
        assert piece is not None  # a legal move begins on a piece
        crowned = not piece.king and move.target.row == piece.colour.crownhead
        return 2 * len(move.captures) + crowned


def play(black: Player, white: Player) -> ch.Board:
    board = ch.Board()
    while board.outcome(claim_draw=True) is None:
        board.push((black if board.turn == ch.BLACK else white).choose(board))
    return board


with ch.Engine(hash_mb=16) as engine:
    greedy, strong = Greedy(seed=7), EnginePlayer(engine, ch.Limit(depth=5))
    for black, white in ((greedy, strong), (strong, greedy)):
        board = play(black, white)
        print(f"{len(board)} moves, {board.outcome(claim_draw=True)}")
