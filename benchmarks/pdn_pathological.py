"""Files that are made to be slow to read: the time for a byte must not grow with their size.

Each file is one thing over and over, read as games, as tags and by its problems, written and read again. The size is
doubled twice; linear reading takes the same time for a byte each time, quadratic reading four times as much at the end.

    python benchmarks/pdn_pathological.py [KILOBYTES]
"""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

from compare import measure

import crownhead as ch

KILOBYTES = 100
"""Of the smallest of the three files."""
MOST_GROWTH = 2.0
"""Of the time for a byte while the size is made four times as large; quadratic reading has 4.0."""


class Case(NamedTuple):
    name: str
    unit: str
    games: bool
    """One for each unit, or else one in all."""
    before: str = "1. 11-15 "


CASES = [
    Case("digits", "1", False),
    Case("dashes", "-", False),
    Case("moves joined", "11-", False),
    Case("opening braces", "{", False),
    Case("closing braces", "}", False),
    Case("comments", "{a}", False),
    Case("commands in a comment", "[%clk ", False, "1. 11-15 {"),
    Case("quotation marks", '"', False),
    Case("tags without an end", '[a "b', False, ""),
    Case("tags on one line", '[a"b] ', False, ""),
    Case("tags of spaces", " ", False, '[a "'),
    Case("nested variations", "(12-16 ", False),
    Case("variations", "(12-16)", False),
    Case("strengths", "! ", False),
    Case("strengths in variations", "! (12-16!) ", False),
    Case("setups without a turn", '/FEN "?:W18:BK10"/ ', False),
    Case("slashes", "/", False),
    Case("backslashes", "\\", False),
    Case("spaces", " ", False),
    Case("ends of lines", "\n", False),
    Case("one long line of games", "11-15 1-0 ", True, ""),
    Case("results", "* ", True, ""),
]


def worked(data: bytes) -> tuple[int, int]:
    """How many games and moves were read, and again after they were written."""
    games = list(ch.pdn.games(io.BytesIO(data)))
    list(ch.pdn.headers(io.BytesIO(data)))
    again = list(ch.pdn.games(io.StringIO(ch.pdn.dumps(games))))
    assert again == games, "what was written is read as something else"
    for game in games:
        assert game.root.next is None or game.root.next.clock is None
    return len(games), sum(len(game.moves) for game in games)


def time_a_byte(case: Case, size: int) -> float:
    """Nanoseconds."""
    units = size // len(case.unit)
    data = (case.before + case.unit * units).encode()
    found = measure(lambda: worked(data))
    games, moves = found.answer
    if case.games:
        assert games in (0, units), f"{case.name}: {games} games"
        assert moves in (0, units), f"{case.name}: {moves} moves"
    else:
        assert games <= 1, f"{case.name}: {games} games"
        assert moves >= 1 or not case.before.startswith("1. "), f"{case.name}: the first move is lost"
    return 1e9 * found.seconds / len(data)


def main(kilobytes: int) -> None:
    print(f"{'nanoseconds a byte':<26}" + "".join(f"{kilobytes * k:>9} KB" for k in (1, 2, 4)) + "   growth")
    steep = []
    for case in CASES:
        times = [time_a_byte(case, 1000 * kilobytes * k) for k in (1, 2, 4)]
        growth = times[-1] / min(times)
        print(f"{case.name:<26}" + "".join(f"{each:>12.0f}" for each in times) + f"{growth:>9.2f}")
        if growth > MOST_GROWTH:
            steep.append(case.name)
    assert not steep, f"not linear: {', '.join(steep)}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else KILOBYTES)
