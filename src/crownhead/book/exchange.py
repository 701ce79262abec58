"""Books from games and as games: counts from PDN, and lines as PDN or CSV, written and read."""

from __future__ import annotations

import csv
import io
import re
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from crownhead.book.record import Known, Origin, Records, key_of, merged, name_of
from crownhead.errors import CrownheadError
from crownhead.record.game.game import Game
from crownhead.record.pdn import dumps, games
from crownhead.rules.colour import BLACK
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from crownhead.book.book import Book, BookMove
    from crownhead.record.game.node import Node


_SCORE = re.compile(r"[+-]\d+\.\d\d\b")


class Line(NamedTuple):
    """A known move where it is played."""

    position: Position
    known: BookMove


def count_games(path: Path, records: Records, plies: int) -> int:
    """Adds the first moves of the games in a PDN file to the records; returns how many games there were."""
    counted = 0
    for game in games(path):
        black = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}.get(game.result)
        nodes = [node for node in game.mainline() if node.move is not None][:plies]
        if black is None or not nodes:
            continue
        counted += 1
        for node in nodes:
            _count(node, black, records)
    return counted


def _count(node: Node, black: int, records: Records) -> None:
    before = node.parent.position if node.parent else None
    if before is None or node.move is None:
        return
    result = black if before.turn is BLACK else 2 - black
    wins, draws, losses = (int(result == which) for which in range(3))
    known = Known(name_of(before, node.move), 0, 0, Origin.PLAYED, wins, draws, losses)
    key = key_of(before)
    records[key] = merged(records.get(key, []), [known])


def lines_from(book: Book, start: Position, most: int) -> Iterator[Line]:
    """What follows from a position, the nearest first; a position that comes again is passed over."""
    waiting, seen = deque([start]), {start}
    while waiting and len(seen) <= most:
        position = waiting.popleft()
        for known in book.moves(position):
            yield Line(position, known)
            after = position.play(known.move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)


def write_csv(lines: Iterable[Line]) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["fen", "move", "score", "depth", "origin", "wins", "draws", "losses"])
    for position, known in lines:
        counts = (known.wins, known.draws, known.losses)
        name = known.origin.name.lower()
        table.writerow([position.fen, position.notation(known.move), known.score, known.depth, name, *counts])
    return out.getvalue()


def write_pdn(book: Book, start: Position, most: int) -> str:
    """One game with variations, the best move first. A position that was reached before is not written out again."""
    game = Game(start, {"Event": "Opening book"})
    waiting = deque([game.root])
    seen = {start}
    while waiting and len(seen) < most:
        node = waiting.popleft()
        if node.position is None:
            continue
        for known in book.moves(node.position):
            child = node.add(known.move)
            child.comment = f"{known.score / 100:+.2f}"
            if child.position is not None and child.position not in seen:
                seen.add(child.position)
                waiting.append(child)
    return dumps(game)


# -- reading -------------------------------------------------------------------------------------------


def read_csv(text: str) -> Records:
    """What write_csv has written. Raises CrownheadError with the line that is none of it."""
    records: Records = {}
    for number, row in enumerate(csv.DictReader(io.StringIO(text)), start=2):
        try:
            position = Position.from_fen(row["fen"])
            name = name_of(position, position.parse_move(row["move"]))
            counts = [int(row[column]) for column in ("wins", "draws", "losses")]
            origin = getattr(Origin, row["origin"].upper())
            known = Known(name, int(row["score"]), int(row["depth"]), origin, *counts)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise CrownheadError(f"line {number} is no line of a book: {error}") from None
        key = key_of(position)
        records[key] = merged(records.get(key, []), [known])
    return records


def read_pdn(path: Path) -> Records:
    """The moves of games and variations whose comment is a score, as +0.12, for the side that moves."""
    records: Records = {}
    for game in games(path):
        waiting = [game.root]
        while waiting:
            node = waiting.pop()
            waiting += node.children
            for child in node.children:
                score = _SCORE.match(child.comment or "")
                if node.position is None or child.move is None or score is None:
                    continue
                worth = round(100 * float(score[0]))
                known = Known(name_of(node.position, child.move), worth, 0, Origin.BY_HAND)
                key = key_of(node.position)
                records[key] = merged(records.get(key, []), [known])
    return records
