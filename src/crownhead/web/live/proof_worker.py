"""Proofs in an engine's process: a search that says how far it has come, gives way and goes on."""

from __future__ import annotations

import base64
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from crownhead.engine.limit import Limit
from crownhead.errors import CrownheadError
from crownhead.proofs.databases import Databases
from crownhead.proofs.prover import Proving
from crownhead.web.live.thoughts import ProofFound, Thought

if TYPE_CHECKING:
    from collections.abc import Callable

    from crownhead.proofs.proof import Proof
    from crownhead.proofs.prover import ProofProgress
    from crownhead.rules.position import Position
    from crownhead.web.live.thoughts import EngineRequest

TABLE_MB = 128
LARGEST = 700_000
"""Bytes of a certificate: what fits into one line between the processes."""


class _Stopped(Exception):
    """Somebody else waits, or nobody wants to know any more."""


class ProofWorker:
    """Keeps the work on the last position, in case that it is asked to go on."""

    def __init__(self, say: Callable[[Thought], None]) -> None:
        self._say = say
        self._stop = threading.Event()
        self._position: Position | None = None
        self._proving: Proving | None = None
        self._number = 0

    def stop(self) -> None:
        self._stop.set()

    def prove(self, request: EngineRequest, position: Position) -> Thought:
        self._stop.clear()
        self._number = request.id
        limit = Limit(time=request.seconds)
        if self._proving is None or self._position != position:
            self._position = position
            self._proving = Proving(position, None, Databases.of("auto"), TABLE_MB, self._tell)
        try:
            self._proving.run(limit, 1, None)
        except _Stopped:
            return Thought(request.id, "done")
        found = self._proving.result(limit)
        self._proving = None
        proof = None if found.proof is None else _described(found.proof)
        return Thought(request.id, "done", nodes=found.nodes, time=round(found.seconds, 3), proof=proof)

    def _tell(self, progress: ProofProgress) -> None:
        if self._stop.is_set():
            raise _Stopped
        self._say(Thought(self._number, "info", nodes=progress.nodes, time=round(progress.seconds, 3)))


def _described(proof: Proof) -> ProofFound:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proof"
        proof.save(path)
        if path.stat().st_size > LARGEST:
            raise CrownheadError(
                "it is proved, but the certificate is too large to send: use crownhead prove"
            )
        content = base64.b64encode(path.read_bytes()).decode()
    return ProofFound(proof.claim.value, proof.positions, proof.leaves, content)
