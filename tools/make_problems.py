"""Makes problems for the browser: positions of random play in which exactly one move wins, as the engine proves.

Usage: python tools/make_problems.py [COUNT] > src/crownhead/web/problems.json
"""

from __future__ import annotations

import json
import random
import sys
from typing import TYPE_CHECKING

import crownhead as ch
from crownhead.engine import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED = 1851
"""The year of Anderson's second edition; any number would do."""
LONGEST = 15
"""Plies to the end of a problem."""
SHORTEST = 5
PIECES = range(5, 11)
EACH_GRADE = 12
PROVING_DEPTH = 17
CLEAR_LOSS_OF_WIN = 80
"""Hundredths of a man: a second move that is better than that may win as well, and makes no problem."""


def positions(chance: random.Random) -> Iterator[ch.Position]:
    """Games of a weak player, who errs often: the engine looks two plies deep, or not at all."""
    with ch.Engine(hash_mb=4) as engine:
        while True:
            board = ch.Board()
            while not board.outcome(claim_draw=True):
                if chance.random() < 0.25:
                    board.push(chance.choice(board.legal_moves()))
                else:
                    board.push(engine.play(board, ch.Limit(depth=2)).move)
                if sum(1 for piece in board.position.occupants if piece) in PIECES:
                    yield board.position


def problem(engine: ch.Engine, position: ch.Position) -> dict[str, object] | None:
    moves = position.legal_moves(unique=True)
    if len(moves) < 3:
        return None
    # Random play wins a lot of games in passing: only where the win must be seen is it looked at more closely.
    quick = last_infos(engine, position, ch.Limit(depth=7), lines=1)
    if not quick or quick[0].score.kind is not ScoreKind.WIN:
        return None
    best, second = last_infos(engine, position, ch.Limit(depth=PROVING_DEPTH, time=1.5), lines=2)
    if best.score.kind is not ScoreKind.WIN or best.score.plies is None:
        return None
    if not SHORTEST <= best.score.plies <= LONGEST or second.score.centimen > CLEAR_LOSS_OF_WIN:
        return None
    line = best.line[: best.score.plies]
    return {"fen": position.fen, "plies": best.score.plies, "line": [str(move) for move in line]}


def last_infos(engine: ch.Engine, position: ch.Position, limit: ch.Limit, lines: int) -> list[ch.Info]:
    """The last word on each line, the best first."""
    last: dict[int, ch.Info] = {}
    for info in engine.analyse(position, limit, lines=lines):
        last[info.rank] = info
    return [last[rank] for rank in sorted(last)]


def grade(found: dict[str, object]) -> int:
    """From 1, easy, to 5."""
    plies = found["plies"]
    assert isinstance(plies, int)
    return 1 if plies <= 5 else 2 if plies <= 7 else 3 if plies <= 9 else 4 if plies <= 11 else 5


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5 * EACH_GRADE
    found: list[dict[str, object]] = []
    seen: set[ch.Position] = set()
    with ch.Engine(hash_mb=64) as engine:
        for position in positions(random.Random(SEED)):
            if position in seen:
                continue
            seen.add(position)
            made = problem(engine, position)
            if made is None or sum(p["grade"] == grade(made) for p in found) >= EACH_GRADE:
                continue
            found.append({"grade": grade(made), **made})
            print(f"{len(found)} of {count}: {made}", file=sys.stderr)
            if len(found) >= count:
                break
    found.sort(key=lambda p: (p["grade"], p["plies"], p["fen"]))
    print("[\n" + ",\n".join(json.dumps(p) for p in found) + "\n]")


if __name__ == "__main__":
    main()
