"""crownhead pdn, openings and show on files of games, as a person uses them."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import crownhead as ch
from crownhead.terminal.main import run

GAMES = """\
[Event "First match"]
[Date "1855.03.01"]
[Black "Wyllie, J."]
[White "Anderson, A."]
[Result "1-0"]
1. 10-14 22x18 2. 12-16 24-20 1-0

[Event "Second <match>"]
[Date "1861"]
[Black "Anderson, A."]
[White "M\xfcller"]
1. 12-16 22-18 {a "good" move & sound} 2. 10-14 (2. 16-20 {else}) 25-22 0-1
"""


@pytest.fixture(autouse=True)
def data_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    path.write_text(GAMES, encoding="utf-8")
    return path


def crownhead(capsys: pytest.CaptureFixture[str], *args: object, code: int = 0) -> str:
    assert run([str(arg) for arg in args]) == code
    captured = capsys.readouterr()
    return captured.err if code == 2 else captured.out


def refusal(*args: object) -> str:
    """In a process of its own: after an error of a file the output is given up."""
    command = [sys.executable, "-m", "crownhead", *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


class TestCheck:
    def test_a_good_file(self, capsys: pytest.CaptureFixture[str], file: Path) -> None:
        assert (
            crownhead(capsys, "pdn", "check", file) == f"{file}: 2 games, 8 moves, 0 reported, 3 forgiven\n"
        )

    def test_strictly(self, capsys: pytest.CaptureFixture[str], file: Path) -> None:
        lines = crownhead(capsys, "pdn", "check", "--strict", file, code=1).splitlines()
        assert lines[0] == f"{file}:6:10: forgiven: 22x18 should be written 22-18"
        assert [line.split(": ")[0] for line in lines[:3]] == [
            f"{file}:{p}" for p in ("6:10", "6:31", "12:73")
        ]
        assert lines[3] == f"{file}: 2 games, 8 moves, 3 reported"

    def test_damage(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        path = tmp_path / "bad.pdn"
        path.write_text("1. 11-15 23-24 \x1b[31m *", encoding="utf-8")
        text = crownhead(capsys, "pdn", "check", path, code=1)
        assert f"{path}:1:10: damage: 23-24 is not legal" in text
        assert "\x1b" not in text
        assert crownhead(capsys, "pdn", "check", "-q", path, code=1).count("\n") == 1

    def test_a_binary_file_is_reported_and_the_others_are_read(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, file: Path
    ) -> None:
        (tmp_path / "binary.pdn").write_bytes(b"\0" * 100)
        text = crownhead(capsys, "pdn", "check", tmp_path, code=1)
        assert "not a text" in text
        assert f"{file}: 2 games" in text

    def test_nothing_to_check(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        assert "ends in .pdn" in crownhead(capsys, "pdn", "check", tmp_path, code=2)
        assert "does not exist" in crownhead(capsys, "pdn", "check", tmp_path / "none.pdn", code=2)


class TestStats:
    def test_numbers(self, capsys: pytest.CaptureFixture[str], file: Path) -> None:
        text = crownhead(capsys, "pdn", "stats", file)
        assert text.startswith(
            "2 games, 8 moves\nmedian length 4 moves of both sides, longest 4\nyears 1855 to 1861\n"
        )
        assert re.search(r"2  100\.0%  White Doctor \(10-14 22-18 12-16\)", text)
        assert re.search(r"1   50\.0%  Black won", text)
        assert re.search(r"2  100\.0%  Anderson, A\.", text)

    def test_json(self, capsys: pytest.CaptureFixture[str], file: Path) -> None:
        numbers = json.loads(crownhead(capsys, "pdn", "stats", "--json", file))
        assert numbers["results"] == {"1-0": 1, "0-1": 1}
        assert numbers["players"]["Müller"] == 1
        assert numbers["lengths"] == {"4": 2}

    def test_no_games(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        path = tmp_path / "empty.pdn"
        path.write_text("", encoding="utf-8")
        assert crownhead(capsys, "pdn", "stats", path).startswith("0 games, 0 moves")


class TestConvert:
    def test_to_a_file(self, capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path) -> None:
        output = tmp_path / "new.pdn"
        crownhead(capsys, "pdn", "convert", file, "-o", output)
        assert list(ch.pdn.games(output, strict=True)) == list(ch.pdn.games(file))

    def test_in_place(self, capsys: pytest.CaptureFixture[str], file: Path) -> None:
        before = list(ch.pdn.games(file))
        crownhead(capsys, "pdn", "convert", file, "-o", file)
        assert list(ch.pdn.games(file, strict=True)) == before

    def test_to_the_output_with_results(self, capsys: pytest.CaptureFixture[str], file: Path) -> None:
        text = crownhead(capsys, "pdn", "convert", file, "--result-at-end")
        assert re.search(r"24-20 1-0\n\n\[Event", text)
        assert text.endswith(" 2... 25-22\n0-1\n")

    def test_roster(self, capsys: pytest.CaptureFixture[str], file: Path) -> None:
        text = crownhead(capsys, "pdn", "convert", file, "--roster")
        assert text.count('[GameType "21"]') == 2
        assert text.count('[Site "?"]') == 2

    def test_a_failure_leaves_the_old_file(
        self, capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path
    ) -> None:
        cut = tmp_path / "cut.pdn.gz"
        cut.write_bytes(gzip.compress(GAMES.encode() * 100)[:-30])
        output = tmp_path / "out.pdn"
        output.write_text("old", encoding="utf-8")
        assert "damaged" in crownhead(capsys, "pdn", "convert", cut, "-o", output, code=2)
        assert output.read_text(encoding="utf-8") == "old"
        assert not list(tmp_path.glob(".*"))

    def test_no_directory(self, file: Path, tmp_path: Path) -> None:
        assert "there is no directory" in refusal("pdn", "convert", file, "-o", tmp_path / "no" / "x.pdn")


class TestMergeAndSplit:
    def test_split_by_number_and_merge(
        self, capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path
    ) -> None:
        parts = tmp_path / "parts"
        crownhead(capsys, "pdn", "split", file, "--games", 1, "-d", parts)
        assert sorted(path.name for path in parts.iterdir()) == ["games-0001.pdn", "games-0002.pdn"]
        merged = tmp_path / "merged.pdn"
        crownhead(capsys, "pdn", "merge", parts, "-o", merged)
        assert list(ch.pdn.games(merged)) == list(ch.pdn.games(file))

    def test_split_by_tag(self, capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path) -> None:
        crownhead(capsys, "pdn", "split", file, "--by", "Event", "-d", tmp_path / "events")
        crownhead(capsys, "pdn", "split", file, "--by", "Year", "-d", tmp_path / "years")
        assert sorted(p.name for p in (tmp_path / "events").iterdir()) == [
            "First_match.pdn",
            "Second_match.pdn",
        ]
        assert sorted(p.name for p in (tmp_path / "years").iterdir()) == ["1855.pdn", "1861.pdn"]
        (game,) = ch.pdn.games(tmp_path / "years" / "1861.pdn", strict=True)
        assert game == list(ch.pdn.games(file))[1]

    def test_unique(self, capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path) -> None:
        output = tmp_path / "all.pdn"
        crownhead(capsys, "pdn", "convert", file, "-o", tmp_path / "copy.pdn")
        crownhead(capsys, "pdn", "merge", "--unique", file, tmp_path / "copy.pdn", "-o", output)
        assert len(list(ch.pdn.games(output))) == 2

    def test_say_how(self, capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path) -> None:
        assert "--games or --by" in crownhead(capsys, "pdn", "split", file, "-d", tmp_path / "x", code=2)
        assert not (tmp_path / "x").exists()


class TestFind:
    def test_a_list(self, capsys: pytest.CaptureFixture[str], file: Path, data_directory: Path) -> None:
        expected = f"{file}:1: Wyllie, J. - Anderson, A., 1-0, 1855.03.01, First match\n"
        for _ in range(2):
            assert crownhead(capsys, "pdn", "find", "--player", "wyllie", file) == expected
        assert (data_directory / "games.index").exists()
        assert crownhead(capsys, "pdn", "find", "--no-index", "--date", "1855", file) == expected

    def test_as_pdn(self, capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path) -> None:
        output = tmp_path / "found.pdn"
        crownhead(capsys, "pdn", "find", "--result", "0-1", "--opening", "doctor", file, "-o", output)
        assert list(ch.pdn.games(output)) == list(ch.pdn.games(file))[1:]
        text = crownhead(capsys, "pdn", "find", "--result", "0-1", file, "-o", "-")
        assert ch.pdn.loads(text) == list(ch.pdn.games(file))[1]

    def test_nothing_found(self, capsys: pytest.CaptureFixture[str], file: Path) -> None:
        assert crownhead(capsys, "pdn", "find", "--player", "tinsley", file, code=1) == ""

    @pytest.mark.parametrize(
        ("option", "value", "word"),
        [
            ("--opening", "nonsense", "no opening"),
            ("--material", "xyz", "no material"),
            ("--position", "W:W99", "99"),
        ],
    )
    def test_bad_wishes(
        self, capsys: pytest.CaptureFixture[str], file: Path, option: str, value: str, word: str
    ) -> None:
        assert word in crownhead(capsys, "pdn", "find", option, value, file, code=2)


class TestPage:
    def test_a_page(self, capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path) -> None:
        output = tmp_path / "game.html"
        crownhead(capsys, "pdn", "page", file, "--game", 2, "--after", 1, "-o", output)
        text = output.read_text(encoding="utf-8")
        assert "<h1>Anderson, A. – Müller</h1>" in text
        assert "a &quot;good&quot; move &amp; sound" in text
        assert "Second &lt;match&gt;" in text
        assert "White Doctor" in text
        assert text.count("<figure>") == 2
        assert "<script" not in text
        assert not re.search(r"(?:src|href)=\"(?!#)", text)
        body = re.sub(r"<!DOCTYPE html>|<meta[^>]*>", "", text)
        ElementTree.fromstring(body)

    def test_no_such_game(self, capsys: pytest.CaptureFixture[str], file: Path) -> None:
        assert "no game 3" in crownhead(capsys, "pdn", "page", file, "--game", 3, code=2)

    def test_a_problem_without_moves_has_its_diagram(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        path = tmp_path / "problem.pdn"
        path.write_text('[Event "Problem"]\n[FEN "W:W18,K22:B10,K3"]\n*\n', encoding="utf-8")
        text = crownhead(capsys, "pdn", "page", path)
        assert text.count("<figure>") == 1
        assert "The beginning, white to move" in text

    def test_very_many_variations(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        path = tmp_path / "deep.pdn"
        path.write_text("11-15 " + "(12-16 " * 3000 + ")" * 3000 + " 23-19 *", encoding="utf-8")
        assert crownhead(capsys, "pdn", "page", path).count("12-16") == 3000


class TestShow:
    @pytest.mark.parametrize(
        ("place", "moves"),
        [("1", 2), ("1.", 1), ("1...", 2), ("2.", 3), ("2", 4), (None, 4)],
    )
    def test_a_move_of_a_game(
        self, capsys: pytest.CaptureFixture[str], file: Path, place: str | None, moves: int
    ) -> None:
        game = next(iter(ch.pdn.games(file)))
        expected = list(game.mainline())[moves - 1].position
        assert expected is not None
        options = [] if place is None else ["--move", place]
        text = crownhead(capsys, "show", file, *options, "--grid")
        assert text.replace(" ", "").replace("\n", "") == str(expected.to_grid()).replace(" ", "")

    def test_an_odd_number_of_moves(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        path = tmp_path / "short.pdn"
        path.write_text("1. 11-15 *", encoding="utf-8")
        assert crownhead(capsys, "show", path, "--move", "1", "--grid")
        assert "ends after move 1." in crownhead(capsys, "show", path, "--move", "1...", code=2)

    @pytest.mark.parametrize("place", ["0", "x", "3", "-1", "1..", "99999999"])
    def test_no_such_move(self, capsys: pytest.CaptureFixture[str], file: Path, place: str) -> None:
        assert "move" in crownhead(capsys, "show", file, "--move", place, code=2)

    def test_what_cannot_be_shown(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        path = tmp_path / "bad.pdn"
        path.write_text("1. 11-15 1-5 *", encoding="utf-8")
        assert "1-5 is not legal" in crownhead(capsys, "show", path, code=2)
        assert crownhead(capsys, "show", path, "--move", "1.", "--grid")
        assert "name a PDN file" in crownhead(capsys, "show", "--move", "3", code=2)
        assert "No such file" in refusal("show", tmp_path / "none.pdn")


class TestOpenings:
    def test_the_list(self, capsys: pytest.CaptureFixture[str]) -> None:
        lines = crownhead(capsys, "openings").splitlines()
        assert len(lines) == 174
        assert lines[67] == " 68  10-14 22-18 12-16   crossboard  White Doctor"

    @pytest.mark.parametrize(
        ("options", "count"),
        [
            (["--use", "barred"], 18),
            (["--use", "mail"], 12),
            (["9-13"], 35 + 2),  # and the Edinburgh, and the Tourist Trap
            (["doctor"], 2),  # White and Black
            (["--use", "crossboard"], 144),
        ],
    )
    def test_a_choice(self, capsys: pytest.CaptureFixture[str], options: list[str], count: int) -> None:
        assert len(crownhead(capsys, "openings", *options).splitlines()) == count

    def test_lots(self, capsys: pytest.CaptureFixture[str]) -> None:
        first = crownhead(capsys, "openings", "--draw", 5, "--seed", 1, "--fen")
        assert first == crownhead(capsys, "openings", "--draw", 5, "--seed", 1, "--fen")
        assert len(first.splitlines()) == 5
        for line in first.splitlines():
            moves, fen = line.split("\t")
            board = ch.Board()
            for move in moves.split():
                board.push(move)
            assert board.fen == fen
        assert "without" in crownhead(capsys, "openings", "--draw", 1, "--kind", "11-man")
        assert len(crownhead(capsys, "openings", "--draw", 1, "--kind", "2-move").split()) == 2

    def test_bad_wishes(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "no opening" in crownhead(capsys, "openings", "nonsense", code=2)
        assert "all that are in use" in crownhead(capsys, "openings", "doctor", "--draw", 1, code=2)
