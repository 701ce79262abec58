"""The rules from Python: legal moves, and perft written in Python, against the libraries that people use now.

Usage: python benchmarks/library.py [--peers]     (--peers installs pydraughts and OpenSpiel from PyPI first)
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial

from compare import in_turn

import crownhead as ch

PERFT = [1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931]
PEERS = ["pydraughts", "open_spiel"]


def perft(position: ch.Position, depth: int) -> int:
    """Every leaf is a position that was made."""
    if depth == 0:
        return 1
    return sum([perft(position.play(move), depth - 1) for move in position.legal_moves()])


def bulk_perft(position: ch.Position, depth: int) -> int:
    """The last ply is counted, not made."""
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum([bulk_perft(position.play(move), depth - 1) for move in moves])


def pydraughts_perft(depth: int) -> int:
    from draughts import Board

    def count(board: Board, left: int) -> int:
        if left == 0:
            return 1
        leaves = 0
        for move in board.legal_moves():
            child = board.copy()
            child.push(move)
            leaves += count(child, left - 1)
        return leaves

    return count(Board(variant="english"), depth)


def open_spiel_perft(depth: int) -> int:
    import pyspiel

    def count(state: pyspiel.State, left: int) -> int:
        if left == 0:
            return 1
        return sum(count(state.child(action), left - 1) for action in state.legal_actions())

    return count(pyspiel.load_game("checkers").new_initial_state(), depth)


def peers() -> Iterator[tuple[str, Callable[[int], int], int]]:
    """Those that are installed, each with a depth that takes it a second or so. (OpenSpiel counts single jumps.)"""
    for name, module, count, depth in [
        ("pydraughts", "draughts", pydraughts_perft, 4),
        ("OpenSpiel", "pyspiel", open_spiel_perft, 5),
    ]:
        try:
            __import__(module)
        except ImportError:
            print(f"{name} is not installed: --peers installs it")
        else:
            yield name, count, depth


def main() -> None:
    if "--peers" in sys.argv[1:]:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *PEERS], check=False)
    start = ch.Position.start()
    calls = 100_000

    def list_moves() -> int:
        legal_moves = start.legal_moves
        return max([len(legal_moves()) for _ in range(calls)])

    listed, made, counted = in_turn(list_moves, lambda: perft(start, 6), lambda: bulk_perft(start, 8))
    assert listed.answer == 7
    assert made.answer == PERFT[6]
    assert counted.answer == PERFT[8]
    rate = PERFT[6] / made.seconds
    print(f"legal_moves() at the start: {calls / listed.seconds / 1e3:,.0f} thousand a second")
    print(f"perft in Python, every leaf made by play(): {rate / 1e6:.2f} M leaves/s")
    print(f"perft in Python, the last ply counted: {PERFT[8] / counted.seconds / 1e6:.2f} M leaves/s")
    for name, count, depth in peers():
        (theirs,) = in_turn(partial(count, depth), runs=2)
        note = "" if theirs.answer == PERFT[depth] else f" (it counts {theirs.answer}, not {PERFT[depth]})"
        their_rate = theirs.answer / theirs.seconds
        print(
            f"{name}: {their_rate:,.0f} leaves/s at depth {depth}{note}; "
            f"crownhead is {rate / their_rate:,.1f} times as fast"
        )


if __name__ == "__main__":
    main()
