"""How many nodes the engine needs to find shots: sacrifices that win a man or more by force.

    python benchmarks/shots.py [--nodes 1000000] [--weights FILE]     measure
    python benchmarks/shots.py make SAMPLES                           make another list

`shots.fen` has positions out of self-play (`crownhead train play`, the shipped recipe with seed 2026) with the one move
that wins: it gives a man, and then wins at least one more than it gives. That is proved: a search of all moves, with
nothing pruned or reduced, that counts men (100) and kings (130) alone, has the move ahead of the balance on the board
and of every other move by PROFIT or more. All were missed with MISSED nodes by the engine that they were chosen with,
and found with SEEN; only positions were tried whose score after 3,000 nodes lies RISE above their evaluation.

A shot needs the nodes after which the engine plays it at the end of every iteration up to the last.
"""

from __future__ import annotations

import argparse
import random
from array import array
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from endings import fen_of

import crownhead as ch
from crownhead import _core
from crownhead.engine.weights import standard_evaluation

if TYPE_CHECKING:
    from collections.abc import Iterator

LIST = Path(__file__).with_name("shots.fen")
MISSED, SEEN, PROOF = 200, 30_000, 2_000_000
"""Nodes."""
RISE = 50
PROFIT = 70
"""Hundredths of a man."""
DEEPEST = 13
"""Plies of the proof; a forced reply costs none."""
LIMITS = (5_000, 20_000, 100_000, 250_000)


def nodes_needed(engine: ch.Engine, position: ch.Position, best: ch.Move, most: int) -> int | None:
    """None if the move is not played in the end."""
    engine.new_game()
    needed = None
    for info in engine.analyse(position, ch.Limit(nodes=most)):
        if info.line[0] != best:
            needed = None
        elif needed is None:
            needed = info.nodes
    return needed


def measure(nodes: int, weights: str | None) -> None:
    needed = []
    with ch.Engine(hash_mb=64, tablebase=None, weights=weights) as engine:
        for line in LIST.read_text().splitlines():
            text, fen = line.split()
            position = ch.Position.from_fen(fen)
            needed.append(nodes_needed(engine, position, position.parse_move(text), nodes))
    found = [n for n in needed if n is not None]
    assert found
    within = ", ".join(f"{sum(n <= most for n in found)} within {most:,}" for most in LIMITS)
    middle = median(n if n is not None else nodes for n in needed)
    print(
        f"{len(found)} of {len(needed)} shots found with {nodes:,} nodes: {within}; median {middle:,.0f} nodes"
    )


class Prover:
    """Full-width search that counts pieces."""

    def __init__(self) -> None:
        words = array("h", bytes(2 * _core.NETWORK.weights))
        men, kings = _core.NETWORK.men_term, _core.NETWORK.kings_term
        words[2 * men] = words[2 * men + 1] = 100
        words[2 * kings] = words[2 * kings + 1] = 130
        self._material = _core.Evaluation(words.tobytes())
        self._core = _core.Engine(1, 16, self._material)

    def wins(self, position: ch.Position, move: ch.Move) -> bool:
        balance = self._material.of(position)
        for depth in range(3, DEEPEST + 1, 2):
            scores = self._two_best(position, depth)
            if len(scores) < 2:
                return False
            (best, first), (_, second) = scores
            if first >= balance + PROFIT:
                return best == move and first >= second + PROFIT
        return False

    def _two_best(self, position: ch.Position, depth: int) -> list[tuple[ch.Move, int]]:
        """None of them if the nodes do not suffice for the depth."""
        self._core.forget()
        self._core.start(position, [], 0, depth=depth, nodes=PROOF, lines=2, full_width=True)
        last: dict[int, _core.Report] = {}
        while not self._core.is_finished:
            if report := self._core.next(10):
                last[report.rank] = report
        reports = [last[rank] for rank in sorted(last) if last[rank].depth == depth]
        return [(report.line[0], _men(report.score)) for report in reports]


def _men(score: _core.Score) -> int:
    """A proved win counts as all that is on the board."""
    if score.plies is None:
        return score.centimen
    return 2000 if score.kind is _core.ScoreKind.WIN_IN else -2000


def make(samples: Path, count: int) -> None:
    prover, found = Prover(), 0
    with ch.Engine(hash_mb=16, tablebase=None) as engine, LIST.open("w") as file:
        for position in positions_in(samples):
            engine.new_game()
            missed = engine.play(position, ch.Limit(nodes=MISSED))
            if not any(position.play(move).must_jump for move in position.legal_moves()):
                continue
            seen = engine.play(position, ch.Limit(nodes=SEEN))
            if seen.move == missed.move or not position.play(seen.move).must_jump:
                continue
            if seen.score.centimen < missed.score.centimen + RISE or not prover.wins(position, seen.move):
                continue
            file.write(f"{seen.move} {position.fen}\n")
            file.flush()
            found += 1
            if found == count:
                return


def positions_in(samples: Path) -> Iterator[ch.Position]:
    """Quiet ones in an order by chance, always the same."""
    from crownhead.training.samples import read_samples

    read, evaluation = read_samples([samples]), standard_evaluation()
    for number in random.Random(2).sample(range(len(read)), len(read)):
        black, white, kings, white_to_move, *_, score = read[number].item()
        if (black | white).bit_count() < 12:
            continue
        position = ch.Position.from_fen(fen_of(black, white, kings, white_to_move))
        if (-score if white_to_move else score) >= evaluation.of(position) + RISE:
            yield position


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("make", nargs="*", help="`make` and the folder of samples")
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--weights")
    parser.add_argument("--count", type=int, default=200, help="to make: how many")
    arguments = parser.parse_args()
    if arguments.make:
        make(Path(arguments.make[1]), arguments.count)
    else:
        measure(arguments.nodes, arguments.weights)


if __name__ == "__main__":
    main()
