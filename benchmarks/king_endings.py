"""How many won endings of N kings against N - 1 the engine wins, with databases of 4 pieces.

    python benchmarks/king_endings.py TABLES4 TABLES7 [--distances FOLDER] [--nodes 250000] [--games 50]

Positions by chance, kings only, the stronger side to move, always the same ones. Of 4 against 3 the database of 7
pieces says that they are won; of 5 against 4 a search of 0.3 million nodes with it does. The defender plays by the
database: a move that draws if there is one; else the longest loss, where FOLDER has distances; else what a search of
`--nodes` with the database of 7 pieces plays. The game is won when the database of 4 pieces has it, and drawn by the
forty-move rule, by repetition, or as soon as the database of 7 pieces says that the win is gone.
"""

from __future__ import annotations

import argparse
import os
import random
from collections import Counter
from statistics import median

os.environ["CROWNHEAD_BUILD"] = "never"

import crownhead as ch
from crownhead.engine.score import ScoreKind

PROOF = 300_000
"""Nodes."""


def pieces(position: ch.Position) -> int:
    return (position.black_bits | position.white_bits).bit_count()


class Defender:
    def __init__(self, tables: ch.Tablebase, distances: ch.Tablebase | None, nodes: int) -> None:
        self._tables, self._distances, self._nodes = tables, distances, nodes
        self._engine = ch.Engine(hash_mb=16, tablebase=tables)

    def new_game(self) -> None:
        self._engine.new_game()

    def value(self, position: ch.Position) -> str | None:
        if pieces(position) > 7:
            return None
        return "loss" if position.is_over else self._tables.probe(position).result

    def is_won(self, position: ch.Position) -> bool:
        if pieces(position) <= 7:
            return self.value(position) == "win"
        self._engine.new_game()
        return self._engine.play(position, ch.Limit(nodes=PROOF)).score.kind is ScoreKind.WIN

    def choose(self, board: ch.Board) -> ch.Move:
        if pieces(board.position) <= 7 and self._distances:
            after = {move: board.position.play(move) for move in board.legal_moves(unique=True)}
            plies = {
                move: value.plies or 0 for move, next in after.items() if (value := self._distances.get(next))
            }
            if len(plies) == len(after):
                return max(plies, key=plies.__getitem__)
        return self._engine.play(board, ch.Limit(nodes=self._nodes)).move


def placed(dice: random.Random, kings: int) -> ch.Position:
    """Nothing can be jumped, and the stronger side is to move: Black or White by turns."""
    squares = [f"K{square}" for square in dice.sample(range(1, 33), 2 * kings - 1)]
    strong, weak = ",".join(squares[:kings]), ",".join(squares[kings:])
    turn = dice.choice("WB")
    return ch.Position.from_fen(f"{turn}:W{strong}:B{weak}" if turn == "W" else f"{turn}:W{weak}:B{strong}")


def game(engine: ch.Engine, defender: Defender, position: ch.Position, nodes: int) -> tuple[str, int]:
    """How it ended, and after how many moves."""
    board = ch.Board(position)
    strong = position.turn
    engine.new_game()
    defender.new_game()
    while True:
        moves = (len(board) + 1) // 2
        if outcome := board.outcome(claim_draw=True):
            return ("won" if outcome.winner == strong else str(outcome.reason)), moves
        value = defender.value(board.position)
        winning = "win" if board.turn == strong else "loss"
        if value is not None and value != winning:
            return "given away", moves
        if value and pieces(board.position) <= 4:
            return "won", moves
        chooses = board.turn == strong
        board.push(engine.play(board, ch.Limit(nodes=nodes)).move if chooses else defender.choose(board))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("small")
    parser.add_argument("large")
    parser.add_argument("--distances")
    parser.add_argument("--weights")
    parser.add_argument("--nodes", type=int, default=250_000)
    parser.add_argument("--games", type=int, default=50)
    arguments = parser.parse_args()
    distances = ch.Tablebase.open(arguments.distances) if arguments.distances else None
    defender = Defender(ch.Tablebase.open(arguments.large), distances, arguments.nodes)
    engine = ch.Engine(hash_mb=16, tablebase=arguments.small, weights=arguments.weights)
    for kings in (4, 5):
        dice = random.Random(kings)
        endings: Counter[str] = Counter()
        lengths = []
        while endings.total() < arguments.games:
            position = placed(dice, kings)
            if position.is_over or position.must_jump or not defender.is_won(position):
                continue
            ending, moves = game(engine, defender, position, arguments.nodes)
            endings[ending] += 1
            if ending == "won":
                lengths.append(moves)
        others = ", ".join(f"{reason} {count}" for reason, count in endings.items() if reason != "won")
        middle = f", in {median(lengths):g} moves (median), {max(lengths)} at most" if lengths else ""
        print(
            f"{kings} v {kings - 1}: won {endings['won']} of {arguments.games}{middle}; {others}", flush=True
        )


if __name__ == "__main__":
    main()
