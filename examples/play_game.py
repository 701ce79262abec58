"""A whole game with clocks, offers and a record: you decide for Black, the engine for White."""

import random
import time

import crownhead as ch
from crownhead.play import Control, GameInProgress, Participant, opinion, record_of

chance = random.Random(3)
control = Control(60, increment=1)
game = GameInProgress(Participant.person("Ann", control), Participant.engine(level=5, control=control))
game.start(time.monotonic())

with ch.Engine(level=5, hash_mb=16) as white, ch.Engine(hash_mb=32) as judge:
    while game.outcome is None:
        now = time.monotonic()
        if game.engine_to_move:
            played = white.play(game.board, game.limit(now))
            game.engine_moves(played.move, played.score, time.monotonic())
        elif len(game.board) == 2:
            game.offer_draw(ch.BLACK, now)
            accepted = game.engine_answers(game.offer, opinion(judge, game.board), time.monotonic())
            print("The draw is accepted." if accepted else "The draw is declined.")
            game.move(chance.choice(game.board.legal_moves()), time.monotonic())
        else:
            game.move(chance.choice(game.board.legal_moves()), now)

print(f"{game.outcome.in_words}.")
print(ch.pdn.dumps(record_of(game, time.monotonic(), {"Event": "An example"})))
