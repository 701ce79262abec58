"""Searching collections: with and without the index, against going through whole trees by hand."""

from __future__ import annotations

import gzip
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from samples import each, present

import crownhead as ch
from crownhead.record.collection import index as index_module
from crownhead.record.collection.index import Index
from crownhead.record.collection.query import Query, date_fits, openings_named
from crownhead.record.collection.scan import search
from crownhead.rules.material import Material

GAMES = """\
[Event "First match"]
[Date "1855.03.01"]
[Black "Wyllie, J."]
[White "Anderson, A."]
[Result "1-0"]
1. 10-14 22-18 2. 12-16 24-20 *

[Event "Second match"]
[Date "1861-??-??"]
[Black "ANDERSON, A."]
[White "Müller"]
1. 12-16 22-18 2. 10-14 (2. 16-20) 25-22 0-1

[Event "Problem"]
[FEN "W:W18,K21:B10,K3"]
1. 18-14 10x17 2. 21x14 *

[Event "Foreign"]
[GameType "20"]
1. 32-28 *
"""
DOCTOR = "W:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,11,14,16"


@pytest.fixture
def collection(tmp_path: Path) -> list[Path]:
    plain, packed, marked = tmp_path / "plain.pdn", tmp_path / "packed.pdn.gz", tmp_path / "marked.pdn"
    plain.write_text(GAMES, encoding="utf-8")
    packed.write_bytes(gzip.compress(GAMES.encode("latin-1")))
    marked.write_bytes(GAMES.encode("utf-16"))
    return [plain, packed, marked]


def events(found: object) -> list[str]:
    return [each.game().headers["Event"] for each in found]  # type: ignore[attr-defined]


DOCTOR_REVERSED = "B:W17,19,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"
START = "B:W21-32:B1-12"

QUERIES: list[tuple[dict[str, Any], list[str]]] = [
    ({}, ["First match", "Second match", "Problem", "Foreign"]),
    ({"player": "anderson"}, ["First match", "Second match"]),
    ({"black": "anderson"}, ["Second match"]),
    ({"white": "MÜLLER"}, ["Second match"]),
    ({"event": "match", "date": "1855"}, ["First match"]),
    ({"date": "1850..1860"}, ["First match"]),
    ({"date": "..1861"}, ["First match", "Second match"]),
    ({"date": "1856.."}, ["Second match"]),
    ({"result": "1-0"}, ["First match"]),
    ({"result": "0-1"}, ["Second match"]),
    ({"result": "*"}, ["Problem", "Foreign"]),
    ({"opening": "White Doctor"}, ["First match", "Second match"]),
    ({"opening": "10-14 22-18", "player": "wyllie"}, ["First match"]),
    ({"position": DOCTOR}, ["First match", "Second match"]),
    ({"position": DOCTOR, "result": "0-1"}, ["Second match"]),
    ({"position": DOCTOR_REVERSED}, []),
    ({"position": DOCTOR_REVERSED, "reversed": True}, ["First match", "Second match"]),
    ({"position": START}, ["First match", "Second match"]),
    ({"material": Material.parse("B-W")}, ["Problem"]),
    ({"material": Material.parse("bB-W")}, ["Problem"]),
    ({"material": Material.parse("B-wW")}, []),
    ({"material": Material.parse("B-wW"), "reversed": True}, ["Problem"]),
    ({"site": "nowhere"}, []),
]


@pytest.mark.parametrize(("wanted", "expected"), QUERIES)
def test_with_and_without_index(
    collection: list[Path], tmp_path: Path, wanted: dict[str, Any], expected: list[str]
) -> None:
    if "position" in wanted:
        wanted = {**wanted, "position": ch.Position.from_fen(wanted["position"])}
    query = Query(**wanted)
    for path in collection:
        assert events(search([path], query)) == expected
    with Index(tmp_path / "index") as index:
        index.update(collection)
        assert events(index.find(query, collection)) == expected * 3
        assert events(index.find(query, collection[1:2])) == expected
        assert events(index.find(query)) == expected * 3
        games = [each.game() for each in index.find(query, collection)]
    assert games == [each.game() for each in search(collection, query)]


def test_variations_only_if_wanted(collection: list[Path], tmp_path: Path) -> None:
    board = ch.Board()
    for move in ("12-16", "22-18", "16-20"):
        board.push(move)
    for wanted, expected in ((False, []), (True, ["Second match"])):
        query = Query(position=board.position, variations=wanted)
        assert events(search(collection[:1], query)) == expected
        with Index(tmp_path / "index") as index:
            index.update(collection[:1])
            assert events(index.find(query)) == expected


@each("path", present("pdn/games.pdn", "pdn/inferno.pdn"))
def test_real_games_are_found_by_every_position_they_have(path: Path, tmp_path: Path) -> None:
    games = list(ch.pdn.games(path))
    with Index(tmp_path / "index") as index:
        index.update([path])
        for game in games[:: len(games) // 7 + 1]:
            for node in list(game.mainline())[::11]:
                expected = [g for g in games if any(n.position == node.position for n in g.mainline())]
                query = Query(position=node.position)
                assert [each.game() for each in index.find(query)] == expected
                assert game in expected


class TestIndex:
    def test_changed_files_are_noticed(self, collection: list[Path], tmp_path: Path) -> None:
        path = collection[0]
        with Index(tmp_path / "index") as index:
            index.update([path])
            assert index.outdated([path]) == []
            path.write_text(GAMES.replace("Wyllie", "Martins"), encoding="utf-8")
            assert index.outdated([path]) == [path]
            index.update([path])
            assert events(index.find(Query(player="wyllie"))) == []
            assert events(index.find(Query(player="martins"))) == ["First match"]
            assert len(list(index.find(Query()))) == 4

    def test_a_change_that_keeps_size_and_time_of_the_text_is_noticed(
        self, collection: list[Path], tmp_path: Path
    ) -> None:
        path = collection[0]
        with Index(tmp_path / "index") as index:
            index.update([path])
            before = path.stat()
            path.write_text(GAMES.replace("Wyllie", "Willye"), encoding="utf-8")
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
            assert index.outdated([path]) == [path]

    def test_only_what_changed_is_read_again(self, collection: list[Path], tmp_path: Path) -> None:
        read: list[int] = []
        with Index(tmp_path / "index") as index:
            index.update(collection, read.append)
            first = len(read)
            index.update(collection, read.append)
            assert len(read) == first > 0

    def test_an_interruption_leaves_the_index_as_it_was(self, collection: list[Path], tmp_path: Path) -> None:
        def interrupt(characters: int) -> None:
            raise KeyboardInterrupt

        with Index(tmp_path / "index") as index:
            index.update(collection[:1])
            with pytest.raises(KeyboardInterrupt):
                index.update(collection[1:], interrupt)
        with Index(tmp_path / "index") as index:
            assert index.outdated(collection) == collection[1:]
            assert len(list(index.find(Query()))) == 4

    @pytest.mark.parametrize(
        "content", [b"no database at all, but a text" * 100, b"\0" * 5000, b"1. 11-15 *\n"]
    )
    def test_a_file_that_is_no_index_is_refused_and_left_alone(self, tmp_path: Path, content: bytes) -> None:
        place = tmp_path / "mine.pdn"
        place.write_bytes(content)
        with pytest.raises(ch.PDNError, match=r"mine\.pdn is not an index of games"):
            Index(place)
        assert place.read_bytes() == content
        assert list(tmp_path.iterdir()) == [place]

    @pytest.mark.parametrize("application", [0, 77])
    def test_another_programs_database_is_refused_and_left_alone(
        self, tmp_path: Path, application: int
    ) -> None:
        place = tmp_path / "other"
        with closing(sqlite3.connect(place)) as database:
            database.executescript(
                f"PRAGMA application_id = {application}; CREATE TABLE letters (words TEXT);"
            )
        content = place.read_bytes()
        with pytest.raises(ch.PDNError, match="other is not an index of games"):
            Index(place)
        assert place.read_bytes() == content

    def test_another_version_is_begun_anew(self, collection: list[Path], tmp_path: Path) -> None:
        place = tmp_path / "index"
        with Index(place) as index:
            index.update(collection)
        with closing(sqlite3.connect(place)) as database:
            database.execute("PRAGMA user_version = 99")
            database.commit()
        with Index(place) as index:
            assert index.outdated(collection) == collection
            index.update(collection[:1])
            assert len(list(index.find(Query()))) == 4

    def test_many_may_open_a_new_index_at_once(self, collection: list[Path], tmp_path: Path) -> None:
        def opened(_: int) -> list[Path]:
            with Index(tmp_path / "index") as index:
                return index.outdated(collection)

        with ThreadPoolExecutor(8) as threads:
            assert list(threads.map(opened, range(32))) == [collection] * 32

    def test_one_who_comes_second_to_a_new_index_leaves_what_the_first_put_there(
        self, collection: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The second has seen an empty file, and gets its turn when the first has made and filled the index."""
        place = tmp_path / "index"
        asked = index_module._is_current
        answers = iter([False])

        def seen_before(database: sqlite3.Connection) -> bool:
            return next(answers, None) is not False and asked(database)

        with Index(place) as first:
            first.update(collection)
        monkeypatch.setattr(index_module, "_is_current", seen_before)
        with Index(place) as second:
            assert second.outdated(collection) == []

    def test_damage_within_is_named(self, collection: list[Path], tmp_path: Path) -> None:
        place = tmp_path / "index"
        with Index(place) as index:
            index.update(collection)
        data = bytearray(place.read_bytes())
        data[4096:] = b"\xa5" * (len(data) - 4096)
        place.write_bytes(data)
        with Index(place) as index, pytest.raises(ch.PDNError, match="index is damaged"):
            list(index.find(Query(player="wyllie")))

    def test_it_lies_in_the_data_directory(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path / "data"))
        with Index() as index:
            assert index.path == tmp_path / "data" / "games.index"


class TestWords:
    @pytest.mark.parametrize(
        ("wanted", "date", "fits"),
        [
            ("1855", "1855.03.01", True),
            ("1855.03", "1855-03-01", True),
            ("1855.04", "1855.03.01", False),
            ("1850..1855", "1855.12.31", True),
            ("1850..1855.06", "1855.12.31", False),
            ("1850..1855", "????.??.??", False),
            ("1850..", "1849", False),
        ],
    )
    def test_dates(self, wanted: str, date: str, fits: bool) -> None:
        assert date_fits(wanted, date) == fits

    def test_openings(self) -> None:
        assert openings_named("68") == {68}
        assert openings_named("doctor") == {68}
        assert len(openings_named("9-13")) == 35
        for nonsense in ("", "0", "175", "no such name", "9-12"):
            with pytest.raises(ValueError, match="no opening"):
                openings_named(nonsense)

    def test_material(self) -> None:
        assert Material.parse("bbB-wW") == Material(2, 1, 1, 1)
        assert Material.parse("WwBbb") == Material.parse("bbB-wW")
        assert Material(2, 1, 3, 0).flipped == Material(3, 0, 2, 1)
        for nonsense in ("", "x", "bbq", "b" * 13):
            with pytest.raises(ValueError, match=r"material|more than"):
                Material.parse(nonsense)
