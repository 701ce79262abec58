"""How fast a book answers, beside the making of the position's moves, which every user of an answer does as well.

python benchmarks/book.py [BOOK]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import crownhead as ch
from crownhead import _core
from crownhead.book.book import shipped

ROUNDS = 7
PLIES = 5


def positions() -> list[ch.Position]:
    """Every position of the first plies: the distinct ones are 7, 49, 216, 805, 2733."""
    seen = {ch.Position.start()}
    last = [ch.Position.start()]
    for _ in range(PLIES):
        last = list({p.play(m) for p in last for m in p.legal_moves(unique=True)})
        seen.update(last)
    assert len(last) == 2733, len(last)
    return list(seen)


def seconds(work: object, chosen: list[ch.Position]) -> float:
    """Processor time for one position, the best of several rounds."""
    assert callable(work)
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        for position in chosen:
            work(position)
        best = min(best, time.process_time() - began)
    return best / len(chosen)


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else shipped()
    book = _core.Book(str(path))
    chosen = positions()
    known = [position for position in chosen if book.find(position)]
    unknown = [position for position in chosen if not book.find(position)]
    assert ch.Position.start() in known
    moves = seconds(lambda position: position.legal_moves(unique=True), chosen)
    print(
        f"{path.name}: {book.positions:,} positions, {len(known)} of {len(chosen)} of the first plies known"
    )
    print(f"legal moves          {moves * 1e9:7.0f} ns")
    for name, group in (("look-up, unknown", unknown), ("look-up, known", known)):
        if group:
            taken = seconds(book.find, group)
            print(f"{name:<20} {taken * 1e9:7.0f} ns, {taken / moves:.2f} of the legal moves")


if __name__ == "__main__":
    main()
