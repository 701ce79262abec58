"""What the addresses share: the games, the engine, the keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crownhead.web.api.endgames import EndgameLookup
    from crownhead.web.clerk import Clerk
    from crownhead.web.http.limits import Limits
    from crownhead.web.imports import Imports
    from crownhead.web.live.pool import EnginePool
    from crownhead.web.live.rooms import Rooms
    from crownhead.web.live.seats import Locksmith
    from crownhead.web.reviews import Reviews
    from crownhead.web.storage.store import Store
    from crownhead.web.trainers import Trainers


@dataclass(frozen=True, slots=True)
class Service:
    store: Store
    pool: EnginePool
    rooms: Rooms
    locksmith: Locksmith
    endgames: EndgameLookup
    clerk: Clerk
    limits: Limits
    imports: Imports
    reviews: Reviews
    trainers: Trainers
