"""What larger databases cost on this machine, told before anything is built."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from crownhead.tablebase.build import Plan

TRIAL_PIECES = 4
"""What is built to see how fast the machine is: the verdicts of 2 to 4 pieces, less than a second's work."""


class Effort(NamedTuple):
    """Of all positions with up to so many pieces, distances for up to 5 (docs/measurements/tablebases.md)."""

    trials: float
    """Processor time, as a multiple of the trial's."""
    bytes: int
    """Of the files."""


EFFORTS = {
    5: Effort(66, 47_100_000),
    6: Effort(600, 86_900_000),
    7: Effort(6800, 521_400_000),
}


class Cost(NamedTuple):
    """Of building all that is missing for up to so many pieces."""

    pieces: int
    positions: int
    seconds: float
    memory: int
    disk: int


def costs(folder: Path, threads: int) -> list[Cost]:
    """What each size would cost that is not yet there. Times are reckoned from a trial on this machine."""
    plans = [plan for pieces in EFFORTS if (plan := Plan(folder, pieces, dtw=5)).steps]
    trial = _trial() if plans else 0.0
    return [_cost(plan, trial / threads) for plan in plans]


def _cost(plan: Plan, trial: float) -> Cost:
    whole = Plan(Path(plan.folder, "nowhere"), plan.pieces, plan.dtw)
    effort, left = EFFORTS[plan.pieces], plan.positions / whole.positions
    return Cost(
        plan.pieces,
        plan.positions,
        trial * effort.trials * left,
        plan.memory_needed,
        int(effort.bytes * left),
    )


def _trial() -> float:
    """Seconds of processor time."""
    with tempfile.TemporaryDirectory() as folder:
        begin = time.process_time()
        for _ in Plan(Path(folder), TRIAL_PIECES, dtw=0).run():
            pass
        return time.process_time() - begin
