"""The problems of PDN files, proved or refuted one by one: units of long work.

A problem is a game with a position and a result, and what it claims is that result. All are tried in rounds, each with
four times the time of the one before, so that hard ones do not keep easy ones waiting. The journal keeps what came
of each at once: the same work again goes on where it was.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from crownhead.engine.limit import Limit
from crownhead.errors import InvalidPosition
from crownhead.files import Journal, replacing, write_text
from crownhead.jobs import Work, results
from crownhead.proofs.claim import Claim
from crownhead.proofs.prover import TABLE_MB, attempt
from crownhead.record import pdn
from crownhead.rules.colour import BLACK, WHITE
from crownhead.rules.position import Position
from crownhead.tablebase.tablebase import Tablebase

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Sequence

    from crownhead.jobs import Pool
    from crownhead.proofs.proof import Proof

SHARES = (256, 64, 16, 4, 1)
"""The rounds: a problem has the limit divided by this."""
MB_A_SECOND = 16
"""A search fills about so much of its table; memory that it does not need would only have to be cleared."""
WINNERS = {"1-0": BLACK, "0-1": WHITE}
DRAWN = "1/2-1/2"


class GivenProblem(NamedTuple):
    file: str
    """Without its folder."""
    number: int
    """Of the game in the file, from 1."""
    fen: str
    claim: str
    """For the side to move."""
    pieces: int

    @property
    def certificate(self) -> str:
        """The name of the file with its proof."""
        return f"{Path(self.file).stem}-{self.number}.proof"


class Problems(NamedTuple):
    """What files have to prove."""

    different: list[GivenProblem]
    """Fewest pieces first. Of those with the same position and claim only the first."""
    repeated: int
    """How many are left out, because they came before."""


def problems_in(paths: Iterable[str | os.PathLike[str]]) -> Problems:
    """Games with a position that this program can read, and a result."""
    found: dict[tuple[str, str], GivenProblem] = {}
    count = 0
    for path in map(Path, paths):
        for number, game in enumerate(pdn.games(path), 1):
            result = str(game.result)
            if "FEN" not in game.headers or result not in (*WINNERS, DRAWN):
                continue
            try:
                position = Position.from_fen(game.headers["FEN"])
            except InvalidPosition:
                continue
            count += 1
            claim = claim_of(position, result).value
            pieces = len(position.pieces())
            found.setdefault(
                (position.fen, claim), GivenProblem(path.name, number, position.fen, claim, pieces)
            )
    different = sorted(found.values(), key=lambda one: (one.pieces, one.file, one.number))
    return Problems(different, count - len(different))


def claim_of(position: Position, result: str) -> Claim:
    if result == DRAWN:
        return Claim.DRAW
    return Claim.WIN if WINNERS[result] is position.turn else Claim.LOSS


# -- units ---------------------------------------------------------------------------------------------


class ProvingTask(NamedTuple):
    problem: GivenProblem
    seconds: float | None
    """Of processor time."""
    nodes: int | None


class ProvingResult(NamedTuple):
    """What came of a problem in one round."""

    problem: GivenProblem
    share: int
    """The round: one of SHARES."""
    status: str
    """proved, refuted or undecided."""
    nodes: int
    seconds: float
    """Of processor time."""
    true: str = ""
    """What was proved in the end."""
    positions: int = 0
    """In the certificate."""
    move: str = ""
    """With which it begins, where its player is to move."""

    @property
    def entry(self) -> dict[str, Any]:
        """As the journal has it."""
        return {**self._asdict(), "problem": self.problem._asdict()}

    @classmethod
    def of(cls, entry: dict[str, Any]) -> ProvingResult:
        return cls(**{**entry, "problem": GivenProblem(**entry["problem"])})


@dataclass(frozen=True, slots=True)
class ProvingWork:
    """What a process needs to prove problems."""

    tablebase: str | None = None
    """The directory of an endgame database; None for the user's own."""
    table_mb: int = TABLE_MB
    """At most."""

    def __call__(self) -> ProblemProver:
        return ProblemProver(self)

    def shared(self, pool: Pool) -> ProvingWork:
        """As the processes of a pool find its files."""
        return replace(self, tablebase=self.tablebase and pool.share(self.tablebase))


class ProblemProver:
    """Proves problems, one at a time. A worker of a process."""

    def __init__(self, settings: ProvingWork) -> None:
        self._most_mb = settings.table_mb
        self._tables = Tablebase.open(settings.tablebase)

    def __call__(self, task: ProvingTask) -> tuple[ProvingResult, bytes | None]:
        """With the certificate, if it is decided."""
        problem = task.problem
        position = Position.from_fen(problem.fen)
        limit = Limit(time=task.seconds, nodes=task.nodes, cpu=task.seconds is not None)
        needed = self._most_mb if task.seconds is None else MB_A_SECOND * (1 + int(task.seconds))
        found = attempt(
            position, problem.claim, limit, tablebase=self._tables, table_mb=min(self._most_mb, needed)
        )
        tried = ProvingResult(problem, 0, "undecided", found.nodes, round(found.seconds, 3))
        decided = found.proof or found.refutation
        if decided is None:
            return tried, None
        tried = tried._replace(
            status="proved" if found.proof else "refuted",
            true=decided.claim.value,
            positions=decided.positions,
            move=self._first_move(decided),
        )
        return tried, decided.content()

    def _first_move(self, proof: Proof) -> str:
        """What the certificate's player plays at once, if it is to move."""
        part, position = proof.parts[0], proof.position
        moves = position.legal_moves()
        if part.forced.prover is not position.turn or not moves:
            return ""
        if part.codes[0] < len(moves):
            return position.notation(moves[part.codes[0]])
        value = self._tables.probe(position)
        return next((position.notation(m) for m, of in self._tables.moves(position) if of == value), "")

    def close(self) -> None:
        pass


# -- the job -------------------------------------------------------------------------------------------


class ProblemFolder:
    """Where the results are kept: a journal, a certificate for each that is decided, and a table. A context manager."""

    JOURNAL, TABLE = "problems.journal", "problems.md"

    def __init__(
        self,
        folder: Path,
        problems: Sequence[GivenProblem],
        databases: int,
        limit: tuple[float | None, int | None],
    ) -> None:
        """`databases`: their pieces. Raises JournalError if the folder has other work."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.problems = problems
        self._limit = limit
        self._journal = Journal(
            folder / self.JOURNAL, "proving of problems", {"databases": databases, "limit": list(limit)}
        )
        self.tried = {of.problem: of for of in map(ProvingResult.of, self._journal.entries())}

    def __enter__(self) -> ProblemFolder:
        return self

    def __exit__(self, *error: object) -> None:
        self._journal.close()

    def run(self, pool: Pool, work: ProvingWork) -> Iterator[ProvingResult]:
        """What is not decided yet, round by round. Each is safe on disk when it is yielded."""
        shared = Work(work.shared(pool))
        for share in SHARES:
            tasks = [self._task(one, share) for one in self.problems if self._is_open(one, share)]
            for tried, content in results(pool, shared, tasks):
                yield self._keep(tried._replace(share=share), content)

    def _task(self, problem: GivenProblem, share: int) -> ProvingTask:
        seconds, nodes = self._limit
        return ProvingTask(problem, seconds and seconds / share, nodes and max(1, nodes // share))

    def _is_open(self, problem: GivenProblem, share: int) -> bool:
        last = self.tried.get(problem)
        return last is None or (last.status == "undecided" and last.share > share)

    def _keep(self, tried: ProvingResult, content: bytes | None) -> ProvingResult:
        if content is not None:
            with replacing(self.folder / tried.problem.certificate) as file:
                file.write(content)
        self._journal.add(tried.entry)
        self.tried[tried.problem] = tried
        return tried

    @property
    def decided(self) -> int:
        return sum(of.status != "undecided" for of in self._results())

    def table(self) -> str:
        return table(self._results())

    def write_table(self) -> None:
        write_text(self.folder / self.TABLE, self.table())

    def _results(self) -> list[ProvingResult]:
        return [self.tried[one] for one in self.problems if one in self.tried]


def table(tried: Iterable[ProvingResult]) -> str:
    """In Markdown: how many were decided, and those that were refuted."""
    every = list(tried)
    lines = ["| pieces | problems | proved | refuted | undecided |", "|---|---|---|---|---|"]
    counts: dict[int | str, Counter[str]] = {}
    for one in sorted(every, key=lambda one: one.problem.pieces):
        counts.setdefault(one.problem.pieces, Counter())[one.status] += 1
    counts["all"] = Counter(one.status for one in every)
    for pieces, of in counts.items():
        lines.append(f"| {pieces} | {of.total()} | {of['proved']} | {of['refuted']} | {of['undecided']} |")
    refuted = [one for one in every if one.status == "refuted"]
    if refuted:
        lines += ["", "| file | game | position | given as | proved | by |", "|---|---|---|---|---|---|"]
        lines += map(_refuted_row, refuted)
    return "\n".join(lines) + "\n"


def _refuted_row(one: ProvingResult) -> str:
    problem = one.problem
    how = one.move or {"loss": "every move loses", "not-win": "no move wins"}.get(
        one.true, "see the certificate"
    )
    return f"| {problem.file} | {problem.number} | `{problem.fen}` | {problem.claim} | {one.true} | {how} |"
