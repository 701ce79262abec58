"""A game of the engine against a player who moves at random."""

import random

import crownhead as ch

chance = random.Random(2024)
board = ch.Board()

with ch.Engine(hash_mb=16) as engine:
    while board.outcome(claim_draw=True) is None:
        if board.turn == ch.BLACK:
            move = engine.play(board, ch.Limit(depth=7)).move
        else:
            move = chance.choice(board.legal_moves())
        board.push(move)

outcome = board.outcome(claim_draw=True)
print(board)
print(f"After {len(board)} moves: {outcome}.")
