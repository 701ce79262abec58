"""The checker refuses certificates that were changed, and how fast proofs are found and checked.

    python benchmarks/proofs.py [MUTATIONS]

Half of the mutations change bytes of the file. The others change what the certificate says and seal it again, so that
no checksum tells. On each of those there is a second opinion, which must be that of the checker. One that both accept
must claim what larger databases say.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from proof_mutations import CHANGES
from proof_opinion import Told, gathered, is_right

import crownhead as ch
from crownhead.proofs.databases import Databases
from crownhead.tablebase.build import Plan
from crownhead.tablebase.folder import tables_in

POSITIONS = {
    "win": "W:WK5,K15:B6,20",
    "loss": "W:W15,17:BK18,K19",
    "draw": "B:W10,K19:BK2,21",
    "not-loss": "B:W17,22:BK9,K19",
    "not-win": "B:W20,K24:B16,K17",
}
"""By the databases of four pieces; the proofs use those of three."""
TRUE_OF = {"win": {"win", "not-loss"}, "loss": {"loss", "not-win"}, "draw": {"draw", "not-loss", "not-win"}}
"""The claims that are true of a value."""
MUTATIONS = 10_000


def mutated_bytes(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    match chance.randrange(4):
        case 0:
            return content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :]
        case 1:
            return content[:at]
        case 2:
            return content[:at] + content[at + 1 :]
    return content[:at] + chance.randbytes(1 + chance.randrange(8)) + content[at:]


def is_refused(path: Path, folder: Path) -> bool:
    try:
        ch.check_proof(path, folder)
    except (ch.InvalidProof, ch.MissingTable):
        return True
    return False


def found(claim: str, fen: str, folder: Path, path: Path) -> Told:
    begun = time.process_time()
    proof = ch.prove(ch.Position.from_fen(fen), claim, tablebase=folder, table_mb=32)
    assert proof is not None, fen
    proof.save(path)
    between = time.process_time()
    ch.check_proof(path, folder)
    print(
        f"{claim}: found in {between - begun:.2f} CPU s, {proof.positions} positions, "
        f"checked in {time.process_time() - between:.3f} CPU s"
    )
    return Told.of(proof)


def change_bytes(path: Path, folder: Path, count: int, chance: random.Random) -> None:
    content, done = path.read_bytes(), 0
    while done < count:
        changed = mutated_bytes(content, chance)
        if changed == content:
            continue
        path.write_bytes(changed)
        assert is_refused(path, folder), "a damaged certificate was accepted"
        done += 1
    print(f"{done} with other bytes: all refused")


def change_words(
    told: list[Told], folder: Path, larger: ch.Tablebase, count: int, chance: random.Random
) -> None:
    tables = ch.Tablebase.open(folder)
    databases = Databases.of(tables)
    every = frozenset(databases.used(slice) for slice in (t.slice for t in tables_in(folder)))
    before = [[gathered(one, part, tables) for part in range(len(one.codes))] for one in told]
    refused, right = Counter[str](), Counter[str]()
    path = folder / "changed.proof"
    while refused.total() + right.total() < count:
        change, which = chance.choice(CHANGES), chance.randrange(len(told))
        changed = change(told[which], before[which], chance)
        if changed is None or changed == told[which]:
            continue
        changed.write(path)
        wrong = is_refused(path, folder)
        assert wrong != is_right(changed, tables, every), f"{change.__name__}: the second opinion differs"
        if not wrong:
            value = larger.probe(changed.position).result
            assert changed.claim.value in TRUE_OF[value], f"{change.__name__}: what is accepted is not true"
        (refused if wrong else right)[change.__name__] += 1
    print(f"{count} that say something else, sealed again: {refused.total()} refused,")
    print(
        f"{right.total()} accepted, right by the second opinion and true by larger databases: {dict(right)}"
    )
    print(f"refused of each kind: {dict(sorted(refused.items()))}")


def main() -> None:
    mutations = int(sys.argv[1]) if len(sys.argv) > 1 else MUTATIONS
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as large:
        folder, path = Path(small), Path(small) / "a.proof"
        for directory, pieces in ((small, 3), (large, 4)):
            for _ in Plan(Path(directory), pieces, 0).run():
                pass
        told = [found(claim, fen, folder, path) for claim, fen in POSITIONS.items()]
        told[0].write(path)
        change_bytes(path, folder, mutations // 2, chance)
        change_words(told, folder, ch.Tablebase.open(large), mutations - mutations // 2, chance)


if __name__ == "__main__":
    main()
