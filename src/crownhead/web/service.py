"""What the addresses share: the games, the engine, the keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crownhead.web.endgames import Endgames
    from crownhead.web.pool import EnginePool
    from crownhead.web.rooms import Rooms
    from crownhead.web.seats import Locksmith
    from crownhead.web.store import Store


@dataclass(frozen=True, slots=True)
class Service:
    store: Store
    pool: EnginePool
    rooms: Rooms
    locksmith: Locksmith
    endgames: Endgames
