"""crownhead tournament, as a teacher runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import crownhead as ch
from crownhead.match.rating import Meeting, fitted
from crownhead.terminal.main import cli

TAKES_MOST = "def choose(board):\n    return max(board.legal_moves(), key=lambda m: len(m.captures))\n"
BROKEN = "def choose(board):\n    return '1-32'\n"


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    folder = tmp_path / "bots"
    folder.mkdir()
    (folder / "eager.py").write_text(TAKES_MOST)
    (folder / "broken.py").write_text(BROKEN)
    (folder / "_shared.py").write_text("raise RuntimeError")
    return folder


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["tournament", *map(str, arguments)])
    return result.exit_code, result.output


def test_the_table_names_faults_and_the_same_command_goes_on(bots: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    code, said = run(bots, "--against", "random", "--games", 2, "--out", out)
    assert code == 0
    places = [line.split()[1] for line in said.splitlines()[1:4]]
    assert places[-1] == "broken"
    assert "broken lost 4 games by a fault: played an illegal move: 1-32 is not legal" in said
    assert "_shared" not in said
    games = list(ch.pdn.games(out / "games.pdn"))
    assert len(games) == 6
    page = (out / "table.html").read_text()
    assert "<td>broken</td>" in page
    # Everything is there: nothing is played again, and the table is the same.
    journals = {path: path.read_bytes() for path in out.rglob("*.match")}
    assert journals
    assert run(bots, "--against", "random", "--games", 2, "--out", out) == (code, said)
    assert {path: path.read_bytes() for path in out.rglob("*.match")} == journals


def test_what_cannot_be_is_refused(bots: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run(empty)[0] == 2
    assert "there is no Python file in it" in run(empty)[1]
    assert "names no player" in run(bots, "--against", "nobody")[1]
    assert "is no size; write it as 512M or 1G" in run(bots, "--memory", "much")[1]
    assert "two players have the name random" in run(bots, "--against", "random,random")[1]


def test_the_mean_is_zero_as_long_as_the_player_with_zero_has_not_played() -> None:
    elo = fitted([Meeting("a", "b", 10 / 11, 11)], "c")
    assert elo == {"a": pytest.approx(200, abs=1), "b": pytest.approx(-200, abs=1)}


def test_elo_of_three_players_is_what_their_scores_expect() -> None:
    """By the definition of Elo: 10 points in 11 games are 400 more, and 1 in 2 as many."""
    elo = fitted(
        [Meeting("a", "b", 10 / 11, 11), Meeting("b", "c", 0.5, 11), Meeting("a", "c", 10 / 11, 11)], "c"
    )
    assert elo["c"] == 0
    assert elo["b"] == pytest.approx(0, abs=1)
    assert elo["a"] == pytest.approx(400, abs=1)
