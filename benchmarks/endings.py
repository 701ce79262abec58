"""How many endings the engine judges and plays rightly, with databases of 4 pieces only.

    python benchmarks/endings.py TABLES4 TABLES6 [--nodes 250000] [--weights FILE]     measure
    python benchmarks/endings.py make SAMPLES TABLES6                                  make the list anew

`endings.fen` has endings of 7 to 10 pieces, kings among them, out of self-play, each with its value for the side to
move: what two searches of 0.3 and 1.2 million nodes with databases of 6 pieces agree on. A win or a loss is a line into
the databases; a draw is a score of exactly 0 from both.

An ending is judged rightly if a win has 1 man or more, a loss -1 or less, and a draw less than half a man. It is played
rightly if the value is still there after the move, by a search of 0.3 million nodes with the databases of 6 pieces.
"""

from __future__ import annotations

import argparse
import os
import random
from collections import Counter
from pathlib import Path

os.environ["CROWNHEAD_BUILD"] = "never"

import crownhead as ch
from crownhead.engine.score import ScoreKind

LIST = Path(__file__).with_name("endings.fen")
FIRST_NODES, SECOND_NODES, AFTER_NODES = 300_000, 1_200_000, 300_000
OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw"}


def value(engine: ch.Engine, position: ch.Position, nodes: int) -> str | None:
    """For the side to move, if the search is sure of it."""
    if position.is_over:
        return "loss"
    engine.new_game()
    score = engine.play(position, ch.Limit(nodes=nodes)).score
    if score.kind is ScoreKind.EVALUATION:
        return "draw" if score.centimen == 0 else None
    return {ScoreKind.WIN: "win", ScoreKind.LOSS: "loss", ScoreKind.DRAW: "draw"}.get(score.kind)


def is_judged(score: ch.Score, expected: str) -> bool:
    men = {ScoreKind.WIN: 99.0, ScoreKind.LOSS: -99.0, ScoreKind.DRAW: 0.0}.get(
        score.kind, score.centimen / 100
    )
    return {"win": men >= 1, "loss": men <= -1, "draw": abs(men) < 0.5}[expected]


def measure(arguments: argparse.Namespace) -> None:
    engine = ch.Engine(hash_mb=16, tablebase=arguments.small, weights=arguments.weights)
    oracle = ch.Engine(hash_mb=64, tablebase=arguments.large)
    judged: Counter[str] = Counter()
    played: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for line in LIST.read_text().splitlines():
        expected, fen = line.split()
        position = ch.Position.from_fen(fen)
        assert 7 <= (position.black_bits | position.white_bits).bit_count() <= 10
        assert position.king_bits
        engine.new_game()
        answer = engine.play(position, ch.Limit(nodes=arguments.nodes))
        total[expected] += 1
        judged[expected] += is_judged(answer.score, expected)
        if arguments.moves and expected != "loss":
            after = value(oracle, position.play(answer.move), AFTER_NODES)
            played[expected] += after == OPPOSITE[expected]
    assert total.keys() == OPPOSITE.keys()
    for expected, count in total.items():
        moves = f", played {played[expected]}" if arguments.moves and expected != "loss" else ""
        print(f"{expected:5} {count:4}: judged {judged[expected]}{moves}")
    print(f"all   {total.total():4}: judged {judged.total()}, played {played.total()}")


def make(samples: Path, tables: str, count: int) -> None:
    from crownhead.training.samples import read_samples

    read = read_samples([samples])
    dice = random.Random(1)
    oracle = ch.Engine(hash_mb=64, tablebase=tables)
    found: list[str] = []
    for number in dice.sample(range(len(read)), len(read)):
        black, white, kings, white_to_move, *_ = read[number].item()
        if (
            not kings
            or not 7 <= (black | white).bit_count() <= 10
            or abs(black.bit_count() - white.bit_count()) > 1
        ):
            continue
        position = ch.Position.from_fen(fen_of(black, white, kings, white_to_move))
        first = value(oracle, position, FIRST_NODES)
        if first and first == value(oracle, position, SECOND_NODES):
            found.append(f"{first} {position.fen}")
            LIST.write_text("\n".join(found) + "\n")
        if len(found) == count:
            return


def fen_of(black: int, white: int, kings: int, white_to_move: int) -> str:
    def squares(bits: int) -> str:
        return ",".join(f"{'K' if kings >> i & 1 else ''}{i + 1}" for i in range(32) if bits >> i & 1)

    return f"{'W' if white_to_move else 'B'}:W{squares(white)}:B{squares(black)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("small", help="directory of a database of 4 pieces, or `make`")
    parser.add_argument("large", help="directory of a database of 6 pieces; to make, samples")
    parser.add_argument("tables", nargs="?", help="to make: directory of a database of 6 pieces")
    parser.add_argument("--nodes", type=int, default=250_000)
    parser.add_argument("--weights")
    parser.add_argument("--count", type=int, default=500, help="to make: how many")
    parser.add_argument("--no-moves", dest="moves", action="store_false", help="do not look at the moves")
    arguments = parser.parse_args()
    if arguments.small == "make":
        make(Path(arguments.large), arguments.tables, arguments.count)
    else:
        measure(arguments)


if __name__ == "__main__":
    main()
