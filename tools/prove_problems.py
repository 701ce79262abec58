"""Proves or refutes the problems in PDN files, and writes down what came of each.

    python tools/prove_problems.py PDN_FILE... --databases DIR --journal FILE [--nodes N] [--certificates DIR]
    python tools/prove_problems.py --journal FILE --table

A problem is a game with a position and a result. Whatever is undecided after the first round is tried again with four
times the nodes, and so on up to --nodes. The journal is kept line by line: the same command goes on where it was.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import crownhead as ch
from crownhead.files import Journal
from crownhead.proofs import Claim, attempt

if TYPE_CHECKING:
    from crownhead.proofs.proof import Proof

FIRST_ROUND = 200_000
"""Nodes."""
TABLE_MB = 512
NO_MOVE = {"loss": "every move loses", "not-win": "no move wins", "not-loss": "", "win": "", "draw": ""}
"""How a refutation is told that does not begin with a move of its own player."""
WINNER = {"1-0": ch.BLACK, "0-1": ch.WHITE}


def problems(paths: list[Path]) -> list[dict[str, Any]]:
    """Every game with a position and a result; one that comes twice is one problem."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for path in paths:
        for number, game in enumerate(ch.pdn.games(path), 1):
            if "FEN" not in game.headers or str(game.result) not in (*WINNER, "1/2-1/2"):
                continue
            try:
                position = ch.Position.from_fen(game.headers["FEN"])
            except ch.InvalidPosition:
                continue
            claim = claim_of(position, str(game.result)).value
            pieces = sum(1 for piece in position.occupants if piece)
            one = {"file": path.name, "number": number, "fen": position.fen, "claim": claim, "pieces": pieces}
            found.setdefault((position.fen, claim), one)
    return sorted(found.values(), key=lambda one: (one["pieces"], one["file"], one["number"]))


def claim_of(position: ch.Position, result: str) -> Claim:
    if result not in WINNER:
        return Claim.DRAW
    return Claim.WIN if WINNER[result] == position.turn else Claim.LOSS


def tried(one: dict[str, Any], nodes: int, tables: ch.Tablebase, folder: Path | None) -> dict[str, Any]:
    position, begun = ch.Position.from_fen(one["fen"]), time.process_time()
    found = attempt(position, one["claim"], ch.Limit(nodes=nodes), tablebase=tables, table_mb=TABLE_MB)
    seconds = time.process_time() - begun
    result = {
        **one,
        "limit": nodes,
        "nodes": found.nodes,
        "seconds": round(seconds, 2),
        "status": "undecided",
    }
    if decided := found.proof or found.refutation:
        result["status"] = "proved" if found.proof else "refuted"
        result["true"] = decided.claim.value
        result["positions"] = decided.positions
        result["line"] = line(decided, tables)
        if folder:
            decided.save(folder / f"{Path(one['file']).stem}-{one['number']}.proof")
    return result


def line(proof: Proof, tables: ch.Tablebase) -> str:
    """What the certificate's player plays at once, if it is its turn."""
    part = proof.parts[0]
    if part.forced.prover != proof.position.turn or not part.codes:
        return ""
    moves = proof.position.legal_moves()
    if part.codes[0] < len(moves):
        return proof.position.notation(moves[part.codes[0]])
    good = [m for m, value in tables.moves(proof.position) if value == tables.probe(proof.position)]
    return proof.position.notation(good[0]) if good else ""


def run(args: argparse.Namespace) -> None:
    tables = ch.Tablebase.open(args.databases)
    if args.certificates:
        args.certificates.mkdir(parents=True, exist_ok=True)
    wanted = problems(args.files)
    with Journal(args.journal, "proving of problems", {"databases": tables.most_pieces}) as journal:
        done = {(e["fen"], e["claim"]): e for e in journal.entries()}
        nodes = FIRST_ROUND
        while True:
            for one in wanted:
                last = done.get((one["fen"], one["claim"]))
                if last and (last["status"] != "undecided" or last["limit"] >= nodes):
                    continue
                entry = tried(one, nodes, tables, args.certificates)
                journal.add(entry)
                done[one["fen"], one["claim"]] = entry
            if nodes >= args.nodes:
                return
            nodes = min(4 * nodes, args.nodes)


def table(path: Path) -> None:
    """As docs/proofs.md has it."""
    last: dict[tuple[str, str], dict[str, Any]] = {}
    with Journal(path, "proving of problems", _settings(path)) as journal:
        for entry in journal.entries():
            last[entry["fen"], entry["claim"]] = entry
    counts: dict[int, Counter[str]] = {}
    for entry in last.values():
        counts.setdefault(entry["pieces"], Counter())[entry["status"]] += 1
    print("| pieces | problems | proved | refuted | undecided |\n|---|---|---|---|---|")
    for pieces, of in sorted(counts.items()):
        print(f"| {pieces} | {of.total()} | {of['proved']} | {of['refuted']} | {of['undecided']} |")
    total = sum(counts.values(), Counter[str]())
    print(f"| all | {total.total()} | {total['proved']} | {total['refuted']} | {total['undecided']} |\n")
    print("| file | game | position | given as | proved | by |\n|---|---|---|---|---|---|")
    for entry in last.values():
        if entry["status"] == "refuted":
            print(
                f"| {entry['file']} | {entry['number']} | `{entry['fen']}` | {entry['claim']} | {entry['true']} "
                f"| {entry['line'] or NO_MOVE[entry['true']]} |"
            )


def _settings(path: Path) -> dict[str, Any]:
    import json

    with path.open() as file:
        settings: dict[str, Any] = json.loads(file.readline().split(" ", 1)[1])["settings"]
    return settings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--databases", type=Path)
    parser.add_argument("--journal", type=Path, required=True)
    parser.add_argument("--nodes", type=int, default=FIRST_ROUND)
    parser.add_argument("--certificates", type=Path)
    parser.add_argument("--table", action="store_true", help="Print what the journal has found.")
    args = parser.parse_args()
    table(args.journal) if args.table else run(args)


if __name__ == "__main__":
    main()
