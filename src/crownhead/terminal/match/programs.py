"""Programs of others in a match. A recipe is small and can be sent to another process."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.match.pace import UNLIMITED, Pace
from crownhead.protocol.dxp.player import DxpPlayer
from crownhead.protocol.hub.player import HubPlayer


@dataclass(frozen=True, slots=True)
class HubRecipe:
    """A Hub engine in a match: its command line and parameters."""

    name: str
    command: tuple[str, ...]
    parameters: tuple[tuple[str, str], ...] = ()
    pace: Pace | None = None

    def __call__(self) -> HubPlayer:
        return HubPlayer(self.command, dict(self.parameters))


@dataclass(frozen=True, slots=True)
class DxpRecipe:
    """A DXP program in a match: where it listens."""

    name: str
    host: str
    port: int
    minutes: int = 0
    turned: bool = True
    pace: Pace | None = UNLIMITED

    def __call__(self) -> DxpPlayer:
        return DxpPlayer(self.host, self.port, minutes=self.minutes, turned=self.turned)
