"""How many nodes the engine needs to find shots: sacrifices that win a man or more by force.

    python benchmarks/shots.py [--nodes 1000000] [--weights FILE]     measure
    python benchmarks/shots.py make SAMPLES WORK [--shards 400]       add to the list

`shots.fen` has positions out of self-play with the one move that wins: it gives a man, and then wins at least one more
than it gives. That is proved: a search of all moves, with nothing pruned or reduced, that counts men (100) and kings
(130) alone, has the move ahead of the balance on the board and of every other move by PROFIT or more.

`make` adds to the list from the samples of `crownhead train play`. It tries positions with PIECES or more where the
side to move is not ahead, and the score of the samples is better than the evaluation by RISE. The engine that they are
chosen with must prefer another move with MISSED nodes, find the shot with SEEN and play it with MOST; those that take
it most nodes are kept. So the list is hard for that engine, and need not be for others. The work file keeps what each
shard gave, so that a run that was killed goes on where it was.

A shot needs the nodes after which the engine plays it at the end of every iteration up to the last.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
from endings import fen_of

import crownhead as ch
from crownhead import _core
from crownhead.engine.weights import material, standard_evaluation
from crownhead.training.samples import SAMPLE
from crownhead.training.shard import read_shard, shards_in

if TYPE_CHECKING:
    from collections.abc import Iterator

LIST = Path(__file__).with_name("shots.fen")
MISSED, SEEN, PROOF, MOST = 500, 30_000, 1_500_000, 1_000_000
"""Nodes; PROOF of each depth."""
PIECES = 12
"""With fewer it is an ending."""
RISE = 50
PROFIT = 70
"""Hundredths of a man."""
EVEN = 50
"""Who is further ahead needs no shot."""
DEEPEST = 13
"""Plies of the proof; a forced reply costs none."""
LIMITS = (5_000, 50_000, 250_000)


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
        self._material = _core.Evaluation(material().tobytes())
        self._core = _core.Engine(1, 16, self._material)

    def wins(self, position: ch.Position, move: ch.Move) -> bool:
        balance = self._material.of(position)
        if balance > EVEN:
            return False
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


class Maker:
    """Looks for shots among samples."""

    def __init__(self) -> None:
        self._prover = Prover()
        self._engine = ch.Engine(hash_mb=4, tablebase=None)
        self._evaluation = standard_evaluation()

    def shots_in(self, shard: Path) -> Iterator[tuple[int, str, str]]:
        """With the nodes that each needs."""
        for position, score in candidates(shard):
            shot = self._shot(position, score)
            # What the engine does not play in the end is left out: it may know better than to win a man.
            if shot and (nodes := nodes_needed(self._engine, position, shot, MOST)):
                yield nodes, str(shot), position.fen

    def listed(self) -> Iterator[tuple[str, ...]]:
        """The shots that the list has, with the nodes that each needs."""
        for line in LIST.read_text().splitlines():
            text, fen = line.split()
            position = ch.Position.from_fen(fen)
            nodes = nodes_needed(self._engine, position, position.parse_move(text), MOST)
            yield str(nodes or MOST), text, fen

    def _shot(self, position: ch.Position, score: int) -> ch.Move | None:
        risen = self._evaluation.of(position) + RISE
        if position.must_jump or score < risen:
            return None
        missed = self._play(position, MISSED)
        if missed.score.centimen >= risen:
            return None
        shot = self._play(position, SEEN).move
        gives = shot != missed.move and position.play(shot).must_jump
        return shot if gives and self._prover.wins(position, shot) else None

    def _play(self, position: ch.Position, nodes: int) -> ch.Played:
        self._engine.new_game()
        return self._engine.play(position, ch.Limit(nodes=nodes))


def candidates(shard: Path) -> Iterator[tuple[ch.Position, int]]:
    """With the score of the side to move."""
    for black, white, kings, white_to_move, _, score in np.frombuffer(
        read_shard(shard).samples, SAMPLE
    ).tolist():
        men = black.bit_count() - white.bit_count()
        if (black | white).bit_count() >= PIECES and (men if white_to_move else -men) >= 0:
            fen = fen_of(black, white, kings, white_to_move)
            yield ch.Position.from_fen(fen), -score if white_to_move else score


def make(samples: Path, work: Path, shards: int, wanted: int) -> None:
    """A line of the work file has the shots of a shard."""
    maker = Maker()
    done = len(work.read_text().splitlines()) if work.exists() else 0
    with work.open("a", buffering=1) as file:
        for shard in list(shards_in(samples).values())[done:shards]:
            file.write("\t".join(" ".join(map(str, row)) for row in maker.shots_in(shard)) + "\n")
    lines = work.read_text().splitlines()
    found = {tuple(shot.split()) for line in lines for shot in line.split("\t") if shot}
    hardest = sorted(found | set(maker.listed()), key=lambda row: (-int(row[0]), row))[:wanted]
    LIST.write_text("".join(f"{move} {fen}\n" for _, move, fen in sorted(hardest, key=lambda row: row[1:])))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("make", nargs="*", help="`make`, the folder of samples and the work file")
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--weights")
    parser.add_argument("--shards", type=int, default=400, help="to make: how many shards to look through")
    parser.add_argument("--count", type=int, default=200, help="to make: how many shots to keep")
    arguments = parser.parse_args()
    if arguments.make:
        make(Path(arguments.make[1]), Path(arguments.make[2]), arguments.shards, arguments.count)
    else:
        measure(arguments.nodes, arguments.weights)


if __name__ == "__main__":
    main()
