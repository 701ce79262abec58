"""How near a short search comes to a long one: a quick way to judge a change of the search.

    python benchmarks/foresight.py [--nodes 200000] [--count 1400] [--list benchmarks/foresight_long.fen]

`foresight.fen` has 1,400 positions from self-play with 9 pieces or more, where neither side is far ahead. Before each
stands its score for the side to move, in hundredths of a man, by a long search without databases: 8 million nodes for
the first 700 positions and 5 million for the rest. The long searches were made with the engine of commit 32e7e24, with
smaller reductions of late moves (steepness 2.2, not 1.7) and wider futility margins (0.25 men a ply, not 0.18). 2,000
means a win.

`foresight_long.fen` is for searches of millions of nodes: 340 of these positions. The first 153 have scores from 50
million nodes by the engine of commit 6927e64, the other 187 from 25 million by that of commit 82a3a7c with at most two
plies less where no hash move is known; both with smaller reductions (steepness 2.0, not 1.7) and wider margins (0.21
and 0.11 men a ply, not 0.18 and 0.09).

The loss is the cross entropy between the expected scores of the long and of the short search, above the least possible,
in thousandths. An expected score is the logistic function of the score divided by 58. No position adds more than 300.
The ratio compares the loss with that of a search of half the nodes.

To compare two versions, run this file with the Python of each. Both search the same positions, so the difference of
their losses has a standard error of about 5%. The benchmark does not judge changes of the evaluation fairly, because
the long searches used the evaluation of their day.
"""

from __future__ import annotations

import argparse
from math import exp, log
from pathlib import Path

import crownhead as ch

LIST = Path(__file__).with_name("foresight.fen")
STEEPNESS = 58
"""Hundredths of a man that change the odds by the factor e."""
MOST = 0.3
"""Of one position's loss: a shot that only one of the searches sees would outweigh hundreds of others."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--count", type=int, default=1400)
    parser.add_argument("--list", type=Path, default=LIST)
    arguments = parser.parse_args()
    known = [line.split() for line in arguments.list.read_text().splitlines()][: arguments.count]
    with ch.Engine(hash_mb=64, tablebase=None) as engine:
        half, whole = (loss(engine, known, nodes) for nodes in (arguments.nodes // 2, arguments.nodes))
    assert whole < half, "twice the nodes should come nearer"
    print(
        f"{len(known)} positions, {arguments.nodes:,} nodes: loss {whole:.3f}, {whole / half:.2f} of half the nodes"
    )


def loss(engine: ch.Engine, known: list[list[str]], nodes: int) -> float:
    """In thousandths."""
    total = 0.0
    for score, fen in known:
        engine.new_game()
        position = ch.Position.from_fen(fen)
        seen = engine.play(position, ch.Limit(nodes=nodes)).score.seen_by(position.turn)
        total += min(divergence(expected(int(score)), expected(seen.centimen)), MOST)
    return 1000 * total / len(known)


def expected(score: int) -> float:
    return min(max(1 / (1 + exp(-score / STEEPNESS)), 1e-6), 1 - 1e-6)


def divergence(true: float, guess: float) -> float:
    return true * log(true / guess) + (1 - true) * log((1 - true) / (1 - guess))


if __name__ == "__main__":
    main()
