"""The explorer of openings on an index of many games: every move of the start and of later positions.

Random games of 40 plies with random results, a third of them with the colours reversed. Prints milliseconds for a
position, processor time, the best of several rounds.

python benchmarks/explorer.py [GAMES]
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

import crownhead as ch
from crownhead.record.collection.continuations import continuations
from crownhead.record.collection.index import Index

ROUNDS = 7
PLIES = 40
RESULTS = ("1-0", "0-1", "1/2-1/2")


def game(chance: random.Random, reverse: bool) -> str:
    board = ch.Board(ch.Position.start().flipped() if reverse else None)
    while len(board.moves) < PLIES and not board.is_over:
        board.push(chance.choice(board.legal_moves()[:4]))
    setup = f'[SetUp "1"]\n[FEN "{board.history[0].fen}"]\n' if reverse else ""
    result = chance.choice(RESULTS)
    return f'{setup}[Result "{result}"]\n\n{" ".join(map(str, board.moves))} {result}\n\n'


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pdn"
        path.write_text("".join(game(chance, n % 3 == 0) for n in range(count)))
        with Index(Path(folder) / "index") as index:
            index.update([path])
            for line in ("", "11-15", "11-15 23-19"):
                position = ch.Board.of(None, line.split()).position
                best = float("inf")
                for _ in range(ROUNDS):
                    began = time.process_time()
                    found = continuations(index, position)
                    best = min(best, time.process_time() - began)
                games = sum(tally.games for tally in found.values())
                assert line or games == count, games
                print(f"{line or 'start':<12} {games:>7} games {best * 1000:7.1f} ms")


if __name__ == "__main__":
    main()
