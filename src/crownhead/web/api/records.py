"""Stored games as records, and records as games to store. All of it is the clerk's work: it may take its time."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from crownhead.errors import TooLarge
from crownhead.play.record import record_of
from crownhead.record import pdn
from crownhead.record.openings.opening import opening_of
from crownhead.record.outcome import Ending
from crownhead.web.api.trees import tree_of
from crownhead.web.live.seats import new_game_id
from crownhead.web.live.stored import game_of_row
from crownhead.web.messages import LONGEST_GAME
from crownhead.web.storage.store import GameRow, Settings

if TYPE_CHECKING:
    from crownhead.record.game.game import Game
    from crownhead.web.messages import TreeData
    from crownhead.web.storage.store import StoredMove

MOST_IMPORTED = 5_000
LARGEST_GAME = 512 << 10
"""Characters of one game with its comments and variations."""
LONGEST_NAME = 120
Stored = tuple[GameRow, list["StoredMove"]]


def games_in(text: str) -> tuple[list[tuple[GameRow, list[str]]], list[str]]:
    """Every game that begins with a position of ours; what could not be understood or kept of them is said."""
    found: list[tuple[GameRow, list[str]]] = []
    problems: list[str] = []
    for number, game in enumerate(pdn.games(io.StringIO(text)), 1):
        problems += [f"game {number}: {problem}" for problem in game.problems if problem.is_damage]
        if game.position is None:
            continue
        if len(found) >= MOST_IMPORTED:
            raise TooLarge(f"more than {MOST_IMPORTED} games: bring them in by parts")
        row, moves = _row(game)
        if too_long := _too_long(row, moves):
            problems.append(f"game {number}: {too_long}")
        else:
            found.append((row, moves))
    return found, problems


def pdn_of(stored: list[Stored]) -> str:
    return "\n".join(pdn.dumps(_game(row, moves)) for row, moves in stored)


def tree_of_game(row: GameRow, moves: list[StoredMove]) -> TreeData:
    return tree_of(_game(row, moves))


def _game(row: GameRow, moves: list[StoredMove]) -> Game:
    """From the text that was imported, or from the moves that were played."""
    if row.pdn is not None:
        return pdn.loads(row.pdn)
    return record_of(game_of_row(row, moves), 0.0, {"Event": row.event or "crownhead"})


def _row(game: Game) -> tuple[GameRow, list[str]]:
    assert game.position is not None
    nodes = []
    for node in game.mainline():
        if node.move is None or node.position is None:
            break
        nodes.append(node)
    opening = opening_of(node.position for node in nodes if node.position)
    header = game.headers
    result = game.result if game.result in ("1-0", "0-1", "1/2-1/2") else "*"
    row = GameRow(
        id=new_game_id(),
        kind="imported",
        black=header.get("Black", "?")[:LONGEST_NAME],
        white=header.get("White", "?")[:LONGEST_NAME],
        start=game.position.fen,
        settings=Settings(),
        result=result,
        reason="" if result == "*" else str(Ending.RECORDED),
        event=header.get("Event", "")[:LONGEST_NAME],
        opening=opening.title if opening else "",
        pdn=pdn.dumps(game),
    )
    return row, [str(node.move) for node in nodes]


def _too_long(row: GameRow, moves: list[str]) -> str | None:
    if len(moves) > LONGEST_GAME:
        return f"not kept, because it has {len(moves)} moves, and {LONGEST_GAME} are the most"
    if len(row.pdn or "") > LARGEST_GAME:
        return f"not kept, because its text has more than {LARGEST_GAME} characters"
    return None
