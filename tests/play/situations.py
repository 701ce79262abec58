"""The table of situations, and how one is gone through, by whatever door."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Awaitable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from crownhead import BLACK, WHITE, Board, Colour
from crownhead.play import Control, GameInProgress

TABLE = Path(__file__).with_name("situations.toml")
COLOURS = {"black": BLACK, "white": WHITE}
STEP = re.compile(r"(black|white) (plays|offers a draw and plays|offers a draw|\w+)(?: (\S+))?")


@dataclass(frozen=True)
class Situation:
    name: str
    table: str
    steps: list[str]
    made: int | list[str]
    fen: str | None = None
    start: list[str] = field(default_factory=list)
    level: int = 1
    clock: list[float] | None = None
    result: str = "*"
    why: str = ""
    offer: str = ""
    left: list[float] | None = None

    def board(self) -> Board:
        board = Board(self.fen)
        for move in self.start:
            board.push(move)
        return board

    @property
    def control(self) -> Control | None:
        return Control(self.clock[0], self.clock[1]) if self.clock else None

    @property
    def engine(self) -> Colour | None:
        return {"engine": WHITE, "mirrored": BLACK}.get(self.table)


SITUATIONS = [Situation(**row) for row in tomllib.loads(TABLE.read_text())["situation"]]


class Door(Protocol):
    """A way into the game. What is refused answers False, and leaves everything as it was."""

    @property
    def game(self) -> GameInProgress: ...
    @property
    def now(self) -> float: ...
    def act(self, colour: Colour, verb: str, move: str) -> Awaitable[bool]: ...
    def engine_moves(self) -> Awaitable[None]: ...
    def wait(self, seconds: float) -> Awaitable[None]: ...
    def restart(self) -> Awaitable[None]: ...


async def go_through(door: Door, situation: Situation) -> None:
    for step in situation.steps:
        await _do(door, step)
    found = told(door)
    assert found == expected(situation), found


async def _do(door: Door, step: str) -> None:
    refused = step.endswith(" !")
    before = told(door)
    if step == "restart":
        await door.restart()
    elif step == "engine moves":
        await door.engine_moves()
    elif match := re.fullmatch(r"(\d+) seconds pass", step):
        await door.wait(float(match[1]))
    else:
        match = STEP.fullmatch(step.removesuffix(" !"))
        assert match is not None, step
        done = await door.act(COLOURS[match[1]], match[2], match[3] or "")
        assert done != refused, f"{step}: {'done' if done else 'refused'}"
    if refused:
        assert told(door) == before, f"{step}: was refused, and changed the game"


def told(door: Door) -> dict[str, Any]:
    game = door.game
    outcome, offer = game.outcome, game.offer
    return {
        "made": [str(move) for move in game.board.moves],
        "result": outcome.result if outcome else "*",
        "why": str(outcome.reason) if outcome else "",
        "offer": f"{offer.kind.value} by {offer.by}" if offer else "",
        "left": [round(left) for left in game.clock.times(door.now).values()],
    }


def expected(situation: Situation) -> dict[str, Any]:
    return {
        "made": Made(situation.made),
        "result": situation.result,
        "why": situation.why,
        "offer": situation.offer,
        "left": situation.left or Anything(),
    }


class Anything:
    def __eq__(self, other: object) -> bool:
        return True


class Made:
    """Moves, or only how many."""

    def __init__(self, made: int | list[str]) -> None:
        self.made = made

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, list)
        return (len(other) if isinstance(self.made, int) else other) == self.made

    def __repr__(self) -> str:
        return f"<{self.made}>"
