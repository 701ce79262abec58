"""crownhead games: the library from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from crownhead import files
from crownhead.terminal.main import cli

CUP = "\n\n".join(
    f'[Event "Cup"]\n[Date "1990.05.01"]\n[Black "{black}"]\n[White "{white}"]\n[Result "{result}"]\n\n'
    f"1. 11-15 23-19 2. 8-11 22-17 {result}"
    for black, white, result in [("Tinsley", "Hunt", "1-0"), ("Hunt", "Tinsley", "1/2-1/2")]
)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path / "data"))
    (tmp_path / "cup.pdn").write_text(CUP)
    return tmp_path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["games", *map(str, arguments)])


def test_what_was_brought_in_is_found(data: Path) -> None:
    assert run("import", data / "cup.pdn").stdout == "cup.pdn: 2 games brought in\n"
    assert "0 games brought in, 2 were there already" in run("import", data / "cup.pdn").stdout
    found = run("find", "--player", "tinsley", "--result", "1-0", "--date", "1990")
    assert (found.exit_code, found.stdout.count("\n")) == (0, 1)
    assert "Tinsley - Hunt, 1-0" in found.stdout
    assert run("find", "nobody").exit_code == 1
    assert run("find", "--material", "queen").exit_code == 2


def test_what_is_no_pdn_is_refused_and_leaves_nothing() -> None:
    refused = run("import", files.__file__)
    assert refused.exit_code == 1
    assert "there is no game of American checkers in it" in refused.stderr
    assert run("find").exit_code == 1


@pytest.mark.parametrize(
    "text",
    [
        "[str, Any], *",
        "[0-9]*",
        "[start : start + size] *",
        '[f"{name} is late"], *',
        "[12, 16]\n\n# -- clocks --------\n",
        "[the rules](rules.md)\n",
    ],
)
def test_brackets_of_programs_and_prose_are_no_game(data: Path, text: str) -> None:
    (data / "other.txt").write_text(text)
    refused = run("import", data / "other.txt")
    assert refused.exit_code == 1
    assert "it is no PDN: it has no tags and no moves of a game" in refused.stderr


@pytest.mark.parametrize(
    "text",
    [
        '[FEN "W:W18:B10"]\n*',
        "[FEN W:W18:B10]",
        "1. 11-15 23-19 *",
        "11-15 23-19",
        "[Event Cup]\n1. 11-15 23-19 and so on *",
        '[Black "Ann"]\n[White "Bob"]\n[Result "1-0"]\n1-0',
        '[black"Ann"] *',
    ],
)
def test_a_game_needs_moves_or_a_position_or_tags(data: Path, text: str) -> None:
    (data / "one.pdn").write_text(text)
    assert run("import", data / "one.pdn").stdout == "one.pdn: 1 games brought in\n"


def test_a_player_s_results(data: Path) -> None:
    run("import", "--match", data / "cup.pdn")
    lines = run("player", "tinsley").stdout.splitlines()
    assert [line.split()[-5:] for line in lines[1:3]] == [
        ["1", "1", "0", "0", "100%"],
        ["1", "0", "1", "0", "50%"],
    ]
    assert run("player", "nobody").exit_code == 1


def test_games_are_reviewed_and_a_player_s_mistakes_told(data: Path) -> None:
    text = '[Black "Ann"][White "Bob"][Result "1-0"] 1. 9-14 21-17 2. 14x21 1-0'
    (data / "one.pdn").write_text(text)
    run("import", data / "one.pdn")
    assert "is reviewed yet" in run("player", "bob").stdout
    assert run("review", "--player", "bob", "--jobs", "1").stdout == "1 game reviewed\n"
    assert run("review").stdout == "There is no game without a review.\n"
    lines = run("player", "bob", "--html", data / "bob.html").stdout.splitlines()
    assert any(line.split()[:5] == ["Gives", "up", "a", "man", "1"] for line in lines)
    assert "Typical mistakes" in (data / "bob.html").read_text()
    assert run("find", "--mistake", "gives up a man", "--player", "bob").exit_code == 0
    assert run("find", "--mistake", "gives up a man", "--player", "ann").exit_code == 1
