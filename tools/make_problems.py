"""Makes problems for the browser: positions in which exactly one move wins, as the engine proves.

They come out of games of a weak player; where endgame databases are named, out of what stands there by chance, and
then the databases prove of every other move that it does not win. Problems that are there are kept, and more are made
until each grade has enough:

    python tools/make_problems.py [EACH_GRADE] [DATABASES] < problems.json > more.json
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from itertools import count
from typing import TYPE_CHECKING, TypedDict

import crownhead as ch
from crownhead.engine import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED = 1851
"""The year of Anderson's second edition; any number would do."""
LONGEST_OF_GRADE = {1: 5, 2: 7, 3: 9, 4: 11, 5: 17}
"""Plies to the end."""
SHORTEST = 5
PIECES = range(5, 11)
FEWEST_MOVES = 4
"""To choose from."""
EACH_GRADE = 32
LOOK_DEPTH = 9
"""Plies at which a win must be in sight, before time is spent on proving it."""
PROVING_DEPTH = 17
PROVING_SECONDS = 1.5
CLEAR_LOSS_OF_WIN = 80
"""Hundredths of a man: a second move that is better than that may win as well, and makes no problem."""


class Problem(TypedDict):
    grade: int
    fen: str
    plies: int
    line: list[str]


def positions(chance: random.Random) -> Iterator[ch.Position]:
    """Games of a weak player, who errs often: it counts pieces two plies ahead, or plays anything."""
    while True:
        board = ch.Board()
        while not board.outcome(claim_draw=True):
            moves = board.legal_moves()
            careless = chance.random() < 0.25
            board.push(chance.choice(moves if careless else careful(board.position, moves)))
            if sum(1 for piece in board.position.occupants if piece) in PIECES:
                yield board.position


def placed(chance: random.Random, databases: ch.Tablebase) -> Iterator[ch.Position]:
    """Few pieces of about equal number, anywhere, where only one move wins."""
    while True:
        count = chance.choice((5, 6))
        squares = chance.sample(range(1, 33), count)
        pieces = {square: chance_piece(chance, square, n % 2 == 0) for n, square in enumerate(squares)}
        position = ch.Position(pieces, chance.choice((ch.BLACK, ch.WHITE)))
        moves = position.legal_moves(unique=True)
        winning = [m for m in moves if (v := databases.get(position.play(m))) and v.result == "loss"]
        if len(moves) >= FEWEST_MOVES and len(winning) == 1:
            yield position


def chance_piece(chance: random.Random, square: int, black: bool) -> ch.Piece:
    """Men are as frequent as kings, where they can stand."""
    crowned = square >= 29 if black else square <= 4
    return ch.Piece.of(ch.BLACK if black else ch.WHITE, king=crowned or chance.random() < 0.5)


def careful(position: ch.Position, moves: list[ch.Move]) -> list[ch.Move]:
    """The moves that keep most pieces after the worst reply."""
    worst = [worst_after(position.play(move), position.turn) for move in moves]
    return [move for move, value in zip(moves, worst, strict=True) if value == max(worst)]


def worst_after(position: ch.Position, colour: ch.Colour) -> int:
    after = [position.play(reply) for reply in position.legal_moves()]
    return min((material(one, colour) for one in after), default=100)


def material(position: ch.Position, colour: ch.Colour) -> int:
    def count(side: ch.Colour) -> int:
        return 2 * len(position.pieces(side)) + len(position.pieces(side, king=True))

    return count(colour) - count(colour.opponent)


def problem(engine: ch.Engine, databases: ch.Tablebase | None, position: ch.Position) -> Problem | None:
    if len(position.legal_moves(unique=True)) < FEWEST_MOVES:
        return None
    # Random play wins a lot of games in passing: only where the win must be seen is it looked at more closely.
    quick = last_infos(engine, position, ch.Limit(depth=LOOK_DEPTH), lines=1)
    if not databases and (not quick or quick[0].score.kind is not ScoreKind.WIN):
        return None
    best, *others = last_infos(
        engine, position, ch.Limit(depth=PROVING_DEPTH, time=PROVING_SECONDS), lines=1 if databases else 2
    )
    plies = best.score.plies
    if best.score.kind is not ScoreKind.WIN or plies is None or len(best.line) < plies:
        return None
    if not SHORTEST <= plies <= max(LONGEST_OF_GRADE.values()):
        return None
    if any(other.score.centimen > CLEAR_LOSS_OF_WIN for other in others):
        return None
    line = [str(move) for move in best.line[:plies]]
    if databases and not is_shortest(databases, position, plies):
        return None
    grade = min(grade for grade, longest in LONGEST_OF_GRADE.items() if plies <= longest)
    return Problem(grade=grade, fen=position.fen, plies=plies, line=line)


def is_shortest(databases: ch.Tablebase, position: ch.Position, plies: int) -> bool:
    """As far as the databases know distances."""
    value = databases.get(position)
    return value is None or value.plies is None or value.plies == plies


def last_infos(engine: ch.Engine, position: ch.Position, limit: ch.Limit, lines: int) -> list[ch.Info]:
    """The last word on each line, the best first."""
    last: dict[int, ch.Info] = {}
    for info in engine.analyse(position, limit, lines=lines):
        last[info.rank] = info
    return [last[rank] for rank in sorted(last)]


def more(found: list[Problem], each: int, databases: ch.Tablebase | None) -> None:
    """Adds to them until each grade has enough."""
    grades = Counter(one["grade"] for one in found)
    seen = {ch.Position.from_fen(one["fen"]) for one in found}
    with ch.Engine(hash_mb=64, tablebase=None) as engine:
        chance = random.Random(SEED + len(found))
        source = placed(chance, databases) if databases else positions(chance)
        for tried, position in zip(count(1), source, strict=False):
            if position in seen:
                continue
            seen.add(position)
            made = problem(engine, databases, position)
            if made is None or grades[made["grade"]] >= each:
                continue
            found.append(made)
            grades[made["grade"]] += 1
            print(f"{tried} positions, {dict(sorted(grades.items()))}: {made}", file=sys.stderr, flush=True)
            if all(grades[grade] >= each for grade in LONGEST_OF_GRADE):
                return


def main() -> None:
    found: list[Problem] = [] if sys.stdin.isatty() else json.load(sys.stdin)
    each = int(sys.argv[1]) if len(sys.argv) > 1 else EACH_GRADE
    more(found, each, ch.Tablebase.open(sys.argv[2]) if len(sys.argv) > 2 else None)
    found.sort(key=lambda one: (one["grade"], one["plies"], one["fen"]))
    print("[\n" + ",\n".join(json.dumps(one) for one in found) + "\n]")


if __name__ == "__main__":
    main()
