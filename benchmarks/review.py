"""Going through a game: with every process there is beside one, and the words beside the search.

The first ratio is of wall time, several processes against one, on games whose opinions must come out the same; it
says little while other work runs on the machine. The second is of processor time: explaining every move of a game
against searching its positions.

    python benchmarks/review.py [JOBS]
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from compare import in_turn, measure

import crownhead as ch
from crownhead.processes import Processes
from crownhead.study.inquiry import answered, teacher
from crownhead.study.review import ENOUGH, boards_of, opinions, reviewed
from crownhead.study.review.thinkers import Thinkers

GAME = Path(__file__).parents[1] / "examples" / "wyllie.pdn"


def main(jobs: int) -> None:
    boards = boards_of(ch.pdn.read(GAME))

    def by_processes(number: int) -> list[int]:
        with Thinkers(Processes(number)) as thinkers:
            [found] = thinkers.conduct([opinions(boards, ENOUGH)])
        return [opinion.score.centimen for opinion in found if opinion]

    one, several = in_turn(
        lambda: by_processes(1), lambda: by_processes(jobs), runs=3, clock=time.perf_counter
    )
    assert one.answer == several.answer, "the same positions got other scores"
    ratio = one.seconds / several.seconds
    print(f"{len(boards)} positions: {one.seconds:.1f} s by one process, {several.seconds:.1f} s by {jobs}")
    print(f"{ratio:.2f} times as fast by {jobs} processes")

    engine = teacher()
    search = measure(lambda: answered(opinions(boards, ENOUGH), engine))
    found = reviewed(boards, search.answer)
    words = measure(lambda: [str(judged.explanation) for judged in found.moves])
    assert any("It allows a shot that wins 1 piece: 21-17" in text for text in words.answer)
    each = 1000 * words.seconds / len(found.moves)
    print(f"explaining a move: {each:.1f} ms, {words.seconds / search.seconds:.3f} of the search behind it")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else os.cpu_count() or 1)
