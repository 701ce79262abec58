"""crownhead tournament, as a teacher runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import crownhead as ch
from crownhead.files import Lock
from crownhead.match.bot import BotRecipe
from crownhead.match.rating import Meeting, fitted
from crownhead.match.tournament import Tournament
from crownhead.processes import Processes
from crownhead.record.openings.sets import opening_set
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
    if isinstance(result.exception, ch.CrownheadError):  # main() tells it in words
        raise result.exception
    return result.exit_code, result.output


def journals(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (out / "journals").glob("*.match")}


def test_the_table_names_faults_and_the_same_command_goes_on(bots: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    code, said = run(bots, "--against", "random", "--games", 2, "--seconds", 60, "--out", out)
    assert code == 0
    places = [line.split()[1] for line in said.splitlines()[1:4]]
    assert places[-1] == "broken"
    assert "broken lost 4 games by a fault: played an illegal move: 1-32 is not legal" in said
    assert "_shared" not in said
    games = list(ch.pdn.games(out / "games.pdn"))
    assert len(games) == 6
    page = (out / "table.html").read_text()
    assert "<td>broken</td>" in page
    # Everything is there: nothing is written, and the table is the same.
    before = journals(out)
    assert len(before) == 3
    assert run(bots, "--against", "random", "--games", 2, "--seconds", 60, "--out", out) == (code, said)
    assert journals(out) == before


@pytest.fixture
def tired(bots: Path, tmp_path: Path) -> Path:
    """A file: once it is there, the bot `tired` raises an error whenever it is asked for a move."""
    file = tmp_path / "enough"
    (bots / "tired.py").write_text(
        "from pathlib import Path\n\n\n"
        "def choose(board):\n"
        f"    assert not Path({str(file)!r}).exists(), 'asked again'\n"
        "    return board.legal_moves()[0]\n"
    )
    return file


def test_only_the_games_of_changed_bots_are_played_again(bots: Path, tmp_path: Path, tired: Path) -> None:
    out = tmp_path / "out"
    command = (bots, "--against", "random", "--games", 2, "--seconds", 60, "--out", out)
    code, said = run(*command)
    assert code == 0
    assert "tired lost" not in said
    tired.touch()
    assert run(*command) == (code, said), "nobody is asked for a move"
    before = journals(out)
    (bots / "eager.py").write_text(TAKES_MOST + "# the second version\n")
    code, said = run(*command)
    assert code == 0
    old = out / "journals" / "old"
    assert said.startswith(f"eager has changed: 6 games are played again; the old ones are kept in {old}.\n")
    assert "tired lost 2 games by a fault: " in said, "those against eager, and not those against others"
    assert len(list(ch.pdn.games(out / "games.pdn"))) == 12
    after = journals(out)
    assert after.keys() == before.keys()
    replaced = {name for name in before if before[name] != after[name]}
    assert replaced == {name for name in before if "eager" in name}
    kept = {path.name.replace(" 1.match", ".match"): path.read_bytes() for path in old.iterdir()}
    assert kept == {name: before[name] for name in replaced}
    code, said = run(*command)
    assert (code, said.split()[0]) == (0, "player")
    assert journals(out) == after


def test_several_changes_are_told_in_one_sentence_and_kept_apart(bots: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = (bots, "--against", "none", "--games", 2, "--seconds", 60, "--out", out)
    run(*command)
    for bot in bots.glob("[a-z]*.py"):
        bot.write_text(bot.read_text() + "# the second version\n")
    assert run(*command)[1].startswith("broken and eager have changed: 2 games are played again; ")
    (bots / "eager.py").write_text(TAKES_MOST)
    assert run(*command)[1].startswith("eager has changed: 2 games are played again; ")
    old = out / "journals" / "old"
    assert sorted(path.name for path in old.iterdir()) == [f"broken - eager {n}.match" for n in (1, 2)]


def test_a_bot_that_is_changed_while_it_plays_loses_no_game(bots: Path, tmp_path: Path) -> None:
    players = [BotRecipe(str(bots / name), 60.0) for name in ("broken.py", "eager.py")]
    contest = Tournament(players, opening_set("3-move"), 4, tmp_path / "journals")
    with Processes(1) as pool:
        for played in contest.run(pool):
            if played == 2:
                (bots / "eager.py").write_text(TAKES_MOST + "# the second version\n")
    assert [game.number for _, game in contest.games_of()] == [0, 1, 2, 3]
    assert contest.set_aside_changed() == (["eager"], 4, tmp_path / "journals" / "old")


def test_a_journal_of_another_tournament_is_refused_and_nothing_is_set_aside(
    bots: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    command = (bots, "--against", "none", "--games", 2, "--seconds", 60, "--out", out)
    run(*command)
    before = journals(out)
    (bots / "eager.py").write_text(BROKEN)
    with pytest.raises(ch.CrownheadError, match="belongs to another match: seed was 0, is 7"):
        run(*command, "--seed", 7)
    with (
        Lock.beside(out / "journals" / "broken - eager.match"),
        pytest.raises(ch.CrownheadError, match="another process is writing this journal"),
    ):
        run(*command)
    assert journals(out) == before
    assert not (out / "journals" / "old").exists()


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
