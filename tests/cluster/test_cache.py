"""Files by their hashes, without a network: one process plays client and worker."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from crownhead.cluster import cache
from crownhead.cluster.cache import Delivery, Shared, Stock, receive
from crownhead.errors import MissingFiles


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of the client, with two files; the cache is empty."""
    monkeypatch.setenv(cache.PLACE, str(tmp_path / "cache"))
    folder = tmp_path / "client"
    (folder / "inner").mkdir(parents=True)
    (folder / "one").write_bytes(b"1")
    (folder / "inner" / "two").write_bytes(b"22")
    return folder


def opened(shared: Shared, stock: Stock) -> Path:
    """As a worker opens it; what it lacks is sent."""
    while True:
        try:
            return Path(pickle.loads(pickle.dumps(shared)))
        except MissingFiles as missing:
            for digest in missing.digests:
                for delivery in stock.deliveries(digest):
                    receive(delivery)


def moved(folder: Path, stock: Stock) -> None:
    """To where the worker does not see it."""
    there = folder.with_name("elsewhere")
    folder.rename(there)
    stock._files = {digest: there / p.relative_to(folder) for digest, p in stock._files.items()}


def test_the_client_itself_reads_its_own_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(cache.PLACE)
    assert opened(Stock().share(folder), Stock()) == folder


def test_a_shared_disk_is_used_as_it_is(folder: Path, tmp_path: Path) -> None:
    stock = Stock()
    assert opened(stock.share(folder), stock) == folder
    assert len(list((tmp_path / "cache" / "files").iterdir())) == 1, "the manifest"


def test_a_file_that_differs_on_the_worker_is_not_taken(folder: Path) -> None:
    stock = Stock()
    shared = stock.share(folder / "one")
    moved(folder, stock)
    folder.mkdir()
    (folder / "one").write_bytes(b"another")
    found = opened(shared, stock)
    assert (found.name, found.read_bytes()) == ("one", b"1")


def test_long_files_come_in_pieces(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "CHUNK", 1000)
    content = bytes(range(256)) * 40
    (folder / "one").write_bytes(content)
    stock = Stock()
    shared = stock.share(folder)
    moved(folder, stock)
    assert (opened(shared, stock) / "one").read_bytes() == content


def test_damage_is_noticed_in_files_and_in_what_shows_them(folder: Path, tmp_path: Path) -> None:
    stock = Stock()
    shared = stock.share(folder)
    moved(folder, stock)
    found = opened(shared, stock)
    (found / "inner" / "two").write_bytes(b"xx")  # the same file as in the cache
    cache._compared.clear()  # another process has to look for itself
    again = opened(shared, stock)
    assert (again / "inner" / "two").read_bytes() == b"22"
    assert (again / "one").read_bytes() == b"1"


def test_what_arrives_damaged_is_thrown_away(folder: Path, tmp_path: Path) -> None:
    stock = Stock()
    stock.share(folder)
    (digest,) = (d for d, p in stock._files.items() if p.name == "one")
    with pytest.raises(OSError, match="did not arrive whole"):
        receive(Delivery(digest, "x", b"2", is_last=True))
    assert list((tmp_path / "cache" / "files").iterdir()) == []


def test_only_the_files_that_were_named_are_sent(folder: Path) -> None:
    stock = Stock()
    shared = stock.share(folder, ["inner/two"])
    moved(folder, stock)
    found = opened(shared, stock)
    assert [p.relative_to(found).as_posix() for p in found.rglob("*") if p.is_file()] == ["inner/two"]


def test_a_changed_file_has_another_name(folder: Path) -> None:
    stock = Stock()
    before = stock.share(folder)
    (folder / "one").write_bytes(b"1 and more")
    assert stock.share(folder).manifest != before.manifest
