"""How much a Hub engine's driver costs: crownhead's client beside that of pydraughts 0.6.7.

Both play the same game with the same engine at the same depth, so that all that differs is the driver: writing
positions, reading moves and thoughts. pydraughts must be installed. Run: python benchmarks/hub.py
"""

from __future__ import annotations

import sysconfig
from pathlib import Path

import draughts
import draughts.engine
from compare import in_turn

import crownhead as ch
from crownhead.engine import Limit
from crownhead.protocol.hub.player import HubPlayer

COMMAND = [str(Path(sysconfig.get_path("scripts")) / "crownhead"), "hub"]
PLIES = 30
DEPTH = 3


def ours() -> list[str]:
    client.new_game()
    board = ch.Board()
    for _ in range(PLIES):
        board.push(client.play(board, Limit(depth=DEPTH)).move)
    return [f"{move.origin} {move.target}" for move in board.moves]


def theirs() -> list[str]:
    driver.send("new-game")
    board = draughts.Board(variant="english")
    for _ in range(PLIES):
        board.push(driver.play(board, draughts.engine.Limit(depth=DEPTH), False).move)
    return [f"{move.steps_move[0]} {move.steps_move[-1]}" for move in board.move_stack]


if __name__ == "__main__":
    client = HubPlayer(COMMAND)
    driver = draughts.engine.HubEngine(COMMAND)
    driver.init()
    mine, other = in_turn(ours, theirs, runs=3)
    client.close()
    driver.quit()
    driver.p.communicate()
    assert mine.answer == other.answer, "both drivers must play the same game"
    for name, measured in (("crownhead", mine), ("pydraughts", other)):
        print(f"{name:12} {1000 * measured.seconds / PLIES:8.3f} ms of processor time a move")
    print(f"ratio        {other.seconds / mine.seconds:8.1f}")
