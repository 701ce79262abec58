"""What a Hub engine says while it thinks, in crownhead's terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.engine.info import Info
from crownhead.errors import CrownheadError
from crownhead.protocol.hub.messages import HubMessage, number
from crownhead.protocol.hub.notation import parse_move
from crownhead.protocol.hub.scores import parse_score

if TYPE_CHECKING:
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

_MOST = 1e15


def parse_info(said: HubMessage, position: Position) -> Info | None:
    """An `info` line about a position; None if it tells no score."""
    given = said.arguments
    score = number(given.get("score"), -100, 100)
    if score is None:
        return None
    return Info(
        depth=int(number(given.get("depth"), 0, _MOST) or 0),
        score=parse_score(score, position.turn),
        line=parse_line_of_play(given.get("pv", ""), position),
        nodes=int(number(given.get("nodes"), 0, _MOST) or 0),
        time=number(given.get("time"), 0, _MOST) or 0.0,
        from_book=given.get("book") == "true",
    )


def parse_line_of_play(text: str, position: Position) -> tuple[Move, ...]:
    """The moves of a text up to the first that cannot be played."""
    line = []
    for word in text.split():
        try:
            move = parse_move(position, word)
        except CrownheadError:
            break
        line.append(move)
        position = position.play(move)
    return tuple(line)
