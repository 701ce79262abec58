"""How many hard endings the engine judges and plays rightly, with databases of 4 pieces only.

    python benchmarks/endings.py TABLES4 TABLES7 [--nodes 250000] [--weights FILE]     measure
    python benchmarks/endings.py make SAMPLES TABLES4 TABLES7                          make another list

`endings.fen` has endings of 7 to 10 pieces, kings among them, out of self-play (`crownhead train play`, the shipped
recipe with seed 2026), each with its value for the side to move. Of 7 pieces the database says it; of more, two
searches of 0.3 and 1.2 million nodes with databases of 7 pieces agree on it, and one of 20,000 nodes in making the
list. A win or a loss is a line into the databases; a draw is a score of exactly 0 from all of them. All are hard:
with 5,000 nodes and databases of 4 pieces the engine that they were chosen with misjudged them, or, of 7 pieces, gave
the win or the draw away.

An ending is judged rightly if a win has 1 man or more, a loss -1 or less, and a draw less than half a man. It is played
rightly if the value is still there after the move, by the same means.
"""

from __future__ import annotations

import argparse
import os
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

os.environ["CROWNHEAD_BUILD"] = "never"

import crownhead as ch
from crownhead.engine.score import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Iterator

LIST = Path(__file__).with_name("endings.fen")
EASY_NODES, GUESS_NODES, FIRST_NODES, SECOND_NODES = 5_000, 20_000, 300_000, 1_200_000
OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw"}


class Truth:
    """The value of endings for the side to move, as far as it is certain."""

    def __init__(self, folder: str) -> None:
        self._tables = ch.Tablebase.open(folder)
        self._engine = ch.Engine(hash_mb=64, tablebase=self._tables)

    def of(self, position: ch.Position) -> str | None:
        if position.is_over:
            return "loss"
        if pieces(position) <= 7:
            return self._tables.probe(position).result
        first = self._searched(position, FIRST_NODES)
        return first if first and first == self._searched(position, SECOND_NODES) else None

    def guess(self, position: ch.Position) -> str | None:
        """What is likely to be the value, quickly."""
        return self.of(position) if pieces(position) <= 7 else self._searched(position, GUESS_NODES)

    def after(self, position: ch.Position, move: ch.Move) -> str | None:
        """For the player who made the move."""
        next_value = self.of(position.play(move))
        return next_value and OPPOSITE[next_value]

    def _searched(self, position: ch.Position, nodes: int) -> str | None:
        self._engine.new_game()
        score = self._engine.play(position, ch.Limit(nodes=nodes)).score
        if score.kind is ScoreKind.EVALUATION:
            return "draw" if score.centimen == 0 else None
        return {ScoreKind.WIN: "win", ScoreKind.LOSS: "loss", ScoreKind.DRAW: "draw"}.get(score.kind)


def pieces(position: ch.Position) -> int:
    return (position.black_bits | position.white_bits).bit_count()


def is_judged(score: ch.Score, expected: str) -> bool:
    men = {ScoreKind.WIN: 99.0, ScoreKind.LOSS: -99.0, ScoreKind.DRAW: 0.0}.get(
        score.kind, score.centimen / 100
    )
    return {"win": men >= 1, "loss": men <= -1, "draw": abs(men) < 0.5}[expected]


def answer(engine: ch.Engine, position: ch.Position, nodes: int) -> ch.Played:
    engine.new_game()
    return engine.play(position, ch.Limit(nodes=nodes))


def measure(arguments: argparse.Namespace) -> None:
    engine = ch.Engine(hash_mb=16, tablebase=arguments.small, weights=arguments.weights)
    truth = Truth(arguments.large) if arguments.moves else None
    judged: Counter[str] = Counter()
    played: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for line in LIST.read_text().splitlines():
        expected, fen = line.split()
        position = ch.Position.from_fen(fen)
        assert 7 <= pieces(position) <= 10
        assert position.king_bits
        given = answer(engine, position, arguments.nodes)
        total[expected] += 1
        judged[expected] += is_judged(given.score, expected)
        if truth and expected != "loss":
            played[expected] += truth.after(position, given.move) == expected
    assert total.keys() == OPPOSITE.keys()
    for expected, count in total.items():
        moves = f", played {played[expected]}" if arguments.moves and expected != "loss" else ""
        print(f"{expected:5} {count:4}: judged {judged[expected]}{moves}")
    of_moves = total.total() - total["loss"]
    print(
        f"all   {total.total():4}: judged {judged.total()}"
        + (f", played {played.total()} of {of_moves}" if arguments.moves else "")
    )


def make(samples: Path, small: str, large: str, count: int) -> None:
    engine, truth = ch.Engine(hash_mb=16, tablebase=small), Truth(large)
    found: Counter[str] = Counter()
    sevens = 0
    with LIST.open("w") as file:
        for position in endings_in(samples):
            expected = truth.guess(position)
            if expected is None or found[expected] >= 0.4 * count:
                continue
            given = answer(engine, position, EASY_NODES)
            is_kept = pieces(position) > 7 or truth.after(position, given.move) == expected
            if is_judged(given.score, expected) and is_kept:
                continue
            if pieces(position) == 7 and sevens >= 0.62 * count:
                continue
            if truth.of(position) == expected:
                found[expected] += 1
                sevens += pieces(position) == 7
                file.write(f"{expected} {position.fen}\n")
                file.flush()
            if found.total() == count:
                return


def endings_in(samples: Path) -> Iterator[ch.Position]:
    """In an order by chance, always the same."""
    from crownhead.training.samples import read_samples

    read = read_samples([samples])
    for number in random.Random(1).sample(range(len(read)), len(read)):
        black, white, kings, white_to_move, *_ = read[number].item()
        is_even = abs(black.bit_count() - white.bit_count()) <= 1
        if kings and is_even and 7 <= (black | white).bit_count() <= 10:
            yield ch.Position.from_fen(fen_of(black, white, kings, white_to_move))


def fen_of(black: int, white: int, kings: int, white_to_move: int) -> str:
    def squares(bits: int) -> str:
        return ",".join(f"{'K' if kings >> i & 1 else ''}{i + 1}" for i in range(32) if bits >> i & 1)

    return f"{'W' if white_to_move else 'B'}:W{squares(white)}:B{squares(black)}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("small", help="directory of a database of 4 pieces, or `make`")
    parser.add_argument("large", help="directory of a database of 7 pieces; to make, samples")
    parser.add_argument("tables", nargs="*", help="to make: directories of databases of 4 and of 7 pieces")
    parser.add_argument("--nodes", type=int, default=250_000)
    parser.add_argument("--weights")
    parser.add_argument("--count", type=int, default=500, help="to make: how many")
    parser.add_argument("--no-moves", dest="moves", action="store_false", help="do not look at the moves")
    arguments = parser.parse_args()
    if arguments.small == "make":
        small, large = arguments.tables
        make(Path(arguments.large), small, large, arguments.count)
    else:
        measure(arguments)


if __name__ == "__main__":
    main()
