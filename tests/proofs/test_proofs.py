"""Proofs are found, written and checked; whatever is changed in them is refused."""

from __future__ import annotations

import hashlib
import random
import tracemalloc
import zlib
from pathlib import Path

import pytest

import crownhead as ch
from crownhead import _core
from crownhead.engine.weights import standard_evaluation
from crownhead.proofs import Claim, attempt, certificate
from crownhead.proofs.claim import Forced, ForcedResult
from crownhead.proofs.databases import Databases
from crownhead.proofs.proof import Part, Proof
from crownhead.proofs.prover import Proving
from crownhead.tablebase.build import Plan

PUBLISHED_WIN = "W:WK22,K23,K24:BK31,K32"
"""Won in 15 plies, by databases that others published."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Databases of two pieces: what has more must be searched."""
    folder = tmp_path_factory.mktemp("two")
    for _ in Plan(folder, 2, 0).run():
        pass
    return folder


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> ch.Tablebase:
    folder = tmp_path_factory.mktemp("three")
    for _ in Plan(folder, 3, 0).run():
        pass
    return ch.Tablebase.open(folder)


def positions_of_three(count: int, seed: int) -> list[ch.Position]:
    chance = random.Random(seed)
    found: list[ch.Position] = []
    while len(found) < count:
        squares = chance.sample(range(5, 29), 3)
        colours = [ch.BLACK, ch.WHITE, chance.choice((ch.BLACK, ch.WHITE))]
        pieces = {
            s: ch.Piece.of(c, king=chance.random() < 0.5) for s, c in zip(squares, colours, strict=True)
        }
        found.append(ch.Position(pieces, chance.choice((ch.BLACK, ch.WHITE))))
    return found


@pytest.mark.parametrize("table_mb", [1, 32])
def test_proves_what_larger_databases_know(
    folder: Path, three: ch.Tablebase, tmp_path: Path, table_mb: int
) -> None:
    """In a small table too: what it loses is searched again, and no certificate goes round in a circle."""
    for position in positions_of_three(10, seed=table_mb):
        proof = ch.prove(position, limit=ch.Limit(nodes=3_000_000), tablebase=folder, table_mb=table_mb)
        assert proof is not None, position.fen
        assert proof.claim.value == three.probe(position).result, position.fen
        if proof.positions < 2000:  # the checker takes a millisecond for some
            proof.save(tmp_path / "a.proof")
            checked = ch.check_proof(tmp_path / "a.proof", folder)
            assert (checked.position, checked.claim) == (position, proof.claim)


def test_a_wrong_claim_is_refuted(folder: Path, three: ch.Tablebase) -> None:
    wrong = {"win": Claim.NOT_WIN, "loss": Claim.NOT_LOSS, "draw": Claim.WIN}
    instead = {"win": Claim.WIN, "loss": Claim.LOSS, "draw": Claim.NOT_WIN}
    for position in positions_of_three(6, seed=5):
        value = three.probe(position).result
        found = attempt(position, wrong[value], ch.Limit(nodes=3_000_000), tablebase=folder, table_mb=32)
        assert found.proof is None
        assert found.refutation is not None
        assert found.refutation.claim is instead[value]


def test_two_threads_answer_two_questions(three: ch.Tablebase) -> None:
    position = ch.Position.from_fen("B:W10,K19:BK2,21")  # a draw
    alone = ch.prove(position, "draw", tablebase=three, table_mb=32)
    together = ch.prove(position, "draw", tablebase=three, table_mb=32, threads=2)
    assert alone is not None
    assert together is not None
    assert alone.parts == together.parts


def test_a_published_win_checked_without_databases(written: Path) -> None:
    checked = ch.check_proof(written, no_database=True)
    assert checked.claim is Claim.WIN
    assert checked.plies is not None


NEEDS_SEARCH = "B:W16,K29:BK15,27"
"""Won, by the databases of four pieces."""


def test_work_goes_on_from_its_file(three: ch.Tablebase, tmp_path: Path) -> None:
    position, work = ch.Position.from_fen(NEEDS_SEARCH), tmp_path / "a.work"
    rounds = 0
    while ch.prove(position, "win", ch.Limit(nodes=40), tablebase=three, table_mb=1, work=work) is None:
        rounds += 1
        assert work.exists()
        assert rounds < 500
    assert rounds > 1
    assert not work.exists()


def test_work_is_kept_until_there_is_a_certificate(three: ch.Tablebase, tmp_path: Path) -> None:
    position, work = ch.Position.from_fen(NEEDS_SEARCH), tmp_path / "a.work"
    limit = ch.Limit(nodes=1_000_000)
    proving = Proving(position, Claim.WIN, Databases.of(three), 1, None)
    proving.run(limit, 1, None)
    proving.save(work)
    assert work.exists(), "the answer is known, and not written down"
    assert proving.result(limit).proof
    proving.save(work)
    assert not work.exists()


def test_a_certificate_keeps_to_its_time(three: ch.Tablebase) -> None:
    position = ch.Position.from_fen(NEEDS_SEARCH)
    search = _core.ProofSearch(bool(position.turn), 1, standard_evaluation(), three.core)
    assert search.search(position, 1_000_000, 1e9) is _core.ProofOutcome.PROVED
    with pytest.raises(_core.NotCertified, match="time"):
        search.certify(position, True, 0.0)
    assert search.certify(position, True, 1e9).codes


def test_unfinished_work_of_another_position_is_refused(three: ch.Tablebase, tmp_path: Path) -> None:
    work, few = tmp_path / "a.work", ch.Limit(nodes=50)
    position = ch.Position.from_fen(NEEDS_SEARCH)
    assert ch.prove(position, "win", few, tablebase=three, table_mb=1, work=work) is None
    with pytest.raises(ch.CrownheadError, match="another position"):
        ch.prove(ch.Position.start(), "win", few, tablebase=three, table_mb=1, work=work)
    work.write_bytes(work.read_bytes()[:-3])
    with pytest.raises(ch.CrownheadError, match="checksum"):
        ch.prove(position, "win", few, tablebase=three, table_mb=1, work=work)


# -- certificates that must be refused -----------------------------------------------------------------


@pytest.fixture(scope="module")
def written(three: ch.Tablebase, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("proofs") / "first.proof"
    proof = ch.prove(ch.Position.from_fen(PUBLISHED_WIN), "win", tablebase=three, table_mb=32)
    assert proof is not None
    proof.save(path)
    return path


def sealed(content: bytes) -> bytes:
    return content + hashlib.sha256(content).digest()


@pytest.mark.parametrize(
    ("at", "byte", "message"),
    [
        (0, 0, "not a certificate"),
        (8, 9, "has version 9 and this program reads version 1"),
        (12, 7, "version 7 of the rules"),
        (13, 99, "makes no sense"),
        (13, 2, "needs 2 parts and it has 1"),
        (13, 1, "prove something else"),
    ],
)
def test_headers_that_are_wrong(
    written: Path, three: ch.Tablebase, tmp_path: Path, at: int, byte: int, message: str
) -> None:
    content = bytearray(written.read_bytes()[:-32])
    content[at] = byte
    (tmp_path / "b.proof").write_bytes(sealed(bytes(content)))
    with pytest.raises(ch.InvalidProof, match=message):
        ch.check_proof(tmp_path / "b.proof", three.folder)


def test_files_that_are_damaged(written: Path, three: ch.Tablebase, tmp_path: Path) -> None:
    content, path = written.read_bytes(), tmp_path / "b.proof"
    for length in (0, 10, 40, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:length])
        with pytest.raises(ch.InvalidProof, match=r"cut off|damaged"):
            ch.check_proof(path, three.folder)
    for at in range(0, len(content), 7):
        path.write_bytes(content[:at] + bytes([content[at] ^ 16]) + content[at + 1 :])
        with pytest.raises(ch.InvalidProof, match="checksum"):
            ch.check_proof(path, three.folder)


def test_a_missing_or_other_database_is_told(written: Path, three: ch.Tablebase, tmp_path: Path) -> None:
    with pytest.raises(ch.MissingTable, match="is not there"):
        ch.check_proof(written, tmp_path)
    content = bytearray(written.read_bytes()[:-32])
    first_database = certificate.FIXED.size + certificate.PART.size
    content[first_database + 8] ^= 1
    (tmp_path / "b.proof").write_bytes(sealed(bytes(content)))
    with pytest.raises(ch.InvalidProof, match="rests on another database"):
        ch.check_proof(tmp_path / "b.proof", three.folder)


def test_a_circle_is_no_win(tmp_path: Path, three: ch.Tablebase) -> None:
    """White always plays the first move that there is, and so walks to and fro."""
    position = ch.Position.from_fen("W:WK12:BK21")
    part = Part(Forced(ch.WHITE, ForcedResult.WIN), b"\x00\xfe" * 1000, 0, frozenset())
    Proof(position, Claim.WIN, (part,)).save(tmp_path / "c.proof")
    with pytest.raises(ch.InvalidProof, match="round in a circle"):
        ch.check_proof(tmp_path / "c.proof", three.folder)


def test_codes_that_were_changed_and_sealed_again_are_refused(
    written: Path, three: ch.Tablebase, tmp_path: Path
) -> None:
    """A move of the winner that is changed may win as well; a leaf or an answer that is changed never holds."""
    data = written.read_bytes()
    with written.open("rb") as file:
        header = certificate.read_header(file)
        start = file.tell()
    codes = zlib.decompress(data[start:-32])
    chance, path = random.Random(1), tmp_path / "d.proof"
    for at in chance.sample(range(len(codes)), min(len(codes), 60)):
        if codes[at] < certificate.EVERY_MOVE:
            continue
        changed = bytearray(codes)
        changed[at] = certificate.EVERY_MOVE if codes[at] == certificate.LEAF else 0
        stream = zlib.compress(bytes(changed))
        part = header.parts[0]._replace(length=len(stream))
        path.write_bytes(certificate.content(header._replace(parts=(part,)), [stream]))
        with pytest.raises(ch.InvalidProof):
            ch.check_proof(path, three.folder)


def test_a_header_that_promises_too_much(written: Path, three: ch.Tablebase, tmp_path: Path) -> None:
    """Memory is taken for what is read, not for what is promised."""
    content, path = written.read_bytes()[:-32], tmp_path / "e.proof"
    counts = certificate.FIXED.size + 8
    huge = (10**12).to_bytes(8, "little")
    path.write_bytes(sealed(content[:counts] + huge + content[counts + 8 :]))
    with pytest.raises(ch.InvalidProof, match="not as many positions as it says"):
        ch.check_proof(path, three.folder)
    path.write_bytes(sealed(content[: counts + 8] + huge + content[counts + 16 :]))
    with pytest.raises(ch.InvalidProof, match=r"does not end where it should|cut off"):
        ch.check_proof(path, three.folder)
    path.write_bytes(sealed(content[:28] + b"\xff" * 4 + content[32:]))
    with pytest.raises(ch.InvalidProof, match="makes no sense"):
        ch.check_proof(path, three.folder)


def test_codes_without_end_are_not_read_to_the_end(tmp_path: Path, three: ch.Tablebase) -> None:
    """A hundred million codes in a hundred kilobytes: reading stops at the first that is too much."""
    position = ch.Position.from_fen("W:WK12:BK21")
    endless = zlib.compress(bytes(100_000_000), 9)
    header = certificate.Header(
        Claim.NOT_LOSS,
        True,
        position.black_bits,
        position.white_bits,
        position.king_bits,
        (certificate.PartHeader(Forced(ch.WHITE, ForcedResult.NO_LOSS), 100_000_000, len(endless)),),
        (),
    )
    path = tmp_path / "f.proof"
    path.write_bytes(certificate.content(header, [endless]))
    tracemalloc.start()
    with pytest.raises(ch.InvalidProof):
        ch.check_proof(path, three.folder)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 10_000_000


def test_the_end_of_the_game_behind_jumps_is_certified(three: ch.Tablebase, tmp_path: Path) -> None:
    """All of Black's pieces are taken by one jump, with more on the board than the databases have."""
    position = ch.Position.from_fen("W:W31,32,K30,29:B26,18,10")
    proof = ch.prove(position, "win", ch.Limit(nodes=1000), tablebase=three, table_mb=1)
    assert proof is not None
    proof.save(tmp_path / "g.proof")
    assert ch.check_proof(tmp_path / "g.proof", three.folder).plies == 1
