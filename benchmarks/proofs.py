"""The checker refuses certificates that were changed, and how fast proofs are found and checked.

    python benchmarks/proofs.py [MUTATIONS] [DATABASES]

Half of the mutations change bytes of the file. The others change codes and seal the file again, so that no checksum
tells: one that is accepted must name another move of the winner, which may win too, and is counted apart.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
import zlib
from pathlib import Path

import crownhead as ch
from crownhead.proofs import certificate
from crownhead.tablebase.build import Plan

POSITION = "B:W16,K29:BK15,27"
"""Won, by the databases of four pieces; the proof uses those of three."""
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


def mutated_codes(codes: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(codes))
    code = chance.choice([c for c in (0, 1, 2, 3, 7, 254, 255) if c != codes[at]])
    return codes[:at] + bytes([code]) + codes[at + 1 :]


def is_refused(path: Path, folder: Path) -> bool:
    try:
        ch.check_proof(path, folder)
    except (ch.InvalidProof, ch.MissingTable):
        return True
    return False


def main() -> None:
    mutations = int(sys.argv[1]) if len(sys.argv) > 1 else MUTATIONS
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as name:
        folder, path = Path(name), Path(name) / "a.proof"
        for _ in Plan(folder, 3, 0).run():
            pass
        begun = time.process_time()
        proof = ch.prove(ch.Position.from_fen(POSITION), "win", tablebase=folder)
        assert proof is not None
        print(f"found in {time.process_time() - begun:.2f} CPU s: {proof.positions} positions")
        proof.save(path)
        begun = time.process_time()
        ch.check_proof(path, folder)
        print(f"checked in {time.process_time() - begun:.3f} CPU s")

        content = path.read_bytes()
        with path.open("rb") as file:
            header = certificate.read_header(file)
        for _ in range(mutations // 2):
            changed = mutated_bytes(content, chance)
            if changed == content:
                continue
            path.write_bytes(changed)
            assert is_refused(path, folder), "a damaged certificate was accepted"
        print(f"{mutations // 2} with other bytes: all refused")

        refused = other_moves = 0
        codes = proof.parts[0].codes
        for _ in range(mutations - mutations // 2):
            changed = mutated_codes(codes, chance)
            stream = zlib.compress(changed)
            part = header.parts[0]._replace(length=len(stream))
            certificate.write(path, header._replace(parts=(part,)), [stream])
            if is_refused(path, folder):
                refused += 1
                continue
            at = next(i for i, (a, b) in enumerate(zip(codes, changed, strict=True)) if a != b)
            assert codes[at] < certificate.EVERY_MOVE
            assert changed[at] < certificate.EVERY_MOVE
            other_moves += 1
        print(f"{refused + other_moves} with other codes, sealed again: {refused} refused,")
        print(f"{other_moves} accepted because another move of the winner wins as well")


if __name__ == "__main__":
    main()
