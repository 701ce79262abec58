"""crownhead prove: prove a claim about a position or the problems of files, or check a certificate."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from crownhead.terminal.arguments import names_a_file, position_of, refuse
from crownhead.terminal.cluster import cluster_option, pool_of
from crownhead.terminal.output import writable
from crownhead.terminal.progress import WorkDisplay

if TYPE_CHECKING:
    from crownhead.proofs import Attempted, Proof, ProofProgress
    from crownhead.rules.position import Position

CLAIMS = ("win", "loss", "draw", "not-loss", "not-win")
NOT_PROVED = 1
"""Exit code where the claim was not proved within the limits, or is wrong."""


@click.command()
@click.argument("what", metavar="[FEN | FILE.pdn...]", nargs=-1)
@click.option("--claim", type=click.Choice(CLAIMS), help="For the side to move (default: whatever is true).")
@click.option(
    "--time",
    type=click.FloatRange(0.0, min_open=True),
    help="Seconds to search; for files, of processor time for each problem.  [default: 60]",
)
@click.option("--nodes", type=click.IntRange(1), help="Positions to look at, for each question.")
@click.option("--out", "-o", metavar="FILE", help="Write the certificate there; for files, a folder.")
@click.option("--check", metavar="FILE", help="Check a certificate instead.")
@click.option("--tablebase", metavar="DIR", help="Endgame databases (default: your own).")
@click.option("--no-database", is_flag=True, help="With --check: build small databases again, use no files.")
@click.option("--threads", type=click.IntRange(1, 2), default=2, show_default=True, help="Threads to use.")
@click.option(
    "--hash", "table_mb", type=click.IntRange(1), default=256, show_default=True, help="Table in MB."
)
@click.option("--jobs", type=click.IntRange(1, 256), help="Files: number of processes (default: all cores).")
@cluster_option
def prove(
    what: tuple[str, ...],
    claim: str | None,
    time: float | None,
    nodes: int | None,
    out: str | None,
    check: str | None,
    tablebase: str | None,
    no_database: bool,
    threads: int,
    table_mb: int,
    jobs: int | None,
    cluster: str | None,
) -> None:
    """Prove who wins, so that anybody can check it.

    Proof-number search looks for a proof until the endgame databases know every line. A claim is about the game
    without the draw rules that count moves. The exit code is 0 if the claim is proved and 1 if it is not.

    With --out, work that the time was too short for is kept beside the certificate, in FILE.work: the same command goes
    on from there.

    Of PDN files every game with a position is a problem, and its result is the claim. Each is proved or refuted, in
    rounds with more and more time. --out names a folder for the certificates, a table of the results and a journal:
    the same command goes on where it was.

    \b
    Examples:
      crownhead prove "B:WK12,K18,K28,K32:BK3,K11,K17" --claim loss --out loss.proof
      crownhead prove --check loss.proof
      crownhead prove problems.pdn --time 10 --out proofs
    """
    if check is not None:
        if what or claim is not None or out is not None:
            raise click.UsageError("--check goes with a certificate alone", click.get_current_context())
        _check(check, tablebase, no_database)
        return
    seconds = 60.0 if time is None and nodes is None else time
    if what and all(map(names_a_file, what)):
        refuse({"--claim": claim}, "positions: what a problem claims is its result")
        _prove_files(what, seconds, nodes, out, tablebase, table_mb, jobs, cluster)
        return
    refuse({"--jobs": jobs, "--cluster": cluster}, "files of problems")
    if len(what) != 1:
        raise click.UsageError("which position? Give a FEN, or PDN files", click.get_current_context())
    path = None if out is None else writable(out)
    proved = certify(position_of(what[0]), claim, seconds, nodes, path, tablebase, threads, table_mb)
    if not proved:
        click.get_current_context().exit(NOT_PROVED)


def _prove_files(
    names: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    out: str | None,
    tablebase: str | None,
    table_mb: int,
    jobs: int | None,
    cluster: str | None,
) -> None:
    from crownhead.proofs.problems import ProblemFolder, ProvingWork, problems_in
    from crownhead.tablebase.tablebase import Tablebase

    found = problems_in(names)
    if not found.different:
        raise click.ClickException(f"{', '.join(names)}: no game has a position and a result")
    if found.repeated:
        many = f"{found.repeated} of the problems are" if found.repeated > 1 else "1 of the problems is"
        click.echo(f"{many} there twice, and counted once", err=True)
    pieces = Tablebase.open(tablebase).most_pieces
    with ExitStack() as stack:
        pool = stack.enter_context(pool_of(cluster, jobs, own_data=tablebase is None))
        folder = Path(out) if out else Path(stack.enter_context(TemporaryDirectory()))
        problems = stack.enter_context(ProblemFolder(folder, found.different, pieces, (seconds, nodes)))
        with WorkDisplay("problems", len(found.different), pool, before=problems.decided) as display:
            for _ in problems.run(pool, ProvingWork(tablebase, table_mb)):
                display.show(problems.decided)
        click.echo(problems.table(), nl=False)
        if out:
            problems.write_table()
            click.echo(
                f"Written to {folder}: the table, the journal, and a certificate for each decided problem."
            )


def certify(
    position: Position,
    claim: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    out: Path | None = None,
    tablebase: str | None = None,
    threads: int = 2,
    table_mb: int = 256,
) -> bool:
    """Looks for a proof, says what came of it and writes the certificate. Whether the claim is proved."""
    from crownhead.engine import Limit
    from crownhead.proofs import attempt

    seconds = 60.0 if time is None and nodes is None else time
    work = None if out is None else out.with_name(f"{out.name}.work")
    with ProofDisplay() as display:
        found = attempt(
            position,
            claim,
            Limit(time=seconds, nodes=nodes),
            tablebase=tablebase or "auto",
            table_mb=table_mb,
            threads=threads,
            work=work,
            on_progress=display.show,
        )
    _tell(position, claim, found)
    decided = found.proof or found.refutation
    if decided is not None and out is not None:
        decided.save(out)
        click.echo(f"Certificate: {out} ({out.stat().st_size:,} bytes)")
    elif work is not None and decided is None:
        click.echo(f"Unfinished work: {work}. The same command goes on from there.")
    return found.proof is not None


def _tell(position: Position, claim: str | None, found: Attempted) -> None:
    effort = f"{found.nodes:,} nodes, {found.seconds:.1f} s"
    if found.proof is not None:
        click.echo(f"Proved: {_sentence(found.proof)} ({effort})")
    elif found.refutation is not None:
        click.echo(f"Refuted: {_sentence(found.refutation)} ({effort})")
    else:
        wanted = f"the claim {claim}" if claim else "who wins"
        click.echo(f"Not decided: I could neither prove nor refute {wanted} ({effort})")


def _sentence(proof: Proof) -> str:
    told = proof.claim.says(proof.position.turn)
    return f"{told}. {proof.positions:,} positions, {proof.leaves:,} of them by databases"


def _check(name: str, tablebase: str | None, no_database: bool) -> None:
    from crownhead.proofs import check_proof

    with ProofDisplay() as display:
        checked = check_proof(name, tablebase, no_database=no_database, on_progress=display.count)
    click.echo(f"The proof holds. {checked.claim.says(checked.position.turn)}: {checked.position.fen}")
    longest = (
        "" if checked.plies is None else f"; the longest line has {checked.plies} plies to a leaf or the end"
    )
    click.echo(f"{checked.positions:,} positions, {checked.leaves:,} of them by databases{longest}")


class ProofDisplay:
    """How far it has come, in one line that is written again; nothing where nobody looks."""

    def __init__(self) -> None:
        import sys

        self._live = sys.stderr.isatty()
        self._written = False

    def __enter__(self) -> ProofDisplay:
        return self

    def __exit__(self, *error: object) -> None:
        if self._written:
            click.echo("\r\x1b[K", nl=False, err=True)

    def show(self, progress: ProofProgress) -> None:
        self._line(
            f"Does {progress.attacker.title} win? {progress.nodes:,} nodes, {progress.seconds:.0f} s, still to prove "
            f"{progress.proof_number:,}, to refute {progress.disproof_number:,}, table {progress.filled:.0%} full"
        )

    def count(self, positions: int) -> None:
        self._line(f"{positions:,} positions")

    def _line(self, text: str) -> None:
        if self._live:
            self._written = True
            click.echo(f"\r\x1b[K{text}", nl=False, err=True)
