"""Reading, searching and indexing files of games, side by side with pydraughts on the same games.

Usage: python benchmarks/pdn.py [--large] [--peers] [FILE...]

FILE are PDN files of American checkers; without them, games played at random are made first. --large reads a
file of 500 MB to show that memory stays flat, else it is one of 25 MB. --peers installs pydraughts from PyPI.
"""

from __future__ import annotations

import argparse
import io
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from compare import in_turn, measure

import crownhead as ch
from crownhead.record.collection.index import Index
from crownhead.record.collection.query import Query
from crownhead.record.collection.scan import search
from crownhead.record.pdn.source import raw_games

GAMES = 800
"""In one file, as people keep them: what pydraughts needs for a game grows with the file."""
SEARCHED = 10_000
REPLAYED = 5
MEGABYTE = 1_000_000


def random_game(chance: random.Random) -> ch.Game:
    board = ch.Board()
    while not board.is_over and len(board) < chance.randrange(30, 90):
        board.push(chance.choice(board.legal_moves()))
    return ch.Game.from_board(
        board, {"Event": "Random play", "Date": "2000.01.01", "Black": "A", "White": "B"}
    )


def texts_of(files: list[Path]) -> list[str]:
    """The games of these files that have moves from the start on, each as it stands there."""
    if not files:
        chance = random.Random(1)
        return [ch.pdn.dumps(random_game(chance), result_at_end=True) for _ in range(200)]
    found = [
        raw.text.decode("latin-1").replace("\r\n", "\n") + "\n" for file in files for raw in raw_games(file)
    ]
    return [text for text in found if "[FEN" not in text and ch.pdn.loads(text).moves]


def repeated(texts: list[str], count: int) -> Iterator[str]:
    for i in range(count):
        yield texts[i % len(texts)]


def say(what: str, figure: str) -> None:
    print(f"{what:<58} {figure:>24}")


# -- reading ---------------------------------------------------------------------------------------


def whole_trees(data: bytes) -> tuple[int, int]:
    """Games and moves of their main lines, counted by walking every tree."""
    games = moves = 0
    for game in ch.pdn.games(io.BytesIO(data)):
        games += 1
        moves += sum(1 for _ in game.mainline())
    return games, moves


def pydraughts_texts(text: str) -> tuple[int, int]:
    """pydraughts keeps moves as text, unchecked, and leaves out variations, comments and annotations."""
    from draughts.PDN import PDNReader

    games = PDNReader(text).games
    return len(games), sum(len(game.moves) for game in games)


def pydraughts_replayed(text: str) -> tuple[int, int]:
    """The same with the moves played, which is what makes a tree of them."""
    from draughts import Board, Move
    from draughts.PDN import PDNReader

    played = 0
    games = PDNReader(text).games
    for game in games:
        board = Board(variant="english")
        for move in game.moves:
            board.push(Move(board, pdn_move=move))
            played += 1
    return len(games), played


def reading(texts: list[str]) -> None:
    joined = "\n".join(repeated(texts, GAMES))
    data = joined.encode()
    ours, theirs = in_turn(lambda: whole_trees(data), lambda: pydraughts_texts(joined), runs=3)
    assert ours.answer[0] == theirs.answer[0] == GAMES, (ours.answer, theirs.answer)
    say(f"whole trees, {GAMES} games", f"{GAMES / ours.seconds:,.0f} games/s")
    say("  pydraughts, moves as text", f"{GAMES / theirs.seconds:,.0f} games/s")
    say("  ratio", f"{theirs.seconds / ours.seconds:,.0f}")
    few = "\n".join(repeated(texts, REPLAYED))
    replayed = measure(lambda: pydraughts_replayed(few))
    assert replayed.answer == whole_trees(few.encode())
    say("  pydraughts, moves played", f"{REPLAYED / replayed.seconds:,.1f} games/s")
    say("  ratio", f"{replayed.seconds / REPLAYED / (ours.seconds / GAMES):,.0f}")


def tags(texts: list[str]) -> None:
    data = "\n".join(repeated(texts, 20 * GAMES)).encode()
    (found,) = in_turn(lambda: sum(1 for _ in ch.pdn.headers(io.BytesIO(data))), runs=3)
    assert found.answer == 20 * GAMES
    say("tags only", f"{len(data) / found.seconds / MEGABYTE:,.0f} MB/s")


# -- searching -------------------------------------------------------------------------------------


def searching(texts: list[str], directory: Path) -> None:
    file = directory / "collection.pdn"
    file.write_text("\n".join(repeated(texts, SEARCHED)), encoding="utf-8")
    game = ch.pdn.loads(texts[0])
    position = list(game.mainline())[min(20, len(game.moves) - 1)].position
    expected = sum(
        any(node.position == position for node in ch.pdn.loads(text).mainline())
        * len(range(i, SEARCHED, len(texts)))
        for i, text in enumerate(texts)
    )
    query = Query(position=position)
    with Index(directory / "index") as index:
        building = measure(lambda: index.update([file]))
        without, indexed = in_turn(
            lambda: sum(1 for _ in search([file], query)),
            lambda: sum(1 for _ in index.find(query, [file])),
            runs=3,
        )
    assert without.answer == indexed.answer == expected
    say(f"a position among {SEARCHED} games, {expected} found", f"{without.seconds:.2f} s")
    say("  with the index", f"{1000 * indexed.seconds:.1f} ms")
    say("  making the index", f"{building.seconds:.1f} s")


# -- memory ----------------------------------------------------------------------------------------


def peak() -> float:
    """The most memory that this process has had, in megabytes. (getrusage would count what its parent had.)"""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1000


def read_a_file(name: str) -> None:
    """Reads all trees of a file in a process of its own, and prints its peak at the beginning and at the end."""
    begin = 0.0
    games = 0
    for _ in ch.pdn.games(name):
        games += 1
        if games == 5000:
            begin = peak()
    print(games, begin, peak())


def memory(texts: list[str], directory: Path, size: int) -> None:
    file = directory / "large.pdn"
    block = "\n".join(repeated(texts, 2000)) + "\n"
    blocks = size // len(block.encode()) + 1
    with file.open("w", encoding="utf-8") as stream:
        for _ in range(blocks):
            stream.write(block)
    command = [sys.executable, __file__, "--read", str(file)]
    done: list[str] = []

    def run() -> None:
        done.extend(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())

    run()
    games, begin, end = int(done[0]), float(done[1]), float(done[2])
    assert games == 2000 * blocks
    assert end < 1.25 * begin, f"{begin} MB after 5000 games, {end} MB at the end"
    megabytes = file.stat().st_size / MEGABYTE
    say(f"peak memory after 5,000 games, of {games:,} ({megabytes:,.0f} MB)", f"{begin:.0f} MB")
    say("  at the end", f"{end:.0f} MB")


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("files", nargs="*", type=Path)
    options.add_argument("--large", action="store_true")
    options.add_argument("--peers", action="store_true")
    options.add_argument("--read", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.read:
        read_a_file(chosen.read)
        return
    if chosen.peers:
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "pydraughts"], check=True)
    texts = texts_of(chosen.files)
    steps: list[Callable[[Path], None]] = [
        lambda directory: reading(texts),
        lambda directory: tags(texts),
        lambda directory: searching(texts, directory),
        lambda directory: memory(texts, directory, (500 if chosen.large else 25) * MEGABYTE),
    ]
    with tempfile.TemporaryDirectory() as name:
        for step in steps:
            step(Path(name))


if __name__ == "__main__":
    main()
