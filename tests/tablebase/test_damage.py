"""Damaged, exchanged and foreign files are found and named, and never give a wrong value."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from crownhead import CorruptTable, MissingTable, Position, TooManyPieces, _core
from crownhead.tablebase import Slice, Tablebase, Value

KINGS = Slice(0, 1, 0, 2)
POSITION = "B:WK10,K30:BK3"


def values(tablebase: Tablebase) -> list[Value | None]:
    """Of every position of one slice, None where the table is found to be damaged."""

    def value(index: int) -> Value | None:
        try:
            return tablebase.probe(_core.slice_position(KINGS, index))
        except CorruptTable as error:
            assert "0102.dtw" in str(error)
            return None

    return [value(index) for index in range(KINGS.positions)]


@pytest.fixture
def victim(three_folder: Path) -> Path:
    return three_folder / "0102.dtw"


def reason(folder: Path) -> str:
    with pytest.raises(CorruptTable) as caught:
        Tablebase.open(folder).probe(Position.from_fen(POSITION))
    assert caught.value.path == folder / "0102.dtw"
    assert Tablebase.open(folder).get(Position.from_fen(POSITION)) is None
    return str(caught.value)


def test_flipped_bits(three_folder: Path, victim: Path) -> None:
    whole = victim.read_bytes()
    right = values(Tablebase.open(three_folder))
    assert None not in right
    lots = random.Random(3)
    for place in [0, 8, 12, 13, 24, 90, 112, 120, 128, 200, *(lots.randrange(len(whole)) for _ in range(6))]:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << lots.randrange(8)
        victim.write_bytes(damaged)
        found = values(Tablebase.open(three_folder))
        assert None in found
        assert all(a is None or a == b for a, b in zip(found, right, strict=True))


@pytest.mark.parametrize("length", [1, 127, 128, 1000, -1])
def test_truncated(three_folder: Path, victim: Path, length: int) -> None:
    victim.write_bytes(victim.read_bytes()[:length])
    assert "0102.dtw: it " in reason(three_folder)


def test_too_long(three_folder: Path, victim: Path) -> None:
    victim.write_bytes(victim.read_bytes() + b"x")
    assert "bytes and should have" in reason(three_folder)


def test_empty(three_folder: Path, victim: Path) -> None:
    victim.write_bytes(b"")
    assert "it is empty" in reason(three_folder)


def test_foreign(three_folder: Path, victim: Path) -> None:
    victim.write_bytes(b'[Event "a game"]\n' * 40)
    assert "no table of crownhead" in reason(three_folder)


@pytest.mark.parametrize("other", ["0201.dtw", "0102.wld"])
def test_swapped(three_folder: Path, victim: Path, other: str) -> None:
    victim.write_bytes((three_folder / other).read_bytes())
    assert f"other kind ({other})" in reason(three_folder)


def test_of_another_version(three_folder: Path, victim: Path) -> None:
    damaged = bytearray(victim.read_bytes())
    damaged[8] = 9
    victim.write_bytes(damaged)
    assert "version 9" in reason(three_folder)


def test_a_directory_in_its_place(three_folder: Path, victim: Path) -> None:
    victim.unlink()
    victim.mkdir()
    assert "it cannot be read" in reason(three_folder)


def test_missing_is_not_damaged(three_folder: Path) -> None:
    for kind in ("dtw", "wld"):
        (three_folder / f"0102.{kind}").unlink()
    tablebase = Tablebase.open(three_folder)
    assert tablebase.most_pieces == 2
    with pytest.raises(MissingTable, match="king v 2 kings is not in"):
        tablebase.probe(Position.from_fen(POSITION))
    assert tablebase.get(Position.from_fen(POSITION)) is None
    assert tablebase.probe(Position.from_fen("B:WK10:BK3,K4")).result == "win"


def test_more_pieces_than_there_are(four: Tablebase) -> None:
    with pytest.raises(TooManyPieces, match=r"24 pieces and the database in .* has 4 at most"):
        four.probe(Position.start())
    assert four.get(Position.start()) is None


def test_an_empty_directory_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(MissingTable, match="no endgame table"):
        Tablebase.open(tmp_path)
    with pytest.raises(MissingTable):
        Tablebase.open(tmp_path / "nowhere")


def test_a_jump_into_a_damaged_table(three_folder: Path) -> None:
    """One jump loses and the other draws: without the second there is no value, not even a loss."""
    for name in ("1001.dtw", "1001.wld"):
        (three_folder / name).write_bytes(b"")
    tablebase = Tablebase.open(three_folder)
    with pytest.raises(CorruptTable, match="1001"):
        tablebase.probe(Position.from_fen("B:W15,K14:BK18"))
