"""Files whose checksums are right and whose content is not: whatever they say, nothing but values and clear errors."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from seals import sealed

import crownhead as ch
from crownhead import CorruptTable, MissingTable, Position, _core
from crownhead.tablebase import Slice, Tablebase
from crownhead.tablebase.build import Plan
from crownhead.tablebase.verify import verify

KINGS = Slice(0, 1, 0, 2)


def use(folder: Path) -> None:
    """In every way that there is."""
    tablebase = Tablebase.open(folder)
    for index in range(0, KINGS.positions, 97):
        position = _core.slice_position(KINGS, index)
        value = tablebase.get(position)
        assert value is None or value.plies is None or 0 <= value.plies <= 509
        tablebase.core.winning_move(position, 70, 50)
        tablebase.get(_core.slice_position(KINGS.flipped, index))
    try:
        list(verify(tablebase, sample=500))
        for table in (folder / "0102.dtw", folder / "0102.wld"):
            told = _core.table_statistics(str(table), KINGS, table.suffix == ".dtw")
            if told.longest_loss is not None:
                _core.slice_position(KINGS, told.longest_loss.number)
    except (CorruptTable, MissingTable, ValueError):
        pass
    with ch.Engine(hash_mb=1, tablebase=tablebase) as engine:
        for fen in ("B:WK10:BK3,K4", "B:WK10,K30:BK3", "W:WK10,K30:BK3"):
            position = Position.from_fen(fen)
            assert engine.play(position, ch.Limit(depth=3)).move in position.legal_moves()


def test_sealing_is_what_the_core_does(three_folder: Path) -> None:
    for name in ("0102.dtw", "1101.wld", "1101.dtw"):
        data = (three_folder / name).read_bytes()
        assert sealed(bytearray(data)) == data


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(["0102.dtw", "0102.wld", "0201.dtw", "0101.dtw"]),
    changes=st.lists(st.tuples(st.integers(0, 2**20), st.integers(0, 255)), min_size=1, max_size=12),
    early=st.booleans(),
)
def test_any_bytes_changed(
    three_folder: Path, name: str, changes: list[tuple[int, int]], early: bool
) -> None:
    """Many of them in the header and the chances, which decide what the rest means."""
    path = three_folder / name
    whole = path.read_bytes()
    damaged = bytearray(whole)
    for at, byte in changes:
        damaged[12 + at % (200 if early else len(whole) - 12)] = byte
    path.write_bytes(sealed(damaged))
    try:
        use(three_folder)
    finally:
        path.write_bytes(whole)


def test_chances_that_make_every_distance_long(three_folder: Path) -> None:
    """Each question is answered "yes" as often as it can be: the longest distance has no place in a file."""
    path = three_folder / "0102.dtw"
    data = bytearray(path.read_bytes())
    (length,) = struct.unpack_from("<I", data, 80)
    chances = bytes([1]) * 8192
    (old,) = struct.unpack_from("<Q", data, 88)
    rest = data[128 + length :]
    data = data[:128] + chances + rest
    struct.pack_into("<I", data, 80, len(chances))
    (plies,) = struct.unpack_from("<I", data, 84)
    for g in range(old):
        at = 128 + len(chances) + 8 * plies + 16 * g
        (begin,) = struct.unpack_from("<Q", data, at)
        struct.pack_into("<Q", data, at, begin + len(chances) - length)
    path.write_bytes(sealed(data))
    use(three_folder)


@pytest.mark.parametrize(
    ("form", "at", "number"),
    [
        ("<Q", 32, 1),  # wins: with losses and draws they are not all positions any more
        ("<i", 56, 510),  # the longest win takes 509 plies at most
        ("<i", 60, 510),
        ("<Q", 64, KINGS.positions),  # the last position has one less
        ("<Q", 72, KINGS.positions),
    ],
)
def test_statistics_that_cannot_be(three_folder: Path, form: str, at: int, number: int) -> None:
    path = three_folder / "0102.dtw"
    data = bytearray(path.read_bytes())
    struct.pack_into(form, data, at, number)
    path.write_bytes(sealed(data))
    with pytest.raises(CorruptTable, match=r"0102\.dtw: its statistics do not fit its pieces"):
        Tablebase.open(three_folder).probe(Position.from_fen("B:WK10,K30:BK3"))


def test_the_engine_moves_though_every_successor_is_damaged(three_folder: Path) -> None:
    """The verdict says that the position is won, and no move is known to keep the win."""
    for path in three_folder.glob("*.dtw"):
        path.unlink()
    data = bytearray((three_folder / "0102.wld").read_bytes())
    data[-1] ^= 255
    (three_folder / "0102.wld").write_bytes(data)
    position = Position.from_fen("B:WK10:BK3,K4")
    tablebase = Tablebase.open(three_folder)
    assert tablebase.probe(position).result == "win"
    with ch.Engine(hash_mb=1, tablebase=tablebase) as engine:
        assert engine.play(position, ch.Limit(depth=4)).move in position.legal_moves()


def test_a_build_notices_damage_anywhere_in_a_file(three_folder: Path) -> None:
    path = three_folder / "0102.wld"
    whole = path.read_bytes()
    assert Plan(three_folder, pieces=3, dtw=3).steps == []
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 255]))
    for _ in Plan(three_folder, pieces=3, dtw=3).run():
        pass
    assert path.read_bytes() == whole


@pytest.mark.parametrize("kind", ["dtw", "wld"])
def test_verifying_names_the_table_that_is_missing(three_folder: Path, kind: str) -> None:
    """And accuses none that is sound."""
    if kind == "wld":
        (three_folder / "1001.dtw").unlink()
    (three_folder / f"1001.{kind}").unlink()
    with pytest.raises(MissingTable, match=rf"1001\.{'dtw' if kind == 'dtw' else '...'} is not there, and"):
        list(verify(Tablebase.open(three_folder)))


def test_an_error_that_passes_is_not_damage(three_folder: Path, tmp_path: Path) -> None:
    """As when too many files are open: here a table is away for a moment."""
    tablebase = Tablebase.open(three_folder)
    position = Position.from_fen("B:WK10,K30:BK3")
    path, aside = three_folder / "0102.dtw", three_folder / "aside"
    shutil.move(path, aside)
    with pytest.raises(CorruptTable, match="cannot be read"):
        tablebase.probe(position)
    shutil.move(aside, path)
    assert tablebase.probe(position) is not None
