"""The library: bringing in a large file, and searching it through the index against reading the file.

Usage: python benchmarks/library_search.py [GAMES]     (20,000 if not given)

The games are random play, made here. Every answer of the library is compared with what a scan of the file finds.
"""

from __future__ import annotations

import random
import resource
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import crownhead as ch
from crownhead.record.collection.query import Query
from crownhead.record.collection.scan import search as scan
from crownhead.record.library import incoming, schema
from crownhead.record.library.search import Search, find
from crownhead.record.pdn.source import raw_games
from crownhead.rules.material import Material

T = TypeVar("T")
PLAYERS = 400
LINES = 2_000
"""Random games; each stands in the file several times, by other players."""
PLIES = 60
ME = "local"


def random_line(chance: random.Random) -> str:
    position = ch.Position.start()
    moves: list[str] = []
    while len(moves) < PLIES and (legal := position.legal_moves()):
        move = chance.choice(legal)
        moves.append(position.notation(move))
        position = position.play(move)
    pairs = [" ".join(moves[i : i + 2]) for i in range(0, len(moves), 2)]
    return " ".join(f"{number}. {pair}" for number, pair in enumerate(pairs, 1))


def texts(count: int) -> Iterator[str]:
    chance = random.Random(17)
    lines = [random_line(chance) for _ in range(min(LINES, count))]
    for number in range(count):
        black, white = chance.sample(range(PLAYERS), 2)
        result = chance.choice(["1-0", "0-1", "1/2-1/2"])
        year = 1850 + number % 170
        yield (
            f'[Event "Match {number % 1000}"]\n[Date "{year}.{1 + number % 12:02}.01"]\n[Round "{number}"]\n'
            f'[Black "Player {black}, A."]\n[White "Player {white}, A."]\n[Result "{result}"]\n\n'
            f"{lines[number % len(lines)]} {result}\n\n"
        )


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds of processor time, and the answer."""
    began = time.process_time()
    answer = work()
    return time.process_time() - began, answer


def bring_in(database: Path, file: Path) -> None:
    schema.prepare(database)
    with closing(schema.connect(database)) as db:
        number, first = incoming.begin(db, ME, file.name), 1
        for part in incoming.parts(raw_games(file)):
            entries, problems = incoming.entries_of(part, first)
            assert not problems, problems[0]
            db.execute("BEGIN IMMEDIATE")
            incoming.add(db, number, entries, problems, "imported", lambda: secrets.token_hex(8))
            db.execute("COMMIT")
            first += len(part)
        db.execute("BEGIN IMMEDIATE")
        incoming.finish(db, number)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def questions() -> list[tuple[str, Search, Query]]:
    chance = random.Random(17)
    board = ch.Board()
    for move in random_line(chance).replace(".", " ").split():
        if not move.isdigit() and len(board) < 12:
            board.push(move)
    return [
        ("a player", Search(player="player 17,"), Query(player="player 17,")),
        ("two words", Search(words="player match"), Query(player="player", event="match")),
        ("an event", Search(event="match 77"), Query(event="match 77")),
        ("a result", Search(result="1/2-1/2"), Query(result="1/2-1/2")),
        ("a range of dates", Search(date="1900..1910"), Query(date="1900..1910")),
        ("a position", Search(position=board.position), Query(position=board.position)),
        (
            "material",
            Search(material=Material.parse("bbbb-www")),
            Query(material=Material.parse("bbbb-www"), reversed=True),
        ),
        (
            "a player, a result and a decade",
            Search(player="player 3,", result="1-0", date="1990..1999"),
            Query(player="player 3,", result="1-0", date="1990..1999"),
        ),
    ]


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    with tempfile.TemporaryDirectory() as folder:
        file, database = Path(folder) / "games.pdn", Path(folder) / "games.sqlite"
        with file.open("w") as out:
            out.writelines(texts(count))
        seconds, _ = timed(lambda: bring_in(database, file))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{count:,} games of {file.stat().st_size / 1e6:.0f} MB brought in: {seconds:.1f} s, "
            f"{count / seconds:,.0f} games/s, {database.stat().st_size / 1e6:.0f} MB on disk, peak {peak:.0f} MB"
        )
        with closing(schema.connect(database)) as db:
            found, _ = find(db, ME, Search())
            assert found == count, found
            for name, wanted, query in questions():
                (total, rows) = find(db, ME, wanted)
                took = min(timed(lambda wanted=wanted: find(db, ME, wanted))[0] for _ in range(5))  # type: ignore[misc]
                scanned, expected = timed(lambda query=query: sum(1 for _ in scan([file], query)))  # type: ignore[misc]
                assert total == expected, (name, total, expected)
                assert len(rows) == min(total, 50)
                print(
                    f"{name}: {total:,} games in {1000 * took:.1f} ms, {scanned / took:,.0f} times as fast as a scan"
                )


if __name__ == "__main__":
    main()
