"""Holds a database against plain search by the textbook's rules, where a win is short.

Usage: python tools/check_short_wins.py FOLDER [PIECES] [POSITIONS] [SEED]

Positions of every slice are drawn by lot until so many are decided within a few plies. The engine, without databases,
says which to look at. What they are worth is then found by the textbook's alpha-beta, which knows nothing but the end
of the game, and must be what the database says. Nothing that the database was made with takes part in that."""

from __future__ import annotations

import random
import sys
from collections import Counter
from itertools import cycle
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import crownhead as ch
from crownhead import _core
from crownhead.engine import Score, ScoreKind
from crownhead.rules import textbook
from crownhead.tablebase import Slice, Tablebase
from crownhead.tablebase.slices import slices_with

if TYPE_CHECKING:
    from crownhead.rules.position import Position

MOST_PLIES = 7
"""A forced win in more takes the textbook minutes."""
NODES = 20_000
TRIES = 200
"""Of a slice at a time: with many men on both sides hardly any win is short, and the next slice has its turn."""


def short(slice: Slice, engine: ch.Engine, lot: random.Random) -> tuple[Position, Score] | None:
    """A position of the slice that is decided soon, and the engine's word for it; None if no try hits one."""
    for _ in range(TRIES):
        position = _core.slice_position(slice, lot.randrange(slice.positions))
        if position.is_over:
            continue
        score = engine.play(position, ch.Limit(nodes=NODES)).score
        if score.plies is not None and score.plies <= MOST_PLIES:
            return position, score
    return None


def is_forced(position: Position, plies: int, *, win: bool) -> bool:
    """Whether the side to move, Black, has won by then, or lost."""
    state = textbook.State(position.to_grid(), textbook.US)
    if win:
        return textbook.alpha_beta(state, plies, nothing, alpha=0) == inf
    return textbook.alpha_beta(state, plies, nothing, beta=0) == -inf


def nothing(_: textbook.State) -> float:
    """What a position is worth in which the game goes on."""
    return 0


def main(folder: str, pieces: str = "7", positions: str = "1000", seed: str = "1") -> None:
    tablebase, lot = Tablebase(Path(folder)), random.Random(int(seed))
    agreed: Counter[str] = Counter()
    with ch.Engine(tablebase=None) as engine:
        for slice in cycle(slices_with(int(pieces))):
            if not (found := short(slice, engine, lot)):
                continue
            position, score = found
            value = tablebase.probe(position)
            if not is_forced(position, score.plies or 0, win=score.kind is ScoreKind.WIN):
                sys.exit(f"{position.fen}: the textbook does not find the {score} of the engine")
            if value.result != score.kind.value:
                sys.exit(f"{position.fen}: {score} by the textbook, {value} in the database")
            agreed[f"{slice.black} v {slice.white}, {score.kind.value}"] += 1
            if agreed.total() == int(positions):
                break
    for kind, count in sorted(agreed.items()):
        print(f"{kind}: {count} agree")


if __name__ == "__main__":
    main(*sys.argv[1:])
