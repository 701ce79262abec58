"""What accuracy says of players of known strength: games between levels of the ladder, reviewed.

Usage: python benchmarks/accuracy.py JOURNAL [GAMES]

Plays GAMES games (30) between each two neighbours of the ladder, from the three-move openings in use, and prints for
each level the accuracy of single games and the faults in 100 moves. The journal keeps every game with what its moves
were worth: the same command goes on where it was, and a change of the formula needs no new searches.
"""

from __future__ import annotations

import statistics
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import crownhead as ch
from crownhead.engine import Score, ScoreKind
from crownhead.files import Journal
from crownhead.record.openings.ballots import Kind, ballots
from crownhead.study.review.accuracy import accuracy
from crownhead.study.review.grade import Grade, faults_per_100

LADDER = (1, 3, 5, 7, 9, 11)
LONGEST = 120
"""Plies of a game: what comes later is mostly moving to and fro."""
THOUGHT = ch.Limit(nodes=20_000)
NO_LIMIT = ch.Limit(depth=60)
"""Beyond the limits that a level has of its own."""


def played(black: int, white: int, number: int) -> ch.Board:
    openings = ballots(Kind.THREE_MOVE)
    ballot = openings[number * 37 % len(openings)]  # 37 has no divisor in common with 156: none comes twice
    board = ch.Board(ballot.board().position)
    with ch.Engine(level=black, seed=number) as first, ch.Engine(level=white, seed=number) as second:
        while not board.is_over and len(board) < LONGEST:
            mover = first if board.turn == ch.BLACK else second
            board.push(mover.play(board, NO_LIMIT).move)
    return board


def reviewed(black: int, white: int, number: int) -> dict[str, Any]:
    review = ch.study.review(played(black, white, number), THOUGHT)
    worth: dict[str, list[Any]] = {"black": [], "white": []}
    for judged in review.moves:
        if judged.grade is not Grade.FORCED:
            side = "black" if judged.colour == ch.BLACK else "white"
            worth[side].append([judged.loss, *map(_written, judged.scores)])
    return {"black": black, "white": white, "number": number, "worth": worth}


def _written(score: Score) -> list[Any]:
    return [score.kind.value, score.centimen, score.plies]


def _score(kind: str, centimen: int, plies: int | None) -> Score:
    return Score(ScoreKind(kind), centimen, ch.BLACK, plies)


def report(journal: Journal) -> None:
    found: dict[int, list[float]] = defaultdict(list)
    losses: dict[int, list[float]] = defaultdict(list)
    for entry in journal.entries():
        for side, moves in entry["worth"].items():
            level = entry[side]
            value = accuracy((_score(*best), _score(*made)) for _, best, made in moves)
            losses[level] += [loss for loss, _, _ in moves]
            if value is not None:
                found[level].append(value)
    print("| level | games | accuracy | spread | faults in 100 moves |\n|---|---|---|---|---|")
    for level in sorted(found):
        values, faults = found[level], faults_per_100(losses[level])
        mean, spread = statistics.mean(values), statistics.stdev(values)
        print(f"| {level} | {len(values)} | {mean:.0f} | {spread:.0f} | {faults or 0:.1f} |")


def main() -> None:
    path, games = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 30
    journal = Journal(path, "calibration", {"nodes": THOUGHT.nodes, "longest": LONGEST})
    done = {(entry["black"], entry["white"], entry["number"]) for entry in journal.entries()}
    for number in range(games):
        for pair in pairwise(LADDER):
            black, white = pair if number % 2 == 0 else pair[::-1]
            if (black, white, number) not in done:
                journal.add(reviewed(black, white, number))
    report(journal)


if __name__ == "__main__":
    main()
