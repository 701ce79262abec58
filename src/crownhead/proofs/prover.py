"""Finding proofs: proof-number search in the core, and the certificate that comes of it.

Two questions decide a position: does the side to move win, and does the other? Each has a search and a table of its
own. A claim asks one of them or both.
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from crownhead import _core
from crownhead.engine.limit import Limit
from crownhead.engine.weights import standard_evaluation
from crownhead.errors import EngineError
from crownhead.proofs import workfile
from crownhead.proofs.claim import Claim, Forced, ForcedResult
from crownhead.proofs.databases import Databases
from crownhead.proofs.proof import Part, Proof

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable

    from crownhead.rules.colour import Colour
    from crownhead.rules.position import Position
    from crownhead.tablebase.tablebase import Tablebase

TABLE_MB = 256
TURN_NODES = 20_000
"""Of one search before the other has its turn: some hundredths of a second."""
FIRST_HOLD = 20_000
"""Nodes after which a set that holds is first looked for; then after twice as many, and so on."""
HOLD_SHARE = 2
"""Such a set may have one position for so many nodes: it costs about as much time as the search before it."""
HELD_ENTRIES = 8
"""One position of such a set needs the memory of so many entries of the table: it never needs more than the table."""
SCOUTED = 20
"""Nodes of the ordinary search for one of a proof search: half of its time."""
SCOUT_GROWTH = 4
"""The ordinary search is asked again after so many times as many nodes."""
MOST_SCOUTED = 30_000_000
"""Nodes of the ordinary search at a time: some seconds, in which it does not hear Ctrl-C."""
SCOUT_SHARE = 4
"""Its table has the memory of the others divided by this."""
SAVE_SECONDS = 120.0
"""Between two times that unfinished work is written to its file."""
LEAST_CERTIFYING = 30.0
"""Seconds to write a certificate down, however short the time for finding it was."""
UNLIMITED = 10**18


@dataclass(frozen=True, slots=True)
class ProofProgress:
    """What one search has come to."""

    attacker: Colour
    """Whose win is in question."""
    nodes: int
    seconds: float
    proof_number: int
    """About how many positions are still to be shown won."""
    disproof_number: int
    filled: float
    """Of the table, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Attempted:
    """What came of a claim."""

    proof: Proof | None
    refutation: Proof | None
    """Where the claim is wrong: a proof of what is true instead."""
    nodes: int
    seconds: float


def prove(
    position: Position,
    claim: Claim | str | None = None,
    limit: Limit | None = None,
    *,
    tablebase: Tablebase | str | os.PathLike[str] | None = "auto",
    table_mb: int = TABLE_MB,
    threads: int = 1,
    work: str | os.PathLike[str] | None = None,
    on_progress: Callable[[ProofProgress], None] | None = None,
) -> Proof | None:
    """A proof of the claim, or None if there was none within the limit or the claim is wrong.

    A claim is "win", "loss", "draw", "not-loss" or "not-win", for the side to move; without one, whichever of the
    first three is true. The limit is of time or of nodes, 60 seconds by default. Two threads help where there are two
    questions. Unfinished work is kept in the file `work`, if one is named, and the same call goes on from there.
    """
    return attempt(
        position, claim, limit, tablebase=tablebase, table_mb=table_mb, threads=threads, work=work,
        on_progress=on_progress,
    ).proof  # fmt: skip


def attempt(
    position: Position,
    claim: Claim | str | None = None,
    limit: Limit | None = None,
    *,
    tablebase: Tablebase | str | os.PathLike[str] | None = "auto",
    table_mb: int = TABLE_MB,
    threads: int = 1,
    work: str | os.PathLike[str] | None = None,
    on_progress: Callable[[ProofProgress], None] | None = None,
) -> Attempted:
    """Like prove(), and says where the claim is refuted, and how."""
    limit = limit or Limit(time=60)
    if limit.depth is not None or limit.clock is not None:
        raise EngineError("a proof is limited by time or by nodes")
    databases = Databases.of(tablebase)
    proving = Proving(position, Claim(claim) if claim else None, databases, table_mb, on_progress)
    path = None if work is None else Path(work)
    if path is not None:
        proving.restore(path)
    try:
        proving.run(limit, threads, path)
        return proving.result(limit)
    finally:
        if path is not None:
            proving.save(path)


class Attack:
    """Whether one player wins: a search that is asked turn by turn."""

    def __init__(
        self, position: Position, attacker: Colour, databases: Databases, table_mb: int, scout: _core.Scout
    ) -> None:
        self.position = position
        self.attacker = attacker
        self._databases = databases
        self.core = _core.ProofSearch(bool(attacker), table_mb, standard_evaluation(), databases.core, scout)
        self.outcome = _core.ProofOutcome.UNKNOWN
        self._next_hold = FIRST_HOLD

    @property
    def is_open(self) -> bool:
        return self.outcome is _core.ProofOutcome.UNKNOWN

    def take_turn(self, nodes: int, seconds: float, cpu: bool) -> None:
        """Now and then, each time with more, also by the set of positions in which play may stay for ever."""
        clock = process_time if cpu else perf_counter
        end = clock() + seconds
        self.outcome = self.core.search(self.position, nodes, seconds, cpu)
        if self.is_open and self.core.nodes >= self._next_hold:
            most = min(self._next_hold // HOLD_SHARE, self.core.capacity // HELD_ENTRIES)
            self.outcome = self.core.hold(self.position, most, max(0.0, end - clock()), cpu)
            self._next_hold *= 2

    def forced(self) -> Forced | None:
        """What the answer says."""
        wins = Forced(self.attacker, ForcedResult.WIN)
        answers = {_core.ProofOutcome.PROVED: wins, _core.ProofOutcome.DISPROVED: wins.opposite}
        return answers.get(self.outcome)

    def certified(self, limit: Limit) -> Part:
        """Raises NotCertified if it cannot be written down."""
        forced = self.forced()
        assert forced is not None
        seconds = UNLIMITED if limit.time is None else max(limit.time, LEAST_CERTIFYING)
        found = self.core.certify(self.position, forced.result is ForcedResult.WIN, seconds, limit.cpu)
        used = frozenset(self._databases.used(pieces) for pieces in found.slices)
        return Part(forced, found.codes, found.leaves, used)

    def progress(self, seconds: float) -> ProofProgress:
        core = self.core
        filled = core.used / core.capacity
        return ProofProgress(
            self.attacker, core.nodes, seconds, core.proof_number, core.disproof_number, filled
        )


class Scouting:
    """The ordinary search, whose scores guide the searches for proofs. Threads share it."""

    def __init__(self, position: Position, databases: Databases, table_mb: int) -> None:
        self.core = _core.Scout(table_mb, standard_evaluation(), databases.core)
        self._position = position
        self._next = TURN_NODES
        self._guard = threading.Lock()

    def look(self, nodes: int) -> None:
        """When a search for a proof has come so far: now and then, and for longer and longer."""
        if nodes < self._next or not self._guard.acquire(blocking=False):
            return
        try:
            self.core.think(self._position, min(SCOUTED * self._next, MOST_SCOUTED))
            self._next *= SCOUT_GROWTH
        finally:
            self._guard.release()


class Proving:
    """The work on one claim."""

    def __init__(
        self,
        position: Position,
        claim: Claim | None,
        databases: Databases,
        table_mb: int,
        on_progress: Callable[[ProofProgress], None] | None,
    ) -> None:
        self._position = position
        self._claim = claim
        self._on_progress = on_progress
        asked = {part.attacker for part in (claim or Claim.DRAW).parts(position.turn)}
        each = max(1, table_mb // len(asked))
        self._scout = Scouting(position, databases, max(1, table_mb // SCOUT_SHARE))
        self._questions = [
            Attack(position, attacker, databases, each, self._scout.core) for attacker in sorted(asked)
        ]
        self._clock: Callable[[], float] = perf_counter
        self._begun = self._saved = perf_counter()
        self._ended = threading.Event()
        self._certified = False

    # -- searching ---------------------------------------------------------------------------------

    def run(self, limit: Limit, threads: int, work: Path | None) -> None:
        """Until the claim is decided or the limit is reached. It can be called again, and goes on."""
        self._clock = process_time if limit.cpu else perf_counter
        self._begun = self._clock()
        if threads > 1 and len(self._questions) > 1:
            with ThreadPoolExecutor(len(self._questions)) as pool:
                futures = [pool.submit(self._run, [q], limit, None) for q in self._questions]
                try:
                    for future in futures:
                        future.result()
                finally:
                    self._ended.set()
        else:
            self._run(self._questions, limit, work)

    def _run(self, questions: Iterable[Attack], limit: Limit, work: Path | None) -> None:
        nodes = UNLIMITED if limit.nodes is None else limit.nodes
        while not self._ended.is_set():
            for question in (q for q in questions if q.is_open):
                seconds = UNLIMITED if limit.time is None else limit.time - self._seconds()
                left = min(TURN_NODES, nodes - question.core.nodes)
                if seconds <= 0 or left <= 0:
                    return
                question.take_turn(left, seconds, limit.cpu)
                if question.is_open:
                    self._scout.look(question.core.nodes)
                if self._on_progress:
                    self._on_progress(question.progress(self._seconds()))
            if self._is_decided() or not any(q.is_open for q in questions):
                return
            if work is not None and perf_counter() - self._saved > SAVE_SECONDS:
                self.save(work)

    def _seconds(self) -> float:
        return self._clock() - self._begun

    def _is_decided(self) -> bool:
        """Whether nothing that is still open matters."""
        answers = [question.forced() for question in self._questions]
        decided = None not in answers or any(a and a.result is ForcedResult.WIN for a in answers)
        if decided:
            self._ended.set()
        return decided

    # -- the answer --------------------------------------------------------------------------------

    def result(self, limit: Limit) -> Attempted:
        """An answer for which there is no certificate is none."""
        turn = self._position.turn
        proof = refutation = None
        answered = {forced: q for q in self._questions if (forced := q.forced()) is not None}
        for claim in [self._claim] if self._claim else [Claim.WIN, Claim.LOSS, Claim.DRAW]:
            parts = claim.parts(turn)
            if proof is None and all(part in answered for part in parts):
                proof = self._proof(claim, [answered[part] for part in parts], limit)
            wrong = [part.opposite for part in parts if part.opposite in answered]
            if self._claim and wrong:
                refutation = self._proof(Claim.of(wrong[0], turn), [answered[wrong[0]]], limit)
        self._certified = (proof or refutation) is not None
        return Attempted(proof, refutation, sum(q.core.nodes for q in self._questions), self._seconds())

    def _proof(self, claim: Claim, questions: list[Attack], limit: Limit) -> Proof | None:
        try:
            return Proof(self._position, claim, tuple(question.certified(limit) for question in questions))
        except _core.NotCertified:
            return None

    # -- unfinished work ---------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Nothing is left to keep once the answer has a certificate."""
        if self._certified:
            path.unlink(missing_ok=True)
            return
        workfile.save(path, self._position, {q.attacker: q.core.saved(2) for q in self._questions})
        self._saved = perf_counter()

    def restore(self, path: Path) -> None:
        found = workfile.load(path, self._position)
        for question in self._questions:
            question.core.restore(found.get(question.attacker, b""))
