"""How long an engine is waited for: for its next line, and for all of an answer, however much it talks."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from crownhead.errors import PeerSilent

if TYPE_CHECKING:
    from crownhead.protocol.hub.messages import HubMessage
    from crownhead.protocol.hub.process import HubProcess


class Patience:
    """Seconds. Time in which nobody listens, as when an analysis is read slowly, does not count."""

    def __init__(self, total: float, silence: float | None = None) -> None:
        self._total = total
        self._silence = total if silence is None else silence
        self._left = total

    async def hear(self, process: HubProcess) -> HubMessage:
        """The next message. Raises PeerSilent, or PeerGone when the engine has ended."""
        allowed = self._silence if self._silence <= self._left else self._total
        begin = time.monotonic()
        try:
            return await process.hear(max(min(self._silence, self._left), 0.0))
        except TimeoutError:
            raise PeerSilent(f"{process.name}: no answer within {allowed:g} s") from None
        finally:
            self._left -= time.monotonic() - begin
