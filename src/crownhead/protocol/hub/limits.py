"""How long to think, as the Hub protocol says it in `level`."""

from __future__ import annotations

from crownhead.engine.limit import Limit
from crownhead.protocol.hub.messages import HubMessage, number

UNTOLD = Limit(time=1.0)
"""For a `go` that no `level` came before, or one that means nothing."""

_SHORTEST = 0.001
_LONGEST = 1e6
"""Seconds; also of depth in plies and of moves to go, which need no more."""
_MOST_NODES = 1e15


def parse_limit(level: HubMessage) -> Limit:
    """The limit that a `level` asks for; what cannot be read is as if it had not been said."""
    given = level.arguments
    if "infinite" in given:
        return Limit(infinite=True)
    time = number(given.get("move-time"), _SHORTEST, _LONGEST)
    depth = number(given.get("depth"), 1, _LONGEST)
    nodes = number(given.get("nodes"), 1, _MOST_NODES)
    clock = number(given.get("time"), -_LONGEST, _LONGEST)
    increment = number(given.get("inc"), 0, _LONGEST) or 0.0
    moves = number(given.get("moves"), 1, _LONGEST)
    if time is depth is nodes is clock is None:
        return UNTOLD
    return Limit(
        time=time,
        depth=None if depth is None else int(depth),
        nodes=None if nodes is None else int(nodes),
        # The clock is told without the increment of the move to come.
        clock=None if clock is None else max(clock + increment, _SHORTEST),
        increment=0.0 if clock is None else increment,
        moves_to_go=None if moves is None or clock is None else int(moves),
    )


def write_limit(limit: Limit) -> HubMessage:
    if limit.infinite:
        return HubMessage("level", {"infinite": ""})
    level: dict[str, str] = {}
    if limit.clock is not None:
        if limit.moves_to_go is not None:
            level["moves"] = str(limit.moves_to_go)
        level["time"] = f"{limit.clock - limit.increment:.3f}"
        if limit.increment:
            level["inc"] = f"{limit.increment:.3f}"
    if limit.time is not None:
        level["move-time"] = f"{limit.time:.3f}"
    if limit.depth is not None:
        level["depth"] = str(limit.depth)
    if limit.nodes is not None:
        level["nodes"] = str(limit.nodes)
    return HubMessage("level", level)
